"""What stands in a profile: its entries and fields, those with evidence and those by hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from kg.drafts.entries import Entry, Written
from kg.drafts.manuscript import Manuscript
from kg.drafts.model import PERSON
from kg.profile import Profile
from kg.profile.provenance import Evidence, Passage
from kg.profile.reviewed import CONTACTS, PROVENANCE, listed, person_fields, sections

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
