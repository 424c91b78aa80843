"""Group the lines of a list of publications into citations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kg.extract import sections
from kg.extract.citations import labels, notes, venues
from kg.extract.citations.authors import runs_of
from kg.extract.citations.cleaning import parted
from kg.extract.citations.implied import with_owner
from kg.extract.citations.notes import Notes
from kg.extract.citations.titles import QUOTED
from kg.extract.citations.words import AuthorList, words_of
from kg.extract.entities import without_marks
from kg.extract.lines import BlockLine
from kg.terms.identifiers import fold

# What a line of a list of publications holds: a title, authors, a venue, a note, or a whole citation.

_BRACKETED_END = re.compile(r"[\[(](?!(?:19|20)\d\d[\])])[^\[\]()]{2,60}[\])][\s.,]*$")
_POINTER = re.compile(
    r"\b(?:full|complete|selected|more|see|up-to-date) (?:list|publications|papers)\b|\bgoogle scholar\b", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W\d_]")


def role_of(line: BlockLine, owner: frozenset[str]) -> str:
    """Return what a line holds: `authors`, `title`, `venue`, `note`, or a whole `citation`."""
    words = words_of([line])
    text = parted(words, words.text)
    letters = len(_LETTERS.findall(text))
    if letters < 4:
        return "venue" if venues.is_venue(text) else "note"
    runs = [run for run in runs_of(text) if _is_list(run, text, owner)]
    if not runs:
        return _without_authors(line, text)
    run = max(runs, key=lambda each: len(each.names))
    run = next(with_owner(text, run, "-"), run)
    rest = without_marks(text[: run.start] + " " + text[run.end :])
    plain = labels.EQUAL_NOTE.sub(" ", rest)
    if len(_LETTERS.findall(plain)) <= 3:
        return "authors"
    if run.start <= 2 and venues.is_venue(plain) and len(plain.split()) <= 14:
        return "authors"
    if len(plain.split()) < 3:
        return "authors"
    is_clear = run.start <= 2 or len(run.names) > 3 or any(fold(name.name) in owner for name in run.names)
    return "citation" if is_clear or notes.notes_of(plain).year or venues.is_venue(plain) else "title"


def _is_list(run: AuthorList, text: str, owner: frozenset[str]) -> bool:
    """Say whether names are a list of authors, not two words of a title that `and` joins."""
    if any(fold(name.name) in owner for name in run.names):
        return True
    if run.names and any(with_owner(text, run, "-")):
        return True
    return len(run.names) > 1


def _without_authors(line: BlockLine, text: str) -> str:
    words = text.strip(" ()[].,|")
    if (bracket := _BRACKETED_END.search(text)) and len(text[: bracket.start()].split()) >= 3:
        return "title" if not venues.is_venue(text[: bracket.start()]) else "venue"
    if _is_linked(line):
        return "note"
    if len(words) < 120 and _POINTER.search(words):
        return "pointer"
    if labels.is_badge(words) or (labels.is_equal(words) and len(words) < 60):
        return "note"
    found = notes.notes_of(text)
    is_short = len(words.split()) <= 14
    if found.award and not found.venue and is_short and len(words) <= len(found.award[0]) + 6:
        return "note"
    if begins_with_title(line, text) or (
        line.is_bold and found.how_venue == "beside a year" and len(words.split()) > 3
    ):
        return "title"
    return "venue" if is_short and _is_venue(line, text, found) else "title"


def begins_with_title(line: BlockLine, text: str) -> bool:
    """Say whether a line begins with a title in quotes or one that is a link, with more behind it."""
    if (quoted := QUOTED.match(text)) and len(text) - quoted.end() > 4:
        return True
    first = line.runs[0]
    words = first.text.strip()
    return (
        bool(first.target) and words.count(" ") > 2 and len(line.text) - len(words) > 4 and not venues.is_venue(words)
    )


def _is_linked(line: BlockLine) -> bool:
    """Say whether a line is nothing but links to what belongs to a citation."""
    linked = [run.text for run in line.runs if run.target]
    is_all = all(run.target or len(run.text.strip()) < 3 for run in line.runs)
    return bool(linked) and is_all and all(map(labels.is_label, linked))


def _is_venue(line: BlockLine, text: str, found: Notes) -> bool:
    """Say whether a short line names a venue, and is no title behind which one stands."""
    if len(text[: venues.before(text)].split()) > 2:
        return False
    if (found.venue or found.status) and (found.year or text.strip()[:1] in "[(" or found.status):
        return True
    return venues.is_surely_venue(text) and not line.is_bold


# Group the lines of a list of publications into citations: a new one begins where a role would repeat.

_NUMBERED = re.compile(r"^\s*[\[(][A-Za-z]{0,4}[-.]?\d{1,3}[\])]|^\s*\d{1,3}[.)]\s|^\s*[•▪◦‣●■➢►]\s?")
_DATED = re.compile(r"^\s*[\[(]?(?:19|20)\d\d[\])]?(?:[:.,|]?\s+(?=[^\W\d_]\S)|[:.]?\s*$)")
_RUNNING = re.compile(
    r"(?:page |p\. ?)?\d{1,3}(?: ?(?:of|/) ?\d{1,3})?|page \d{1,3}.{0,20}"
    r"|.{0,60}\b(?:curriculum vitae|r[eé]sum[eé])\b.{0,30}",
    re.IGNORECASE,
)
"""What stands at the head or foot of each page."""
_YEAR_IN_HEADING = re.compile(r"\b((?:19[5-9]|20[0-4])\d)\b")


@dataclass(frozen=True)
class CitationLines:
    """The lines of one citation.

    Attributes:
        lines: The lines.
        headings: The sub-headings under which it stands, the nearest last.
    """

    lines: tuple[BlockLine, ...]
    headings: tuple[str, ...]

    @property
    def year(self) -> int | None:
        """The year that a sub-heading gives it."""
        found = [match for heading in reversed(self.headings) if (match := _YEAR_IN_HEADING.search(heading))]
        return int(found[0][1]) if found else None


def entries_of(section: sections.CvSection, owner: frozenset[str]) -> Iterator[CitationLines]:
    """Yield the entries of a section, given folded forms of the name of the page's owner."""
    lines = [line for line in section.lines if line.is_heading or not _RUNNING.fullmatch(line.text)]
    here: tuple[str, ...] = (section.heading,)
    above: list[BlockLine] = []
    for is_heading, group in groupby(lines, _is_subheading):
        found = list(group)
        if is_heading:
            above = found
            continue
        title = above[-1:] if above and _is_title(above[-1]) else []
        if context := [line.text for line in (above[:-1] if title else above)]:
            is_over = above[0].is_heading and above[0].block.level <= section.level
            here = tuple(context) if is_over else (section.heading, *context)
        yield from (CitationLines(tuple(entry), here) for entry in _grouped([*title, *found], owner))
        above = []


def _is_subheading(line: BlockLine) -> bool:
    """Say whether a line gives context to what follows: a year, a type of publication."""
    text = line.text.strip(" -–—_*:#")
    if line.is_heading:
        return True
    is_alone = line.block.kind == "paragraph" and line.block.lines[0] == line.block.lines[1] and len(text) <= 60
    return (
        is_alone
        and not text.endswith(".")
        and (sections.is_date(text) or (line.is_bold and sections.kind_of(text) == "publications"))
    )


def _is_title(line: BlockLine) -> bool:
    """Say whether a heading is the title of a publication, as on some homepages."""
    text = line.text
    return len(text.split()) > 3 and not sections.is_date(text) and not _is_of_section(text)


def _is_of_section(text: str) -> bool:
    return sections.kind_of(text) is not None and sections.is_plain(text)


def _grouped(lines: Sequence[BlockLine], owner: frozenset[str]) -> Iterator[list[BlockLine]]:
    """Yield lines by entry: by list item, by number, or by role."""
    for kind, group in groupby(lines, _layout):
        found = list(group)
        if kind == "rows":
            yield from (list(row) for _, row in groupby(found, lambda line: id(line.block)))
        elif kind == "list":
            yield from _by_item(found)
        elif sum(map(_is_numbered, found)) >= 2:
            yield from _by_number(found)
        else:
            yield from _by_role(found, owner)


def _layout(line: BlockLine) -> str:
    if line.block.kind == "row":
        return "rows"
    return "list" if line.block.depth else "text"


def _by_item(lines: Sequence[BlockLine]) -> Iterator[list[BlockLine]]:
    """Yield the items of a list with all that is nested in them."""
    top = min(line.block.depth for line in lines)
    here: list[BlockLine] = []
    for line in lines:
        if line.is_item and line.block.depth == top and here:
            yield here
            here = []
        here.append(line)
    yield here


def _is_numbered(line: BlockLine) -> bool:
    """Say whether a number, a bullet or a year before a line opens an entry."""
    return bool(_NUMBERED.match(line.text) or (line.opens and _DATED.match(line.text)))


def _by_number(lines: Sequence[BlockLine]) -> Iterator[list[BlockLine]]:
    here: list[BlockLine] = []
    for line in lines:
        if _is_numbered(line) and here:
            yield here
            here = []
        here.append(line)
    if here:
        yield here


def _by_role(lines: Sequence[BlockLine], owner: frozenset[str]) -> Iterator[list[BlockLine]]:
    """Yield lines by entry where neither lists nor numbers tell: a role that comes again opens the next."""
    lines = [line for line in lines if role_of(line, owner) != "pointer"]
    blocks = [list(group) for _, group in groupby(lines, lambda line: id(line.block))]
    telling = (role for line in lines if (role := role_of(line, owner)) in ("title", "authors", "citation"))
    titles_first = next(telling, "") == "title"
    here: list[BlockLine] = []
    seen: set[str] = set()
    for block in blocks:
        roles = [role_of(line, owner) for line in block]
        if roles and roles[0] == "citation" and set(roles[1:]) <= {"title", "note", "venue"}:
            if here and (seen & {"authors", "citation", "venue"} or begins_with_title(here[-1], here[-1].text)):
                yield here
                here = []
            here, seen = [*here, *block], {"citation", "title", "authors"}
            continue
        for line, role in zip(block, roles, strict=True):
            if here and _opens(role, seen, line, here[-1], titles_first=titles_first):
                yield here
                here, seen = [], set()
            here.append(line)
            seen |= {"authors", "title", "citation"} if role == "citation" else {role}
    if here:
        yield here


def _opens(role: str, seen: set[str], line: BlockLine, before: BlockLine, *, titles_first: bool) -> bool:
    """Say whether a line of some role opens an entry behind lines of the roles that were seen."""
    is_full = {"authors", "title"} <= seen
    if role == "title":
        is_another = "title" in seen and line.block is not before.block and begins_with_title(line, line.text)
        return is_full or is_another or (titles_first and "authors" in seen)
    if role == "authors":
        return "authors" in seen and not before.text.rstrip().endswith((",", " and", "&"))
    if role == "citation":
        return bool(seen - {"note"}) and not (seen == {"title"} and line.block is before.block)
    return role == "venue" and is_full and "venue" in seen
