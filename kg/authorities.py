"""The authority files: the organisations and venues that a project knows by name.

`organizations.yaml` and `venues.yaml` give each entity one id and all the names under which people
write it. An id is part of the IRI and never changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kg.profile import Source
from kg.profile.model import Authority, Organization, Venue

__all__ = ["MEETINGS", "Authorities", "Authority", "AuthorityFile", "Organization", "Venue"]

MEETINGS = frozenset(("conference", "workshop", "industry-event"))
"""The kinds of venue that have editions; any other, and one of unknown kind, stands for itself."""


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
