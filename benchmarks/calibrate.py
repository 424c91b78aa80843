"""Measure how often each pattern of kg.extract is right: kg/extract/tables/confidence.tsv and docs/confidence.md.

python benchmarks/calibrate.py --seeds 0-39 --held-out 40-59 --gold DIR --documents DIR --documents DIR --write
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from scripts import CORES, HOME, arguments

sys.path.insert(0, str(HOME))

from fitting import Judged, Pattern, Share, fit
from real_gold import documents
from reliability import Check, check, tables

from kg.base.parallel import in_order
from kg.extract.extraction import extract
from tests.support.cv_judging import judge
from tests.support.cv_styles import STYLES, printing, render
from tests.support.cv_styles.mixing import KEPT_BACK

TABLE = HOME / "kg" / "extract" / "tables" / "confidence.tsv"
PAGE = HOME / "docs" / "confidence.md"
MEASURED = "<!-- `make calibrate` writes the rest; do not edit it by hand. -->\n\n"
EACH = 9
"""How many styles of the catalogue, and how many mixed ones, a person is shown in."""


class Task(NamedTuple):
    """An invented CV."""

    style: str
    form: str
    seed: int


def judged(task: Task) -> Judged:
    """Render, extract and judge one CV of an invented person."""
    with tempfile.TemporaryDirectory() as folder:
        path, gold = render(task.style, task.form, task.seed, Path(folder))
        return Judged(*task, real=False, verdicts=list(judge(extract([path]).facts, gold)))


def tasks(seeds: Sequence[int], forms: Sequence[str], *, odd: bool) -> Iterator[Task]:
    """Yield CVs of some people: half the catalogue each, and as many mixed styles, the formats in turn.

    Args:
        seeds: The numbers of the people.
        forms: The formats.
        odd: Whether mixed styles have odd numbers, which may take from the styles that are kept back.
    """
    names = list(STYLES)
    for seed in seeds:
        catalogue = islice(names, seed % 2, None, 2)
        mixed = (f"mixed{2 * (seed * EACH + place) + odd}" for place in range(EACH))
        for place, style in zip(count(seed), (*catalogue, *mixed)):
            yield Task(style, forms[place % len(forms)], seed)


def real(gold: Path | None, folders: Sequence[Path]) -> Iterator[Judged]:
    """Extract and judge real documents."""
    for path, said in documents(gold, folders) if gold else ():
        verdicts = list(judge(extract([path]).facts, said))
        yield Judged(path.stem, path.suffix.removeprefix("."), 0, real=True, verdicts=verdicts)


def checks(fitted: Sequence[Judged], tested: Sequence[Judged]) -> Iterator[Check]:
    """Yield the checks: unseen people, unseen styles, real documents by a table made without each."""
    everything, usual = fit(fitted), fit([each for each in fitted if each.layout not in KEPT_BACK])
    yield check("Unseen people, in all styles and formats", ((everything, each) for each in tested))
    new = ((usual, each) for each in tested if each.layout in KEPT_BACK)
    yield check(f"Unseen people in styles kept back ({', '.join(sorted(KEPT_BACK))})", new)
    mixed = ((usual, each) for each in tested if each.layout.startswith("mixed"))
    yield check("Unseen people in unseen mixtures of styles", mixed)
    printed = ((everything, each) for each in tested if each.form in ("print", "latex"))
    yield check("of the first, PDF alone", printed)
    real = ((fit([other for other in fitted if other is not each]), each) for each in fitted if each.real)
    yield check("Real documents, each by a table made without it", real)


def table_lines(table: Mapping[Pattern, Share]) -> Iterator[str]:
    """Yield the lines of the table of the package."""
    yield "# How often each pattern was right on documents with known truth: section, key, pattern, right, all, share."
    yield "# Made by benchmarks/calibrate.py (docs/confidence.md); `*` is for what has no row of its own."
    for row, share in sorted(table.items()):
        yield "\t".join((*row, str(share.right), str(share.all), f"{min(share.expected, 0.999):.3f}"))


def forms() -> list[str]:
    """Return the formats that can be written here."""
    programs = {"print": printing.browser(), "latex": printing.typesetter()}
    return ["md", "html", "docx", *(form for form, program in programs.items() if program)]


def span(text: str) -> range:
    """Read `0-39`."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _arguments() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=span, default=span("0-39"), help="people by whom confidence is fitted")
    parser.add_argument("--held-out", type=span, default=span("40-59"), help="people by whom it is checked")
    parser.add_argument("--formats", type=partial(str.split, sep=","), default=forms(), help="such as md,html,docx")
    parser.add_argument("--gold", type=Path, help="folder of gold of real documents")
    parser.add_argument("--documents", type=Path, action="append", default=[], help="folder of the real documents")
    parser.add_argument("--workers", type=int, default=CORES)
    parser.add_argument("--write", action="store_true", help="write the table and the page")
    return parser.parse_args()


def main() -> None:
    """Fit and check; write if asked."""
    asked = _arguments()
    work = partial(in_order, judged, workers=asked.workers)
    fitted = [*work(tasks(asked.seeds, asked.formats, odd=False)), *real(asked.gold, asked.documents)]
    tested = list(work(tasks(asked.held_out, asked.formats, odd=True)))
    table = fit(fitted)
    made = [each for each in checks(fitted, tested) if each.documents]
    text = "\n".join(tables(made, table)) + "\n"
    if asked.write:
        TABLE.write_text("\n".join(table_lines(table)) + "\n", encoding="utf-8")
        PAGE.write_text(PAGE.read_text("utf-8").partition(MEASURED)[0] + MEASURED + text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
