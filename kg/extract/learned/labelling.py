"""Label the lines of a document: what section each belongs to, and whether it heads, opens or continues an entry."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from kg.base.tables import rows_of
from kg.extract.learned.tokens import fold, shape_of
from kg.extract.learned.units import Line

KINDS = (
    "pub", "edu", "pos", "grant", "award", "talk", "teach", "superv", "service", "member", "patent", "media",
    "project", "skill", "lang", "ref", "course", "interest", "personal", "prose", "news", "other", "none",
)  # fmt: skip
"""Kinds of lines, by the section of the profile that they are about."""

_WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_RANGE = re.compile(
    r"(?:19|20)\d\d(?:[./-]\d\d)?\s*(?:[-–—~]|to|bis|à|a|au|until)+\s*(?:(?:[^\W\d_]{3,12}\.?\s)?(?:19|20)?\d\d|[^\W\d_]{3,12}|\.{2,3}|$)",
    re.I,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_PAGES = re.compile(r"\d+\s?[-–]{1,2}\s?\d+")
_MAIL = re.compile(r"\S@\S|\bx{3,}\b|\+?0{4,}|tel\.|phone|e-?mail", re.I)
_URL = re.compile(r"https?:|www\.|doi|\.(?:com|org|edu|io|net)\b", re.I)
_INITIAL = re.compile(r"\b[A-Z]\.")
_MONEY = re.compile(r"[$€£¥]|\b(?:USD|EUR|CHF|GBP|k€)\b")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_DATE_ONLY = re.compile(r"[\W\d]*(?:[^\W\d_]{3,10}\.?[\W\d]+){0,2}(?:[^\W\d_]{3,10})?[\W\d]*")
_LEADING = re.compile(r"^(?:[\[(]?\w{0,2}\d{1,3}[\]).:]|[ivxlIVXL]{1,5}[.)]|[A-Ha-h][.)]|§)\s*")


@cache
def lexicon() -> dict[str, tuple[str, ...]]:
    """Return the classes of words, by folded word."""
    found: dict[str, list[str]] = {}
    for name, words in rows_of("kg.extract", "tables/words.tsv"):
        for word in words.split():
            found.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in found.items()}


@cache
def _headings() -> tuple[dict[str, str], dict[str, str]]:
    """Return the kinds of whole headings, and of the words that only headings of one kind have."""
    whole: dict[str, str] = {}
    words: dict[str, set[str]] = {}
    for kind, phrases in rows_of("kg.extract", "tables/headings.tsv"):
        for phrase in phrases.split("|"):
            whole[phrase] = kind
            for word in phrase.split():
                if len(word) > 3 or not word.isascii():
                    words.setdefault(word, set()).add(kind)
    return whole, {word: next(iter(kinds)) for word, kinds in words.items() if len(kinds) == 1}


def heading_kind(text: str) -> str:
    """Return what a dictionary of headings says of a text: a kind, a kind with `?` for one of its words, or nothing.

    >>> heading_kind("SELECTED PUBLICATIONS"), heading_kind("Ada Lovelace")
    ('pub?', '')
    """
    words = [fold(word) for word in re.findall(r"[^\W_]+", _LEADING.sub("", text))]
    if not words or len(words) > 9:
        return ""
    whole, single = _headings()
    joined = " ".join(words)
    if joined in whole:
        return whole[joined]
    if _CJK.search(text):
        return next(
            (
                kind + "?"
                for phrase, kind in whole.items()
                if not phrase.isascii() and phrase in joined.replace(" ", "")
            ),
            "",
        )
    for word in words:
        if word in whole and len(word) > 3:
            return whole[word] + "?"
    return next((single[word] + "?" for word in words if word in single), "")


class _Seen(NamedTuple):
    """What is seen of a line by itself."""

    own: list[str]
    brief: list[str]
    heading: str
    is_heading: bool


def features(lines: Sequence[Line], owner: frozenset[str] = frozenset()) -> list[list[str]]:
    """Return what the model sees of each line of a document.

    Args:
        lines: All of the document.
        owner: The words of the owner's name, folded.
    """
    seen = [_seen(line, owner) for line in lines]
    count = len(lines)
    found: list[list[str]] = []
    current, since, above = "", 0, ""
    for index, line in enumerate(lines):
        here = list(seen[index].own)
        if seen[index].is_heading:
            kind = seen[index].heading
            if kind:
                current, since = kind, 0
            above = " ".join(_folded(line.text)[:4])
        here.append(f"cur={current}")
        here.append(f"cur={current}|h={int(seen[index].is_heading)}")
        here.append(f"cur={current}|op={int(line.opens)}")
        if current:
            here.append(f"since={min(since, 3)}")
        here.append(f"abv={above}")
        since += 1
        for offset in (-2, -1, 1, 2):
            near = index + offset
            if 0 <= near < count:
                here += [f"{offset}{name}" for name in seen[near].brief]
            else:
                here.append(f"{offset}#")
        here += _relative(lines, index)
        if index < 12:
            here.append(f"cur={current}|early")
        here.append(f"pos={min(index, 3)}" if index < 4 else f"pos~{10 * index // count}")
        found.append(here)
    return found


def _relative(lines: Sequence[Line], index: int) -> list[str]:
    """Return how a line stands beside its neighbours."""
    line = lines[index]
    found = []
    layout = line.layout
    found.append(f"gap={_bin(layout.gap, (0.3, 0.9, 1.08, 1.2, 1.45, 1.8, 2.5))}")
    if index:
        before = lines[index - 1]
        found.append(f"din={_sign(layout.indent - before.layout.indent)}")
        found.append(f"dsz={_sign(10 * (layout.size - before.layout.size))}")
        found.append(
            f"full={int(before.layout.room < 3)}{'w' if layout.joint in (' ', '-', '') else ''}|{line.text[:1].islower()}"  # noqa: E501
        )
        found.append(
            f"dgap={_sign(5 * (layout.gap - before.layout.gap))}|{_sign(layout.indent - before.layout.indent)}"
        )
        found.append(f"blk={int(before.block is line.block)}{int(line.opens)}")
        found.append(f"dbold={round(before.bold)}>{round(line.bold)}")
    if index + 1 < len(lines):
        after = lines[index + 1]
        found.append(f"nin={_sign(after.layout.indent - layout.indent)}")
        found.append(f"nop={int(after.opens)}{int(after.cell > 0)}")
        found.append(f"ngap={_bin(after.layout.gap, (0.9, 1.08, 1.2, 1.45, 1.8, 2.5))}")
    return found


def _seen(line: Line, owner: frozenset[str]) -> _Seen:  # noqa: C901
    text = line.text[:600]
    words = _folded(text)
    known = lexicon()
    block = line.block
    short = len(text) < 70
    kind = heading_kind(text) if short else ""
    capitals = text.isupper() and len(text) > 3
    is_heading = block.kind == "heading" or (
        short
        and line.cell == 0
        and (line.bold > 0.95 or capitals or bool(kind and not kind.endswith("?")))
        and bool(kind)
        and not _YEAR.search(text)
    )
    classes: dict[str, int] = {}
    for word in words:
        for name in known.get(word, ()):
            classes[name] = classes.get(name, 0) + 1
    own = [f"bk={block.kind}{min(block.level, 3)}", f"hk={kind}", f"hk={kind}|{int(is_heading)}{int(line.bold > 0.9)}"]
    own += [f"x={name}" for name in classes]
    own += [f"x={name}+" for name, times in classes.items() if times > 1 and times * 3 > len(words)]
    for place, word in enumerate(words[:3]):
        own.append(f"w{place}={word}")
    if words:
        own.append(f"wz={words[-1]}")
        own.append("bi=" + " ".join(words[:2]))
    own += [f"w={word}" for word in dict.fromkeys(words[:40]) if len(word) > 2 or not word.isascii()]
    if letters := _CJK.findall(text):
        joined = "".join(letters)[:60]
        own += [f"cc={joined[at : at + 2]}" for at in range(len(joined) - 1)]
    marks = []
    if _YEAR.search(text):
        marks.append("yr")
    if _RANGE.search(text):
        marks.append("rng")
    date_only = len(text) < 40 and any(character.isdigit() for character in text) and bool(_DATE_ONLY.fullmatch(text))
    if date_only:
        marks.append("date")
    if _PAGES.search(text):
        marks.append("pp")
    if _MAIL.search(text):
        marks.append("mail")
    if _URL.search(text) or any(run.target.startswith("http") for run in line.runs):
        marks.append("url")
    if _MONEY.search(text):
        marks.append("mny")
    named = _people_listed(text)
    if named:
        marks.append(f"nl{min(named, 4)}")
    initials = len(_INITIAL.findall(text))
    marks.append(f"ini{min(initials, 4)}")
    if any(word in owner for word in words):
        marks.append("own")
    if text[:1] in '“"«„‘' or "”" in text or "“" in text:
        marks.append("qu")
    if "et al" in text:
        marks.append("etal")
    if ":" in text[:40]:
        marks.append("col")
    if _LEADING.match(text) or block.marker:
        marks.append("num")
    own += [f"m={mark}" for mark in marks]
    end = text[-1:]
    style = f"{'B' if line.bold > 0.9 else 'b' if line.bold > 0 else ''}{'I' if line.italic > 0.9 else 'i' if line.italic > 0 else ''}"  # noqa: E501
    start_bold = bool(line.runs) and line.runs[0].bold
    size = _bin(line.layout.size, (0.93, 1.03, 1.15, 1.3, 1.6))
    length = _bin(len(text), (4, 12, 25, 45, 70, 100, 200))
    shape = shape_of(text.split()[0].strip('([“"') or "?") if text.split() else "?"
    own += [
        f"len={length}",
        f"sty={style}",
        f"sb={int(start_bold)}",
        f"sz={size}",
        f"end={end if not end.isalnum() else 'a'}",
        f"sh={shape}",
        f"up={int(capitals)}",
        f"cell={min(line.cell, 2)}{int(line.last_cell)}",
        f"op={int(line.opens)}{block.kind}",
        f"in={_bin(line.layout.indent, (0.5, 1.5, 3, 5, 8, 12, 20))}",
        f"room={_bin(line.layout.room, (1, 3, 8, 20))}",
        f"dep={min(block.depth, 3)}{bool(block.marker)}",
        f"jn={line.layout.joint!r}",
        f"pg={min(block.page, 2)}",
        f"st={size}{style}{int(capitals)}{length}",
    ]
    brief = [
        f"hk={kind}|{int(is_heading)}",
        f"bk={block.kind}",
        f"len={length}",
        f"sty={style}",
        f"sz={size}",
        f"sh={shape}",
        f"op={int(line.opens)}",
        f"cell={min(line.cell, 2)}",
        f"end={end if not end.isalnum() else 'a'}",
    ]
    brief += [f"m={mark}" for mark in marks]
    brief += [
        f"x={name}"
        for name in classes
        if name
        in (
            "degree",
            "role",
            "org3",
            "org2",
            "org1",
            "month",
            "award",
            "event",
            "advisor",
            "thesis",
            "teach",
            "service",
            "status",
            "city",
            "place",
        )
    ]
    return _Seen(own, brief, kind.rstrip("?"), is_heading)


_NAME_PIECE = re.compile(r"(?:[A-Z][^\W\d_]*[.’'‐-]*\s?){1,4}[*†‡§∗\d]{0,2}")


def _people_listed(text: str) -> int:
    """Return how many pieces between commas look like names of people, where most do."""
    pieces = [piece.strip(" .") for piece in re.split(r",|;|\band\b|&", text[:300])]
    pieces = [piece for piece in pieces if piece]
    alike = sum(1 for piece in pieces if len(piece) < 40 and _NAME_PIECE.fullmatch(piece))
    return alike if alike > 1 and alike * 2 >= len(pieces) else 0


def _folded(text: str) -> list[str]:
    return [fold(word) for word in _WORD.findall(text)]


def _bin(value: float, edges: Sequence[float]) -> int:
    return sum(1 for edge in edges if value > edge)


def _sign(value: float) -> int:
    return (value > 0.4) - (value < -0.4) + (value > 2.5) - (value < -2.5)
