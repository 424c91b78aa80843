"""Gold that people wrote of real documents, in the form of the gold of invented ones.

It speaks of fewer keys, and it says some things in other words than the document; `loose` marks such entries.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Gold = dict[str, Any]

_STINT = ("institution", "degree", "organization", "role")


def documents(gold: Path, folders: Sequence[Path]) -> Iterator[tuple[Path, Gold]]:
    """Yield each document whose gold lies in a folder as `NAME.json`, with it.

    Args:
        gold: The folder of the gold.
        folders: Where the documents are, which begin with the same name.
    """
    for path in sorted(gold.glob("*.json")):
        said = json.loads(path.read_text(encoding="utf-8"))
        found = [file for folder in folders for file in sorted(folder.glob(f"{path.stem}_*")) if file.is_file()]
        if "publications" in said and found:
            yield found[0], converted(said)


def converted(said: Mapping[str, Any]) -> Gold:
    """Return gold in the form of `tests.support.cv_styles`, without the keys of which it does not speak."""
    return {
        "name": said["name"] or said.get("name_inferable") or "",
        "publications": [_work(work) for work in said["publications"]],
        "education": [_stint(entry) for entry in said["education"]],
        "positions": [_stint(entry) for entry in said["positions"]],
        "awards": [_award(entry) for entry in said["awards"]],
    }


def _work(work: Mapping[str, Any]) -> Gold:
    made: Gold = {key: work[key] for key in ("title", "authors", "year")}
    made["venue"] = [name for name in (work["venue"], *work.get("venue_alt", ())) if name]
    made["cut"], made["year_derived"] = bool(work.get("et_al")), work.get("year_derived")
    if work["status"]:
        made["status"] = work["status"].replace("_", "-")
    return made | ({"award": work["award"]} if work.get("award") else {})


def _stint(entry: Mapping[str, Any]) -> Gold:
    made: Gold = {key: entry[key] for key in _STINT if entry.get(key)}
    made |= {"start": entry.get("start"), "end": entry.get("end"), "expected": bool(entry.get("expected"))}
    people = entry.get("advisors") or entry.get("supervisors")
    return made | {"loose": True} | ({"advisors": people} if people else {})


def _award(entry: Mapping[str, Any]) -> Gold:
    first, _, last = str(entry["year"] or "").partition("/")
    year, end = (int(date[:4]) if date else None for date in (first, last))
    return {"name": entry["name"], "year": year, "end": end, "loose": True}
