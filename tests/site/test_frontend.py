"""What the pages take from npm, and their scripts: exactly locked, optional, and tested by node where it is there."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

FRONTEND = ROOT / "frontend"
ASSETS = ROOT / "kg" / "site" / "assets"
SCRIPTS = sorted(path for path in ASSETS.rglob("*.js") if "vendor" not in path.parts)


def test_what_comes_from_npm_is_exactly_locked() -> None:
    package = json.loads((FRONTEND / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))

    wanted = package["dependencies"] | package["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+(-build\d+)?", version) for version in wanted.values())
    assert {name: lock["packages"][f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert all("integrity" in entry for path, entry in lock["packages"].items() if path)


def test_the_lock_names_no_host_of_a_registry() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))

    assert [path for path, entry in lock["packages"].items() if "resolved" in entry] == []


def test_without_npm_the_assets_say_what_is_missing(tmp_path: Path) -> None:
    shutil.copytree(FRONTEND, tmp_path / "frontend", ignore=shutil.ignore_patterns("node_modules"))
    done = subprocess.run(
        [sys.executable, tmp_path / "frontend" / "assets.py"],
        capture_output=True, text=True, check=False, env={"PATH": str(tmp_path)},
    )  # fmt: skip

    assert done.returncode == 1
    assert done.stderr == (
        "without the query editor, the engines of published sites and the typefaces: "
        "npm is not installed; on Debian: apt-get install npm, then: make assets\n"
    )
    assert not (tmp_path / "kg").exists()


@pytest.mark.skipif(not (ASSETS / "vendor" / "yasqe.min.js").exists(), reason="make assets was not run")
def test_the_editor_comes_with_the_licences_of_all_that_is_bundled_in_it() -> None:
    editor = (ASSETS / "vendor" / "yasqe.min.js").read_text(encoding="utf-8")
    licences = (ASSETS / "vendor" / "LICENSES.txt").read_text(encoding="utf-8")
    versions = json.loads((ASSETS / "vendor" / "versions.json").read_text(encoding="utf-8"))

    assert "sourceMappingURL" not in editor
    assert all(f"== {name} ==" in licences for name in versions["packages"])


@pytest.mark.skipif(not (ASSETS / "vendor" / "oxigraph.js").exists(), reason="make assets was not run")
def test_the_engine_of_queries_is_a_classic_script_and_code_is_packed() -> None:
    engine = (ASSETS / "vendor" / "oxigraph.js").read_text(encoding="utf-8")

    assert engine.startswith("function oxigraph() {")
    assert "import.meta" not in engine
    for name in ("oxigraph", "sqlite3"):
        code = gzip.decompress((ASSETS / "vendor" / f"{name}.wasm.gz").read_bytes())
        assert code.startswith(b"\0asm")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.relative_to(ASSETS).as_posix())
def test_scripts_make_no_markup_of_text(script: Path) -> None:
    source = script.read_text(encoding="utf-8")

    for risky in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", ".style"):
        assert risky not in source
    assert len(source.splitlines()) <= 300


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_logic_of_the_scripts(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests" / "frontend", tmp_path, dirs_exist_ok=True)
    shutil.copytree(ASSETS, tmp_path / "assets", ignore=shutil.ignore_patterns("vendor"))
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    done = subprocess.run(
        ["node", "--test", "--test-reporter=tap", *sorted(path.name for path in tmp_path.glob("*.test.js"))],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip

    assert done.returncode == 0, "\n".join(line for line in done.stdout.splitlines() if not line.startswith("#"))
    assert re.search(r"^# pass [1-9]\d*$", done.stdout, re.MULTILINE)
