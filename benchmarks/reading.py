"""Measure how long hostile and very long documents take to read, and how that grows with them.

python benchmarks/reading.py [--kilobytes 50] [--doublings 3] [--repeats 3]

Each document is one piece again and again. All is measured in one process, by its time on the processor, the best of
several runs. The last column is the time beside that of half the document: 2 is linear, 4 is quadratic. The tests count
the work instead, which does not depend on the machine.
"""

import argparse
import contextlib
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME))

from extraction import Work, best, facts, read  # noqa: E402

from kg.base.errors import ReadError  # noqa: E402
from tests.support import cv_damage  # noqa: E402

ENTRY = "Ada Lovelace and Charles Babbage. A Sketch of Engine. In Proc. of ICML, 2019."
PIECES = {
    "publications, Markdown": ("cv.md", f"- {ENTRY}\n"),
    "publications, HTML": ("cv.html", f"<li>{ENTRY}\n"),
    "paragraphs, Markdown": ("cv.md", f"{ENTRY}\n\n"),
    "lines of one letter, Markdown": ("cv.md", "a\n"),
    "lists in lists, Markdown": ("cv.md", "- a\n  - b\n"),
    "rows, Markdown": ("cv.md", "|a|b|\n"),
    "brackets, Markdown": ("cv.md", "["),
    "emphasis, Markdown": ("cv.md", "*a "),
    "nested elements, HTML": ("cv.html", "<div>a"),
    "open items, HTML": ("cv.html", "<li>a"),
    "broken tables, HTML": ("cv.html", "<table><b>a"),
}
"""What is repeated, and the name of the file."""
WORKS: dict[str, Work] = {"`read`": read, "`extract`": facts}


def tried(work: Work) -> Work:
    """Return work that takes a refusal for an answer."""

    def attempt(path: Path) -> None:
        with contextlib.suppress(ReadError):
            work(path)

    return attempt


def rows(what: str, sizes: Sequence[int], repeats: int, folder: Path) -> Iterator[str]:
    """Yield a row for each thing done with a document, and each of its sizes."""
    name, piece = PIECES[what]
    path = folder / name
    for done, work in WORKS.items():
        former = 0.0
        for size in sizes:
            path.write_text(piece * (size // len(piece)), encoding="utf-8")
            seconds = best(tried(work), [path], repeats)
            ratio = f"{seconds / former:.2f}" if former else ""
            yield f"| {what} | {done} | {size:,} | {seconds:.2f} | {seconds / size * 1e6:.2f} | {ratio} |"
            former = seconds


def damaged_rows(count: int, folder: Path) -> Iterator[str]:
    """Yield a row for the slowest of the damaged documents of the tests."""
    costs = []
    for seed in range(count):
        path = cv_damage.damaged(seed, folder)
        begun = time.process_time()
        tried(facts)(path)
        costs.append((time.process_time() - begun, path.stat().st_size))
    for seconds, size in sorted(costs, reverse=True)[:3]:
        cells = f"{size:,} | {seconds:.2f} | {seconds / size * 1e6:.2f}"
        yield f"| slow among {count} damaged documents | `extract` | {cells} | |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kilobytes", type=int, default=50, help="of the smallest document")
    parser.add_argument("--doublings", type=int, default=3)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--damaged", type=int, default=50, help="how many damaged documents are read")
    asked = parser.parse_args()
    sizes = [asked.kilobytes * 1000 << doubling for doubling in range(asked.doublings + 1)]
    print("| document | done | bytes | CPU s | s/MB | beside half of it |\n|---|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as name:
        for what in PIECES:
            for row in rows(what, sizes, asked.repeats, Path(name)):
                print(row, flush=True)
        for row in damaged_rows(asked.damaged, Path(name)):
            print(row, flush=True)


if __name__ == "__main__":
    main()
