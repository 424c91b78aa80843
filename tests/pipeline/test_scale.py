"""Building on Spark: what workers do, and a real cluster that gives what the embedded engine gives."""

import gzip
import json
import os
import shutil
import socket
import subprocess
import sys
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from synthetic import write_project

from kg.base.errors import ClusterError, ReadError
from kg.building import build
from kg.identity import Collected
from kg.identity.corpus import Corpus, ListedProfile, PersonNode
from kg.identity.declared import problems_of_ids
from kg.identity.explaining.archive import Archive, open_archive
from kg.identity.register import Entity, Register
from kg.pipeline.fingerprint import list_files
from kg.pipeline.passes import CollectPass
from kg.pipeline.spark import finding
from kg.pipeline.spark.cluster import reason, session
from kg.pipeline.spark.comparing import Numbered
from kg.pipeline.spark.deciding import numbered, outline
from kg.pipeline.spark.describing import texts
from kg.pipeline.spark.files import GRAPH, FileStatus
from kg.pipeline.spark.keeping import ACCOUNTS, DECISIONS
from kg.pipeline.spark.merging import merged
from kg.pipeline.spark.numbering import Numbering, Size, forest, labels, roots
from kg.pipeline.spark.reading import ByteRange, Taken, WorkerReader, numbers_of
from kg.pipeline.spark.register import Settled, Tally, entities, tallies, together
from kg.profile import judgements, reading
from kg.profile.account import ACCOUNT, Authorships, ProfileAccount
from kg.profile.config import read_authorities, read_project
from kg.profile.reading import FILES
from kg.store.release import ARCHIVE, DUMP, MANIFEST, REPORT, open_release
from tests.conftest import SAMPLE, Command
from tests.support import spark_cluster as cluster
from tests.support.identity_parts import components
from tests.support.often import often

LOOKED_AT_AGAIN = [
    {
        "id": "again-kim",
        "name": "M. Kim",
        "publications": [
            {"title": "Notes on engines and looms", "authors": ["Robert Hooke Jr.", "Jing Zhu Li"], "year": 2002}
        ],
    },
    {
        "id": "again-hooke",
        "name": "Robert Hooke",
        "publications": [
            {"title": "Weaving algebraic patterns, part 2", "authors": ["Minjun Kim"]},
            {"title": "Notes on engines and looms", "authors": ["Zhu Li", "Robert Hooke"], "year": 2001},
        ],
    },
]
"""Two who list one work, which is plain only when it is known that its authors are the same people."""

POISONED = b'{"id": "ada-lovelace", "name": "Ada\xff"}\n{"id": "bea", "name"\n'

on_a_cluster = [pytest.mark.slow, pytest.mark.skipif(bool(cluster.missing()), reason=cluster.missing())]


LISTS = Path(__file__).parents[1] / "data" / "catalogues"
needs_pyspark = pytest.mark.skipif(find_spec("pyspark") is None, reason="pyspark is not installed")


def embedded(project: Path, out: Path, *, keep_going: bool = False) -> str:
    """Return the sorted distinct lines of what the embedded engine makes."""
    release = build(read_project(project), out, check=False, keep_going=keep_going).release
    assert release is not None
    return sorted_lines(gzip.decompress((release.path / DUMP).read_bytes()).decode())


def sorted_lines(text: str) -> str:
    return "".join(f"{line}\n" for line in sorted(set(text.split("\n"))) if line)


def archive_of(graph: Path, out: Path) -> bytes:
    """Return the archive of decisions that a merge makes."""
    release = merged(graph, out, check=False).release
    assert release is not None
    return (release.path / ARCHIVE).read_bytes()


def account_of(out: Path) -> tuple[object, bytes]:
    """Return the account of a release, and those of its profiles."""
    release = open_release(out)
    return release.manifest["account"], (release.path / ACCOUNT).read_bytes()


ADDED = """\
id: https://example.org/own
name: own
prefixes: {own: "https://example.org/own#"}
default_prefix: own
classes:
  Award:
    attributes:
      amount: {slot_uri: kg:amount, range: Amount, annotations: {show: page table cv}}
  Person:
    attributes:
      instruments: {range: Instrument, multivalued: true, inlined_as_list: true}
  Publication:
    attributes:
      measured_with: {range: Instrument, multivalued: true}
  Instrument:
    annotations: {path: instrument}
    attributes:
      name: {slot_uri: schema:name, required: true, annotations: {show: page table cv search}}
      maker: {slot_uri: schema:manufacturer, range: Organization}
"""
WITH_ADDED = """\
id: ada-l
name: Ada Lovelace-Byron
awards: [{name: Medal of Looms, year: 1840, amount: 500}]
instruments: [{name: Great Refractor, maker: Carl Zeiss Werke}]
publications: [{title: What one saw, year: 1843, authors: [Ada Lovelace-Byron], measured_with: [Great Refractor]}]
"""


def parts(directory: Path) -> str:
    """Return what lies in the parts, one behind the other."""
    files = sorted((directory / GRAPH).glob("part-*"))
    return "".join(gzip.decompress(path.read_bytes()).decode() for path in files)


def begun(
    project: Path, out: Path, master: str, *, keep_going: bool = False, patience: int = 300
) -> "subprocess.Popen[str]":
    """Begin to build as users do, in a process of its own."""
    options = [f"--spark={name}={value}" for name, value in cluster.SETTINGS.items()]
    options.append(f"--spark=spark.kg.patience={patience}")
    program = [sys.executable, "-m", "kg", "build", str(project), "--out", str(out), "--engine", "spark"]
    program += ["--master", master, *options, *(["--keep-going"] if keep_going else [])]
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
    return subprocess.Popen(program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def on_spark(
    project: Path, out: Path, master: str, *, keep_going: bool = False, patience: int = 300
) -> "subprocess.CompletedProcess[str]":
    """Build as users do, and wait for the end."""
    with begun(project, out, master, keep_going=keep_going, patience=patience) as build:
        told, errors = build.communicate()
    return subprocess.CompletedProcess(build.args, build.returncode, told, errors)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cluster.Cluster]:
    with cluster.cluster(tmp_path_factory.mktemp("cluster")) as opened:
        yield opened


@pytest.fixture
def two_copies(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """Two copies of a project: a build writes its registry into it."""
    source = tmp_path / "source"
    if request.param == "sample":
        shutil.copytree(SAMPLE, source)
    else:
        write_project(100, source, as_yaml=request.param == "yaml")
    return shutil.copytree(source, tmp_path / "one"), shutil.copytree(source, tmp_path / "other")


def judge(archive: Archive, path: Path, leaving: Sequence[str]) -> None:
    """Contradict some of what was decided, in each way in which people may; profiles with some IRIs will be gone."""

    def key(node: int) -> str:
        return next(archive.mentions([node])).key

    persons, works = archive.decided["person"], archive.decided["work"]
    join, owner = persons.joins[-1], archive.corpus.first_persons.__getitem__  # the owner of a profile comes first
    judgements.append(path, "different", (key(join.one), key(join.other)), "two", "Ada")
    judgements.append(path, "same", (persons.iris[owner(5) + 1], persons.iris[owner(9) + 1]), "one", "Ada")
    judgements.append(path, "unsure", (key(owner(6) + 1), persons.iris[owner(7) + 1]), "hm", "Ada")
    staying = next(number for number in range(20, 30) if persons.iris[owner(number)] not in leaving)
    judgements.append(path, "pin", (persons.iris[owner(staying) + 1], "person/pinned"), "nicer", "Ada")
    edge, again = works.joins[0], works.joins[-1]
    assert {archive.corpus.works[node].title for node in again[:2]} == {"Notes on engines and looms"}
    judgements.append(path, "different", (key(-edge.one - 1), key(-edge.other - 1)), "two", "Ada")
    with path.open("a") as file:
        file.write(f"  - withdraw: {leaving[0]}\n    because: gone\n")


def desk(project: Path, workplace: Path) -> WorkerReader:
    """Return what reads as a worker does, in a directory of the test."""
    read = read_project(project)
    made = WorkerReader(read, read_authorities(read), frozenset(), Path("shown"))
    made.root = workplace  # else Spark chooses it
    return made


def taken(project: Path, workplace: Path) -> list[Taken]:
    """Read a project as workers do: files are cut, pieces go round, batches are taken in."""
    worker = desk(project, workplace)
    files = [path.relative_to(project).as_posix() for path in reading.profile_files(project / "profiles")]
    numbers = numbers_of(FileStatus(name, (project / name).stat().st_size) for name in files)
    batches: dict[int, list[ByteRange]] = {}
    for name in reversed(files):
        for key, piece in worker.cut(name, (project / name).read_bytes(), numbers[name]):
            batches.setdefault(key, []).append(piece)
    return [worker.take_in(batches[key]) for key in sorted(batches)]


@pytest.mark.thorough
@pytest.mark.parametrize("as_yaml", [True, False], ids=["yaml", "json lines"])
def test_workers_read_what_the_embedded_engine_reads(as_yaml: bool, tmp_path: Path) -> None:
    project = tmp_path / "project"
    write_project(150, project, as_yaml=as_yaml)
    with (project / "profiles" / "breaks.jsonl").open("w") as lines:  # a line ends where a line feed is, and only there
        lines.write(json.dumps({"id": "ada", "name": "Ada Lovelace", "summary": "one\u2028two\x85three"}) + "\n")
        lines.write(json.dumps({"id": "bea", "name": "Bea Babbage", "summary": "one"}, ensure_ascii=False) + "\n")
    read = read_project(project)
    intake = CollectPass(read, read_authorities(read))
    embedded_parts = [intake(batch) for batch in reading.batches(reading.profile_files(read.profiles))]

    found = taken(project, tmp_path / "workplace")

    assert [each for batch in found for each in batch.collected] == [e for p in embedded_parts for e in p.collected]
    assert {line for batch in found for line in batch.inputs} < set(list_files(read).text.splitlines(keepends=True))
    documents = [line for p in embedded_parts for line in zlib.decompress(p.documents).decode().split("\n") if line]
    assert [line for batch in found for line in batch.documents] == documents


@pytest.mark.thorough
def test_large_files_are_cut_and_their_lines_keep_their_numbers(tmp_path: Path) -> None:
    project = tmp_path / "project"
    write_project(1200, project, as_yaml=False)
    with (project / "profiles" / "all.jsonl").open("a") as lines:
        lines.write('{"id": "ada-lovelace"}\n')

    *whole, last = taken(project, tmp_path / "workplace")

    assert len(whole) >= 2
    assert sum(len(batch.collected) for batch in (*whole, last)) == 1200
    assert not any(batch.problems for batch in whole)
    assert {problem.place for problem in last.problems} == {"shown/profiles/all.jsonl:1201"}


def test_batches_are_numbered_in_the_order_of_the_files() -> None:
    files = [FileStatus(f"profiles/{n:03}.yaml", 10) for n in range(FILES + 9)]
    files += [
        FileStatus("profiles/a.jsonl", 3 << 20),
        FileStatus("profiles/b.jsonl", 0),
        FileStatus("profiles/c.yaml", 10),
    ]

    numbers = list(numbers_of(files).values())

    assert numbers == sorted(numbers)
    assert numbers[0] == numbers[FILES - 1] < numbers[FILES] == numbers[-4] < numbers[-3]
    assert numbers[-3] + 4 <= numbers[-2] < numbers[-1]


_names = st.sampled_from(["organization/a", "organization/b", "topic/c"])
_forms = st.sampled_from(["A", "AA", "a", "B"])
_mentions = st.lists(st.tuples(st.one_of(_names, st.integers(-1, 1)), _forms), max_size=6)


@settings(max_examples=often(60))
@given(st.lists(st.tuples(_mentions, st.integers(0, 3)), min_size=1, max_size=6))
def test_what_batches_count_together_is_what_the_register_counts(
    profiles: list[tuple[list[tuple[str | int, str]], int]],
) -> None:
    """The embedded engine counts in SQLite; workers count each batch for itself."""
    collected, iris = [], []
    for number, (mentions, person) in enumerate(profiles):
        owner = PersonNode(0, (f"Owner {number}",), (), (), "", "", "")
        listed = ListedProfile(f"person/o{number}", f"Owner {number}", "", ())
        collected.append(Collected(listed, [owner, owner], [], [], [(0, f"Owner {number}"), *mentions], "", {}, []))
        listed_works = [f"work/w{person}"] if any(means == -1 for means, _ in mentions) else []
        iris.append(([f"person/o{number}", f"person/p{person}"], listed_works))

    counted: dict[str, Tally] = {}
    for key in range(0, len(collected), 2):
        for iri, tally in tallies(key, collected[key : key + 2], iris[key : key + 2], key).items():
            counted[iri] = together(tally, counted[iri]) if iri in counted else tally
    settled = {iri: Settled(iri, tally.label, tally.first) for iri, tally in counted.items()}
    mine = [e for n, (c, i) in enumerate(zip(collected, iris, strict=True)) for e in entities(c, i, n, settled)]

    assert mine == registered(collected, iris)


def registered(collected: list[Collected], iris: list[tuple[list[str], list[str]]]) -> list[Entity]:
    """Return what the embedded engine's register says."""
    register = Register()
    for number, profile in enumerate(collected):
        moved = [
            (m if isinstance(m, str) else m + 2 * number if m >= 0 else m - number, f) for m, f in profile.mentions
        ]
        register.add_mentions(moved)
    nodes = [(2 * number + n, iri) for number, (persons, _) in enumerate(iris) for n, iri in enumerate(persons)]
    nodes += [(-number - 1, works[0]) for number, (_, works) in enumerate(iris) if works]
    owners = {f"person/o{n}": each.listed.name for n, each in enumerate(collected)}
    listed = [work for _, works in iris for work in works]
    register.settle(nodes, owners, united={iri for iri in listed if listed.count(iri) > 1})
    return list(register.entities())


@given(st.lists(st.text("ab", max_size=3)))
def test_texts_hold_each_line_once(lines: list[str]) -> None:
    found = "\n".join(texts("".join(f"{line}\n" for line in lines)))

    assert sorted(filter(None, found.split("\n"))) == sorted({line for line in lines if line})


def numbered_profiles(collected: Sequence[Collected]) -> list[Numbered]:
    part = Taken(list(collected), [], [], [], [])
    return numbered(part, Numbering([(0, outline(0, part).sizes)]).firsts(0))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.lists(st.sampled_from("abcd"), max_size=2)), max_size=5))
def test_ids_that_are_wrong_are_found_without_gathering_the_profiles(said: list[tuple[str, list[str]]]) -> None:
    collected = []
    for number, (owner, bound) in enumerate(said):
        people = [PersonNode(0, ("A",), (), (), f"person/{each}" if each else "", "", "") for each in ("", *bound)]
        listed = ListedProfile(f"person/{owner}", "A", f"profiles/{number}.yaml:1", ())
        collected.append(Collected(listed, people, [], [], [], "", {}, []))
    corpus = Corpus()
    for each in sorted(collected, key=lambda each: (each.listed.owner, each.listed.place)):
        corpus.add(each.listed, each.persons, each.works)

    claims = defaultdict(list)
    for profile in numbered_profiles(collected):
        for iri, claim in finding.claims_of_owners(profile):
            claims[iri].append(claim)
    wrong = [item for item in claims.items() if finding.is_wrong(item[1])]

    assert finding.problems(wrong, Path("here"), 100) == list(problems_of_ids(corpus, Path("here")))


@given(
    st.lists(
        st.lists(
            st.builds(Size, st.sampled_from("abcd"), st.text("xy"), st.integers(0, 3), st.integers(0, 3)), max_size=4
        ),
        min_size=1,
        max_size=4,
    )
)
def test_nodes_are_numbered_in_the_order_of_the_owners_and_batches_stay_as_they_were_read(
    batches: list[list[Size]],
) -> None:
    numbering = Numbering(enumerate(batches))

    keys = range(len(batches))
    ranked = sorted(((*f, s) for key in keys for f, s in zip(numbering.firsts(key), batches[key], strict=True)))
    assert [number for number, *_ in ranked] == list(range(len(ranked)))
    assert [size[:2] for *_, size in ranked] == sorted(size[:2] for _, _, _, size in ranked)
    assert [numbering.start(key) for key in keys] == [sum(map(len, batches[:key])) for key in keys]
    for kind, firsts in (("person", [row[1] for row in ranked]), ("work", [row[2] for row in ranked])):
        assert (
            firsts
            == list(accumulate((getattr(size, f"{kind}s") for *_, size in ranked[:-1]), initial=0))[: len(ranked)]
        )
        nodes = {key: list(numbering.nodes(kind, key)) for key in keys}
        assert sorted(node for each in nodes.values() for node in each) == list(range(numbering.size(kind)))
        assert all(numbering.batch(kind, node) == key for key in keys for node in nodes[key])
        assert dict(numbering.slices(kind, list(range(numbering.size(kind))))) == nodes


@given(st.lists(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=6), max_size=4))
def test_forests_connect_what_all_pairs_connect(several: list[list[tuple[int, int]]]) -> None:
    forests = [found for pairs in several for found in forest(pairs)]

    label = labels(13, forests)

    together = components(pair for pairs in several for pair in pairs if pair[0] != pair[1])
    assert roots(13, together) == label


class TestMerging:
    @pytest.fixture
    def graph(self, tmp_path: Path) -> Path:
        """What a build on Spark makes, by hand."""
        directory = tmp_path / "graph"
        (directory / GRAPH).mkdir(parents=True)
        names = []
        for number, name in enumerate(("Ada", "Bea")):
            line = f'<https://kg.example.org/person/{number}> <https://schema.org/name> "{name}" .\n'
            names.append(f"part-{number:05}.nq.gz")
            (directory / GRAPH / names[-1]).write_bytes(gzip.compress(line.encode()))
        told = [{"name": n, "sha256": sha256((directory / GRAPH / n).read_bytes()).hexdigest()} for n in names]
        manifest = {"kg": "0", "base": "https://kg.example.org/", "counts": {"quads": 2}, "parts": told, "warnings": []}
        (directory / MANIFEST).write_text(json.dumps(manifest))
        return directory

    def test_the_parts_become_a_release(self, graph: Path, tmp_path: Path) -> None:
        release = merged(graph, tmp_path / "out", check=False).release

        assert release is not None
        assert gzip.decompress((release.path / DUMP).read_bytes()).decode() == parts(graph)
        assert len(release.store()) == 2
        assert release.manifest["counts"] == {"quads": 2}
        assert not release.manifest["validated"]

    def test_a_part_that_was_changed_is_refused(self, graph: Path, tmp_path: Path) -> None:
        (graph / GRAPH / "part-00001.nq.gz").write_bytes(gzip.compress(b"<a:a> <a:b> <a:c> .\n"))

        with pytest.raises(ReadError, match="the part is not as it was written"):
            merged(graph, tmp_path / "out")
        assert not (tmp_path / "out" / "current").exists()

    def test_a_part_that_is_missing_is_named(self, graph: Path, tmp_path: Path) -> None:
        (graph / GRAPH / "part-00001.nq.gz").unlink()

        with pytest.raises(ReadError, match=r"part-00001\.nq\.gz: cannot be read"):
            merged(graph, tmp_path / "out")

    def test_a_part_that_is_no_text_is_refused(self, graph: Path, tmp_path: Path) -> None:
        (graph / GRAPH / "part-00001.nq.gz").write_bytes(gzip.compress(b'<a:a> <a:b> "\xff" .\n'))

        with pytest.raises(ReadError, match=r"part-00001\.nq\.gz: cannot be read"):
            merged(graph, tmp_path / "out")

    @pytest.mark.parametrize(
        "said",
        [
            [],
            {"base": "https://kg.example.org/"},
            {"parts": []},
            {"base": "https://kg.example.org/", "parts": [{"sha256": ""}]},
            {"base": "https://kg.example.org/", "parts": [{"name": "../manifest.json", "sha256": ""}]},
            {"base": "https://kg.example.org/", "parts": [], "identity_parts": {"identity/profiles": [0]}},
        ],
    )
    def test_a_manifest_that_names_no_parts_is_refused(self, said: object, graph: Path, tmp_path: Path) -> None:
        (graph / MANIFEST).write_text(json.dumps(said))

        with pytest.raises(ReadError, match="this is not the manifest of a graph"):
            merged(graph, tmp_path / "out")

    def test_a_decision_that_no_build_writes_is_refused(self, graph: Path, tmp_path: Path) -> None:
        part = graph / "identity" / "decisions" / "part-00000.tsv"
        part.parent.mkdir(parents=True)
        part.write_text("nonsense\n")
        told = {DECISIONS: [{"name": part.name, "sha256": sha256(part.read_bytes()).hexdigest()}]}
        manifest = json.loads((graph / MANIFEST).read_text())
        (graph / MANIFEST).write_text(json.dumps({**manifest, "identity_parts": told}))

        with pytest.raises(ReadError, match="a part is not as it was written") as refused:
            merged(graph, tmp_path / "out", check=False)
        assert refused.value.hint.startswith("copy the directory again")

    @pytest.fixture
    def accounted(self, graph: Path) -> Path:
        """The same, with the account of a profile that lists one work; there is none in the graph."""
        part = graph / ACCOUNTS / "part-00000.tsv"
        part.parent.mkdir()
        line = ProfileAccount("person/0", "profiles/a.yaml", 1, {"publications": 1}, 0, 1, 3).as_json()
        part.write_text(f"{line}\n")
        told = {ACCOUNTS: [{"name": part.name, "sha256": sha256(part.read_bytes()).hexdigest()}]}
        manifest = json.loads((graph / MANIFEST).read_text())
        said = asdict(Authorships(read=1, works=1, listings=1, lists=1))
        (graph / MANIFEST).write_text(json.dumps({**manifest, "identity_parts": told, "authorships": said}))
        return graph

    def test_an_account_that_does_not_balance_makes_no_release(
        self, accounted: Path, tmp_path: Path, kg: Command
    ) -> None:
        done = kg("merge", str(accounted), "--out", str(tmp_path / "out"), "--skip-validation")

        assert done.code == 2
        assert "the account does not balance: 1 authorships were read, 0 are in the graph" in done.err
        assert not (tmp_path / "out" / "current").exists()

    @pytest.mark.parametrize("said", [{"reads": 1}, [], "none", None])
    def test_an_account_that_no_build_writes_is_refused(self, said: object, accounted: Path, tmp_path: Path) -> None:
        manifest = json.loads((accounted / MANIFEST).read_text())
        (accounted / MANIFEST).write_text(json.dumps({**manifest, "authorships": said}))

        with pytest.raises(ReadError, match="the account is not as it was written"):
            merged(accounted, tmp_path / "out", check=False)

    def test_parts_without_an_account_make_a_release_that_says_so(
        self, graph: Path, tmp_path: Path, kg: Command
    ) -> None:
        project, out = Path(shutil.copytree(SAMPLE, tmp_path / "project")), tmp_path / "out"
        merged(graph, out, check=False)

        done = kg("info", "--account", "--release", str(out))

        assert done.code == 2
        assert "has no account" in done.err
        assert build(read_project(project), out, check=False).account["profiles"]

    def test_a_directory_without_a_manifest_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(ReadError, match="there is no manifest here"):
            merged(tmp_path, tmp_path / "out")


def as_parts(lines: str, directory: Path) -> Path:
    """Put sorted lines of N-Quads where a build on Spark puts them, in two parts."""
    (directory / GRAPH).mkdir(parents=True)
    middle = lines.index("\n", len(lines) // 2) + 1
    told = []
    for number, text in enumerate((lines[:middle], lines[middle:])):
        name = f"part-{number:05}.nq.gz"
        (directory / GRAPH / name).write_bytes(gzip.compress(text.encode()))
        told.append({"name": name, "sha256": sha256((directory / GRAPH / name).read_bytes()).hexdigest()})
    manifest = {"kg": "0", "base": "https://kg.example.org/", "counts": {}, "parts": told, "warnings": []}
    (directory / MANIFEST).write_text(json.dumps(manifest))
    return directory


OWN_SHAPE = """
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix schema: <https://schema.org/> .
<https://kg.example.org/shape> a sh:NodeShape ; sh:targetClass schema:Person ;
    sh:property [ sh:path schema:email ; sh:minCount 1 ; sh:severity sh:%s ; sh:message "there is no address" ] .
"""


class TestValidatingWhatWasMerged:
    """The outcome is that of the embedded engine."""

    @pytest.fixture
    def project(self, tmp_path: Path) -> Path:
        return Path(shutil.copytree(SAMPLE, tmp_path / "project"))

    @pytest.mark.thorough
    def test_a_graph_that_conforms_has_the_report_of_the_embedded_engine(self, project: Path, tmp_path: Path) -> None:
        graph = as_parts(embedded(project, tmp_path / "plain"), tmp_path / "graph")
        expected = build(read_project(project), tmp_path / "expected").release
        assert expected is not None

        found = merged(graph, tmp_path / "out", project=project).release

        assert found is not None
        assert (found.path / REPORT).read_bytes() == (expected.path / REPORT).read_bytes()
        assert {key: found.manifest[key] for key in ("validated", "results")} == {
            key: expected.manifest[key] for key in ("validated", "results")
        }

    @pytest.mark.thorough
    @pytest.mark.parametrize(("severity", "strict"), [("Violation", False), ("Warning", True)])
    def test_a_graph_that_does_not_conform_is_refused_with_the_report_of_the_embedded_engine(
        self, project: Path, tmp_path: Path, kg: Command, severity: str, strict: bool
    ) -> None:
        graph = as_parts(embedded(project, tmp_path / "plain"), tmp_path / "graph")
        for directory in (project, graph):
            (directory / "shapes").mkdir(exist_ok=True)
            (directory / "shapes" / "own.ttl").write_text(OWN_SHAPE % severity)
        expected = build(read_project(project), tmp_path / "expected", strict=strict).report

        found = merged(graph, tmp_path / "out", strict=strict, project=project)

        assert (found.release, found.report) == (None, expected)
        assert not (tmp_path / "out" / "current").exists()
        done = kg("merge", str(graph), "--out", str(tmp_path / "out"), *(["--strict"] if strict else []))
        assert done.code == 1
        assert "there is no address" in done.err
        assert "No release was made" in done.err


class TestWhatIsMissing:
    def test_a_build_on_spark_needs_a_master(self, kg: Command) -> None:
        done = kg("build", str(SAMPLE), "--engine", "spark")

        assert done.code == 2
        assert "no master is named for Spark" in done.err

    def test_a_setting_has_a_name_and_a_value(self, kg: Command) -> None:
        done = kg("build", str(SAMPLE), "--engine", "spark", "--master", "local", "--spark", "memory=4g")

        assert done.code == 2
        assert "'memory=4g' is no setting of Spark" in done.err

    def test_without_pyspark_the_extra_is_named(self, kg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pyspark", None)

        done = kg("build", str(SAMPLE), "--engine", "spark", "--master", "local")

        assert done.code == 2
        assert "pip install 'profile-kg[spark]'" in done.err

    @needs_pyspark
    def test_without_java_a_sentence_says_so(
        self, kg: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.delenv("JAVA_HOME", raising=False)
        monkeypatch.setenv("PATH", str(tmp_path))

        done = kg("build", str(SAMPLE), "--engine", "spark", "--master", "local")

        assert done.code == 2
        assert "Spark needs Java, which is missing" in done.err

    @needs_pyspark
    def test_an_old_java_is_refused(self, kg: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        java = tmp_path / "bin" / "java"
        java.parent.mkdir()
        java.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
        java.chmod(0o755)
        monkeypatch.setenv("JAVA_HOME", str(tmp_path))

        done = kg("build", str(SAMPLE), "--engine", "spark", "--master", "local")

        assert done.code == 2
        assert "Spark needs Java 17 or newer; there is Java 11" in done.err

    @pytest.mark.skipif(bool(cluster.missing()), reason=cluster.missing())
    def test_a_master_that_does_not_answer_is_named(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            master = f"spark://127.0.0.1:{free.getsockname()[1]}"

        with pytest.raises(ClusterError, match=f"no master answers at {master}"), session(master, {}):
            pass


def test_the_reason_is_what_was_raised_last() -> None:
    told = """An error occurred while calling o1.collect.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 failed: Traceback (most recent call last):
  File "a.py", line 1
kg.base.errors.MappingError: the key 'x' is not in the context

\tat org.apache.spark.Nothing(Nothing.scala:1)
Driver stacktrace:
\tat java.base/java.lang.Thread.run(Thread.java:840)"""

    assert reason(Exception(told)) == "kg.base.errors.MappingError: the key 'x' is not in the context"


class TestOnACluster:
    """A build takes a minute however small the project is: so one answers for all in which the engines agree."""

    pytestmark = on_a_cluster

    @pytest.mark.parametrize("two_copies", ["sample"], indirect=True)
    def test_parts_decisions_accounts_and_what_does_not_conform_are_those_of_the_embedded_engine(
        self, two_copies: tuple[Path, Path], running: cluster.Cluster, tmp_path: Path
    ) -> None:
        """Also those of kinds, fields, shapes and catalogues that a project adds."""
        mine, other = two_copies
        for project in two_copies:
            (project / "ontology").mkdir()
            (project / "ontology" / "own.yaml").write_text(ADDED)
            (project / "profiles" / "ada-l.yaml").write_text(WITH_ADDED)
            (project / "shapes").mkdir()
            (project / "shapes" / "own.ttl").write_text(OWN_SHAPE % "Violation")
            shutil.copytree(LISTS, project / "catalogues")
            with (project / "kg.yaml").open("a") as config:
                config.write("catalogues: [{file: group.bib, organization: cmu}]\n")

        done = on_spark(mine, tmp_path / "graph", running.master)

        assert done.returncode == 0, done.stderr
        assert parts(tmp_path / "graph") == embedded(other, tmp_path / "out")
        assert "instrument/great-refractor" in parts(tmp_path / "graph")
        assert (mine / "identity/registry.tsv").read_bytes() == (other / "identity/registry.tsv").read_bytes()
        assert archive_of(tmp_path / "graph", tmp_path / "merged") == (tmp_path / "out/current" / ARCHIVE).read_bytes()
        assert account_of(tmp_path / "merged") == account_of(tmp_path / "out")
        assert open_release(tmp_path / "merged").manifest["counts"]["catalogues"] == 4

        expected = build(read_project(other), tmp_path / "refused").report
        assert expected is not None
        assert "The graph was not validated; kg merge does that." in done.stderr
        found = merged(tmp_path / "graph", tmp_path / "judged", project=other)
        assert (found.release, found.report) == (None, expected)

    def test_statements_of_a_project_are_refused_on_a_cluster(self, sample_copy: Path, tmp_path: Path) -> None:
        (sample_copy / "graph").mkdir()
        (sample_copy / "graph" / "own.ttl").write_text("<person/a> <x:y> 1 .\n")

        done = on_spark(sample_copy, tmp_path / "graph", "local[1]")

        assert done.returncode != 0
        assert "do not take in statements of a project's own, such as graph/own.ttl" in done.stderr

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("two_copies", ["json lines"], indirect=True)
    def test_a_second_build_keeps_iris_and_judgements_though_profiles_are_gone_and_others_cannot_be_read(
        self, two_copies: tuple[Path, Path], running: cluster.Cluster, tmp_path: Path
    ) -> None:
        """Works are looked at again when their authors are known, and what was cut off half way is replaced."""
        mine, other = two_copies
        (other / "profiles" / "again.jsonl").write_text("".join(json.dumps(each) + "\n" for each in LOOKED_AT_AGAIN))
        first = build(read_project(other), tmp_path / "first", check=False).release
        assert first is not None
        lines = (other / "profiles" / "all.jsonl").read_text().splitlines(keepends=True)
        leaving = [f"person/{json.loads(line)['id']}" for line in lines[:3]]
        judge(open_archive(first.path / ARCHIVE), other / "identity" / "judgements.yaml", leaving)
        (other / "profiles" / "all.jsonl").write_text("".join(lines[3:]))
        (other / "profiles" / "poisoned.jsonl").write_bytes(POISONED)
        shutil.rmtree(mine)
        shutil.copytree(other, mine)
        for name in (mine / "identity/registry.tsv", tmp_path / "graph"):  # who replaced them was cut off half way
            former = name.with_name(f"{name.name}.former")
            name.rename(former) if name.exists() else former.mkdir()
        (tmp_path / "graph.former" / MANIFEST).write_text("{}")

        done = on_spark(mine, tmp_path / "graph", running.master, keep_going=True)

        assert done.returncode == 0, done.stderr
        assert f"left out: {mine}/profiles/poisoned.jsonl:1" in done.stderr
        assert json.loads((tmp_path / "graph" / MANIFEST).read_text())["left_out"] == 2
        assert parts(tmp_path / "graph") == embedded(other, tmp_path / "out", keep_going=True)
        assert archive_of(tmp_path / "graph", tmp_path / "merged") == (tmp_path / "out/current" / ARCHIVE).read_bytes()
        assert account_of(tmp_path / "merged") == account_of(tmp_path / "out")
        assert (mine / "identity/registry.tsv").read_bytes() == (other / "identity/registry.tsv").read_bytes()
        assert "person/pinned\t" in (mine / "identity/registry.tsv").read_text()

    @pytest.mark.exhaustive
    def test_a_poisoned_profile_is_named_and_nothing_is_published(
        self, sample_copy: Path, running: cluster.Cluster, tmp_path: Path
    ) -> None:
        (sample_copy / "profiles" / "poisoned.jsonl").write_bytes(POISONED)
        shutil.rmtree(sample_copy / "identity")

        done = on_spark(sample_copy, tmp_path / "graph", running.master)

        assert done.returncode == 1
        assert f"{sample_copy}/profiles/poisoned.jsonl:1: the text is not UTF-8" in done.stderr
        assert f"{sample_copy}/profiles/poisoned.jsonl:2" in done.stderr
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith("graph")] == []
        assert not (sample_copy / "identity/registry.tsv").exists()

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("two_copies", ["yaml"], indirect=True)
    def test_a_worker_that_is_killed_in_the_middle_changes_nothing(
        self, two_copies: tuple[Path, Path], tmp_path: Path
    ) -> None:
        mine, other = two_copies
        (tmp_path / "cluster").mkdir()
        with (
            cluster.cluster(tmp_path / "cluster") as opened,
            begun(mine, tmp_path / "graph", opened.master) as build,
        ):
            opened.await_tasks(20, build)
            assert build.poll() is None
            opened.kill(0)
            _, told = build.communicate()

        assert build.returncode == 0, told
        assert parts(tmp_path / "graph") == embedded(other, tmp_path / "out")

    @pytest.mark.exhaustive
    def test_a_cluster_without_workers_is_waited_for_in_vain(self, tmp_path: Path) -> None:
        (tmp_path / "cluster").mkdir()
        with cluster.cluster(tmp_path / "cluster", workers=0) as opened:
            done = on_spark(SAMPLE, tmp_path / "graph", opened.master, patience=3)

        assert done.returncode == 2
        assert f"no worker of {opened.master} took up the work within 3 s" in done.stderr

    def test_what_is_no_build_is_not_replaced(self, tmp_path: Path) -> None:
        (tmp_path / "letter").write_text("Dear Ada")

        done = on_spark(SAMPLE, tmp_path, "local[1]")

        assert done.returncode == 2
        assert "holds something else than a build" in done.stderr
        assert (tmp_path / "letter").read_text() == "Dear Ada"
