"""What the tools are given: closed models, from which the schemas that assistants see are made."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from pydantic import Field, ValidationError

from kg import typed_yaml
from kg.errors import Problem, QueryError
from kg.fields import Name, Node

Kind = Literal["person", "work", "organization", "venue", "event", "system", "course", "topic"]
Arguments = TypeVar("Arguments", bound=Node)

_THING = "A reference such as person/ada-lovelace, an IRI, a slug, or the whole name"


class Search(Node):
    """What `search` is given."""

    text: Name = Field(description="A name, a title or an acronym, or some words of it in any order")
    kind: Kind | None = Field(None, description="Only things of this kind")
    limit: int = Field(10, ge=1, le=50, description="How many to return at most")


class Describe(Node):
    """What `describe` is given."""

    thing: Name = Field(description=_THING)


class Ask(Node):
    """What `ask` is given."""

    name: Name = Field(description="The name of the question")
    parameters: dict[str, Name | int] = Field({}, description="The parameters that stand behind the question's name")
    limit: int = Field(50, ge=1, le=200, description="How many rows to return at most")


class Why(Node):
    """What `why` is given."""

    thing: Name = Field(description=_THING)
    other: Name | None = Field(None, description="Explain how the thing is connected with this other one")


def checked(model: type[Arguments], given: Mapping[str, Any]) -> Arguments:
    """Return arguments as a model.

    Raises:
        QueryError: If they are not what the model asks for; all problems are listed.
    """
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise QueryError([_problem(*found) for found in typed_yaml.problems_of(error, model)]) from error


def _problem(loc: tuple[str | int, ...], problem: Problem) -> Problem:
    """Return a problem in the words of a call rather than of a YAML file."""
    field = typed_yaml.field_text(loc[:2])
    hint = "" if problem.hint.startswith("add a line") else problem.hint
    return Problem(problem.message, field=field, hint=hint)
