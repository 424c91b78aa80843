"""How well confidence keeps its word: what was said beside what was true, by value and by entry."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from fitting import Judged

from kg.profile.drafts.model import PERSON

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
SURE = 0.9
"""From here on a reviewer may trust a value."""


class Claim(NamedTuple):
    """A value, or a whole entry: how sure it was said to be, and whether it is right."""

    section: str
    confidence: float
    right: bool


class Promise(NamedTuple):
    """What is kept of the promise: how many claims are sure, and how many of the sure ones are right."""

    claims: int
    sure: int
    right: int

    @property
    def coverage(self) -> float:
        """The share of claims that are sure."""
        return self.sure / self.claims if self.claims else 1.0

    @property
    def precision(self) -> float:
        """The share of the sure claims that are right."""
        return self.right / self.sure if self.sure else 1.0


def values(judged: Judged, sure: Sequence[float]) -> Iterator[Claim]:
    """Yield each value that the gold speaks of.

    Args:
        judged: A document.
        sure: The confidence of each of its verdicts.
    """
    for verdict, confidence in zip(judged.verdicts, sure, strict=True):
        if verdict.right is not None:
            yield Claim(verdict.section, confidence, verdict.right)


def entries(judged: Judged, sure: Sequence[float]) -> Iterator[Claim]:
    """Yield each entry: as sure as its least sure value, and right if all its values are."""
    pairs = sorted(zip(judged.verdicts, sure, strict=True), key=lambda pair: pair[0].fact)
    for _, group in groupby(pairs, key=lambda pair: pair[0].fact):
        told = [(verdict, confidence) for verdict, confidence in group if verdict.right is not None]
        if told:
            section = told[0][0].section
            yield Claim(section, min(c for _, c in told), all(verdict.right for verdict, _ in told))


def promise(claims: Iterable[Claim]) -> Promise:
    """Count what is sure, and what of that is right."""
    listed = list(claims)
    sure = [claim for claim in listed if claim.confidence >= SURE]
    return Promise(len(listed), len(sure), sum(claim.right for claim in sure))


def error(claims: Iterable[Claim]) -> float:
    """Return the expected calibration error: how far said and true are apart, on average over the bins."""
    bins = binned(claims)
    total = sum(count for _, _, count, _, _ in bins)
    return sum(count * abs(said - true) for _, _, count, said, true in bins) / total if total else 0.0


def binned(claims: Iterable[Claim]) -> list[tuple[float, float, int, float, float]]:
    """Return bins that hold anything: from, to, how many claims, mean confidence, share of right ones."""
    found: dict[int, list[Claim]] = defaultdict(list)
    for claim in claims:
        found[next(place for place in reversed(range(len(EDGES) - 1)) if claim.confidence >= EDGES[place])].append(
            claim
        )
    rows = []
    for place, held in sorted(found.items()):
        said = sum(claim.confidence for claim in held) / len(held)
        rows.append((EDGES[place], EDGES[place + 1], len(held), said, sum(claim.right for claim in held) / len(held)))
    return rows


def bins_table(claims: Sequence[Claim]) -> Iterator[str]:
    """Yield the lines of the reliability table."""
    yield "| confidence | values | mean confidence | right |"
    yield "|---|--:|--:|--:|"
    for low, high, count, said, true in binned(claims):
        yield f"| {low:.2f} – {high:.2f} | {count:,} | {said:.3f} | {true:.3f} |"


def sections_table(claims: Sequence[Claim]) -> Iterator[str]:
    """Yield the lines of the table of sections."""
    yield "| section | values | right | of them sure | right of the sure | calibration error |"
    yield "|---|--:|--:|--:|--:|--:|"
    for section in sorted({claim.section for claim in claims}):
        chosen = [claim for claim in claims if claim.section == section]
        kept, true = promise(chosen), sum(claim.right for claim in chosen) / len(chosen)
        name = "the person" if section == PERSON else section
        shares = f"{true:.3f} | {kept.coverage:.3f} | {kept.precision:.3f} | {error(chosen):.3f}"
        yield f"| {name} | {len(chosen):,} | {shares} |"
