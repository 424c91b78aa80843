"""Listings of one work are united: nobody is lost, nothing is invented, and names and order of files do not matter."""

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad

from kg import building as builds
from kg.interchange import formats
from kg.mapping.mapper import Mapper
from kg.profile.account import read_accounts
from kg.profile.config import read_project
from kg.profile.drafts import writing
from kg.profile.records import Record
from kg.store.columns import value
from kg.store.release import Release
from kg.terms.formats import iri_of, read_nquads
from tests.support import orcid_records
from tests.support.resolving import paper, record, resolve

BASE = "https://kg.example.org/"
KG = "https://w3id.org/profile-kg/ontology#"
SCHEMA = "https://schema.org/"

CONFIG = f"""
base: {BASE}
title: Test
publisher: {{name: Test}}
license: https://creativecommons.org/licenses/by/4.0/
"""
PEOPLE = ["Ada Lovelace", "Charles Babbage", "Mary Somerville", "George Boole", "Sophie Germain", "Emmy Noether"]
TITLES = [
    "Notes on the Analytical Engine",
    "Mechanism of the Heavens",
    "An Investigation of Thought",
    "Elastic Surfaces",
]


def profile_of(person: int, publications: Iterable[dict[str, Any]], name: str = "") -> Record:
    """Return the profile of one of the people, in a file with a name."""
    slug = PEOPLE[person].lower().replace(" ", "-")
    found = record(id=slug, name=PEOPLE[person], publications=list(publications))
    return replace(found, source=replace(found.source, path=f"profiles/{name or slug}.yaml"))


def graph_of(*records: Record) -> list[Quad]:
    """Return the facts of profiles without their sources."""
    resolved, resolution = resolve(*records)
    mapper = Mapper(BASE)
    texts = [mapper.profile(each) for each in resolved]
    texts += mapper.works(resolution.union.works, resolution.title)
    quads = read_nquads("".join(texts).encode())
    return [quad for quad in quads if "DefaultGraph" in repr(quad.graph_name) and "/source/" not in str(quad.subject)]


def authors(quads: Iterable[Quad]) -> dict[str, list[str]]:
    """Return the authors of each work in their order, by slug."""
    facts: dict[tuple[str, str], str] = {}
    pairs = []
    for quad in quads:
        subject, said = iri_of(quad.subject), value(quad.object)
        facts[subject, quad.predicate.value] = said
        if quad.predicate.value == f"{KG}authorship":
            pairs.append((subject, said))
    rows = [(work, int(facts[node, f"{SCHEMA}position"]), facts[node, f"{KG}author"]) for work, node in set(pairs)]
    found: dict[str, list[str]] = {}
    for work, _, person in sorted(rows):
        found.setdefault(work.rpartition("/")[2].rpartition("-")[0], []).append(person.rpartition("/")[2])
    return found


def short(iris: Sequence[str]) -> list[str]:
    """Return the family names of people, whose IRIs may end with a hash."""
    return [iri.split("-")[1] for iri in iris]


@st.composite
def libraries(draw: st.DrawFn) -> list[Record]:
    """Return profiles that list some of the same works, each with some of the authors."""
    whole = {
        title: draw(st.lists(st.sampled_from(range(len(PEOPLE))), min_size=1, max_size=5, unique=True))
        for title in TITLES
    }
    records = []
    for person in draw(st.lists(st.sampled_from(range(len(PEOPLE))), min_size=1, max_size=5, unique=True)):
        works = []
        for title in [title for title in TITLES if draw(st.booleans())]:
            kind = draw(st.sampled_from(["whole", "part", "alone"]))
            named = whole[title]
            if kind == "part":
                named = [each for each in named if draw(st.booleans())] or named[:1]
            names = [PEOPLE[person]] if kind == "alone" else [PEOPLE[each] for each in named]
            more = {"more_authors": True} if kind == "part" and draw(st.booleans()) else {}
            year = draw(st.sampled_from([1842, 1843]))
            doi = {"doi": f"10.5555/{TITLES.index(title)}"} if draw(st.booleans()) else {}
            works.append({"title": title, "authors": names, "year": year, **more, **doi})
        records.append(profile_of(person, works))
    return records


@pytest.mark.thorough
@given(libraries(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_graph_does_not_depend_on_names_and_order_of_files(records: list[Record], rng: random.Random) -> None:
    shuffled = [
        replace(each, source=replace(each.source, path=f"profiles/{rng.random()}.yaml"))
        for each in rng.sample(records, len(records))
    ]

    assert sorted(map(str, set(graph_of(*shuffled)))) == sorted(map(str, set(graph_of(*records))))


@given(libraries())
@settings(max_examples=60, deadline=None)
def test_every_author_that_is_read_is_in_the_graph_and_nobody_else(records: list[Record]) -> None:
    named: dict[str, set[str]] = {}
    for each in records:
        for work in each.profile.publications:
            key = work.title.lower().replace(" ", "-")
            named.setdefault(key, set()).update(author.name.split()[-1].lower() for author in work.authors)

    found = {work: set(short(people)) for work, people in authors(graph_of(*records)).items()}

    assert found == named


def test_the_fullest_list_gives_the_order_and_shorter_ones_lose_nobody() -> None:
    title = TITLES[0]
    quads = graph_of(
        profile_of(0, [paper("Ada Lovelace", "Charles Babbage", title=title, doi="10.5555/1")]),
        profile_of(2, [paper("Charles Babbage", "Mary Somerville", "Ada Lovelace", title=title, doi="10.5555/1")]),
        profile_of(3, [paper("George Boole", title=title, doi="10.5555/1", more_authors=True)]),
    )

    assert [short(people) for people in authors(quads).values()] == [["babbage", "somerville", "lovelace", "boole"]]


def test_a_work_that_only_registries_list_is_marked_as_cut_short() -> None:
    alone = [
        profile_of(each, [paper(PEOPLE[each], title=TITLES[0], doi="10.5555/1", more_authors=True)])
        for each in (0, 3, 4)
    ]
    quads = graph_of(*alone)

    assert [short(people) for people in authors(quads).values()] == [["lovelace", "boole", "germain"]]
    assert [quad for quad in quads if quad.predicate.value == f"{KG}moreAuthors"]


@pytest.mark.parametrize(
    ("role", "predicate"), [("author", "author"), ("editor", "editor"), ("translator", "translator"), ("none", "")]
)
def test_the_owner_of_a_list_is_what_the_list_says(role: str, predicate: str) -> None:
    by_others = paper("Charles Babbage", title=TITLES[0], role=role)
    for records in ([by_others], [by_others, paper("Charles Babbage", title=TITLES[0])]):
        profiles = [profile_of(0, records[:1])] + [profile_of(1, [each]) for each in records[1:]]
        quads = graph_of(*profiles)
        said = {quad.predicate.value for quad in quads if value(quad.object) == f"{BASE}person/ada-lovelace"}

        assert said & {f"{SCHEMA}{name}" for name in ("author", "editor", "translator")} == (
            {f"{SCHEMA}{predicate}"} if predicate else set()
        )


def test_what_complete_lists_say_differently_is_a_question_with_both_sources() -> None:
    _, resolution = resolve(
        profile_of(0, [paper("Ada Lovelace", "Charles Babbage", title=TITLES[0], year=1842, doi="10.5555/1")]),
        profile_of(1, [paper("Ada Lovelace", "Charles Babbage", "George Boole", title=TITLES[0], doi="10.5555/2")]),
        profile_of(
            3, [paper("Ada Lovelace", "Charles Babbage", "George Boole", title=TITLES[0], year=1843, doi="10.5555/1")]
        ),
        profile_of(4, [paper("Sophie Germain", title=TITLES[0], year=1843, doi="10.5555/1", more_authors=True)]),
    )
    (work,) = resolution.union.works

    assert {(each.field, len(each.statements), each.is_both) for each in work.disagreements} == {
        ("authors", 3, True),
        ("date", 2, False),
        ("doi", 2, True),
    }
    (date,) = (each for each in work.disagreements if each.field == "date")
    assert date.statements == (
        ("1843", ("profiles/george-boole.yaml", "profiles/sophie-germain.yaml")),
        ("1842", ("profiles/ada-lovelace.yaml",)),
    )
    assert [author.person for author in work.authors][-1] == "person/sophie-germain"


@pytest.mark.parametrize("is_one_list", [True, False])
def test_what_was_published_leads_its_preprint_in_the_graph(is_one_list: bool) -> None:
    one, other = (paper("Ada Lovelace", "Charles Babbage", title=TITLES[0]) for _ in range(2))
    early = {
        **one,
        "venue": "arXiv",
        "year": 1842,
        "doi": "10.48550/arXiv.1842.00001",
        "publisher": "arXiv",
        "abstract": "Of engines.",
    }
    late = {**other, "year": 1843, "venue": "Scientific Memoirs", "doi": "10.5555/1", "volume": "3", "role": "author"}
    lists = [[early, late], []] if is_one_list else [[early], [late]]
    records = [profile_of(number, several) for number, several in enumerate(lists)]
    _, resolution = resolve(*records)

    (work,) = resolution.union.works
    (venue,) = {iri_of(each.object) for each in graph_of(*records) if each.predicate.value == f"{SCHEMA}isPartOf"}
    assert "scientific-memoirs" in venue
    details = {key: said["@value"] if isinstance(said, dict) else said for key, said in work.details}
    assert (work.date, work.status, work.type, work.disagreements) == ("1843", "published", "", ())
    assert details == {"abstract": "Of engines.", "volume": "3"}
    assert len(work.authors) == 2


def test_the_doi_of_a_preprint_is_that_of_its_page_and_not_of_what_was_published() -> None:
    posted = {"doi": "10.1101/1842.01.02.3", "date": "1842-01-02", "venue": "bioRxiv"}
    quads = graph_of(
        profile_of(0, [paper("Ada Lovelace", "Charles Babbage", title=TITLES[0], **posted)]),
        profile_of(1, [paper("Ada Lovelace", "Charles Babbage", title=TITLES[0], year=1843, doi="10.5555/1")]),
    )
    said = {(quad.predicate.value.rpartition("/")[2].rpartition("#")[2], value(quad.object)) for quad in quads}

    assert {text for key, text in said if key == "sameAs"} == {"https://doi.org/10.5555/1"}
    assert {text for key, text in said if key in ("doi", "value")} == {"10.5555/1"}
    assert {
        ("name", "preprint"),
        ("url", "https://doi.org/10.1101/1842.01.02.3"),
        ("datePublished", "1842-01-02"),
    } < said


@pytest.mark.parametrize("is_one_list", [True, False])
def test_an_id_of_several_works_says_of_none_of_them_that_it_is_the_same(is_one_list: bool) -> None:
    several = [
        paper(
            PEOPLE[number], title=TITLES[number], doi="10.5555/all", venue="Surveys", type="chapter", pages=str(number)
        )
        for number in (0, 1)
    ]
    lists = [several, []] if is_one_list else [several[:1], several[1:]]
    quads = graph_of(*(profile_of(number, works) for number, works in enumerate(lists)))
    about = [(iri_of(quad.subject), quad.predicate.value) for quad in quads if "10.5555" in value(quad.object)]

    assert [predicate for _, predicate in about] == [f"{SCHEMA}url"] * 2
    assert len({work for work, _ in about}) == 2


def test_an_id_on_forty_works_makes_none_of_them_one_and_asks_of_few() -> None:
    names = [f"{chr(97 + n // 20)}ol{chr(97 + n % 20)}ers weaving" for n in range(40)]
    profiles, resolution = resolve(
        profile_of(0, [paper("Ada Lovelace", title=name, doi="10.5555/all", year=1843) for name in names])
    )

    assert len({work["id"] for work in profiles[0].document["publications"]}) == 40
    assert len(list(resolution.decided[1].open)) < 40


def test_a_more_precise_date_is_no_disagreement() -> None:
    _, resolution = resolve(
        profile_of(0, [paper("Ada Lovelace", title=TITLES[0], year=1843, doi="10.5555/1")]),
        profile_of(1, [paper("Ada Lovelace", title=TITLES[0], date="1843-08", doi="10.5555/1", role="none")]),
    )

    assert [(work.date, work.disagreements) for work in resolution.union.works] == [("1843-08", ())]


def test_of_years_that_equally_many_state_that_of_the_venue_is_kept() -> None:
    _, resolution = resolve(
        profile_of(0, [paper("Ada Lovelace", title=TITLES[0], year=1842, doi="10.5555/1", venue="USENIX ATC")]),
        profile_of(1, [paper("Ada Lovelace", title=TITLES[0], year=1843, doi="10.5555/1", role="none")]),
    )

    assert [work.date for work in resolution.union.works] == ["1842"]


def test_the_owner_of_a_list_is_an_author_of_what_it_names_nobody_for() -> None:
    _, resolution = resolve(
        profile_of(0, [paper("Charles Babbage", title=TITLES[0], doi="10.5555/1")]),
        profile_of(1, [paper("Charles Babbage", title=TITLES[0], doi="10.5555/1")]),
        profile_of(2, [paper(title=TITLES[0], doi="10.5555/1")]),
    )
    (work,) = resolution.union.works

    assert [(author.person.rpartition("/")[2], author.is_implied) for author in work.authors] == [
        ("charles-babbage", False),
        ("mary-somerville", True),
    ]


@pytest.mark.thorough
def test_more_listings_of_one_title_than_are_compared_each_with_each_do_not_fall_apart() -> None:
    names = [
        f"Ana{chr(97 + one)}{chr(97 + other)} Fam{chr(97 + one)}{chr(97 + other)}"
        for one in range(9)
        for other in range(7)
    ]
    records = [
        record(
            id=f"p{number:02}",
            name=name,
            publications=[
                {
                    "title": "A Well Known Engine for Everything Under the Sun",
                    "authors": names,
                    "venue": "IEEE/ACM Transactions on Networking" if number % 2 else "USENIX ATC",
                    "year": 2020 if number % 2 else 2019,
                }
            ],
        )
        for number, name in enumerate(names)
    ]
    _, resolution = resolve(*records)

    assert len(set(resolution.decided[1].iris)) == 2


def built(root: Path, *records: str) -> Release:
    """Build a project of profiles and return its release."""
    (root / "profiles").mkdir(parents=True)
    (root / "kg.yaml").write_text(CONFIG)
    for number, text in enumerate(records):
        (root / "profiles" / f"{number}.yaml").write_text(text)
    outcome = builds.build(read_project(root), root / "build")
    assert outcome.release is not None
    return outcome.release


def test_two_sources_that_differ_do_not_stop_a_release(tmp_path: Path) -> None:
    work = (
        "publications: [{{title: Notes on Engines, authors: [Ada Lovelace, Charles Babbage], venue: USENIX ATC, "
        "year: {year}, doi: 10.5555/{doi}, acceptance_rate: {rate}%, links: [{{label: paper, url: 'https://{host}/'}}]}}]"
    )
    release = built(
        tmp_path,
        "id: ada\nname: Ada Lovelace\n" + work.format(year=2019, doi=1, rate=12, host="a.example.org"),
        "id: charles\nname: Charles Babbage\n" + work.format(year=2019, doi=2, rate=15, host="b.example.org"),
    )
    links = {value(quad.object) for quad in release.store().quads() if quad.predicate.value == f"{SCHEMA}url"}

    assert {"https://a.example.org/", "https://b.example.org/"} <= links
    assert release.manifest["results"]["violation"] == 0
    assert release.manifest["results"]["warning"] >= 2  # the DOIs and the rates
    assert release.manifest["account"]["authorships"] == {
        "read": 4, "in_graph": 2, "joined": 2, "left_out": 0, "implied": 0
    }  # fmt: skip


def test_the_account_says_what_is_left_out_and_where(tmp_path: Path) -> None:
    evidence = "evidence: {fact: abcdefghij, status: rejected, source: cv.md, lines: 3, quote: Notes}"
    release = built(
        tmp_path,
        "id: ada\nname: Ada Lovelace\ncontact: {email: ada@example.org}\npublications:\n"
        f"  - {{title: Kept, authors: [Ada Lovelace]}}\n  - {{title: Gone, authors: [Ada Lovelace], {evidence}}}\n",
    )
    (profile,) = read_accounts(release.path)

    assert profile.entries == {"publications": 2}
    assert [(each.unit, each.what, each.reason, each.line) for each in profile.left_out] == [
        ("entry", "publications[1]", "rejected in a review", 6),
        ("field", "contact.email", "private", 1),
    ]
    assert release.manifest["account"]["entries"] == {"read": 2, "in_graph": 1, "joined": 0, "left_out": 1}


@pytest.mark.thorough
def test_records_that_each_name_their_owner_alone_keep_every_authorship(tmp_path: Path) -> None:
    records, expected = orcid_records.records()
    (tmp_path / "group" / "profiles").mkdir(parents=True)
    (tmp_path / "group" / "kg.yaml").write_text(CONFIG)
    for number, each in enumerate(records):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(each))
        revision = writing.revise(formats.read("orcid", path), id="", name="", previous=None, path=path)
        (tmp_path / "group" / "profiles" / f"{number}.yaml").write_text(revision.text)
    outcome = builds.build(read_project(tmp_path / "group"), tmp_path / "group" / "build")

    assert outcome.release is not None
    store = outcome.release.store()
    pairs = {(quad.subject, quad.object) for quad in store.quads(predicate=NamedNode(f"{SCHEMA}author"))}
    owners = {each.person for each in read_accounts(outcome.release.path)}
    assert len(pairs) == expected == outcome.account["authorships"]["in_graph"]
    assert {iri_of(person).removeprefix(BASE) for _, person in pairs} == owners
