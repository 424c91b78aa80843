"""Split BibTeX into entries, and read their fields."""

import logging
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

from bibtexparser.entrypoint import parse_string
from bibtexparser.model import (
    Block,
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    MiddlewareErrorBlock,
    ParsingFailedBlock,
    String,
)

from kg.base.errors import Problem, ReadError
from kg.base.tables import pairs_of
from kg.interchange import details, latex, publications, works
from kg.interchange.tables import Reading, Row, reading, texts_by_key
from kg.interchange.works import MONTHS
from kg.terms import statuses

# Split BibTeX into entries with lines, fields as written, and the entries that could not be read.

_HANDED_DOWN = {"title": "booktitle", "booktitle": "booktitle"} | {
    name: name
    for name in ("series", "year", "date", "month", "publisher", "organization", "address", "location", "journal",
                 "editor", "volume", "number", "isbn", "issn")
}  # fmt: skip
"""Which fields of proceedings their papers have too, and under which name."""
_FULL_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December")  # fmt: skip
_PART = re.compile(r'\s*+(?:(\d++)|([^\s#{}",]++)|([{"]))')
_BRACE = re.compile(r"\\.|[{}\"]", re.DOTALL)
_MAX_VALUE = 200_000
_MAX_EXPANDED = 16 << 20
"""So many characters may come of strings and cross-references in one file; ten thousand papers need a hundredth."""


@dataclass(frozen=True)
class BibEntry:
    """An entry.

    Attributes:
        kind: Its type in lower case, without the sign: `inproceedings`.
        key: Its citation key.
        fields: What it says, in LaTeX, by names in lower case.
        lines: First and last line (1-based).
        places: The first line of each field that it states itself.
    """

    kind: str
    key: str
    fields: Mapping[str, str]
    lines: tuple[int, int]
    places: Mapping[str, int]


@dataclass
class Bibliography:
    """What a BibTeX file holds.

    Attributes:
        entries: In their order, with strings and cross-references resolved.
        problems: What could not be read, or only in part.
        unread: How many entries could not be read.
    """

    entries: list[BibEntry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unread: int = 0


class _Strings:
    """What @string defines, and how much of it may still be put in: nested strings grow without bound.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left = _MAX_EXPANDED
        self._texts = dict(zip(MONTHS, _FULL_MONTHS, strict=True))  # every BibTeX style defines them

    def define(self, name: str, text: str) -> None:
        """Take in a definition; a later one wins."""
        self._texts[name.casefold()] = text

    def get(self, name: str, line: int, held: int) -> str | None:
        """Return what a name stands for, if it is defined, for a value that holds so many characters already.

        Raises:
            ReadError: If the value, or all of the file, becomes too long.
        """
        text = self._texts.get(name.casefold())
        if text is not None:
            self.spend(len(text), line)
            if held + len(text) > _MAX_VALUE:
                self._refuse(f"a value of more than {_MAX_VALUE:,} characters", line)
        return text

    def spend(self, characters: int, line: int) -> None:
        """Count characters that are put in.

        Raises:
            ReadError: If these are too many in all.
        """
        self._left -= characters
        if self._left < 0:
            self._refuse(f"more than {_MAX_EXPANDED:,} characters in all", line)

    def _refuse(self, what: str, line: int) -> NoReturn:
        hint = "check where the file comes from: no bibliography needs that much"
        raise ReadError(Problem(f"its strings and cross-references make {what}", self._path, line, hint=hint))


def parse(text: str, path: Path) -> Bibliography:
    """Return the entries of a BibTeX text; broken ones are reported and the rest kept.

    Raises:
        ReadError: If its strings and cross-references expand to more than any bibliography needs.
    """
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what it says is in the problems
    blocks = parse_string(text, parse_stack=[]).blocks
    found = Bibliography()
    strings = _Strings(path)
    for block in blocks:
        if isinstance(block, String):
            strings.define(block.key, _value(block.value[:_MAX_VALUE], strings, [], (block.start_line or 0) + 1))
    found.entries = [
        _entry(entry, strings, found.problems, path) for block in blocks for entry in _entries(block, found, path)
    ]
    found.entries = list(_with_parents(found, strings, path))
    return found


def _entries(block: Block, found: Bibliography, path: Path) -> Iterator[Entry]:
    """Yield the entry of a block, if it has one, and report what is wrong with it."""
    line = (block.start_line or 0) + 1
    if isinstance(block, DuplicateFieldKeyBlock) and isinstance(block.ignore_error_block, Entry):
        twice = ", ".join(sorted(block.duplicate_keys))
        message = f"the entry '{block.ignore_error_block.key}' has {twice} twice; the first is taken"
        found.problems.append(Problem(message, path, line, hint="keep one of the two"))
        yield block.ignore_error_block
    elif isinstance(block, DuplicateBlockKeyBlock) and isinstance(block.ignore_error_block, Entry):
        message = f"the key '{block.ignore_error_block.key}' stands here a second time; both entries are kept"
        found.problems.append(Problem(message, path, line, hint="give one of them another key"))
        yield block.ignore_error_block
    elif isinstance(block, ParsingFailedBlock | MiddlewareErrorBlock):
        first_line = (block.raw or "").strip().partition("\n")[0][:80]
        message = f"the entry '{first_line}' is left out: {_reason(block.error)}"
        found.unread += 1
        found.problems.append(
            Problem(message, path, line, hint="close its braces and quotes, and part fields by commas")
        )
    elif isinstance(block, Entry):
        yield block


def _reason(error: Exception) -> str:
    said = getattr(error, "abort_reason", None) or str(error)
    return " ".join(str(said).split()).rstrip(".")[:200] or "it is not BibTeX"


def _entry(entry: Entry, strings: _Strings, problems: list[Problem], path: Path) -> BibEntry:
    start = (entry.start_line or 0) + 1
    lines = (start, start + (entry.raw or "").rstrip().count("\n"))
    unknown: list[str] = []
    fields: dict[str, str] = {}
    for each in entry.fields:
        name = each.key.casefold()
        undefined = [] if name == "crossref" else unknown  # a key may stand there without braces
        fields.setdefault(name, _value(str(each.value)[:_MAX_VALUE], strings, undefined, start))
    if unknown:
        message = f"the entry '{entry.key}' uses {', '.join(unknown[:5])}, which no @string defines; taken as it stands"
        problems.append(Problem(message, path, start, hint="put braces around the text, or define the string"))
    places = {each.key.casefold(): (each.start_line or start - 1) + 1 for each in entry.fields}
    return BibEntry(entry.entry_type.casefold(), entry.key, fields, lines, places)


def _value(raw: str, strings: _Strings, unknown: list[str], line: int) -> str:
    """Return a field's text: parts in braces, quotes, numbers and names of strings, joined by '#'."""
    parts: list[str] = []
    at = held = 0
    while (match := _PART.match(raw, at)) is not None:
        number, name, opened = match.groups()
        at = match.end()
        if opened:
            end = _closed(raw, at, opened)
            parts.append(raw[at:end])
            at = end + 1
        elif name:
            text = strings.get(name, line, held)
            if text is None:
                unknown.append(f"'{name[:40]}'")
            parts.append(name if text is None else text)
        else:
            parts.append(number)
        held += len(parts[-1])
        at = _behind_sign(raw, at)
    return "".join(parts).strip() if parts else raw.strip()


def _behind_sign(raw: str, at: int) -> int:
    while at < len(raw) and raw[at] in "# \t\n\r":
        at += 1
    return at


def _closed(raw: str, at: int, opened: str) -> int:
    """Return where what is opened before a place ends."""
    depth = 1 if opened == "{" else 0
    for match in _BRACE.finditer(raw, at):
        sign = match[0]
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth == 0 and sign == ("}" if opened == "{" else '"'):
            return match.start()
    return len(raw)


def _with_parents(found: Bibliography, strings: _Strings, path: Path) -> Iterator[BibEntry]:
    """Yield the entries with what the entries say to which they refer by `crossref`."""
    by_key = {entry.key.casefold(): entry for entry in found.entries}
    for entry in found.entries:
        key = entry.fields.get("crossref", "")
        parent = by_key.get(key.casefold()) if key else None
        if key and parent is None:
            message = f"the entry '{entry.key}' refers to '{key[:80]}', which is not in the file"
            found.problems.append(Problem(message, path, entry.lines[0], hint="add that entry to the file"))
        if parent is None:
            yield entry
            continue
        handed = {to: parent.fields[name] for name, to in _HANDED_DOWN.items() if name in parent.fields}
        strings.spend(sum(map(len, handed.values())), entry.lines[0])
        yield BibEntry(entry.kind, entry.key, {**handed, **entry.fields}, entry.lines, entry.places)


def crossed(entries: list[BibEntry]) -> set[str]:
    """Return the keys of the entries to which others refer: proceedings, which are no works of their own."""
    return {entry.fields["crossref"].casefold() for entry in entries if "crossref" in entry.fields}


# The fields of BibTeX and BibLaTeX.

LINKS = {"pdf": "PDF", "code": "Code", "slides": "Slides", "poster": "Poster", "video": "Video", "website": "Website",
          "blog": "Blog", "supp": "Supplement", "html": "Web page", "demo": "Demo", "project": "Project",
          "dataset": "Dataset", "data": "Dataset", "software": "Software", "arxiv_url": "arXiv"}  # fmt: skip
"""The labels of links by the fields that have them."""
_THESES = ("phdthesis", "mastersthesis")
_PERIODICALS = ("article", "periodical", "suppperiodical")
_MEETINGS = ("inproceedings", "conference", "proceedings", "mvproceedings")
FIELDS = (
    Row("title", "title"), Row("subtitle", "subtitle", is_written=False),
    Row("author", "authors"), Row("editor", "editors"), Row("translator", "translators"), Row("author+an", "marks"),
    Row("holder", "authors", is_written=False),
    Row("journal", "venue", only=("article",), is_read=False),
    Row("howpublished", "venue", only=("misc",), is_read=False),
    Row("booktitle", "venue", never=("article", "misc"), is_read=False),
    Row("journal journaltitle booktitle eventtitle", "venue", is_written=False),
    Row("abbr", "abbreviated", is_written=False),
    Row("school", "institution", only=_THESES), Row("school", "institution", never=_THESES, is_written=False),
    Row("institution", "institution", never=_THESES), Row("institution", "institution", only=_THESES, is_written=False),
    Row("type", "genre"), Row("entrysubtype", "subtype"),
    Row("date", "date", is_written=False), Row("year", "year"), Row("month", "month"), Row("day", "day"),
    Row("volume", "volume"), Row("number", "number of an issue", is_read=False), Row("issue", "issue"),
    Row("number", "number"), Row("pages", "pages"),
    Row("eid articleno article-number articlenumber article_number art_number", "article_number"),
    Row("chapter", "chapter"), Row("pagetotal numpages num-pages", "page_count"), Row("edition", "edition"),
    Row("version", "version"), Row("series", "series"),
    Row("publisher", "publisher"), Row("organization", "publisher", only=_MEETINGS, is_written=False),
    Row("organization", "institution", never=_MEETINGS, is_written=False),
    Row("address", "place"), Row("location", "place", never=("patent",), is_written=False),
    Row("location nationality", "office", only=("patent",)),
    Row("isbn", "isbn"), Row("issn", "issn"), Row("langid", "language", is_written=False),
    Row("language hyphenation", "language"), Row("license copyright", "license"),
    Row("doi", "doi"), Row("arxiv arxivid", "arxiv", is_written=False), Row("eprint", "eprint"),
    Row("archiveprefix eprinttype", "archive"),
    Row("pmid pubmed", "pmid"), Row("pmcid pmc", "pmcid"), Row("adsurl bibcode", "bibcode"), Row("url", "address"),
    Row("links", "links", is_read=False), Row(" ".join(LINKS), "links", is_written=False),
    Row("pubstate", "status"), Row("status", "status", is_written=False),
    Row("note", "status_note", is_read=False), Row("note", "note", is_read=False),
    Row("note howpublished addendum", "notes", is_written=False),
    Row("award", "award", is_read=False), Row("award_name award", "award", is_written=False),
    Row("abstract", "abstract"), Row("author_keywords", "keywords", is_written=False), Row("keywords", "keywords"),
)  # fmt: skip
"""The fields of BibTeX and BibLaTeX, in the order in which they are written."""
ADDRESSES = ("http://", "https://")
NOTES = ("note", "howpublished", "addendum")
_EPRINTS: Mapping[str, str] = {
    "jstor": "https://www.jstor.org/stable/{}",
    "hdl": "https://hdl.handle.net/{}",
    "hal": "https://hal.science/{}",
    "googlebooks": "https://books.google.com/books?id={}",
}
"""Where the archives are that biblatex knows by name, beside arXiv and PubMed."""
_COMMAND_ALONE = re.compile(r"[{\s]*\\([A-Za-z]+)[{}\s]*")


def journal_of(text: str) -> str:
    r"""Return the journal that a field names by nothing but a command; nothing of other texts and commands.

    >>> journal_of(r"{\mnras}"), journal_of(r"\loom"), journal_of("Nature")
    ('Monthly Notices of the Royal Astronomical Society', '', '')
    """
    found = _COMMAND_ALONE.fullmatch(text)
    return pairs_of("kg.interchange", "tables/journal_macros.tsv").get(found[1], "") if found else ""


@lru_cache(256)
def fields_of(kind: str) -> Reading:
    """What the table says of reading a type of entries."""
    return reading(FIELDS, kind)


def texts_of(kind: str, said: Mapping[str, str]) -> dict[str, list[str]]:
    """Return what an entry says under keys that all formats share.

    Args:
        kind: The type of the entry, such as `inproceedings`.
        said: Its fields, as plain text.
    """
    found = texts_by_key(fields_of(kind), lambda name: [said[name]] if name in said else ())
    found["keywords"] = details.keywords(next(filter(None, found["keywords"]), ""))
    found["bibcode"] = [text for text in found["bibcode"] if publications.identifier("bibcode", text)]
    if not any(map(statuses.status_in, (*found["status"], *found["notes"]))):
        found["status"] += [text for text in [said.get("comment", "")] if statuses.status_in(text)]
    if kind in _PERIODICALS and not said.get("issue"):
        found["issue"], found["number"] = found["number"], []  # the number of an article is that of the issue
    found["ids"] = [said.get(name, "") for name in ("pdf", "html") if "doi.org/" in said.get(name, "")]
    noted = latex.verbatim(said.get("howpublished", ""))
    found["addresses"] = [
        *found["address"],
        noted if "://" in noted and " " not in noted else "",
        *_archived(said, found),
    ]
    if kind == "misc" and _is_venue(said.get("howpublished", "")):
        found["venue"].append(said["howpublished"])
    found["acronym"] = found["series"] if said.get("booktitle") or not any(found["venue"]) else []
    pdf = said.get("pdf", "")
    if pdf.startswith(ADDRESSES) and not any(each.startswith(ADDRESSES) for each in found["addresses"]):
        found["addresses"] = [pdf]
    return found


def _is_venue(text: str) -> bool:
    is_address = "://" in text or "www." in text or bool(works.arxiv_in(text))
    return bool(text) and not is_address and not statuses.status_in(text)


def _archived(said: Mapping[str, str], found: dict[str, list[str]]) -> Iterator[str]:
    """Take the number in an archive as the id that it is, or yield its address."""
    eprint = said.get("eprint", "")
    archive = (said.get("archiveprefix", "") or said.get("eprinttype", "")).casefold()
    if archive == "arxiv" or (not archive and publications.identifier("arxiv", eprint)):
        found["arxiv"].append(eprint)
    elif archive in ("pubmed", "pmid"):
        found["pmid"].append(eprint)
    elif archive in _EPRINTS and eprint:
        yield _EPRINTS[archive].format(eprint)
