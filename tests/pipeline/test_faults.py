"""Kills, interrupts, full disks and closed pipes: the former release stays whole, and no traceback is shown."""

import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from synthetic import write_project

from kg.building import build
from kg.profile.config import read_project
from kg.store.release import open_release
from tests.conftest import environment_without_kg
from tests.support.waiting import SECONDS, until

pytestmark = pytest.mark.slow

KG = (sys.executable, "-m", "kg")
COUNT = 400  # fewer have too few batches for two workers
SEED = 1843


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a project of several batches, a small one, and the releases of the latter."""
    root = tmp_path_factory.mktemp("projects")
    write_project(COUNT, root / "large", as_yaml=False)
    write_project(20, root / "small", as_yaml=False)
    build(read_project(root / "small"), root / "releases")
    shutil.copytree(root / "small" / "identity", root / "large" / "identity")  # a release keeps its IRIs
    return root


class Site:
    """A place of releases that holds one of the small project, and where another one is to be released."""

    def __init__(self, projects: Path, out: Path) -> None:
        self.project = projects / "large"
        self.out = shutil.copytree(projects / "releases", out, symlinks=True)
        self.former = open_release(out)

    def start(self, *arguments: str, prefix: tuple[str, ...] = ()) -> subprocess.Popen[str]:
        """Start a build of the large project in a session of its own."""
        command = [*prefix, *KG, "build", str(self.project), "--out", str(self.out), "--skip-validation", *arguments]
        return subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment_without_kg(),
            start_new_session=True,
            # A shell's background jobs ignore interrupts, and what they start does, too.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  (no threads here)
        )

    def leftovers(self) -> list[Path]:
        return list((self.out / "releases").glob(".staging-*"))

    def has_written(self, least: float) -> bool:
        """Say whether unfinished releases hold so many bytes."""
        total = 0
        for leftover in self.leftovers():
            with contextlib.suppress(OSError):  # it is gone already
                total += sum(path.lstat().st_size for path in leftover.rglob("*"))
        return total >= least

    def answers_as_before(self) -> bool:
        """Say whether the former release is the current one and can be asked."""
        current = open_release(self.out)
        quads = self.former.manifest["counts"]["quads"]
        return current.manifest == self.former.manifest and len(current.store()) == quads


@pytest.fixture
def site(projects: Path, tmp_path: Path) -> Site:
    return Site(projects, tmp_path / "out")


def size_of(release: Path) -> int:
    """Return how many bytes a release holds."""
    return sum(path.lstat().st_size for path in release.rglob("*"))


def wait_until(happened: Callable[[], object], process: subprocess.Popen[str]) -> None:
    """Wait until something has happened while a process runs."""
    until(lambda: bool(happened()) or process.poll() is not None)
    assert process.poll() is None, process.communicate()


@pytest.mark.parametrize("kills", [4, pytest.param(200, marks=pytest.mark.exhaustive)])
def test_kills_at_any_moment_leave_nothing_but_a_whole_release(kills: int, site: Site, tmp_path: Path) -> None:
    site.start("--out", str(tmp_path / "other")).communicate()
    whole = size_of(open_release(tmp_path / "other").path)
    former, other = (json.dumps(open_release(path).manifest) for path in (site.out, tmp_path / "other"))

    chance = random.Random(SEED)  # noqa: S311
    assert killed(site, 0, "1") == killed(site, 0.2 * whole, "2") == former
    ends = Counter(killed(site, chance.uniform(-0.1, 1.1) * whole, workers) for workers in ("1", "2") * (kills // 2))

    assert ends.keys() <= {former, other}
    assert ends.total() == kills
    assert len(site.leftovers()) <= 1
    process = site.start("--anew")
    process.communicate()
    assert process.returncode == 0
    assert open_release(site.out).manifest["counts"]["profiles"] == COUNT
    assert site.leftovers() == []


def killed(site: Site, least: float, workers: str) -> str:
    """Kill a build that has written so many bytes, and return the manifest of the release that is there then."""
    process = site.start("--anew", "--workers", workers)
    until(lambda: (bool(site.leftovers()) and site.has_written(least)) or process.poll() is not None)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=SECONDS)
    current = open_release(site.out)
    assert len(current.store()) == current.manifest["counts"]["quads"]
    return json.dumps(current.manifest)


def test_a_killed_parent_takes_its_workers_along(site: Site) -> None:
    process = site.start("--workers", "2")
    wait_until(lambda: len(children(process.pid)) >= 2, process)
    workers = children(process.pid)
    process.kill()

    try:
        process.communicate(timeout=SECONDS)  # ends when nobody holds the pipes
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    until(lambda: not any(is_running(worker) for worker in workers))  # pipes are closed a moment before


@pytest.mark.parametrize(("workers", "whole_group"), [("2", True), ("1", False)], ids=["terminal", "one process"])
def test_an_interrupt_ends_a_build_quietly(workers: str, whole_group: bool, site: Site) -> None:
    process = site.start("--workers", workers)
    wait_until(lambda: site.has_written(10_000), process)
    (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=SECONDS)

    assert (process.returncode, out) == (130, ""), err
    assert "Traceback" not in err
    assert site.answers_as_before()
    assert site.leftovers() == []


def children(parent: int) -> list[int]:
    """Return the workers of a process, forked or started afresh."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in found if b"resource_tracker" not in Path(f"/proc/{child}/cmdline").read_bytes()]


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the system has no /proc")
def test_a_killed_worker_is_said_so(site: Site) -> None:
    process = site.start("--workers", "2")
    wait_until(lambda: len(children(process.pid)) >= 2, process)
    os.kill(children(process.pid)[0], signal.SIGKILL)
    out, err = process.communicate(timeout=SECONDS)

    assert (process.returncode, out) == (2, "")
    assert (
        err == "error: a worker process was killed\n\nhint: check the free memory, or use one process: --workers 1\n\n"
    )
    assert site.answers_as_before()
    assert site.leftovers() == []


def test_files_that_may_not_grow_are_said_so(site: Site) -> None:
    limit = 'trap "" XFSZ; ulimit -f 2048; exec "$0" "$@"'  # POSIX counts blocks of 512 bytes: of a megabyte
    process = site.start("--workers", "1", prefix=("sh", "-c", limit))
    out, err = process.communicate(timeout=120)

    assert (process.returncode, out) == (2, "")
    assert "Traceback" not in err
    assert "cannot be written: " in err
    assert "hint: check the free space and the permissions" in err
    assert site.answers_as_before()
    assert site.leftovers() == []


@contextlib.contextmanager
def small_disk(path: Path, size: str) -> Iterator[None]:
    """Mount a disk of some size in a directory; skip the test where that is not permitted."""
    path.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting is not permitted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(path)], check=True)


@pytest.mark.parametrize(("megabytes", "workers"), [(8, "1"), (20, "2")])
def test_a_full_disk_is_said_so(megabytes: int, workers: str, projects: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", f"{megabytes}m"):
        site = Site(projects, tmp_path / "disk" / "out")
        process = site.start("--workers", workers)
        _, err = process.communicate(timeout=120)

        assert process.returncode == 2
        assert "Traceback" not in err
        assert "cannot be written: " in err
        assert site.answers_as_before()
        assert site.leftovers() == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "--format", "nquads"),
        ("query",),
    ],
    ids=" ".join,
)
def test_a_reader_that_goes_away_is_no_error(arguments: tuple[str, ...], site: Site) -> None:
    given = () if arguments == ("query",) else ("--release", str(site.out))
    with subprocess.Popen([*KG, *arguments, *given], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        err = process.stderr.read()

    assert err == b""
    assert process.returncode in (0, 1)
