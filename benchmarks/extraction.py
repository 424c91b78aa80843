"""Measure how fast documents are read and facts are found, beside a plain parse of the same files.

python benchmarks/extraction.py [--people 4] [--repeats 5] [--documents DIR]

All is measured in one process, by its time on the processor, the best of several runs. The files are CVs of invented
people in all styles of the tests; `--documents` adds Markdown files of one's own.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from scripts import HOME, arguments, table

sys.path.insert(0, str(HOME))

from markdown_it import MarkdownIt

from kg.extract.documents import reading
from kg.extract.extraction import extract
from tests.support.cv_styles import STYLES, render

FORMS = {"md": "Markdown", "html": "HTML", "docx": "DOCX"}
Work = Callable[[Path], object]


def parse(path: Path) -> object:
    """Parse Markdown as plainly as can be."""
    return MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8"))


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


def rows(paths: Sequence[Path], what: str, repeats: int) -> Iterator[Sequence[str]]:
    """Yield a row for each thing that can be done with files of one kind."""
    size = sum(path.stat().st_size for path in paths) / 1e6
    works: dict[str, Work] = {"`kg.extract.reading.read`": reading.read, "`kg.extract.extract`": facts}
    if all(path.suffix == ".md" for path in paths):
        works = {"markdown-it-py": parse, **works}
    for name, work in works.items():
        seconds = best(work, paths, repeats)
        cells = (f"{len(paths) / seconds:.1f}", f"{size / seconds:.3f}", f"{1000 * seconds / len(paths):.1f}")
        yield f"{what} ({len(paths)}, {size:.2f} MB)", name, *cells


def files(people: int, documents: Sequence[Path], folder: Path) -> Iterator[tuple[Sequence[Path], str]]:
    """Yield CVs of invented people by format, and documents of one's own."""
    for form, what in FORMS.items():
        yield [render(style, form, seed, folder)[0] for style in STYLES for seed in range(people)], what
    if own := [path for each in documents for path in sorted(each.glob("*.md"))]:
        yield own, "real Markdown"


def main() -> None:
    """Print the table of RESULTS.md."""
    parser = arguments(__doc__)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--documents", type=Path, action="append", default=[])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = (
            row
            for paths, what in files(asked.people, asked.documents, Path(name))
            for row in rows(paths, what, asked.repeats)
        )
        print(*table(("files", "done", "documents/s", "MB/s", "ms each"), found, left=2), sep="\n")


if __name__ == "__main__":
    main()
