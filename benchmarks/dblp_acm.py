"""Resolve the DBLP-ACM benchmark end to end through `kg build`, and compare with its perfect mapping.

    python benchmarks/dblp_acm.py DIR [--errors 10]

DIR holds `ACM.csv`, `DBLP2.csv` and `DBLP-ACM_perfectMapping.csv` of the Leipzig entity resolution
benchmarks (Köpcke, Thor, Rahm 2010). Each catalogue becomes a profile, whose owner is the catalogue; two
entries match if the release gives them one IRI.
"""

import csv
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import scholar
from quality import report
from scripts import arguments, timed

from kg.building import build
from kg.identity.explaining.archive import Archive, open_archive
from kg.profile.config import read_project
from kg.store.release import ARCHIVE

CATALOGUES = {"acm": "ACM.csv", "dblp": "DBLP2.csv"}
MAPPING = "DBLP-ACM_perfectMapping.csv"

Pair = tuple[str, str]
"""The ids of an entry of ACM and of one of DBLP."""


def write_project(directory: Path, project: Path) -> dict[str, list[str]]:
    """Write the catalogues as a project of two profiles, and return the ids of their entries in order."""
    (project / "profiles").mkdir(parents=True)
    (project / "kg.yaml").write_text(
        "base: https://kg.example.org/\ntitle: Catalogues\n"
        "license: https://creativecommons.org/publicdomain/zero/1.0/\npublisher: {name: Nobody}\n"
    )
    ids = {}
    for name, file in CATALOGUES.items():
        entries = list(rows(directory / file))
        ids[name] = [row["id"] for row in entries]
        profile = {
            "id": name,
            "name": f"{name.upper()} Catalogue",
            "publications": [publication(row) for row in entries],
        }
        (project / "profiles" / f"{name}.json").write_text(json.dumps(profile))
    return ids


def matches(archive: Archive, ids: dict[str, list[str]]) -> tuple[set[Pair], dict[str, int]]:
    """Return the pairs of entries that are one work, and the node of each entry."""
    nodes: dict[str, int] = {}
    entries: dict[str, dict[str, list[str]]] = defaultdict(lambda: {name: [] for name in CATALOGUES})
    rest = {name: iter(own) for name, own in ids.items()}
    for number, (work, iri) in enumerate(zip(archive.corpus.works, archive.decided["work"].iris, strict=True)):
        name = archive.corpus.profiles[work.profile].owner.removeprefix("person/")
        entry = next(rest[name])
        nodes[entry] = number
        entries[iri][name].append(entry)
    return {(acm, dblp) for group in entries.values() for acm in group["acm"] for dblp in group["dblp"]}, nodes


def true_pairs(directory: Path) -> set[Pair]:
    """Return the perfect mapping."""
    return {(row["idACM"], row["idDBLP"]) for row in rows(directory / MAPPING)}


def explain(archive: Archive, nodes: dict[str, int], pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield lines that say of each pair what it is and what was scored."""
    return scholar.explain(archive.corpus, [(nodes[acm], nodes[dblp]) for acm, dblp in pairs])


def rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the entries of a catalogue."""
    with path.open(encoding="latin-1", newline="") as file:
        yield from csv.DictReader(file)


def publication(row: dict[str, str]) -> dict[str, object]:
    """Return the publication of an entry."""
    return scholar.entry(*(row[key] for key in ("title", "authors", "venue", "year")))


def main() -> None:
    """Print the quality, and on request the errors."""
    parser = arguments(__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="print so many of each kind of error")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        work = Path(name)
        ids = write_project(asked.directory, work / "project")
        seconds, outcome = timed(lambda: build(read_project(work / "project"), work / "build", check=False))
        if outcome.release is None:
            parser.error("the build gave no release")
        archive = open_archive(outcome.release.path / ARCHIVE)
    found, nodes = matches(archive, ids)
    print(f"{seconds:.1f} seconds of the build\n")
    true = true_pairs(asked.directory)
    print(*report(found, true, len(nodes), partial(explain, archive, nodes), asked.errors), sep="\n")


if __name__ == "__main__":
    main()
