"""What an index takes from a declaration: its kinds, and the fields by which things are found and told apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from kg.declaration import Declaration, Field, Kind, kg_declaration
from kg.search.facts import LABELS, OTHER_NAMES

FACETS: Mapping[str, tuple[str, ...]] = {
    "person": ("profile", "organization", "topic"),
    "work": ("year", "venue", "status", "type"),
    "organization": ("type", "parent"),
    "venue": ("type",),
    "event": ("year", "venue"),
    "system": ("partner",),
    "course": ("organization",),
}
"""The facets that are more than the values of a field, the most useful first."""

KINDS = tuple(kg_declaration().listed)
"""The kinds of things that kg declares, as the heads of their IRIs."""


@dataclass(frozen=True)
class Searched:
    """What is asked of the facts for an index.

    Attributes:
        kinds: The kinds of things, as the heads of their IRIs, in order.
        texts: The properties of texts by which things of a kind are found beside their names.
        nodes: The properties of texts of nodes by which their owners are found, by the class of the nodes.
        ties: The fields of a kind that lead to other things and tell one thing from another.
        facets: By what lists of a kind can be narrowed.
    """

    kinds: tuple[str, ...]
    texts: Mapping[str, tuple[str, ...]]
    nodes: Mapping[str, tuple[str, ...]]
    ties: Mapping[str, tuple[Field, ...]]
    facets: Mapping[str, tuple[str, ...]]

    @property
    def properties(self) -> frozenset[str]:
        """All properties of which the index knows by the declaration."""
        tied = (each.iri for fields in self.ties.values() for each in fields)
        texts = (iri for part in (self.texts, self.nodes) for several in part.values() for iri in several)
        return frozenset((*tied, *texts))


@cache
def searched(declaration: Declaration) -> Searched:
    """Return what is asked of the facts for the index of what is declared so."""
    listed, names = declaration.listed, {*LABELS, *OTHER_NAMES}
    nodes = [kind for kind in declaration.kinds.values() if kind.fragment and not kind.is_abstract]
    return Searched(
        tuple(listed),
        {path: tuple(sorted(found)) for path, kind in listed.items() if (found := _texts(kind) - names)},
        {kind.iri: tuple(sorted(found)) for kind in nodes if (found := _texts(kind))},
        {path: ties for path, kind in listed.items() if (ties := _ties(kind))},
        {path: facets for path, kind in listed.items() if (facets := _facets(kind))},
    )


def _texts(kind: Kind) -> frozenset[str]:
    """Return the properties of the texts that are searched; a year is a facet, not a word."""
    fields = (each for each in kind.shown("search") if each.sort == "type" and not each.of and each.range != "Year")
    return frozenset(each.iri for each in fields)


def _ties(kind: Kind) -> tuple[Field, ...]:
    """Return the fields that refer to something, of a kind of which nothing else is written."""
    fields = (each for each in kind.fields.values() if {"cv", "search"} & each.show and _refers(each))
    return tuple(each for each in fields if kind.path not in FACETS or not each.is_own)


def _facets(kind: Kind) -> tuple[str, ...]:
    fields = (each for each in kind.shown("search") if _refers(each))
    declared = (each.key for each in fields if kind.path not in FACETS or not each.is_own)
    return (*FACETS.get(kind.path, ()), *declared)


def _refers(each: Field) -> bool:
    return each.sort in ("kind", "enum") and not each.is_untold and not each.is_reverse
