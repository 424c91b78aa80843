"""The authority files: the organisations and venues that a project knows by name.

`organizations.yaml` and `venues.yaml` give each entity one id and all the names under which people
write it. An id is part of the IRI and never changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from pydantic import Field

from kg.fields import Many, Name, Node, Ror, Slug, Url, Wikidata
from kg.profile import Source
from kg.profile.output import VenueKind

OrganizationKind = Literal[
    "university", "company", "government", "nonprofit", "institute", "laboratory", "department", "group"
]

MEETINGS = frozenset(("conference", "workshop", "industry-event"))
"""The kinds of venue that have editions; any other, and one of unknown kind, stands for itself."""


class Authority(Node):
    """What an organisation and a venue have in common: an id and names."""

    id: Slug = Field(description="Short name for ever: part of the IRI")
    name: Name = Field(description="The full name that is shown")
    acronym: Name | None = Field(None, description="The usual short form")
    aliases: Many[Name] = Field((), description="Other ways to write it today")
    former: Many[Name] = Field((), description="Names it had in the past; shown where a profile uses them")
    homepage: Url | None = Field(None, description="Its web page")
    wikidata: Wikidata | None = Field(None, description="Wikidata item")
    same_as: Many[Url] = Field((), description="Other pages that stand for it")

    @property
    def names(self) -> tuple[str, ...]:
        """All names, the full one first."""
        return (self.name, *filter(None, (self.acronym,)), *self.aliases, *self.former)


class Organization(Authority):
    """An organisation, or a unit of one."""

    kind: OrganizationKind | None = Field(None, description="What sort of organisation")
    parent: Slug | None = Field(None, description="Id of the organisation that it is part of")
    ror: Ror | None = Field(None, description="ROR id")


class Venue(Authority):
    """A conference series, a journal, a series of books: where works appear."""

    kind: VenueKind = Field(
        "conference", description="Conferences, workshops and industry events have editions, the others have none"
    )
    held_with: Slug | None = Field(None, description="Id of the conference at which the workshop takes place")


Entry = TypeVar("Entry", bound=Authority)


@dataclass(frozen=True)
class AuthorityFile(Generic[Entry]):
    """The entries of an authority file.

    Attributes:
        entries: In their order.
        source: The file, or None where there is none.
        spans: First and last line (1-based) of each entry, by position.
    """

    entries: tuple[Entry, ...] = ()
    source: Source | None = None
    spans: Mapping[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Authorities:
    """The authority files of a project."""

    organizations: AuthorityFile[Organization] = AuthorityFile()
    venues: AuthorityFile[Venue] = AuthorityFile()

    @property
    def iris(self) -> list[str]:
        """The IRIs of all entries, relative to the base."""
        organizations = [f"organization/{entry.id}" for entry in self.organizations.entries]
        return organizations + [f"venue/{entry.id}" for entry in self.venues.entries]
