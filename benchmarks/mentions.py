"""Measure how resolution decides who is who among invented researchers, of whom the truth is known.

    python benchmarks/mentions.py [62500 125000 250000 500000 1000000]

Each size runs in a process of its own. The profiles (`researchers.py`) go through the first pass as in a
build (`Collector.collect`), from models in memory: reading files, the register and the graph are left out.
What is measured is `kg.identity.deciding.decide`, which joins works, then persons, and gives IRIs.

A mention is a name in a list of authors, of an advisor or of an owner; a node is a person as one profile names
it, which is what resolution joins. Precision and recall are of pairs: an element is a researcher as one
profile means it, so that two namesakes whom the first pass takes for one count as an error.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from unittest.mock import patch

from quality import of_clusters
from researchers import listings, researcher

from kg.identity import Collector, deciding, persons, works
from kg.identity.corpus import Corpus
from kg.identity.deciding import decide
from kg.identity.person_scores import PersonScores, Reason, weights
from kg.identity.registry import Registry
from kg.profile.config import Authorities
from kg.profile.judgements import Judgements
from kg.profile.model import Profile
from kg.profile.records import Record, Source

SIZES = (62_500, 125_000, 250_000, 500_000, 1_000_000)

P = ParamSpec("P")
T = TypeVar("T")


class Counting(PersonScores):
    """Scores pairs of persons, and counts them."""

    pairs = 0

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against their being one."""
        Counting.pairs += 1
        return super().reasons(one, other)


def invented_corpus(mentions: int) -> tuple[Corpus, list[tuple[int, int]], int]:
    """Return the nodes of invented profiles, which node stands for which researcher, and the number of mentions."""
    corpus, collector = Corpus(), Collector(Authorities())
    meant: dict[tuple[int, int], None] = {}
    count = 0
    for profile, truth in listings(mentions):
        source = Source(f"profiles/{profile['id']}.json", "application/json", "json", "")
        found, _ = collector.collect(Record(Profile.model_validate(profile), source, (1, 1)))
        moved, _ = corpus.add(found.listed, found.persons, found.works)
        rest = {pointer: iter(numbers) for pointer, numbers in truth.items()}
        for each in found.placed:
            if each.node >= 0:
                meant[each.node + moved, next(rest[each.pointer])] = None
                count += 1
    return corpus, list(meant), count


def settle(corpus: Corpus) -> tuple[deciding.Decided, deciding.Decided]:
    """Decide about a corpus of which nothing was published or judged before."""
    return decide(corpus, {}, Judgements(Path("judgements.yaml")), Registry())


def measure(mentions: int) -> dict[str, Any]:
    """Return what it costs to resolve so many mentions, and how good it is."""
    started = time.perf_counter()
    corpus, meant, count = invented_corpus(mentions)
    collected, before = time.perf_counter() - started, peak()
    with watched() as seconds:
        started = time.perf_counter()
        found, of_works = settle(corpus)
        decided = time.perf_counter() - started
    memory = peak()
    iris, true = [found.iris[node] for node, _ in meant], [number for _, number in meant]
    return {
        "mentions": count,
        "nodes": len(corpus.persons),
        "works": len(corpus.works),
        "collect s": collected,
        "decide s": decided,
        "works s": seconds["resolve_works"],
        "persons s": seconds["resolve_persons"],
        "pairs": Counting.pairs,
        "pairs/s": Counting.pairs / seconds["resolve_persons"],
        "MB before": before,
        "peak MB": memory,
        "researchers": len(set(true)),
        "with a namesake": _namesakes(set(true)),
        "entities": len(set(iris)),
        "questions": sum(1 for _ in (*found.open, *of_works.open)),
        **of_clusters(iris, true)._asdict(),
        "kinds": list(_by_kind(iris, true)),
        **dict(_recalls(PersonScores(corpus), meant, iris)),
    }


def peak() -> float:
    """Return the most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def watched() -> Iterator[dict[str, float]]:
    """Measure the two large steps of `decide`, and count the pairs of persons that it scores."""
    seconds: dict[str, float] = {}

    def timed(step: Callable[P, T]) -> Callable[P, T]:
        @wraps(step)
        def run(*args: P.args, **kwargs: P.kwargs) -> T:
            started = time.perf_counter()
            result = step(*args, **kwargs)
            seconds[step.__name__] = time.perf_counter() - started
            return result

        return run

    Counting.pairs = 0
    with (
        patch.object(persons, "PersonScores", Counting),
        patch.object(deciding, "resolve_persons", timed(persons.resolve_persons)),
        patch.object(deciding, "resolve_works", timed(works.resolve_works)),
    ):
        yield seconds


def _namesakes(numbers: set[int]) -> int:
    """Return how many researchers share first given name and family name with another."""
    names: dict[str, int] = {}
    for number in numbers:
        name = researcher(number).written("plain")
        names[name] = names.get(name, 0) + 1
    return sum(count for count in names.values() if count > 1)


def _by_kind(iris: Sequence[str], true: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the quality for the researchers of each kind of name."""
    kinds: dict[str, list[int]] = defaultdict(list)
    for place, number in enumerate(true):
        kinds[researcher(number).kind].append(place)
    for kind, places in sorted(kinds.items()):
        quality = of_clusters([iris[place] for place in places], [true[place] for place in places])
        yield {"names": kind, "elements": len(places)} | quality._asdict()


def _recalls(scores: PersonScores, meant: list[tuple[int, int]], iris: list[str]) -> Iterator[tuple[str, float]]:
    """Yield the share of found pairs among those that have a co-author, something else, or but a name in common."""
    of_number: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for (node, number), iri in zip(meant, iris, strict=True):
        of_number[number].append((node, iri))
    true, found = Counter[str](), Counter[str]()
    for elements in of_number.values():
        for (one, iri), (other, other_iri) in combinations(elements, 2):
            evidence = _evidence({reason.kind for reason in scores.reasons(one, other)})
            true[evidence] += 1
            found[evidence] += iri == other_iri
    for evidence in ("co-author", "other", "name"):
        yield f"{evidence}: pairs", true[evidence]
        yield f"{evidence}: recall", found[evidence] / max(true[evidence], 1)


def _evidence(kinds: set[str]) -> str:
    if "co_author" in kinds:
        return "co-author"
    return "other" if kinds - {"name", "no_common_co_author", *weights().name} else "name"


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Return rows as a Markdown table."""
    lines = ["| " + " | ".join(columns) + " |", "|" + "--:|" * len(columns)]
    lines += ["| " + " | ".join(_cell(row[column]) for column in columns) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _cell(value: float | str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) or value >= 100:
        return f"{value:,.0f}"
    return f"{value:.4f}" if value <= 1 else f"{value:.1f}"


def growth(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield by how much the cost grows from each size to the next."""
    for former, row in pairwise(rows):
        columns = ("nodes", "decide s", "works s", "persons s", "pairs", "peak MB")
        yield {"mentions": row["mentions"]} | {f"x {name}": float(row[name] / former[name]) for name in columns}


def main() -> None:
    """Measure each size in a process of its own, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("mentions", type=int, nargs="*", default=SIZES)
    parser.add_argument("--json", action="store_true", help="measure one size in this process")
    arguments = parser.parse_args()
    if arguments.json:
        print(json.dumps(measure(arguments.mentions[0])))
        return
    rows = []
    for size in arguments.mentions:
        command = [sys.executable, __file__, "--json", str(size)]
        rows.append(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))
        print(f"{rows[-1]['mentions']:,} mentions: {rows[-1]['decide s']:.1f} s", file=sys.stderr)
    print(table(rows, list(rows[0])[:11]))
    if len(rows) > 1:
        grown = list(growth(rows))
        print(table(grown, list(grown[0])))
    by_kind = [{"mentions": row["mentions"]} | kind for row in rows for kind in row.pop("kinds")]
    print(table(rows, ["mentions", *list(rows[0])[11:-6]]))
    print(table(by_kind, list(by_kind[0])))
    print("Recall of pairs that have in common a co-author, something else, or the name alone:\n")
    print(table(rows, ["mentions", *list(rows[0])[-6:]]))


if __name__ == "__main__":
    main()
