"""kg turns researchers' profiles into a knowledge graph."""

__all__ = ["__version__"]

__version__ = "0.1.0"
