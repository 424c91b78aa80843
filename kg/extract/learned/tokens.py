"""An entry of a CV as tokens, and what a sequence model sees of each: the same in training and in use."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


class ListStyle(NamedTuple):
    """How the entries of one list are written, as far as it can be seen without understanding them.

    Attributes:
        starts: What most begin with: `quote`, `year`, `initials`, `owner`, `bold`, `italic`, `link` or a shape.
        italics: Whether most have italics, and whether those come in the first half.
        quotes: Whether most have a quoted part.
        owner: Whether most name the owner, and where: first half, second half.
        lines: Whether most stand on several lines.
    """

    starts: str = ""
    italics: str = ""
    quotes: str = ""
    owner: str = ""
    lines: str = ""


def list_style(entries: Sequence[Sequence[EntryToken]], owner: frozenset[str]) -> ListStyle:
    """Return the style of a list; a list of one entry has a style too."""
    entries = [entry for entry in entries if entry][:200]
    if not entries:
        return ListStyle()
    count = len(entries)

    def most(values: Iterable[str]) -> str:
        tally: dict[str, int] = {}
        for value in values:
            tally[value] = tally.get(value, 0) + 1
        value, times = max(tally.items(), key=lambda item: (item[1], item[0]))
        return value if times > 0.5 * count else "mixed"

    return ListStyle(
        most(_start(entry, owner) for entry in entries),
        most(_where(entry, [index for index, token in enumerate(entry) if token.italic]) for entry in entries),
        most("q" if any(token.text in '"“„«「『' for token in entry[:-1]) else "" for entry in entries),
        most(
            _where(entry, [index for index, token in enumerate(entry) if fold(token.text) in owner])
            for entry in entries
        ),
        most("n" if any(token.gap == "\n" for token in entry[1:]) else "" for entry in entries),
    )


def _start(entry: Sequence[EntryToken], owner: frozenset[str]) -> str:
    first = entry[0]
    head = entry[:6]
    if first.text in '"“„«「『':
        return "quote"
    if shape_of(first.text) == "Y" or (first.text == "(" and len(entry) > 1 and shape_of(entry[1].text) == "Y"):
        return "year"
    if any(fold(token.text) in owner for token in head):
        return "owner"
    if any(len(token.text) == 1 and token.text.isupper() for token in head[:4]):
        return "initials"
    if first.linked:
        return "link"
    if first.bold:
        return "bold"
    return "italic" if first.italic else "plain"


def _where(entry: Sequence[EntryToken], places: Sequence[int]) -> str:
    if not places:
        return ""
    return "a" if places[0] < 0.5 * len(entry) else "z"


def features(  # noqa: C901
    tokens: Sequence[EntryToken],
    kind: str,
    style: ListStyle,
    owner: frozenset[str],
    words: Mapping[str, tuple[str, ...]] = {},
) -> list[list[str]]:
    """Return what the model sees of each token of an entry.

    Args:
        tokens: The entry.
        kind: What kind of entry it is.
        style: How its list is written.
        owner: The words of the owner's name, folded.
        words: The classes of folded words.
    """
    count = len(tokens)
    folded = [fold(token.text) for token in tokens]
    shapes = [shape_of(token.text) for token in tokens]
    states = _states(tokens)
    known = [words.get(word, ()) for word in folded]
    stops = 0
    years = 0
    first_year = next((index for index, shape in enumerate(shapes) if shape == "Y"), count)
    last_year = next((index for index in range(count - 1, -1, -1) if shapes[index] == "Y"), -1)
    listed = [f"L0={style.starts}", f"L1={style.italics}{style.quotes}", f"L2={style.owner}", f"L3={style.lines}"]
    found: list[list[str]] = []
    for index, token in enumerate(tokens):
        word, shape = folded[index], shapes[index]
        here = [f"k={kind}", f"w={word}", f"s={shape}"]
        here += listed
        if len(word) > 3:
            here.append(f"p={word[:3]}")
            here.append(f"e={word[-3:]}")
        quote, bracket = states[index]
        decorated = f"{'b' if token.bold else ''}{'i' if token.italic else ''}{'l' if token.linked else ''}"
        here.append(f"q={quote}{bracket}")
        here.append(f"d={decorated}")
        here.append(f"d1={decorated}|{style.italics}{style.starts}")
        if index:
            before = tokens[index - 1]
            if (before.bold, before.italic, before.linked) != (token.bold, token.italic, token.linked):
                here.append(f"c={int(before.bold)}{int(before.italic)}{int(before.linked)}>{decorated}")
        if token.gap in ("\t", "\n", ""):
            here.append(f"g={token.gap!r}")
        here.append(f"at={8 * index // count}")
        if index < 3:
            here.append(f"i={index}")
            here.append(f"i={index}|{style.starts}")
        if count - index < 4:
            here.append(f"z={count - index}")
        here.append(f"st={min(stops, 4)}")
        here.append(
            f"y={'<' if index < first_year else '=' if index == first_year else '>'}{min(years, 2)}{'$' if index == last_year else ''}"  # noqa: E501
        )
        if word in owner:
            here.append("own")
            here.append(f"own{style.owner}")
        for name in known[index]:
            here.append(f"x={name}")
        for offset in (-2, -1, 1, 2):
            near = index + offset
            if 0 <= near < count:
                here.append(f"{offset}w={folded[near]}")
                here.append(f"{offset}s={shapes[near]}")
                for name in known[near]:
                    here.append(f"{offset}x={name}")
                if folded[near] in owner:
                    here.append(f"{offset}own")
            else:
                here.append(f"{offset}w=#")
        if index and index + 1 < count:
            here.append(f"3s={shapes[index - 1]}|{shape}|{shapes[index + 1]}")
        if index > 1:
            here.append(f"-3s={shapes[index - 2]}|{shapes[index - 1]}|{shape}")
        if index + 2 < count:
            here.append(f"+3s={shape}|{shapes[index + 1]}|{shapes[index + 2]}")
        here.append(f"1s={shapes[index - 1] if index else '#'}|{shape}")
        if token.text == "." and index and len(tokens[index - 1].text) > 2:
            stops += 1
        if shape == "Y":
            years += 1
        found.append(here)
    return found


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
