"""Make the values of profiles again from the slices of their documents, and report what differs."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import Problem, ReadError
from kg.base.limits import limited
from kg.base.strict_yaml import read_text
from kg.extract.documents import reading
from kg.extract.pointed import source_text
from kg.profile.drafts.claims import ClaimedDocument, Claims, Stated, beside
from kg.profile.drafts.entries import printable
from kg.profile.drafts.model import PERSON, Slice
from kg.profile.drafts.writing import names_in, plain_profile
from kg.profile.names import may_be_one
from kg.profile.pointing.rules import OWNER, remade
from kg.profile.provenance import Passage
from kg.terms.declaration import declaration_near
from kg.terms.kinds import Declaration


@dataclass
class Replay:
    """What became of the values of profiles."""

    remade: int = 0
    not_remade: int = 0
    not_tried: int = 0  # The values of documents that are missing, cannot be read, or were changed
    documents: int = 0
    problems: list[Problem] = field(default_factory=list)  # What is to be done about the last two

    @property
    def total(self) -> int:
        """How many values there are."""
        return self.remade + self.not_remade + self.not_tried

    def add(self, profile: Path) -> None:
        """Make the values of a profile again.

        Raises:
            ReadError: If the profile, or the file with its claims, cannot be read.
        """
        claims, declaration = Claims.read(beside(profile)), declaration_near(profile)
        names = _names(profile, claims)
        of_source: dict[str, list[tuple[str, Stated]]] = {}
        for claim in claims.claims:
            values = [(f"{claim.section}.{key}", each) for key, several in claim.values.items() for each in several]
            of_source.setdefault(claim.source, []).extend(values)
        for source, values in of_source.items():
            self.documents += 1
            try:
                text = _text(profile, source, claims.documents.get(source))
            except ReadError as error:
                self.not_tried += len(values)
                self.problems += error.problems
                continue
            with limited(profile, len(text)):
                wrong = [each for each in values if not _is_remade(text, each[1], names, declaration)]
            self.remade += len(values) - len(wrong)
            self.not_remade += len(wrong)
            self.problems += [_problem(profile, source, *each) for each in wrong]


def _problem(profile: Path, source: str, key: str, stated: Stated) -> Problem:
    place = f"{source}, characters {stated.begin:,} to {stated.end:,}"
    message = f"'{stated.value}' is not what rule '{stated.rule}' makes of {place}"
    return Problem(message, beside(profile), None, None, key, f"read it again: kg extract {source} -o {profile}")


class ShownWords(NamedTuple):
    """The words of a document as they are shown to who decides about them."""

    pieces: Sequence[tuple[str, bool]]  # Each, and whether a value rests on it
    doubt: str  # Why none is marked, and what to do: the document was changed, or is missing


def shown_words(profile: Path, passage: Passage, fact: str = "") -> ShownWords:
    """Return the words of a passage of a profile's document; those on which values of a fact rest are told apart."""
    path, quote = beside(profile), passage.quote or ""
    words, doubts = _words_of(profile, path.stat().st_mtime_ns) if path.is_file() else ({}, {})
    several = sorted(words.get((fact, passage.source), ()), key=len, reverse=True)
    pattern = "|".join(map(re.escape, several)) or "(?!)"
    pieces = re.split(rf"(?<!\w)({pattern})(?!\w)", quote)
    return ShownWords([(each, bool(at % 2)) for at, each in enumerate(pieces) if each], doubts.get(passage.source, ""))


@lru_cache(64)
def _words_of(profile: Path, _: int) -> tuple[Mapping[tuple[str, str], Sequence[str]], Mapping[str, str]]:
    """Return the words on which values rest, by fact and document, and of which documents they are not known, and why.

    What documents say is read again once the file of claims is another.
    """
    found: dict[tuple[str, str], list[str]] = {}
    doubts: dict[str, str] = {}
    try:
        claims = Claims.read(beside(profile))
    except ReadError:
        return found, doubts
    for source, document in claims.documents.items():
        try:
            text = _text(profile, source, document)
        except ReadError as error:
            doubts[source] = f"{error.problems[0].message}; {error.problems[0].hint}"
            continue
        for claim in (each for each in claims.claims if each.source == source):
            slices = (each for several in claim.values.values() for each in several)
            words = (" ".join(text[each.begin : each.end].split()) for each in slices)
            found[claim.fact, source] = list(filter(None, words))
    return found, doubts


def _names(profile: Path, claims: Claims) -> list[str]:
    """Return the forms of the name of the person, as the profile and its documents have them."""
    of_person = (each for each in claims.claims if each.section == PERSON)
    stated = (one.value for each in of_person for key in ("name", "variants") for one in each.values.get(key, ()))
    return [*names_in(plain_profile(read_text(profile), profile)), *map(str, stated)]


def _text(profile: Path, source: str, document: ClaimedDocument | None) -> str:
    """Return the text of a document as it was when it was read.

    Raises:
        ReadError: If it is not there, cannot be read, or is not as it was.
    """
    again = f"kg extract FILE -o {profile}"
    places = (profile.parent / source, profile.parent.parent / source)
    path = next((place for place in places if place.is_file()), None)
    if path is None or document is None:
        hint = f"put it back, or read it from where it is now: {again}"
        raise ReadError(Problem("is missing: its values cannot be made again", profile.parent / source, hint=hint))
    with limited(path):
        found = reading.read(path)
    if found.sha256 != document.sha256:
        hint = f"read it again: {again.replace('FILE', str(path))}"
        raise ReadError(Problem("was changed since its values were read", path, hint=hint))
    return source_text(found).text


def _is_remade(text: str, stated: Stated, names: Sequence[str], declaration: Declaration) -> bool:
    value = stated.value
    if stated.rule == OWNER:
        return any(may_be_one(name, str(value).rstrip("*")) for name in names)
    made = remade(text, Slice(*stated[1:4]), declaration)
    made = printable(made) if isinstance(made, str) else made
    return made is not None and value in (made, f"{made}*")  # a star behind a name marks an equal contribution
