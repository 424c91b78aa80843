"""What validation finds, where in a profile it says it is, and what a release makes of it."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat
from synthetic import write_project

from kg.base.errors import ConfigError
from kg.building import validate
from kg.profile.config import read_project
from kg.store.release import open_release
from kg.store.store import LocalStore
from kg.terms.formats import XSD
from kg.validation.renderings import text
from kg.validation.report import Report, Result, ResultSeverity
from tests.conftest import ADA, ROOT, Command, Golden
from tests.support.validated import validate_store
from tests.support.work import ends

PROJECT = ROOT / "tests" / "data" / "shapes"
FAILING = sorted((PROJECT / "failing").glob("*.yaml"))
OWN = "https://example.org/shapes#"
KGSH = "https://w3id.org/profile-kg/shapes#"
SKILLS = """\
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix schema: <https://schema.org/> .
@prefix own: <https://example.org/shapes#> .

own:Skilled a sh:NodeShape ;
    sh:targetSubjectsOf schema:skills ;
    sh:property [
        sh:path schema:skills ; sh:maxCount 1 ;
        sh:message "a person has more than one skill" ;
        sh:description "keep the best"
    ] .
"""


@dataclass(frozen=True)
class Failure:
    """What validation says of a profile that is meant to fail.

    Attributes:
        report: The report.
        expected_line: The line whose comment says `here`.
        text: The report as text, without the directory of the project.
    """

    report: Report
    expected_line: int
    text: str


def failure(path: Path, root: Path) -> Failure:
    """Validate a project whose profile, or `kg.yaml`, is the given one."""
    (root / "profiles").mkdir(parents=True)
    for name in ("kg.yaml", "organizations.yaml", "venues.yaml"):
        shutil.copy(PROJECT / name, root)
    source = path.read_text()
    (line,) = (number for number, line in enumerate(source.splitlines(), 1) if line.endswith("# here"))
    if "\nbase:" in source:
        (root / "kg.yaml").write_text(source)
        source = ADA
    (root / "profiles" / "ada-lovelace.yaml").write_text(source)
    report = validate(read_project(root)).report
    assert report is not None
    return Failure(report, line, text(report).replace(f"{root}/", ""))


def add(project: Path, lines: str, *, file: str = "profiles/ada-lovelace.yaml") -> Path:
    """Add lines to a file of a project."""
    path = project / file
    path.write_text((path.read_text() if path.exists() else "") + lines)
    return path


def results(project: Path) -> tuple[Result, ...]:
    report = validate(read_project(project)).report
    assert report is not None
    return report.results


def test_a_profile_that_breaks_one_shape_gives_one_result_with_its_place_and_reads_well(
    golden: Golden, tmp_path: Path
) -> None:
    failures = {path.stem: failure(path, tmp_path / path.stem) for path in FAILING}
    assert len(failures) == 20

    for shape, failed in failures.items():
        (result,) = failed.report.results
        assert (result.shape, result.line) == (KGSH + shape, failed.expected_line)
        assert result.message
        assert result.hint
        assert result.file is not None
        assert result.file.name == ("kg.yaml" if shape.startswith("Dataset") else "ada-lovelace.yaml")
        assert failed.report.conforms == (result.severity is not ResultSeverity.VIOLATION)
    golden("failing_shapes.txt", "\n".join(f"# {shape}\n\n{failed.text}" for shape, failed in failures.items()))


def test_a_result_of_json_lines_names_the_line_of_its_profile(project: Path) -> None:
    (project / "profiles" / "ada-lovelace.yaml").unlink()
    path = project / "profiles" / "all.jsonl"
    path.write_text('{"id": "b", "name": "Bo Li"}\n{"id": "c", "name": "Cy Li", "awards": [{"name": "A"}]}\n')

    (result,) = results(project)

    assert (result.file, result.line, result.field) == (path, 2, "awards[0]")


def test_a_result_about_an_authority_names_its_file(project: Path) -> None:
    path = add(project, "organizations:\n  - id: x\n    name: X\n  - id: y\n    name: Y\n", file="organizations.yaml")

    assert [(result.file, result.line, result.label) for result in results(project)] == [(path, 2, "X"), (path, 4, "Y")]


def test_one_work_listed_twice_has_evidence_for_both_entries(project: Path) -> None:
    work = "  - {title: Notes, authors: [Ada Lovelace], year: 1843, status: draft}\n"
    add(project, f"publications:\n{work}{work}")

    assert results(project) == ()


def test_a_shape_of_the_project_is_checked_and_named(project: Path) -> None:
    (project / "shapes").mkdir()
    add(project, SKILLS, file="shapes/skills.ttl")
    path = add(project, "skills: [Mathematics, Music]\n")

    (result,) = results(project)

    assert (result.message, result.hint) == ("a person has more than one skill", "keep the best")
    assert (result.file, result.line, result.field) == (path, 3, "skills")
    assert result.shape == "https://example.org/shapes#Skilled"
    assert result.severity is ResultSeverity.VIOLATION


def test_a_severity_of_the_projects_own_counts_as_a_violation(project: Path) -> None:
    (project / "shapes").mkdir()
    own = SKILLS.replace("sh:maxCount 1", "sh:maxCount 1 ; sh:severity own:Disaster")
    info = SKILLS.partition("own:Skilled")[2].replace("sh:maxCount 1", "sh:maxCount 1 ; sh:severity sh:Info")
    add(project, f"{own}\nown:Other{info}", file="shapes/skills.ttl")
    add(project, "skills: [Mathematics, Music]\n")

    assert [each.severity for each in results(project)] == [ResultSeverity.VIOLATION, ResultSeverity.INFO]


def test_variables_in_a_message_are_filled_in(project: Path) -> None:
    (project / "shapes").mkdir()
    query = "SELECT $this ?value { $this <https://schema.org/skills> ?value }"
    rule = f'own:Skilled sh:sparql [ sh:message "{{?value}} is no skill" ; sh:select "{query}" ] .\n'
    add(project, SKILLS + rule, file="shapes/skills.ttl")
    add(project, "skills: [Music]\n")

    assert [result.message for result in results(project)] == ["Music is no skill"]


def test_a_broken_shape_of_the_project_is_an_error_and_no_crash(project: Path) -> None:
    (project / "shapes").mkdir()
    add(project, "skills: [Mathematics, Music]\n")
    for shape, message in (
        (SKILLS.replace("] .", "]"), r"skills\.ttl:\d+"),
        (SKILLS.replace("sh:maxCount 1", 'sh:maxCount "one"'), "a shape is ill-formed: .*maxCount"),
        (
            SKILLS.replace("sh:maxCount 1", 'sh:pattern "["'),
            r"skills\.ttl:\d+: the pattern '\[' cannot be used: unclosed",
        ),
        (SKILLS.replace("sh:maxCount 1", 'sh:pattern "(?=a)"'), r"skills\.ttl:\d+: the pattern .* look-around"),
        (
            f'{SKILLS}own:Skilled sh:sparql [ sh:select "SELECT $this {{" ] .',
            "the shapes cannot be checked: .*expected",
        ),
    ):
        (project / "shapes" / "skills.ttl").write_text(shape)

        with pytest.raises(ConfigError, match=message):
            results(project)


def test_a_pattern_that_tries_again_and_again_is_matched_to_the_end(project: Path) -> None:
    (project / "shapes").mkdir()
    add(project, f"skills: [{'a' * 400}, {'a' * 400}1]\n")
    add(project, SKILLS.replace("sh:maxCount 1", 'sh:pattern "^(a+)+$"'), file="shapes/skills.ttl")

    with ends():
        [result] = results(project)
    assert f'"{"a" * 400}1"' in result.value


def test_values_that_cannot_be_compared_are_results_as_the_standard_says(tmp_path: Path) -> None:
    rules = (
        f"own:{rule} a sh:NodeShape ; sh:targetSubjectsOf own:a ; sh:property [ sh:path own:a ; sh:{rule} own:b ] .\n"
        for rule in ("lessThan", "lessThanOrEquals")
    )
    (tmp_path / "shapes.ttl").write_text(SKILLS.partition("\nown:")[0] + "".join(rules))
    others = ('"soon"^^xsd:integer', '"2001-99-99"^^xsd:date', '"a"@en', "own:thing")
    data = f"@prefix own: <{OWN}> . @prefix xsd: <{XSD}> . own:fine own:a 3 ; own:b 4 ." + "".join(
        f"own:x{number} own:a 3 ; own:b {other} . own:y{number} own:a {other} ; own:b 3 ."
        for number, other in enumerate(others)
    )
    store = LocalStore.in_memory()
    store.backend.load(data.encode(), format=RdfFormat.TURTLE)

    found = [result.focus.removeprefix(OWN) for result in validate_store(store, [tmp_path / "shapes.ttl"]).results]

    assert sorted(found) == sorted(f"{side}{number}" for side in "xxyy" for number in range(4))


TRIPLES = " . ".join(f"?s{number} ?p{number} ?o{number}" for number in range(8))
ENDLESS = f"SELECT $this {{ {TRIPLES} FILTER(?o0 + ?o1 + ?o2 + ?o3 + ?o4 + ?o5 + ?o6 > ?o7) }}"


@pytest.mark.thorough
def test_a_query_of_the_project_that_takes_too_long_is_ended(project: Path) -> None:
    (project / "shapes").mkdir()
    prefix = "@prefix kgsh: <https://w3id.org/profile-kg/shapes#> .\n"
    rule = f'kgsh:Person sh:not [ sh:sparql [ sh:select "{ENDLESS}" ] ] .\n'
    add(project, prefix + SKILLS + rule, file="shapes/skills.ttl")
    add(project, "skills: [Music]\n")

    with pytest.raises(ConfigError, match=r"sh:sparql.* take more than 3 seconds"):
        results(project)


def test_queries_of_the_project_of_any_form_are_asked(project: Path) -> None:
    (project / "shapes").mkdir()
    queries = [
        "SELECT $this ?value { $this schema:skills ?value }",
        "SELECT $this ?value { { $this schema:skills ?value } UNION { $this schema:none ?value } }",
        "SELECT $this ?value { { FILTER(BOUND($this)) $this schema:skills ?value } }",
        "SELECT $this ?value { OPTIONAL { $this schema:none ?value } FILTER(!BOUND(?value)) }",
        "SELECT $this (COUNT(?x) AS ?value) { $this schema:skills ?x } GROUP BY $this HAVING(COUNT(?x) > 1)",
    ]
    prefix = "PREFIX schema: <https://schema.org/>"
    rules = "".join(
        f'own:Skilled sh:sparql [ sh:message "{number}" ; sh:select "{prefix} {query}" ] .\n'
        for number, query in enumerate(queries)
    )
    add(project, SKILLS.replace("sh:maxCount 1", "sh:minCount 1") + rules, file="shapes/s.ttl")
    add(project, "skills: [Music, Looms]\n")

    assert {result.message for result in results(project)} == set("01234")


@pytest.mark.thorough
@pytest.mark.usefixtures("small_batches")
def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    write_project(30, tmp_path, as_yaml=False)
    (tmp_path / "shapes").mkdir()
    (tmp_path / "shapes" / "skills.ttl").write_text(SKILLS)
    project = read_project(tmp_path)

    alone, together = (validate(project, workers=workers).report for workers in (1, 2))

    assert alone is not None
    assert alone == together
    assert sum(result.message == "a person has more than one skill" for result in alone.results) == 30


VIOLATION = "publications: [{title: Notes, authors: [Ada Lovelace, M], year: 1843, status: draft}]\n"
WARNING = "publications: [{title: Notes, authors: [Ada Lovelace], status: draft}]\n"


@pytest.fixture
def released(project: Path, kg: Command) -> Iterator[Path]:
    """Return the former release of a project, and see to it that it is still the current one in the end."""
    assert kg("build", project).code == 0
    former = open_release(Path("build")).path
    yield former
    assert open_release(Path("build")).path == former


def test_a_violation_ends_with_code_1_and_leaves_the_former_release(released: Path, project: Path, kg: Command) -> None:
    add(project, VIOLATION)

    outcome = kg("build", project)

    assert (outcome.code, outcome.out) == (1, "")
    assert "violation: a person has no name" in outcome.err
    assert outcome.err.endswith("No release was made; the previous one stays.\n")


def test_a_build_with_warnings_makes_a_release_and_says_where_to_see_them(project: Path, kg: Command) -> None:
    add(project, WARNING)

    outcome = kg("build", project)

    assert outcome.code == 0
    assert Path(outcome.out.strip()).is_dir()
    assert "conforms: 0 violations, 1 warning, 0 remarks. See them with: kg validate" in outcome.err


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_validate_ends_with_code_1_for_warnings_only_if_strict(
    options: tuple[str, ...], code: int, project: Path, kg: Command
) -> None:
    add(project, WARNING)

    assert kg("validate", project, *options).code == code
