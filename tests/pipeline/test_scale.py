"""Building on Spark: a cluster that has none of the project's files makes the release that one machine makes."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from synthetic import write_project

from kg.base import resources
from kg.base.errors import ClusterError, Problem
from kg.building import build
from kg.pipeline.cluster import reason, session
from kg.pipeline.spark import pack, unpack
from kg.profile.config import read_project
from kg.profile.reading import Batch
from kg.store.release import open_release
from tests.conftest import ROOT, SAMPLE, Command
from tests.identity.test_organizations import PROFILE, give_ror
from tests.support import spark_cluster as cluster

POISONED = b'{"id": "ada-lovelace", "name": "Ada\xff"}\n{"id": "bea", "name"\n'
LISTS = Path(__file__).parents[1] / "data" / "catalogues"
OWN_KIND = """\
id: https://example.org/own
name: own
prefixes: {own: "https://example.org/own#"}
default_prefix: own
classes:
  Person:
    attributes:
      instruments: {range: Instrument, multivalued: true, inlined_as_list: true}
  Instrument:
    annotations: {path: instrument}
    attributes:
      name: {slot_uri: schema:name, required: true, annotations: {show: page table cv search}}
"""
STATEMENT = '<person/ada-lovelace> <https://schema.org/knowsAbout> "looms" .\n'

needs_pyspark = pytest.mark.skipif(find_spec("pyspark") is None, reason="pyspark is not installed")
on_a_cluster = [pytest.mark.slow, pytest.mark.skipif(bool(cluster.missing()), reason=cluster.missing())]


class TestParcels:
    """What travels between machines: pickles in which a path brings its file."""

    def test_the_lines_of_a_batch_arrive_at_their_place_and_under_their_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "here").mkdir()
        monkeypatch.chdir(tmp_path / "here")
        path = Path("../data/profiles/all.jsonl")
        path.parent.mkdir(parents=True)
        path.write_text("first\nsecond\nthird\n")
        parcel, _ = pack(Batch((path,), start=6, end=13, line=2))

        batch, brought = unpack(parcel, tmp_path / "worker")

        (copy,) = batch.paths
        assert copy.is_relative_to(tmp_path / "worker")
        assert copy.read_bytes() == b"\0" * 6 + b"second\n"
        told, _ = pack(Problem("odd", copy, 2), tmp_path / "worker", brought)
        assert unpack(told)[0] == Problem("odd", path, 2)

    def test_what_a_worker_writes_comes_back_under_the_name_that_it_would_have_here(self, tmp_path: Path) -> None:
        spool = tmp_path / "spool"
        spool.mkdir()
        far, _ = unpack(pack(spool)[0], tmp_path / "worker")
        (far / "0.jsonl").write_text("{}\n")

        back, _ = unpack(pack(far / "0.jsonl", tmp_path / "worker")[0])

        assert back == spool / "0.jsonl"
        assert back.read_text() == "{}\n"


class TestWhatIsMissing:
    def test_a_build_on_spark_needs_a_master(self, kg: Command) -> None:
        done = kg("build", SAMPLE, "--engine", "spark")

        assert done.code == 2
        assert "no master is named for Spark" in done.err

    def test_a_setting_has_a_name_and_a_value(self, kg: Command) -> None:
        done = kg("build", SAMPLE, "--engine", "spark", "--master", "local", "--spark", "memory=4g")

        assert done.code == 2
        assert "'memory=4g' is no setting of Spark" in done.err

    def test_without_pyspark_the_extra_is_named(
        self, kg: Command, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyspark", None)

        done = kg("build", project, "--engine", "spark", "--master", "local")

        assert done.code == 2
        assert "pip install 'profile-kg[spark]'" in done.err

    @needs_pyspark
    def test_without_java_a_sentence_says_so(
        self, kg: Command, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.setenv("PATH", str(tmp_path))

        done = kg("build", project, "--engine", "spark", "--master", "local")

        assert done.code == 2
        assert "Spark needs Java 17 or newer; there is none that runs" in done.err

    @needs_pyspark
    def test_an_old_java_is_refused(
        self, kg: Command, project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        java = tmp_path / "bin" / "java"
        java.parent.mkdir()
        java.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
        java.chmod(0o755)
        monkeypatch.setenv("JAVA_HOME", str(tmp_path))

        done = kg("build", project, "--engine", "spark", "--master", "local")

        assert done.code == 2
        assert "Spark needs Java 17 or newer; there is Java 11" in done.err

    @pytest.mark.skipif(bool(cluster.missing()), reason=cluster.missing())
    def test_a_master_that_does_not_answer_is_named(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            master = f"spark://127.0.0.1:{free.getsockname()[1]}"

        with pytest.raises(ClusterError, match=f"no master answers at {master}"), session(master, {}):
            pass

    def test_the_reason_is_what_was_raised_last(self) -> None:
        told = """An error occurred while calling o1.collect.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 failed: Traceback (most recent call last):
  File "a.py", line 1
kg.base.errors.MappingError: the key 'x' is not in the context

\tat org.apache.spark.Nothing(Nothing.scala:1)
Driver stacktrace:
\tat java.base/java.lang.Thread.run(Thread.java:840)"""

        assert reason(Exception(told)) == "kg.base.errors.MappingError: the key 'x' is not in the context"


def begun(project: Path, out: Path, master: str, *options: str) -> "subprocess.Popen[str]":
    """Begin to build as users do, in a process of its own."""
    settings = [f"--spark={name}={value}" for name, value in cluster.SETTINGS.items()]
    program = [sys.executable, "-m", "kg", "build", str(project), "--out", str(out), "--engine", "spark"]
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
    return subprocess.Popen(
        [*program, "--master", master, *settings, *options],
        cwd=out.parent, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def on_spark(project: Path, out: Path, master: str, *options: str) -> "subprocess.CompletedProcess[str]":
    with begun(project, out, master, *options) as running:
        told, errors = running.communicate()
    return subprocess.CompletedProcess(running.args, running.returncode, told, errors)


def content(out: Path, project: Path) -> dict[str, bytes]:
    """Return all files of a release but those of the store, whose bytes differ each time, and the registry."""
    release = open_release(out).path
    files = [path for path in release.rglob("*") if path.is_file()]
    named = {path.relative_to(release).as_posix(): path.read_bytes() for path in files}
    registry = (project / "identity" / "registry.tsv").read_bytes()
    return {"": release.name.encode(), "registry": registry} | {
        name: said for name, said in named.items() if not name.startswith("store")
    }


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cluster.Cluster]:
    with cluster.cluster(tmp_path_factory.mktemp("cluster")) as opened:
        yield opened


@pytest.fixture
def large(tmp_path: Path) -> tuple[Path, dict[str, bytes]]:
    """Return a project of several batches, and the release that one machine makes of it, judgements and all."""
    project = tmp_path / "project"
    write_project(100, project, as_yaml=True)
    write_project(200, tmp_path / "more", as_yaml=False)
    lines = (tmp_path / "more" / "profiles" / "all.jsonl").read_text().splitlines(keepends=True)
    (project / "profiles" / "more.jsonl").write_text("".join(lines[100:]))
    before = shutil.copytree(project, tmp_path / "before")
    assert build(read_project(project), tmp_path / "here", workers=2).release
    expected = content(tmp_path / "here", project)
    shutil.rmtree(project)
    before.rename(project)
    return project, expected


class TestOnSpark:
    pytestmark = on_a_cluster

    def test_the_release_is_that_of_one_machine(self, sample_copy: Path, tmp_path: Path) -> None:
        """With kinds, statements, catalogues and organisations of ROR, and without what cannot be read."""
        project = sample_copy
        for name, text in {
            "ontology/own.yaml": OWN_KIND,
            "graph/own.nt": STATEMENT,
            "profiles/ada-lovelace.yaml": f"{PROFILE}instruments: [{{name: Great Refractor}}]\n",
        }.items():
            (project / name).parent.mkdir(exist_ok=True)
            (project / name).write_text(text)
        shutil.copytree(LISTS, project / "catalogues")
        (project / "authorities").mkdir()
        give_ror(project)
        (project / "profiles" / "poisoned.jsonl").write_bytes(POISONED)
        before = shutil.copytree(project, tmp_path / "before")
        assert build(read_project(project), tmp_path / "here", keep_going=True).release
        expected = content(tmp_path / "here", project)
        shutil.rmtree(project)
        before.rename(project)

        done = on_spark(project, tmp_path / "out", "local[2]", "--keep-going")

        assert done.returncode == 0, done.stderr
        assert f"left out: {project}/profiles/poisoned.jsonl:1" in done.stderr
        assert content(tmp_path / "out", project) == expected
        assert b"instrument/great-refractor" in expected["registry"]

    @pytest.mark.exhaustive
    def test_a_cluster_makes_it_too_and_names_a_broken_profile_with_its_line(
        self, large: tuple[Path, dict[str, bytes]], running: cluster.Cluster, tmp_path: Path
    ) -> None:
        project, expected = large

        done = on_spark(project, tmp_path / "out", running.master)

        assert done.returncode == 0, done.stderr
        assert content(tmp_path / "out", project) == expected

        (project / "profiles" / "poisoned.jsonl").write_bytes(POISONED)
        done = on_spark(project, tmp_path / "out", running.master, "--force")

        assert done.returncode == 1
        assert f"{project}/profiles/poisoned.jsonl:1: the text is not UTF-8" in done.stderr
        assert f"{project}/profiles/poisoned.jsonl:2" in done.stderr
        assert content(tmp_path / "out", project) == expected

    @pytest.mark.exhaustive
    def test_a_worker_that_is_killed_in_the_middle_changes_nothing(
        self, large: tuple[Path, dict[str, bytes]], tmp_path: Path
    ) -> None:
        project, expected = large
        (tmp_path / "cluster").mkdir()
        with (
            cluster.cluster(tmp_path / "cluster") as opened,
            begun(project, tmp_path / "out", opened.master) as build,
        ):
            opened.await_tasks(6, build)
            assert build.poll() is None
            opened.kill(0)
            _, told = build.communicate()

        assert build.returncode == 0, told
        assert content(tmp_path / "out", project) == expected

    @pytest.mark.exhaustive
    def test_a_cluster_without_workers_is_waited_for_in_vain(self, project: Path, tmp_path: Path) -> None:
        (tmp_path / "cluster").mkdir()
        with cluster.cluster(tmp_path / "cluster", workers=0) as opened:
            done = on_spark(project, tmp_path / "out", opened.master, "--spark=spark.kg.patience=3")

        assert done.returncode == 2
        assert f"no worker of {opened.master} took up the work within 3 s" in done.stderr

    @pytest.mark.exhaustive
    def test_workers_with_another_kg_are_refused(self, project: Path, tmp_path: Path) -> None:
        other = shutil.copytree(resources.PACKAGE, tmp_path / "other" / "kg")
        for name in ("ontology", "shapes"):
            (tmp_path / "other" / name).symlink_to(ROOT / name)
        (other / "base" / "version.py").write_text('__version__ = "0.0.1"\n')

        done = on_spark(
            project, tmp_path / "out", "local[2]", f"--spark=spark.executorEnv.PYTHONPATH={tmp_path / 'other'}"
        )

        assert done.returncode == 2
        assert "the workers have kg 0.0.1 on Python" in done.stderr
        assert not (tmp_path / "out" / "current").exists()
