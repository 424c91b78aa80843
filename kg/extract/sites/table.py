"""The table of sites: where themes keep what, and which key of an entry holds which field."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from kg.base.node import Node
from kg.base.tables import rows_of

_TABLE = "tables/sites.tsv"


@cache
def places(kind: str) -> tuple[str, ...]:
    """The files and folders in which entries of a kind lie, whatever the theme."""
    rows = rows_of("kg.extract", _TABLE)
    return tuple(place for each, theme, names in rows if each == kind and theme[0] == "@" for place in names.split("|"))


@cache
def fields(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The fields of entries of a kind, each with its keys."""
    rows = rows_of("kg.extract", _TABLE)
    return MappingProxyType({field: tuple(keys.split("|")) for each, field, keys in rows if each == kind})


@cache
def words(kind: str) -> Mapping[str, str]:
    """What words, or keys, of a kind stand for."""
    return MappingProxyType(dict(pair.split("=", 1) for pair in fields(kind)["words"]))


@cache
def silent(kind: str) -> frozenset[str]:
    """The keys that say nothing of what an entry is about."""
    return frozenset((*fields("*")["silent"], *fields(kind).get("silent", ())))


def value(node: Node, kind: str, field: str) -> Node:
    """The value of a field, which counts as read."""
    return node.at(*fields(kind)[field])
