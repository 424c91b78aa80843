"""One rule says which organisation a text names: what is declared, what ROR surely has, else the words."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from kg.identity.organizations import OrganizationNames
from kg.identity.registry import read_registry
from kg.profile.config import Authorities
from kg.profile.ror import RorName, RorOrganization, write_ror
from tests.conftest import Command
from tests.identity.test_affiliations import LISTED, OTHERS

IDS = {"1": "00rcxh774", "3": "05t8y2r12", "9": "021cj6z65", "10": "034z67559"}
COLOGNE, SOOCHOW, QINGDAO, CHENGDU = IDS.values()
PROFILE = """id: ada-lovelace
name: Ada Lovelace
positions:
  - {role: Engineer, organization: Universität zu Köln, start: 1841}
  - {role: Reader, organization: University of Cologne, start: 1842}
  - {role: Poet, organization: Trinity College, start: 1843}
  - {role: Fellow, organization: "LNEX, France", start: 1844}
  - {role: Guest, organization: An Unknown House, start: 1845}
publications:
  - title: On engines
    authors:
      - {name: Ada Lovelace, affiliations: ["Institut für Dampf, Universität zu Köln, Köln, Germany"]}
      - name: Bo Quist
        affiliations: ["School of Law, Soochow University, Suzhou, P.R. China; University of Cologne, Germany"]
      - name: Cleo Rook
        affiliations: ["School of Law, Chengdu University, Moss Lab, Qingdao University, China"]
"""


@pytest.fixture
def named(project: Path) -> Path:
    """Return a project that names organisations and lists none."""
    (project / "profiles" / "ada-lovelace.yaml").write_text(PROFILE)
    return project


def give_ror(project: Path) -> None:
    known = [each._replace(ror=IDS.get(each.ror, each.ror)) for each in LISTED]
    college = RorOrganization("x", (RorName("name", "Trinity College"),), "GB", "", "Dublin", ("education",), ())
    write_ror(project / "authorities" / "ror.sqlite", [*known, college, *OTHERS])


@pytest.fixture
def build(kg: Command, named: Path) -> Callable[[], None]:
    def run() -> None:
        outcome = kg("build", named, "--out", named / "build", "--workers", 1)
        assert outcome.code == 0, outcome.err

    return run


Answer = list[dict[str, str]]


@pytest.fixture
def ask(kg: Command, named: Path) -> Callable[[str], Answer]:
    def run(query: str) -> Answer:
        found = json.loads(kg("sparql", query, "--release", named / "build", "--format", "json").out)
        return [{key: cell["value"] for key, cell in row.items()} for row in found["results"]["bindings"]]

    return run


def test_printed_affiliations_find_their_organisation_by_ror(
    named: Path, build: Callable[[], None], ask: Callable[[str], Answer]
) -> None:
    give_ror(named)
    build()
    rows = ask("""SELECT ?who ?called ?name ?ror {
      ?authorship kg:nameAsWritten ?who ; kg:affiliationOnWork ?at . ?at schema:name ?called .
      ?at schema:parentOrganization? ?whole . ?whole schema:name ?name ; schema:sameAs ?ror }
      ORDER BY ?who ?called ?name""")

    cologne, soochow, qingdao, chengdu = (f"https://ror.org/{ror}" for ror in IDS.values())
    assert [tuple(row.values()) for row in rows] == [
        ("Ada Lovelace", "Institut für Dampf", "University of Cologne", cologne),
        ("Bo Quist", "School of Law", "Soochow University", soochow),
        ("Bo Quist", "University of Cologne", "University of Cologne", cologne),
        ("Cleo Rook", "Moss Lab", "Qingdao University", qingdao),
        ("Cleo Rook", "School of Law", "Chengdu University", chengdu),
    ]


def test_the_words_that_match_are_evidence_and_what_is_unsure_is_asked(
    kg: Command, named: Path, build: Callable[[], None], ask: Callable[[str], Answer]
) -> None:
    give_ror(named)
    build()
    why = kg("why", "University of Cologne", "--release", named / "build")
    asked = ask("SELECT ?name ?perhaps { ?one kg:possiblySameAs ?ror ; schema:name ?name . ?ror schema:name ?perhaps }")

    assert "'Universität zu Köln' in 'Institut für Dampf, Universität zu Köln, Köln, Germany' names" in why.out
    assert "(profiles/ada-lovelace.yaml)" in why.out
    assert asked == [{"name": "LNEX, France", "perhaps": "National Laboratory of Engines"}]
    assert (
        "LNEX, France: perhaps National Laboratory"
        in kg("identity", "organizations", named, "--release", named / "build").err
    )
    assert "LNEX, France" in kg("review", named, "--list", "--release", named / "build").out


def test_what_was_published_leads_on_when_ror_comes_and_when_an_entry_is_taken_over(
    kg: Command, named: Path, build: Callable[[], None]
) -> None:
    build()
    before = [iri for iri in read_registry(named / "identity" / "registry.tsv").rows if "organization/" in iri]
    give_ror(named)
    build()
    between = [iri for iri in read_registry(named / "identity" / "registry.tsv").rows if "organization/" in iri]
    outcome = kg("identity", "organizations", named, "--release", named / "build")
    assert outcome.code == 0, outcome.err
    proposed = yaml.safe_load(outcome.out)
    assert proposed[-1] == {
        "id": "university-of-cologne",
        "name": "University of Cologne",
        "aliases": ["Universität zu Köln"],
        "ror": COLOGNE,
    }
    assert kg("identity", "check", named, "--release", named / "build").code == 0

    (named / "organizations.yaml").write_text(f"organizations:\n{outcome.out}")
    build()
    registry = read_registry(named / "identity" / "registry.tsv")
    cologne = {iri for iri in {*before, *between} if iri.startswith(("organization/univ", "organization/koln"))}
    cologne = {iri for iri in cologne if "dampf" not in iri}  # its unit, which leads to the unit of today
    assert len(cologne) > 2
    assert {registry.target(iri) for iri in cologne} == {"organization/university-of-cologne"}
    assert kg("identity", "check", named, "--release", named / "build").code == 0
    again = kg("identity", "organizations", named, "--release", named / "build")
    assert (again.code, again.out) == (1, "")


def test_a_declared_organisation_is_the_one_of_ror(
    kg: Command, named: Path, build: Callable[[], None], ask: Callable[[str], Answer]
) -> None:
    give_ror(named)
    (named / "organizations.yaml").write_text(f"organizations:\n  - {{id: koeln, name: Köln, ror: {COLOGNE}}}\n")
    build()

    assert [row["name"] for row in ask("SELECT ?name { <organization/koeln> schema:name ?name }")] == ["Köln"]
    assert not ask(
        f"SELECT ?one {{ ?one schema:sameAs <https://ror.org/{COLOGNE}> FILTER(?one != <organization/koeln>) }}"
    )
    assert "Soochow" in kg("identity", "organizations", named, "--release", named / "build").out


def test_without_ror_a_sentence_says_how_to_have_it(kg: Command, named: Path, build: Callable[[], None]) -> None:
    build()
    outcome = kg("identity", "organizations", named, "--release", named / "build")

    assert (outcome.code, outcome.out) == (1, "")
    assert "kg import ror RELEASE" in outcome.err


def test_a_damaged_file_of_ror_ends_a_build_with_what_to_do(kg: Command, named: Path) -> None:
    give_ror(named)
    path = named / "authorities" / "ror.sqlite"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])
    outcome = kg("build", named, "--out", named / "build", "--workers", 1)

    assert outcome.code == 2
    assert "hint: make it again: kg import ror RELEASE" in outcome.err


# Names by their words alone.


def iri(name: str) -> str:
    return OrganizationNames(Authorities()).iri(name)


ONE = [
    ("Fernshire University", "University of Fernshire"),
    ("The Fernshire University", "Fernshire University"),
    ("University of New Fernshire", "New Fernshire University"),
    ("Institute of Moss, Fernshire University", "Institute of Moss, University of Fernshire"),
    ("Dept. of Moss, Fernshire University", "Moss Department, University of Fernshire"),
    ("Goethe University, Institute for Money (IFM)", "Institute for Money (IFM), Goethe University"),
    ("FU Fernton, Department of Moss", "Department of Moss, FU Fernton"),
]
TWO = [
    ("York University", "University of York"),
    ("Washington University", "University of Washington"),
    ("Universität Wien", "University of Vienna"),  # only ROR says so
    ("Fernshire College", "Fernshire University"),
    ("University of Fernshire", "University of Fernshire at Fernton"),
    ("Fern", "Fern College"),
    ("Institute of Moss", "Institute of Moss of the Academy of Mosses"),
]


def test_two_forms_of_one_name_are_one_organisation() -> None:
    for one, other in ONE:
        assert iri(one) == iri(other)


def test_what_may_be_two_is_two() -> None:
    for one, other in TWO:
        assert iri(one) != iri(other)


def test_a_name_that_may_be_short_for_another_is_asked(
    named: Path, build: Callable[[], None], ask: Callable[[str], Answer]
) -> None:
    names = ("Fernton", "Fernton College", "Institute of Moss", "Institute of Moss of the Academy of Mosses",
             "Fernshire University", "Fernshire University of Mosses", "Fernshire University at Reedton")  # fmt: skip
    positions = "".join(f"  - {{role: Poet, organization: '{each}', start: 1843}}\n" for each in names)
    (named / "profiles" / "ada-lovelace.yaml").write_text(f"id: ada\nname: Ada Lovelace\npositions:\n{positions}")
    build()

    rows = ask("SELECT ?name ?other { ?one kg:possiblySameAs ?two ; schema:name ?name . ?two schema:name ?other }")
    assert {tuple(sorted(row.values(), key=len)) for row in rows} == {names[:2], names[2:4]}


JOINED = [
    "Mossonian University & Fernshire University",
    "University of Mosston and University of Fernshire",
    "Universität Mosston und Universität Fernstadt",
    "Fern College / Moss College",
    "Mossonian University and Normal University of Fernton",
]
WHOLE = [
    "Fernshire A&M University",
    "Faculty of Arts & Sciences",
    "College of Arts & Sciences",
    "Institute for Physics and Astronomy",
    "Fernshire University of Science and Technology",
    "Moss and Fern University",
    "College of Ada & Bo",
    "Fern & Moss",
    "Fernshire University and Hospital",
    "Vane, Quist & Partners Group",
]


def test_two_whole_organisations_joined_by_and_are_two() -> None:
    for name in JOINED:
        node = {"name": name}
        OrganizationNames(Authorities()).identify(node)
        assert len(node["also"]) == 1


def test_an_and_within_a_name_parts_nothing() -> None:
    for name in WHOLE:
        node = {"name": name}
        OrganizationNames(Authorities()).identify(node)
        assert not node.keys() & {"also", "parent"}


def test_what_names_nobody_has_no_parts() -> None:
    for name in ("Fern Group, Consulting", "Vane Lab, Inc.", "Moss Institute, Germany", "Fern Lab,"):
        node = {"name": name}
        OrganizationNames(Authorities()).identify(node)
        assert "parent" not in node
