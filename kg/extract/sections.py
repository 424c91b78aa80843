"""Cut a document into the sections of a CV by its headings, whatever their level and however they are set."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from kg.base.tables import rows_of, words_of
from kg.extract.documents.model import Document
from kg.extract.lines import BlockLine, lines_of
from kg.terms.identifiers import fold

MAX_WORDS = 9
"""A heading has few words; what has more is a sentence."""

OTHER = "other"
HEAD = "head"
"""What stands before the first section: name, contacts, a few sentences."""

_PAGES = frozenset(("publications", "teaching", "talks", "service", "awards", "systems"))
"""What a whole page may be about, as its title says."""

_Style = tuple[bool, bool, bool, bool]

_ENOUGH = 2
"""So many headings that are known in a style make it one of headings."""

_DATE_ONLY = re.compile(
    r"[\W_]*(?:([^\W\d_]{3,15})\.? ?)?(?:19|20)\d\d(?:[\W_]+(?:([^\W\d_]{3,15})\.? ?)?(?:(?:19|20)\d\d|present|now))?"
    r"[\W_]*"
)
_NUMBERING = re.compile(r"^(?:[ivx]{1,5}|[a-z]|\d{1,2}(?:\.\d{1,2}){0,2})[.)]\s+", re.IGNORECASE)
_FILLERS = words_of("kg.extract", "tables/heading_fillers.txt")
_COUNT = re.compile(r"\s*[(\[]\d{1,3}[)\]]$")
_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]{0,200}[)\]]")


@dataclass(frozen=True)
class CvSection:
    """A part of a document about one kind of thing.

    Attributes:
        kind: What it is about: a section of the profile, or `head`, `news`, `patents`, `other` …
        heading: Its heading as written; empty for what stands before the first.
        lines: Its lines; sub-headings are among them.
        level: The level of its heading, 1 to 6.
        headline: The line that opens it; None for what stands before the first.
    """

    kind: str
    heading: str
    lines: tuple[BlockLine, ...] = field(default=())
    level: int = 1
    headline: BlockLine | None = None


def sections_of(document: Document) -> Iterator[CvSection]:
    """Yield the sections of a document, in its order."""
    title = str(document.front_matter.get("title", ""))[:200]
    about = kind_of(title)
    here = CvSection(about if about in _PAGES else HEAD, title if about in _PAGES else "", level=0)
    gathered: list[BlockLine] = []
    lines = list(lines_of(document))
    styles = _heading_styles(lines)
    for line in lines:
        opened = _opened(line, here, styles)
        if opened is None:
            gathered.append(line)
            continue
        if gathered or here.heading:
            yield replace(here, lines=tuple(gathered))
        here, gathered = replace(opened, headline=line), []
    yield replace(here, lines=tuple(gathered))


def kind_of(heading: str) -> str | None:
    """Return the kind of section that a heading opens, or None.

    >>> kind_of("Selected Publications"), kind_of("TEACHING EXPERIENCE (TEACHING ASSISTANT)"), kind_of("Lyra")
    ('publications', 'teaching', None)
    """
    words = fold(_IN_BRACKETS.sub(" ", heading)) or fold(heading)
    if not words or words.count(" ") >= MAX_WORDS:
        return None
    if words in _whole():
        return _whole()[words]
    found = _phrases().search(words)
    return _within()[found[0]] if found else None


def is_heading(text: str) -> bool:
    """Say whether a text is a heading of CVs, word by word.

    >>> is_heading("Datos personales"), is_heading("职业经历"), is_heading("Grant Wood")
    (True, True, False)
    """
    words = fold(text)
    return words in _whole() or words in _within()


def is_date(heading: str) -> bool:
    """Say whether a heading is nothing but a date: the year of what follows, with its number, or that of an entry.

    >>> is_date("2020 (1)"), is_date("March 2020"), is_date("Talks 2020")
    (True, True, False)
    """
    found = _DATE_ONLY.fullmatch(_COUNT.sub("", heading.casefold()))
    return found is not None and all(word in _words_of_dates() for word in found.groups() if word)


def _opened(line: BlockLine, here: CvSection, styles: Container[_Style]) -> CvSection | None:
    """Return the section that a line opens, if it does."""
    text = _heading_of(line)
    kind = kind_of(text) if _may_open(line) else None
    if line.is_heading:
        return _by_heading(line, text, kind, here)
    if kind and _stands_alone(line, text):
        return CvSection(kind, text, level=max(here.level, 1))
    if here.kind != HEAD and _style_of(line) in styles and _may_be_unknown(line, text):
        return CvSection(OTHER, text, level=max(here.level, 1))
    return None


def _heading_of(line: BlockLine) -> str:
    return _NUMBERING.sub("", line.text.strip(" #:*_—–-|"))


def _style_of(line: BlockLine) -> _Style:
    """Return how a line is set: in bold, in italics, in capitals, with a colon behind it."""
    is_italic = all(run.italic for run in line.runs if run.text.strip(" :"))
    return line.is_bold, is_italic, line.text.isupper(), line.text.endswith(":")


def _heading_styles(lines: Sequence[BlockLine]) -> frozenset[_Style]:
    """Return the styles in which most lines that stand alone are known as headings: others in them are headings too."""
    known: Counter[_Style] = Counter()
    unknown: Counter[_Style] = Counter()
    for line in lines:
        text = _heading_of(line)
        if not line.is_heading and _may_open(line) and kind_of(text) and _stands_alone(line, text):
            known[_style_of(line)] += 1
        elif _may_be_unknown(line, text):
            unknown[_style_of(line)] += 1
    return frozenset(style for style, count in known.items() if count >= max(_ENOUGH, unknown[style]))


def _may_be_unknown(line: BlockLine, text: str) -> bool:
    """Say whether a line stands alone in a style of its own, in a few words without a date: it may be a heading."""
    is_set_apart = any(_style_of(line)[:3])
    is_brief = 0 < len(text.split()) <= MAX_WORDS and not any(map(str.isdigit, text)) and "\t" not in text
    is_alone = line.opens and line.block.lines[0] == line.block.lines[1] and line.block.depth == 0
    return is_set_apart and is_brief and is_alone and not line.is_heading and line.block.kind == "paragraph"


def _by_heading(line: BlockLine, text: str, kind: str | None, here: CvSection) -> CvSection | None:
    level = line.block.level
    if is_date(text) or (here.kind == HEAD and not kind and level <= 1):
        return None  # a date, or the title of the page
    is_below = level > here.level and here.kind not in (HEAD, OTHER)
    among_equals = level == here.level and here.kind == "systems"  # a flat page: projects are headings like all others
    if is_below and here.kind == "awards":
        return None  # awards for research, for teaching, for service
    if is_below or among_equals:
        return CvSection(kind, text, level=level) if kind and kind != here.kind and is_plain(text) else None
    return CvSection(kind or OTHER, text, level=level)


def is_plain(heading: str) -> bool:
    """Say whether a heading says no more than a kind: `Selected Honors and Awards`, unlike `Reviewer Assignment`."""
    words = fold(_IN_BRACKETS.sub(" ", heading)).split()
    return all(word in _plain_words() for word in words)


def _may_open(line: BlockLine) -> bool:
    if line.is_heading:
        return True
    is_apart = line.opens or (line.text.isupper() and is_plain(line.text))
    return is_apart and line.block.kind in ("paragraph", "item") and line.block.depth == 0


def _stands_alone(line: BlockLine, text: str) -> bool:
    """Say whether a line that is no heading is set like one: alone, and nothing but the name of a section."""
    is_set_apart = is_heading(text) or line.is_bold or text.isupper()
    if any(run.target and not run.target.startswith("#") for run in line.runs):
        return False  # the link of an entry: `Project`, `Code`
    is_alone = line.block.lines[0] == line.block.lines[1] or line.is_bold or text.isupper()
    return is_set_apart and is_alone and is_plain(text) and "\t" not in line.text


@cache
def _tables() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return phrases that tell a section wherever they stand in a heading, and those that must be all of it."""
    within: dict[str, str] = {}
    whole: dict[str, str] = {}
    for kind, phrases in rows_of("kg.extract", "tables/sections.tsv"):
        for phrase in phrases.split("|"):
            (whole if phrase.startswith("=") else within)[phrase.removeprefix("=")] = kind
    return within, whole


@cache
def _phrases() -> re.Pattern[str]:
    """Return the pattern of all phrases, of those that begin with one word the longest first."""
    longest_first = sorted(_within(), key=len, reverse=True)
    return re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, longest_first))})(?!\S)")


@cache
def _words_of_dates() -> frozenset[str]:
    """Return the names of months and seasons, and what else stands before a year in a heading."""
    words = (word for _, row in rows_of("kg.profile", "tables/calendar.tsv") for word in row.split("|"))
    return frozenset(("year", "since", "until", *words))


@cache
def _plain_words() -> frozenset[str]:
    words = {word for phrase in (*_within(), *_whole()) for word in phrase.split()}
    return frozenset(words | _FILLERS)


def _within() -> Mapping[str, str]:
    return _tables()[0]


def _whole() -> Mapping[str, str]:
    return _tables()[1]
