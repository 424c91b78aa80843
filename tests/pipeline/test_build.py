import itertools
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import pytest
import yaml
from pyoxigraph import Quad, QuerySolutions
from synthetic import write_project

from kg.base.progress import one
from kg.building import build, validate
from kg.profile import reading
from kg.profile.config import Project, read_project
from kg.store.release import MANIFEST, REPORT, Release, open_release
from tests.conftest import Command

T = TypeVar("T")


def built(project: Path, out: Path, *, workers: int = 1) -> Release:
    release = build(read_project(project), out, workers=workers).release
    assert release is not None
    return release


def files(release: Release) -> dict[str, bytes]:
    """Return the files of a release, but for the store, in which the engine writes times and random ids."""
    return {
        path.name: path.read_bytes() for path in release.path.iterdir() if path.is_file() and path.name != "store.json"
    }


def test_a_release_says_what_it_holds(release: Release) -> None:
    manifest = json.loads((release.path / MANIFEST).read_text())

    assert manifest["counts"]["profiles"] == 5
    assert manifest["counts"]["system"] == 35
    assert manifest["counts"]["work"] == 32
    assert manifest["counts"]["quads"] == len(release.store())
    assert manifest["results"]["violation"] == 0
    assert (release.path / REPORT).read_text().startswith("@prefix sh:")


@pytest.mark.usefixtures("small_batches")
def test_many_workers_give_the_same_bytes_as_one(tmp_path: Path) -> None:
    write_project(40, tmp_path / "project", as_yaml=False)
    project = read_project(tmp_path / "project")
    assert batches_of(project) >= 3

    alone = build(project, tmp_path / "one", check=False).release
    together = build(project, tmp_path / "two", check=False, workers=2).release

    assert alone is not None
    assert together is not None
    assert files(alone) == files(together)


def batches_of(project: Project) -> int:
    """Return in how many batches a project is read."""
    return len(list(reading.batches(reading.profile_files(project.profiles))))


def facts_of(project: Path, out: Path) -> set[Quad]:
    """Return the quads of a project that do not say which file they come from."""
    quads = built(project, out).store().backend
    return {quad for quad in quads if "source/" not in str(quad) and "evidence" not in str(quad)}


@pytest.mark.thorough
def test_yaml_json_and_json_lines_give_the_same_facts(sample_copy: Path, tmp_path: Path) -> None:
    profiles = sample_copy / "profiles"
    from_yaml = facts_of(sample_copy, tmp_path / "1")
    lines = []
    for path in sorted(profiles.glob("*.yaml")):
        data = yaml.safe_load(path.read_text())
        path.with_suffix(".json").write_text(json.dumps(data, indent=2))
        lines.append(json.dumps(data))
        path.unlink()
    from_json = facts_of(sample_copy, tmp_path / "2")
    for path in profiles.iterdir():
        path.unlink()
    (profiles / "all.jsonl").write_text("\n".join(lines))

    assert from_json == from_yaml
    assert facts_of(sample_copy, tmp_path / "3") == from_yaml


def test_a_release_that_was_not_validated_says_so(project: Path, tmp_path: Path) -> None:
    release = build(read_project(project), tmp_path / "out", check=False).release

    assert release is not None
    assert release.manifest["validated"] is False
    assert not (release.path / REPORT).exists()


class Steps:
    """Records the phases of a build."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def track(
        self, phase: str, items: Iterable[T], total: int | None = None, count: Callable[[T], int] = one
    ) -> Iterable[T]:
        done = 0
        for item in items:
            yield item
            done += count(item)
            self.seen.append(f"{phase} {done} of {total}")

    def phase(self, name: str) -> None:
        self.seen.append(name)


def test_progress_follows_the_pipeline(project: Path, tmp_path: Path) -> None:
    steps = Steps()

    build(read_project(project), tmp_path / "out", progress=steps)

    assert steps.seen == [
        "looking for changes",
        "reading shapes",
        "reading 1 of 1",
        "resolving",
        "mapping and loading 1 of 1",
        "validating",
        "indexing",
        "releasing",
    ]


def test_entities_of_one_iri_are_described_once(release: Release) -> None:
    names: dict[tuple[str, str], set[str]] = {}
    for quad in release.store().backend:
        if quad.predicate.value == "https://schema.org/name":
            names.setdefault((str(quad.subject), "name"), set()).add(str(quad.object))

    assert {key: found for key, found in names.items() if len(found) > 1} == {}


def test_validating_leaves_nothing_behind(project: Path, tmp_path: Path) -> None:
    before = set(tmp_path.rglob("*"))

    outcome = validate(read_project(project))

    assert outcome.report is not None
    assert set(tmp_path.rglob("*")) == before


def test_all_iris_lie_under_the_base_of_the_project(project: Path, tmp_path: Path) -> None:
    config = project / "kg.yaml"
    config.write_text(config.read_text().replace("https://kg.example.org/", "https://example.com/group/kg/"))

    quads: list[Quad] = list(built(project, tmp_path / "out").store().backend)

    assert quads
    for term in itertools.chain.from_iterable((quad.subject, quad.object) for quad in quads):
        assert "kg.example.org" not in str(term)


def test_the_concepts_in_use_have_labels_and_schemes(release: Release) -> None:
    told = release.store().query(
        "PREFIX skos: <http://www.w3.org/2004/02/skos/core#> PREFIX schema: <https://schema.org/>"
        "PREFIX kg: <https://w3id.org/profile-kg/ontology#> SELECT DISTINCT ?concept ?label ?scheme WHERE {"
        " ?thing schema:creativeWorkStatus|schema:educationalLevel|kg:serviceKind|kg:kind|schema:knowsAbout ?concept ."
        " OPTIONAL { ?concept skos:prefLabel ?label ; skos:inScheme/skos:prefLabel ?scheme } }"
    )
    assert isinstance(told, QuerySolutions)
    labels = {row["concept"].value: (row["label"], row["scheme"]) for row in told}
    assert {"under-review", "doctoral", "artifact-evaluation", "conference"} <= {
        iri.partition("#")[2] for iri in labels
    }
    assert all(label and scheme for label, scheme in labels.values())


def poisoned(directory: Path) -> Path:
    """Return a project of several batches, with a profile that is cut and, in another batch, one that is wrong."""
    write_project(60, directory, as_yaml=False)
    path = directory / "profiles" / "all.jsonl"
    text = path.read_text().splitlines()
    text[20] = text[20][:100]
    text[50] = text[50].replace('"name"', '"naem"', 1)
    path.write_text("\n".join(text))
    assert batches_of(read_project(directory)) >= 3
    return directory


@pytest.mark.thorough
@pytest.mark.usefixtures("small_batches")
def test_with_keep_going_what_cannot_be_read_is_left_out_and_said(tmp_path: Path, kg: Command) -> None:
    project = poisoned(tmp_path / "project")

    done = kg("build", project, "--out", "out", "--skip-validation", "--keep-going", "--workers", 2)

    assert done.code == 0
    assert re.findall(r"left out: \S+all\.jsonl:(\d+)", done.err) == ["21", "51", "51"]
    assert "all.jsonl:21:100: this is not JSON" in " ".join(done.err.split())
    manifest = open_release(tmp_path / "out").manifest
    assert (manifest["counts"]["profiles"], manifest["left_out"]) == (58, 2)
