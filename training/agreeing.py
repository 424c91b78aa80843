"""How often values are right by what both readers of works say of them: the table by which the package is sure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.extract.learned.agreement import MEASURED, READINGS, SECTION
from training.extraction import JudgedDocument
from training.judging import JudgedEntry
from training.tables import SURE

ALIKE = 0.05
"""How much values of one document resemble each other: of n, n / (1 + 0.05 (n - 1)) count."""

MOST = 0.99

Row = tuple[str, str]
"""A key and what is said of it."""


class Share(NamedTuple):
    """How many values are right, of how many, and which part of the next ones is expected to be."""

    right: int
    all: int
    expected: float


def shares(documents: Iterable[JudgedDocument]) -> Mapping[Row, Share]:
    """Return the shares of right values by key and by what is said of them; what does not exist is wrong."""
    counts: dict[Row, list[tuple[int, int]]] = defaultdict(list)
    for document in documents:
        here: dict[Row, list[bool]] = defaultdict(list)
        for entry in _entries(document):
            for row, right in _claims(entry):
                here[row].append(right)
        for row, rights in here.items():
            counts[row].append((sum(rights), len(rights)))
    return {row: _share(several) for row, several in sorted(counts.items())}


def _share(counts: Sequence[tuple[int, int]]) -> Share:
    weights = [1 / (1 + ALIKE * (every - 1)) for _, every in counts]
    right = sum(weight * right for weight, (right, _) in zip(weights, counts, strict=True))
    every = sum(weight * every for weight, (_, every) in zip(weights, counts, strict=True))
    expected = min(MOST, (right + 1) / (every + 2))
    return Share(sum(right for right, _ in counts), sum(every for _, every in counts), expected)


def _entries(document: JudgedDocument) -> Iterator[JudgedEntry]:
    for section in document.sections:
        if section.section == SECTION:
            yield from section.entries


def _claims(entry: JudgedEntry) -> Iterator[tuple[Row, bool]]:
    """Yield what an entry says of the values that are measured, and whether it is right."""
    for key in MEASURED:
        if key in entry.sure and entry.how.get(key, "").startswith(READINGS):
            yield (key, entry.how[key]), entry.exists and entry.right[key]


def left_out(documents: Sequence[JudgedDocument]) -> Share:
    """Return how many values are right that are sure by a table made without their document.

    `expected` is the part of all right values that is sure.
    """
    right = every = found = 0
    for document in documents:
        table = shares(other for other in documents if other is not document)
        for entry in _entries(document):
            for row, is_right in _claims(entry):
                found += is_right
                if row in table and table[row].expected >= SURE:
                    right += is_right
                    every += 1
    return Share(right, every, right / found if found else 0.0)


def lines(table: Mapping[Row, Share]) -> Iterator[str]:
    """Yield the lines of the table of the package."""
    yield "# How often values of works were right, by what rules and models say of them: section, key, which, right, all, share."  # noqa: E501
    yield "# Made by `python -m training agree`; values of one document count the less, the more there are."
    for (key, said), share in table.items():
        yield f"{SECTION}\t{key}\t{said}\t{share.right}\t{share.all}\t{share.expected:.3f}"
