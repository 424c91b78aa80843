"""Measure how often each pattern of kg.extract is right, and write kg/extract/tables/confidence.tsv and docs/confidence.md."""

import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME))

from kg.extract import extract  # noqa: E402
from tests.cv_judging import Verdict, judge  # noqa: E402
from tests.cv_styles import STYLES, Gold, render  # noqa: E402


class Task(NamedTuple):
    style: str
    form: str
    seed: int


def invented(task: Task) -> tuple[Task, list[Verdict]]:
    """Render, extract and judge one CV of an invented person."""
    with tempfile.TemporaryDirectory() as folder:
        path, gold = render(task.style, task.form, task.seed, Path(folder))
        return task, list(judge(extract([path]).facts, gold))


def tasks(seeds: Iterable[int], forms: Sequence[str], styles: Sequence[str]) -> Iterator[Task]:
    """Every style of every seed, the formats in turn."""
    for seed in seeds:
        for index, style in enumerate(styles):
            yield Task(style, forms[(seed + index) % len(forms)], seed)


def mtasks(seeds, forms, n):
    for seed in seeds:
        for i in range(n):
            yield Task(f"mixed{seed*n+i}", forms[(seed + i) % len(forms)], seed)


def real(gold: dict[str, Any]) -> Gold:
    """Return the gold of a real document, written by people, in the form of the invented ones."""
    return {
        "name": gold["name"] or gold.get("name_inferable") or "",
        "publications": [_work(work) for work in gold["publications"]],
        "education": [_stint(entry) for entry in gold["education"]],
        "positions": [_stint(entry) for entry in gold["positions"]],
        "awards": [_award(entry) for entry in gold["awards"]],
    }


def _work(work: dict[str, Any]) -> Gold:
    venues = [name for name in (work["venue"], *work.get("venue_alt", ())) if name]
    made = {key: work[key] for key in ("title", "authors", "year")}
    made |= {"venue": venues, "arxiv": "", "cut": bool(work.get("et_al")), "year_derived": work.get("year_derived")}
    if work["status"]:
        made["status"] = work["status"].replace("_", "-")
    if work.get("award"):
        made["award"] = work["award"]
    return made


def _stint(entry: dict[str, Any]) -> Gold:
    keys = ("institution", "degree", "organization", "role", "start", "end")
    made = {key: entry[key] for key in keys if key in entry} | {"loose": True}
    made["expected"] = bool(entry.get("expected"))
    people = entry.get("advisors") or entry.get("supervisors")
    return made | ({"advisors": people} if people else {})


def _award(entry: dict[str, Any]) -> Gold:
    first, _, last = str(entry["year"] or "").partition("/")
    year = int(first[:4]) if first else None
    return {"name": entry["name"], "year": year, "end": int(last[:4]) if last else None, "loose": True}


def main():
    import pickle
    from kg.parallel import in_order
    a, b = map(int, sys.argv[1].split('-'))
    forms = sys.argv[2].split(',')
    out = []
    for i, r in enumerate(in_order(invented, tasks(range(a, b + 1), forms, list(STYLES)) if len(sys.argv)<5 else mtasks(range(a,b+1),forms,int(sys.argv[4])), workers=3)):
        out.append(r)
    pickle.dump(out, open(sys.argv[3], 'wb'))

if __name__ == "__main__":
    main()
