"""Sentences of a page, and the organisation that a clause names."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from kg.extract.career import vocabulary
from kg.extract.career.towns import CAMPUSES
from kg.extract.lines import Line

_MAX_LENGTH = 600
_END = re.compile(r"(?<=[.!?])[)\]”\"]?\s+(?=[A-Z\u4e00-\u9fff])")
_ABBREVIATED = re.compile(
    r"""(?:^|[\s(.])(?:[A-Z]|Profs?|Drs?|Mr|Ms|Mrs|St|Dept|Univ|Inc|Ph\.D|[BM]\.(?:S|A|E|Eng|Sc)|[BM](?:Eng|Sc))\.$"""
)
_PREPOSITION = re.compile(
    r"(?:^|[\s,])(?P<word>at|from|@|with|in|of|for)\s+(?:the\s+)?(?=[A-Z\u4e00-\u9fff@])|(?<=\s)@(?=[A-Z])"
)
_LINKS = frozenset(
    ["&", "and", "at", "de", "degli", "del", "der", "des", "di", "du", "for", "für", "in", "la", "of", "the", "y"]
)
_TOKEN = re.compile(r"\s*(?P<word>[^\s,.;:()]+\.?|\([^()]{1,60}\)|[,.;:])")
_BEFORE_SIGN = re.compile(r"[^,.;:()]{0,60}")
_ENDS_OF_FIELDS = ("Science", "Sciences", "Arts", "Technology", "Engineering")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a page.

    Attributes:
        text: Its words on one line.
        lines: The lines that hold it.
    """

    text: str
    lines: tuple[Line, ...]


def sentences(lines: Sequence[Line]) -> Iterator[Sentence]:
    """Yield the sentences of paragraphs; items of lists and rows of tables hold none."""
    block: list[Line] = []
    for line in lines:
        if block and line.opens:
            yield from _cut(block)
            block = []
        if line.block.kind == "paragraph" and not line.block.depth:
            block.append(line)
    yield from _cut(block)


def _cut(block: Sequence[Line]) -> Iterator[Sentence]:
    texts = [" ".join(line.text.split()) + " " for line in block]
    bounds = list(accumulate(map(len, texts), initial=0))
    text = "".join(texts)
    begin = 0
    for stop in [*_ends(text), len(text)]:
        if 10 < stop - begin <= _MAX_LENGTH:
            spans = range(bisect_right(bounds, begin) - 1, bisect_left(bounds, stop))
            held = (n for n in spans if text[max(bounds[n], begin) : min(bounds[n + 1], stop)].strip())
            yield Sentence(text[begin:stop].strip(), tuple(block[n] for n in held))
        begin = stop


def _ends(text: str) -> Iterator[int]:
    for end in _END.finditer(text):
        if not _ABBREVIATED.search(text[max(0, end.start() - 12) : end.start()]):
            yield end.end()


def organization_in(text: str) -> tuple[str, str]:
    """Return the organisation that a clause names behind `at`, `from` or `in`, and the unit before it."""
    named: list[tuple[int, str]] = []
    place = 0
    while preposition := _PREPOSITION.search(text, place):
        phrase, place = _name_at(text, preposition.end())
        rank = vocabulary.rank(phrase) if phrase else 0
        may_be = preposition["word"] in ("at", "from", "@", None) and len(named) < 2
        phrase, place = _with_campus(text, phrase, place)
        if phrase and (rank or (may_be and not named)) and not vocabulary.is_place(phrase):
            named.append((rank, phrase))
        place = max(place, preposition.end())
        while (comma := re.match(r",\s+(?=[A-Z])", text[place:])) and rank < vocabulary.EMPLOYER:
            phrase, place = _name_at(text, place + comma.end())
            if (rank := vocabulary.rank(phrase)) < vocabulary.INSTITUTE:
                break
            named.append((rank, phrase))
        if rank == vocabulary.EMPLOYER or text[place : place + 1] in (";", "."):
            break
    if not named or not any(rank >= vocabulary.INSTITUTE or rank == 0 for rank, _ in named):
        return "", ""
    best = max(named, key=lambda one: one[0])
    units = [phrase for rank, phrase in named if (rank, phrase) != best and 0 < rank < vocabulary.EMPLOYER]
    return best[1], units[0] if units else ""


def _with_campus(text: str, name: str, place: int) -> tuple[str, int]:
    """Return the name of a university with its campus behind a comma: `University of California, Berkeley`."""
    campus = re.match(r",\s+(?P<city>[A-Z]\w+(?:\s[A-Z]\w+)?)", text[place:])
    if campus and CAMPUSES.fullmatch(name):
        return f"{name}, {campus['city']}", place + campus.end()
    return name, place


def _name_at(text: str, begin: int) -> tuple[str, int]:
    """Return the name that begins at a place of a text, and where it ends: words with capitals and what links them."""
    stop = place = begin
    while token := _TOKEN.match(text, place):
        word = token["word"]
        if word[0] in "(,.;:@":
            break
        if word[0].isupper() or (not word.isascii()) or word[0].isdigit() or any(map(str.isupper, word)):
            stop = place = token.end()
            if word.endswith(".") and len(word) > 4:
                break
        elif word in _LINKS and _goes_on(text, begin, token):
            place = token.end()
        else:
            break
    return text[begin:stop].strip(" .,"), stop


def _goes_on(text: str, begin: int, link: re.Match[str]) -> bool:
    """Say whether a name goes on behind a small word: `University of Texas at Austin`, unlike `Lyra in Seattle`."""
    ahead = _TOKEN.match(text, link.end())
    if not ahead or not (ahead["word"][0].isupper() or ahead["word"] == "the"):
        return False
    so_far = text[begin : link.start()]
    if link["word"] == "at":
        return "university of" in so_far.casefold()
    if link["word"] in ("in", "and", "&"):
        ahead = _BEFORE_SIGN.match(text, link.end())
        if link["word"] == "in" and ahead and vocabulary.is_place(ahead[0].strip()):
            return False
        return vocabulary.rank(so_far) < vocabulary.EMPLOYER or so_far.endswith(_ENDS_OF_FIELDS)
    return True
