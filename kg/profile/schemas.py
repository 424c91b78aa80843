"""Generate the JSON Schemas of a project's files from the declaration."""

from collections.abc import Callable, Mapping

from pydantic import BaseModel

from kg.profile.config import Config, Organizations, Venues
from kg.profile.reviewed import reviewed_model
from kg.terms import typed_yaml
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration
from kg.terms.linkml import Schema

SCHEMAS: Mapping[str, tuple[Callable[[Declaration], type[BaseModel]], str]] = {
    "profile": (reviewed_model, "A researcher's profile"),
    "organizations": (lambda _: Organizations, "The organisations of a project"),
    "venues": (lambda _: Venues, "The venues of a project"),
    "config": (lambda _: Config, "The configuration of a project"),
    "ontology": (lambda _: Schema, "What a project adds to the declaration of kg"),
}


def json_schema(kind: str, declaration: Declaration | None = None) -> str:
    """Return the JSON Schema (2020-12) of a kind of file, indented."""
    model, title = SCHEMAS[kind]
    return typed_yaml.json_schema(model(declaration or kg_declaration()), title)
