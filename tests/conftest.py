"""What the tests share: the sample project, a release of it, and a small project to break."""

import fcntl
import gc
import hashlib
import io
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import httpx2 as httpx
import pytest

from kg.building import build
from kg.cli import main
from kg.pipeline import fingerprint
from kg.profile.config import read_project
from kg.publish import publishing
from kg.site.site import Site
from kg.store.hosting import Hosting
from kg.store.release import Release, open_release
from tests.support import often
from tests.support.serving import served
from tests.support.waiting import SECONDS

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "data"
GOLDEN = Path(__file__).parent / "golden"

often.register()

ADA = """\
id: ada-lovelace
name: Ada Lovelace
"""
CONFIG = """\
base: https://kg.example.org/
title: A test
description: A project to try things with.
license: https://creativecommons.org/licenses/by/4.0/
publisher: {name: Nobody}
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites golden files, to be reviewed as a diff."""
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")


def pytest_collection() -> None:
    """Let each worker begin with other tests: what one has compiled, its assertions rewritten, the others find."""
    count, number = os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"), os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if sys.dont_write_bytecode or count == "1":
        return
    for path in sorted(Path(__file__).parent.glob("*/test_*.py"))[int(number[2:]) :: int(count)]:
        with suppress(Exception, pytest.skip.Exception):  # collecting tells of them
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is exhaustive unless it is asked for by its name: -m 'exhaustive or …'."""
    if "exhaustive" not in config.option.markexpr:
        left_out = [item for item in items if item.get_closest_marker("exhaustive")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("exhaustive")]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let the collector of garbage not visit the tests again and again: there are thousands, and they stay."""
    gc.collect()
    gc.freeze()


class Outcome(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


Command = Callable[..., Outcome]
Golden = Callable[[str, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Return the check that a text is that of a golden file."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

        assert text == path.read_text(encoding="utf-8")

    return check


@cache
def made_of() -> Path:
    """Return the folder of what is made of this code and this sample, which later runs find; after a day it goes."""
    digest = hashlib.sha256(f"{sys.version}\0{fingerprint.code()}".encode())
    for folder in ("kg", "data", "ontology", "shapes", "queries", "requirements"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc" and (ROOT / "data" / "build") not in path.parents:
                digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    made = ROOT / ".pytest_cache" / "made"
    for former in made.glob("*") if made.exists() else ():
        if former.stat().st_mtime < time.time() - 86_400:
            shutil.rmtree(former, ignore_errors=True)
    (made / digest.hexdigest()).mkdir(parents=True, exist_ok=True)
    return made / digest.hexdigest()


@contextmanager
def made_once(name: str) -> Iterator[tuple[Path, bool]]:
    """Yield a folder that all workers and all runs share, and whether it is still to be filled; the others wait."""
    root = made_of() / name
    root.mkdir(exist_ok=True)
    with (root / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield root, not (root / "done").exists()
        (root / "done").touch()


@pytest.fixture(scope="session")
def release() -> Release:
    """Return a release of the sample, built once for all workers: who changes it takes a copy."""
    with made_once("sample") as (root, is_new):
        if is_new:
            build(read_project(SAMPLE), root / "build")
        return open_release(root / "build")


@pytest.fixture(scope="session")
def site(release: Release) -> Site:
    """Return the pages of the sample."""
    return Site(release)


HOSTED = Hosting(is_static=True, date="2026-11-22")


@pytest.fixture(scope="session")
def published_sample(release: Release) -> Path:
    """Return all pages of the sample as files, published once for all workers: who changes them takes a copy.

    They lie two folders below one with nothing else, so that they can be served below a path.
    """
    with made_once("published") as (root, is_new):
        site = root / "space" / "group" / "kg"
        if is_new:
            publishing.publish(release, site, HOSTED, workers=2)
    return site


@pytest.fixture(scope="session")
def address(release: Release) -> Iterator[str]:
    """Serve the sample, and yield where, without a final slash."""
    with served(release.path) as served_at:
        yield served_at


@pytest.fixture(scope="session")
def server(address: str) -> Iterator[httpx.Client]:
    """Return a client of the server of the sample."""
    with httpx.Client(base_url=address, timeout=SECONDS) as client:
        yield client


def in_small_batches(patch: pytest.MonkeyPatch, files: int = 6, size: int = 20_000, one_in: int = 4) -> None:
    """Let a batch hold few profiles, so that a small project has several."""
    for name, value in {
        "profile.reading.FILES": files,
        "profile.reading.BYTES": size,
        "base.stretches._ONE_IN": one_in,
    }.items():
        patch.setattr(f"kg.{name}", value)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a small project have several batches, which is what several processes share."""
    in_small_batches(monkeypatch)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a small project with one profile, Ada Lovelace's, to be changed at will."""
    root = tmp_path / "project"
    (root / "profiles").mkdir(parents=True)
    (root / "kg.yaml").write_text(CONFIG)
    (root / "profiles" / "ada-lovelace.yaml").write_text(ADA)
    return root


@pytest.fixture
def kg(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Command]:
    """Return the command line: `kg("build", project)` in an empty directory, with code and output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("COLUMNS", raising=False)
    interrupt = signal.getsignal(signal.SIGINT)

    def run(*arguments: object, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "argv", ["kg", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        sys.stdout.flush()
        captured = capfdbinary.readouterr()
        code = ended.value.code
        return Outcome(code if isinstance(code, int) else 0, captured.out.decode(), captured.err.decode())

    yield run
    signal.signal(signal.SIGINT, interrupt)


@pytest.fixture
def sample_copy(tmp_path: Path) -> Path:
    """Return a copy of the sample project, to be changed at will."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "sample", ignore=shutil.ignore_patterns("build")))


def environment_without_kg() -> dict[str, str]:
    """Return the environment without variables that steer kg."""
    return {name: value for name, value in os.environ.items() if not name.startswith("KG_")}
