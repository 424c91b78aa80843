"""SHACL, and the screen before it."""
