"""Add to the works of a profile what registries say of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.base.errors import Problem
from kg.profile.drafts.adding import completed
from kg.profile.drafts.entries import ProfileEntry, SourcedEntry, entries
from kg.profile.drafts.merging import MergeResult
from kg.profile.drafts.model import Draft
from kg.profile.drafts.reviewing import CurrentEntries
from kg.profile.drafts.writing import Revision, write
from kg.profile.drafts.yaml_editing import EditableProfile
from kg.profile.provenance import values_digest
from kg.profile.reviewed import noticed, reviewed_model
from kg.terms import typed_yaml
from kg.terms.declaration import declaration_near, kg_declaration


@dataclass(frozen=True)
class ProfileWork:
    """A work of a list, which may lack something."""

    values: Mapping[str, Any]  # What the list says of it
    line: int = 1  # Its line in the file
    documents: frozenset[str] = frozenset()  # The documents that state it
    questions: tuple[str, ...] = ()  # The keys on which sources disagree and nobody decided
    is_proposed: bool = False  # Whether nobody decided about it

    @property
    def key(self) -> str:
        """What stands for it as long as nobody changes it."""
        return values_digest(self.values)


def works_in(text: str, path: Path) -> list[ProfileWork]:
    """Return the works of a profile but for those that people rejected.

    Raises:
        ReadError: If it is no profile.
    """
    _, tree = typed_yaml.check(text, path, reviewed_model(declaration_near(path)))
    current = CurrentEntries.of(EditableProfile(text, path))
    section = kg_declaration().works
    return [
        _listed(entry, tree.nearest(place).lines[0])
        for entry, place in zip(current.entries, current.places, strict=True)
        if entry.section == section and not _is_rejected(entry)
    ]


def complete(additions: Mapping[str, Draft], *, previous: str, path: Path) -> Revision:
    """Add to the works of a profile what registries say of them.

    Args:
        additions: By the key of a work what each says, the one to follow first; facts that are not sure are questions.
        previous: The profile as it is now: of a work that was changed meanwhile, nothing is added.
        path: Its file, for messages.

    Raises:
        ReadError: If it is no profile any more.
    """
    typed_yaml.check(previous, path, reviewed_model(declaration_near(path)))
    profile = EditableProfile(previous, path)
    before = CurrentEntries.of(profile)
    merged = MergeResult(list(before.entries), proposed=set(before.proposed))
    problems, now = list[Problem](), list[SourcedEntry]()
    for index, entry in enumerate(before.entries):
        draft = additions.get(values_digest(entry.values))
        if draft is None or entry.section != kg_declaration().works or _is_rejected(entry):
            continue
        found, refusals = entries(draft.facts, profile.declaration)
        fresh = [each for each in found if not (each.facts - entry.facts) & merged.proposed]
        problems += refusals
        if (added := completed(entry, fresh, profile.declaration)) is not None:
            merged.entries[index] = added
            merged.proposed -= entry.facts - added.facts
            merged.count("completed" if added.values != entry.values else "asked about")
            now += fresh
    if not now:
        return Revision(previous, [], merged.counts, problems)
    merged.proposed |= {fact for entry in now for fact in entry.facts}
    named = {place for entry in now for place in entry.documents}
    sources = [source for draft in additions.values() for source in draft.sources if source.path in named]
    return write(profile, path, before, merged, Draft((), tuple(sources)), now, problems)


def _is_rejected(entry: ProfileEntry) -> bool:
    return isinstance(entry, SourcedEntry) and entry.evidence.status == "rejected"


def _listed(entry: ProfileEntry, line: int) -> ProfileWork:
    if not isinstance(entry, SourcedEntry):
        return ProfileWork(entry.values, line)
    evidence = noticed(entry.evidence, entry.values)
    is_proposed = evidence.status == "proposed"
    return ProfileWork(entry.values, line, entry.documents, evidence.open_conflicts(entry.values), is_proposed)
