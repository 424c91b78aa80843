"""A CV as data."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from kg.base.errors import counted
from kg.base.tables import lines_of
from kg.extract import addresses
from kg.extract.documents import reading
from kg.extract.documents.model import Document, DocumentBlock, TextRun
from kg.extract.nodes import Lines, ValueNode
from kg.extract.owner import name_in
from kg.extract.sections import kind_of
from kg.extract.sites import career_data, papers, settings
from kg.extract.sites.files import FrontMatterPage, SiteFiles
from kg.extract.sites.settings import SiteSettings
from kg.extract.sites.stating import RANK, Stating, is_placeholder, leaves, plain
from kg.interchange import json_resume, rendercv
from kg.profile.drafts.model import Draft, Fact

# Set entries of data as the blocks of a document, with the lines of the file, so that they are read like a page.

MAX_ENTRIES = 2_000
"""Of one file at most so many entries and items are read."""


@dataclass
class Writing:
    """A document that is set from entries.

    Attributes:
        blocks: Its blocks.
        taken: The lines of entries that were read by their keys.
        expected: The lines of entries of which something should be found, by section.
        room: How many entries and items may follow.
    """

    blocks: list[DocumentBlock] = field(default_factory=list)
    taken: list[Lines] = field(default_factory=list)
    expected: dict[str, list[Lines]] = field(default_factory=dict)
    room: int = MAX_ENTRIES

    def heading(self, text: str, line: int, level: int = 2) -> None:
        """Set a heading."""
        self.blocks.append(DocumentBlock("heading", (TextRun(plain(text), line),), (line, line), level=level))

    def paragraph(self, node: ValueNode) -> None:
        """Set a text as a paragraph."""
        self.blocks.append(DocumentBlock("paragraph", _runs(node.text, node.lines[0]), node.lines))

    def entry(self, entry: ValueNode, kind: str) -> None:
        """Set an entry: a text, a label with its value, a group with its items, or what its keys hold."""
        self.room -= 1
        if isinstance(entry.value, str):
            self._set(entry.text, entry)
        elif entry.at("value").value is not None:
            self._set(f"{entry.at('name').text}: {' , '.join(leaves(entry.at('value')))}", entry)
        elif entry.at("items", "keywords").value is not None:
            self._group(entry, kind)
        elif kind == "skills" and entry.at("level", "name").text:
            self._set(entry.at("name", "title").text, entry)
        elif isinstance(entry.value, dict):
            self._keys(entry)
        else:
            for each in entry.entries[: max(self.room, 0)]:
                self.entry(each, kind)

    def _group(self, entry: ValueNode, kind: str) -> None:
        """Set items with the year or the title above them."""
        title, date = entry.at("title", "name"), entry.at("year", "date")
        items = [each for each in entry.at("items", "keywords").entries if isinstance(each.value, str)]
        items = items[: max(self.room, 0)]
        self.room -= len(items)
        if kind == "interests":
            for each in items:
                self._set(each.text, each)
            return
        if kind == "skills":
            self._set(f"{title.text}: {', '.join(plain(each.text) for each in items)}".lstrip(": "), entry)
            return
        if title.text:
            self.heading(title.text, title.lines[0], 3)
        if date.text and kind == "publications":
            self.heading(date.text, date.lines[0], 3)
        for each in items:
            self._dated("" if kind == "publications" else plain(date.text), date, each)

    def _keys(self, entry: ValueNode) -> None:
        told = career_data.told(entry)
        heads = [each.text for _, each in entry.pairs if each.text and plain(each.text) not in told]
        self._set(", ".join(heads), ValueNode(None, (entry.lines[0], entry.lines[0])))
        for text in told:
            self._set(text, entry, depth=2)

    def _set(self, text: str, place: ValueNode, depth: int = 1) -> None:
        if runs := _runs(text, place.lines[0]):
            self.blocks.append(DocumentBlock("item", runs, place.lines, depth=depth))

    def _dated(self, date: str, place: ValueNode, item: ValueNode) -> None:
        """Set an item with its date before it."""
        runs = _runs(item.text, item.lines[0])
        if runs and date:
            runs = (TextRun(f"{date}: ", min(place.lines[0], item.lines[0])), *runs)
        if runs:
            self.blocks.append(DocumentBlock("item", runs, (runs[0].line, max(item.lines[1], runs[0].line)), depth=1))


def _runs(text: str, line: int) -> tuple[TextRun, ...]:
    """Return a text as runs, with its links and styles if it has some."""
    if not any(sign in text for sign in "<[*"):
        return (TextRun(plain(text), line),) if text.strip() else ()
    found = reading.read_text(text, "-")
    return tuple(replace(run, line=line) for block in found for run in block.runs if run.text != "\n")


# A CV as data: al-folio's list of sections, mappings of sections as other generators have them, and résumé files.

NAMES = tuple(lines_of("kg.extract", "tables/cv_files.txt"))
"""Where sites keep a CV as data."""

HOW = "cv data"
MAX_SPAN = 1_000
READ = ("awards", "education", "memberships", "positions", "publications", "service", "systems", "talks", "teaching")
"""Kinds of sections of whose entries a profile should hold something."""

BESIDE = ("presentations", "talks", "teaching", "portfolio")
"""Sections that a generator of homepages adds to the résumés that it makes."""

PageReader = Callable[[Document, str], Iterator[Fact]]

Around = tuple[SiteFiles, SiteSettings, PageReader]

_OTHER_TITLES = {
    "career profile": "summary",
    "portfolio": "systems",
    "work": "positions",
    "jobs": "positions",
    "career": "positions",
    "volunteer": "service",
    "papers": "publications",
}
_INNER = ("contents", "courses", "entries", "info", "items", "papers", "assignments", "toolset", "list")


@dataclass
class Cv:
    """What a CV as data says.

    Attributes:
        name: Whose it is, if it says so.
        facts: What it says.
    """

    name: str = ""
    facts: list[Fact] = field(default_factory=list)


def read(path: Path, files: SiteFiles, site: SiteSettings, read_page: PageReader) -> Cv:
    """Return what a file says."""
    if path.suffix.lower() == ".json":
        cv = _imported(json_resume.FORMAT.read(path), files)
        return _with_sections(cv, path, (files, site, read_page), only=BESIDE)
    data = files.data(path)
    if data.at("cv").at("sections").value or data.at("cv").at("name").text:
        return _imported(rendercv.FORMAT.read(path), files)
    cv = Cv()
    _of_basics(data, cv, Stating(path.as_posix(), HOW))
    return _with_sections(cv, path, (files, site, read_page), data)


def _with_sections(
    cv: Cv, path: Path, around: Around, data: ValueNode | None = None, *, only: Iterable[str] = ()
) -> Cv:
    """Return a CV with what sections of its file say, be it only those of some titles."""
    files, site, read_page = around
    writing, stating = Writing(), Stating(path.as_posix(), HOW)
    for title, node in _sections(data or files.data(path)):
        if not only or title in only:
            _of_section(title, node, cv, writing, (stating, files, site))
    cv.facts.extend(_read_as_text(writing, stating, cv, site, read_page, files))
    _report(writing, cv, path, files)
    return cv


def _report(writing: Writing, cv: Cv, path: Path, files: SiteFiles) -> None:
    """Say which entries nothing was read of, section by section."""
    covered = _lines(fact.quote.lines for fact in cv.facts)
    for title, expected in writing.expected.items():
        silent = [first for first, last in expected if covered.isdisjoint(range(first, last + 1))]
        if silent:
            shown = ", ".join(map(str, silent[:10])) + (" …" if len(silent) > 10 else "")
            lines = f"line{'s' * (len(silent) > 1)} {shown}"
            message = f"nothing is taken of {counted(len(silent), 'entry', 'entries')} of '{title[:60]}', on {lines}"
            files.warn(message, path, silent[0], hint="add them by hand where they belong")


def of_head(page: FrontMatterPage, files: SiteFiles, site: SiteSettings, read_page: PageReader) -> Cv:
    """Return what the head of the author's page says of studies, work, awards and skills."""
    cv, writing, stating = Cv(), Writing(), Stating(page.name, "front matter")
    for title, node in _sections(page.head):
        if kind_of(title) in READ or title in _OTHER_TITLES:
            _of_section(title, node, cv, writing, (stating, files, site))
    cv.facts.extend(_read_as_text(writing, stating, cv, site, read_page, files))
    return cv


def _imported(draft: Draft, files: SiteFiles) -> Cv:
    files.sources |= {source.path: source for source in draft.sources}
    files.warnings.extend(draft.warnings)
    name = next((fact.values["name"] for fact in draft.facts if not fact.section and "name" in fact.values), "")
    return Cv(str(name), list(draft.facts))


def _sections(data: ValueNode) -> Iterator[tuple[str, ValueNode]]:
    """Yield the sections of a CV: title and entries."""
    if isinstance(data.value, list):
        for section in data.entries:
            if title := section.at("title", "name").text:
                yield title, section
    for _, node in data.pairs:
        if isinstance(node.value, list | dict) and node.key:
            yield node.key.replace("_", " ").replace("-", " "), node


def _of_section(
    title: str, node: ValueNode, cv: Cv, writing: Writing, around: tuple[Stating, SiteFiles, SiteSettings]
) -> None:
    stating, files, site = around
    kind = _OTHER_TITLES.get(title.casefold()) or kind_of(title) or "other"
    inner = node.at(*_INNER) if isinstance(node.value, dict) else node
    entries = inner.entries if inner.value is not None else node.entries
    if kind in ("contact", "summary", "other"):
        _of_person(entries, cv, stating)
    writing.heading(title if kind_of(title) == kind else kind.title(), node.lines[0])
    if left := entries[max(writing.room, 0) :]:
        number = counted(len(left), "entry of", "entries of")
        message = f"not read: {number} '{title[:60]}'; a file has at most {MAX_ENTRIES:,}"
        files.warn(message, Path(stating.source), left[0].lines[0], hint="split the file")
    for entry in entries[: max(writing.room, 0)]:
        facts = list(career_data.read(kind, entry, stating))
        if kind == "publications" and entry.at("title", "name").text and entry.at("authors", "author").value:
            facts = list(
                papers.of_page(FrontMatterPage(Path(stating.source), entry, "", entry.lines), site, files, HOW)
            )
        cv.facts.extend(facts)
        if facts:
            writing.taken.append(entry.lines)
        if kind == "summary" and (told := entry.at("summary", "text", "content")).text:
            writing.paragraph(told)
            continue
        writing.entry(entry, kind)
        if kind in READ:
            items = [each for each in entry.at("items").entries if each.text]
            writing.expected.setdefault(title, []).extend(each.lines for each in items or [entry])


def _of_basics(data: ValueNode, cv: Cv, stating: Stating) -> None:
    """Take name, job and links of a mapping that has them, or of its part on the person."""
    for place in (data.at("basics"), data.at("sidebar"), data.at("header"), data):
        if isinstance(place.value, dict):
            _take_name(place.at("name", "fullname"), cv, stating)
            cv.facts.extend(settings.of_mapping(place, stating))
            for profile in place.at("profiles", "networks", "sociallinks").entries:
                if found := addresses.of_address(profile.at("url", "link").text):
                    value = [found[1]] if found[0] == "same_as" else found[1]
                    cv.facts.append(stating.of_person(found[0], value, profile.at("url", "link")))


def _of_person(entries: list[ValueNode], cv: Cv, stating: Stating) -> None:
    """Take what labels of a table on the person say: `name: Full Name`, `value: Ada Lovelace`."""
    for entry in entries:
        label, value = plain(entry.at("name").text).casefold(), entry.at("value")
        if label in ("name", "full name"):
            _take_name(value, cv, stating)
        elif label in ("email", "e-mail") and (email := addresses.email_of(value.text)):
            cv.facts.append(stating.of_person("email", email, value))
        elif (known := addresses.LABELS.get(label)) and (address := addresses.canonical(known, value.text)):
            cv.facts.append(stating.of_person(known, address, value))


def _take_name(node: ValueNode, cv: Cv, stating: Stating) -> None:
    found = name_in(plain(node.text))
    if cv.name or found is None or is_placeholder(node.text):
        return
    cv.name = found.name
    cv.facts.append(stating.of_person("name", found.name, node))
    if found.variants:
        cv.facts.append(stating.of_person("variants", list(found.variants), node))


def _read_as_text(
    writing: Writing, stating: Stating, cv: Cv, site: SiteSettings, read_page: PageReader, files: SiteFiles
) -> Iterator[Fact]:
    """Yield what is found in the texts, without what the keys have said already."""
    source = files.sources.get(stating.source)
    taken = _lines(writing.taken)
    document = Document(stating.source, source.media_type if source else "", "", tuple(writing.blocks))
    for fact in read_page(document, site.name or cv.name or "-"):
        first, last = fact.quote.lines
        is_taken = first in taken and last in taken
        if not is_taken and "name" not in (fact.values if not fact.section else ()):
            yield replace(fact, rank=RANK)


def _lines(spans: Iterable[Lines]) -> set[int]:
    return {line for first, last in spans for line in range(first, min(last, first + MAX_SPAN) + 1)}
