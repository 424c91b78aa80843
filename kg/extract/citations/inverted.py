"""Lists of authors in which the family name stands first, as reference styles have it."""

from collections.abc import Iterator, Sequence

from kg.extract.citations.tokens import SUFFIXES, Name, Run, Token, TokenKind, may_be_of_name
from kg.extract.names import is_particle, marks_of
from kg.terms.identifiers import fold


def inverted(tokens: Sequence[Token], runs: Sequence[Run], known: frozenset[str]) -> list[Run]:
    """Return the lists in which family names stand first.

    Args:
        tokens: The tokens of the text.
        runs: The lists that were found otherwise: they tell where one goes on in spoken order.
        known: Folded names of people who are known.
    """
    return list(_with_initials(tokens)) or list(_in_full(tokens)) or list(_only_first(tokens, runs, known))


def _with_initials(tokens: Sequence[Token]) -> Iterator[Run]:
    """Yield lists in which the family name stands first, such as `Lovelace, A. A., & Babbage, C.`."""
    place = 0
    while place < len(tokens):
        names, behind = _names(tokens, place)
        if len(names) > 1 or (names and place == 0):
            others = behind < len(tokens) and tokens[behind].kind == "et al"
            end = tokens[behind].end if others else names[-1].end
            yield Run(tuple(names), names[0].start, end, others)
            place = behind
        else:
            place += 1


def _in_full(tokens: Sequence[Token]) -> Iterator[Run]:
    """Yield the list at the head in which semicolons part full names: `Lovelace, Ada; Babbage, Charles`."""
    names: list[Name] = []
    place = 0
    while name := _name(tokens, place, ("word", "initial")):
        names.append(name[0])
        place = name[1]
        if place >= len(tokens) or tokens[place].kind not in ("semicolon", "and"):
            break
        while place < len(tokens) and tokens[place].parts:
            place += 1
    if len(names) > 1:
        yield Run(tuple(names), names[0].start, names[-1].end)


def _only_first(tokens: Sequence[Token], runs: Sequence[Run], known: frozenset[str]) -> Iterator[Run]:
    """Yield the list at the head of which only the first name is inverted: `Lovelace, Ada, and Charles Babbage`."""
    name = _name(tokens, 0, ("word", "initial"))
    if name is None:
        return
    family = [token for token in tokens if token.end <= name[2]]
    if fold(name[0].name) not in known and not (_is_family(family) and not _is_known(tokens, family, known)):
        return
    place = name[1]
    if place < len(tokens) and tokens[place].text in '.“"':
        yield Run((name[0],), name[0].start, name[0].end)
    while place < len(tokens) and tokens[place].parts:
        place += 1
    if place < len(tokens) and tokens[place].kind == "et al":
        yield Run((name[0],), name[0].start, tokens[place].end, incomplete=True)
    start = tokens[place].start if place < len(tokens) else -1
    behind = next((run for run in runs if any(each.start == start for each in run.names)), None)
    if behind and place > name[1]:
        names = (name[0], *(each for each in behind.names if each.start >= start))
        yield Run(names, name[0].start, behind.end, behind.incomplete, glued=True)


def _is_known(tokens: Sequence[Token], family: Sequence[Token], known: frozenset[str]) -> bool:
    """Say whether what follows a word and a comma is a known person: the word is no family name then."""
    behind = tokens[len(family) + 1 : len(family) + 5]
    return any(fold(" ".join(token.text for token in behind[:length])) in known for length in (2, 3, 4))


def _is_family(tokens: Sequence[Token]) -> bool:
    """Say whether words can only be a family name: one word, with particles before it."""
    return sum(1 for token in tokens if not is_particle(token.text)) == 1


def _names(tokens: Sequence[Token], place: int) -> tuple[list[Name], int]:
    names: list[Name] = []
    while name := _name(tokens, place):
        found, place, _ = name
        names.append(found)
        here = place
        while here < len(tokens) and (tokens[here].parts or tokens[here].kind == "break"):
            here += 1
        if here == place or not _name(tokens, here):
            break
        place = here
    return names, place + (place < len(tokens) and tokens[place].kind == "comma" and _is_et_al(tokens, place + 1))


def _is_et_al(tokens: Sequence[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].kind == "et al"


def _name(
    tokens: Sequence[Token], place: int, kinds: tuple[TokenKind, ...] = ("initial",)
) -> tuple[Name, int, int] | None:
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
    marks = ""
    while here < len(tokens) and tokens[here].kind == "mark":
        marks += marks_of(tokens[here].text)
        here += 1
    suffix = [tokens[here].text] if here < len(tokens) and tokens[here].text in SUFFIXES else []
    here += len(suffix)
    name = " ".join([*(token.text for token in (*given, *family)), *suffix])
    return Name(name, marks, family[0].start, tokens[here - 1].end), here, family[-1].end
