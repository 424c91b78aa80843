"""Tables that a package brings along: text files with a row a line, `#` before remarks, tabs between cells."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType


def lines_of(package: str, name: str) -> Iterator[str]:
    """Yield the lines of a table but remarks and empty ones.

    Args:
        package: The package that has it, such as `kg.extract`.
        name: The path of the file in the package.
    """
    text = (files(package) / name).read_text(encoding="utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))


def rows_of(package: str, name: str) -> Iterator[list[str]]:
    """Yield the rows of a table as their cells.

    >>> next(rows_of("kg.extract", "tables/profile_hosts.tsv"))
    ['twitter.com', '/']
    """
    return (line.split("\t") for line in lines_of(package, name))


@cache
def words_of(package: str, name: str) -> frozenset[str]:
    """Return the words of a file that lists words, several a line."""
    return frozenset(word for line in lines_of(package, name) for word in line.split())


@cache
def pairs_of(package: str, name: str) -> Mapping[str, str]:
    """Return a table of two columns as a mapping."""
    return MappingProxyType(dict(rows_of(package, name)))


@cache
def lists_of(package: str, name: str) -> Mapping[str, tuple[str, ...]]:
    """Return a table of two columns, of which the second lists several things between bars, as a mapping."""
    return MappingProxyType({key: tuple(several.split("|")) for key, several in rows_of(package, name)})
