"""A CV as data: al-folio's list of sections, mappings of sections as other generators have them, and résumé files.

Entries whose keys are plain are read by them; others are set as the blocks of a document, with the lines of the file,
and read like a page.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg.base.errors import counted
from kg.base.node import Lines, Node
from kg.extract.documents import reading
from kg.extract.documents.model import BlockKind, Document, DocumentBlock, TextRun
from kg.extract.nodes import squeezed
from kg.extract.owner import name_in
from kg.extract.sections import kind_of
from kg.extract.sites import entries, people
from kg.extract.sites.entries import KeyedEntry
from kg.extract.sites.files import SiteFiles
from kg.extract.sites.stating import RANK, Stating, is_placeholder, leaves, name_in_facts, plain
from kg.interchange.forms import json_resume, rendercv
from kg.profile.drafts.model import PERSON, Fact

MAX_ENTRIES = 2_000
"""Of one file at most so many entries and items are read."""
MAX_SPAN = 1_000
BESIDE = ("presentations", "talks", "teaching", "portfolio")
"""Sections that a generator of homepages adds to the résumés that it makes."""

PageReader = Callable[[Document, str], Iterator[Fact]]

_OTHER_TITLES = {"career profile": "summary", "portfolio": "systems", "work": "positions", "jobs": "positions",
                 "career": "positions", "volunteer": "service", "papers": "publications"}  # fmt: skip
_INNER = ("contents", "courses", "entries", "info", "items", "papers", "assignments", "toolset", "list")


@dataclass
class Cv:
    """What a CV as data says."""

    name: str = ""  # Whose it is, if it says so
    facts: list[Fact] = field(default_factory=list)
    blocks: list[DocumentBlock] = field(default_factory=list)  # What is to be read as text
    by_keys: set[int] = field(default_factory=set)  # The lines of entries that were read by their keys
    room: int = MAX_ENTRIES

    def add(self, kind: BlockKind, text: str, lines: Lines, before: Sequence[TextRun] = (), **more: Any) -> None:
        """Set a text as a block, with its links and styles if it has some."""
        line = lines[0]
        runs: tuple[TextRun, ...] = (TextRun(plain(text), line),) if text.strip() else ()
        if any(sign in text for sign in "<[*"):
            found = reading.read_text(text, "-")
            runs = tuple(replace(run, line=line) for block in found for run in block.runs if run.text != "\n")
        if runs:
            runs = (*before, *runs)
            self.blocks.append(DocumentBlock(kind, runs, (runs[0].line, max(lines[1], runs[0].line)), **more))


def read(path: Path, files: SiteFiles, read_page: PageReader) -> Cv:
    """What a file says; of one in a format that is imported, what that format lacks."""
    data, stating, cv = files.data(path), Stating(path.as_posix(), "cv data"), Cv()
    form = json_resume if path.suffix.lower() == ".json" else rendercv if data.peek("cv").pairs else None
    if form:
        draft = form.FORMAT.read(path)
        files.sources |= {source.path: source for source in draft.sources}
        files.warnings.extend(draft.warnings)
        cv.facts = list(draft.facts)
        cv.name = name_in_facts(cv.facts)
    for place in () if form else (data.peek("basics"), data.peek("sidebar"), data.peek("header"), data):
        _person(place, cv, stating)
        cv.facts += people.job_of(place, stating)
    for title, node in _sections(data):
        if not form or title in BESIDE:
            _section(title, node, cv, stating, files)
    cv.facts += _as_text(cv, stating, files, read_page)
    return cv


def _head(node: Node) -> Lines:
    """The line on which a value begins."""
    return (node.lines[0], node.lines[0])


def _person(node: Node, cv: Cv, stating: Stating) -> None:
    """Take what keys say of the person: the name and addresses."""
    named = node.peek("name", "fullname")
    found = name_in(plain(named.text))
    if not cv.name and found and not is_placeholder(named.text):
        cv.name = found.name
        cv.facts += stating.of_name(found, named)
    cv.facts += people.contacts(node, stating)


def _sections(data: Node) -> Iterator[tuple[str, Node]]:
    """Yield the sections of a CV: title and entries."""
    for section in data.entries if isinstance(data.value, list) else ():
        if title := section.peek("title", "name").text:
            yield title, section
    for _, node in data.pairs:
        if isinstance(node.value, list | dict) and node.key:
            yield node.key.replace("_", " ").replace("-", " "), node


def _section(title: str, node: Node, cv: Cv, stating: Stating, files: SiteFiles) -> None:
    kind = _OTHER_TITLES.get(title.casefold()) or kind_of(title) or "other"
    inner = node.peek(*_INNER) if isinstance(node.value, dict) else node
    several = inner.entries if inner.value is not None else node.entries
    cv.add("heading", title if kind_of(title) == kind else kind.title(), _head(node), level=2)
    if left := several[max(cv.room, 0) :]:
        number = counted(len(left), "entry of", "entries of")
        message = f"not read: {number} '{title[:60]}'; a file has at most {MAX_ENTRIES:,}"
        files.warn(message, stating.path, left[0].lines[0], hint="split the file")
    labelled = {squeezed(plain(each.peek("name").text)): each.peek("value") for each in several}
    if kind in ("contact", "summary", "other"):
        _person(Node(labelled), cv, stating)
    is_work = kind == "publications"
    for each in several[: max(cv.room, 0)]:
        by = "talk" if kind == "talks" else "work" if is_work and entries.kind_of(each) == "work" else kind
        if facts := list(entries.read(KeyedEntry(by, each, stating, files))):
            cv.facts += facts
            first, last = each.lines
            cv.by_keys.update(range(first, min(last, first + MAX_SPAN) + 1))
        _set(each, kind, cv)


def _set(entry: Node, kind: str, cv: Cv) -> None:
    """Set an entry as text: a text as it is, items below their group, a label with values, or what keys hold."""
    cv.room -= 1
    title, items, told = entry.peek("title", "name"), entry.peek("items", "keywords"), entry.peek("summary", "content")
    if isinstance(entry.value, list):
        for each in entry.entries[: max(cv.room, 0)]:
            _set(each, kind, cv)
    elif kind == "summary" and told.text:
        cv.add("paragraph", told.text, told.lines)
    elif items.value is not None and kind != "skills":
        _group(title, entry.peek("year", "date"), items, kind, cv)
    elif isinstance(entry.value, str) or entry.peek("value", "items", "keywords", "level").value is not None:
        parts = (entry.text or title.text, ", ".join(leaves(entry.peek("value", "items", "keywords"))))
        cv.add("item", ": ".join(filter(None, parts)), entry.lines, depth=1)
    else:
        texts = entries.sentences(entry)
        heads = [each.text for _, each in entry.pairs if each.text and plain(each.text) not in texts]
        cv.add("item", ", ".join(heads), _head(entry), depth=1)
        for text in texts:
            cv.add("item", text, entry.lines, depth=2)


def _group(title: Node, date: Node, items: Node, kind: str, cv: Cv) -> None:
    """Set items with the year or the title above them."""
    texts = [each for each in items.entries if isinstance(each.value, str)][: max(cv.room, 0)]
    cv.room -= len(texts)
    for above in (title, date if kind == "publications" else Node(None)):
        if above.text and kind != "interests":
            cv.add("heading", above.text, _head(above), level=3)
    for each in texts:
        is_dated = bool(date.text) and kind not in ("publications", "interests")
        before = [TextRun(f"{plain(date.text)}: ", min(date.lines[0], each.lines[0]))] * is_dated
        cv.add("item", each.text, each.lines, before, depth=1)


def _as_text(cv: Cv, stating: Stating, files: SiteFiles, read_page: PageReader) -> Iterator[Fact]:
    """Yield what is found in the texts, without what the keys have said already."""
    source = files.sources.get(stating.source)
    document = Document(stating.source, source.media_type if source else "", "", tuple(cv.blocks))
    for fact in read_page(document, files.name or cv.name or "-"):
        is_known = cv.by_keys.issuperset(fact.quote.lines)
        if not is_known and "name" not in (fact.values if fact.section == PERSON else ()):
            yield replace(fact, rank=RANK)
