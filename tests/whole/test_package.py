"""The wheel: what it holds, and that it works in another place than the checkout."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import kg as package
from tests.conftest import ROOT, environment_without_kg

pytestmark = pytest.mark.slow

DIST = f"profile_kg-{package.__version__}"


def run(*command: object, cwd: Path) -> str:
    """Run a command away from the checkout, and return its output."""
    environment = {name: value for name, value in environment_without_kg().items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, cwd=cwd, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this checkout."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", out, cwd=ROOT)
    (path,) = out.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    """Return the names of the files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel, and what it needs as locked, in an environment of its own; return its folder of programs."""
    directory = tmp_path_factory.mktemp("venv")
    venv.create(directory)
    pip(directory, "install", "--require-hashes", "-r", ROOT / "requirements" / "demo.txt")
    pip(directory, "install", wheel)
    return directory / "bin"


def pip(directory: Path, command: str, *arguments: object) -> str:
    """Let pip work on an environment that has none of its own."""
    options = ("--quiet", "--no-compile", "--no-deps") if command == "install" else ()
    of_us = (sys.executable, "-m", "pip", "--python", directory / "bin" / "python", "--disable-pip-version-check")
    return run(*of_us, command, *options, *arguments, cwd=directory)


def test_the_wheel_is_called_after_the_package_and_its_version(wheel: Path) -> None:
    assert wheel.name == f"{DIST}-py3-none-any.whl"


@pytest.mark.parametrize("folder", ["ontology", "shapes", "queries"])
def test_the_wheel_holds_all_declarations(folder: str, names: set[str]) -> None:
    declared = {path.name for path in (ROOT / folder).iterdir()}
    prefix = f"kg/_resources/{folder}/"

    assert len(declared) > 1
    assert {name.removeprefix(prefix) for name in names if name.startswith(prefix)} == declared


def test_the_wheel_holds_all_modules_the_starter_and_the_mark_of_types(names: set[str]) -> None:
    files = {path for path in (ROOT / "kg").rglob("*") if path.is_file() and path.suffix != ".pyc"}
    expected = {path.relative_to(ROOT).as_posix() for path in files}

    assert expected - names == set()
    assert {
        "kg/py.typed",
        "kg/profile/starter/files/.github/workflows/site.yml",
        "kg/profile/starter/hosts/github/.github/workflows/sync.yml",
        "kg/profile/starter/hosts/gitlab/.gitlab-ci.yml",
        "kg/profile/starter/files/.gitignore",
    } <= names


def test_the_wheel_holds_the_licence_and_says_what_it_needs(wheel: Path, names: set[str]) -> None:
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(f"{DIST}.dist-info/METADATA").decode()

    assert f"{DIST}.dist-info/licenses/LICENSE" in names
    assert "License-Expression: Apache-2.0\n" in metadata
    assert "Requires-Python: >=3.11\n" in metadata
    assert "Requires-Dist: pyoxigraph" in metadata


def test_the_wheel_holds_nothing_else(names: set[str]) -> None:
    assert {name.partition("/")[0] for name in names} == {"kg", f"{DIST}.dist-info"}
    assert [name for name in names if name.endswith((".pyc", "~")) or "/tests/" in name or "/data/" in name] == []


def test_the_installed_package_is_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    place = run(installed / "python", "-c", "import kg; print(kg.__file__)", cwd=tmp_path)

    assert not Path(place.strip()).is_relative_to(ROOT)
    assert Path(place.strip()).is_relative_to(installed.parent)
    assert run(installed / "kg", "--version", cwd=tmp_path) == f"kg {package.__version__}\n"


def test_installed_it_makes_builds_asks_and_exports_a_project(installed: Path, tmp_path: Path) -> None:
    kg = installed / "kg"

    assert "x/kg.yaml" in run(kg, "init", "x", cwd=tmp_path).splitlines()
    release = run(kg, "build", "x", cwd=tmp_path).strip()
    people = run(kg, "query", "people", cwd=tmp_path)
    exported = run(kg, "export", "--format", "jsonld", cwd=tmp_path)

    assert (tmp_path / release).is_dir()
    assert "Ada Lovelace" in people
    assert '"Notes by the Translator"' in exported
    assert sorted(path.name for path in tmp_path.iterdir()) == ["build", "x"]


def test_what_the_installed_package_needs_fits_together(installed: Path) -> None:
    assert pip(installed.parent, "check") == "No broken requirements found.\n"
