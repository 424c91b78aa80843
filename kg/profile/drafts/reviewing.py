"""Review proposals: accept, reject, choose, correct."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from kg.base import strict_yaml
from kg.base.errors import KgError, NotFound, Problem, ReadError
from kg.base.node import Loc
from kg.profile.drafts.entries import ProfileEntry, SourcedEntry, keys_of, refused
from kg.profile.drafts.model import PERSON, SURE
from kg.profile.drafts.plain_data import evidence_data, pair, textual
from kg.profile.drafts.yaml_editing import EditableProfile, YamlEntry
from kg.profile.provenance import BY_HAND, Candidate, Evidence, Passage, Status, values_digest
from kg.profile.reviewed import CONTACTS, listed, noticed, person_fields, reviewed_model
from kg.terms import typed_yaml
from kg.terms.dates import PRESENT
from kg.terms.declaration import declaration_near, kg_declaration

"""The order of the keys of a profile."""

DOUBTFUL = 0.75
"""The confidence below which a value is worth a question where those of many profiles are asked."""

_YEAR = 4  # digits at the head of a date
_Passage = TypeVar("_Passage", bound=Passage)


@dataclass(frozen=True)
class CurrentEntries:
    """The entries of a profile as it is, and the section and position of each."""

    entries: list[ProfileEntry] = field(default_factory=list)
    places: list[tuple[str, int]] = field(default_factory=list)
    proposed: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, profile: EditableProfile) -> "CurrentEntries":
        """Return the entries of a profile."""
        data = profile.data
        current = cls(proposed=listed(data.get("proposed")))

        def add(section: str, index: int, values: dict[str, Any], raw: Any) -> None:
            entry = ProfileEntry(section, values)
            current.entries.append(
                entry if raw is None else SourcedEntry(section, values, Evidence.model_validate(raw))
            )
            current.places.append((section, index))

        of_person = data.get("evidence") or {}
        for key, value in person_values(profile).items():
            if value is not None or of_person.get(key) is not None:
                add(PERSON, 0, {key: value}, of_person.get(key))
        for section in profile.declaration.sections:
            for index, each in enumerate(profile.entries(section) if data.get(section) else ()):
                add(section, index, each.values, each.data.get("evidence"))
        return current

    def reproposed(self) -> "CurrentEntries":
        """Return the entries as if none had been rejected or deleted."""
        entries = [
            entry.with_evidence(status="proposed")
            if isinstance(entry, SourcedEntry) and entry.evidence.status == "rejected"
            else entry
            for entry in self.entries
        ]
        return CurrentEntries(entries, self.places, [])

    def renamed(self, names: Mapping[str, str]) -> "CurrentEntries":
        """Return the entries with the new names of documents that were moved."""
        entries = [
            replace(entry, evidence=_renamed(entry.evidence, names)) if isinstance(entry, SourcedEntry) else entry
            for entry in self.entries
        ]
        return CurrentEntries(entries, self.places, self.proposed) if names else self


def _renamed(evidence: Evidence, names: Mapping[str, str]) -> Evidence:
    """Rename documents in evidence; a place that was there under both names is kept once."""

    def renamed(passage: _Passage) -> _Passage:
        return passage.model_copy(update={"source": names.get(passage.source, passage.source)})

    first = renamed(evidence)
    also = {(place.fact, place.source): place for place in map(renamed, evidence.also)}
    also.pop((first.fact, first.source), None)
    conflicts = {key: tuple(map(renamed, several)) for key, several in evidence.conflicts.items()}
    return first.model_copy(update={"also": tuple(also.values()), "conflicts": conflicts})


def person_values(profile: EditableProfile) -> dict[str, Any]:
    """Return the fields of the person in a profile, those under `contact` among them."""
    data = profile.data
    contact = data.get("contact") or {}
    stated = data.get("evidence") or {}
    places = {key: contact if key in CONTACTS else data for key in person_fields(profile.declaration)}
    return {key: place.get(key) for key, place in places.items() if key in place or key in stated}


@dataclass(frozen=True)
class Proposal:
    """An entry of a profile that has evidence."""

    section: str  # The section, or `PERSON`
    index: int  # The position of the entry in its section
    values: Mapping[str, Any]
    evidence: Evidence
    line: int  # Its line in the file
    keys: tuple[str, ...]  # What it may say

    @property
    def fact(self) -> str:
        """Its key, by which people refer to it."""
        return self.evidence.fact

    @property
    def candidates(self) -> list[tuple[str, int, Candidate]]:
        """The values to choose from, each with its key and its number among those of the key."""
        conflicts = self.evidence.conflicts
        return [(key, n, each) for key in self.open_conflicts for n, each in enumerate(conflicts[key])]

    @property
    def open_conflicts(self) -> tuple[str, ...]:
        """The keys on which sources disagree and nobody decided."""
        return self.evidence.open_conflicts(self.values)

    @property
    def unsaid(self) -> tuple[str, ...]:
        """The open conflicts whose key has no value: the entry cannot be accepted as it is."""
        return tuple(key for key in self.open_conflicts if self.values.get(key) is None)

    @property
    def is_open(self) -> bool:
        """Whether a decision about it, or about a conflict, is missing."""
        return self.evidence.status == "proposed" or bool(self.open_conflicts)

    @property
    def is_doubtful(self) -> bool:
        """Whether it is worth a question among those of many profiles: a value is doubtful, or sources disagree."""
        return self.evidence.lowest < DOUBTFUL or bool(self.open_conflicts)


class StatedName(NamedTuple):
    """A name of another thing in an entry of a profile."""

    section: str
    position: int  # Of the entry in its section
    key: str
    name: str
    line: int


class Review:
    """A profile under review; only the lines about which people decide change.

    Raises:
        ReadError: If it is no profile.
    """

    def __init__(self, text: str, path: Path) -> None:
        _, self._tree = typed_yaml.check(text, path, reviewed_model(declaration_near(path)))
        self._path = path
        self._profile = EditableProfile(text, path)

    def proposals(self) -> list[Proposal]:
        """Return all entries with evidence: those with conflicts first, then the least sure."""
        return sorted(self._proposals(), key=lambda each: (not each.open_conflicts, each.evidence.lowest))

    def open(self) -> list[Proposal]:
        """Return the proposals that are not decided."""
        return [each for each in self.proposals() if each.is_open]

    def find(self, fact: str) -> Proposal:
        """Return the proposal of a key, of which the beginning is enough.

        Raises:
            NotFound: If there is none, or several.
        """
        found = [each for each in self.proposals() if any(key.startswith(fact) for key in each.evidence.facts)]
        if len(found) != 1:
            what = f"{len(found)} facts begin" if found else "no fact begins"
            raise NotFound(f"{what} with '{fact}'", hint=f"list them: kg review {self._path} --list")
        return found[0]

    def decide(self, proposal: Proposal, status: Status) -> None:
        """Accept or reject a proposal as it is; one that somebody edited is accepted as edited.

        Of an entry to which sources added something, what they added is rejected: it is again what people had.

        Raises:
            ReadError: If a conflict prevents that it is accepted.
        """
        if status == "accepted" and proposal.unsaid:
            raise ReadError(self._still_open(proposal))
        if status == "rejected" and proposal.evidence.before is not None:
            self._entry(proposal).become(proposal.evidence.before)
            return
        edited = noticed(proposal.evidence, proposal.values).status == "edited"
        self._note(proposal, status="edited" if status == "accepted" and edited else status)

    def choose(self, proposal: Proposal, key: str, number: int) -> None:
        """Take one of the candidates for a key."""
        conflicts = dict(proposal.evidence.conflicts)
        candidate = conflicts[key][number]
        conflicts[key] = tuple(
            each.model_copy(update={"chosen": at == number}) for at, each in enumerate(conflicts[key])
        )
        values = {**proposal.values, key: candidate.value}
        self._set(proposal, {key: candidate.value})
        status: Status = "edited" if candidate.source == BY_HAND else "accepted"
        if any(name != key for name in proposal.open_conflicts) or proposal.evidence.status == "edited":
            status = proposal.evidence.status
        self._note(proposal, conflicts=conflicts, proposed=values_digest(values), status=status)

    def correct(self, proposal: Proposal, values: Mapping[str, Any]) -> None:
        """Change the values. A conflict stays open while its key has no value.

        Raises:
            ReadError: If a profile would not accept it, or if nothing is decided by it.
        """
        is_same = values_digest(proposal.values) == values_digest(values)
        if proposal.unsaid and (is_same or not values):
            raise ReadError(self._still_open(proposal))
        if not values:
            raise ReadError(Problem("nothing is left of it", self._path, proposal.line))
        problems = [Problem(problem.message, self._path, proposal.line, None, problem.field, problem.hint)
                    for _, problem in refused(proposal.section, values, self._profile.declaration)]  # fmt: skip
        if problems:
            raise ReadError(problems)
        changes = {key: values.get(key) for key in {**proposal.values, **values}}
        self._set(proposal, changes)
        self._note(proposal, status="accepted" if is_same else "edited")

    def names(self, kind: str) -> Iterator[StatedName]:
        """Yield the names of things of a kind in entries, but for those that somebody rejected."""
        for section, of in self._profile.declaration.sections.items():
            keys = [each.key for each in of.written if each.range == kind and not each.is_by_id]
            for index, entry in enumerate(listed(self._profile.data.get(section)) if keys else ()):
                if (entry.get("evidence") or {}).get("status") == "rejected":
                    continue
                for key in keys:
                    line = self._tree.nearest((section, index, key)).lines[0]
                    names = (each for each in listed(entry.get(key)) if isinstance(each, str))
                    yield from (StatedName(section, index, key, name, line) for name in names)

    def rename(self, stated: StatedName, name: str) -> None:
        """Write another name into an entry; it stays open if it is: only a spelling was decided."""
        entry = self._profile.entries(stated.section)[stated.position]
        raw = entry.data.get("evidence")
        evidence = noticed(Evidence.model_validate(raw), entry.values) if raw else None
        former = entry.data[stated.key]
        several = [name if each == stated.name else each for each in listed(former)]
        entry.change(stated.key, list(dict.fromkeys(several)) if isinstance(former, list) else name)
        if evidence and evidence.status == "proposed" and evidence.proposed:
            proposed = values_digest(entry.values)
            entry.change("evidence", evidence_data(evidence.model_copy(update={"proposed": proposed})))

    @property
    def unread(self) -> list[str]:
        """The passages of documents that the profile lists at its end, since they were not read."""
        return self._profile.unread

    def take(self, passage: str, entries: Mapping[str, Any]) -> None:
        """Add entries that somebody made of a passage that was not read, or none, and leave it out.

        Args:
            passage: The passage.
            entries: By section.

        Raises:
            ReadError: If a profile would not accept them.
        """
        pairs = [(section, each) for section, several in entries.items() for each in listed(several)]
        known = self._profile.declaration.sections
        if unknown := [section for section, each in pairs if section not in known or not isinstance(each, dict)]:
            hint = f"sections are {', '.join(known)}"
            raise ReadError(Problem(f"'{unknown[0]}' has no such entries", self._path, hint=hint))
        refusals = (refused(section, each, self._profile.declaration) for section, each in pairs)
        if problems := [problem for several in refusals for _, problem in several]:
            raise ReadError(problems)
        for section, each in pairs:
            self._profile.entries(section).append(YamlEntry.new(each))
        self._profile.unread = [each for each in self._profile.unread if each != passage]

    def text(self) -> str:
        """Return the YAML with all decisions.

        Raises:
            ReadError: If the edited text does not read back as the data, which would be a bug of kg.
        """
        text = self._profile.text()
        if strict_yaml.parse(text, self._path).data != textual(self._profile.data):
            raise ReadError(Problem("the decisions cannot be written into this file", self._path, hint="report this"))
        return text

    def _still_open(self, proposal: Proposal) -> Problem:
        keys = " and ".join(f"'{key}'" for key in proposal.unsaid)
        hint = f"choose 1 to {len(proposal.candidates)}, edit or reject it: kg review {self._path}"
        return Problem(f"the sources disagree on {keys}", self._path, proposal.line, hint=hint)

    def _proposals(self) -> Iterator[Proposal]:
        data = self._profile.data
        stated = data.get("evidence") or {}
        values = person_values(self._profile)
        for key in person_fields(self._profile.declaration):
            if key in stated:
                place = ("contact", key) if key in CONTACTS else (key,)
                yield self._proposal(PERSON, 0, {key: values.get(key)}, stated[key], place)
        for section in self._profile.declaration.sections:
            for index, entry in enumerate(listed(data.get(section))):
                if entry.get("evidence") is not None:
                    values = {key: value for key, value in entry.items() if key != "evidence"}
                    yield self._proposal(section, index, values, entry["evidence"], (section, index))

    def _proposal(self, section: str, index: int, values: dict[str, Any], raw: Any, place: Loc) -> Proposal:
        evidence = noticed(Evidence.model_validate(raw), values)
        keys, line = keys_of(section, self._profile.declaration), self._tree.nearest(place).lines[0]
        return Proposal(section, index, values, evidence, line, keys)

    def _note(self, proposal: Proposal, **changes: Any) -> None:
        if changes.get("status", proposal.evidence.status) != "proposed":
            changes["before"] = None  # there is nothing left to reject
        evidence = evidence_data(proposal.evidence.model_copy(update=changes))
        if proposal.section == PERSON:
            stated = dict(self._profile.data.get("evidence") or {})
            stated[next(iter(proposal.values))] = evidence
            self._profile.put("evidence", stated)
        else:
            self._entry(proposal).change("evidence", evidence)

    def _set(self, proposal: Proposal, changes: Mapping[str, Any]) -> None:
        for key, value in changes.items():
            if proposal.section != PERSON:
                self._entry(proposal).change(key, value)
            elif key in CONTACTS:
                contact = {**(self._profile.data.get("contact") or {}), key: value}
                self._profile.put("contact", contact)
            else:
                self._profile.put(key, value)

    def _entry(self, proposal: Proposal) -> YamlEntry:
        return self._profile.entries(proposal.section)[proposal.index]


def editable(proposal: Proposal) -> str:
    """Return the values of a proposal as YAML for an editor, with the quote as comments."""
    quote = proposal.evidence.quote or ""
    head = [f"# {line}" for line in (f"{place(proposal.evidence)}:", *quote.splitlines())]
    lines = [line for key, value in proposal.values.items() for line in pair(key, value)]
    left = [key for key in proposal.keys if key not in proposal.values]
    hint = [f"# It may also say: {', '.join(left)}."] if proposal.section != PERSON and left else []
    return "\n".join([*head, *lines, *hint]) + "\n"


def edited(text: str, path: Path) -> dict[str, Any]:
    """Return what somebody wrote in an editor.

    Raises:
        ReadError: If it is no YAML, or has no keys.
    """
    data = strict_yaml.parse(text, path).data
    if not isinstance(data, dict):
        raise ReadError(Problem("nothing is left of it", path, hint="reject it, if it is wrong as a whole"))
    return {key: value for key, value in data.items() if value is not None}


def place(passage: Passage) -> str:
    """Return the place of a passage: `cv.md:87`, `cv.pdf page 2:14`."""
    page = f" page {passage.page}" if passage.page else ""
    return f"{passage.source}{page}:{passage.lines[0]}" if passage.lines else f"{passage.source}{page}"


def name_of(proposal: Proposal) -> str:
    """Return what a proposal is about, on one line: `publications: Notes`; of an open field what its sources say."""
    if not proposal.section:
        key, value = next(iter(proposal.values.items()))
        stated = " or ".join(shown(each.value) for _, _, each in proposal.candidates)
        return f"{key}: {shown(value) or stated}"
    return f"{proposal.section}: {entry_words(proposal.section, proposal.values)}"


class ShownValue(NamedTuple):
    """A value of a proposal, as people read it."""

    key: str
    value: str
    doubt: str  # its confidence, if that is low


def values_of(proposal: Proposal) -> list[ShownValue]:
    """Return the values of a proposal, each with its confidence where that is low."""
    stated = proposal.evidence.confidence
    return [
        ShownValue(key, shown(value), f"{sure:.2f}" if sure < SURE else "")
        for key, value in proposal.values.items()
        for sure in [stated.get(key, 1.0) if isinstance(stated, dict) else stated]
    ]


def reasons(error: KgError) -> str:
    """Return why an entry is refused, without lines: those of a text that is being edited help nobody."""
    return "; ".join(f"{each.field}: {each.message}" if each.field else each.message for each in error.problems)


def open_choice(proposal: Proposal) -> str:
    """Return why a proposal cannot be accepted as it is, and what to do."""
    keys = " and ".join(proposal.unsaid)
    return f"the sources disagree on {keys}: choose 1 to {len(proposal.candidates)}, edit or reject it"


def entry_words(section: str, values: Mapping[str, Any]) -> str:
    """Return what an entry is, on one line, by what its kind says of itself: `Ph.D., City University, 2019–present`."""
    kind = kg_declaration().sections.get(section)
    found = [next((values[key] for key in keys if values.get(key)), "") for keys in kind.telling] if kind else []
    words = [shown(each) for each in found or [*values.values()][:1] if each]
    dates = dict.fromkeys(str(values[key]) for key in ("start", "end") if values.get(key))
    if years := dict.fromkeys(date if date == PRESENT else date[:_YEAR] for date in dates):
        words.append("–".join(years))
    elif stated := next((values[key] for key in ("year", "date", "term") if values.get(key)), None):
        words.append(shown(stated))
    return ", ".join(words)


def shown(value: Any) -> str:
    """Return a value of plain data as people read it; of people and pages their names."""
    if isinstance(value, list):
        return ", ".join(map(shown, value))
    if isinstance(value, dict):
        return str(value.get("name") or value.get("url") or value)
    return "" if value is None else str(value)
