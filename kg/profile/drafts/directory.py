"""Whose a document is: the one rule by which what is read of a person finds the profile that this person has.

An id of the person decides, else a name that exactly one profile has. Where several have it, or an id, an e-mail
address or an employer speaks against it, people are asked, and nothing is written.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain, count, product
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import KgError, Problem, ReadError, counted
from kg.profile.authorship import name_of
from kg.profile.config import Organizations
from kg.profile.drafts.matching import united
from kg.profile.drafts.model import PERSON, SURE, Draft
from kg.profile.names import Level, PersonName, compare, is_short, may_be_one, read_name
from kg.profile.reviewed import listed
from kg.terms import typed_yaml
from kg.terms.dates import PRESENT
from kg.terms.identifiers import PERSONAL, iri_of
from kg.terms.languages import forms_of
from kg.terms.organization_names import organization_key

SUFFIXES = (".yaml", ".yml")
_KEY = re.compile(r"^(?=[A-Za-z_])", re.MULTILINE)
_ABOUT = ("id", "name", "variants", "sources", "contact", "positions", "education", *PERSONAL)
_UNIT_AT = re.compile(r"^(?!.*\b(?:university|college)\b.*\sat\s).*(?:@|\sat\s)\s*", re.IGNORECASE)
"""What stands before the organisation at which a group or laboratory is; no campus: `University of Fern at Mosston`."""
_STATED = 0.75
"""The least confidence of a name that a source states: that of one that stands alone at the head of a page."""
_SHOWN = 5  # profiles that a message names


@dataclass(frozen=True)
class StatedPerson:
    """What a document or a profile states of the person whose it is."""

    names: tuple[str, ...] = ()  # As written
    ids: Mapping[str, str] = field(default_factory=dict)  # Their IRIs, by their keys
    emails: frozenset[str] = frozenset()
    employers: tuple[str, ...] = ()  # Where they work now, and units there
    places: tuple[str, ...] = ()  # The same of all times, and where they studied

    @classmethod
    def of_draft(cls, draft: Draft, source: str = "", *, sure: float = 0.0) -> "StatedPerson":
        """What a draft, or one of its sources, states; of names what has some confidence at least."""
        data: dict[str, Any] = defaultdict(list)
        for fact in (fact for fact in draft.facts if source in ("", fact.quote.source)):
            if fact.section == PERSON:
                for key, value in fact.values.items():
                    if key != "name":
                        data[key] += listed(value)
                    elif fact.confidence.get(key, 1.0) >= sure:
                        data["variants"] += forms_of(value)
            elif fact.section in ("positions", "education") and min(fact.confidence.values(), default=1.0) >= SURE:
                data[fact.section].append(fact.values)
        return cls._of(data, data["email"])

    @classmethod
    def of_profile(cls, data: Mapping[str, Any]) -> "StatedPerson":
        """What a profile states, given as plain data."""
        contact = data.get("contact")
        return cls._of(data, listed(contact.get("email")) if isinstance(contact, Mapping) else ())

    @classmethod
    def _of(cls, data: Mapping[str, Any], emails: Iterable[Any]) -> "StatedPerson":
        positions, education = (
            [each for each in listed(data.get(key)) if isinstance(each, Mapping) and not _is_rejected(each)]
            for key in ("positions", "education")
        )
        now = [each for each in positions if each.get("end") in (None, PRESENT)]
        return cls(
            tuple(str(name) for name in (*forms_of(data.get("name")), *listed(data.get("variants"))) if name),
            {key: iri for key in PERSONAL for each in listed(data.get(key)) if (iri := iri_of(key, str(each)))},
            frozenset(str(each).casefold() for each in emails if "@" in str(each)),
            tuple(_organizations(now)),
            tuple(_organizations((*positions, *education))),
        )

    def has_name_of(self, other: "StatedPerson") -> bool:
        """Whether a name of the other is one of this person's, word for word; initials are no name."""
        return any(_is_name_of(read_name(one), read_name(two)) for one, two in product(self.names, other.names))

    def has_id_of(self, other: "StatedPerson") -> bool:
        """Whether they share an ORCID iD, or another id though no names differ: pages of a group state the group's."""
        shared = dict(self.ids.items() & other.ids.items())
        return "orcid" in shared or bool(shared and (not self.names or not other.names or self.may_be(other)))

    def may_be(self, other: "StatedPerson") -> bool:
        """Whether a name of the other may be one of this person's."""
        return any(may_be_one(one, two) for one, two in product(self.names, other.names))

    def differing_ids(self, other: "StatedPerson") -> str:
        """Which two ids tell them apart; empty if none do. Of other schemes than ORCID people have several ids."""
        mine, others = self.ids.get("orcid"), other.ids.get("orcid")
        return f"{mine} is not {others}" if mine and others and mine != others else ""

    def difference(self, other: "StatedPerson", wholes: Mapping[str, Set[str]] = MappingProxyType({})) -> str:
        """What of ids, e-mail addresses and employers speaks against their being one person; empty if nothing does.

        Args:
            other: The other one.
            wholes: The names of organisations and of what they are parts of, by name (`names_of_wholes`).
        """
        if ids := self.differing_ids(other):
            return ids
        hosts = set(map(_host, self.emails)) & set(map(_host, other.emails))
        if hosts and self.emails.isdisjoint(other.emails):
            return f"they have different e-mail addresses at {min(hosts)}"
        pairs = (*product(self.employers, other.places), *product(self.places, other.employers))
        if self.employers and other.employers and not any(_may_be_at_one(*pair, wholes) for pair in pairs):
            return f"'{self.employers[0][:80]}' is not '{other.employers[0][:80]}'"
        return ""


def _may_be_at_one(place: str, other: str, wholes: Mapping[str, Set[str]]) -> bool:
    """Whether two names mean one organisation, or one is a part of the other, such as a group at it."""
    one, two = organization_key(place), organization_key(other)
    is_part = two in wholes.get(one, ()) or one in wholes.get(two, ())
    hosts = product({place, _UNIT_AT.sub("", place)}, {other, _UNIT_AT.sub("", other)})
    return one == two or is_part or any(united("organization", *pair) for pair in hosts)


def names_of_wholes(authority: Path) -> dict[str, Set[str]]:
    """Return the keys of names of each organisation of an authority file and of what it is a part of, by its own."""
    if not authority.is_file():
        return {}
    listing, _ = typed_yaml.check(strict_yaml.read_text(authority), authority, Organizations)
    by_id = {entry.id: entry for entry in listing.organizations}
    found: dict[str, Set[str]] = {}
    for entry in listing.organizations:
        above, line = entry, [entry]
        while (above := by_id.get(above.parent or "", entry)) not in line:
            line.append(above)
        keys = {organization_key(name) for each in line for name in each.names}
        found |= dict.fromkeys(map(organization_key, entry.names), keys)
    return found


def _is_rejected(entry: Mapping[str, Any]) -> bool:
    evidence = entry.get("evidence")
    return isinstance(evidence, Mapping) and evidence.get("status") == "rejected"


def _organizations(entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for entry in entries:
        yield from (str(entry[key]) for key in ("organization", "institution", "unit") if entry.get(key))


def _host(email: str) -> str:
    return email.rpartition("@")[2]


def _is_name_of(one: PersonName, other: PersonName) -> bool:
    """Whether two names have the same full words, and no initial of one contradicts the other."""
    if is_short(one) or is_short(other):
        return False
    level = compare(one, other)
    full = [[word for word in name.words if len(word) > 1] for name in (one, other)]
    return level in (Level.EXACT, Level.SWAPPED) or (level is Level.MIDDLE and full[0] == full[1])


@dataclass(frozen=True)
class ProfileFile:
    """A profile of a directory, and whose it is."""

    path: Path
    id: str = ""
    person: StatedPerson = StatedPerson()
    sources: Mapping[str, str] = field(default_factory=dict)  # The hashes of the documents that were read, by path


class OpenOwner(KgError):
    """It is open whose a document is, and people have to say it.

    Attributes:
        candidates: The profiles of those who may be meant, the likeliest first.
    """

    def __init__(self, message: str, candidates: Sequence[ProfileFile]) -> None:
        super().__init__(message)
        self.candidates = candidates


class OpenList(OpenOwner):
    """A list of works does not say whose it is, and names people of the directory."""


class GroupList(OpenList):
    """It is of several people, none of whom is an author of all works."""

    @property
    def organization(self) -> str:
        """Where most of them work; empty where that is not known."""
        places = Counter(place for file in self.candidates for place in dict.fromkeys(file.person.employers))
        place, number = places.most_common(1)[0] if places else ("", 0)
        return place if 2 * number >= len(self.candidates) else ""


class ProfileDirectory:
    """The profiles of a directory, none if it is not there.

    Args:
        path: The directory.

    Raises:
        ReadError: If a profile in it cannot be read: its person would get a second one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._wholes = names_of_wholes(path.parent / "organizations.yaml")
        self._files: dict[Path, ProfileFile] = {}
        # The profiles by the words of their names, and by the ids of their people
        self._near: defaultdict[str, set[Path]] = defaultdict(set)
        problems: list[Problem] = []
        for each in sorted(path.iterdir()) if path.is_dir() else ():
            if each.suffix.lower() in SUFFIXES and each.is_file() and not each.name.startswith("."):
                try:
                    self.put(each, strict_yaml.read_text(each))
                except ReadError as error:
                    problems.extend(error.problems)
        if problems:
            raise ReadError(problems)

    def put(self, path: Path, text: str) -> None:
        """Take note of what a profile says now."""
        data = _about(text, path)
        stated = [each for each in listed(data.get("sources")) if isinstance(each, Mapping)]
        sources = {str(each.get("path")): str(each.get("sha256")) for each in stated}
        file = ProfileFile(path, str(data.get("id", "")), StatedPerson.of_profile(data), sources)
        self._files[path] = file
        for sign in _words(file.person.names) | set(file.person.ids.values()):
            self._near[sign].add(path)

    def __iter__(self) -> Iterator[ProfileFile]:
        return iter(self._files.values())

    def called_like(self, person: StatedPerson) -> list[ProfileFile]:
        """Return the profiles of those who may have a name of a person, in order."""
        return [each for each in self._with(_words(person.names)) if each.person.may_be(person)]

    def _with(self, signs: Iterable[str]) -> list[ProfileFile]:
        """Return the profiles that have one of some words or ids, in order."""
        near: set[Path] = set().union(*(self._near.get(sign, ()) for sign in signs))
        return [self._files[path] for path in sorted(near)]

    def whose(self, draft: Draft, *, name: str = "", is_row: bool = False, is_new: bool = False) -> Path | None:
        """Return the profile of the person of a draft; None if there is none yet.

        Args:
            draft: What was read; its sources are named as the profiles name them.
            name: The name of the person, if somebody states it.
            is_row: Whether the source is about several people, of whom this is one.
            is_new: Whether a person gets a profile whom no id and no former reading tells, whoever has the name.

        Raises:
            OpenOwner: If several may be meant, or something speaks against the one.
            GroupList: If it lists works of several.
        """
        person = StatedPerson.of_draft(draft)
        if not (name or person.ids or draft.states_name):
            self._see_that_it_is_of_one(draft, person)
        person = replace(person, names=(name,)) if name else person
        tied = [each for each in self._with(person.ids.values()) if each.person.has_id_of(person)]
        like = self.called_like(person)
        named = [each for each in like if each.person.has_name_of(person)]
        readers = self._readers(draft, named if is_row else like if person.names else self)
        if not tied and (is_new or len(readers) == 1):
            return readers[0].path if len(readers) == 1 else None
        # Two rows of one list are two people, as alike as their names may be.
        found = tied or named or [each for each in like if not (is_row and self._readers(draft, [each]))]
        if found:
            self._see_that_it_is_one(person, found, is_named=bool(tied or named), is_known=bool(tied))
        return found[0].path if found else None

    def see_that_it_names_somebody(self, draft: Draft) -> None:
        """Raise OpenOwner if a draft that is of nobody here does not surely state a name: it makes no profile.

        Raises:
            GroupList: If it lists works, and there are no people yet.
        """
        person = StatedPerson.of_draft(draft, sure=_STATED)
        if person.ids or (person.names and draft.states_name):
            return
        if any(fact.section not in (PERSON, "publications") for fact in draft.facts):
            raise OpenOwner("it does not surely say whose it is", [])
        if not self._files:
            raise GroupList("it does not say whose it is, and nobody has a profile yet", [])
        lists, counts = self._authors(draft)
        authors = [self._files[path] for path, _ in counts.most_common()]
        who = f"{authors[0].id} is an author of {counts[authors[0].path]}" if authors else "nobody here is an author"
        raise OpenList(f"it does not say whose it is; {who} of {counted(len(lists), 'work')}", authors)

    def _authors(self, draft: Draft) -> tuple[list[set[Path]], Counter[Path]]:
        """The profiles of the authors of each listed work, and of how many works each is one."""
        works = [fact.values for fact in draft.facts if fact.section == "publications"]
        lists = [self._people_of(work) for work in works]
        return lists, Counter(path for people in lists for path in people)

    def _readers(self, draft: Draft, files: Iterable[ProfileFile]) -> list[ProfileFile]:
        """Return the profiles into which the sources of a draft were read before."""
        sources = {source.path for source in draft.sources}
        return [each for each in files if sources and sources <= each.sources.keys()]

    def _see_that_it_is_of_one(self, draft: Draft, guess: StatedPerson) -> None:
        """Raise OpenOwner if a list of works may be that of several people here, or of one whom nothing names."""
        if guess.names and not self.called_like(guess):  # of somebody else
            return
        works, counts = self._authors(draft)
        lists = [people for people in works if people]
        authors = [self._files[path] for path, _ in counts.most_common()]
        is_whole = any(number == len(lists) for number in counts.values())
        if len(authors) > 1 and not is_whole and 2 * len(lists) >= len(works):
            raise GroupList(f"{len(authors)} of your {len(self._files)} people are authors here", authors)
        if authors and not guess.names:
            most = f"{authors[0].id} is an author of {counts[authors[0].path]} of {len(works)}"
            raise OpenList(f"it does not say whose it is; {most}", authors)

    def _see_that_it_is_one(
        self, person: StatedPerson, found: Sequence[ProfileFile], *, is_named: bool, is_known: bool
    ) -> None:
        """Raise OpenOwner unless one profile is certainly that of a person.

        Args:
            person: The person.
            found: The profiles that may be meant.
            is_named: Whether an id or a whole name leads to them.
            is_known: Whether an id does.
        """
        name = f"'{person.names[0][:80]}'" if person.names else "the person"
        files = " or ".join(each.path.name for each in found[:_SHOWN])
        against = (
            found[0].person.differing_ids(person) if is_known else found[0].person.difference(person, self._wholes)
        )
        if len(found) > 1 or not is_named:
            raise OpenOwner(f"{name} may be the person of {files}", found)
        if against:
            raise OpenOwner(f"{name} is the name of {files}, but {against}", found)

    def _people_of(self, work: Mapping[str, Any]) -> set[Path]:
        people = chain(*(listed(work.get(key)) for key in ("authors", "editors")))
        return {file.path for name in map(name_of, people) for file in self.called_like(StatedPerson((name,)))}

    def called(self, stem: str, draft: Draft) -> Path | None:
        """Return the profile in a file of a name, where it or a draft leaves open whose it is."""
        file = self._files.get(self.path / f"{stem}.yaml")
        is_open = file is not None and not (file.person.names and StatedPerson.of_draft(draft).names)
        return file.path if file and is_open else None

    def free(self, *stems: str) -> Path:
        """Return a file that is not there yet, called by one of some stems, else by the last with a number."""
        paths = (self.path / f"{form}.yaml" for form in _forms(*stems))
        return next(path for path in paths if path not in self._files and not path.exists())

    def free_id(self, id: str) -> str:  # noqa: A002  (it is called so)
        """Return an id, or the same with a number, that no profile has: namesakes are two."""
        taken = {each.id for each in self}
        return next(form for form in _forms(id) if form not in taken)


def _forms(*stems: str) -> Iterator[str]:
    return chain(filter(None, stems), (f"{stems[-1]}-{number}" for number in count(2)))


def _words(names: Iterable[str]) -> set[str]:
    """Return the words by which names that may be of one person find each other."""
    read = [read_name(name) for name in names]
    forms = chain(read, *((*name.spelt, *(form for _, form in name.romanised)) for name in read))
    return {word for name in forms for word in (*name.words, "".join(name.words)) if len(word) > 1}


def _about(text: str, path: Path) -> Mapping[str, Any]:
    """Return what a profile says of whose it is; entries, which are most of it, are not parsed where they are apart."""
    head = "".join(each for each in _KEY.split(text) if each.partition(":")[0] in _ABOUT)
    for part in (head, text):
        data = strict_yaml.parse(part, path).data if part.strip() else None
        if isinstance(data, Mapping) and data.get("id"):
            return data
    return {}


# What two people did must not become one person's profile.

_SHA256_LENGTH = 64
_HINT = (
    "one profile per person: give -o a directory with kg extract, or another file; "
    "if they are one person, say whose it is with --name"
)


def check_one_person(draft: Draft, profile: Mapping[str, Any], path: Path) -> None:
    """Refuse sources that are clearly about different people, or about another person than the profile.

    Raises:
        ReadError: With the sources and the names.
    """
    known = StatedPerson.of_profile(profile)
    why = (profile.get("evidence") or {}).get("name") or {}
    quoted = [str(each["quote"]) for each in (why, *listed(why.get("also"))) if each.get("quote")]
    known, holder = replace(known, names=(*known.names, *quoted)), str(path)
    # Somebody admitted the documents of the profile; a bare file name may be that of another file.
    admitted = {str(each[key]) for each in listed(profile.get("sources")) for key in ("path", "sha256")}
    admitted = {key for key in admitted if "/" in key or len(key) == _SHA256_LENGTH}
    for source in (each.path for each in draft.sources if admitted.isdisjoint((each.path, each.sha256))):
        person, guessed = (StatedPerson.of_draft(draft, source, sure=sure) for sure in (_STATED, 0.0))
        if ids := known.differing_ids(person):
            raise ReadError(Problem(f"'{holder}' and '{source}' are about two people: {ids}", hint=_HINT))
        # All names that a source gives its person are spellings of one: if one of them fits, the others add to it
        if known.names and person.names and not known.has_id_of(person) and not known.may_be(guessed):
            message = f"'{holder}' is about {known.names[0]}, '{source}' about {person.names[0]}"
            raise ReadError(Problem(message, hint=_HINT))
        holder = holder if known.names or not person.names else source
        known = replace(known, names=(*known.names, *person.names), ids={**person.ids, **known.ids})
