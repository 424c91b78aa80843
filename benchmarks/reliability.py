"""How well confidence keeps its word: what was said beside what was true, by value and by entry."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from fitting import Judged, Pattern, Share, confidence
from scripts import table

from kg.extract.confidence import ANY
from kg.profile.drafts.model import PERSON

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
SURE = 0.9
"""From here on a reviewer may trust a value."""


class Claim(NamedTuple):
    """A value, or a whole entry: how sure it was said to be, and whether it is right."""

    section: str
    confidence: float
    right: bool


class Check(NamedTuple):
    """What was said and what is true on some documents: of their values, and of their entries."""

    title: str
    documents: int
    values: Sequence[Claim]
    entries: Sequence[Claim]


def check(title: str, judged: Iterable[tuple[Mapping[Pattern, Share], Judged]]) -> Check:
    """Compare documents with what a table says of each; an entry is as sure as its least sure value."""
    values, entries, number = [], [], 0
    for number, (shares, document) in enumerate(judged, 1):  # noqa: B007
        claims = sorted(
            (verdict.fact, Claim(verdict.section, confidence(shares, verdict), verdict.right))
            for verdict in document.verdicts
            if verdict.right is not None
        )
        values += [claim for _, claim in claims]
        for _, group in groupby(claims, key=lambda pair: pair[0]):
            own = [claim for _, claim in group]
            entries.append(Claim(own[0].section, min(c.confidence for c in own), all(c.right for c in own)))
    return Check(title, number, values, entries)


def tables(checks: Sequence[Check], shares: Mapping[Pattern, Share]) -> Iterator[str]:
    """Yield the tables of docs/confidence.md; the details are those of the first check."""
    values = checks[0].values
    heads = (
        "checked on",
        "documents",
        *("values", "sure", "right of the sure"),
        *("entries", "sure", "right of the sure"),
    )
    rows = ((each.title, f"{each.documents:,}", *_kept(each.values), *_kept(each.entries)) for each in checks)
    yield from table(heads, rows)
    yield f"\n{checks[0].title}: values by confidence. The expected calibration error is {error(values):.4f}.\n"
    yield from table(("confidence", "values", "mean confidence", "right"), map(_bin, binned(values)))
    yield "\nBy section:\n"
    sections = (_section(name, values) for name in sorted({claim.section for claim in values}))
    yield from table(("section", "values", "sure", "right of the sure", "calibration error"), sections)
    yield "\n## What to look at\n\nThe least sure patterns that occur ten times or more:\n"
    doubtful = sorted((share.expected, row) for row, share in shares.items() if share.all >= 10 and row[2] != ANY)
    patterns = (
        (f"`{section}.{key}`" if section else f"`{key}`", pattern or "–", shares[section, key, pattern].right,
         shares[section, key, pattern].all, f"{expected:.3f}")
        for expected, (section, key, pattern) in islice(doubtful, 25)
    )  # fmt: skip
    yield from table(("value", "found", "right", "of", "confidence"), patterns, left=2)


def _kept(claims: Sequence[Claim]) -> tuple[str, str, str]:
    """Return how many claims there are, the share of the sure ones, and the share of these that are right."""
    sure = [claim for claim in claims if claim.confidence >= SURE]
    shares = (len(sure) / max(1, len(claims)), sum(claim.right for claim in sure) / max(1, len(sure)))
    return f"{len(claims):,}", f"{shares[0]:.3f}", f"{shares[1]:.3f}"


def _section(name: str, claims: Sequence[Claim]) -> tuple[str, ...]:
    own = [claim for claim in claims if claim.section == name]
    return ("the person" if name == PERSON else name, *_kept(own), f"{error(own):.3f}")


def _bin(row: tuple[float, float, int, float, float]) -> tuple[str, ...]:
    low, high, count, said, true = row
    return f"{low:.2f} – {high:.2f}", f"{count:,}", f"{said:.3f}", f"{true:.3f}"


def error(claims: Sequence[Claim]) -> float:
    """Return the expected calibration error: how far said and true are apart, on average over the bins."""
    return sum(count * abs(said - true) for _, _, count, said, true in binned(claims)) / max(1, len(claims))


def binned(claims: Iterable[Claim]) -> list[tuple[float, float, int, float, float]]:
    """Return bins that hold anything: from, to, how many claims, mean confidence, share of right ones."""
    found: dict[int, list[Claim]] = defaultdict(list)
    for claim in claims:
        place = next(n for n in reversed(range(len(EDGES) - 1)) if claim.confidence >= EDGES[n])
        found[place].append(claim)
    rows = []
    for place, held in sorted(found.items()):
        said = sum(claim.confidence for claim in held) / len(held)
        rows.append((EDGES[place], EDGES[place + 1], len(held), said, sum(claim.right for claim in held) / len(held)))
    return rows
