"""Measure every stage of kg in one run, and write benchmarks/SPEED.md.

python benchmarks/run.py [--sizes 1000 10000] [--repeats 3]     100000 profiles take hours
"""

import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from scripts import HOME, arguments, machine
from speed.course import ONCE_FROM, rows
from speed.report import report

ABOUT = """
Sizes are numbers of synthetic profiles, each of some 220 facts and 150 quads of evidence. Every command is a process of
its own; what is compared takes turns, and the middle of {} runs counts (one run from {:,} profiles on). Memory is that
of all processes of a command at one time."""


def main() -> None:
    """Measure, and write the report."""
    parser = arguments(__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000], help="numbers of profiles")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--work", type=Path, default=HOME / "build" / "bench", help="where inputs and results go")
    parser.add_argument("--out", type=Path, default=HOME / "benchmarks" / "SPEED.md")
    asked = parser.parse_args()
    measured = []
    for row in rows(asked.work, sorted(asked.sizes), asked.repeats):
        print(
            f"{row.size:>7,}  {row.part}: {row.item}, {row.system}: {row.cost.wall:.3f} s", file=sys.stderr, flush=True
        )
        measured.append(row)
    versions = ", ".join(f"{name} {version(name)}" for name in ("profile-kg", "pyoxigraph"))
    heads = [
        f"Measured on {datetime.now(UTC).date()}: {machine()}; {versions}.",
        ABOUT.format(asked.repeats, ONCE_FROM),
    ]
    asked.out.write_text("\n".join(report(measured, heads)).rstrip() + "\n")
    print(asked.out)


if __name__ == "__main__":
    main()
