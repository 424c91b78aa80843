"""Write the report: a table for each part of one run."""

from collections.abc import Iterator, Sequence

from scripts import table

from speed.course import DUMP, LIMIT, Row
from speed.steps import BARE

ABOUT = {
    "Building": "The limit is pyoxigraph's bulk load of the N-Quads that kg wrote, in which nothing else happens.",
    "Stages of a build": """\
The seconds of the same builds. The search index is written beside the loader: most of what it takes is in the seconds
of mapping and loading.""",
    "Exporting": "The whole graph without evidence, beside the store's own dump as N-Triples.",
    "Asking": """\
Twelve of the questions in `queries/`, each about ten things: the middle of all askings, with solutions read. A person
with all nodes as pretty Turtle, beside a query for the same triples.""",
    "Building again": """\
A project that was built before, where nothing changed since then, or the job title in one profile. Where somebody is
named who was not, or not so, everything is decided anew, since one name may change who others are.""",
    "Start-up": "The help of kg beside the import of what it needs for that.",
}
_LIMITS = (LIMIT, DUMP, BARE, "python -c 'import typer'")
"""The systems to which others stand in relation."""
_HEADS = ("profiles", "what", "by", "wall s", "cpu s", "peak MB", "disk MB", "time ratio", "memory ratio")
_DIGITS = ((10, 1), (0.1, 2), (0.01, 3))


def report(rows: Sequence[Row], heads: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the report.

    Args:
        rows: What was measured.
        heads: What to say of the run: the machine, the date.
    """
    yield "# Speed\n"
    yield "*Written by `make bench`; do not edit by hand. What else was measured stands in [RESULTS.md](RESULTS.md).*\n"
    yield from (*heads, "")
    for part in dict.fromkeys(row.part for row in rows):
        yield f"## {part}\n\n{ABOUT[part]}\n"
        own = [row for row in rows if row.part == part]
        lines = [_cells(row, own) for row in own]
        used = [number for number, _ in enumerate(_HEADS) if any(line[number] for line in lines)]
        yield from table([_HEADS[number] for number in used], [[line[n] for n in used] for line in lines], left=3)
        yield ""


def _cells(row: Row, rows: Sequence[Row]) -> list[str]:
    cost, base = row.cost, _base(row, rows)
    measured = [_seconds(cost.wall), _seconds(cost.cpu), _whole(cost.memory), _whole(cost.disk)]
    ratios = [_ratio(cost.wall, base.cost.wall), _ratio(cost.memory, base.cost.memory)] if base else ["", ""]
    return [f"{row.size:,}", row.item, row.system, *measured, *ratios]


def _base(row: Row, rows: Sequence[Row]) -> Row | None:
    """Return the limit to which a row stands in relation: of the same size, and of the same item if there is one."""
    limits = [each for each in rows if each.size == row.size and each.system in _LIMITS]
    if row.part == "Asking":
        return next((each for each in limits if each.item == row.item), None)
    return next((each for each in limits if each.item == row.item), limits[0] if limits else None)


def _seconds(number: float | None) -> str:
    if number is None:
        return ""
    digits = next((digits for least, digits in _DIGITS if number >= least), 4)
    return f"{number:,.{digits}f}"


def _whole(number: float | None) -> str:
    return "" if number is None else f"{number:,.0f}"


def _ratio(one: float | None, other: float | None) -> str:
    return f"{one / other:.2f}" if one and other else ""
