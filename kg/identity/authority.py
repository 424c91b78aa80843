"""Look names up in the authority files: one entry, however it is written.

`USENIX ATC 2023`, `USENIX Annual Technical Conference (ATC), 2023` and `ATC '23` are one venue in one
year.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from kg.authorities import Authority, Organization, Venue
from kg.identifiers import fold

Entry = TypeVar("Entry", bound=Authority)

_YEAR = re.compile(r"(?<!\d)(?:((?:19|20)\d\d)|['’](\d\d))(?!\d)")
_IN_PARENTHESES = re.compile(r"\(([^()]*)\)")
_LEAD = re.compile(r"^(?:in )?(?:proceedings|proc) (?:of )?(?:the )?|^the ")
_ORDINAL = re.compile(r"^\d+(?:st|nd|rd|th) (?:annual )?|^annual ")
_SPONSORS = frozenset(
    ("acm", "aaai", "ieee", "ifip", "siam", "sigarch", "sigcomm", "sigmod", "sigops", "sigplan", "springer", "usenix")
)


class Match(NamedTuple, Generic[Entry]):
    """An entry that a name was found to mean.

    Attributes:
        entry: The entry.
        former: Whether the name is one that it no longer bears.
    """

    entry: Entry
    former: bool


class Names(Generic[Entry]):
    """All names of the entries of an authority file."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._by_name: dict[str, Match[Entry]] = {}
        for entry in entries:
            former = {fold(name) for name in entry.former}
            for name in map(fold, entry.names):
                self._by_name[name] = Match(entry, name in former)

    def find(self, candidates: Iterable[str]) -> Match[Entry] | None:
        """Return the entry of the first of some folded names that is known."""
        return next((self._by_name[name] for name in candidates if name in self._by_name), None)


def organization_names(text: str) -> Iterator[str]:
    """Yield the folded forms under which an organisation may be listed, the likeliest first."""
    name = fold(text)
    yield name
    yield name.removeprefix("the ")
    yield f"the {name}"


def venue_year(text: str) -> tuple[str, int | None]:
    """Return the name of a venue without its year, and the year.

    >>> venue_year("USENIX Annual Technical Conference (ATC), 2023")
    ('USENIX Annual Technical Conference (ATC)', 2023)
    >>> venue_year("EuroSys'19")
    ('EuroSys', 2019)
    """
    year = None
    for match in _YEAR.finditer(text):
        full, short = match.groups()
        year = int(full) if full else _century(int(short))
    name = re.sub(r"\(\s*\)", "", _YEAR.sub("", text))
    return " ".join(name.split()).strip(" ,.;-–"), year


def venue_names(name: str) -> Iterator[str]:
    """Yield the folded forms under which a venue may be listed, the likeliest first."""
    yield fold(name)
    for form in (_IN_PARENTHESES.sub(" ", name), *_IN_PARENTHESES.findall(name)):
        plain = _ORDINAL.sub("", _LEAD.sub("", fold(form)))
        yield plain
        words = plain.split()
        while words and words[0] in _SPONSORS:
            words = words[1:]
            yield " ".join(words)


def short_name(authority: Authority) -> str:
    """Return the acronym if there is one, else the name."""
    return authority.acronym or authority.name


def _century(two_digits: int) -> int:
    return two_digits + (2000 if two_digits < 50 else 1900)


OrganizationNames = Names[Organization]
VenueNames = Names[Venue]
