"""How often the right thing comes first: `python benchmarks/search_questions.py RELEASE QUESTIONS`.

A line of the questions is what is typed, a tab, and what is right: a name, or a path such as `person/ada-lovelace`;
several between `|`; `…` stands for the rest of a name; `by person/ada-lovelace 1843 engine` for her works of a year or
with a word. The index is asked as a server does, the files of names by the scripts of a published site (with node).
"""

import argparse
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from kg.publish.names import NameFiles
from kg.store.graph import Graph
from kg.store.release import SEARCH, open_release
from kg.store.search.index import Hit

ROOT = Path(__file__).resolve().parent.parent
HIT = ("iri", "kind", "name", "note")  # the fields of a hit, as the scripts call them
WORKS = "SELECT ?work WHERE { ?work <https://schema.org/author> <%s> }"


class Typed(NamedTuple):
    """What somebody types, and what is right, by path or name."""

    text: str
    right: tuple[str, ...]


class Judge:
    """Says whether a hit is right."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def is_right(self, hit: Hit, typed: Typed) -> bool:
        """Whether a hit is what was asked for."""
        return any(self._is(hit, each) for each in typed.right)

    def _is(self, hit: Hit, right: str) -> bool:
        if right.startswith("by "):
            _, author, *words = right.split()
            works = {str(work) for (work,) in self._graph.select(WORKS % (self._graph.base + author)).rows}
            return f"<{hit.iri}>" in works and all(word in f"{hit.name} {hit.detail}".lower() for word in words)
        path = hit.iri.removeprefix(self._graph.base)
        return right in (path, hit.name) or (right.endswith("…") and hit.name.startswith(right[:-1]))


def read(path: Path) -> list[Typed]:
    """Return the questions of a file."""
    lines = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if "\t" in line)
    return [Typed(text, tuple(right.split("|"))) for text, right in lines]


Answers = list[Sequence[Hit]]


def by_scripts(graph: Graph, questions: Sequence[Typed], function: str) -> tuple[Answers, float, int]:
    """Return what the scripts of a published site answer, no time, and the bytes of its files."""
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        size = 0
        for path, body in NameFiles(graph).files():
            (root / "site" / path).parent.mkdir(parents=True, exist_ok=True)
            size += (root / "site" / path).write_bytes(body)
        shutil.copytree(ROOT / "kg/site/assets", root / "assets", ignore=shutil.ignore_patterns("vendor"))
        shutil.copy(ROOT / "tests/frontend/asking.js", root)
        (root / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        asked = json.dumps([(function, each.text) for each in questions])
        node = ["node", "asking.js", "site"]
        done = subprocess.run(node, input=asked, capture_output=True, text=True, check=True, cwd=root)
    answers = json.loads(done.stdout)
    hits: Answers = [[Hit(*(hit[key] for key in HIT)) for hit in answer["hits"]] for answer in answers]
    return hits, 0.0, size


def timed(ask: Callable[[str], Sequence[Hit]], questions: Sequence[Typed]) -> tuple[Answers, float]:
    """Return the answers, and the microseconds of CPU for one."""
    before = time.process_time()
    answers = [ask(each.text) for each in questions]
    return answers, (time.process_time() - before) / len(questions) * 1e6


def main() -> None:
    """Print a table with a line for each way of asking, and what was not first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("release", type=Path)
    parser.add_argument("questions", type=Path)
    options = parser.parse_args()
    graph, questions = Graph(open_release(options.release)), read(options.questions)
    size = (graph.release.path / SEARCH).stat().st_size
    ways = [
        ("search", *timed(lambda text: graph.index.find(text).hits, questions), size),
        ("suggestions", *timed(graph.index.suggest, questions), size),
    ]
    if shutil.which("node"):
        ways.append(("search of a site", *by_scripts(graph, questions, "find")))
        ways.append(("suggestions of a site", *by_scripts(graph, questions, "suggestions")))
    judge = Judge(graph)
    print("| | questions | first | in three | CPU µs | bytes |\n|---|--:|--:|--:|--:|--:|")
    for name, answers, cost, held in ways:
        pairs = list(zip(questions, answers, strict=True))
        first, three = (sum(any(judge.is_right(hit, each) for hit in hits[:n]) for each, hits in pairs) for n in (1, 3))
        print(f"| {name} | {len(questions)} | {first} | {three} | {cost:.0f} | {held:,} |")


if __name__ == "__main__":
    main()
