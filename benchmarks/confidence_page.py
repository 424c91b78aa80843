"""The page docs/confidence.md: what confidence means, how it is measured, and how well it keeps its word."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from fitting import ALIKE, BOUND, ENOUGH, PRIOR, Judged, Pattern, Share
from reliability import SURE, Claim, bins_table, error, promise, sections_table

from kg.extract.confidence import ANY

_HEAD = """\
# Confidence

*Written by `make calibrate` (`benchmarks/calibrate.py`); do not edit by hand.*

Each value that `kg extract` proposes has a confidence: how often values that were found in the same way were right on
documents whose truth is known. It is counted, not felt, and no model is asked.

## What it means for a reviewer

- A value of {sure} or more may be taken as it is: on people and styles that the counting has not seen, {right:.1f} % of
  such values are right, and {coverage:.0f} % of all values are such.
- `kg review` shows conflicts first, then what is least sure. An entry is as sure as its least sure value.
- A pattern that was never measured is never above {bound}; where a whole section was not measured, it says 0.75.
- Confidence says whether the document says so, not whether the document is right.

## How it is measured

The extractor notes for each value by which pattern it found it: a title in quotation marks, a year in a sub-heading.
CVs of invented people in many styles and formats have exact gold (`tests/support/cv_styles`); so have real documents
whose truth people wrote down, which are not part of the project. Half of the invented CVs are in mixed styles that
nobody wrote: the references of one, the careers of another (`tests/support/cv_styles/mixing.py`).

**Judging.** Each entry is laid beside the entry of the gold that it is about; then each value is right or wrong by
itself (`tests/support/cv_judging.py`). An entry that is about nothing in the gold is wrong in all its values. Texts are
equal in letters and digits; people are equal in order; dates are exact; an organisation may hold the other; a venue
is its acronym or its name; skills and interests are sets. Where people wrote the gold, texts may say more than one
another.
What the gold does not speak of is not judged; nowhere judged are: {unjudged}.

**Counting.** For each section, key and pattern: how many are right, of how many. Values of one layout resemble each
other, so n of them count as n / (1 + {alike} (n − 1)). What is known of the key counts as {prior} further values, but
never above {bound}. Where {enough} values or more are from real documents and fewer of them are right, theirs holds.
A pattern without a row is as sure as its key, a key as its section. The counts are in
`kg/extract/tables/confidence.tsv`; here they come from {documents:,} documents with {values:,} judged values.

**Works** are read twice, by rules and by models ([the learned reader](concepts/learned-reader.md)), and the pattern by
which their title, authors, year and venue are found is what both say: `one work, both surely`. How often such values
are right is counted on real documents alone, in nine languages, by `python -m training agree`
(`kg/extract/tables/agreement.tsv`). By a table made without the document in question, 98.2 % of the values of 0.9 or
more were right, and 42 % of the right ones were that sure.

## How well it keeps its word

“Sure” is a confidence of {sure} or more. The aim: at least 98 % of the sure values are right, and at least 75 % of all
values are sure. An entry, such as a publication, is right if all its values are.
"""


class Check(NamedTuple):
    """What was said and what is true on some documents."""

    title: str
    documents: int
    values: Sequence[Claim]
    entries: Sequence[Claim]


def page(fitted: Sequence[Judged], checks: Sequence[Check], table: Mapping[Pattern, Share]) -> str:
    """Return the page.

    Args:
        fitted: The documents on which confidence is fitted.
        checks: What it was checked on; the first is the one that counts.
        table: The fitted shares.
    """
    return "\n".join((_head(fitted, checks[0]), *_kept(checks), "", *_details(checks[0]), "", *_doubtful(table), ""))


def _head(fitted: Sequence[Judged], main: Check) -> str:
    kept = promise(main.values)
    silent = sorted({_key(v.section, v.key) for each in fitted for v in each.verdicts} - set(_judged(fitted)))
    return _HEAD.format(
        sure=SURE,
        right=100 * kept.precision,
        coverage=100 * kept.coverage,
        bound=BOUND,
        alike=ALIKE,
        prior=PRIOR,
        enough=ENOUGH,
        unjudged=", ".join(f"`{name}`" for name in silent) or "nothing",
        documents=len(fitted),
        values=sum(verdict.right is not None for each in fitted for verdict in each.verdicts),
    )


def _judged(fitted: Sequence[Judged]) -> Iterator[str]:
    for each in fitted:
        yield from (_key(v.section, v.key) for v in each.verdicts if v.right is not None)


def _key(section: str, key: str) -> str:
    return f"{section}.{key}" if section else key


def _kept(checks: Sequence[Check]) -> Iterator[str]:
    """Yield the table of promises."""
    yield "| checked on | documents | values | sure | right of the sure | entries | sure | right of the sure |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for each in checks:
        sides = (promise(each.values), promise(each.entries))
        shares = " | ".join(f"{kept.claims:,} | {kept.coverage:.3f} | {kept.precision:.3f}" for kept in sides)
        yield f"| {each.title} | {each.documents:,} | {shares} |"


def _details(main: Check) -> Iterator[str]:
    """Yield the reliability tables of a check."""
    yield f"{main.title}: values by confidence. The expected calibration error is {error(main.values):.4f}."
    yield ""
    yield from bins_table(main.values)
    yield ""
    yield "By section:"
    yield ""
    yield from sections_table(main.values)


def _doubtful(table: Mapping[Pattern, Share]) -> Iterator[str]:
    """Yield the patterns that are least sure, of those that were seen often enough."""
    yield "## What to look at"
    yield ""
    yield "The least sure patterns that occur ten times or more:"
    yield ""
    yield "| value | found | right | of | confidence |"
    yield "|---|---|--:|--:|--:|"
    rows = sorted((share.expected, row) for row, share in table.items() if share.all >= 10 and row[2] != ANY)
    for expected, row in islice(rows, 25):
        section, key, pattern = row
        counts = f"{table[row].right:,} | {table[row].all:,} | {expected:.3f}"
        yield f"| `{_key(section, key)}` | {pattern or '–'} | {counts} |"
