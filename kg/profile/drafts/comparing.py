"""What the sources of a profile say of a person, side by side: which state an entry, and on what they disagree.

A profile knows it already: each entry has the passages that say it. Nothing is read again.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from kg.base import strict_yaml
from kg.base.errors import counted
from kg.base.node import Node
from kg.profile.drafts.matching import years_apart
from kg.profile.drafts.reviewing import entry_words, shown
from kg.profile.drafts.yaml_editing import NOT_TAKEN
from kg.profile.provenance import BY_HAND, Evidence
from kg.profile.reviewed import listed, reviewed_model, sections
from kg.profile.titles import Title, can_be_one, read_title
from kg.terms import typed_yaml
from kg.terms.declaration import declaration_near
from kg.terms.identifiers import SCHEMES, key_of
from kg.terms.languages import main_form

PERSON_SECTION = "person"
"""What the fields of the person are called beside the sections."""

_KEEPERS = {"crossref": "Crossref", "datacite": "DataCite", "csl-json": "doi.org"}
"""Who keeps records that have no ids of their own, by what reads them."""
_WORDS = 3  # of so few words nothing is concluded
_CROWDED = 50  # entries that share a word, of which each is compared with each


@dataclass(frozen=True)
class Origin:
    """A source of a profile."""

    path: str  # As the profile names it
    kind: str  # What read it: `orcid`, `bibtex`; `cv` and `site` are documents of people themselves
    label: str  # What people call it: `ORCID`, `cv.pdf`


class KeyDifference(NamedTuple):
    """A key of an entry of which sources say different things."""

    key: str
    values: tuple[tuple[str, str], ...]  # Source and what it says
    is_open: bool  # Whether nobody decided


@dataclass(frozen=True)
class StatedEntry:
    """An entry of a profile, or a field of the person, and who states it."""

    section: str
    words: str  # What it is, on one line
    values: Mapping[str, Any]
    sources: frozenset[str]  # Their labels; `by hand` where no document states it
    disagreements: tuple[KeyDifference, ...] = ()
    is_undecided: bool = False  # Whether it waits for a decision
    line: int = 1  # Its line in the profile


@dataclass
class SourceComparison:
    """What the sources of one profile say."""

    path: Path
    id: str
    name: str
    origins: list[Origin] = field(default_factory=list)
    entries: list[StatedEntry] = field(default_factory=list)
    rejected: int = 0  # Entries that people rejected, and that no longer count
    unread: int = 0  # Passages of documents that a profile does not hold

    @property
    def labels(self) -> list[str]:
        """The sources, and what stands by hand if anything does."""
        known = list(dict.fromkeys(each.label for each in self.origins))
        return [*known, BY_HAND] if any(BY_HAND in each.sources for each in self.entries) else known

    def of(self, section: str) -> list[StatedEntry]:
        """Return the entries of a section."""
        return [each for each in self.entries if each.section == section]

    def stating(self, section: str) -> list[str]:
        """Return the sources that state any entry of a section; of the others nothing is missing there."""
        stated = {label for each in self.of(section) for label in each.sources}
        return [label for label in self.labels if label in stated]

    def missing(self, section: str, label: str) -> list[StatedEntry]:
        """Return the entries of a section that a source does not state."""
        return [each for each in self.of(section) if label not in each.sources]

    def in_all(self, section: str) -> list[StatedEntry]:
        """Return the entries that all documents state that state any of the section."""
        documents = set(self.stating(section)) - {BY_HAND}
        return [each for each in self.of(section) if documents and documents <= each.sources]

    @property
    def different(self) -> list[StatedEntry]:
        """The entries on which sources disagree."""
        return [each for each in self.entries if each.disagreements]

    @property
    def questions(self) -> int:
        """How many entries wait for a decision, as a whole or on what sources disagree about, as `kg review` asks."""
        return sum(each.is_undecided or any(one.is_open for one in each.disagreements) for each in self.entries)

    def alike(self, section: str) -> list[tuple[StatedEntry, StatedEntry]]:
        """Return pairs of entries that are probably one: no source has both, and their titles can be one."""
        having: dict[str, list[StatedEntry]] = defaultdict(list)
        for each in self.of(section):
            for word in _title(each).telling:
                having[word].append(each)
        near = (pair for several in having.values() if len(several) <= _CROWDED for pair in combinations(several, 2))
        pairs = {(id(one), id(other)): (one, other) for one, other in near}
        return [pair for pair in pairs.values() if _may_be_one(*pair)]


_WORKS = "publications"

TableRow = tuple[str | int, ...]


def coverage(found: SourceComparison) -> tuple[tuple[str, ...], list[TableRow]]:
    """Return a table of how many entries of each section each source states: its head, and its rows."""
    rows: list[TableRow] = []
    for section in filter(found.of, sections()):
        entries = found.of(section)
        counts = (sum(label in each.sources for each in entries) for label in found.labels)
        rows.append((section, *counts, len(found.in_all(section)), len(entries)))
    return ("", *found.labels, "in all", "entries"), rows


def overview(found: Sequence[SourceComparison]) -> tuple[tuple[str, ...], list[TableRow]]:
    """Return a row for each person: works by the kind of their sources, differences, questions; and the sums."""
    kinds = list(dict.fromkeys(origin.kind for each in found for origin in each.origins))
    rows = [_row(each, kinds) for each in found]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    names = [*(each.id or each.path.stem for each in found), counted(len(found), "person", "people")]
    head = ("person", "works", *kinds, "in all", "different", "same?", "not held", "open")
    return head, [(name, *row) for name, row in zip(names, [*rows, sums], strict=True)]


def _row(found: SourceComparison, kinds: Sequence[str]) -> list[int]:
    works = found.of(_WORKS)
    labels = [{origin.label for origin in found.origins if origin.kind == kind} for kind in kinds]
    of_kinds = [sum(not each.sources.isdisjoint(some) for each in works) for some in labels]
    rest = (len(found.in_all(_WORKS)), len(found.different), len(found.alike(_WORKS)), found.unread, found.questions)
    return [len(works), *of_kinds, *rest]


def suggestions(found: SourceComparison) -> list[tuple[str, str]]:
    """Return what is left to do, in words, each with the command that does it, or nothing."""
    open_, unread = counted(found.questions, "question"), counted(found.unread, "passage")
    said = [(f"{open_} open; {unread} of documents not held; {found.rejected} rejected", "")]
    if found.questions:
        said.append(("Next", f"kg review {found.path}"))
    if found.unread:
        said.append((f"What is not held stands at the end of {found.path}", ""))
    lacking = [each.kind for each in found.origins if key_of(each.path) and found.missing(_WORKS, each.label)]
    batch = "kg compare {path} --missing-in {kind} -o {kind}.bib"
    kinds = dict.fromkeys(lacking)
    return [*said, *((f"Works that {kind} lacks", batch.format(path=found.path, kind=kind)) for kind in kinds)]


def compare(path: Path) -> SourceComparison:
    """Return what the sources of a profile say.

    Raises:
        ReadError: If it cannot be read, or is no profile.
    """
    text = strict_yaml.read_text(path)
    try:
        found = _compared(path, strict_yaml.parse(text, path))
    except (AttributeError, KeyError, TypeError, ValueError):
        # To check every profile by its model would take five times as long; one that is none is refused by it.
        typed_yaml.check(text, path, reviewed_model(declaration_near(path)))
        raise
    found.unread = _unread(text)
    return found


def _compared(path: Path, tree: Node) -> SourceComparison:
    data = tree.data
    known = origins(listed(data.get("sources")))
    labels = {each.path: each.label for each in known}
    found = SourceComparison(path, str(data["id"]), main_form(data.get("name")), known)
    for section in sections():
        for at, entry in enumerate(listed(data.get(section))):
            evidence = entry.get("evidence") or {}
            if evidence.get("status") == "rejected":
                found.rejected += 1
            else:
                values = {key: value for key, value in entry.items() if key != "evidence"}
                line, _ = tree.nearest((section, at)).lines
                stated = _stated(section, entry_words(section, values), values, evidence, labels)
                found.entries.append(replace(stated, line=line))
    for key, evidence in (data.get("evidence") or {}).items():
        value = data.get(key, (data.get("contact") or {}).get(key))
        found.entries.append(_stated(PERSON_SECTION, key.replace("_", " "), {key: value}, evidence or {}, labels))
    return found


def origins(sources: Sequence[Mapping[str, Any]]) -> list[Origin]:
    """Return the sources of a profile; files of one name are called by their paths, records by who keeps them."""
    stated = [(str(each.get("path", "")), str(each.get("extractor", ""))) for each in sources]
    labels = [_label(*each) for each in stated]
    times = Counter(labels)
    return [
        Origin(path, kind, label if times[label] == 1 or "://" in path else path)
        for (path, kind), label in zip(stated, labels, strict=True)
    ]


def _label(path: str, kind: str) -> str:
    if "://" in path:
        return _KEEPERS.get(kind) or (
            re.sub(r" (iD|id|key|name)$", "", SCHEMES[kind].label) if kind in SCHEMES else path
        )
    return path.rpartition("/")[2] or path


def _stated(
    section: str, words: str, values: Mapping[str, Any], evidence: Mapping[str, Any], labels: Mapping[str, str]
) -> StatedEntry:
    passages = [evidence, *listed(evidence.get("also"))] if evidence else []
    conflicts: Mapping[str, Sequence[Any]] = evidence.get("conflicts") or {}
    open_ = Evidence.model_validate(evidence).open_conflicts(values) if conflicts else ()
    disagreements = []
    for key, several in conflicts.items():
        said = dict.fromkeys(
            (labels.get(str(each.get("source")), BY_HAND), shown(each.get("value"))) for each in several
        )
        disagreements.append(KeyDifference(key, tuple(said), key in open_))
    sources = {labels.get(str(each.get("source")), BY_HAND) for each in passages}
    sources |= {label for each in disagreements for label, _ in each.values}
    return StatedEntry(
        section,
        words,
        values,
        frozenset(sources or {BY_HAND}),
        tuple(disagreements),
        evidence.get("status") == "proposed",
    )


def _unread(text: str) -> int:
    """Return how many passages the end of a profile lists that it does not hold."""
    _, _, tail = text.rpartition(f"\n{NOT_TAKEN}\n")
    return sum(line.startswith("#   ") for line in tail.splitlines()) if f"\n{NOT_TAKEN}\n" in text else 0


def _title(entry: StatedEntry) -> Title:
    return read_title(main_form(entry.values.get("title") or entry.values.get("name") or ""))


def _may_be_one(one: StatedEntry, other: StatedEntry) -> bool:
    titles = _title(one), _title(other)
    is_near = years_apart(one.values, other.values) <= 1  # a preprint is older
    is_telling = min(len(each.telling) for each in titles) >= _WORDS
    return one.sources.isdisjoint(other.sources) and is_telling and is_near and can_be_one(titles[:1], titles[1:])
