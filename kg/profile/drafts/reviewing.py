"""Review proposals: accept, reject, choose, correct."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from kg.base import strict_yaml
from kg.base.errors import NotFound, Problem, ReadError
from kg.profile.drafts.entries import Entry, Written, keys_of, refused
from kg.profile.drafts.model import PERSON
from kg.profile.drafts.plain_data import evidence_data, pair, textual
from kg.profile.drafts.yaml_editing import Manuscript, Piece
from kg.profile.model import Profile
from kg.profile.provenance import BY_HAND, Candidate, Evidence, Passage, Status, values_digest
from kg.profile.reviewed import CONTACTS, PROVENANCE, listed, noticed, person_fields, reviewed_model, sections
from kg.terms import typed_yaml
from kg.terms.declaration import declaration_near

# What stands in a profile: its entries and fields, those with evidence and those by hand.

_Passage = TypeVar("_Passage", bound=Passage)

ORDER = (*Profile.model_fields, *PROVENANCE)
"""The order of the keys of a profile."""


@dataclass(frozen=True)
class Standing:
    """What stands in a profile: its entries, and for those of sections where their lines are."""

    entries: list[Written] = field(default_factory=list)
    places: list[tuple[str, int]] = field(default_factory=list)
    proposed: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, manuscript: Manuscript) -> "Standing":
        """Return what stands in a manuscript."""
        standing = cls()
        data = manuscript.data
        standing.proposed.extend(listed(data.get("proposed")))
        of_person = data.get("evidence") or {}
        for key, value in person_values(data).items():
            raw = of_person.get(key)
            if value is not None or raw is not None:
                standing.places.append((PERSON, 0))
                standing.entries.append(_written(PERSON, {key: value}, raw))
        for section in sections():
            for index, piece in enumerate(manuscript.pieces(section, ORDER) if data.get(section) else ()):
                standing.places.append((section, index))
                standing.entries.append(_written(section, piece.values, piece.data.get("evidence")))
        return standing

    def forgotten(self) -> "Standing":
        """Return what stands there as if nothing had been rejected or deleted."""
        entries = [
            entry.with_evidence(status="proposed")
            if isinstance(entry, Entry) and entry.evidence.status == "rejected"
            else entry
            for entry in self.entries
        ]
        return Standing(entries, self.places, [])

    def moved(self, names: Mapping[str, str]) -> "Standing":
        """Return what stands there, with the names that documents have since they were moved."""
        entries = [
            replace(entry, evidence=_moved(entry.evidence, names)) if isinstance(entry, Entry) else entry
            for entry in self.entries
        ]
        return Standing(entries, self.places, self.proposed) if names else self


def _moved(evidence: Evidence, names: Mapping[str, str]) -> Evidence:
    """Return evidence in which documents have other names; a place that stood there under both names stands once."""

    def renamed(passage: _Passage) -> _Passage:
        return passage.model_copy(update={"source": names.get(passage.source, passage.source)})

    moved = renamed(evidence)
    also = {(place.fact, place.source): place for place in map(renamed, evidence.also)}
    also.pop((moved.fact, moved.source), None)
    conflicts = {key: tuple(map(renamed, several)) for key, several in evidence.conflicts.items()}
    return moved.model_copy(update={"also": tuple(also.values()), "conflicts": conflicts})


def person_values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of the person that stand in a profile, those under `contact` among them."""
    contact = data.get("contact") or {}
    stated = data.get("evidence") or {}
    places = {key: contact if key in CONTACTS else data for key in person_fields()}
    return {key: place.get(key) for key, place in places.items() if key in place or key in stated}


def _written(section: str, values: dict[str, Any], raw: Any) -> Written:
    return Written(section, values) if raw is None else Entry(section, values, Evidence.model_validate(raw))


# Decide on what is proposed in a profile: accept, reject, choose, correct; only the lines decided about change.


@dataclass(frozen=True)
class Proposal:
    """Something that a profile says with evidence.

    Attributes:
        section: The section, or `PERSON`.
        index: The position of the entry in its section.
        values: What it says.
        evidence: Why.
        line: Where it stands in the file.
    """

    section: str
    index: int
    values: Mapping[str, Any]
    evidence: Evidence
    line: int = 1

    @property
    def fact(self) -> str:
        """The key by which people name it."""
        return self.evidence.fact

    @property
    def candidates(self) -> list[tuple[str, int, Candidate]]:
        """The values to choose from, each with its key and its position among those of the key."""
        conflicts = self.evidence.conflicts
        return [(key, n, each) for key in self.open_conflicts for n, each in enumerate(conflicts[key])]

    @property
    def open_conflicts(self) -> tuple[str, ...]:
        """The keys about which sources disagree and nobody decided."""
        return self.evidence.open_conflicts(self.values)

    @property
    def unsaid(self) -> tuple[str, ...]:
        """The keys about which sources disagree and of which it says nothing: they cannot be accepted as they stand."""
        return tuple(key for key in self.open_conflicts if self.values.get(key) is None)

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided about it, or not about all of it."""
        return self.evidence.status == "proposed" or bool(self.open_conflicts)


class Review:
    """A profile about which people decide.

    Args:
        text: Its YAML.
        path: Where it is, for messages.

    Raises:
        ReadError: If it is no profile.
    """

    def __init__(self, text: str, path: Path) -> None:
        typed_yaml.check(text, path, reviewed_model(declaration_near(path)))
        self._path = path
        self._manuscript = Manuscript(text, path)
        self._extents = strict_yaml.extents(text, path)

    def proposals(self) -> list[Proposal]:
        """Return all that has evidence: what sources disagree on first, then the least sure."""
        found = [*self._of_person(), *self._of_sections()]
        return sorted(found, key=lambda each: (not each.open_conflicts, each.evidence.lowest))

    def open(self) -> list[Proposal]:
        """Return what nobody has decided about."""
        return [each for each in self.proposals() if each.is_open]

    def find(self, fact: str) -> Proposal:
        """Return the proposal that a key names, of which the beginning is enough.

        Raises:
            NotFound: If there is none, or several.
        """
        found = [each for each in self.proposals() if any(key.startswith(fact) for key in each.evidence.facts)]
        if len(found) != 1:
            what = f"{len(found)} facts begin" if found else "no fact begins"
            raise NotFound(f"{what} with '{fact}'", hint=f"list them: kg review {self._path} --list")
        return found[0]

    def decide(self, proposal: Proposal, status: Status) -> None:
        """Accept or reject a proposal as it stands; what somebody edited is accepted as edited.

        Raises:
            ReadError: If it cannot be accepted because it is open what it says.
        """
        if status == "accepted" and proposal.unsaid:
            raise ReadError(self._still_open(proposal))
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
        is_last = not any(name != key for name in proposal.open_conflicts)
        status: Status = "edited" if candidate.source == BY_HAND else "accepted"
        if not is_last or proposal.evidence.status == "edited":
            status = proposal.evidence.status
        self._note(proposal, conflicts=conflicts, proposed=values_digest(values), status=status)

    def correct(self, proposal: Proposal, values: Mapping[str, Any]) -> None:
        """Say something else. A key on which sources disagree stays open where it still says nothing.

        Raises:
            ReadError: If a profile would not accept it, or if nothing is decided by it.
        """
        is_same = _same(proposal.values, values)
        if proposal.unsaid and (is_same or not values):
            raise ReadError(self._still_open(proposal))
        if not values:
            raise ReadError(Problem("nothing is left of it", self._path, proposal.line))
        problems = [Problem(problem.message, self._path, proposal.line, None, problem.field, problem.hint)
                    for _, problem in refused(proposal.section, values)]  # fmt: skip
        if problems:
            raise ReadError(problems)
        changes = {key: values.get(key) for key in {**proposal.values, **values}}
        self._set(proposal, changes)
        self._note(proposal, status="accepted" if is_same else "edited")

    def text(self) -> str:
        """Return the YAML with all decisions.

        Raises:
            ReadError: If it cannot be written without harm, which would be a mistake of kg.
        """
        text = self._manuscript.text()
        if strict_yaml.parse(text, self._path).data != textual(self._manuscript.data):
            raise ReadError(Problem("the decisions cannot be written into this file", self._path, hint="report this"))
        return text

    def _still_open(self, proposal: Proposal) -> Problem:
        keys = " and ".join(f"'{key}'" for key in proposal.unsaid)
        hint = f"choose 1 to {len(proposal.candidates)}, edit or reject it: kg review {self._path}"
        return Problem(f"the sources disagree on {keys}", self._path, proposal.line, hint=hint)

    def _of_person(self) -> Iterator[Proposal]:
        data = self._manuscript.data
        stated = data.get("evidence") or {}
        values = person_values(data)
        for key in person_fields():
            if key in stated:
                place = ("contact", key) if key in CONTACTS else (key,)
                yield self._proposal(PERSON, 0, {key: values.get(key)}, stated[key], place)

    def _of_sections(self) -> Iterator[Proposal]:
        for section in sections():
            part = self._manuscript.parts.get(section)
            entries = part.contents if part else None
            for index, entry in enumerate(entries if isinstance(entries, list) else [entries] if entries else []):
                if entry.get("evidence") is not None:
                    values = {key: value for key, value in entry.items() if key != "evidence"}
                    yield self._proposal(section, index, values, entry["evidence"], (section, index))

    def _proposal(
        self, section: str, index: int, values: dict[str, Any], raw: Any, place: tuple[str | int, ...]
    ) -> Proposal:
        evidence = noticed(Evidence.model_validate(raw), values)
        return Proposal(section, index, values, evidence, self._extents.get(place, (1, 1, 1))[0])

    def _note(self, proposal: Proposal, **changes: Any) -> None:
        evidence = evidence_data(proposal.evidence.model_copy(update=changes))
        if proposal.section == PERSON:
            stated = dict(self._manuscript.data.get("evidence") or {})
            stated[next(iter(proposal.values))] = evidence
            self._manuscript.put("evidence", stated, ORDER)
        else:
            self._piece(proposal).change("evidence", evidence)

    def _set(self, proposal: Proposal, changes: Mapping[str, Any]) -> None:
        """Give keys other values; None takes a key away."""
        for key, value in changes.items():
            if proposal.section != PERSON:
                self._piece(proposal).change(key, value)
            elif key in CONTACTS:
                contact = {**(self._manuscript.data.get("contact") or {}), key: value}
                self._manuscript.put("contact", contact, ORDER)
            else:
                self._manuscript.put(key, value, ORDER)

    def _piece(self, proposal: Proposal) -> Piece:
        return self._manuscript.pieces(proposal.section, ORDER)[proposal.index]


def editable(proposal: Proposal) -> str:
    """Return what a proposal says as YAML, for an editor, with its words as comments."""
    quote = proposal.evidence.quote or ""
    head = [f"# {line}" for line in (f"{place(proposal.evidence)}:", *quote.splitlines())]
    lines = [line for key, value in proposal.values.items() for line in pair(key, value)]
    left = [key for key in keys_of(proposal.section) if key not in proposal.values]
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


def place(found: Passage) -> str:
    """Return where words stand: `cv.md:87`, `cv.pdf page 2:14`."""
    page = f" page {found.page}" if found.page else ""
    return f"{found.source}{page}:{found.lines[0]}" if found.lines else f"{found.source}{page}"


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return values_digest(one) == values_digest(other)
