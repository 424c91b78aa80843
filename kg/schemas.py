"""The JSON Schemas of the files that people write, for editors and checkers."""

from collections.abc import Callable, Mapping

from pydantic import BaseModel

from kg import typed_yaml
from kg.config import Config
from kg.declaration import Declaration, kg_declaration
from kg.declaration.schema import Schema
from kg.profile.reviewed import reviewed_model
from kg.sources.project import Organizations, Venues

SCHEMAS: Mapping[str, tuple[Callable[[Declaration], type[BaseModel]], str]] = {
    "profile": (reviewed_model, "A researcher's profile"),
    "organizations": (lambda _: Organizations, "The organisations of a project"),
    "venues": (lambda _: Venues, "The venues of a project"),
    "config": (lambda _: Config, "The configuration of a project"),
    "ontology": (lambda _: Schema, "What a project adds to the declaration of kg"),
}


def json_schema(kind: str, declaration: Declaration | None = None) -> str:
    """Return the JSON Schema (2020-12) of a kind of file, indented.

    Args:
        kind: A key of `SCHEMAS`.
        declaration: What there is in the project; without it, what kg declares.
    """
    model, title = SCHEMAS[kind]
    return typed_yaml.json_schema(model(declaration or kg_declaration()), title)
