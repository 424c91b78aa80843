"""The public Python API is small, complete, documented, typed, and quick to import."""

import subprocess
import sys
from pathlib import Path

import pytest

import kg
from kg.base.errors import NotFound, QueryError
from kg.store.api import export, query
from kg.store.release import Release

ROOT = Path(__file__).parents[2]

SCRIPT = """\
from pathlib import Path
import kg
project: kg.Project = kg.read_project(Path({data!r}))
assert kg.validate(project).conforms
release = kg.build_release(project, Path("build")).release
assert release and release.path == kg.open_release(Path("build")).path
works = kg.query(release, "publications", person="Jinliang Wei")
kg.export(release, Path("graph.ttl"))
kg.export(release, Path("person.jsonld"), resource="jinliang-wei")
print(len(works), sorted(works[0]), kg.Graph(release).label(f"{{release.base}}person/jinliang-wei"))
"""


def test_the_public_names_are_at_most_twelve_and_sorted() -> None:
    assert len(kg.__all__) <= 12
    assert kg.__all__ == sorted(kg.__all__)
    assert dir(kg) == kg.__all__


@pytest.mark.parametrize("name", [name for name in kg.__all__ if name != "__version__"])
def test_each_public_name_resolves_and_is_documented(name: str) -> None:
    found = getattr(kg, name)

    assert found.__doc__, name
    assert found.__module__.startswith("kg."), name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'grap'"):
        kg.grap  # noqa: B018 - the access is what fails


def test_importing_kg_loads_neither_engine_nor_model() -> None:
    code = "import kg, sys; print({'pyoxigraph', 'pydantic', 'typer'} & sys.modules.keys())"

    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert shown.stdout == "set()\n"


@pytest.mark.thorough
def test_a_script_builds_validates_asks_and_exports(sample_copy: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(data=str(sample_copy))],
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": ""}, capture_output=True, text=True, check=True,
    )  # fmt: skip

    number, _, rest = ran.stdout.partition(" ")
    assert int(number) > 1
    assert "'title'" in rest
    assert rest.endswith(" Jinliang Wei\n")
    assert (tmp_path / "graph.ttl").read_text().startswith("@base")
    assert '"Jinliang Wei"' in (tmp_path / "person.jsonld").read_text()


@pytest.mark.slow
def test_the_script_is_typed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(data="data"))

    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(script)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert ran.returncode == 0, ran.stdout


def test_rows_hold_plain_values_and_mistakes_are_named(release: Release) -> None:
    rows = query(release, "publications", person="jinliang-wei")

    assert all(isinstance(row["year"], int) for row in rows)
    with pytest.raises(QueryError, match="has no parameter 'people'"):
        query(release, "publications", people="x")
    with pytest.raises(NotFound, match="there is no person called 'Nobody'"):
        query(release, "publications", person="Nobody")
    with pytest.raises(QueryError, match="there is no format 'pdf'"):
        export(release, Path("graph.ttl"), "pdf")
