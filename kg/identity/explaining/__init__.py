"""Explain what was decided, from what was kept of it, and let people decide otherwise."""
