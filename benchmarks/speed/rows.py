"""What was measured, a row each: kept as JSON Lines, so that a report can be made anew without measuring."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """What something cost.

    Attributes:
        part: The part of the course, which is a section of the report: `build`, `queries`.
        item: What was done, the same for all that are compared: `JSON Lines`, `coauthors`.
        system: What did it: `kg`, `rdflib`.
        size: On how many profiles.
        wall: Seconds on the wall, or None where there is nothing to tell but the note.
        cpu: Seconds of processors.
        memory: The most MB that its processes held at one time.
        disk: MB that it left on the disk.
        note: Why something is missing, or what else is to be known.
    """

    part: str
    item: str
    system: str
    size: int
    wall: float | None = None
    cpu: float | None = None
    memory: float | None = None
    disk: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Cell:
    """Names a row, but for the size; several items are added up."""

    part: str
    items: tuple[str, ...]
    system: str = "kg"


@dataclass(frozen=True)
class Rows:
    """The rows of one run."""

    all: Sequence[Row]

    def sizes(self) -> list[int]:
        """Return the sizes that were measured, smallest first."""
        return sorted({row.size for row in self.all})

    def parts(self) -> list[str]:
        """Return the parts in the order in which they were measured."""
        return list(dict.fromkeys(row.part for row in self.all))

    def of(self, part: str, size: int) -> list[Row]:
        """Return the rows of a part and a size."""
        return [row for row in self.all if (row.part, row.size) == (part, size)]

    def cell(self, cell: Cell, size: int) -> Row | None:
        """Return the row of a cell, or None where one of its items was not measured.

        Of several items times are added, and of memory and disk the largest is taken.
        """
        found = [
            row for row in self.of(cell.part, size)
            if row.item in cell.items and row.system == cell.system and row.wall is not None
        ]  # fmt: skip
        if {row.item for row in found} != set(cell.items):
            return None
        first = found[0]
        return replace(
            first,
            wall=sum(row.wall or 0 for row in found),
            cpu=sum(row.cpu or 0 for row in found) or None,
            memory=max(row.memory or 0 for row in found) or None,
            disk=max(row.disk or 0 for row in found) or None,
        )


def write(path: Path, rows: Iterable[Row]) -> Iterator[Row]:
    """Append rows to a file as they come, and hand them on: what was measured outlives an end before the end."""
    with path.open("a", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(asdict(row)) + "\n")
            file.flush()
            yield row


def read(path: Path) -> Rows:
    """Return the rows of a file; of one that was measured again the last counts."""
    last: dict[tuple[str, str, str, int], Row] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        row = Row(**json.loads(line))
        last[row.part, row.item, row.system, row.size] = row
    return Rows(list(last.values()))
