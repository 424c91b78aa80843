"""Write the report: targets, tables, charts and growth of one run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from speed import asking, building, charts
from speed.growth import growths
from speed.rows import Cell, Row, Rows
from speed.sections import Section, section_of
from speed.targets import TARGETS

_HEADS = ("profiles", "what", "by", "wall s", "cpu s", "peak MB", "disk MB", "time ratio", "memory ratio")
_ALIGN = "--:"
_DIGITS = ((10, 1), (0.1, 2), (0.01, 3))


def report(rows: Rows, directory: Path, heads: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the report; its charts go into a folder of the directory.

    Args:
        rows: What was measured.
        directory: Where the report will stand.
        heads: What to say of the run: the machine, the date, versions.
    """
    drawn = {path.stem: (title, path) for title, path in charts.write(directory / "charts", rows)}
    yield "# Speed"
    yield ""
    yield "*Written by `make bench`; do not edit by hand. What else was measured stands in [RESULTS.md](RESULTS.md).*"
    yield from ("", *heads, "")
    yield from _targets(rows)
    for part in rows.parts():
        section = section_of(part)
        yield from (f"## {section.title}", "", *([section.about, ""] if section.about else []))
        yield from _TABLES.get(part, _table)(rows, part, section)
        yield from _pictures(section.chart, drawn, directory)
    yield from _growth(rows)
    yield from _pictures("memory", drawn, directory)


def _pictures(name: str, drawn: Mapping[str, tuple[str, Path]], directory: Path) -> Iterator[str]:
    if name in drawn:
        title, path = drawn[name]
        yield from ("", f"![{title}]({path.relative_to(directory).as_posix()})", "")


def _targets(rows: Rows) -> Iterator[str]:
    yield from ("## Targets", "")
    judged = [(target.text, *target.judged(rows)) for target in TARGETS]
    yield from grid(("target", "found", "met"), judged, left=3)
    yield "Ratios are of one run, on the same profiles. At sizes of no target a row says what was found.\n"


def _table(rows: Rows, part: str, section: Section) -> Iterator[str]:
    """Yield a table of a part: a row each, with its ratio to the base of the same size."""
    found = [row for size in rows.sizes() for row in section.rows(rows, part, size)]
    cells = [_cells(row, _base(row, found, section.base)) for row in found if row.wall is not None]
    used = [number for number, _ in enumerate(_HEADS) if any(line[number] for line in cells)]
    if cells:
        yield from grid(
            [_HEADS[number] for number in used], [[line[number] for number in used] for line in cells], left=3
        )
    yield from _notes(found)


def _cells(row: Row, base: Row | None) -> list[str]:
    measured = [_seconds(row.wall), _seconds(row.cpu), _whole(row.memory), _whole(row.disk)]
    ratios = [_ratio(row.wall, base.wall), _ratio(row.memory, base.memory)] if base else ["", ""]
    return [f"{row.size:,}", row.item, row.system, *measured, *ratios]


def _base(row: Row, rows: Iterable[Row], system: str) -> Row | None:
    """Return the row to which another stands in relation: of the same size, and of the same item if there is one."""
    bases = [each for each in rows if (each.size, each.system) == (row.size, system)]
    same = [each for each in bases if each.item == row.item]
    return next(iter(same or bases), None)


def _stages(rows: Rows, part: str, section: Section) -> Iterator[str]:  # noqa: ARG001
    """Yield a table with a line for each stage and a column for each size and form of input."""
    columns = list(dict.fromkeys((row.system, row.size) for row in rows.all if row.part == part))
    columns.sort(key=lambda column: column[0])
    stages = list(dict.fromkeys(row.item for row in rows.all if row.part == part))
    limit = Cell(building.PART, (building.JSON,), building.LIMIT)

    def cell(stage: str, system: str, size: int) -> str:
        row, base = rows.cell(Cell(part, (stage,), system), size), rows.cell(limit, size)
        if row is None or not row.wall:
            return ""
        return f"{_seconds(row.wall)} ({_ratio(row.wall, base.wall)})" if base else _seconds(row.wall)

    heads = ["stage", *(f"{system.removeprefix('kg, ')}, {size:,}" for system, size in columns)]
    yield from grid(heads, [[stage, *(cell(stage, *column) for column in columns)] for stage in stages], left=1)


def _questions(rows: Rows, part: str, section: Section) -> Iterator[str]:  # noqa: ARG001
    """Yield a table with a line for each question and a column for each system and size."""
    columns = list(dict.fromkeys((row.system, row.size) for row in rows.all if row.part == part))
    columns.sort(key=lambda column: (column[0], column[1]))
    questions = [name for name in asking.QUESTIONS if any((row.part, row.item) == (part, name) for row in rows.all)]

    def cell(question: str, system: str, size: int) -> str:
        row = rows.cell(Cell(part, (question,), system), size)
        return f"{row.wall * 1000:,.2f}" if row and row.wall else "-"

    heads = ["question", *(f"{system}, {size:,}" for system, size in columns)]
    yield from grid(heads, [[name, *(cell(name, *column) for column in columns)] for name in questions], left=1)
    yield from _notes(row for row in rows.all if row.part == part)


def _growth(rows: Rows) -> Iterator[str]:
    """Yield how the times grow, where there are several sizes."""
    found = [each for each in growths(rows) if each.row.part != asking.PART]
    if not found:
        return
    yield from ("## Growth", "")
    yield "The exponent of a power law through all sizes: 1 grows as the number of profiles does, 2 as its square.\n"
    cells = [
        (section_of(each.row.part).title, each.row.item, each.row.system, f"{each.first:,} to {each.row.size:,}",
         f"{each.exponent:.2f}")
        for each in found
    ]  # fmt: skip
    yield from grid(("part", "what", "by", "profiles", "exponent"), cells, left=3)


def _notes(rows: Iterable[Row]) -> Iterator[str]:
    """Yield what is to be known about rows, a line each."""
    notes = [f"- {row.item}, {row.system}, {row.size:,} profiles: {row.note}." for row in rows if row.note]
    if notes:
        yield from (*notes, "")


def grid(heads: Sequence[str], lines: Iterable[Sequence[str]], *, left: int) -> Iterator[str]:
    """Yield a table in Markdown; the first `left` columns are of words, the others of numbers."""
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join('---' if number < left else _ALIGN for number, _ in enumerate(heads))}|"
    yield from (f"| {' | '.join(line)} |" for line in lines)
    yield ""


def _seconds(number: float | None) -> str:
    if number is None:
        return ""
    digits = next((digits for least, digits in _DIGITS if number >= least), 4)
    return f"{number:,.{digits}f}"


def _whole(number: float | None) -> str:
    return "" if number is None else f"{number:,.0f}"


def _ratio(one: float | None, other: float | None) -> str:
    return f"{one / other:.2f}" if one and other else ""


_TABLES = {building.STAGES: _stages, asking.PART: _questions}
