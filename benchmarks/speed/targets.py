"""What was to be reached, in the words in which it was agreed, and whether it was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ask import BARE

from speed import asking, building, changing, exporting, peers
from speed.building import JSON, YAML, stages_of
from speed.rows import Cell, Row, Rows

Find = Callable[[Rows, int], float | None]

_LIMIT = Cell(building.PART, (JSON,), building.LIMIT)
_BUILD = Cell(building.PART, (JSON,))


@dataclass(frozen=True)
class Target:
    """Something to be reached.

    Attributes:
        text: In the words in which it was agreed.
        find: Finds the number in the rows of a size.
        limit: The number to be reached.
        at_least: Whether more is better.
        size: The size at which it is judged; 0 for the largest that was measured.
    """

    text: str
    find: Find
    limit: float
    at_least: bool = False
    size: int = 0

    def judged(self, rows: Rows) -> tuple[str, str]:
        """Return what was found, and whether that is enough."""
        sizes = [size for size in rows.sizes() if self.find(rows, size) is not None]
        if not sizes:
            return "not measured", "?"
        size = self.size if self.size in sizes else sizes[-1]
        number = self.find(rows, size) or 0
        met = number >= self.limit if self.at_least else number <= self.limit
        found = f"{number:,.2f} at {size:,} profiles"
        if self.size not in (0, size):
            return found, "not judged at this size"
        return found, "yes" if met else "no"


def wall(row: Row) -> float | None:
    """Return the seconds of a row."""
    return row.wall


def memory(row: Row) -> float | None:
    """Return the memory of a row."""
    return row.memory


def ratio(over: Cell, under: Cell, of: Callable[[Row], float | None] = wall) -> Find:
    """Find the ratio of two cells."""

    def find(rows: Rows, size: int) -> float | None:
        one, other = rows.cell(over, size), rows.cell(under, size)
        if one is None or other is None:
            return None
        first, second = of(one), of(other)
        return first / second if first and second else None

    return find


def per_profile(cell: Cell, small: int) -> Find:
    """Find the time per profile against that of a smaller size in the same run, where both did the same."""

    def find(rows: Rows, size: int) -> float | None:
        one, other = rows.cell(cell, size), rows.cell(cell, small)
        if size <= small or one is None or other is None or not one.wall or not other.wall:
            return None
        if one.note != other.note:
            return None
        return (one.wall / size) / (other.wall / small)

    return find


def _again(form: str, how: str) -> Find:
    return ratio(Cell(changing.PART, (form,), how), Cell(building.PART, (form,)))


def _loading(form: str) -> Cell:
    return Cell(building.PART, (form,), building.LOADING)


def _export(syntax: str) -> Find:
    return ratio(Cell(exporting.PART, (syntax,)), Cell(exporting.PART, (exporting.NTRIPLES,), exporting.DUMP))


_WHOLE = Cell(peers.WHOLE, (peers.TO_TURTLE,))

TARGETS: Sequence[Target] = (
    Target(
        "10,000 profiles from JSON Lines: reading, mapping and loading ≤ 1.25 × the bulk load of the finished file",
        ratio(_loading(JSON), _LIMIT), 1.25, size=10_000,
    ),
    Target(
        "identity adds ≤ 0.75 ×",
        ratio(Cell(building.STAGES, (building.IDENTITY,), stages_of(JSON)), _LIMIT), 0.75, size=10_000,
    ),
    Target(
        "validation ≤ 0.5 ×",
        ratio(Cell(building.STAGES, (building.VALIDATION,), stages_of(JSON)), _LIMIT), 0.5, size=10_000,
    ),
    Target("from YAML ≤ 2 × in all instead of 1.25", ratio(_loading(YAML), _LIMIT), 2, size=10_000),
    Target("peak memory ≤ 1.3 × the loader's own", ratio(_BUILD, _LIMIT, memory), 1.3, size=10_000),
    Target(
        "the whole job (build, validate, write Turtle) ≥ 20 × faster than a plain rdflib + pySHACL script",
        ratio(Cell(peers.WHOLE, (peers.TO_TURTLE,), peers.PLAIN), _WHOLE), 20, at_least=True,
    ),
    Target(
        "mapping ≥ 5 × Morph-KGC",
        ratio(
            Cell(peers.MAPPING, (peers.TO_NTRIPLES,), peers.MORPH),
            Cell(peers.MAPPING, (peers.TO_NTRIPLES,), peers.MAPPER),
        ), 5, at_least=True,
    ),
    Target(
        "validation of conforming data ≥ 30 × pySHACL alone",
        ratio(
            Cell(peers.VALIDATION, (peers.CONFORMING,), peers.PYSHACL),
            Cell(building.STAGES, (building.VALIDATION,), stages_of(JSON)),
        ), 30, at_least=True,
    ),
    Target("100,000 profiles complete; time per profile at 100k ≤ 1.3 × that at 1k", per_profile(_BUILD, 1_000), 1.3,
           size=100_000),
    Target("one changed profile of 10,000: ≤ 10 % of the full build", _again(JSON, changing.ONE), 0.1, size=10_000),
    Target("the same of YAML files", _again(YAML, changing.ONE), 0.1, size=10_000),
    Target("nothing changed: ≤ 2 %", _again(JSON, changing.NOTHING), 0.02, size=10_000),
    Target("the same of YAML files", _again(YAML, changing.NOTHING), 0.02, size=10_000),
    Target("N-Triples export within 1.5 × of pyoxigraph's own dump", _export("N-Triples"), 1.5),
    Target("deterministic pretty Turtle within 3 ×", _export("Turtle"), 3),
    Target(
        "a single resource within 2 × of the bare DESCRIBE-like query",
        ratio(
            Cell(asking.RESOURCES, (asking.TURTLE,)), Cell(asking.RESOURCES, (asking.TURTLE,), BARE)
        ), 2,
    ),
)  # fmt: skip
