"""Group the lines of a list of publications into citations: a new one begins where a role would repeat."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kg.extract import sections
from kg.extract.citations.authors import runs_of
from kg.extract.citations.roles import begins_with_title, role_of
from kg.extract.citations.running import apart
from kg.extract.lines import Line

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
class Entry:
    """The lines of one citation.

    Attributes:
        lines: The lines.
        headings: The sub-headings under which it stands, the nearest last.
    """

    lines: tuple[Line, ...]
    headings: tuple[str, ...]

    @property
    def year(self) -> int | None:
        """The year that a sub-heading gives it."""
        found = [match for heading in reversed(self.headings) if (match := _YEAR_IN_HEADING.search(heading))]
        return int(found[0][1]) if found else None


def entries_of(lines: Sequence[Line], owner: frozenset[str], heading: str) -> Iterator[Entry]:
    """Yield the entries of a section.

    Args:
        lines: The section's lines, sub-headings among them.
        owner: Folded forms of the page's owner's name.
        heading: The section's own heading.
    """
    lines = list(apart([line for line in lines if line.is_heading or not _RUNNING.fullmatch(line.text)]))
    here: tuple[str, ...] = (heading,)
    above: list[Line] = []
    for is_heading, group in groupby(lines, _is_subheading):
        found = list(group)
        if is_heading:
            above = found
            continue
        title = above[-1:] if above and (_is_title(above[-1]) or _is_short_title(above[-1], found, owner)) else []
        if context := [line.text for line in (above[:-1] if title else above)]:
            here = (heading, *context)
        yield from (Entry(tuple(entry), here) for entry in _grouped([*title, *found], owner))
        above = []


def _is_subheading(line: Line) -> bool:
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


def _is_title(line: Line) -> bool:
    """Say whether a heading is the title of a publication, as on some homepages."""
    text = line.text
    return len(text.split()) > 3 and not sections.is_date(text) and not _is_of_section(text)


def _is_short_title(line: Line, behind: Sequence[Line], owner: frozenset[str]) -> bool:
    """Say whether a heading of few words is a title, as the authors of one work stand below it."""
    if sections.is_date(line.text) or _is_of_section(line.text) or any(each.block.depth for each in behind[:1]):
        return False
    roles = [role_of(each, owner) for each in behind[:12]]
    return roles[0] == "authors" and roles.count("authors") == 1 and "citation" not in roles


def _is_of_section(text: str) -> bool:
    return sections.kind_of(text) is not None and sections.is_plain(text)


def _grouped(lines: Sequence[Line], owner: frozenset[str]) -> Iterator[list[Line]]:
    """Yield lines by entry: by list item, by number, or by role."""
    groups = [(kind, list(group)) for kind, group in groupby(lines, _layout)]
    if _are_torn([found for kind, found in groups if kind == "list"]):
        yield from _by_item(lines, 1)
        return
    for kind, found in groups:
        if kind == "rows":
            yield from (list(row) for _, row in groupby(found, lambda line: id(line.block)))
        elif kind == "list":
            yield from _by_item(found)
        elif sum(map(_is_numbered, found)) >= 2:
            yield from _by_number(found)
        else:
            yield from _by_role(found, owner)


def _layout(line: Line) -> str:
    if line.block.kind == "row":
        return "rows"
    return "list" if line.block.depth else "text"


def _are_torn(lists: Sequence[Sequence[Line]]) -> bool:
    """Say whether the items of a numbered list stand apart, each with the rest of its words behind it."""
    alone = sum(1 for found in lists if len(found) == 1)
    return alone > 2 and alone >= 0.6 * len(lists) and all(found[0].block.marker for found in lists)


def _by_item(lines: Sequence[Line], top: int = 0) -> Iterator[list[Line]]:
    """Yield the items of a list with all that is nested in them; items that are only groups are opened up."""
    top = top or min(line.block.depth for line in lines)
    here: list[Line] = []
    for line in lines:
        if line.is_item and line.block.depth == top and here:
            yield from _opened_up(here, top)
            here = []
        here.append(line)
    if here:
        yield from _opened_up(here, top)


def _opened_up(entry: list[Line], top: int) -> Iterator[list[Line]]:
    nested = [line for line in entry if line.is_item and line.block.depth > top]
    is_group = len(nested) >= 2 and sum(1 for line in nested if len(runs_of(line.text)) and len(line.text) > 60) >= 2
    if is_group:
        yield from _by_item([line for line in entry if line.block.depth > top])
    else:
        yield entry


def _is_numbered(line: Line) -> bool:
    """Say whether a number, a bullet or a year before a line opens an entry."""
    return bool(_NUMBERED.match(line.text) or (line.opens and _DATED.match(line.text)))


def _by_number(lines: Sequence[Line]) -> Iterator[list[Line]]:
    here: list[Line] = []
    for line in lines:
        if _is_numbered(line) and here:
            yield here
            here = []
        here.append(line)
    if here:
        yield here


def _by_role(lines: Sequence[Line], owner: frozenset[str]) -> Iterator[list[Line]]:
    """Yield lines by entry where neither lists nor numbers tell: a role that comes again opens the next."""
    lines = [line for line in lines if role_of(line, owner) != "pointer"]
    blocks = [list(group) for _, group in groupby(lines, lambda line: id(line.block))]
    if _are_whole(blocks, owner):
        yield from blocks
        return
    telling = (role for line in lines if (role := role_of(line, owner)) in ("title", "authors", "citation"))
    titles_first = next(telling, "") == "title"
    here: list[Line] = []
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


def _are_whole(blocks: Sequence[Sequence[Line]], owner: frozenset[str]) -> bool:
    """Say whether each paragraph is an entry: several lines of running text with authors at the head."""
    heads = [role_of(block[0], owner) for block in blocks]
    several = sum(1 for block in blocks if len(block) > 1)
    return several >= 0.6 * len(blocks) and len(blocks) > 1 and set(heads) <= {"authors", "citation"}


def _opens(role: str, seen: set[str], line: Line, before: Line, *, titles_first: bool) -> bool:
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
