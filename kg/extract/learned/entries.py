"""Entries of a CV: the lines that a model labelled, put together, and the fields that another one finds in them."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import pycrfsuite

from kg.extract.citations.labels import ASIDE
from kg.extract.learned import labelling
from kg.extract.learned.tokens import EntryToken, Styled, does, features, fold, habits, spans, tokens_of, with_habits
from kg.extract.learned.units import Line
from kg.profile import periods

_ABBREVIATED = re.compile(
    r"(?:\.[A-Za-z]{1,4}|\b(?:Jr|Sr|Inc|Ltd|Co|Corp|al|Dr|Prof|nat|phil|Univ|Hons|[BM]\.? ?(?:Sc|Tech|Eng|Ed)|Ph|cand|Dipl)|\b[A-Z])$"  # noqa: E501
)
"""What the full stop behind it belongs to."""

_ASIDE = re.compile(rf"{ASIDE.pattern}|\b10\.\d{{4,9}}/\S+|\bhttps?://\S+", re.IGNORECASE)
"""What has figures that are no date and no pages."""

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_NUMBER = re.compile(r"\d{1,3}(?=[.)\]]?\s)")
_YEARS = re.compile(r"\W{0,3}(?:19|20)\d\d\b.{0,10}$")
"""What a heading of years says."""

_PUBLISHED = re.compile(r"\bpubb?li[ck]|ver(?:ö|oe)ffentlich", re.IGNORECASE)
"""Below a heading with it what may be a talk is a work: with day and place of the meeting at which it was given."""

_NUMBERS = frozenset(("date", "volume", "issue", "pages", "number"))

_STINTS = ("edu", "pos")

WORKS = frozenset(("pub", "patent"))
"""Kinds whose entries are read as references."""


class LabelledLine(NamedTuple):
    """A line with its label.

    Attributes:
        line: The line.
        kind: What section it is of, one of `labelling.KINDS`.
        role: `H` a heading, `S` a sub-heading, `B` begins an entry, `I` goes on with one.
        sure: How likely the kind is, from 0 to 1.
    """

    line: Line
    kind: str
    role: str
    sure: float


class Entry(NamedTuple):
    """Lines that say one thing.

    Attributes:
        kind: What it is.
        lines: Its lines.
        heading: The heading of its section.
        context: The sub-headings above it, the nearest last.
        sure: How likely its kind is, from 0 to 1.
        section: The number of its section in the document.
        reigning: The headings above it that no later one has ended, the nearest first: one of years ends another of its
            level.
        heads: The lines of its sub-headings and its heading, the nearest first.
    """

    kind: str
    lines: tuple[Line, ...]
    heading: str
    context: tuple[str, ...]
    sure: float
    section: int
    reigning: tuple[str, ...] = ()
    heads: tuple[Line, ...] = ()


class FieldSpan(NamedTuple):
    """A stretch of an entry with a meaning.

    Attributes:
        name: What it is: `title`, `author`, `org` …
        text: The words.
        begin: Where they begin in the entry's text.
        end: Where they end.
        sure: How likely it is, from 0 to 1.
    """

    name: str
    text: str
    begin: int
    end: int
    sure: float


class Parsed(NamedTuple):
    """An entry with its fields."""

    entry: Entry
    text: str
    fields: tuple[FieldSpan, ...]
    tokens: tuple[EntryToken, ...] = ()

    def all(self, name: str) -> list[FieldSpan]:
        """Return the fields of a name, in order."""
        return [field for field in self.fields if field.name == name]

    def first(self, name: str) -> FieldSpan | None:
        """Return the first field of a name."""
        return next((field for field in self.fields if field.name == name), None)


@cache
def model(name: str) -> pycrfsuite.Tagger:
    """Return a model that kg brings along: `lines`, `works` or `career`."""
    tagger = pycrfsuite.Tagger()
    tagger.open_inmemory(_bytes(name))
    return tagger


@cache
def _bytes(name: str) -> bytes:
    """Return a model's file; the tagger reads in it as long as it lives, and does not keep it."""
    return (files("kg.extract") / "models" / f"{name}.crfsuite").read_bytes()


def label(lines: Sequence[Line]) -> list[LabelledLine]:
    """Return the lines of a document with their labels."""
    if not lines:
        return []
    tagger = model("lines")
    labels = tagger.tag(labelling.features(lines))
    known = tagger.labels()
    by_kind = defaultdict[str, list[str]](list)
    for name in known:
        by_kind[name.partition(".")[0]].append(name)
    found = []
    is_published = False
    for index, (line, name) in enumerate(zip(lines, labels, strict=True)):
        kind, _, role = name.partition(".")
        if role in ("H", "S") or labelling.heading_kind(line.text):
            is_published = bool(_PUBLISHED.search(line.text))
        kinds = ("pub", "talk") if is_published and kind in ("pub", "talk") else (kind,)
        sure = sum(tagger.marginal(other, index) for each in kinds for other in by_kind[each])
        found.append(LabelledLine(line, kinds[0], role or "I", min(1.0, sure)))
    return found


def entries_of(labelled: Sequence[LabelledLine]) -> Iterator[Entry]:  # noqa: C901
    """Yield the entries of a document, in its order."""
    heading, kind, section = "", "", 0
    headline: Line | None = None
    context: list[LabelledLine] = []
    here: list[LabelledLine] = []

    def done() -> Iterator[Entry]:
        if here:
            sure = sum(each.sure for each in here) / len(here)
            above = tuple(each.line.text for each in context)
            is_over = context and headline and not _is_below(headline, context[0].line)
            reigning = (*reversed(above), *(() if is_over else (heading,)))
            heads = (*(each.line for each in reversed(context)), *((headline,) if headline else ()))
            yield Entry(here[0].kind, tuple(each.line for each in here), heading, above, sure, section, reigning, heads)
            here.clear()

    for each in labelled:
        is_below = each.kind == kind and section > 0 and not labelling.heading_kind(each.line.text)
        if each.role == "H" and not is_below:
            yield from done()
            is_wrapped = (
                heading
                and not context
                and each.line.index
                and each.line.layout.joint in (" ", "-")
                and each.kind == kind
            )
            heading = f"{heading} {each.line.text}" if is_wrapped else each.line.text
            headline = each.line
            kind, section = each.kind, section + 1
            context.clear()
            continue
        if each.role in ("H", "S") or _is_headline(each.line):
            yield from done()
            while context and not _is_below(context[-1].line, each.line):
                context.pop()
            context.append(each)
            continue
        if here and _is_next(here, each):
            yield from done()
        if each.kind != kind and not here and each.kind not in ("none", "other"):
            if kind:
                section += 1
            kind = each.kind
        here.append(each)
    yield from done()


def _is_next(here: Sequence[LabelledLine], each: LabelledLine) -> bool:
    """Say whether a line begins another entry than the lines before it; the date of a stint may stand above it."""
    first = here[0]
    if len(here) == 1 and first.kind == each.kind in _STINTS and periods.is_period(first.line.text):
        return False
    are_dated = each.kind in WORKS and each.line.opens and all(_YEAR.search(one.line.text) for one in (first, each))
    return each.role == "B" or each.kind != first.kind or are_dated or _is_next_item(first.line, each.line)


def _is_headline(line: Line) -> bool:
    """Say whether a line is set as a heading and named like one, or is nothing but years, whatever a model says."""
    named = labelling.heading_kind(line.text)
    is_known = (named and not named.endswith("?")) or _YEARS.match(line.text) is not None
    return line.block.kind == "heading" and bool(is_known)


def _is_next_item(first: Line, line: Line) -> bool:
    """Say whether a line opens the item of a list that follows one which another line opens, or has the next number."""
    blocks = (first.block, line.block)
    numbers = [_NUMBER.match(each.text) for each in (first, line)]
    if line.opens and numbers[0] and numbers[1] and int(numbers[1][0]) == int(numbers[0][0]) + 1:
        return True
    return line.opens and all(each.kind == "item" for each in blocks) and blocks[0].depth == blocks[1].depth


def _is_below(above: Line, line: Line) -> bool:
    """Say whether a sub-heading may be of a lower level than the one above it."""
    if above.block.kind == line.block.kind == "heading":
        return above.block.level < line.block.level
    if (above.block.kind == "heading") != (line.block.kind == "heading"):
        return above.block.kind == "heading"
    return (
        above.layout.size > line.layout.size + 0.04
        or above.layout.indent + 0.5 < line.layout.indent
        or above.bold > line.bold + 0.5
    )


def runs_of(lines: Sequence[Line]) -> Iterator[Styled]:
    """Yield the text of an entry in stretches of one style: cells parted by tabs, lines by breaks where they are meant."""  # noqa: E501
    for number, line in enumerate(lines):
        runs = list(line.runs)
        if number:
            if line.cell:
                yield Styled("\t")
            elif line.layout.joint in (" ", "\n"):
                yield Styled(line.layout.joint)
        after = lines[number + 1] if number + 1 < len(lines) else None
        for place, run in enumerate(runs):
            text = run.text
            if after is not None and after.layout.joint == "-" and not after.cell and place == len(runs) - 1:
                text = text.rstrip().removesuffix("-")
            yield Styled(text, run.bold, run.italic, bool(run.target))


def parse(entries: Sequence[Entry], owner: frozenset[str] = frozenset()) -> list[Parsed]:
    """Return entries with their fields; those of one kind and section are read as one list."""
    read = [tokens_of(runs_of(entry.lines)) for entry in entries]
    found = [Parsed(entry, text, (), tuple(tokens)) for entry, (text, tokens) in zip(entries, read, strict=True)]
    lists: dict[tuple[int, str], list[int]] = {}
    for place, each in enumerate(found):
        if each.tokens:
            lists.setdefault((each.entry.section, each.entry.kind), []).append(place)
    for (_, kind), places in lists.items():
        listed = labels_of([found[place].tokens for place in places], kind, owner)
        for place, (labels, sure) in zip(places, listed, strict=True):
            fields = tuple(_fields(found[place].text, found[place].tokens, labels, sure))
            found[place] = found[place]._replace(fields=fields)
    return found


def labels_of(
    entries: Sequence[Sequence[EntryToken]], kind: str, owner: frozenset[str] = frozenset()
) -> list[tuple[list[str], list[float]]]:
    """Return the label of each token of a list's entries, and how likely it is.

    The list is read twice: the second time with what the first reading says of the habits of its entries.
    """
    tagger = model("works" if kind in WORKS else "career")
    rows = [features(tokens, kind, owner, labelling.lexicon()) for tokens in entries]
    if len(entries) > 1:
        common = habits(does(tokens, tagger.tag(row)) for tokens, row in zip(entries, rows, strict=True))
        rows = [with_habits(row, tokens, common) for tokens, row in zip(entries, rows, strict=True)]
    found = []
    for row in rows:
        labels = tagger.tag(row)
        found.append((labels, [tagger.marginal(label, place) for place, label in enumerate(labels)]))
    return found


def _fields(
    text: str, tokens: Sequence[EntryToken], labels: Sequence[str], chances: Sequence[float]
) -> Iterator[FieldSpan]:
    for name, begin, end in spans(labels):
        sure = chances[begin:end]
        mean = math.exp(sum(math.log(max(each, 1e-6)) for each in sure) / len(sure))
        first, last = tokens[begin].start, tokens[end - 1].end
        if name in _NUMBERS and is_aside(text, first):
            continue
        if text[last : last + 1] == "." and _ABBREVIATED.search(text[first:last]):
            last += 1
        if text[last : last + 1] == ")" and text[first:last].count("(") > text[first:last].count(")"):
            last += 1
        yield FieldSpan(name, " ".join(text[first:last].split()), first, last, min(mean, min(sure) ** 0.5))


def is_aside(text: str, place: int) -> bool:
    """Say whether a place of a text lies in an identifier or an address, whose figures say nothing by themselves."""
    return any(found.start() <= place < found.end() for found in _ASIDE.finditer(text))


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name as models compare them."""
    return frozenset(fold(word.strip(".,")) for word in name.replace("-", " ").split() if len(word.strip(".,")) > 1)
