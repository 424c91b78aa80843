"""What stands in the head of a page for machines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

_LONGEST = 300


class MetaTag(NamedTuple):
    """A `meta` element: its name and its content."""

    name: str
    content: str


@dataclass(frozen=True)
class Metadata:
    """What a page says of itself beside its title.

    Attributes:
        title: What the page is about, without the name of the site; empty if its title says so.
        description: In a sentence or two, or empty.
        kind: What it is for OpenGraph: `website`, `profile` or `article`.
        tags: What is said by name: Dublin Core, Highwire.
        properties: What is said by property: OpenGraph, beyond what all pages say.
        data: What is embedded as JSON-LD, or nothing.
    """

    title: str = ""
    description: str = ""
    kind: str = "website"
    tags: tuple[MetaTag, ...] = ()
    properties: tuple[MetaTag, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)


def tags(pairs: Iterable[tuple[str, str]]) -> tuple[MetaTag, ...]:
    """Return what has a content as tags, in single lines."""
    lines = ((name, " ".join(content.split())) for name, content in pairs)
    return tuple(MetaTag(name, content) for name, content in lines if content)


def summary(text: str) -> str:
    """Return a text in one line, cut between words where it is long.

    >>> summary("Works  on looms.")
    'Works on looms.'
    """
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rpartition(' ')[0]}…"
