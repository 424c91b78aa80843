"""The version of kg, where all rooms may read it."""

__version__ = "0.2.0"
