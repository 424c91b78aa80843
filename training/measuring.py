"""How often values are right that were found in one way: the table by which the package says how sure it is."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from kg.extract.confidence import UNMEASURED, Way
from training.extraction import JudgedDocument

ALIKE = 0.12
"""How much values of one document resemble each other: of n, n / (1 + 0.12 (n - 1)) count."""

PRIOR = 2.0
"""As so many further values count those that were found in a less alike way."""

ENOUGH = 10
"""A way in which fewer values were found has no row: it is as sure as less alike ones, itself among them."""

DOUBT = 0.5
"""By so many standard errors a share is taken for less than it was: 3 of 3 are not nearly all."""


MARK = "<!-- `make calibrate` writes the rest. -->\n"
"""In the page about confidence, what stands before its figures."""


class Share(NamedTuple):
    """How many values are right, of how many, and which part of the next ones may be relied on to be."""

    right: int
    all: int
    expected: float


class Claim(NamedTuple):
    """A value that a document was said to have, and whether it has."""

    document: str
    way: Way
    is_right: bool


def claims(documents: Iterable[JudgedDocument]) -> Iterator[Claim]:
    """Yield the values of documents; those of entries that do not exist are wrong."""
    for document in documents:
        for section in document.sections:
            for entry in section.entries:
                for key in entry.sure:
                    way = Way.of(section.section, key, entry.how[key])
                    yield Claim(f"{document.group}: {document.name}", way, entry.exists and entry.right[key])


Counts = Mapping[str, tuple[int, int]]
"""By document, how many values are right, of how many."""


def shares(several: Iterable[Claim]) -> Mapping[Way, Share]:
    """Return the shares of right values, by the way they were found and by what is less alike."""
    rights: dict[Way, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for claim in several:
        for way in dict.fromkeys(claim.way.wider()):
            rights[way][claim.document].append(claim.is_right)
    counts = {way: {name: (sum(each), len(each)) for name, each in of.items()} for way, of in sorted(rights.items())}
    expected = _rising({way: _expected(way, counts) for way in counts}, counts)
    found = {way: Share(*_total(of), expected[way]) for way, of in counts.items()}
    return {way: share for way, share in found.items() if share.all >= ENOUGH}


def _total(counts: Counts) -> tuple[int, int]:
    return sum(right for right, _ in counts.values()), sum(every for _, every in counts.values())


def _expected(way: Way, counts: Mapping[Way, Counts]) -> float:
    """Return the part that may be relied on, starting from what is least alike; nothing is counted twice."""
    mean, every = UNMEASURED, PRIOR
    chain: list[Counts] = [*(counts[each] for each in reversed(list(dict.fromkeys(way.wider())))), {}]
    for wide, own in pairwise(chain):
        right, every = PRIOR * mean, PRIOR
        for name, (its_right, its_every) in wide.items():
            less_right, less = own.get(name, (0, 0))
            weight = 1 / (1 + ALIKE * (its_every - less - 1)) if its_every > less else 0
            right += weight * (its_right - less_right)
            every += weight * (its_every - less)
        mean = right / every
    return _least(mean, every)


def _least(mean: float, every: float) -> float:
    """Return the part that is right at least: the lower bound of Wilson."""
    doubt = DOUBT * DOUBT / every
    spread = DOUBT * math.sqrt(mean * (1 - mean) / every + doubt / (4 * every))
    return (mean + doubt / 2 - spread) / (1 + doubt)


def _rising(expected: Mapping[Way, float], counts: Mapping[Way, Counts]) -> dict[Way, float]:
    """Return shares that do not fall where a model is surer; neighbours that do are taken together."""
    made = dict(expected)
    blocks: list[tuple[list[Way], float, int]] = []
    for way in sorted((way for way in expected if way.step), key=lambda way: (way._replace(step=""), float(way.step))):
        ways, share, count = [way], expected[way], _total(counts[way])[1]
        while blocks and blocks[-1][0][-1]._replace(step=way.step) == way and blocks[-1][1] > share:
            before, its_share, its_count = blocks.pop()
            share = (share * count + its_share * its_count) / (count + its_count)
            ways, count = [*before, *ways], count + its_count
        blocks.append((ways, share, count))
    return made | {way: share for ways, share, _ in blocks for way in ways}


def left_out(several: Sequence[Claim]) -> list[tuple[Claim, float]]:
    """Return how sure each value is by a table made without its document."""
    found: list[tuple[Claim, float]] = []
    for document in dict.fromkeys(claim.document for claim in several):
        table = shares(claim for claim in several if claim.document != document)
        for claim in (claim for claim in several if claim.document == document):
            known = (table[way].expected for way in claim.way.wider() if way in table)
            found.append((claim, next(known, UNMEASURED)))
    return found


def report(found: Sequence[tuple[Claim, float]], leasts: Sequence[float]) -> Iterator[str]:
    """Yield a table: by section, how many values are how sure, and which part of those is right."""
    columns = ("section", "values", "right", *(text for least in leasts for text in (f"≥ {least:g}", "of them right")))
    yield f"| {' | '.join(columns)} |"
    yield f"|---|{'--:|' * (len(columns) - 1)}"
    for section in dict.fromkeys(("all", *(claim.way.section for claim, _ in found))):
        here = [(claim.is_right, sure) for claim, sure in found if section in ("all", claim.way.section)]
        cells = [section or "the person", f"{len(here):,}", _part([is_right for is_right, _ in here])]
        for least in leasts:
            above = [is_right for is_right, sure in here if sure >= least]
            cells += [f"{len(above):,}", _part(above)]
        yield f"| {' | '.join(cells)} |"


def _part(rights: Sequence[bool]) -> str:
    return f"{sum(rights) / len(rights):.3f}" if rights else "–"


def lines(table: Mapping[Way, Share]) -> Iterator[str]:
    """Yield the lines of the table of the package."""
    yield "# How often values were right that were found in one way (docs/confidence.md), made by `make calibrate`:"
    yield "# section, key, pattern, how sure a model is at least, what says that its lines are of its section, right, all, share."  # noqa: E501
    for way, share in table.items():
        yield "\t".join((*way, str(share.right), str(share.all), f"{share.expected:.3f}"))
