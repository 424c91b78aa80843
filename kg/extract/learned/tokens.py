"""An entry of a CV as tokens, and what a sequence model sees of each: the same in training and in use."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

MAX_TOKENS = 600
"""Of a longer entry the rest is not labelled."""

_WORD = re.compile(
    r"https?://[^\s<>\"]+|www\.[^\s<>\"]+|10\.\d{4,9}/[^\s<>\",;]+|[^\W\d_]+(?:['’ʼ‐-](?=[^\W\d_])[^\W\d_]+)*|\d+|[^\w\s]|_"
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_OPENING = {"“": 1, "„": 1, "«": 1, "‘": 1, "「": 1, "『": 1, "《": 1, "»": 0}
_CLOSING = "”»’」』》"


class EntryToken(NamedTuple):
    """A word, a number or a sign.

    Attributes:
        text: As written.
        start: Where it begins in the text of the entry.
        end: Where it ends.
        gap: What stands before it: nothing, a space, a tab where a new cell begins, a line break.
        bold: Whether it is set bold.
        italic: Whether it is set in italics.
        linked: Whether it is a link.
    """

    text: str
    start: int
    end: int
    gap: str = " "
    bold: bool = False
    italic: bool = False
    linked: bool = False


class Styled(NamedTuple):
    """A stretch of an entry's text in one style."""

    text: str
    bold: bool = False
    italic: bool = False
    linked: bool = False


def tokens_of(runs: Iterable[Styled]) -> tuple[str, list[EntryToken]]:
    """Return the text of an entry, and its tokens.

    >>> [token.text for token in tokens_of([Styled("Doe, J.: On snow (2019)")])[1]]
    ['Doe', ',', 'J', '.', ':', 'On', 'snow', '(', '2019', ')']
    """
    text = ""
    styles: list[tuple[int, Styled]] = []
    for run in runs:
        text += run.text.replace("\u201a", ",")
        styles.append((len(text), run))
    found: list[EntryToken] = []
    before = 0
    at = 0
    for match in _WORD.finditer(text):
        begin, end = match.span()
        while styles and styles[at][0] <= begin and at + 1 < len(styles):
            at += 1
        style = styles[at][1]
        between = text[before:begin]
        gap = "\n" if "\n" in between else "\t" if "\t" in between else " " if between else ""
        if _CJK.search(match[0]):  # no blanks between words: every character is a token
            for offset, character in enumerate(match[0]):
                found.append(
                    EntryToken(character, begin + offset, begin + offset + 1, gap if not offset else "", *style[1:])
                )
        else:
            found.append(EntryToken(match[0], begin, end, gap, *style[1:]))
        before = end
        if len(found) >= MAX_TOKENS:
            break
    return text, found[:MAX_TOKENS]


def shape_of(word: str) -> str:  # noqa: C901
    """Return what a word looks like: `Xx`, `XX`, `x`, `Y` for a year, `9` by length for other numbers.

    >>> [shape_of(word) for word in ("Doe", "IEEE", "on", "2019", "12", "McX", "J", "(")]
    ['Xx', 'XX', 'x', 'Y', '99', 'XxX', 'X', '(']
    """
    first = word[0]
    if first.isdigit():
        if len(word) == 4 and word[:2] in ("19", "20"):
            return "Y"
        return "9" * min(len(word), 5)
    if not first.isalpha():
        return word if len(word) == 1 else "U"
    if len(word) == 1:
        return "X" if first.isupper() else "x1" if first.islower() else "C"
    if word.islower():
        return "x"
    if word.isupper():
        return "XX"
    if first.isupper() and word[1:].islower():
        return "Xx"
    if "-" in word or "’" in word or "'" in word:
        return "X-x" if first.isupper() else "x-x"
    return "XxX" if first.isupper() else "xXx"


def fold(word: str) -> str:
    """Return a word as it is compared: lower case, without accents, digits as 0."""
    if word.isascii():
        return word.lower() if not word[0].isdigit() else "0" * min(len(word), 5)
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(character for character in plain if not unicodedata.combining(character)) or word


Habits = Mapping[str, str]
"""What most entries of a list do, by what is asked of them; empty for a list that is not known yet."""

_PARTS = ("author", "title", "container", "date", "name", "t", "ev", "deg", "role", "org")
"""The fields whose order tells lists apart."""

_AROUND = (-2, -1, 1, 2)


def habits(entries: Iterable[Iterable[tuple[str, str]]]) -> Habits:
    """Return what more than half of the entries of a list do, by what each does."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for asked, does in chain.from_iterable(entries):
        votes[asked][does] += 1
    most = {asked: count.most_common(1)[0] for asked, count in votes.items()}
    return {asked: does for asked, (does, times) in most.items() if 2 * times > votes[asked].total()}


def does(tokens: Sequence[EntryToken], labels: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what an entry does: the order of its fields, what is set in which style, what stands behind each."""
    fields = dict.fromkeys(label[2:] for label in labels if label[:2] == "B-")
    yield "order", " ".join(name for name in fields if name in _PARTS)
    yield "first", next(iter(fields), "")
    yield "named", str("author" in fields)
    styles = _styles(tokens)
    for style in dict.fromkeys(each for each in styles if each != _PLAIN):
        inside = Counter(
            label[2:] for label, each in zip(labels, styles, strict=True) if each == style and label != "O"
        )
        if inside:
            yield style, inside.most_common(1)[0][0]
    for name in (name for name in fields if name in _PARTS):
        last = max(index for index, label in enumerate(labels) if label[2:] == name)
        if last + 1 < len(tokens):
            after = tokens[last + 1]
            yield f"after {name}", after.gap if after.text.isalnum() else after.text
    if "title" in fields:
        yield "gap", tokens[labels.index("B-title")].gap


def with_habits(rows: Sequence[list[str]], tokens: Sequence[EntryToken], common: Habits) -> list[list[str]]:
    """Return what the model sees of each token of an entry of a list whose habits are known."""
    if not common:
        return list(rows)
    listed = [f"C{asked}={common[asked]}" for asked in ("order", "first", "named") if asked in common]
    ends = {asked: does for asked, does in common.items() if asked.startswith("after")}
    stops = _stops(tokens)
    shown = []
    for row, token, style, before in zip(rows, tokens, _styles(tokens), stops, strict=True):
        stands = common.get(style, "?") if style != _PLAIN else f"{common.get('order', '')}|{before}"
        gap = f"Cgap={token.gap == common.get('gap')}{token.gap!r}"
        shown.append(
            [*row, *listed, f"Cs={stands}|{style}", gap, *(f"C{each}" for each in ends if ends[each] == token.text)]
        )
    return shown


_QUOTED, _PLAIN = ("q", "^", "$"), "."


def _styles(tokens: Sequence[EntryToken]) -> list[str]:
    """Return how each token is set: quoted, italic, bold, linked, in any combination, or plain."""
    return [
        "".join(
            sign
            for sign, is_so in zip("QIBL", (quote in _QUOTED, token.italic, token.bold, token.linked), strict=True)
            if is_so
        )
        or _PLAIN
        for token, (quote, _) in zip(tokens, _states(tokens), strict=True)
    ]


def _stops(tokens: Sequence[EntryToken]) -> list[int]:
    """Return how many sentences have ended before each token, at most four."""
    found = [0]
    for before, token in pairwise(tokens):
        found.append(min(4, found[-1] + (token.text == "." and len(before.text) > 2)))
    return [0, *found[:-1]][: len(tokens)]


def features(
    tokens: Sequence[EntryToken], kind: str, owner: frozenset[str], words: Mapping[str, tuple[str, ...]]
) -> list[list[str]]:
    """Return what the model sees of each token of an entry by itself.

    Args:
        tokens: The entry.
        kind: What kind of entry it is.
        owner: The words of the owner's name, folded.
        words: The classes of folded words.
    """
    folded, shapes = [fold(token.text) for token in tokens], [shape_of(token.text) for token in tokens]
    styles, states, stops = _styles(tokens), _states(tokens), _stops(tokens)
    has = "".join(sorted(set("".join(styles)) - {_PLAIN}))
    years = [index for index, shape in enumerate(shapes) if shape == "Y"] or [len(tokens)]
    known = [
        [f"x={name}" for name in words.get(word, ())] + ["own"] * (word in owner) for word in folded
    ]  # of a word, and of those around it
    rows = []
    for index, (token, word, shape) in enumerate(zip(tokens, folded, shapes, strict=True)):
        row = [f"k={kind}", f"w={word}", f"s={shape}", "q={}{}".format(*states[index]), f"d={styles[index]}|{has}"]
        row += (f"at={8 * index // len(tokens)}", f"st={stops[index]}")
        row.append(f"y={(index > years[0]) - (index < years[0])}{index == years[-1]}")
        row += _at_ends(index, len(tokens), word, token.gap)
        if index and styles[index - 1] != styles[index]:
            row.append(f"c={styles[index - 1]}>{styles[index]}")
        row += known[index]
        row += _around(index, folded, shapes, known)
        rows.append(row)
    return rows


def _at_ends(index: int, count: int, word: str, gap: str) -> Iterator[str]:
    """Yield how a word begins and ends, what stands before it, and whether it is among the first or last ones."""
    if len(word) > 3:
        yield f"p={word[:3]}"
        yield f"e={word[-3:]}"
    if gap != " ":
        yield f"g={gap!r}"
    if index < 3:
        yield f"i={index}"
    if count - index < 4:
        yield f"z={count - index}"


def _around(index: int, folded: Sequence[str], shapes: Sequence[str], known: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield what stands around a word."""
    for step in _AROUND:
        near = index + step
        if 0 <= near < len(folded):
            yield f"{step}w={folded[near]}"
            yield f"{step}s={shapes[near]}"
            yield from (f"{step}{each}" for each in known[near])
        else:
            yield f"{step}#"
    before, after = (shapes[at] if 0 <= at < len(shapes) else "#" for at in (index - 1, index + 1))
    yield f"1s={before}|{shapes[index]}"
    yield f"3s={before}|{shapes[index]}|{after}"
    if index > 1:
        yield f"-3s={shapes[index - 2]}|{before}|{shapes[index]}"
    if index + 2 < len(shapes):
        yield f"+3s={shapes[index]}|{after}|{shapes[index + 2]}"


def _states(tokens: Sequence[EntryToken]) -> list[tuple[str, str]]:
    """Return for each token whether it stands in quotes, and in which brackets."""
    quoted, depth = False, 0
    found = []
    for index, token in enumerate(tokens):
        text = token.text
        if text in _OPENING or (text == '"' and not quoted) or (text == "'" and token.gap and not quoted):
            quoted = True
            found.append(("^", "(" if depth else ""))
            continue
        if quoted and (
            text in _CLOSING
            or text == '"'
            or (text == "'" and not (index + 1 < len(tokens) and tokens[index + 1].gap == ""))
        ):
            quoted = False
            found.append(("$", "(" if depth else ""))
            continue
        if text in "([":
            depth += 1
        found.append(("q" if quoted else "", "(" if depth else ""))
        if text in ")]" and depth:
            depth -= 1
    return found


def spans(labels: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield stretches of one field: its name, the first token, the one behind its last; `O` is none.

    >>> list(spans(["B-author", "I-author", "O", "B-title", "B-title"]))
    [('author', 0, 2), ('title', 3, 4), ('title', 4, 5)]
    """
    name, begin = "", 0
    for index, label in enumerate([*labels, "O"]):
        goes_on = label[:2] == "I-" and label[2:] == name
        if name and not goes_on:
            yield name, begin, index
            name = ""
        if not goes_on and label != "O":
            name, begin = label[2:], index
