"""The declaration: which kinds of things there are, which fields they have, and what each means in RDF.

`ontology/kg.yaml` holds what kg knows; the folder `ontology/` of a project may add fields and kinds. What follows
from it, the typed model and the JSON Schema, the context, the shapes, the mapping, tables, pages and documents, is made
elsewhere from what `extended` returns.
"""

from kg.declaration.kinds import Declaration, Field, Kind
from kg.declaration.reading import Additions, additions_in, declaration_near, extended, kg_declaration

__all__ = [
    "Additions", "Declaration", "Field", "Kind", "additions_in", "declaration_near", "extended", "kg_declaration"
]  # fmt: skip
