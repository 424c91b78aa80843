"""Measure how fast documents are read and facts are found, beside a plain parse of the same files.

python benchmarks/extraction.py [--people 4] [--repeats 5] [--documents DIR]

All is measured in one process, by its time on the processor, the best of several runs. The files are CVs of invented
people in all styles of the tests; `--documents` adds Markdown files of one's own.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME))

from markdown_it import MarkdownIt  # noqa: E402

from kg.extract.documents import reading  # noqa: E402
from kg.extract.extraction import extract  # noqa: E402
from tests.support.cv_people import invent  # noqa: E402
from tests.support.cv_styles import STYLES, markdown, render, stating  # noqa: E402
from tests.support.cv_styles.composing import compose  # noqa: E402

FORMS = {"md": "Markdown", "html": "HTML", "docx": "DOCX"}
GROWTH = (1, 10, 100)
GROWING = ("hfill", "title lists by commas"), ("academicpages", "paragraphs"), ("tables", "tables")
"""Styles by which growth is measured, and what their publications are."""

Work = Callable[[Path], object]


def parse(path: Path) -> object:
    """Parse Markdown as plainly as can be."""
    return MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))


def read(path: Path) -> object:
    """Read a document into blocks."""
    return reading.read(path)


def facts(path: Path) -> object:
    """Read a document and find its facts."""
    return extract([path])


def best(work: Work, paths: Sequence[Path], repeats: int) -> float:
    """Return the seconds of the fastest of several runs over all paths."""
    found = []
    for _ in range(repeats):
        forget()
        started = time.process_time()
        for path in paths:
            work(path)
        found.append(time.process_time() - started)
    return min(found)


def forget() -> None:
    """Empty what kg remembers of lines it has read, for nobody reads a document twice; its tables stay."""
    for name, module in list(sys.modules.items()):
        if name.startswith("kg."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear") and value.cache_parameters()["maxsize"]:
                    value.cache_clear()


def speed_rows(paths: Sequence[Path], what: str, repeats: int) -> Iterator[str]:
    """Yield a row for each thing that can be done with files of one kind."""
    size = sum(path.stat().st_size for path in paths) / 1e6
    works: dict[str, Work] = {"`kg.extract.reading.read`": read, "`kg.extract.extract`": facts}
    if all(path.suffix == ".md" for path in paths):
        works = {"markdown-it-py": parse, **works}
    base = 0.0
    for name, work in works.items():
        seconds = best(work, paths, repeats)
        base = base or seconds
        cells = f"{len(paths) / seconds:.1f} | {size / seconds:.3f} | {1000 * seconds / len(paths):.1f}"
        yield f"| {what} ({len(paths)}, {size:.2f} MB) | {name} | {cells} | {seconds / base:.2f} |"


def grown(style: str, times: int, folder: Path) -> Path:
    """Write a CV in Markdown with its publications several times over, each time with other titles."""
    person = invent(7)
    papers = tuple(
        replace(paper, title=f"{paper.title} in {turn + 2} Rounds" if turn else paper.title)
        for turn in range(times)
        for paper in person.papers
    )
    chosen = STYLES[style]
    said = stating.stated(replace(person, papers=papers), chosen)
    path = folder / f"{style}-{times}.md"
    path.write_text(markdown.write(compose(said, chosen)), encoding="utf-8")
    return path


def peak(path: Path) -> float:
    """Return the MB that a fresh process takes to find the facts of a document."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_peak, (path,))


def _peak(path: Path) -> float:
    extract([path])
    status = Path("/proc/self/status").read_text("ascii")  # getrusage would count what the parent had
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def growth_rows(style: str, what: str, folder: Path) -> Iterator[str]:
    """Yield a row for each size of a CV."""
    for times in GROWTH:
        path = grown(style, times, folder)
        size = path.stat().st_size / 1e6
        seconds = best(facts, [path], 2)
        plain = best(parse, [path], 3)
        found = len(extract([path]).facts)
        cells = f"{seconds:.2f} | {seconds / size:.1f} | {seconds / plain:.1f} | {peak(path):.0f}"
        yield f"| {what}, {times}× | {size * 1000:,.0f} | {found:,} | {cells} |"


def main() -> None:
    """Print the tables of RESULTS.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--documents", type=Path, action="append", default=[])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("| files | done | documents/s | MB/s | ms each | against the first |\n|---|---|--:|--:|--:|--:|")
        for form, what in FORMS.items():
            paths = [render(style, form, seed, folder)[0] for style in STYLES for seed in range(asked.people)]
            facts(paths[0])  # tables are read once
            print("\n".join(speed_rows(paths, what, asked.repeats)))
        if own := [path for each in asked.documents for path in sorted(each.glob("*.md"))]:
            print("\n".join(speed_rows(own, "real Markdown", asked.repeats)))
        print("\n| CV | kB | facts | s | s/MB | against markdown-it-py | peak MB |\n|---|--:|--:|--:|--:|--:|--:|")
        for style, what in GROWING:
            print("\n".join(growth_rows(style, what, folder)))


if __name__ == "__main__":
    main()
