"""Find the list of authors of a citation."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

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
    if fold(name[0].name) not in known and not _is_family(family):
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
        yield AuthorList(names, name[0].start, behind.end, behind.incomplete)


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


# Find the list of authors in the words of a citation, wherever it stands.

_MOST_INITIALS = 3

_OTHERS = re.compile(rf"[\s,]{{0,3}}(?:(?:and|&)\s)?\s?(?:{ET_AL}|…|\.\.\.)", re.IGNORECASE)
_ENDS = frozenset('.:?!|/-“”"„«»–—()[]')
"""What ends a list of names wherever it stands."""


@lru_cache(1 << 12)
def runs_of(text: str, known: frozenset[str] = frozenset()) -> tuple[AuthorList, ...]:
    """Return all lists of names in a text, in order; a list may be one name.

    Args:
        text: The words of a citation.
        known: Folded names of people who are known on the page: they tell where a name begins.
    """
    tokens = tuple(tokens_of(text))
    found = [run for chain in _chains(_pieces(tokens)) if (run := _run_of(text, chain, known))]
    family_first = inverted(tokens, found, known)
    clear = [run for run in found if not any(run.start < other.end and other.start < run.end for other in family_first)]
    return tuple(sorted([*clear, *family_first], key=lambda run: run.start))


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


def _chains(pieces: Iterable[_CommaSegment]) -> Iterator[list[_CommaSegment]]:
    """Yield lists of pieces of which all but the outer ones are names and nothing else."""
    here: list[_CommaSegment] = []
    for piece in pieces:
        if here and not piece.follows:
            yield here
            here = []
        here.append(piece)
        if len(here) > 1 and not _is_whole(piece):
            yield here
            here = [piece]
    yield here


def _is_whole(piece: _CommaSegment) -> bool:
    """Say whether a piece is one name, apart from marks and what stands for further authors."""
    words = [token for token in piece.tokens if token.kind not in ("mark", "et al")]
    if not words:
        return piece.tokens[0].kind == "et al"
    if len(words) > 3 and (all(map(_is_of_titles, words[:2])) or all(map(_is_of_titles, words[-2:]))):
        return False
    return len(words) == len(_names_first(piece.tokens)) and _may_be_name(words)


def _run_of(text: str, chain: Sequence[_CommaSegment], known: frozenset[str]) -> AuthorList | None:
    """Return the names of a chain; its first piece may end in a known one."""
    names: list[AuthorName] = []
    for piece in chain:
        tokens = _name_in(piece, names) or (_known_end(piece.tokens, known) if piece is chain[0] else [])
        if tokens:
            names.append(_name(text, tokens, piece.tokens[: _behind(piece.tokens, tokens)]))
    while len(names) > 1 and names[-1].name.isupper() and not names[0].name.isupper():
        names.pop()  # an acronym of two words, such as a journal's
    if not names:
        return None
    others = _OTHERS.match(text, names[-1].end)
    end = others.end() if others else names[-1].end
    is_cut = others is not None or any(
        token.kind == "et al" for piece in chain for token in piece.tokens if token.end < end
    )
    if _all_short(names):
        names = [replace(name, name=_spelt(name.name)) for name in names]
    return AuthorList(tuple(names), names[0].start, end, is_cut)


def _name_in(piece: _CommaSegment, before: Sequence[AuthorName]) -> Sequence[Token]:
    """Return the tokens of the name that a piece is; behind names such as `Lovelace A`, it may begin with one."""
    if _all_short(before[:3]) and (begin := _beginning_short(piece)):
        return begin
    return _names_first(piece.tokens) if _is_whole(piece) else []


def _known_end(tokens: Sequence[Token], known: frozenset[str]) -> Sequence[Token]:
    """Return the known name in which words end, though nothing parts it from them."""
    words = [token for token in tokens if token.kind not in ("mark", "et al")]
    ends = (words[-length:] for length in range(min(MAX_TOKENS, len(words)), 1, -1))
    return next((end for end in ends if fold(" ".join(token.text for token in end)) in known), [])


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
