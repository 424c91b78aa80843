"""How a profile names other people."""

from typing import Any

from pydantic import ConfigDict, Field, model_validator

from kg.fields import Dblp, Node, Orcid, OrganizationName, PersonName, Slug, Url


def _or_text(schema: dict[str, Any]) -> None:
    """Tell the JSON Schema that a person may be a plain text."""
    mapping = dict(schema)
    schema.clear()
    schema["anyOf"] = [{"type": "string", "minLength": 1}, mapping]


class PersonReference(Node):
    """A person: a plain text is a name; keys say more where a name is not enough."""

    name: PersonName = Field(description="As written, without titles")
    id: Slug | None = Field(None, description="The `id` of that person's profile, where the name is not enough")
    organization: OrganizationName | None = Field(None, description="Where that person works, if the source says so")
    orcid: Orcid | None = Field(None, description="That person's ORCID iD: tells namesakes apart")
    dblp: Dblp | None = Field(None, description="That person's dblp key")
    homepage: Url | None = Field(None, description="That person's web page")

    model_config = ConfigDict(json_schema_extra=_or_text)

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value
