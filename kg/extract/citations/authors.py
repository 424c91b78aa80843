"""Find the list of authors in the words of a citation, wherever it stands and whatever is glued to it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from kg.extract.citations.words import BREAK
from kg.extract.names import common_words, is_name, is_particle, marks_of
from kg.identifiers import fold

TokenKind = Literal["word", "initial", "comma", "semicolon", "and", "mark", "break", "et al", "other"]

_TOKEN = re.compile(
    r"(?P<etal>(?:,?\s?\band\s+)?\bet\.?\s?al\b\.?|,?\s?\b(?:and|&)\s+(?:\d{1,3}\s+)?others\b)"
    r"|(?P<and>\b(?:and|und|et)\b|&)"
    r"|(?P<initial>[^\W\d_]\.(?:[-‐‑ ]?[^\W\d_]\.){0,3})"
    r"|(?P<word>[^\W\d_](?:[^\W\d_]|['’`´‐‑−–-](?=[^\W\d_])){0,40}+(?:(?<=\b[JSjs]r)\.|(?<=\b[Ss]t)\.(?= ))?)"
    r"|(?P<mark>\\?[*†‡§¶✉⋆★♠♣♦♥#^]|[¹²³⁴⁵⁶⁷⁸⁹⁰]|\$\^?|\(\*\)|(?<=[^\W_])\d(?=[ ,.;\n*†]|$))"
    r"|(?P<comma>,)|(?P<semicolon>[;|·•])"
    rf"|(?P<break>{BREAK})"
    r"|(?P<other>\S)",
    re.IGNORECASE,
)
_KINDS: dict[str, TokenKind] = {"etal": "et al"}
_OTHERS = re.compile(
    r"[\s,]{0,3}(?:(?:and|&)\s)?\s?(?:et\.?\s?al\b\.?|(?:and|&)\s+(?:\d{1,3}\s+)?others\b)", re.IGNORECASE
)
_ENDS = frozenset('.:?!“”"„«»–—')
"""What ends a list of names wherever it stands."""

MAX_TOKENS = 5
"""A name has at most five parts."""


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a text: a word, an initial, something that parts names, something else."""

    kind: TokenKind
    text: str
    start: int
    end: int

    @property
    def parts(self) -> bool:
        """Whether it stands between names."""
        return self.kind in ("comma", "semicolon", "and")


@dataclass(frozen=True, slots=True)
class Name:
    """One author: the name in spoken order, the marks behind it, and its place in the text."""

    name: str
    marks: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Run:
    """A list of authors.

    Attributes:
        names: In order.
        start: The first character of the list.
        end: The character behind its last.
        incomplete: Whether it ends in `et al.`
        glued: Whether its begin or end is a guess, as no punctuation parts it from what stands around it.
    """

    names: tuple[Name, ...]
    start: int
    end: int
    incomplete: bool = False
    glued: bool = False


@lru_cache(1 << 12)
def runs_of(text: str, known: frozenset[str] = frozenset()) -> tuple[Run, ...]:
    """Return all lists of names in a text, in order; a list may be one name.

    Args:
        text: The words of a citation.
        known: Folded names of people who are known on the page: they tell where a glued name begins.
    """
    tokens = list(_tokens(text))
    pieces = list(_pieces(tokens))
    found = [run for chain in _chains(pieces) if (run := _run_of(text, chain, known))]
    inverted = list(_inverted(tokens)) or list(_inverted_in_full(tokens)) or list(_first_inverted(tokens, found))
    clear = [run for run in found if not any(run.start < other.end and other.start < run.end for other in inverted)]
    return tuple(sorted([*clear, *inverted], key=lambda run: run.start))


@dataclass(frozen=True, slots=True)
class _Piece:
    """What stands between two commas.

    Attributes:
        tokens: Its tokens.
        follows: Whether the piece before belongs to the same list: a comma or `and` parts them, no line break.
    """

    tokens: tuple[Token, ...]
    follows: bool


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        yield Token(_KINDS.get(kind, kind), match[0], match.start(), match.end())  # type: ignore[arg-type]


def _pieces(tokens: Sequence[Token]) -> Iterator[_Piece]:
    """Yield what stands between commas, conjunctions and line ends; a list may go on in the next line."""
    here: list[Token] = []
    follows = False
    for token in tokens:
        if not token.parts and token.kind != "break" and token.text not in _ENDS:
            here.append(token)
            continue
        if here:
            yield _Piece(tuple(here), follows)
            here, follows = [], False
        follows = token.parts or (follows and token.kind == "break")
    if here:
        yield _Piece(tuple(here), follows)


def _chains(pieces: Sequence[_Piece]) -> Iterator[list[_Piece]]:
    """Yield lists of pieces of which all but the outer ones are names and nothing else."""
    group: list[_Piece] = []
    for piece in pieces:
        if group and not piece.follows:
            yield from _cut(group)
            group = []
        group.append(piece)
    yield from _cut(group)


def _cut(group: list[_Piece]) -> Iterator[list[_Piece]]:
    """Yield a group cut at the pieces that are no names, each of which may end one list and begin the next."""
    start = 0
    for place in range(1, len(group)):
        if not _is_whole(group[place]):
            yield group[start : place + 1]
            start = place
    if start == 0 or start < len(group) - 1:
        yield group[start:]


def _is_whole(piece: _Piece) -> bool:
    """Say whether a piece is one name, apart from marks and what stands for further authors."""
    words = [token for token in piece.tokens if token.kind not in ("mark", "et al")]
    return len(words) == len(_names_first(piece.tokens)) and _may_be_name(words)


def _run_of(text: str, chain: Sequence[_Piece], known: frozenset[str]) -> Run | None:
    """Return the names of a chain; its first piece may end in one, its last may begin with one."""
    names: list[Name] = []
    glued = False
    for index, piece in enumerate(chain):
        if index and _all_short(names) and (begin := _beginning_short(piece)):
            names.append(_name(text, begin, piece.tokens[: _behind(piece.tokens, begin)]))
        elif _is_whole(piece):
            names.append(_name(text, _names_first(piece.tokens), piece.tokens))
        elif index == 0 and len(chain) > 1 and (end := _ending(text, piece, known)):
            names.append(_name(text, end, piece.tokens))
            glued = piece.tokens.index(end[0]) > 0 and piece.tokens[piece.tokens.index(end[0]) - 1].kind == "word"
        elif index == len(chain) - 1 and (begin := _beginning(text, piece, known, is_short=_all_short(names))):
            names.append(_name(text, begin, piece.tokens[: _behind(piece.tokens, begin)]))
            behind = piece.tokens[_behind(piece.tokens, begin) :]
            glued = glued or bool(behind and behind[0].kind == "word")
        elif index:
            break
    while len(names) > 1 and names[-1].name.isupper() and not names[0].name.isupper():
        names.pop()  # an acronym of two words, such as a journal's
    if not names:
        return None
    others = _OTHERS.match(text, names[-1].end)
    if _all_short(names):
        names = [replace(name, name=_spelt(name.name)) for name in names]
    return Run(tuple(names), names[0].start, others.end() if others else names[-1].end, others is not None, glued)


def _names_first(tokens: Sequence[Token]) -> list[Token]:
    """Return the words and initials with which a piece begins."""
    found: list[Token] = []
    for token in tokens:
        if token.kind not in ("word", "initial"):
            break
        found.append(token)
    return found


def _may_be_name(tokens: Sequence[Token]) -> bool:
    if not 2 <= len(tokens) <= MAX_TOKENS or not any(token.kind == "word" and len(token.text) > 1 for token in tokens):
        return len(tokens) == 1 and is_name(tokens[0].text)
    return is_name(" ".join(token.text for token in tokens)) or _is_short(tokens)


def _is_short(tokens: Sequence[Token]) -> bool:
    """Say whether a name has its initials behind, without full stops: `Lovelace A`."""
    *words, last = tokens
    return last.text.isupper() and len(last.text) <= 3 and is_name(" ".join([*(word.text for word in words), "Ada"]))


def _ending(text: str, piece: _Piece, known: frozenset[str]) -> list[Token]:
    """Return the name in which a piece ends: a known one, else the shortest behind what is no part of a name."""
    body = [token for token in piece.tokens if token.kind not in ("mark", "et al")]
    usable: list[Token] = []
    for token in reversed(body):
        if not _may_be_of_name(token) or len(usable) == MAX_TOKENS:
            break
        usable.insert(0, token)
    starts = [usable[index:] for index in range(len(usable)) if _may_be_name(usable[index:])]
    return _best(text, starts, known, is_bounded=len(usable) < len(body) and len(usable) <= 3)


def _all_short(names: Sequence[Name]) -> bool:
    """Say whether all names of a list have their initials behind: `Lovelace A`."""
    return bool(names) and all(last.isupper() and len(last) <= 3 for *_, last in (name.name.split() for name in names))


def _spelt(name: str) -> str:
    """Return `Lovelace AK` as `A. K. Lovelace`."""
    family, _, initials = name.rpartition(" ")
    return " ".join([*(f"{initial}." for initial in initials), family])


def _beginning(text: str, piece: _Piece, known: frozenset[str], *, is_short: bool) -> list[Token]:
    """Return the name with which a piece begins."""
    if is_short:
        return _beginning_short(piece)
    if len(piece.tokens) > 2 and piece.tokens[0].text in ("A", "An", "The"):
        return []  # an article, not an initial
    usable: list[Token] = []
    for token in piece.tokens:
        if not _may_be_of_name(token) or len(usable) == MAX_TOKENS:
            break
        usable.append(token)
    ends = [usable[:length] for length in range(len(usable), 1, -1) if _may_be_name(usable[:length])]
    is_bounded = len(usable) < MAX_TOKENS and (
        len(usable) == len(piece.tokens) or piece.tokens[len(usable)].kind != "word"
    )
    return _best(text, ends, known, is_bounded=is_bounded)


def _beginning_short(piece: _Piece) -> list[Token]:
    """Return a name such as `Lovelace A` with which a piece begins."""
    names = _names_first(piece.tokens)[:4]
    ends = (
        place for place, token in enumerate(names) if place and token.text.strip(".").isupper() and len(token.text) <= 4
    )
    return names[: next(ends, -1) + 1]


def _best(text: str, names: Sequence[list[Token]], known: frozenset[str], *, is_bounded: bool) -> list[Token]:
    """Return the one of several names of different length that is known, or the likeliest."""
    for name in names:
        if fold(text[name[0].start : name[-1].end]) in known:
            return name
    if is_bounded and names:
        return names[0]
    likely = [name for name in names if len(name) == 3 and name[1].kind == "initial"]
    return likely[0] if likely else next((name for name in names if len(name) == 2), [])


def _may_be_of_name(token: Token) -> bool:
    if token.kind == "initial":
        return True
    if token.kind != "word":
        return False
    is_capital = token.text[0].isupper() or token.text.casefold().startswith(("d'", "d’", "al-", "el-"))
    return (is_capital and token.text.casefold() not in common_words()) or is_particle(token.text)


def _name(text: str, tokens: Sequence[Token], around: Sequence[Token]) -> Name:
    behind = [token for token in around if token.kind == "mark" and token.start >= tokens[-1].end]
    marks = "".join(marks_of(token.text) for token in behind)
    end = behind[-1].end if behind else tokens[-1].end
    name = " ".join(text[tokens[0].start : tokens[-1].end].split())
    if tokens[-1].kind == "initial" and "." not in name[:-1]:
        name = name[:-1]  # the full stop ends the list
    return Name(name, marks, tokens[0].start, end)


def _behind(tokens: Sequence[Token], name: Sequence[Token]) -> int:
    """Return the place behind a name and its marks in a list of tokens."""
    place = tokens.index(name[-1]) + 1
    while place < len(tokens) and tokens[place].kind in ("mark", "et al"):
        place += 1
    return place


def _inverted(tokens: Sequence[Token]) -> Iterator[Run]:
    """Yield lists in which the family name stands first, such as `Lovelace, A. A., & Babbage, C.`."""
    place = 0
    while place < len(tokens):
        names, behind = _inverted_names(tokens, place)
        if len(names) > 1 or (names and place == 0):
            others = behind < len(tokens) and tokens[behind].kind == "et al"
            end = tokens[behind].end if others else names[-1].end
            yield Run(tuple(names), names[0].start, end, others)
            place = behind
        else:
            place += 1


def _inverted_in_full(tokens: Sequence[Token]) -> Iterator[Run]:
    """Yield the list at the head in which semicolons part full names: `Lovelace, Ada; Babbage, Charles`."""
    names: list[Name] = []
    place = 0
    while name := _inverted_name(tokens, place, ("word", "initial")):
        names.append(name[0])
        place = name[1]
        if place >= len(tokens) or tokens[place].kind not in ("semicolon", "and"):
            break
        while place < len(tokens) and tokens[place].parts:
            place += 1
    if len(names) > 1:
        yield Run(tuple(names), names[0].start, names[-1].end)


def _first_inverted(tokens: Sequence[Token], runs: Sequence[Run]) -> Iterator[Run]:
    """Yield the list at the head of which only the first name is inverted: `Lovelace, Ada, and Charles Babbage`."""
    name = _inverted_name(tokens, 0, ("word", "initial"))
    if name is None or not _is_family([token for token in tokens if token.end <= name[2]]):
        return
    place = name[1]
    if place < len(tokens) and tokens[place].text == ".":
        yield Run((name[0],), name[0].start, name[0].end)
    while place < len(tokens) and tokens[place].parts:
        place += 1
    start = tokens[place].start if place < len(tokens) else -1
    behind = next((run for run in runs if any(each.start == start for each in run.names)), None)
    if behind and place > name[1]:
        names = (name[0], *(each for each in behind.names if each.start >= start))
        yield Run(names, name[0].start, behind.end, behind.incomplete, glued=True)


def _is_family(tokens: Sequence[Token]) -> bool:
    """Say whether words can only be a family name: one word, with particles before it."""
    return sum(1 for token in tokens if not is_particle(token.text)) == 1


def _inverted_names(tokens: Sequence[Token], place: int) -> tuple[list[Name], int]:
    names: list[Name] = []
    while name := _inverted_name(tokens, place):
        found, place, _ = name
        names.append(found)
        here = place
        while here < len(tokens) and (tokens[here].parts or tokens[here].kind == "break"):
            here += 1
        if here == place or not _inverted_name(tokens, here):
            break
        place = here
    return names, place + (place < len(tokens) and tokens[place].kind == "comma" and _is_et_al(tokens, place + 1))


def _is_et_al(tokens: Sequence[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].kind == "et al"


def _inverted_name(
    tokens: Sequence[Token], place: int, kinds: tuple[TokenKind, ...] = ("initial",)
) -> tuple[Name, int, int] | None:
    """Return a name such as `van der Berg, J. P.` that begins at a token, the token behind it, the family's end."""
    here = place
    while here < len(tokens) and tokens[here].kind == "word" and here - place < 4 and _may_be_of_name(tokens[here]):
        here += 1
    if here == place or here >= len(tokens) or tokens[here].kind != "comma":
        return None
    family, here = tokens[place:here], here + 1
    given: list[Token] = []
    while here < len(tokens) and tokens[here].kind in kinds and len(given) < 4:
        given.append(tokens[here])
        here += 1
    if not given or not all(_may_be_of_name(token) for token in given):
        return None
    marks = ""
    while here < len(tokens) and tokens[here].kind == "mark":
        marks += marks_of(tokens[here].text)
        here += 1
    suffix = _suffix(tokens, here)
    here += 2 if suffix else 0
    name = " ".join([*(token.text for token in (*given, *family)), *suffix])
    return Name(name, marks, family[0].start, tokens[here - 1].end), here, family[-1].end


def _suffix(tokens: Sequence[Token], place: int) -> list[str]:
    """Return the `Jr.` that stands behind a comma at a token."""
    if place + 1 >= len(tokens) or tokens[place].kind != "comma":
        return []
    text = tokens[place + 1].text
    return [text] if text.rstrip(".") in ("Jr", "Sr", "II", "III", "IV") else []
