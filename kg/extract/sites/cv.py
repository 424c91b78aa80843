"""A CV as data: al-folio's list of sections, mappings of sections as other generators have them, and résumé files.

Entries whose keys are plain are read by them; others are set as the blocks of a document, with the lines of the file,
and read like a page.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kg.base.errors import counted
from kg.extract import addresses
from kg.extract.documents import reading
from kg.extract.documents.model import BlockKind, Document, DocumentBlock, TextRun
from kg.extract.nodes import Lines, ValueNode
from kg.extract.owner import name_in
from kg.extract.sections import kind_of
from kg.extract.sites import entries, people
from kg.extract.sites.entries import KeyedEntry, text_of
from kg.extract.sites.files import SiteFiles
from kg.extract.sites.stating import RANK, Stating, is_placeholder, leaves, plain
from kg.interchange import json_resume, rendercv
from kg.profile.drafts.model import PERSON, Draft, Fact

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
    by_keys: list[Lines] = field(default_factory=list)  # The lines of entries that were read by their keys
    room: int = MAX_ENTRIES

    def add(self, kind: BlockKind, text: str, place: ValueNode, before: Sequence[TextRun] = (), **more: Any) -> None:
        """Set a text as a block, with its links and styles if it has some."""
        line = place.lines[0]
        runs: tuple[TextRun, ...] = (TextRun(plain(text), line),) if text.strip() else ()
        if any(sign in text for sign in "<[*"):
            found = reading.read_text(text, "-")
            runs = tuple(replace(run, line=line) for block in found for run in block.runs if run.text != "\n")
        if runs:
            runs = (*before, *runs)
            self.blocks.append(DocumentBlock(kind, runs, (runs[0].line, max(place.lines[1], runs[0].line)), **more))


def read(path: Path, files: SiteFiles, read_page: PageReader) -> Cv:
    """What a file says; of one in a format that is imported, what that format lacks."""
    data, stating = files.data(path), Stating(path.as_posix(), "cv data")
    form = json_resume if path.suffix.lower() == ".json" else rendercv if data.peek("cv").pairs else None
    cv = _imported(form.FORMAT.read(path), files) if form else Cv()
    if not form:
        for place in (data.peek("basics"), data.peek("sidebar"), data.peek("header"), data):
            _name(place.peek("name", "fullname"), cv, stating)
            cv.facts += [*people.contacts(place, stating), *people.job_of(place, stating)]
    for title, node in _sections(data):
        if not form or title in BESIDE:
            _section(title, node, cv, stating, files)
    cv.facts += _as_text(cv, stating, files, read_page)
    return cv


def _imported(draft: Draft, files: SiteFiles) -> Cv:
    files.sources |= {source.path: source for source in draft.sources}
    files.warnings.extend(draft.warnings)
    name = next((fact.values["name"] for fact in draft.facts if not fact.section and "name" in fact.values), "")
    return Cv(str(name), list(draft.facts))


def _sections(data: ValueNode) -> Iterator[tuple[str, ValueNode]]:
    """Yield the sections of a CV: title and entries."""
    for section in data.entries if isinstance(data.value, list) else ():
        if title := section.peek("title", "name").text:
            yield title, section
    for _, node in data.pairs:
        if isinstance(node.value, list | dict) and node.key:
            yield node.key.replace("_", " ").replace("-", " "), node


def _section(title: str, node: ValueNode, cv: Cv, stating: Stating, files: SiteFiles) -> None:
    kind = _OTHER_TITLES.get(title.casefold()) or kind_of(title) or "other"
    inner = node.peek(*_INNER) if isinstance(node.value, dict) else node
    several = inner.entries if inner.value is not None else node.entries
    cv.add("heading", title if kind_of(title) == kind else kind.title(), ValueNode(None, node.lines[:1] * 2), level=2)
    if left := several[max(cv.room, 0) :]:
        number = counted(len(left), "entry of", "entries of")
        message = f"not read: {number} '{title[:60]}'; a file has at most {MAX_ENTRIES:,}"
        files.warn(message, stating.path, left[0].lines[0], hint="split the file")
    for each in several[: max(cv.room, 0)]:
        if kind in ("contact", "summary", "other"):
            _labelled(each, cv, stating)
        by = (
            "talk"
            if kind == "talks"
            else "work"
            if kind == "publications" and entries.kind_of(each) == "work"
            else kind
        )
        if facts := list(entries.read(KeyedEntry(by, each, stating, files))):
            cv.facts += facts
            cv.by_keys.append(each.lines)
        if kind == "summary" and (told := each.peek("summary", "text", "content")).text:
            cv.add("paragraph", told.text, told)
        else:
            _set(each, kind, cv)


def _labelled(entry: ValueNode, cv: Cv, stating: Stating) -> None:
    """Take what labels of a table on the person say: `name: Full Name`, `value: Ada Lovelace`."""
    label, value = plain(entry.peek("name").text).casefold(), entry.peek("value")
    if label in ("name", "full name"):
        _name(value, cv, stating)
    elif label in ("email", "e-mail") and (email := addresses.email_of(value.text)):
        cv.facts.append(stating.of_person("email", email, value))
    elif (known := addresses.LABELS.get(label)) and (address := addresses.canonical(known, value.text)):
        cv.facts.append(stating.of_person(known, address, value))


def _name(node: ValueNode, cv: Cv, stating: Stating) -> None:
    found = name_in(plain(node.text))
    if not cv.name and found and not is_placeholder(node.text):
        cv.name = found.name
        cv.facts += stating.of_name(found, node)


def _set(entry: ValueNode, kind: str, cv: Cv) -> None:
    """Set an entry as text: a label with its value, a group with its items, or what its keys hold."""
    cv.room -= 1
    title, items = entry.peek("title", "name"), entry.peek("items", "keywords")
    if isinstance(entry.value, str) or (kind == "skills" and entry.peek("level").text):
        cv.add("item", entry.text or title.text, entry, depth=1)
    elif entry.peek("value").value is not None:
        cv.add("item", f"{entry.peek('name').text}: {' , '.join(leaves(entry.peek('value')))}", entry, depth=1)
    elif items.value is not None and kind == "skills":
        cv.add("item", f"{title.text}: {', '.join(map(text_of, items.entries))}".lstrip(": "), entry, depth=1)
    elif items.value is not None:
        _group(title, entry.peek("year", "date"), items, kind, cv)
    elif isinstance(entry.value, dict):
        told = entries.sentences(entry)
        heads = [each.text for _, each in entry.pairs if each.text and plain(each.text) not in told]
        cv.add("item", ", ".join(heads), ValueNode(None, entry.lines[:1] * 2), depth=1)
        for text in told:
            cv.add("item", text, entry, depth=2)
    else:
        for each in entry.entries[: max(cv.room, 0)]:
            _set(each, kind, cv)


def _group(title: ValueNode, date: ValueNode, items: ValueNode, kind: str, cv: Cv) -> None:
    """Set items with the year or the title above them."""
    texts = [each for each in items.entries if isinstance(each.value, str)][: max(cv.room, 0)]
    cv.room -= len(texts)
    for above in (title, date if kind == "publications" else ValueNode(None, (1, 1))):
        if above.text and kind != "interests":
            cv.add("heading", above.text, ValueNode(None, above.lines[:1] * 2), level=3)
    for each in texts:
        is_dated = bool(date.text) and kind not in ("publications", "interests")
        before = [TextRun(f"{plain(date.text)}: ", min(date.lines[0], each.lines[0]))] * is_dated
        cv.add("item", each.text, each, before, depth=1)


def _as_text(cv: Cv, stating: Stating, files: SiteFiles, read_page: PageReader) -> Iterator[Fact]:
    """Yield what is found in the texts, without what the keys have said already."""
    source = files.sources.get(stating.source)
    by_keys = _numbers(cv.by_keys)
    document = Document(stating.source, source.media_type if source else "", "", tuple(cv.blocks))
    for fact in read_page(document, files.name or cv.name or "-"):
        first, last = fact.quote.lines
        is_known = first in by_keys and last in by_keys
        if not is_known and "name" not in (fact.values if fact.section == PERSON else ()):
            yield replace(fact, rank=RANK)


def _numbers(spans: Iterable[Lines]) -> set[int]:
    return {line for first, last in spans for line in range(first, min(last, first + MAX_SPAN) + 1)}
