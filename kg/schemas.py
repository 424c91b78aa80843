"""The JSON Schemas of the files that people write, for editors and checkers."""

from collections.abc import Mapping

from pydantic import BaseModel

from kg import typed_yaml
from kg.config import Config
from kg.profile.reviewed import reviewed_model
from kg.sources.project import Organizations, Venues

SCHEMAS: Mapping[str, tuple[type[BaseModel], str]] = {
    "profile": (reviewed_model(), "A researcher's profile"),
    "organizations": (Organizations, "The organisations of a project"),
    "venues": (Venues, "The venues of a project"),
    "config": (Config, "The configuration of a project"),
}


def json_schema(kind: str) -> str:
    """Return the JSON Schema (2020-12) of a kind of file, indented."""
    return typed_yaml.json_schema(*SCHEMAS[kind])
