from copy import deepcopy
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.identity.clusters import Clusters, MatchEdge, OpenPair
from kg.identity.mentions import mentions
from kg.identity.person_scores import PersonScores, weights
from kg.profile import reading
from kg.profile.config import read_authorities, read_project
from kg.profile.records import Record, Resolved
from tests.conftest import SAMPLE
from tests.support.resolving import author_iris, paper, record, resolve


def test_a_name_that_two_owners_share_means_neither_where_nothing_tells_them_apart() -> None:
    ada = record(id="ada", name="Ada Lovelace", publications=[paper("Ada Lovelace")])
    namesake = record(id="ada-2", name="Ada Lovelace", publications=[paper("Ada Lovelace", title="Other")])
    charles = record(id="charles", name="Charles Babbage", publications=[paper("Charles Babbage", "Ada Lovelace")])

    (first, second, third), resolution = resolve(ada, namesake, charles)

    assert author_iris(first) == ["person/ada"]
    assert author_iris(second) == ["person/ada-2"]
    assert author_iris(third)[1] not in ("person/ada", "person/ada-2")
    persons = resolution.decided[0]
    assert {(*sorted((persons.iris[q.one], persons.iris[q.other])), q.obstacle) for q in persons.questions} == {
        ("person/ada", "person/ada-2", "owner"),
        ("person/ada", author_iris(third)[1], "rival"),
        ("person/ada-2", author_iris(third)[1], "rival"),
    }


ORCIDS = ("0000-0002-1825-0097", "0000-0001-5109-3700")


def colleagues_of_wei(*orcids: str) -> list[Record]:
    """Return profiles of people who each write with a Wei Zhang, perhaps with an ORCID iD, and with two rare names."""
    rare = ("Balthasar von Trothaberg", "Snæfríður Hallbjarnarson")
    owners = {"Ada Lovelace": "On Looms", "Charles Babbage": "Tides of the Sea", "Mary Somerville": "A Theory of Light"}
    records = []
    for (owner, title), orcid in zip(owners.items(), orcids, strict=True):
        wei = {"name": "Wei Zhang", "orcid": orcid} if orcid else "Wei Zhang"
        works = [paper(owner, wei, *rare, title=title)]
        records.append(record(id=owner.split()[0].lower(), name=owner, publications=works))
    return records


def test_two_orcids_are_two_people_whatever_else_speaks_for_one() -> None:
    one = {author_iris(each)[1] for each in resolve(*colleagues_of_wei("", "", ""))[0]}
    assert len(one) == 1  # what speaks for one is enough where no ORCID iD says otherwise

    (first, second, unsaid), resolution = resolve(*colleagues_of_wei(*ORCIDS, ""))

    assert author_iris(first)[1] != author_iris(second)[1]
    assert author_iris(unsaid)[1] not in (author_iris(first)[1], author_iris(second)[1])
    assert {question.obstacle for question in resolution.decided[0].questions} >= {"orcid", "rival"}


def test_what_is_only_a_little_better_than_a_rival_is_a_question() -> None:
    def joined(behind: float) -> tuple[bool, list[OpenPair]]:
        clusters = Clusters([(), (1,), (1,)])  # the last two are authors of one work
        clusters.join([MatchEdge(0, 1, 10.0), MatchEdge(0, 2, 10.0 - behind)], weights().margin)
        return clusters.find(0) == clusters.find(1), clusters.questions

    assert joined(1.0) == (False, [OpenPair(0, 1, 10.0, "rival"), OpenPair(0, 2, 9.0, "rival")])
    assert joined(3.0) == (True, [OpenPair(0, 2, 7.0, "work")])


def test_the_place_of_an_author_on_a_work_speaks_for_one_person_as_a_part_or_as_a_whole() -> None:
    pair = at_work({"organization": "Department of Looms, Bin University"}, {"affiliations": ["Bin University"]})

    assert ("organization", 6.0) in pair
    assert "other_organization" not in dict(pair)


@pytest.mark.parametrize(("year", "bits"), [(2010, -2.0), (2014, -1.0), (2018, None)])
def test_other_places_speak_against_one_person_in_the_same_years_for_people_move(year: int, bits: float | None) -> None:
    pair = at_work({"organization": "Bin University"}, {"organization": "Turin University"}, year)

    assert dict(pair).get("other_organization") == bits


def at_work(one: dict[str, Any], other: dict[str, Any], year: int = 2010) -> list[tuple[str, float]]:
    """Return what is said of Bin Yu in two profiles, of 2010 and of a year."""
    works = [paper({"name": "Bin Yu", **said}, year=at) for said, at in ((one, 2010), (other, year))]
    records = [record(id=f"owner-{n}", name=f"Owner {n}", publications=[work]) for n, work in enumerate(works)]
    _, resolution = resolve(*records)
    return [(reason.kind, reason.bits) for reason in PersonScores(resolution.corpus).reasons(1, 3)]


@pytest.mark.parametrize("lists", [3, 4])
def test_a_rare_name_joins_by_itself_however_many_mention_it(lists: int) -> None:
    works = [paper("Hallgerd Stormoen", title=title) for title in ("Mills and weirs", "Looms", "Tides", "Salts")]
    records = [record(id=f"o{n}", name=f"Owner {n}", publications=[works[n]]) for n in range(lists)]

    profiles, _ = resolve(*records)

    assert len({author_iris(profile)[0] for profile in profiles}) == 1


@pytest.mark.parametrize(("title", "people"), [("Ballads of the harbour", 1), ("Enzymes of yeast", 2)])
def test_a_rare_name_does_not_join_two_who_work_in_different_fields(title: str, people: int) -> None:
    works = [paper("Hallgerd Hermann", title=each) for each in ("Lyric poetry and its readers", title)]
    records = [record(id=f"o{n}", name=f"Owner {n}", publications=[work]) for n, work in enumerate(works)]

    profiles, resolution = resolve(*records)

    assert len({author_iris(profile)[0] for profile in profiles}) == people
    assert len(resolution.decided[0].questions) == people - 1


def test_a_name_that_many_mention_joins_by_what_stands_beside_it() -> None:
    titles = [f"Salty drift of coastal {word}" for word in ("sediments", "shingle", "sands", "pebbles")]
    works = [paper("Hallgerd Stormoen", title=title, venue="Estuary Letters") for title in titles]

    profiles, _ = resolve(*(record(id=f"o{n}", name=f"Owner {n}", publications=[w]) for n, w in enumerate(works)))

    assert len({author_iris(profile)[0] for profile in profiles}) == 1


def test_an_id_that_no_profile_declares_is_an_error() -> None:
    ada = record(
        id="ada", name="Ada Lovelace", publications=[paper("Ada Lovelace", {"name": "C. B.", "id": "charles"})]
    )

    with pytest.raises(ReadError, match=r"profiles/ada\.yaml:1: somebody has the id 'charles'"):
        resolve(ada)


def test_two_profiles_with_one_id_are_an_error_that_names_both() -> None:
    one, other = record(id="ada", name="Ada Lovelace"), record(id="ada", name="Ada King")

    with pytest.raises(ReadError, match=r"the id 'ada' is already declared in profiles/ada\.yaml:1"):
        resolve(one, other)


def test_people_are_called_as_they_are_written_most_often() -> None:
    ada = record(
        id="ada",
        name="Ada Lovelace",
        publications=[
            paper("Ada Lovelace", "CHARLES BABBAGE"),
            paper("Ada Lovelace", "Charles Babbage", title="More"),
            paper("Ada Lovelace", "Charles Babbage", title="Most"),
        ],
    )

    (resolved,), _ = resolve(ada)

    assert {work["authors"][1]["label"] for work in resolved.document["publications"]} == {"Charles Babbage"}


@pytest.mark.parametrize(
    ("written", "iri"),
    [
        ("CUHK", "organization/cuhk"),
        ("Chinese University of Hong Kong", "organization/cuhk"),
        ("the chinese university of hong kong", "organization/cuhk"),
        ("Facebook", "organization/meta"),
    ],
)
def test_organisations_are_found_by_all_their_names(written: str, iri: str) -> None:
    ada = record(id="ada", name="Ada", positions=[{"organization": written, "role": "Intern"}])

    (resolved,), _ = resolve(ada)

    assert resolved.document["positions"][0]["organization"]["id"] == iri


def test_a_former_name_is_kept_as_written() -> None:
    ada = record(
        id="ada",
        name="Ada",
        positions=[{"organization": "Facebook", "role": "Intern"}],
        publications=[paper("Ada", venue="SysML'19")],
    )

    (resolved,), _ = resolve(ada)

    assert resolved.document["positions"][0]["organization"]["as_written"] == "Facebook"
    assert resolved.document["publications"][0]["venue"]["as_written"] == "SysML"


def test_a_unit_is_an_organisation_within_another() -> None:
    for position, iri, parent in (
        (
            {"organization": "CUHK", "unit": "Dept. of Computer Science"},
            "organization/cuhk-computer-department-science-",
            "organization/cuhk",
        ),
        (
            {"organization": "CUHK", "unit": "Department of Ecology, Evolution and Behavior"},
            "organization/cuhk-behavior-department-ecology-evolution-",
            "organization/cuhk",
        ),
        ({"organization": "Computer Science Department, CUHK"}, "organization/cuhk-computer-", "organization/cuhk"),
        ({"organization": "MLSys team at Meta"}, "organization/meta-mlsys-team-", "organization/meta"),
        ({"organization": "Meta AI Lab"}, "organization/meta-ai-laboratory-", "organization/meta"),
        (
            {"organization": "Institute of Looms, Engine Works"},
            "organization/engine-works-",
            "organization/engine-works-",
        ),
    ):
        ada = record(id="ada", name="Ada", positions=[{"role": "Intern", **position}])

        (resolved,), _ = resolve(ada)

        node = resolved.document["positions"][0]["unit" if "unit" in position else "organization"]
        assert node["id"].startswith(iri)
        assert node["within"].startswith(parent)


def test_departments_of_one_name_are_as_many_as_their_universities() -> None:
    units = ("Department of Computer Science", "Computer Science Dept.")
    places = ("CUHK", "Engine Works")
    positions = [{"organization": place, "unit": unit, "role": "Intern"} for place in places for unit in units]

    (resolved,), _ = resolve(record(id="ada", name="Ada", positions=positions))

    first, again, other, other_again = (item["unit"]["id"] for item in resolved.document["positions"])
    assert (first, other) == (again, other_again)
    assert first != other


def test_venues_are_found_however_they_are_written() -> None:
    for written, year, iri in (
        ("USENIX ATC 2023", None, "event/usenix-atc-2023"),
        ("USENIX Annual Technical Conference (ATC), 2023", None, "event/usenix-atc-2023"),
        ("USENIX Annual Technical Conference (ATC)", 2023, "event/usenix-atc-2023"),
        ("2023 USENIX Annual Technical Conference (USENIX ATC 23)", 2023, "event/usenix-atc-2023"),
        ("Proceedings of the 2023 USENIX Annual Technical Conference", None, "event/usenix-atc-2023"),
        ("ATC'17", None, "event/usenix-atc-2017"),
        ("ATC '17", None, "event/usenix-atc-2017"),
        ("atc", 2014, "event/usenix-atc-2014"),
        ("ATC 48", 2018, "event/usenix-atc-2018"),
        ("SysML'18", None, "event/mlsys-2018"),
        ("ATC", None, "venue/usenix-atc"),
        ("IEEE/ACM Transactions on Networking (TON 2024)", None, "venue/ton"),
        ("Transactions on Networking", 2024, "venue/transactions-on-networking-"),  # of whom, nobody says
        ("Proc. 29th Int. Conf. on Very Large Data Bases", 2003, "event/vldb-2003"),
        ("ACM Trans. Database Syst.", 2003, "venue/tods"),
        ("SEC", 2003, "venue/sec-"),
        ("LearningSys @ NeurIPS'18", None, "venue/learningsys-neurips-"),
    ):
        ada = record(id="ada", name="Ada", publications=[paper("Ada", venue=written, year=year)])

        (resolved,), _ = resolve(ada)

        assert resolved.document["publications"][0]["venue"]["event"]["id"].startswith(iri)


def sample_records() -> list[Record]:
    files = reading.profile_files(SAMPLE / "profiles")
    return [each for batch in reading.batches(files) for each in reading.read(batch, SAMPLE)]


def iris(resolved: Resolved) -> list[str]:
    return [
        (mention.node["event"] if mention.kind == "event" else mention.node)["id"]
        for mention in mentions(resolved.document)
    ]


def test_leaving_a_profile_out_changes_no_other_iri_but_its_owners() -> None:
    authorities = read_authorities(read_project(SAMPLE))
    records = sample_records()
    whole, resolution = resolve(*records, authorities=authorities)
    owners = {f"person/{each.profile.id}" for each in records}
    for left_out in range(len(records)):
        rest = records[:left_out] + records[left_out + 1 :]

        parts, _ = resolve(*rest, authorities=authorities, registry=deepcopy(resolution.registry))

        expected = [iris(each) for index, each in enumerate(whole) if index != left_out]
        for before, after in zip(expected, map(iris, parts), strict=True):
            assert all(one == other or one in owners for one, other in zip(before, after, strict=True))


SPELT = ("Wei Wang", "Wei de Wang", "Wei van Wang", "Wei von Wang")
"""One name with four family names."""


@pytest.mark.parametrize(("number", "people"), [(3, 1), (4, 4)])
def test_an_id_that_is_stated_of_many_family_names_joins_nobody(number: int, people: int) -> None:
    owners = ("Charles Babbage", "Mary Somerville", "George Boole", "Augustus De Morgan")
    titles = ("On looms", "Tides and marshes", "A theory of tables", "Silk and its dyes")
    records = [
        record(
            id=f"owner-{place}",
            name=owner,
            publications=[paper(owner, {"name": name, "orcid": "0000-0002-1825-0097"}, title=title, year=1843)],
        )
        for place, (name, owner, title) in enumerate(zip(SPELT[:number], owners, titles, strict=False))
    ]

    resolved, _ = resolve(*records)

    assert len({author_iris(each)[1] for each in resolved}) == people


ORCID = "0000-0002-1825-0097"


def test_an_orcid_id_of_two_authors_of_one_work_is_a_question_and_given_to_neither() -> None:
    shared = [{"name": name, "orcid": ORCID} for name in ("Ada Vane", "Bo Quist")]
    works = [paper("Cy Rook", *shared, title="Warm ferns"), paper("Cy Rook", {"name": "Dee Lund", "orcid": ORCID})]

    (profile,), resolution = resolve(record(id="cy", name="Cy Rook", publications=works))

    assert len({*author_iris(profile), *author_iris(profile, 1)}) == 4
    assert {question.obstacle for question in resolution.decided[0].questions} == {"work", "names"}
    assert not any("orcid" in author for author in profile.document["publications"][0]["authors"])
    assert [each.what for each in profile.left_out] == ["publications[].authors[].orcid"] * 2


@pytest.mark.parametrize(("now", "is_one"), [("Ada Quist", True), ("Bo Quist", False), ("A. Quist", False)])
def test_an_orcid_id_holds_though_the_family_name_changed_and_no_further(now: str, is_one: bool) -> None:
    works = [paper("Cy Rook", {"name": now, "orcid": ORCID}, title="Warm ferns")]
    profiles = [record(id="ada", name="Ada Vane", orcid=ORCID), record(id="cy", name="Cy Rook", publications=works)]

    (ada, cy), resolution = resolve(*profiles)

    assert (author_iris(cy)[1] == ada.document["id"]) is is_one
    assert is_one is not bool(resolution.decided[0].questions)


@pytest.mark.parametrize("variants", [[], ["Minny Vane"]], ids=["without a nickname", "with it"])
def test_names_that_a_profile_states_as_its_own_do_not_bar_one_another(variants: list[str]) -> None:
    written = ["Wilhelmina-Kate F. Vane"] * 5 + ["Minny Vane"] * bool(variants)
    friends = ("Balthasar Trothaberg", "Hallgerd Stormoen")
    own = record(
        id="kate",
        name="Wilhelmina-Kate Vane",
        variants=variants,
        publications=[paper("Wilhelmina-Kate Vane", *friends, title="Moss on walls")],
    )
    others = [
        record(id=f"o{n}", name=f"Owner {n}", publications=[paper(name, *friends, title=f"Ferns {n}")])
        for n, name in enumerate(written)
    ]

    (kate, *found), _ = resolve(own, *others)

    assert {author_iris(each)[0] for each in found} == {kate.document["id"]}
