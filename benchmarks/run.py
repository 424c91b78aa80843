"""Measure every stage of kg beside its peers in one run, and write benchmarks/SPEED.md.

    python benchmarks/run.py [--sizes 1000 10000] [--repeats 3]
    python benchmarks/run.py --sizes 100000 --add                 one more size, which takes hours
    python benchmarks/run.py --report build/bench/rows.jsonl      the page anew, without measuring

Peers with old or many requirements get environments of their own under build/peers, from PyPI.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from speed import course, environments, report
from speed.machine import machine, versions
from speed.measure import remove
from speed.plan import BENCHMARKS, Plan
from speed.rows import read, write

WORK = BENCHMARKS.parent / "build" / "bench"
ROWS, HEADS = "rows.jsonl", "heads.md"

_ABOUT = """
Sizes are numbers of synthetic profiles, each of some 220 facts and 150 quads of evidence. Every command is a process of
its own; what is compared takes turns, and the middle of {repeats} runs counts (one run from {once_from:,} profiles on,
and of what takes minutes). Memory is that of all processes of a command at one time."""


def measured(work: Path, sizes: list[int], plan: Plan, *, add: bool) -> Path:
    """Measure everything and return the file of rows; what is said of the run stands beside it."""
    work.mkdir(parents=True, exist_ok=True)
    if not add:
        remove(work / ROWS)
    (work / HEADS).write_text("\n".join(heads(plan)))
    for _ in write(work / ROWS, course.rows(work, sizes, plan)):
        pass
    return work / ROWS


def heads(plan: Plan) -> list[str]:
    """Return what the report says of a run."""
    peers = ", ".join(environments.version_of(peer) for peer in ("morph-kgc", "maplib"))
    return [
        f"Measured on {datetime.now(UTC).date().isoformat()}: {machine()}; {', '.join(versions())}, {peers}.",
        _ABOUT.format(repeats=plan.repeats, once_from=plan.once_from),
    ]


def main() -> None:
    """Measure, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    standard = Plan()
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000], help="numbers of profiles")
    parser.add_argument("--repeats", type=int, default=standard.repeats)
    parser.add_argument("--limit", type=float, default=standard.limit, help="seconds that a command may take")
    parser.add_argument("--slow-up-to", type=int, default=standard.slow_up_to, help="profiles for rdflib and pySHACL")
    parser.add_argument("--validate-up-to", type=int, default=standard.validate_up_to, help="profiles of kg build")
    parser.add_argument("--work", type=Path, default=WORK, help="where inputs and results go for a while")
    parser.add_argument("--add", action="store_true", help="keep the rows of other sizes that were measured before")
    parser.add_argument("--report", type=Path, metavar="ROWS", help="make the report of these rows")
    parser.add_argument("--out", type=Path, default=BENCHMARKS / "SPEED.md")
    arguments = parser.parse_args()
    plan = Plan(
        repeats=arguments.repeats, limit=arguments.limit,
        slow_up_to=arguments.slow_up_to, validate_up_to=arguments.validate_up_to,
    )  # fmt: skip
    rows = arguments.report or measured(arguments.work, sorted(arguments.sizes), plan, add=arguments.add)
    said = rows.with_name(HEADS).read_text().splitlines()
    arguments.out.write_text("\n".join(report.report(read(rows), arguments.out.parent, said)).rstrip() + "\n")
    print(arguments.out)


if __name__ == "__main__":
    main()
