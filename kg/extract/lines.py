"""A section as lines, and a line as pieces."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kg.extract.documents.model import DocumentBlock, TextRun

# A line of a CV cut into its pieces: at commas, dashes and bars, but never inside brackets or quotes.

_OPEN, _CLOSE = "([{“„«", ")]}”“»"
_BULLET = re.compile(r"^(?:[•·◦▪■●‣⁃∙○◇◆▶➢➤✓✔★☆*►–—-]|\uf0b7)\s+|^[•·◦▪●‣]")
_SYMBOLS = re.compile("^[\u2190-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]+\\s*")
_MARKER = re.compile(r"^\(?(?:\d{1,2}|[a-z])[.)]\s+")
_DASH = r"\s[-–—]{1,3}\s|\s?—\s?"
_EDGES = " \t\n,;:|.–—-·•"
I = r"\bI(?=['’]|,? (?!(?:and|as|at|by|for|from|in|is|of|on|or|the|to|with)\b)[a-z])"  # noqa: E741
"""The word for who speaks; it is a number in `Calculus I for engineers`."""


def unbulleted(text: str) -> str:
    """Return a line without the sign of a list that its text begins with.

    >>> unbulleted("• Tang Lixin Scholarship")
    'Tang Lixin Scholarship'
    """
    return _BULLET.sub("", _SYMBOLS.sub("", text.strip())).strip()


def unnumbered(text: str) -> str:
    """Return a line without the number or letter of a list: `3. `, `b) `."""
    return _MARKER.sub("", unbulleted(text))


def trimmed(text: str) -> str:
    """Return a piece without what parted it from its neighbours; an abbreviation keeps its full stop."""
    text = " ".join(text.split()).strip(_EDGES)
    text = re.sub(r"^[)\]]\s*|\s*[(\[]$", "", text)
    while len(text) > 1 and text[0] in "\"“'‘*_" and text[-1] in "\"”'’*_":
        text = text[1:-1].strip(_EDGES)
    return text


def cut(text: str, marks: str = ",", *, dashes: bool = False) -> list[str]:
    """Return the pieces between some marks that stand outside of brackets.

    >>> cut("AISTATS (2024-), ICML (2020, 2021)")
    ['AISTATS (2024-)', 'ICML (2020, 2021)']
    """
    pattern = rf"[{re.escape(marks)}](?!//)(?!(?<=\d,)\d{{3}}(?!\d))" + (rf"|{_DASH}" if dashes else "")
    depths = _depths(text)
    pieces, here = [], 0
    for match in re.finditer(pattern, text):
        if not depths[match.start()]:
            pieces.append(text[here : match.start()])
            here = match.end()
    return [piece.strip() for piece in (*pieces, text[here:]) if piece.strip()]


def _depths(text: str) -> list[int]:
    """Return how many brackets are open at each character; none where they do not match."""
    depths, depth = [], 0
    for character in text:
        if character in _OPEN:
            depth += 1
        depths.append(depth)
        if character in _CLOSE and depth:
            depth -= 1
    return depths if not depth else [0] * len(text)


# A section as lines: what stands on one line of a page is the smallest thing that facts are read from.

_SPACES = " \xa0\u2002\u2003\u2009\u202f"


@dataclass(frozen=True)
class BlockLine:
    """One line of a block.

    Attributes:
        runs: Its text in pieces of one style, without the line break.
        block: The block that it is a line of.
        opens: Whether it is the block's first.
    """

    runs: tuple[TextRun, ...]
    block: DocumentBlock
    opens: bool = True

    @cached_property
    def text(self) -> str:
        """Its text, spaces at the ends cut off."""
        return "".join(run.text for run in self.runs).strip()

    @property
    def number(self) -> int:
        """The line (1-based) of the source, or of the page, where it begins."""
        return self.runs[0].line if self.runs else self.block.lines[0]

    @property
    def cells(self) -> tuple[str, ...]:
        """What tabs or the cells of a table part; the whole text where nothing does."""
        return tuple(cell.strip() for cell in self.text.split("\t") if cell.strip())

    @property
    def is_heading(self) -> bool:
        """Whether the document sets it as a heading."""
        return self.block.kind == "heading"

    @property
    def is_item(self) -> bool:
        """Whether it opens an item of a list."""
        return self.opens and self.block.kind == "item"

    @property
    def bold(self) -> str:
        """What is set bold at its beginning, or nothing."""
        return _styled(run for run in self.runs if run.text.strip()) if _starts_bold(self.runs) else ""

    @property
    def is_bold(self) -> bool:
        """Whether all of it is set bold."""
        words = [run for run in self.runs if run.text.strip(" \t:|,.;")]
        return bool(words) and all(run.bold for run in words)


_GOES_ON = re.compile(r"(?:[,;&–—-]|\b(?:a|an|and|at|by|for|from|in|of|on|or|the|to|und|with))$", re.IGNORECASE)


def goes_on(line: BlockLine, behind: BlockLine) -> bool:
    """Say whether a line is broken only for want of space, so that the one behind it continues its sentence."""
    if line.block is not behind.block or "\t" in line.text + behind.text:
        return False
    return _GOES_ON.search(line.text) is not None or behind.text[:1].islower()


def lines_of(blocks: Iterable[DocumentBlock]) -> Iterator[BlockLine]:
    """Yield the lines of blocks; empty ones and rules are left out."""
    for block in blocks:
        if block.kind in ("rule", "code"):
            continue
        for number, runs in enumerate(_split(block.runs)):
            if any(run.text.strip() for run in runs):
                yield BlockLine(tuple(runs), block, number == 0)


def joined(lines: Sequence[BlockLine]) -> str:
    """Return the words of several lines as running text."""
    return " ".join(" ".join(line.text.split()) for line in lines).strip()


def span(lines: Sequence[BlockLine]) -> tuple[int, int]:
    """Return the first and the last line number of some lines, which are of one page."""
    numbers = [run.line for line in lines for run in line.runs] or [line.number for line in lines]
    return min(numbers), max(numbers)


def _split(runs: Sequence[TextRun]) -> Iterator[list[TextRun]]:
    here: list[TextRun] = []
    for run in runs:
        if run.text == "\n":
            yield here
            here = []
        else:
            here.append(run)
    yield here


def _starts_bold(runs: Sequence[TextRun]) -> bool:
    first = next((run for run in runs if run.text.strip(_SPACES)), None)
    return first is not None and first.bold


def _styled(runs: Iterator[TextRun]) -> str:
    found = []
    for run in runs:
        if not run.bold and run.text.strip(_SPACES):
            break
        found.append(run.text)
    return "".join(found).strip()
