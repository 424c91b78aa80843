"""Score the same pairs of persons with kg and with Splink on DuckDB, side by side, in one run: how fast, and how well.

    python benchmarks/splink_peer.py [50000] [--repeats 3]

The pairs are those that kg finds worth scoring among invented researchers (`researchers.py`). Each
command is a process of its own; they take turns. What is measured is the scoring alone: kg's from a corpus
in memory, Splink's from tables in DuckDB, its co-authors, words and venues as lists made beforehand, as in the
second row of kg. Splink's levels count common co-authors; kg weighs each by how rare the name is. Splink also
scores all pairs of a family name and initial, which kg does not, to show its rate on many pairs. kg
runs on one core, DuckDB on all.

How well they do is said of the same pairs, by kind of name: which of them each would join, at the odds from which kg
joins. Splink's weights are what its expectation maximisation learns from these persons. What kg
makes of all pairs together, with rivals and questions, stands beside them.
"""

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from operator import and_
from pathlib import Path
from typing import Any
from unittest.mock import patch

from quality import of_counts
from researchers import invented_corpus, researcher, settle
from scripts import arguments, table

from kg.identity import person_scores, persons
from kg.identity.person_scores import PersonScores, Reason, weights


class Recording(PersonScores):
    """Scores pairs of persons, and keeps them."""

    seen: list[tuple[int, int]] = []  # noqa: RUF012

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against their being one."""
        Recording.seen.append((one, other))
        return super().reasons(one, other)


def export(mentions: int, directory: Path) -> dict[str, Any]:
    """Write the persons of invented profiles and the pairs that kg scores."""
    from splink_model import write_nodes, write_pairs

    corpus, meant, _ = invented_corpus(mentions)
    with patch.object(persons, "PersonScores", Recording):
        settle(corpus)
    pairs = list(dict.fromkeys(Recording.seen))
    write_nodes(corpus, dict(reversed(meant)), directory / "nodes.jsonl")
    write_pairs(pairs, directory / "pairs.jsonl")
    return {"nodes": len(corpus.persons), "pairs": len(pairs), "scored twice": len(Recording.seen) - len(pairs)}


def of_kg(mentions: int, directory: Path, *, prepared: bool) -> dict[str, Any]:
    """Score the pairs with kg, which takes what is compared out of the corpus as it goes, or did so before."""
    corpus, _, _ = invented_corpus(mentions)
    with (directory / "pairs.jsonl").open() as lines:
        pairs = [(row["join_key_l"], row["join_key_r"]) for row in map(json.loads, lines)]
    with patch.object(person_scores, "_FEATURES", len(corpus.persons) if prepared else person_scores._FEATURES):
        scores = PersonScores(corpus)
    for node in range(len(corpus.persons)) if prepared else ():
        scores.side(node)
    before, started, cpu = peak(), time.perf_counter(), time.process_time()
    for one, other in pairs:
        scores.reasons(one, other)
    return _cost(len(pairs), started, cpu, before)


def of_splink(directory: Path, pairs: Path | None) -> dict[str, Any]:
    """Score the pairs with Splink, or all pairs of a family name and initial."""
    from splink_model import linker

    made = linker(directory / "nodes.jsonl", pairs=pairs)
    before, started, cpu = peak(), time.perf_counter(), time.process_time()
    scored = made.inference.predict(warning_mode="never")
    count = scored.as_duckdbpyrelation().count("*").fetchall()[0][0]
    return _cost(count, started, cpu, before)


def quality(mentions: int, directory: Path) -> list[dict[str, Any]]:
    """Return, by kind of name, which share of the joined pairs is right, and which of the true ones is joined."""
    from splink_model import learned, levels_of, scored

    corpus, several, _ = invented_corpus(mentions)
    meant = dict(reversed(several))
    bits = learned(directory / "nodes.jsonl")
    by_splink = {
        (pair["unique_id_l"], pair["unique_id_r"]): sum(bits.get(level, 0.0) for level in levels_of(pair))
        for pair in scored(directory / "nodes.jsonl", pairs=directory / "pairs.jsonl")
    }
    scores, iris, same = PersonScores(corpus), settle(corpus)[0].iris, weights().same
    found: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for pair, splink in by_splink.items():
        one, other = (meant.get(node, -1) for node in pair)
        if min(one, other) < 0:
            continue
        found[researcher(one).kind]["true"].append(one == other)
        found[researcher(one).kind]["Splink"].append(splink >= same)
        found[researcher(one).kind]["kg, each pair alone"].append(
            sum(each.bits for each in scores.reasons(*pair)) >= same
        )
        found[researcher(one).kind]["kg"].append(iris[pair[0]] == iris[pair[1]])
    return [
        {"names": kind, "pairs": len(columns["true"]), "of one": sum(columns["true"])}
        | {
            f"{name}: {what}": figure
            for name, joined in columns.items()
            if name != "true"
            for what, figure in zip(("precision", "recall"), _agreement(joined, columns["true"]), strict=True)
        }
        for kind, columns in sorted(found.items())
    ]


def _agreement(joined: Sequence[bool], true: Sequence[bool]) -> tuple[float, float]:
    right = sum(map(and_, joined, true))
    return of_counts(right, sum(joined), sum(true))[:2]


def _cost(pairs: int, started: float, cpu: float, before: float) -> dict[str, Any]:
    wall = time.perf_counter() - started
    return {
        "pairs": pairs,
        "wall s": wall,
        "cpu s": time.process_time() - cpu,
        "pairs/s": pairs / wall,
        "pairs/cpu s": pairs / (time.process_time() - cpu),
        "MB before": before,
        "peak MB": peak(),
    }


STEPS: dict[str, Callable[[int, Path], Any]] = {
    "export": export,
    "quality": quality,
    "kg": lambda mentions, directory: of_kg(mentions, directory, prepared=False),
    "kg, features made beforehand": lambda mentions, directory: of_kg(mentions, directory, prepared=True),
    "Splink, the same pairs": lambda _, directory: of_splink(directory, directory / "pairs.jsonl"),
    "Splink, all pairs of a block": lambda _, directory: of_splink(directory, None),
}


def peak() -> float:
    """Return the most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def show(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows as a Markdown table."""
    print(*table(list(rows[0]), (map(_cell, row.values()) for row in rows), left=0), "", sep="\n")


def _cell(value: float | str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.4f}" if value <= 1 else f"{value:.1f}"


def main() -> None:
    """Print the table."""
    parser = arguments(__doc__)
    parser.add_argument("mentions", type=int, nargs="?", default=50_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--step", choices=STEPS, help="run one step in this process")
    parser.add_argument("--directory", type=Path)
    asked = parser.parse_args()
    if asked.step:
        print(json.dumps(STEPS[asked.step](asked.mentions, asked.directory)))
        return
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as directory:

        def run(step: str) -> Any:
            command = [sys.executable, __file__, str(asked.mentions), "--step", step, "--directory", directory]
            return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)

        show([run("export")])
        show(run("quality"))
        runs: dict[str, list[dict[str, Any]]] = {step: [] for step in STEPS if step not in ("export", "quality")}
        for _ in range(asked.repeats):
            for step, done in runs.items():
                done.append(run(step))
    rows = [{key: statistics.median(each[key] for each in done) for key in done[0]} for done in runs.values()]
    print("\n".join(f"{number}. {step}" for number, step in enumerate(runs, 1)) + "\n")
    show([{"": number, **row} for number, row in enumerate(rows, 1)])


if __name__ == "__main__":
    main()
