"""Turn resolved profiles into quads. The JSON-LD context is the whole mapping.

A profile becomes a document (`kg.mapping.documents`), the context gives its keys a meaning
(`kg.declaration.context`), and the writer puts that down as N-Quads (`kg.mapping.nquads`).
"""

from kg.mapping.evidence import GRAPH
from kg.mapping.mapper import Mapper

__all__ = ["GRAPH", "Mapper"]
