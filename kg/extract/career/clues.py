"""What each line of a career says by itself."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kg.extract.career import degrees, labels, vocabulary
from kg.extract.career.labels import Labelled
from kg.extract.career.segment import Segment
from kg.extract.career.segments import segments_of
from kg.extract.documents.model import TextRun
from kg.extract.lines import BlockLine
from kg.profile import periods
from kg.profile.periods import Period

# Tables whose first row names the columns: what each cell of a row below is.

_PARTS = re.compile(r"\s*(?:/|&|,|\band\b|\bund\b|\bet\b)\s*")
_LONGEST_HEAD = 5
_ASKED = {"where": "organization", "what": "role", "when": "when", "year": "when", "years": "when", "who": "advisors"}
"""What questions at the head of columns ask for."""

Columns = tuple[str, ...]
"""What each column holds, by the kinds of labels; an empty text for a column that nothing is known of."""


def with_columns(lines: Iterable[BlockLine]) -> Iterator[tuple[BlockLine, Columns]]:
    """Yield lines with the columns of their table; rows that only name columns are left out."""
    columns: Columns = ()
    for line in lines:
        if "\t" not in line.text:
            columns = ()
        elif named := names_of(line):
            columns = named
            continue
        yield line, columns if len(columns) == len(texts_of(line)) else ()


def names_of(line: BlockLine) -> Columns:
    """Return what the columns hold if a row does nothing but name them."""
    cells = [cell.strip() for cell in texts_of(line)]
    kinds = tuple(_kind(cell) for cell in cells)
    are_names = all(kind or vocabulary.is_generic(cell) or not cell for kind, cell in zip(kinds, cells, strict=True))
    return kinds if are_names and any(kind in ("organization", "role", "degree") for kind in kinds) else ()


def texts_of(line: BlockLine) -> list[str]:
    """Return the cells of a row, empty ones too."""
    return "".join(run.text for run in line.runs).split("\t")


def segments(line: BlockLine, columns: Columns, place: int, *, studies: bool) -> Iterator[Segment]:
    """Yield the pieces of a row, told by what its columns hold.

    Args:
        line: The row, without its dates.
        columns: What each of its cells is.
        place: The place of the line among those of the section.
        studies: Whether degrees are looked for before roles.
    """
    for cell, kind in zip(texts_of(line), columns, strict=True):
        if cell.strip(" –—-.,;()"):
            yield from _of_cell(cell.strip(), kind, place, studies=studies)


def without(line: BlockLine, spans: Iterable[tuple[int, int]]) -> BlockLine:
    """Return a line without some parts of its text."""
    taken = {at for begin, stop in spans for at in range(begin, stop)}
    runs: list[TextRun] = []
    place = 0
    for run in line.runs:
        kept = "".join(letter for at, letter in enumerate(run.text, place) if at not in taken)
        runs.append(replace(run, text=kept))
        place += len(run.text)
    return replace(line, runs=tuple(runs))


def _of_cell(cell: str, kind: str, place: int, *, studies: bool) -> Iterator[Segment]:
    if kind == "role" and not (studies and degrees.find(cell)):
        yield Segment(cell, "role", "\t", 0, place, is_labelled=True)
    elif kind in ("degree", "role"):
        yield Segment(cell, "degree", "\t", 0, place, is_labelled=degrees.find(cell) is None)
    elif kind == "location":
        yield Segment(cell, "place", "\t", 0, place)
    elif kind == "organization":
        yield from _organization(cell, place)
    elif kind in ("", "field"):
        yield from (
            replace(piece, before=piece.before or "\t") for piece in segments_of(cell, [], place, studies=studies)
        )


def _organization(cell: str, place: int) -> Iterator[Segment]:
    """Yield the pieces of a cell that names an organisation; the first one does if no word of any tells so."""
    pieces = segments_of(cell, [], place, studies=False)
    is_told = any(piece.kind == "organization" and piece.level > vocabulary.UNIT for piece in pieces)
    for number, piece in enumerate(pieces):
        first = replace(piece, kind="organization", level=vocabulary.EMPLOYER, before="\t", is_labelled=True)
        yield piece if number or is_told else first


def _kind(cell: str) -> str:
    """Return the kind of the first label that the name of a column holds: `Institution and Location`."""
    if not cell or len(cell.split()) > _LONGEST_HEAD:
        return ""
    kinds = [_ASKED.get(part.casefold()) or labels.kind_of(part) for part in _PARTS.split(cell)]
    return next((kind for kind in kinds if kind), "")


# Sentences among the lines of a career: which tell what was done, where the head of an entry ends and they begin.

CUT = "\x1f"
"""Stands where a date was taken out of a line or the style changes; no document holds it."""

_SENTENCE = re.compile(r"(?<=[a-z\d)]{2})\.\s+(?=[A-Z])")
_TELLS = re.compile(r"[A-Z][a-z]+(?:ed|ing)\s+[a-z]")
_MAX_WORDS, _MAX_HEAD_WORDS = 18, 34


def is_prose(text: str) -> bool:
    """Say whether a text tells something in sentences, unlike the head of an entry.

    >>> is_prose("Developed a scheduler."), is_prose("Applied Scientist Intern, Amazon")
    (True, False)
    """
    count = len(text.split())
    if vocabulary.starts_with_verb(text) or (text[:1].islower() and count > 4):
        return True
    if _TELLS.match(text) and not vocabulary.role_in(text[:60]):
        return True
    commas = text.count(",") + text.count("\t") + text.count(CUT)
    if text.endswith(".") and _runs_on(text):
        return True
    is_head = (commas and names_what(text[:80])) or commas > 3
    return count > (_MAX_HEAD_WORDS if is_head else _MAX_WORDS)


def _runs_on(text: str) -> bool:
    """Say whether most words of a text that ends in a full stop are small, and it begins with no role or degree."""
    words = [word for word in text.split() if word[0].isalpha()]
    small = sum(word[0].islower() for word in words)
    return len(words) > 4 and small * 2 > len(words) and not names_what(text[:80])


def names_what(text: str) -> bool:
    """Say whether a text names a role, or begins with a degree."""
    degree = degrees.find(text)
    return vocabulary.role_in(text) is not None or (degree is not None and degree.begin == 0)


def parted(head: str) -> tuple[str, str]:
    """Return the head of a line and the sentences behind it; one of both may be empty."""
    stripped = head.replace(CUT, " ").strip(" \t:–—-·•|,.")
    if not stripped:
        return "", ""
    if is_prose(stripped + "." * head.rstrip().endswith(".")):
        first = _SENTENCE.split(stripped, maxsplit=1)[0]
        if first == stripped or is_prose(first) or not vocabulary.role_in(first):
            return "", head.replace(CUT, " ").strip(" \t:–—-·•|,")
    for end in _SENTENCE.finditer(head):
        behind = head[end.end() :]
        if is_prose(behind.replace(CUT, " ").strip()) or len(behind.split()) > 8:
            return head[: end.start() + 1], behind.strip()
    return head, ""


# Lines that end in the middle of a date are one with the next: `June 2016 –` before `Oct. 2018`.

_HANGS = re.compile(r"(?:[-–—]|\b(?:to|till|until|bis|au|al|[A-Z][a-zéûä]{2,8}\.?))$")
_MAX_TAIL = 60


def rejoined(lines: Iterable[BlockLine]) -> Iterator[BlockLine]:
    """Yield lines, those joined that part a date."""
    last: BlockLine | None = None
    for line in lines:
        if last is not None and _parts_date(last, line):
            last = replace(last, runs=(*last.runs, TextRun(" ", last.runs[-1].line), *line.runs))
            continue
        if last is not None:
            yield last
        last = line
    if last is not None:
        yield last


def _parts_date(line: BlockLine, behind: BlockLine) -> bool:
    """Say whether a date begins in one line and ends in the one behind it, of the same block."""
    if line.block is not behind.block or line.is_heading or not _HANGS.search(line.text):
        return False
    tail = line.text[-_MAX_TAIL:]
    place = len(tail)
    found = periods.find(f"{tail} {behind.text[:_MAX_TAIL]}")
    return any(period.begin < place < period.stop - 1 for period in found)


# What each line of a section says by itself: its dates, its labels, the pieces of the rest, and how it is set.

_SEMICOLON, _COMMA = re.compile(r";\s"), re.compile(r"(?<=\)),\s+(?=[A-Z])")
_EMPTY_BRACKETS = re.compile(rf"[(\[（【]\s*{CUT}\s*[,;]?\s*[)\]）】]")
_HEADS = ("degree", "location", "organization", "role")
"""Kinds of labels that are pieces of the head of an entry."""

_TELLING = ("other", "summary", "thesis")
_IDLE = re.compile(
    r"""(?:full|part)[- ]?time|contract|seasonal|freelance|internship|apprenticeship|permanent(?:[ ]position)?|temporary
    |(?:about[ ])?(?:\d{1,2}|one|two|three|four|five|six)\+?[ ](?:y(?:ea)?rs?|mo(?:nth)?s?|weeks?)
    (?:[ ]\d{1,2}[ ]mo(?:nth)?s?)?""",
    re.IGNORECASE | re.VERBOSE,
)
_DURATION = re.compile(
    r"\(?(?:about )?\d{1,2}\+? (?:y(?:ea)?rs?|mo(?:nth)?s?|weeks?)(?:,? \d{1,2} mo(?:nth)?s?)?\)?", re.IGNORECASE
)
_MIN_TEXT, _MAX_TEXT = 2, 2_000
"""Of a longer line only the beginning is looked at: the head of an entry is short."""


@dataclass(frozen=True, slots=True)
class LineShape:
    """How a line is set, as far as it tells lines of one kind from others.

    Attributes:
        style: `strong` for headings and bold beginnings, `italic` or `plain`.
        depth: How many lists it lies in.
        level: Of a heading, its level.
    """

    style: str
    depth: int
    level: int = 0

    def is_like(self, other: "LineShape") -> bool:
        """Say whether two lines are of one kind; a bold line may stand for a heading that was lost."""
        return (self.style, self.depth) == (other.style, other.depth) and (
            self.level == other.level or not self.level or not other.level
        )


@dataclass(frozen=True)
class Clue:
    """A line and what it says.

    Attributes:
        line: The line.
        shape: How it is set.
        periods: The dates that it states.
        segments: The pieces of what is neither date nor label.
        labelled: What stands behind labels and phrases.
        prose: What it tells in sentences, or nothing.
    """

    line: BlockLine
    shape: LineShape
    periods: tuple[Period, ...] = ()
    segments: tuple[Segment, ...] = ()
    labelled: tuple[Labelled, ...] = ()
    prose: str = ""

    def has(self, *kinds: str, level: int = 0) -> bool:
        """Say whether one of its pieces is of some kinds, and if of an organisation, of a level at least."""
        return any(segment.kind in kinds and segment.level >= level for segment in self.segments)

    @property
    def has_what(self) -> bool:
        """Whether it names a role or a degree."""
        return self.has("role", "degree")

    @property
    def names_employer(self) -> bool:
        """Whether it names an organisation that is not just part of another."""
        return self.has("organization", level=vocabulary.INSTITUTE)

    @property
    def is_head(self) -> bool:
        """Whether it says more of the head of an entry than dates and places."""
        return any(segment.kind != "place" for segment in self.segments)

    @property
    def is_only_when(self) -> bool:
        """Whether it has dates, and beside them at most a place or labels."""
        return bool(self.periods) and all(segment.kind == "place" for segment in self.segments)


def clues_of(lines: Sequence[BlockLine], *, studies: bool) -> Iterator[Clue]:
    """Yield what each line says.

    Args:
        lines: The lines of a section.
        studies: Whether the section is about education, so that degrees are looked for before roles.
    """
    parts = ((part, cells) for line, cells in with_columns(rejoined(lines)) for part in _parts(line))
    for place, (line, cells) in enumerate(parts):
        yield _row_clue(line, cells, place, studies=studies) if cells else _clue(line, place, studies=studies)


def shape_of(line: BlockLine) -> LineShape:
    """Return how a line is set."""
    block = line.block
    if line.is_heading:
        return LineShape("strong", 0, block.level)
    first = next((run for run in line.runs if run.text.strip(" \t•*-")), None)
    if first is not None and first.bold:
        return LineShape("strong", block.depth)
    return LineShape("italic" if first is not None and first.italic else "plain", block.depth)


def _parts(line: BlockLine) -> list[BlockLine]:
    """Return the parts of a line between semicolons, or commas behind brackets, if each has dates: entries in a row."""
    text = "".join(run.text for run in line.runs)[:_MAX_TEXT]
    for sign, must_name in ((_SEMICOLON, False), (_COMMA, True)):
        bounds = [0, *(found.end() for found in sign.finditer(text)), len(text)]
        spans = [(begin, stop) for begin, stop in pairwise(bounds) if text[begin:stop].strip()]
        pieces = [text[begin:stop] for begin, stop in spans]
        if len(spans) > 1 and all(periods.find(piece) and (not must_name or names_what(piece)) for piece in pieces):
            return [replace(line, runs=_slice(line.runs, begin, stop)) for begin, stop in spans]
    return [line]


def _slice(runs: Sequence[TextRun], begin: int, stop: int) -> tuple[TextRun, ...]:
    found: list[TextRun] = []
    place = 0
    for run in runs:
        words = run.text[max(begin - place, 0) : max(stop - place, 0)]
        place += len(run.text)
        if words:
            found.append(replace(run, text=words))
    return tuple(found)


def _row_clue(line: BlockLine, cells: Columns, place: int, *, studies: bool) -> Clue:
    """Return what the row of a table says, by the names of its columns."""
    found = tuple(_joined_plans(periods.find("".join(run.text for run in line.runs)[:_MAX_TEXT])))
    bare = without(line, ((period.begin, period.stop) for period in found))
    labelled = [
        Labelled(kind, text.strip(), "column")
        for text, kind in zip(texts_of(bare), cells, strict=True)
        if kind not in ("", "other", "when", *_HEADS) and text.strip()
    ]
    pieces = segments(bare, cells, place, studies=studies)
    return Clue(line, shape_of(line), found, tuple(pieces), tuple(labelled))


def _clue(line: BlockLine, place: int, *, studies: bool) -> Clue:
    text = "".join(run.text for run in line.runs)
    if len(text) < _MIN_TEXT:
        return Clue(line, shape_of(line))
    found = tuple(_joined_plans(_dated(text[:_MAX_TEXT])))
    words, bold = _without(line, found)
    head, labelled = labels.split(words)
    head, prose = parted(head)
    offset = max(words.find(head), 0)
    explicit = _explicit(labelled, place)
    pieces = segments_of(head, bold[offset : offset + len(head)], place, studies=studies) if head else []
    kept = tuple(one for one in labelled if one.kind not in ("role", "organization", "degree", "when"))
    if prose and not head:
        return Clue(line, shape_of(line), (), (), kept, prose.replace(CUT, " "))
    pieces = [piece for piece in pieces if not _is_idle(piece, alone=len(pieces) == 1 and not found)]
    return Clue(line, shape_of(line), found, (*pieces, *explicit), kept, prose.replace(CUT, " "))


def _dated(text: str) -> list[Period]:
    """Return the periods of a line; in what a label tells, only one at the end is not part of the words."""
    found = periods.find(text)
    if not found or labels.leading(text) not in _TELLING:
        return found
    return [one for one in found if one.form == "range" and not text[one.stop :].strip(" ).*_")]


def _is_idle(piece: Segment, *, alone: bool) -> bool:
    """Say whether a piece names nothing: the head of a column, `Full-time`, `6 months`."""
    if _DURATION.fullmatch(piece.text):
        return True
    if vocabulary.is_generic(piece.text) and (alone or piece.kind != "role"):
        return piece.text.count(" ") <= 1
    return bool(_IDLE.fullmatch(piece.text)) and not alone


def _joined_plans(found: Sequence[Period]) -> Iterator[Period]:
    """Yield periods; `2019 – present (expected 2024)` is one."""
    last: Period | None = None
    for period in found:
        if last and last.start and period.expected and period.start is None and last.form in ("range", "since"):
            last = replace(last, end=period.end, expected=True)
            continue
        if last:
            yield last
        last = period
    if last:
        yield last


def _without(line: BlockLine, found: Sequence[Period]) -> tuple[str, list[bool]]:
    """Return a line with marks where dates stood and the style changes, and of each character whether it is bold."""
    if not found and len(line.runs) == 1:
        return _tidied(line.runs[0].text, [line.runs[0].bold] * len(line.runs[0].text))
    taken = {place for period in found for place in range(period.begin, period.stop)}
    words: list[str] = []
    bold: list[bool] = []
    place = 0
    for number, run in enumerate(line.runs):
        if number and _changes(line, number):
            words.append(CUT)
            bold.append(False)
        for character in run.text:
            if place not in taken:
                words.append(character)
                bold.append(run.bold)
            elif place - 1 not in taken:
                words.append(CUT)
                bold.append(False)
            place += 1
    return _tidied("".join(words), bold)


def _tidied(text: str, bold: list[bool]) -> tuple[str, list[bool]]:
    """Return a text with brackets that held only dates blanked out; its length stays."""
    return _EMPTY_BRACKETS.sub(lambda found: CUT + " " * (len(found[0]) - 1), text), bold


def _changes(line: BlockLine, number: int) -> bool:
    """Say whether the style changes between words before a run, and the next words are not a continuation."""
    before, here = line.runs[number - 1], line.runs[number]
    if (before.bold, before.italic) == (here.bold, here.italic):
        return False
    ahead = "".join(run.text for run in line.runs[number:]).lstrip(" ")
    is_apart = before.text.endswith((" ", "\t")) or here.text.startswith((" ", "\t"))
    return is_apart and bool(ahead) and not ahead[0].islower() and ahead[0] not in "(,.;:|–—-"


def _explicit(labelled: Sequence[Labelled], place: int) -> Iterator[Segment]:
    """Yield what labels say about the head of an entry: `Employer: …`, `Position held: …`."""
    for one in labelled:
        if one.kind in ("role", "degree"):
            yield Segment(one.value, "role" if one.kind == "role" else "degree", "line", 0, place, is_labelled=True)
        elif one.kind == "organization":
            for number, piece in enumerate(segments_of(one.value, [], place, studies=False)):
                first = replace(piece, kind="organization", level=vocabulary.EMPLOYER, is_labelled=True)
                yield piece if number else first
