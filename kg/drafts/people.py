"""Whether the sources of a profile speak of one person: what two people did must not become one life."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.drafts.model import PERSON, Draft, Fact
from kg.errors import Problem, ReadError
from kg.identifiers import fold, same_person
from kg.languages import forms_of
from kg.profile.reviewed import listed

SURE = 0.9
"""How sure it is that a source states a name; the most frequent author of a list is a guess."""

_SHA256 = 64

_HINT = (
    "one profile per person: give -o a directory with kg extract, or another file; "
    "if they are one person, say whose it is with --name"
)


@dataclass
class _Person:
    """Whom a source, or several, speak of.

    Attributes:
        source: Who says so, for messages.
        names: The names, as written.
        orcids: The ORCID iDs.
    """

    source: str
    names: list[str] = field(default_factory=list)
    orcids: set[str] = field(default_factory=set)

    def difference(self, other: "_Person") -> str:
        """Return how two are told apart; empty where they may be one.

        E-mail addresses say neither: people have several, and groups share one.
        """
        if self.orcids & other.orcids:
            return ""
        if self.orcids and other.orcids:
            return f"'{self.source}' states the {min(self.orcids)}, '{other.source}' the {min(other.orcids)}"
        if not self.names or not other.names:
            return ""
        if any(may_be_one(one, another) for one in self.names for another in other.names):
            return ""
        return f"'{self.source}' is about {self.names[0]}, '{other.source}' about {other.names[0]}"

    def join(self, other: "_Person") -> None:
        """Know of the person what another source says, too."""
        if not self.names and other.names:
            self.source = other.source
        self.names = list(dict.fromkeys((*self.names, *other.names)))
        self.orcids |= other.orcids


def check_one_person(draft: Draft, profile: Mapping[str, Any], path: Path) -> None:
    """Refuse sources that speak clearly of different people, or of another than the profile that they are to join.

    Documents that stand in the profile already have been let in by somebody; a bare name may be another file's.

    Args:
        draft: What the sources propose.
        profile: The profile as plain data; empty if it is new.
        path: Where that is, for messages.

    Raises:
        ReadError: With the sources and the names.
    """
    known = _of_profile(profile, path)
    admitted = {str(each[key]) for each in listed(profile.get("sources")) for key in ("path", "sha256")}
    admitted = {key for key in admitted if "/" in key or len(key) == _SHA256}
    sources = [source.path for source in draft.sources if admitted.isdisjoint((source.path, source.sha256))]
    for person in _of_sources(draft.facts, sources):
        if difference := known.difference(person):
            raise ReadError(Problem(difference, hint=_HINT))
        known.join(person)


def may_be_one(one: str, other: str) -> bool:
    """Say whether two names may be of one person, as far as they can be compared at all.

    >>> may_be_one("Ada Lovelace", "A. King Lovelace"), may_be_one("Ada Lovelace", "Charles Babbage")
    (True, False)
    """
    if _script(one) != _script(other) or same_person(one, other):
        return True
    words, others = fold(one).split(), fold(other).split()
    return set(words) <= set(others) or set(others) <= set(words) or "".join(words) == "".join(others)


def _script(name: str) -> str:
    """Return the writing system of a name, as Unicode calls it: `LATIN`."""
    letter = next((char for char in name if char.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0]


def _of_profile(profile: Mapping[str, Any], path: Path) -> _Person:
    why = (profile.get("evidence") or {}).get("name") or {}
    read = [each.get("quote") for each in (why, *listed(why.get("also")))]
    names = [str(name) for name in (*forms_of(profile.get("name")), *listed(profile.get("variants")), *read) if name]
    return _Person(str(path), names, _orcids(profile.get("orcid")))


def _of_sources(facts: Iterable[Fact], sources: Iterable[str]) -> Iterator[_Person]:
    """Yield whom each source speaks of, in the order of the sources."""
    people = {source: _Person(source) for source in sources}
    for fact in facts:
        if fact.section != PERSON or fact.quote.source not in people:
            continue
        person = people[fact.quote.source]
        if "name" in fact.values and fact.confidence.get("name", 1.0) >= SURE:
            person.names.append(str(fact.values["name"]))
        person.orcids |= _orcids(fact.values.get("orcid"))
    yield from people.values()


def _orcids(value: Any) -> set[str]:
    return {f"ORCID iD {str(value).strip().rstrip('/').rpartition('/')[2].upper()}"} if value else set()
