"""Errors, strict YAML, processes, files, progress, HTTP: nothing of the field."""
