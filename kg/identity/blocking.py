"""Find the pairs of persons that are worth scoring: those whose names may agree.

Names meet under keys, in five passes: as a whole; one with fewer given names meets those that have more;
initials meet what begins with them; all meet by their letters, in any order; and those in other scripts meet what
sounds like them. Those who share a key are a block. The order of blocks and pairs is that of `NameBlock.rank` and of
the nodes' numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from itertools import combinations, pairwise, product
from typing import NamedTuple

from kg.profile.names import PersonName, initials, is_short, nicknames
from kg.profile.scripts import outline
from kg.profile.spellings import sound

_SMALL_BLOCK = 24
_COMMON_EVIDENCE = 20
_FIRST = 3  # of those who share a place, each of whom is compared with all others


class CandidatePair(NamedTuple):
    """A pair of persons that is worth scoring.

    Attributes:
        one: A node.
        other: A node with a greater number.
        namesakes: How many in the block bear the main name of one of them.
    """

    one: int
    other: int
    namesakes: int


class BlockingNames(NamedTuple):
    """The names of a person, or of several who are written alike, as far as blocks go.

    Attributes:
        main: The key of the main name.
        read: All names, with their spelt-out forms.
        whole: The keys of the first pass.
    """

    main: str
    read: Sequence[PersonName]
    whole: frozenset[str]


class NameBlock(NamedTuple):
    """Persons who share a key.

    Attributes:
        step: The number of the pass.
        key: The key.
        members: Their numbers, ascending, each with the names.
    """

    step: int
    key: str
    members: Sequence[tuple[int, BlockingNames]]

    @property
    def rank(self) -> tuple[int, int, str]:
        """The place among all blocks: by pass, first node, key."""
        return self.step, self.members[0][0], self.key


def names_of(names: Iterable[PersonName]) -> BlockingNames:
    """Return the names of a person as far as blocks go."""
    read = [each for name in names for each in (name, *name.spelt)]
    return BlockingNames(read[0].key, read, frozenset().union(*map(_whole_keys, read)))


Keys = Callable[[BlockingNames], Set[str]]
"""Gives the keys under which names are found in a pass."""

Alike = tuple[BlockingNames, Sequence[int]]
"""The numbers of those who are written alike, ascending, with their names."""


def blocks(everybody: Sequence[Alike]) -> list[NameBlock]:
    """Return the blocks of several persons, in order; those that hold no pair which is new are left out."""
    found: list[NameBlock] = []
    for step, (shorter, longer) in enumerate(PASSES):
        for key, together in _met(everybody, shorter, longer).items():
            if _holds_new(step, together):
                found.append(NameBlock(step, key, sorted((n, names) for names, numbers in together for n in numbers)))
    return sorted(found, key=lambda block: block.rank)


def _met(everybody: Sequence[Alike], shorter: Keys, longer: Keys) -> dict[str, list[Alike]]:
    """Return those who meet under each key of a shorter and a longer name."""
    found: dict[str, list[Alike]] = defaultdict(list)
    for alike in everybody:
        for key in shorter(alike[0]):
            found[key].append(alike)
    if shorter is longer or not found:
        return found
    others: dict[str, list[Alike]] = defaultdict(list)
    for alike in everybody:
        for key in longer(alike[0]):
            if key in found:
                others[key].append(alike)
    return {key: [*found[key], *(each for each in more if key not in shorter(each[0]))] for key, more in others.items()}


def _holds_new(step: int, together: Sequence[Alike]) -> bool:
    """Say whether there is a pair, and not only of those who met by their whole names."""
    if len(together) == 1:
        names, numbers = together[0]
        return len(numbers) > 1 and not (step and names.whole)
    return not step or not frozenset.intersection(*(names.whole for names, _ in together))


def candidates(block: NameBlock, evidence: Callable[[int], Iterable[str]]) -> Iterator[CandidatePair]:
    """Yield the pairs of a block that are worth scoring, in order, without those who met in the first pass already.

    Of a small block these are all, of a large one those with common evidence.

    Args:
        block: The block.
        evidence: Gives what is known of a node (`PersonScores.evidence`); asked in large blocks only.
    """
    names = dict(block.members)
    counts = Counter(each.main for each in names.values())
    nodes = list(names)
    for one, other in combinations(nodes, 2) if len(nodes) <= _SMALL_BLOCK else _with_evidence(nodes, evidence):
        mine, others = names[one], names[other]
        if not block.step or mine.whole.isdisjoint(others.whole):
            yield CandidatePair(one, other, max(counts[mine.main], counts[others.main]))


def _with_evidence(nodes: Sequence[int], evidence: Callable[[int], Iterable[str]]) -> list[tuple[int, int]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for node in nodes:
        for token in evidence(node):
            groups[token].append(node)
    pairs: set[tuple[int, int]] = set()
    for token, together in groups.items():
        pairs.update(combinations(together, 2) if len(together) <= _COMMON_EVIDENCE else pairwise(together))
        if token.startswith("at "):  # who works there comes before those whom the lists of the place name
            pairs.update(product(together[:_FIRST], together[_FIRST:]))
    return sorted(pairs)


def whole_keys(names: BlockingNames) -> Set[str]:
    """Return family name with the given names, the first in each form that stands for it; nothing for initials."""
    return names.whole


def _whole_keys(name: PersonName) -> Set[str]:
    if not name.family:
        return {name.given[0]}
    full = _spelt_out(name.given)
    if not full:
        return frozenset()
    core, rest = sound(_core(name)), "".join(full[1:])
    return {f"{core} {sound(form)}{rest}" for form in (full[0], *nicknames().get(full[0], ()))}


def part_keys(names: BlockingNames) -> Set[str]:
    """Return family name with some of the given names, which stand side by side; an earlier family name, too."""
    long = (name for name in names.read if name.family and len(name.words) > 2)
    return {key for name in long for key in _part_keys(name)}


def _part_keys(name: PersonName) -> Iterator[str]:
    words, known = _spelt_out(name.words), nicknames()
    firsts = [[sound(form) for form in (word, *known.get(word, ()))] for word in words]
    whole = len(_spelt_out(name.given))
    if whole > 2:  # `Lidy M. Anaya Jaimes` leaves out what stands between
        yield from (f"{sound(_core(name))} {first}{words[whole - 1]}" for first in firsts[0])
    fewer = ((before, before, words[before]) for before in range(1, len(words) - 1))
    for size, longest, family in ((whole, whole - 1, _core(name)), *fewer):
        core = sound(family)
        for start in range(size if longest > 0 else 0):
            for end in range(start + 1, min(start + longest, size) + 1):
                rest = "".join(words[start + 1 : end])
                yield from [f"{core} {first}{rest}" for first in firsts[start]]


def _spelt_out(given: Iterable[str]) -> list[str]:
    """Return given names without initials."""
    return [word for word in given if len(word) > 1]


def _with_fewer_families(name: PersonName) -> Iterator[tuple[Sequence[str], str]]:
    """Yield given names and family name as one writes them who leaves out later family names.

    `Juan García` for `Juan García López`.
    """
    full = [word for word in name.words[1:] if len(word) > 1]
    for size in range(1, len(full)):
        yield (name.given[0], *full[: size - 1]), full[size - 1]


def initial_keys(names: BlockingNames) -> Set[str]:
    """Return family name with the initials, of names that have nothing else."""
    return {key for name in names.read if is_short(name) for key in _letter_keys(name.given, _core(name))}


def letter_keys(names: BlockingNames) -> Set[str]:
    """Return family name with the letters with which the given name may begin."""
    found: set[str] = set()
    for name in names.read:
        found.update(_letter_keys(name.given, _core(name)))
        for given, family in _with_fewer_families(name) if name.family else ():
            found.update(_letter_keys(given, family))
    return found


def _letter_keys(given: Sequence[str], family: str) -> Iterable[str]:
    return [f"{family} {initial}" for initial in initials(given)] if family else ()


def word_keys(names: BlockingNames) -> Set[str]:
    """Return the letters of a name, sorted: `Kim Min-Jun` is `Minjun Kim`."""
    several = ((name.given, name.family.split()) for name in names.read)
    return {
        "".join(sorted("".join((*given, *family))))
        for given, family in several
        if len(given) + len(family) > 1 and min(map(len, (*given, *family))) > 1
    }


def foreign_keys(names: BlockingNames) -> Set[str]:
    """Return the outlines of names in other scripts, as they read in Latin letters."""
    return {_outlines(reading) for name in names.read for _, reading in name.romanised}


def outline_keys(names: BlockingNames) -> Set[str]:
    """Return the outlines of names in Latin letters."""
    return {_outlines(name) for name in names.read if name.given and not name.romanised}


def _outlines(name: PersonName) -> str:
    return f"{outline(_core(name))} {outline(name.given[0])[:1]}"


def _core(name: PersonName) -> str:
    """Return the last word of the family name."""
    return name.family.rpartition(" ")[2]


PASSES: Sequence[tuple[Keys, Keys]] = (
    (whole_keys, whole_keys),
    (whole_keys, part_keys),
    (initial_keys, letter_keys),
    (word_keys, word_keys),
    (foreign_keys, outline_keys),
)
"""The keys of each pass: of the shorter names and of the longer ones that they meet."""
