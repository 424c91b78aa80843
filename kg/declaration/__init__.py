"""The declaration: which kinds of things there are, which fields they have, and what each means in RDF.

`ontology/kg.yaml` holds what kg knows; the folder `ontology/` of a project may add fields and kinds. What follows
from it, the typed model and the JSON Schema, the context, the shapes, the mapping, tables, pages and documents, is made
elsewhere from what `read` returns.
"""

from kg.declaration.kinds import Declaration, Field, Kind
from kg.declaration.reading import declaration_files, kg_declaration, read

__all__ = ["Declaration", "Field", "Kind", "declaration_files", "kg_declaration", "read"]
