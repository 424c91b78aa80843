"""What changed between two versions of a profile, entry by entry: what sources say of whom, and what waits for people.

Where the words stand does not count: a record that is fetched again has other lines.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.profile.drafts.comparing import PERSON_SECTION, origins
from kg.profile.drafts.entries import ProfileEntry, SourcedEntry
from kg.profile.drafts.model import PERSON
from kg.profile.drafts.reviewing import CurrentEntries, entry_words
from kg.profile.drafts.yaml_editing import EditableProfile
from kg.profile.provenance import values_digest
from kg.profile.reviewed import listed


@dataclass(frozen=True)
class EntryChange:
    """What became of an entry, or of a field of the person."""

    what: str  # `new`, `in question`, `changed`, `also stated`, `no longer stated`
    section: str
    words: str  # What it is, on one line
    sources: tuple[str, ...]  # The labels of the documents that state it, or that state it now

    def __str__(self) -> str:
        said = f"  [{', '.join(self.sources)}]" if self.sources else ""
        return f"{self.what}: {self.section}: {self.words}{said}"


@dataclass
class _KnownEntries:
    """The entries of a version by their keys: facts of documents, else what they say."""

    entries: list[ProfileEntry] = field(default_factory=list)
    at: dict[tuple[str, str], int] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, path: Path) -> "_KnownEntries":
        profile = EditableProfile(text, path)
        labels = {each.path: each.label for each in origins(listed(profile.data.get("sources")))}
        version = cls(CurrentEntries.of(profile).entries, labels=labels)
        for index, entry in enumerate(version.entries):
            for key in _keys(entry):
                version.at.setdefault((entry.section, key), index)
        return version

    def find(self, entry: ProfileEntry) -> ProfileEntry | None:
        """Return the entry that another version has as this one."""
        found = [self.at[entry.section, key] for key in _keys(entry) if (entry.section, key) in self.at]
        return self.entries[min(found)] if found else None


def changes(before: str, after: str, path: Path) -> list[EntryChange]:
    """Return what changed in a profile, in its order; empty if only places of words and digests of documents did.

    Args:
        before: Its YAML; empty for a new one.
        after: The same later.
        path: Its file, for messages.

    Raises:
        ReadError: If one of them is no profile.
    """
    old, new = _KnownEntries.of(before, path), _KnownEntries.of(after, path)
    return list(_changes(old, new))


def _changes(old: _KnownEntries, new: _KnownEntries) -> Iterator[EntryChange]:
    for entry in new.entries:
        known = old.find(entry)
        if what := _became(known, entry):
            now, before = entry.documents, known.documents if known else frozenset[str]()
            some = {"also stated": now - before, "no longer stated": before - now}
            yield _change(what, entry, some.get(what, now), new)
    for entry in old.entries:
        if new.find(entry) is None:
            yield _change("no longer stated", entry, entry.documents, old)


def _became(old: ProfileEntry | None, new: ProfileEntry) -> str:
    """Return what became of an entry; empty where it is the same."""
    if old is None:
        return "new"
    if _status(old) == _status(new) == "rejected":
        return ""
    if _questions(new) - _questions(old):
        return "in question"
    if values_digest(old.values) != values_digest(new.values) or _status(old) != _status(new):
        return "changed"
    if new.documents - old.documents:
        return "also stated"
    return "no longer stated" if old.documents - new.documents else ""


def _change(what: str, entry: ProfileEntry, documents: frozenset[str], version: _KnownEntries) -> EntryChange:
    labels = (version.labels.get(document, document) for document in sorted(documents))
    if entry.section == PERSON:
        return EntryChange(what, PERSON_SECTION, next(iter(entry.values)).replace("_", " "), tuple(labels))
    return EntryChange(what, entry.section, entry_words(entry.section, entry.values), tuple(labels))


def _keys(entry: ProfileEntry) -> list[str]:
    """Return what an entry is known by in another version of its profile."""
    if entry.section == PERSON:
        return list(entry.values)
    return [*sorted(entry.facts), values_digest(entry.values)]


def _status(entry: ProfileEntry) -> str:
    return entry.evidence.status if isinstance(entry, SourcedEntry) else ""


def _questions(entry: ProfileEntry) -> set[tuple[str, str]]:
    """Return on what an entry waits for a decision: a key and a value that a source states."""
    if not isinstance(entry, SourcedEntry):
        return set()
    conflicts: Any = entry.evidence.conflicts
    return {
        (key, values_digest({"": each.value}))
        for key in entry.evidence.open_conflicts(entry.values)
        for each in conflicts[key]
    }
