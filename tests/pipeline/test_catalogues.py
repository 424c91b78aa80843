"""Catalogues, in `catalogues/`: lists of works that are nobody's, joined with profiles where evidence says so."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from kg.base.errors import ConfigError, ReadError
from kg.building import build, validate
from kg.pipeline.result import BuildResult
from kg.profile.account import read_accounts
from kg.profile.config import read_project
from kg.site.site import Site
from kg.store.release import ARCHIVE, Release
from tests.conftest import Command
from tests.support.site_pages import html, texts

pytestmark = pytest.mark.thorough

CONFIG = """\
base: https://kg.example.org/
title: Looms
license: https://creativecommons.org/licenses/by/4.0/
publisher: {name: Looms}
"""
PROFILE = """\
id: ada
name: Ada Lovelace
orcid: 0000-0002-1825-0097
publications:
- title: A sketch of the engine that weaves algebra
  authors: [Ada Lovelace, Charles Babbage]
  year: 1843
  doi: 10.5555/sketch
"""
SKETCH = """\
@article{sketch, title={A sketch of the engine that weaves algebra}, author={Lovelace, A. and Babbage, C.},
  year=1843, doi={10.5555/sketch}, pages={12--34}}
"""
ALONE = """\
@article{alone, title={Warp and weft of mechanical reasoning}, author={Somerville, Mary and Wang, Wei}, year=1850}
"""
RIS = """\
TY  - JOUR
TI  - A Sketch of the Engine that Weaves Algebra
AU  - Babbage, Charles
AU  - Lovelace, Ada
PY  - 1843
ER  -
"""
PREFIXES = """\
PREFIX schema: <https://schema.org/>
PREFIX kg: <https://w3id.org/profile-kg/ontology#>
PREFIX prov: <http://www.w3.org/ns/prov#>
"""


class Library:
    """A project with catalogues."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name in ("profiles", "catalogues"):
            (root / name).mkdir(parents=True)
        (root / "kg.yaml").write_text(CONFIG)
        (root / "profiles" / "ada.yaml").write_text(PROFILE)

    def list(self, name: str, text: str) -> None:
        path = self.root / "catalogues" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def build(self, *, keep_going: bool = False, anew: bool = False) -> BuildResult:
        return build(read_project(self.root), self.root / "build", keep_going=keep_going, anew=anew)

    def release(self) -> Release:
        outcome = self.build()
        assert outcome.release is not None, outcome.report
        return outcome.release


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "looms")


def rows(release: Release, query: str) -> list[list[str]]:
    answer = release.store().query(f"{PREFIXES} {query}")
    return sorted([str(getattr(term, "value", term)) for term in row] for row in answer)  # type: ignore[union-attr]


def people(release: Release, name: str) -> int:
    (found,) = rows(release, f"SELECT (COUNT(DISTINCT ?one) AS ?n) {{ ?one schema:name '{name}' }}")
    return int(found[0])


def sources(release: Release, title: str) -> list[list[str]]:
    query = f"""SELECT ?file ?first ?last {{ ?work schema:name "{title}" . GRAPH ?g {{ ?e kg:supports ?work ;
      kg:startLine ?first ; kg:endLine ?last ; prov:wasDerivedFrom ?source }} ?source schema:name ?file }}"""
    return rows(release, query)


def messages(outcome: BuildResult, root: Path) -> Sequence[str]:
    return [str(each.as_json(root)["path"]) + f":{each.line}: {each.message}" for each in outcome.warnings]


def test_works_of_a_catalogue_stand_in_the_graph_with_file_and_lines_and_are_on_nobodys_list(library: Library) -> None:
    library.list("group.bib", f"% ours\n{ALONE}")
    release = library.release()

    assert sources(release, "Warp and weft of mechanical reasoning") == [["catalogues/group.bib", "2", "2"]]
    assert (
        rows(release, "SELECT ?who { ?work schema:name 'Warp and weft of mechanical reasoning' ; kg:listedBy ?who }")
        == []
    )
    assert people(release, "Mary Somerville") == 1
    assert release.manifest["counts"]["profiles"] == release.manifest["counts"]["catalogues"] == 1


def test_the_same_work_in_two_catalogues_and_a_profile_is_one_with_three_sources(library: Library) -> None:
    library.list("group.bib", SKETCH)
    library.list("archive/old.ris", RIS)
    release = library.release()

    title = "A sketch of the engine that weaves algebra"
    assert [file for file, *_ in sources(release, title)] == [
        "catalogues/archive/old.ris",
        "catalogues/group.bib",
        "profiles/ada.yaml",
    ]
    assert rows(
        release, f"SELECT ?who ?pages {{ ?w schema:name '{title}' ; kg:listedBy ?who ; schema:pagination ?pages }}"
    ) == [["https://kg.example.org/person/ada", "12–34"]]
    assert people(release, "Charles Babbage") == 1
    account = release.manifest["account"]
    assert account["entries"] == {"read": 3, "in_graph": 1, "joined": 2, "left_out": 0}
    assert account["profiles"] == 1


def test_an_orcid_joins_an_author_of_a_catalogue_with_the_owner_of_a_profile(library: Library) -> None:
    work = {
        "id": "1", "type": "article-journal", "title": "Of bobbins", "issued": {"date-parts": [[1851]]},
        "author": [{"family": "Lovelace", "given": "A.", "ORCID": "https://orcid.org/0000-0002-1825-0097"}],
    }  # fmt: skip
    library.list("works.json", json.dumps([work], indent=1))
    release = library.release()
    found = rows(release, "SELECT ?who { ?work schema:name 'Of bobbins' ; schema:author ?who }")
    assert found == [["https://kg.example.org/person/ada"]]
    assert rows(release, "SELECT ?who { ?work schema:name 'Of bobbins' ; kg:listedBy ?who }") == []


def test_works_go_with_their_catalogue_and_come_back_with_their_iris(library: Library) -> None:
    def iri() -> list[list[str]]:
        query = "SELECT ?work { ?work schema:name 'Warp and weft of mechanical reasoning' ; kg:authorship ?a }"
        return [list(each) for each in {tuple(row) for row in rows(library.release(), query)}]

    library.list("group.bib", ALONE)
    first = iri()
    (library.root / "catalogues" / "group.bib").unlink()
    assert iri() == []
    library.list("renamed.bib", f"{SKETCH}{ALONE}")
    assert iri() == first
    assert len(first) == 1


def test_a_table_is_a_catalogue_whose_rows_are_its_lines(library: Library) -> None:
    library.list(
        "shelf.csv", "Titel;Autoren;Jahr;DOI\nOf Bobbins;Rossi, Carla & Wang, Wei;1851;\n;;1843;10.5555/sketch\n"
    )
    outcome = library.build()
    assert outcome.release is not None
    assert sources(outcome.release, "Of Bobbins") == [["catalogues/shelf.csv", "2", "2"]]
    assert messages(outcome, library.root) == ["catalogues/shelf.csv:None: 1 DOI without details"]
    assert outcome.account["entries"]["left_out"] == 1


def test_an_account_tells_of_a_catalogue_as_a_whole(library: Library) -> None:
    library.list("group.bib", f"{SKETCH}{ALONE}@misc{{x, author={{Nobody, N.}}}}\n")
    outcome = library.build()
    assert outcome.release is not None
    catalogue = [each for each in read_accounts(outcome.release.path) if not each.person]
    assert [(each.source, dict(each.entries), each.shared, each.authorships) for each in catalogue] == [
        ("catalogues/group.bib", {"publications": 3}, 1, 4)
    ]
    assert outcome.account["entries"] == {"read": 4, "in_graph": 2, "joined": 1, "left_out": 1}
    assert any(each.startswith("catalogues/group.bib:4: ") for each in messages(outcome, library.root))


def test_dois_alone_are_counted_as_entries_without_details(library: Library) -> None:
    library.list("read.txt", "# read\n10.5555/one\nhttps://doi.org/10.5555/two\n\nnone\n")
    outcome = library.build()
    assert messages(outcome, library.root) == [
        "catalogues/read.txt:5: 'none' is no DOI; left out",
        "catalogues/read.txt:None: 2 DOIs without details",
    ]
    assert outcome.warnings[-1].hint == "export them with titles, as BibTeX, RIS or a table"
    assert outcome.account["entries"]["left_out"] == 3
    assert outcome.release is not None
    (account,) = [each for each in read_accounts(outcome.release.path) if not each.person]
    assert [(each.reason, each.line) for each in account.left_out] == [
        ("its details are not known", 2), ("its details are not known", 3), ("it is no DOI", 5),
    ]  # fmt: skip


def test_a_file_that_lists_no_works_is_an_error_and_takes_nothing_else_with_it(library: Library) -> None:
    library.list("notes.md", "# Buy thread\n")
    library.list("group.bib", ALONE)
    with pytest.raises(ReadError, match="this is no list of works that kg can read"):
        library.build()
    outcome = library.build(keep_going=True)
    assert [each.path for each in outcome.left_out] == [library.root / "catalogues" / "notes.md"]
    assert outcome.counts["catalogues"] == 1
    assert outcome.release is not None
    assert sources(outcome.release, "Warp and weft of mechanical reasoning")


def test_contacts_in_a_catalogue_are_not_published(library: Library) -> None:
    library.list("group.bib", ALONE.replace("year=1850", "year=1850, note={Write to mary@somerville.example.org}"))
    release = library.release()
    assert "mary@" not in str(rows(release, "SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"))
    for name in (ARCHIVE, "account.jsonl", "report.ttl"):
        assert b"mary@" not in (release.path / name).read_bytes()


def test_a_catalogue_belongs_to_the_organisation_that_the_project_names(library: Library) -> None:
    library.list("group.bib", f"{SKETCH}{ALONE}")
    (library.root / "organizations.yaml").write_text("organizations: [{id: loom-lab, name: Loom Laboratory}]\n")
    said = f"{CONFIG}catalogues: [{{file: group.bib, organization: loom-lab}}]\n"
    (library.root / "kg.yaml").write_text(said)
    release = library.release()
    query = "SELECT ?title { ?w kg:cataloguedBy <https://kg.example.org/organization/loom-lab> ; schema:name ?title }"
    assert rows(release, query) == [
        ["A sketch of the engine that weaves algebra"],
        ["Warp and weft of mechanical reasoning"],
    ]

    page = html(Site(release), "work/" + _slug(release, "Warp and weft of mechanical reasoning") + "/")
    (said_there,) = texts(page, "main")
    assert "Loom Laboratory" in said_there
    assert "catalogues/group.bib" in said_there
    assert "Warp and weft of mechanical reasoning" in texts(html(Site(release), "organization/loom-lab/"), "main")[0]

    (library.root / "kg.yaml").write_text(said.replace("group.bib", "groups.bib"))
    with pytest.raises(ConfigError, match="there is no file 'catalogues/groups") as caught:
        library.build()
    assert (caught.value.problems[0].line, caught.value.problems[0].hint) == (5, "did you mean 'group.bib'?")
    (library.root / "kg.yaml").write_text(said.replace("loom-lab", "loom-labs"))
    with pytest.raises(ConfigError, match="no entry with the id 'loom-labs'"):
        library.build()


def test_the_organisation_of_a_catalogue_speaks_for_its_people(library: Library) -> None:
    (library.root / "organizations.yaml").write_text("organizations: [{id: loom-lab, name: Loom Laboratory}]\n")
    (library.root / "profiles" / "ina.yaml").write_text(
        "id: ina\nname: Ina Somerville\npublications: [{title: Copper bobbins, authors: [Ina Somerville]}]\n"
        "positions: [{organization: Loom Laboratory, role: Weaver, start: 1840, end: 1852}]\n"
    )
    library.list("group.bib", "@article{a, title={Tides of the Severn}, author={I. Somerville}, year=1851}\n")
    assert people(library.release(), "I. Somerville") == 1
    (library.root / "kg.yaml").write_text(f"{CONFIG}catalogues: [{{file: group.bib, organization: loom-lab}}]\n")
    assert people(library.release(), "I. Somerville") == 0


def _slug(release: Release, title: str) -> str:
    ((iri,),) = {tuple(row) for row in rows(release, f"SELECT ?w {{ ?w schema:name '{title}' ; kg:authorship ?a }}")}
    return iri.rpartition("/")[2]


def test_a_library_needs_no_profiles(library: Library) -> None:
    (library.root / "profiles" / "ada.yaml").unlink()
    library.list("group.bib", SKETCH)
    release = library.release()
    assert release.manifest["counts"]["profiles"] == 0
    assert people(release, "A. Lovelace") == 1
    assert validate(read_project(library.root)).conforms


def test_all_that_is_wrong_with_catalogues_and_profiles_is_told_at_once(library: Library, kg: Command) -> None:
    library.list("notes.md", "# Buy thread\n")
    (library.root / "profiles" / "ada.yaml").write_text("id: ada\n")
    (library.root / "kg.yaml").write_text(f"{CONFIG}catalogues: [{{file: a.bib, organization: nobody}}]\n")
    told = kg("validate", str(library.root))
    assert told.code == 2
    for what in (
        "notes.md: this is no list",
        "ada.yaml:1",
        "no file 'catalogues/a.bib'",
        "no entry with the id 'nobody'",
    ):
        assert what in told.err


def test_commands_tell_of_catalogues(library: Library, kg: Command) -> None:
    library.list("group.bib", f"{SKETCH}{ALONE}")
    assert "1 profile, 1 catalogue, " in kg("build", str(library.root), "--out", str(library.root / "build")).err
    release = ("--release", str(library.root / "build"))
    assert "catalogues/group.bib" in kg("info", *release, "--account").out
    assert "joined: 'A sketch of the engine that weaves algebra' with catalogues/group.bib" in (
        kg("info", *release, "--account", "--person", "ada").out
    )
    assert "catalogues/group.bib:3" in kg("why", *release, "Warp and weft of mechanical reasoning").out
    assert kg("validate", str(library.root)).code == 0


def test_questions_of_identity_are_asked_where_the_last_entry_of_a_catalogue_names_nobody(
    library: Library, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = "@article{{{0}, title={{Engine {0} tables}}, author={{Lovelace, A.}}, year=1840}}"
    entries = map(entry.format, ("loom", "card", "barrel"))
    library.list("group.bib", "\n".join(entries))
    library.list("zz.bib", "@article{nobody, title={A page of nobody}, year=1850}")
    library.build()
    monkeypatch.chdir(library.root)

    outcome = kg("review", "--list")

    assert outcome.code == 0, outcome.err
    assert "person/ada  person/a-lovelace-" in outcome.out  # mentions move to who has a profile
    assert "  person/ada " not in outcome.out


def test_compare_says_which_works_of_a_person_only_catalogues_name(library: Library, kg: Command) -> None:
    library.list("group.bib", f"{SKETCH}{ALONE.replace('Somerville, Mary', 'Lovelace, Ada')}")
    profile = library.root / "profiles" / "ada.yaml"
    before = kg("compare", str(profile))
    assert (before.code, "lists of others" in before.out) == (0, False)
    kg("build", str(library.root))
    shown = kg("compare", str(profile)).out
    assert "On lists of others alone, as of the last build (1)" in shown
    assert "  Warp and weft of mechanical reasoning (1850)  [catalogues/group.bib]" in shown
