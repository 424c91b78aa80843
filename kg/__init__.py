"""kg turns researchers' profiles into a knowledge graph."""

from kg.base.version import __version__

__all__ = ["__version__"]
