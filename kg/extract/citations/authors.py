"""Find the list of authors of a citation."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from kg.base.tables import words_of
from kg.extract.citations.words import (
    ET_AL,
    MAX_TOKENS,
    SUFFIXES,
    AuthorList,
    AuthorName,
    Token,
    TokenKind,
    is_of_venue,
    may_be_of_name,
    tokens_of,
)
from kg.extract.entities import common_words, is_name, is_particle, marks_of
from kg.terms.identifiers import fold

# Words of titles: where nothing parts a title from its authors, they tell the end of the one from the other.

_ENDING = re.compile(
    r"[a-z]{3,30}(?:[st]ions?|ments|ness(?:es)?|it(?:y|ies)|ically|ively|ously|olog(?:y|ies)|ological|ometry"
    r"|i[sz](?:ed|er|ers|ing)|abilit(?:y|ies)|fully|lessly|isms?)"
)
_GIVEN = frozenset(("charity", "felicity", "trinity", "unity", "verity"))


@lru_cache(1 << 14)
def is_of_titles(word: str) -> bool:
    """Say whether a word is one of titles and hardly ever a given name: `Synthesis`, `Low-Rank`, `A`.

    >>> is_of_titles("Recovery"), is_of_titles("Self-Supervised"), is_of_titles("Jean-Luc"), is_of_titles("Ada")
    (True, True, False, False)
    """
    parts, words = word.casefold().split("-"), words_of("kg.extract", "tables/title_words.txt")
    return not is_particle(word) and all(
        part in words or part in common_words() or (bool(_ENDING.fullmatch(part)) and part not in _GIVEN)
        for part in parts
    )


# Lists of authors in which the family name stands first, as reference styles have it.


def inverted(tokens: Sequence[Token], runs: Sequence[AuthorList], known: frozenset[str]) -> list[AuthorList]:
    """Return the lists in which family names stand first.

    Args:
        tokens: The tokens of the text.
        runs: The lists that were found otherwise: they tell where one goes on in spoken order.
        known: Folded names of people who are known.
    """
    found = list(_with_initials(tokens))
    if not found or len(found[0].names) > 1:
        return found or list(_in_full(tokens)) or list(_only_first(tokens, runs, known))
    return [*(list(_only_first(tokens, runs, known)) or found[:1]), *found[1:]]


def _with_initials(tokens: Sequence[Token]) -> Iterator[AuthorList]:
    """Yield lists in which the family name stands first, such as `Lovelace, A. A., & Babbage, C.`."""
    place = 0
    while place < len(tokens):
        names, behind = _names(tokens, place)
        if len(names) > 1 or (names and place == 0):
            others = behind < len(tokens) and tokens[behind].kind == "et al"
            end = tokens[behind].end if others else names[-1].end
            yield AuthorList(tuple(names), names[0].start, end, others)
            place = behind
        else:
            place += 1


def _in_full(tokens: Sequence[Token]) -> Iterator[AuthorList]:
    """Yield the list at the head in which semicolons part full names: `Lovelace, Ada; Babbage, Charles`."""
    names: list[AuthorName] = []
    place = 0
    while name := _inverted_name(tokens, place, ("word", "initial")):
        names.append(name[0])
        place = name[1]
        if place >= len(tokens) or tokens[place].kind not in ("semicolon", "and"):
            break
        while place < len(tokens) and tokens[place].parts:
            place += 1
    if len(names) > 1:
        yield AuthorList(tuple(names), names[0].start, names[-1].end)


def _only_first(tokens: Sequence[Token], runs: Sequence[AuthorList], known: frozenset[str]) -> Iterator[AuthorList]:
    """Yield the list at the head of which only the first name is inverted.

    Such as `Lovelace, Ada, and Charles Babbage` and `Lovelace, A., C. Babbage, and M. Faraday`.
    """
    name = _inverted_name(tokens, 0, ("word", "initial"))
    if name is None:
        return
    family = [token for token in tokens if token.end <= name[2]]
    if fold(name[0].name) not in known and not (_is_family(family) and not _is_known_family(tokens, family, known)):
        return
    place = name[1]
    if place < len(tokens) and tokens[place].text in '.“"':
        yield AuthorList((name[0],), name[0].start, name[0].end)
    while place < len(tokens) and tokens[place].parts:
        place += 1
    if place < len(tokens) and tokens[place].kind == "et al":
        yield AuthorList((name[0],), name[0].start, tokens[place].end, incomplete=True)
    start = tokens[place].start if place < len(tokens) else -1
    behind = next((run for run in runs if any(each.start == start for each in run.names)), None)
    if behind and place > name[1]:
        names = (name[0], *(each for each in behind.names if each.start >= start))
        is_short = len(name[0].name.split()[0].strip(".")) == 1
        yield AuthorList(names, name[0].start, behind.end, behind.incomplete, glued=behind.glued or not is_short)


def _is_known_family(tokens: Sequence[Token], family: Sequence[Token], known: frozenset[str]) -> bool:
    """Say whether what follows a word and a comma is a known person: the word is no family name then."""
    behind = tokens[len(family) + 1 : len(family) + 5]
    return any(fold(" ".join(token.text for token in behind[:length])) in known for length in (2, 3, 4))


def _is_family(tokens: Sequence[Token]) -> bool:
    """Say whether words can only be a family name: one word, with particles before it."""
    return sum(1 for token in tokens if not is_particle(token.text)) == 1


def _names(tokens: Sequence[Token], place: int) -> tuple[list[AuthorName], int]:
    names: list[AuthorName] = []
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
) -> tuple[AuthorName, int, int] | None:
    """Return a name such as `van der Berg, J. P.` that begins at a token, the token behind it, the family's end."""
    here = place
    while here < len(tokens) and tokens[here].kind == "word" and here - place < 4 and may_be_of_name(tokens[here]):
        here += 1
    if here == place or here >= len(tokens) or tokens[here].kind != "comma":
        return None
    family, here = tokens[place:here], here + 1
    given: list[Token] = []
    while here < len(tokens) and tokens[here].kind in kinds and tokens[here].text not in SUFFIXES and len(given) < 4:
        given.append(tokens[here])
        here += 1
    if not given or not all(may_be_of_name(token) for token in given):
        return None
    behind = here  # `Klink, R. van`
    while behind < len(tokens) and behind - here < 3 and is_particle(tokens[behind].text):
        behind += 1
    if behind > here and (behind == len(tokens) or tokens[behind].kind in ("comma", "and", "semicolon", "et al")):
        given, here = [*given, *tokens[here:behind]], behind
    marks = ""
    while here < len(tokens) and tokens[here].kind == "mark":
        marks += marks_of(tokens[here].text)
        here += 1
    suffix = [tokens[here].text] if here < len(tokens) and tokens[here].text in SUFFIXES else []
    here += len(suffix)
    name = " ".join([*(token.text for token in (*given, *family)), *suffix])
    return AuthorName(name, marks, family[0].start, tokens[here - 1].end), here, family[-1].end


# Find the list of authors in the words of a citation, wherever it stands and whatever is glued to it.

_MOST_INITIALS = 3

_OTHERS = re.compile(rf"[\s,]{{0,3}}(?:(?:and|&)\s)?\s?(?:{ET_AL}|…|\.\.\.)", re.IGNORECASE)
_ENDS = frozenset('.:?!|/-“”"„«»–—()[]')
"""What ends a list of names wherever it stands."""


@lru_cache(1 << 12)
def runs_of(text: str, known: frozenset[str] = frozenset()) -> tuple[AuthorList, ...]:
    """Return all lists of names in a text, in order; a list may be one name.

    Args:
        text: The words of a citation.
        known: Folded names of people who are known on the page: they tell where a glued name begins.
    """
    tokens, chains = _chains_of(text)
    found = [run for chain in chains if (run := _run_of(text, chain, known))]
    family_first = inverted(tokens, found, known)
    clear = [run for run in found if not any(run.start < other.end and other.start < run.end for other in family_first)]
    return tuple(sorted([*clear, *family_first], key=lambda run: run.start))


@lru_cache(1 << 11)
def _chains_of(text: str) -> tuple[tuple[Token, ...], tuple[tuple["_CommaSegment", ...], ...]]:
    """Return the tokens of a text, and what in it may be lists of names, whoever is known."""
    tokens = tuple(tokens_of(text))
    return tokens, tuple(tuple(chain) for chain in _chains(list(_pieces(tokens))))


@dataclass(frozen=True, slots=True)
class _CommaSegment:
    """What stands between two commas.

    Attributes:
        tokens: Its tokens.
        follows: Whether the piece before belongs to the same list: a comma or `and` parts them, no line break.
    """

    tokens: tuple[Token, ...]
    follows: bool


def _pieces(tokens: Sequence[Token]) -> Iterator[_CommaSegment]:
    """Yield what stands between commas, conjunctions and line ends; a list may go on in the next line."""
    here: list[Token] = []
    follows = False
    for token in tokens:
        if not token.parts and token.kind not in ("break", "with") and token.text not in _ENDS:
            here.append(token)
            continue
        if here:
            yield _CommaSegment(tuple(here), follows)
            here, follows = [], False
        follows = token.parts or (follows and token.kind == "break")
    if here:
        yield _CommaSegment(tuple(here), follows)


def _chains(pieces: Sequence[_CommaSegment]) -> Iterator[list[_CommaSegment]]:
    """Yield lists of pieces of which all but the outer ones are names and nothing else."""
    group: list[_CommaSegment] = []
    for piece in pieces:
        if group and not piece.follows:
            yield from _cut(group)
            group = []
        group.append(piece)
    yield from _cut(group)


def _cut(group: list[_CommaSegment]) -> Iterator[list[_CommaSegment]]:
    """Yield a group cut at the pieces that are no names, each of which may end one list and begin the next."""
    start = 0
    for place in range(1, len(group)):
        if not _is_whole(group[place]):
            yield group[start : place + 1]
            start = place
    if start == 0 or start < len(group) - 1:
        yield group[start:]


def _is_whole(piece: _CommaSegment) -> bool:
    """Say whether a piece is one name, apart from marks and what stands for further authors."""
    words = [token for token in piece.tokens if token.kind not in ("mark", "et al")]
    if not words:
        return piece.tokens[0].kind == "et al"
    if len(words) > 3 and (all(map(_is_of_titles, words[:2])) or all(map(_is_of_titles, words[-2:]))):
        return False
    return len(words) == len(_names_first(piece.tokens)) and _may_be_name(words)


def _run_of(text: str, chain: Sequence[_CommaSegment], known: frozenset[str]) -> AuthorList | None:
    """Return the names of a chain; its first piece may end in one."""
    names: list[AuthorName] = []
    glued = False
    for index, piece in enumerate(chain):
        tokens = _name_in(piece, known, names, is_first=index == 0 < len(chain) - 1)
        if tokens:
            names.append(_name(text, tokens, piece.tokens[: _behind(piece.tokens, tokens)]))
            glued = glued or _is_glued(piece.tokens, tokens)
        elif index and piece.tokens[0].kind != "et al":
            break
    while len(names) > 1 and names[-1].name.isupper() and not names[0].name.isupper():
        names.pop()  # an acronym of two words, such as a journal's
    if not names:
        return None
    others = _OTHERS.match(text, names[-1].end)
    end = others.end() if others else names[-1].end
    is_cut = others is not None or any(
        token.kind == "et al" for piece in chain for token in piece.tokens if token.end < end
    )
    if _all_short(names) and (
        len(names) > 1 or chain[0].tokens[-1].kind == "word" or fold(_spelt(names[0].name)) in known
    ):
        names = [replace(name, name=_spelt(name.name)) for name in names]
    return AuthorList(tuple(names), names[0].start, end, is_cut, glued)


def _name_in(
    piece: _CommaSegment, known: frozenset[str], before: Sequence[AuthorName], *, is_first: bool
) -> Sequence[Token]:
    """Return the tokens of the name in a piece: the whole piece, or its end if it is the first.

    Args:
        piece: The piece.
        known: Folded names of people who are known.
        before: The names before it in the list.
        is_first: Whether it is the first of several pieces.
    """
    if _all_short(before[:3]) and (begin := _beginning_short(piece)):
        return begin
    if _is_whole(piece):
        return _names_first(piece.tokens)
    return _ending(piece, known) if is_first else _beginning(piece.tokens)


def _beginning(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the name with which words begin, right behind which a word of titles stands."""
    names = list(takewhile(lambda token: may_be_of_name(token) and not _is_of_titles(token), tokens))
    return names if len(names) < len(tokens) and _is_of_titles(tokens[len(names)]) and _may_be_name(names) else []


def _is_glued(piece: Sequence[Token], name: Sequence[Token]) -> bool:
    """Say whether only a guess parts a name from the words around it in its piece."""
    start, end = piece.index(name[0]), _behind(piece, name)
    return (start > 0 and piece[start - 1].kind == "word") or (end < len(piece) and piece[end].kind == "word")


def _names_first(tokens: Sequence[Token]) -> list[Token]:
    """Return the words and initials with which a piece begins."""
    found: list[Token] = []
    for token in tokens:
        if token.kind not in ("word", "initial"):
            break
        found.append(token)
    return found


def _may_be_name(tokens: Sequence[Token]) -> bool:
    if len(tokens) == 2 and tokens[0].kind == "initial" and len(tokens[1].text) == 1:
        return tokens[1].text.isupper()  # E, O and U are family names
    if _are_of_titles(tokens) or any(map(is_of_venue, tokens)):
        return False
    if not 2 <= len(tokens) <= MAX_TOKENS or not any(token.kind == "word" and len(token.text) > 1 for token in tokens):
        return len(tokens) == 1 and is_name(tokens[0].text)
    return is_name(" ".join(token.text for token in tokens))


def _short(name: str) -> tuple[str, str]:
    """Return family name and initials of a name with its initials behind; no initials if it has none.

    >>> _short("van Gelder B. C."), _short("Lovelace AK"), _short("Ada Lovelace"), _short("Henry VIII")
    (('van Gelder', 'BC'), ('Lovelace', 'AK'), ('Ada Lovelace', ''), ('Henry VIII', ''))
    """
    family, initials = name.split(), ""
    while len(family) > 1 and (letters := _initials(family[-1])) and (not initials or len(letters) == 1):
        initials = letters + initials
        family.pop()
    return (" ".join(family), initials) if len(initials) <= _MOST_INITIALS else (name, "")


def _initials(word: str) -> str:
    """Return the letters of what may be initials, or nothing."""
    letters = re.sub(r"[.‐‑-]", "", word)
    return letters if letters.isupper() and len(letters) <= _MOST_INITIALS and word not in SUFFIXES else ""


def _ending(piece: _CommaSegment, known: frozenset[str]) -> list[Token]:
    """Return the name in which a piece ends: a known one, else the shortest behind what is no part of a name."""
    body = [token for token in piece.tokens if token.kind not in ("mark", "et al")]
    usable: list[Token] = []
    for token in reversed(body):
        if not may_be_of_name(token) or len(usable) == MAX_TOKENS or (len(usable) > 1 and _is_of_titles(token)):
            break
        usable.insert(0, token)
    starts = [usable[index:] for index in range(len(usable)) if _may_be_name(usable[index:])]
    behind_title = len(usable) < len(body) and _is_of_titles(body[-len(usable) - 1])
    return _best(starts, known, is_bounded=behind_title or (len(usable) < len(body) and len(usable) <= 3))


def _all_short(names: Sequence[AuthorName]) -> bool:
    """Say whether all names of a list have their initials behind: `Lovelace A`."""
    return bool(names) and all(_short(name.name)[1] for name in names)


def _spelt(name: str) -> str:
    """Return `Lovelace AK` or `Lovelace A.K.` as `A. K. Lovelace`."""
    family, initials = _short(name)
    return " ".join([*(f"{initial}." for initial in initials), family])


def _are_of_titles(tokens: Sequence[Token]) -> bool:
    """Say whether words are of titles, all of them or nearly: no name has so many."""
    if len(tokens) < 2 or (tokens[-1].text.isupper() and len(tokens[-1].text) <= 3):
        return False
    others = sum(1 for token in tokens if not _is_of_titles(token))
    return others == 0 or (others == 1 and len(tokens) > 3)


def _is_of_titles(token: Token) -> bool:
    return token.kind == "word" and is_of_titles(token.text)


def _beginning_short(piece: _CommaSegment) -> list[Token]:
    """Return a name such as `Lovelace A` with which a piece begins."""
    names = _names_first(piece.tokens)[:4]
    length = next((place + 1 for place, token in enumerate(names) if place and _initials(token.text)), 0)
    while 0 < length < len(names) and _goes_on(names[length - 1].text, names[length].text):
        length += 1
    return names[:length]


def _goes_on(initial: str, word: str) -> bool:
    """Say whether a word is one more initial: `A` is none behind `C.`, a title begins with it."""
    return len(_initials(word)) == 1 and word.endswith(".") >= initial.endswith(".")


def _best(names: Sequence[list[Token]], known: frozenset[str], *, is_bounded: bool) -> list[Token]:
    """Return the one of several names of different length that is known, or the likeliest."""
    if name := next((name for name in names if _is_known(name, known)), None):
        return name
    if is_bounded and names:
        return names[0]
    likely = [name for name in names if len(name) == 3 and name[1].kind == "initial"]
    return likely[0] if likely else next((name for name in names if len(name) == 2), [])


def _is_known(name: Sequence[Token], known: frozenset[str]) -> bool:
    """Say whether words are the name of a known person, in spoken order or as `Lovelace A`."""
    words = [token.text for token in name]
    return fold(" ".join(words)) in known or fold(" ".join([words[-1], *words[:-1]])) in known


def _name(text: str, tokens: Sequence[Token], around: Sequence[Token]) -> AuthorName:
    behind = [token for token in around if token.kind == "mark" and token.start >= tokens[-1].end]
    marks = "".join(marks_of(token.text) for token in behind)
    end = behind[-1].end if behind else tokens[-1].end
    name = " ".join(text[tokens[0].start : tokens[-1].end].split())
    if tokens[-1].kind == "initial" and "." not in name[:-1]:
        name = name[:-1]  # the full stop ends the list
    return AuthorName(name, marks, tokens[0].start, end)


def _behind(tokens: Sequence[Token], name: Sequence[Token]) -> int:
    """Return the place behind a name and its marks in a list of tokens."""
    place = tokens.index(name[-1]) + 1
    while place < len(tokens) and tokens[place].kind in ("mark", "et al"):
        place += 1
    return place
