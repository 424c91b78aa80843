"""Shares of right values by section, key and pattern: what the confidence of a value is read from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg.extract.confidence import ANY, UNMEASURED
from tests.support.cv_judging import Verdict

ALIKE = 0.05
"""How much values of one layout resemble each other: of n, n / (1 + 0.05 (n - 1)) count."""
PRIOR = 10
"""How many values what is known of the key counts as, beside those of the pattern."""
BOUND = 0.85
"""The most that a pattern is trusted before any value of it was seen."""
ENOUGH = 5
"""How many values of real documents outweigh the invented ones if fewer of them are right."""

Pattern = tuple[str, str, str]


class Judged(NamedTuple):
    """A document, and which of the values found in it are right.

    Attributes:
        layout: The style, or the name of a real document.
        form: The format.
        seed: The number of the person.
        real: Whether people wrote it.
        verdicts: One for each value.
    """

    layout: str
    form: str
    seed: int
    real: bool
    verdicts: Sequence[Verdict]


class Share(NamedTuple):
    """How many values of a pattern are right, of how many, and what to expect of the next one."""

    right: int
    all: int
    expected: float


class Tally:
    """Values of one pattern, by layout."""

    def __init__(self) -> None:
        self.layouts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.real = [0, 0]

    def add(self, judged: Judged, right: bool) -> None:
        """Count a value."""
        for counts in (self.layouts[judged.layout], *([self.real] if judged.real else [])):
            counts[0] += right
            counts[1] += 1

    def share(self, prior: float) -> Share:
        """Return the share to expect, starting from what is known of other patterns."""
        right = sum(counts[0] for counts in self.layouts.values())
        total = sum(counts[1] for counts in self.layouts.values())
        weights = {layout: 1 / (1 + ALIKE * (counts[1] - 1)) for layout, counts in self.layouts.items()}
        weighed = [sum(weights[layout] * counts[place] for layout, counts in self.layouts.items()) for place in (0, 1)]
        expected = (weighed[0] + PRIOR * prior) / (weighed[1] + PRIOR)
        if self.real[1] >= ENOUGH:
            expected = min(expected, self.real[0] / self.real[1]) if self.real[0] < self.real[1] else expected
        return Share(right, total, expected)


def fit(documents: Iterable[Judged]) -> Mapping[Pattern, Share]:
    """Return the share of every section, of every key and of every pattern; the first two for what is new."""
    tallies: dict[Pattern, Tally] = defaultdict(Tally)
    for judged in documents:
        for verdict in judged.verdicts:
            if verdict.right is not None:
                for row in _rows(verdict):
                    tallies[row].add(judged, verdict.right)
    made: dict[Pattern, Share] = {}
    for row in sorted(tallies, key=lambda row: (row[1] != ANY, row[2] != ANY)):  # sections, then keys, then patterns
        above = made.get((row[0], ANY if row[2] == ANY else row[1], ANY))
        share = tallies[row].share(above.expected if above and row[1] != ANY else UNMEASURED)
        made[row] = share._replace(expected=min(share.expected, BOUND)) if row[2] == ANY else share
    return made


def confidence(table: Mapping[Pattern, Share], verdict: Verdict) -> float:
    """Return how sure a value is by a table that is not the one of the package."""
    return next((table[row].expected for row in reversed(_rows(verdict)) if row in table), UNMEASURED)


def _rows(verdict: Verdict) -> tuple[Pattern, Pattern, Pattern]:
    section, key = verdict.section, verdict.key
    return (section, ANY, ANY), (section, key, ANY), (section, key, verdict.pattern)
