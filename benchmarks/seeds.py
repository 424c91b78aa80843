"""Judge identity by gold that people wrote of a few profiles: their people, works, venues and organisations.

    python benchmarks/seeds.py GOLD [--errors]

GOLD holds `seed_people_gold.tsv`, `seed_people_pairs.tsv`, `seed_papers_gold.tsv`, `seed_papers_variants.tsv`,
`seed_venues_gold.tsv` and `seed_orgs_gold.tsv`, each with a heading. Profiles are made of what the gold says was
written, so that no reader of documents is judged: works with authors, venues and years; others are advisors.
Variants of works, venues and organisations are judged by themselves, each in a profile of its own.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from quality import of_clusters
from scholar import entry
from scripts import HOME, arguments, table

sys.path.insert(0, str(HOME))

from kg.identity.resolution import Resolution
from kg.profile.config import Authorities
from kg.profile.records import Resolved
from tests.support.resolving import record, resolve

Row = Mapping[str, str]
People = Mapping[tuple[str, str], str]
"""The IRI of each name in each profile."""


class Named(NamedTuple):
    """What a mention says, what was found to stand for it, and what it truly is."""

    name: str
    iri: str
    true: str


def rows(gold: Path, name: str) -> list[Row]:
    """Return the rows of a table of gold."""
    with (gold / f"seed_{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def people(gold: Path) -> tuple[list[Named], People, Resolution]:
    """Return the mentions of people, the people by profile and name, and what resolution decided."""
    by_seed: dict[str, list[Row]] = defaultdict(list)
    for row in rows(gold, "people_gold"):
        by_seed[row["seed_file"]].append(row)
    made = [_profile(gold, seed, mentions) for seed, mentions in by_seed.items()]
    profiles, resolution = resolve(*(record(**fields) for fields, _ in made), authorities=Authorities())
    found, at = [], {}
    for (_, mentions), profile in zip(made, profiles, strict=True):
        for row, iri in zip(mentions, _people_of(profile.document), strict=True):
            found.append(Named(row["name_as_written"], iri, row["gold_person"]))
            at[row["mention_id"][:3], row["name_as_written"]] = iri
    return found, at, resolution


def _profile(gold: Path, seed: str, mentions: Sequence[Row]) -> tuple[dict[str, Any], list[Row]]:
    """Return a profile as its fields, and the mentions of people in the order in which it has them."""
    titles = {row["gold_work"]: row["text_as_written"] for row in reversed(rows(gold, "papers_gold"))}
    venues = {(row["seed_file"], row["line"]): row for row in rows(gold, "venues_gold")}
    owner, *_ = (row for row in mentions if "owner" in row["role"])
    works: dict[tuple[str, str], list[Row]] = defaultdict(list)
    others = []
    for row in mentions:
        if row["role"].startswith("author"):
            works[row["line"], row["paper_or_line"]].append(row)
        elif "owner" not in row["role"] and " " in row["name_as_written"]:
            others.append(row)
    publications = [
        {"title": titles.get(work, work), "authors": [row["name_as_written"] for row in authors]}
        | _venue(venues.get((seed, line)))
        for (line, work), authors in works.items()
    ]
    name = owner["name_as_written"] if " " in owner["name_as_written"] else owner["gold_person"].replace("-", " ")
    advisors = {
        "degree": "PhD",
        "institution": f"School {seed[:3]}",
        "advisors": [row["name_as_written"] for row in others],
    }
    fields = {"id": f"seed-{seed[:3]}", "name": name, "publications": publications, "education": [advisors]}
    return fields, [owner, *(row for authors in works.values() for row in authors), *others]


def _venue(row: Row | None) -> dict[str, object]:
    if row is None:
        return {}
    return {"venue": row["venue_as_written"]} | ({"year": int(row["gold_year"])} if row["gold_year"].isdigit() else {})


def _people_of(document: Mapping[str, Any]) -> Iterator[str]:
    yield document["id"]
    for place, key in (("publications", "authors"), ("education", "advisors")):
        for each in document.get(place, ()):
            yield from (person["id"] for person in each.get(key, ()))


def works(gold: Path) -> Iterator[Named]:
    """Yield the variants of works, each listed by somebody else."""
    for row, work in _each("publications", rows(gold, "papers_variants"), _cited):
        yield Named(row["title_as_written"], work["id"], row["gold_work"])


def _cited(row: Row) -> dict[str, object]:
    return entry(row["title_as_written"], row["authors_as_written"], row["venue_as_written"], row["venue_as_written"])


def venues(gold: Path) -> Iterator[Named]:
    """Yield the venues, each of a work of its own."""
    written = rows(gold, "venues_gold")
    for row, work in _each("publications", written, lambda row: {"title": f"Work {id(row)}", **_venue(row)}):
        venue = work.get("venue", {})
        yield Named(row["venue_as_written"], venue.get("series") or venue.get("id", work["id"]), row["gold_series"])


def organizations(gold: Path) -> Iterator[Named]:
    """Yield the organisations, each where somebody else works."""
    for row, stint in _each("positions", rows(gold, "orgs_gold"), _employed):
        yield Named(row["name_as_written"], stint["organization"]["id"], row["gold_org"])


def _employed(row: Row) -> dict[str, object]:
    return {"role": "Researcher", "organization": row["name_as_written"]}


def _each(
    key: str, written: Sequence[Row], said: Callable[[Row], Mapping[str, object]]
) -> Iterator[tuple[Row, Mapping[str, Any]]]:
    """Yield each row with its entry as resolution has it, of a profile of its own whose owner no other knows."""
    made = (record(id=f"list-{n}", name=f"Catalogue {n}", **{key: [said(row)]}) for n, row in enumerate(written))
    profiles: Sequence[Resolved] = resolve(*made, authorities=Authorities())[0]
    for row, profile in zip(written, profiles, strict=True):
        yield row, profile.document[key][0]


def pairs(gold: Path, at: People, resolution: Resolution) -> Iterator[str]:
    """Yield of each pair of names what the gold expects and what was found."""
    decided = resolution.decided[0]
    asked = {frozenset((decided.iris[each.one], decided.iris[each.other])) for each in decided.open}
    for row in rows(gold, "people_pairs"):
        one, other = (at.get((row[f"seed_{side}"], row[f"name_{side}"]), "") for side in "ab")
        if not one or not other:
            continue  # who is named by one word alone is not made into an advisor
        found = "same" if one == other else "unsure" if frozenset((one, other)) in asked else "different"
        verdict = "as expected" if found in row["expected_from_seeds_only"] else "NOT as expected"
        names = (f"{row[f'name_{side}']} ({row[f'seed_{side}']})" for side in "ab")
        yield f"{verdict}: {', '.join(names)}: {found}, {row['label']}"


def wrong(found: Sequence[Named]) -> set[tuple[bool, str, str]]:
    """Return the pairs of different names that are joined wrongly, and those that are missed."""
    pairs = combinations(found, 2)
    return {
        (one.iri == other.iri, one.name, other.name)
        for one, other in pairs
        if (one.iri == other.iri) != (one.true == other.true)
    }


def _row(kind: str, found: Sequence[Named]) -> tuple[object, ...]:
    figures = of_clusters([each.iri for each in found], [each.true for each in found])
    return kind, len(found), len({each.true for each in found}), *(f"{figure:.4f}" for figure in figures)


def main() -> None:
    """Print the quality, and on request the errors."""
    parser = arguments(__doc__)
    parser.add_argument("gold", type=Path)
    parser.add_argument("--errors", action="store_true")
    asked = parser.parse_args()
    mentions, at, resolution = people(asked.gold)
    kinds = {"people": mentions} | {
        kind: list(read(asked.gold))
        for kind, read in (("variants of works", works), ("venues", venues), ("organisations", organizations))
    }
    heads = ("gold", "mentions", "things", "precision of pairs", "recall", "F1")
    print(*table(heads, (_row(kind, found) for kind, found in kinds.items())), sep="\n")
    judged = list(pairs(asked.gold, at, resolution))
    print(f"\n{sum(line.startswith('as') for line in judged)} of {len(judged)} pairs of people as the gold expects")
    if asked.errors:
        print(*(line for line in judged if line.startswith("NOT")), sep="\n")
        for kind, found in kinds.items():
            lines = (
                f"  {'joined wrongly' if is_one else 'missed'}: {a} / {b}" for is_one, a, b in sorted(wrong(found))
            )
            print(f"\n{kind}:", *lines, sep="\n")


if __name__ == "__main__":
    main()
