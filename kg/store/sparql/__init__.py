"""Queries as texts: bounded before they are run, and read as patterns."""
