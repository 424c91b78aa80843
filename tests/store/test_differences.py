import gzip
from pathlib import Path

import pytest

from kg.base.errors import ConfigError, KgError, ReadError, ReleaseError
from kg.store.diff.changes import GraphDifference
from kg.store.diff.comparing import Comparison
from kg.store.diff.describing import describe
from kg.store.diff.dump_sources import open_source
from kg.store.diff.history import append
from kg.store.release import Release
from kg.terms.declaration import extended
from kg.terms.vocabulary import KG, RDF_TYPE
from tests.conftest import Golden
from tests.support import change_scenes

BASE = "https://kg.example.org/"
SCHEMA = "https://schema.org/"
HEAD = f'<{BASE}dataset> <http://rdfs.org/ns/void#uriSpace> "{BASE}" .\n'
ADA = f"<{BASE}person/ada>"
MEMBERSHIP = f"<http://www.w3.org/ns/org#Membership>, <{SCHEMA}OrganizationRole>"


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Release, Release]:
    """Build a project before and after a year."""
    root = change_scenes.project(tmp_path_factory.mktemp("year"))
    return change_scenes.before(root, root / "build"), change_scenes.after(root, root / "build")


def comparison(tmp_path: Path, old: str, new: str) -> Comparison:
    for name, text in (("old", old), ("new", new)):
        (tmp_path / f"{name}.nq").write_text(HEAD + text, encoding="utf-8")
    return compared(tmp_path / "old.nq", tmp_path / "new.nq")


def difference(tmp_path: Path, old: str, new: str) -> GraphDifference:
    return describe(comparison(tmp_path, old, new))


def clauses(tmp_path: Path, old: str, new: str) -> tuple[str, ...]:
    """Return the clauses of the one thing that differs."""
    (change,) = difference(tmp_path, old, new).changes
    return change.clauses


def ada(property_: str, *values: str) -> str:
    return "".join(f"{ADA} <{SCHEMA}{property_}> {value} .\n" for value in values)


def compared(old: Path, new: Path) -> Comparison:
    return Comparison(open_source(old), open_source(new))


def described(releases: tuple[Release, Release]) -> GraphDifference:
    return describe(compared(*(each.path for each in releases)))


def test_a_year_is_told_as_text(releases: tuple[Release, Release], golden: Golden) -> None:
    golden("changes.txt", described(releases).written("text"))


def test_a_year_is_told_as_markdown(releases: tuple[Release, Release], golden: Golden) -> None:
    golden("changes.md", described(releases).written("markdown"))


def test_contacts_are_never_shown_though_the_graph_holds_them(releases: tuple[Release, Release]) -> None:
    shown = described(releases).written("text") + described(releases).written("json")

    for secret in ("ada@example.org", "lovelace@example.net", "7946"):
        assert secret not in shown
    assert "email: changed\n" in shown
    assert "telephone: removed\n" in shown


@pytest.mark.parametrize(
    ("property_", "value"),
    [
        ("email", '"ada@example.org"'),
        ("faxNumber", '"+44 20 7946 0958"'),
        ("address", '"12 St James Square"'),
        ("url", "<MAILTO:ada@example.org>"),
        ("disambiguatingDescription", '"write to ada@example.org"'),
    ],
)
def test_values_that_lead_to_somebody_are_never_shown(tmp_path: Path, property_: str, value: str) -> None:
    name = ada("name", '"Ada"')
    known = name + ada(property_, value)

    assert [clause.split()[-1] for clause in clauses(tmp_path, known, name)] == ["removed"]
    assert [clause.split()[-1] for clause in clauses(tmp_path, name, known)] == ["added"]


def test_the_order_of_lines_and_how_they_are_escaped_make_no_difference(tmp_path: Path) -> None:
    one = ada("name", '"Ad\\u00e9"') + ada("skills", '"a"', '"b"')
    other = ada("skills", '"b"', '"a"') + "\n# as it was\n" + ada("name", '"Adé"')

    assert not difference(tmp_path, one, other)


def test_a_person_is_new_merged_or_withdrawn(tmp_path: Path) -> None:
    heir = f"<{BASE}person/ada-lovelace>"
    gone = f'{ADA} <http://www.w3.org/2002/07/owl#deprecated> "true" .\n'
    merged = f"{gone}{ADA} <http://purl.org/dc/terms/isReplacedBy> {heir} .\n"
    name = ada("name", '"Ada"')

    assert clauses(tmp_path, "", name) == ("new",)
    assert clauses(tmp_path, name, "") == ("withdrawn",)
    assert clauses(tmp_path, name, gone) == ("withdrawn",)
    assert clauses(tmp_path, name, merged) == ("is now person/ada-lovelace",)


def test_what_names_hold_does_not_steer_a_terminal(tmp_path: Path) -> None:
    hostile = ada("name", '"Ada\\u001B[2J\\u202Egro\\nLovelace"')

    told = difference(tmp_path, "", hostile).written("text")

    assert "  Ada[2Jgro Lovelace (person/ada): new\n" in told
    assert "\x1b" not in told


def test_a_position_that_differs_in_a_part_is_that_position_changed(tmp_path: Path) -> None:
    def position(end: str, role: str) -> str:
        node = f"<{BASE}person/ada#position-{end}>"
        facts = {
            "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>": MEMBERSHIP,
            "<http://www.w3.org/ns/org#organization>": f"<{BASE}organization/x>",
            f"<{SCHEMA}startDate>": '"2019"',
            f"<{SCHEMA}endDate>": '"2021"',
            f"<{SCHEMA}roleName>": f'"{role}"',
        }
        return "".join(f"{node} {key} {each} .\n" for key, value in facts.items() for each in value.split(", "))

    name = ada("name", '"Ada"') + f'<{BASE}organization/x> <{SCHEMA}name> "X Ltd" .\n'

    assert clauses(tmp_path, name + position("1", "Intern"), name + position("2", "Analyst")) == (
        "position Analyst, X Ltd: role: 'Intern' → 'Analyst'",
    )
    twin = name + position("1", "Intern")
    assert clauses(tmp_path, twin, twin.replace('"2021"', '"2022"').replace("position-1", "position-3")) == (
        "position Intern, X Ltd: end: '2021' → '2022'",
    )


def test_values_that_only_change_places_between_nodes_of_one_head_are_a_change(tmp_path: Path) -> None:
    def awards(one: str, other: str) -> str:
        return "".join(
            f"{ADA[:-1]}#award-{year}{note}> <{key}> {value} .\n"
            for year, note in (("2019", one), ("2020", other))
            for key, value in (
                (RDF_TYPE, f"<{KG}AwardReceipt>"),
                (f"{SCHEMA}name", '"Medal"'),
                (f"{KG}year", f'"{year}"'),
                (f"{SCHEMA}description", f'"{note}"'),
            )
        )

    assert clauses(tmp_path, awards("a", "b"), awards("b", "a")) == ("award received Medal: changed",)


def test_evidence_makes_no_difference(tmp_path: Path) -> None:
    graph, own = f"<{BASE}graph/evidence>", "<https://w3id.org/profile-kg/ontology#"
    pieces = [
        f"<{BASE}evidence/e> {own}supports> {ADA[:-1]}#position> {graph} .\n"
        f'<{BASE}evidence/e> {own}startLine> "{line}" {graph} .\n'
        for line in (1, 2)
    ]
    name = ada("name", '"Ada"')

    assert not difference(tmp_path, name + pieces[0], name + pieces[1])


def test_graphs_of_any_vocabulary_are_told_subject_by_subject(tmp_path: Path) -> None:
    (tmp_path / "old.ttl").write_text('<http://a.org/v#x> <http://a.org/v#weight> "1" .')
    (tmp_path / "new.ttl").write_text('<http://a.org/v#x> <http://a.org/v#weight> "2" .')
    (change,) = describe(compared(tmp_path / "old.ttl", tmp_path / "new.ttl")).changes

    assert (change.path, change.kind) == ("http://a.org/v", "")
    assert change.clauses == ("node #x: weight: '1' → '2'",)


@pytest.mark.parametrize(
    ("name", "content", "kind", "message"),
    [
        ("missing.nq", None, ReleaseError, "does not exist"),
        ("notes.pdf", b"", ReadError, "names no RDF syntax"),
        ("cut.nq.gz", gzip.compress(b"<a:b> <a:b> <a:b> .", mtime=0)[:-9], ReadError, "cannot be read"),
        ("plain.nq.gz", b"<a:b> <a:b> <a:b> .", ReadError, "cannot be read"),
        ("words.nq", b"these are no quads at all", ReadError, "is not N-Quads"),
        ("packed.ttl.gz", gzip.compress(b"", mtime=0), ConfigError, "only N-Quads and N-Triples are read compressed"),
        (
            "graph.json",
            b'{"graph": {"pieces": [{"path": "../secret.nq"}]}}',
            ReleaseError,
            "lists a piece that is not there",
        ),
        ("other.txt", b"", ReleaseError, "holds neither a release nor graph.nq.gz"),
    ],
)
def test_what_cannot_be_compared_is_said(
    tmp_path: Path, name: str, content: bytes | None, kind: type[KgError], message: str
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    path = folder / name
    if content is not None:
        path.write_bytes(content)
    meant = folder if name in ("graph.json", "other.txt") else path
    (tmp_path / "empty.nq").write_text("")

    with pytest.raises(kind, match=message) as caught:
        describe(compared(meant, tmp_path / "empty.nq"))
    assert caught.value.hint


def test_a_name_that_somebody_still_has_is_not_taken_out(tmp_path: Path, release: Release) -> None:
    other = f'<{BASE}person/ada-2> <{SCHEMA}name> "Ada" .\n'
    found = difference(tmp_path, ada("name", '"Ada"'), other)

    history = append(change_scenes.NOTHING, release, "2026-01-01", found, "x")
    assert [change.name for change in history.publications[0].changes] == ["", "Ada"]


PROJECT = """\
id: https://example.org/our-group
name: our-group
prefixes: {our: "https://example.org/our#"}
default_prefix: our
classes:
  Award:
    attributes:
      endowment: {title: Preisgeld, range: Amount}
  Instrument:
    annotations: {path: instrument, plural: Telescopes}
    attributes:
      name: {slot_uri: schema:name, required: true}
"""
OUR = "https://example.org/our#"


def test_what_a_project_declares_is_told_in_its_words(tmp_path: Path) -> None:
    award = f"<{BASE}person/ada#award-medal>"
    known = (
        f'{ADA} <{SCHEMA}name> "Ada" .\n{award} a <{KG}AwardReceipt> .\n{award} <{SCHEMA}name> "Medal" .\n'
    ).replace(" a ", f" <{RDF_TYPE}> ")
    new = f'<{BASE}instrument/hooke> <{SCHEMA}name> "Hooke" .\n'
    before, after = (f'{known}{award} <{OUR}endowment> "{number}" .\n' for number in (100, 200))

    found = comparison(tmp_path, before, after + new)
    found.declaration = extended((("ours.yaml", PROJECT),))
    told = describe(found).written("text")

    assert "award received Medal: preisgeld: '100' → '200'" in told
    assert told.endswith("Telescopes\n  Hooke (instrument/hooke): new\n")
    assert told.startswith("1 person and 1 instrument changed")
