"""Measure which written forms of a name are read as one person's, and which namesakes are by mistake.

    python benchmarks/names.py name_variants.yaml [--errors]

The data is a YAML list of people, each with `canonical` and `variants`, each of them `first` and `last`, as the ACL
Anthology keeps it. Two forms of one person are to agree; those of two people with one family name and one first
letter are not. With --errors, what goes wrong is printed as well.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from time import process_time
from typing import Any

import yaml

from kg.profile.names import Level, compare, core, read_name

Pair = tuple[str, str]
_COMPARED = 100_000


def _forms(people: Iterable[Mapping[str, Any]]) -> Iterator[list[str]]:
    """Yield the written forms of each person, each once."""
    for person in people:
        names = [person["canonical"], *person.get("variants", [])]
        yield list(dict.fromkeys(f"{name.get('first') or ''} {name.get('last') or ''}".strip() for name in names))


def _namesakes(people: Sequence[Sequence[str]]) -> list[Pair]:
    """Return the pairs of forms of two people with one family name and one first letter."""
    groups: dict[Pair, list[tuple[int, str]]] = defaultdict(list)
    for number, forms in enumerate(people):
        for form in forms:
            name = read_name(form)
            groups[core(name.family), name.given[0][0]].append((number, form))
    return sorted(
        {
            (min(one, other), max(one, other))
            for group in groups.values()
            for (first, one), (second, other) in combinations(group, 2)
            if first != second and one != other
        }
    )


def _level(pair: Pair) -> Level:
    return compare(read_name(pair[0]), read_name(pair[1]))


def _speed(pairs: Sequence[Pair]) -> float:
    """Return the seconds that many comparisons of names that were read take."""
    read = [(read_name(one), read_name(other)) for one, other in pairs]
    start = process_time()
    for number in range(_COMPARED):
        compare(*read[number % len(read)])
    return process_time() - start


def main() -> None:
    """Print how many pairs are read as one person's, by level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", type=Path)
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args()
    people = list(_forms(yaml.safe_load(options.variants.read_text(encoding="utf-8"))))
    same = [pair for forms in people for pair in combinations(forms, 2)]
    for what, pairs in (("one person's", same), ("namesakes'", _namesakes(people))):
        levels = {pair: _level(pair) for pair in pairs}
        agreeing = sum(level is not Level.NONE for level in levels.values())
        print(f"{what}: {agreeing} of {len(pairs)} read as one ({agreeing / len(pairs):.3f})")
        print("   ", *(f"{level} {count}" for level, count in Counter(levels.values()).most_common()), sep="  ")
        for pair, level in sorted(levels.items()) if options.errors else ():
            if (level is Level.NONE) is (pairs is same):
                print(f"    {level}: {pair[0]} / {pair[1]}")
    seconds = _speed(same), _speed(_namesakes(people))
    print(f"{_COMPARED} comparisons of one person's forms: {seconds[0]:.2f} s, of namesakes': {seconds[1]:.2f} s")


if __name__ == "__main__":
    main()
