"""Resolve the DBLP-ACM benchmark end to end through `kg build`, and compare with its perfect mapping.

    python benchmarks/dblp_acm.py DIR [--errors 10]

DIR holds `ACM.csv`, `DBLP2.csv` and `DBLP-ACM_perfectMapping.csv` of the Leipzig entity resolution
benchmarks (Köpcke, Thor, Rahm 2010). Each catalogue becomes a profile, whose owner is the catalogue; two
entries match if the release gives them one IRI.
"""

import argparse
import csv
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from quality import of_pairs

from kg.identity.explaining.archive import Archive, open_archive
from kg.identity.explaining.wording import obstacle, phrase
from kg.identity.work_scores import WorkScores
from kg.pipeline.build import build
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
        rows = list(_rows(directory / file))
        ids[name] = [row["id"] for row in rows]
        profile = {"id": name, "name": f"{name.upper()} Catalogue", "publications": [_work(row) for row in rows]}
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
    return {(row["idACM"], row["idDBLP"]) for row in _rows(directory / MAPPING)}


def explain(archive: Archive, nodes: dict[str, int], pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield lines that say of each pair what it is, what was scored and what stood in the way."""
    scores = WorkScores(archive.corpus)
    obstacles = {frozenset(question[:2]): question.obstacle for question in archive.decided["work"].questions}
    for acm, dblp in pairs:
        one, other = sorted((nodes[acm], nodes[dblp]))
        for node in (one, other):
            work = archive.corpus.works[node]
            authors = ", ".join(archive.corpus.persons[author].forms[0] for author in work.authors)
            yield f"  {work.title} | {authors} | {work.venue.removeprefix('venue/')} {work.year}"
        reasons = scores.reasons(one, other)
        found = obstacles.get(frozenset((one, other)))
        score = f"{sum(reason.bits for reason in reasons):+.1f} bits" if reasons else "the titles differ"
        yield f"    {score}; {obstacle(found)}" if found else f"    {score}"
        yield from (f"      {phrase(reason)}" for reason in reasons)


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="latin-1", newline="") as file:
        yield from csv.DictReader(file)


def _work(row: dict[str, str]) -> dict[str, object]:
    authors = [author for part in row["authors"].split(",") if (author := part.strip())]
    return {
        "title": row["title"] or "Untitled",
        "authors": authors or ["Unknown Author"],
        "venue": row["venue"],
        "year": int(row["year"]),
    }


def main() -> None:
    """Print the quality, and on request the errors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--errors", type=int, default=0, metavar="N", help="print so many of each kind of error")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        work = Path(name)
        ids = write_project(arguments.directory, work / "project")
        started = time.perf_counter()
        outcome = build(read_project(work / "project"), work / "build", check=False)
        seconds = time.perf_counter() - started
        if outcome.release is None:
            parser.error("the build gave no release")
        archive = open_archive(outcome.release.path / ARCHIVE)
    found, nodes = matches(archive, ids)
    true = true_pairs(arguments.directory)
    print("| entries | pairs found | true pairs | precision | recall | F1 | seconds of the build |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    figures = " | ".join(f"{figure:.4f}" for figure in of_pairs(found, true))
    print(f"| {len(nodes):,} | {len(found):,} | {len(true):,} | {figures} | {seconds:.1f} |")
    for title, wrong in (("Joined wrongly", found - true), ("Missed", true - found)):
        if arguments.errors:
            print(f"\n{title}: {len(wrong)}")
            print("\n".join(explain(archive, nodes, sorted(wrong)[: arguments.errors])))


if __name__ == "__main__":
    main()
