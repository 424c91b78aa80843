"""Profiles to quads, driven by the declaration."""
