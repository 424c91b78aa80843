"""Profiles in the forms of other tools, one module a format."""
