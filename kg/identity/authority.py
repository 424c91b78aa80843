"""Look names up in the authority files: one entry, however it is written.

`USENIX ATC 2023`, `USENIX Annual Technical Conference (ATC), 2023` and `ATC '23` are one venue in one
year.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from html import unescape
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from kg.profile.model import Authority, Organization, Venue
from kg.profile.names import table
from kg.terms.identifiers import fold

Entry = TypeVar("Entry", bound=Authority)

_YEAR = re.compile(r"(?<!\d)(?:((?:19|20)\d\d)|['’](\d\d))(?!\d)")
_IN_PARENTHESES = re.compile(r"\(([^()]*)\)")
_LEAD = re.compile(r"^(?:in )?(?:proceedings|proc) (?:of )?(?:the )?|^the ")
_ORDINAL = re.compile(r"^\d+(?:st|nd|rd|th) (?:annual )?|^annual ")
_NUMBER = re.compile(r"\d+(?:st|nd|rd|th)?")
_UNIT = re.compile(
    r"\b(?:academy|center|centre|chair|college|department|dept|division|faculty|group|institute|lab|laboratory|labs"
    r"|school|team|unit)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\b(?:academy of sciences|national laboratory|university)\b", re.IGNORECASE)
_SMALL = frozenset(("a", "and", "annual", "for", "from", "in", "international", "of", "on", "the", "to"))
_SPELT_OUT = MappingProxyType(
    {
        "adv": "advances", "annu": "annual", "appl": "applications", "archit": "architecture", "autom": "automation",
        "comm": "communications", "commun": "communications", "comp": "computer", "comput": "computing",
        "conf": "conference", "des": "design", "dev": "development", "distrib": "distributed", "eng": "engineering",
        "eur": "european", "inf": "information", "int": "international", "intell": "intelligence",
        "intl": "international", "j": "journal", "jnl": "journal", "knowl": "knowledge", "lang": "language",
        "lett": "letters", "mach": "machine", "mag": "magazine", "manag": "management", "mob": "mobile",
        "netw": "networking", "oper": "operating", "parallel": "parallel", "proc": "proceedings",
        "process": "processing", "program": "programming", "rec": "record", "rev": "review", "sci": "science",
        "secur": "security", "softw": "software", "symp": "symposium", "syst": "systems", "tech": "technical",
        "technol": "technology", "theor": "theoretical", "trans": "transactions", "vis": "vision",
        "wkshp": "workshop",
    }
)  # fmt: skip
_SPONSORS = frozenset(
    (
        "acm",
        "aaai",
        "ieee",
        "ifip",
        "siam",
        "sigact",
        "sigarch",
        "sigcomm",
        "sigda",
        "sigkdd",
        "sigmm",
        "sigmod",
        "sigops",
        "sigplan",
        "sigsoft",
        "springer",
        "usenix",
    )
)


class Match(NamedTuple, Generic[Entry]):
    """An entry that a name was found to mean.

    Attributes:
        entry: The entry.
        former: Whether the name is one that it no longer bears.
    """

    entry: Entry
    former: bool


class AuthorityNames(Generic[Entry]):
    """All names of the entries of an authority file.

    Args:
        entries: The entries.
        key: Gives a second form of a full name under which it is found, too.
    """

    def __init__(self, entries: Iterable[Entry], key: Callable[[str], str] | None = None) -> None:
        self._by_name: dict[str, Match[Entry]] = {}
        ambiguous: set[str] = set()
        for entry in entries:
            former = {fold(name) for name in entry.former}
            names = {fold(name): None for name in entry.names}
            keys = {key(name): None for name in entry.names if " " in name and key(name)} if key else {}
            for name in (*names, *keys):
                known = self._by_name.setdefault(name, Match(entry, name in former))
                if known.entry is not entry:
                    ambiguous.add(name)
        for name in ambiguous:
            del self._by_name[name]

    def find(self, candidates: Iterable[str]) -> Match[Entry] | None:
        """Return the entry of the first of some folded names that is known."""
        return next((self._by_name[name] for name in candidates if name in self._by_name), None)


def organization_names(text: str) -> Iterator[str]:
    """Yield the folded forms under which an organisation may be listed, the likeliest first."""
    name = fold(text)
    yield name
    yield name.removeprefix("the ")
    yield f"the {name}"


def unit_key(name: str) -> str:
    """Return the words of a unit's name, in whatever order they stand.

    >>> unit_key("Computer Science Dept.") == unit_key("Department of Computer Science")
    True
    """
    words = (
        {"dept": "department", "lab": "laboratory", "labs": "laboratory"}.get(word, word) for word in fold(name).split()
    )
    return " ".join(sorted(word for word in words if word not in _SMALL))


def parts_of(name: str) -> tuple[str, str] | None:
    """Return unit and organisation of a name that says both: `AI Lab, ByteDance`, `MLSys team at ByteDance`."""
    unit, at, whole = name.partition(" at ")
    if at and _UNIT.search(unit):
        return unit.strip(), whole.strip()
    unit, comma, whole = name.partition(",")
    if comma and _UNIT.search(unit) and not _WHOLE.search(unit):
        return unit.strip(), whole.strip()
    return None


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
        if words and words[-1] == "conference":
            yield " ".join(words[:-1])
        yield venue_key(form)


@lru_cache(1 << 16)
def venue_key(name: str) -> str:
    """Return the words that tell a venue from others, spelt out: without sponsors, ordinals and small words.

    Empty if nothing is left, as of `Proceedings of the IEEE`.

    >>> venue_key("Proc. 28th Int. Conf. on Management of Data")
    'key conference management data'
    """
    spelt = (_SPELT_OUT.get(word, word) for word in _ORDINAL.sub("", _LEAD.sub("", fold(unescape(name)))).split())
    words = [word for word in spelt if word not in _SPONSORS | _SMALL and not _NUMBER.fullmatch(word)]
    return f"key {' '.join(words)}" if words else ""


class VenueNames:
    """The venues of a project, and behind them those of the built-in table."""

    def __init__(self, declared: Iterable[Venue]) -> None:
        declared = list(declared)
        self._declared = AuthorityNames(declared, venue_key)
        self._ids = {entry.id: entry for entry in declared}

    def find(self, name: str) -> tuple[Match[Venue], bool] | None:
        """Return what a name without a year means, and whether the project declares it."""
        match = self._declared.find(venue_names(name))
        if match is not None:
            return match, True
        known = known_venues().find(venue_names(name))
        if known is None:
            return None
        entry = known.entry
        same = self._ids.get(entry.id) or next(filter(None, map(self._same, entry.names)), None)
        return (Match(same, known.former), True) if same else (known, False)

    def _same(self, name: str) -> Venue | None:
        match = self._declared.find((fold(name), venue_key(name))) if " " in name else None
        return match.entry if match else None


@cache
def known_venues() -> AuthorityNames[Venue]:
    """Return the venues of the built-in table."""
    return AuthorityNames(
        (
            Venue(id=slug, kind=kind, acronym=acronym or None, name=name, aliases=tuple(filter(None, more.split("|"))))
            for slug, kind, acronym, name, more in table("venues")
        ),
        venue_key,
    )


def short_name(authority: Authority) -> str:
    """Return the acronym if there is one, else the name."""
    return authority.acronym or authority.name


def _century(two_digits: int) -> int:
    return two_digits + (2000 if two_digits < 50 else 1900)


OrganizationNames = AuthorityNames[Organization]
