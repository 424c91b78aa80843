"""The steps of a build on a cluster."""

import json
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from itertools import islice
from operator import add
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kg.base.errors import MAX_PROBLEMS, ClusterError, Problem, ReadError
from kg.base.progress import SILENT, Progress
from kg.base.version import __version__
from kg.identity.deciding import redirect
from kg.identity.explaining.archive import replaced
from kg.identity.organizations import formerly, possible_names
from kg.identity.registry import append
from kg.identity.rulings import judged
from kg.mapping.mapper import Mapper
from kg.pipeline import fingerprint
from kg.pipeline.result import added, check_registry, profiles_of, verdict
from kg.pipeline.spark import finding
from kg.pipeline.spark.cluster import session, working
from kg.pipeline.spark.deciding import BatchDecision, Outline
from kg.pipeline.spark.describing import accounts_of, authorships_of, terms_of, texts, texts_of
from kg.pipeline.spark.files import (
    GRAPH,
    SHAPES,
    ClusterFiles,
    WrittenPart,
    measured,
    tidy,
    write_ordered,
    write_sorted,
)
from kg.pipeline.spark.flow import Flow
from kg.pipeline.spark.inputs import REGISTRY, ClusterInputs, as_of, read_inputs
from kg.pipeline.spark.keeping import (
    ACCOUNTS,
    DECISIONS,
    KINDS,
    NODES,
    PROFILES,
    REPLACED,
    Order,
    decision_lines,
    node_lines,
    profile_lines,
)
from kg.pipeline.spark.numbering import Numbering
from kg.pipeline.spark.reading import retold
from kg.pipeline.spark.register import disagreements, forms_of, is_named, kind_of, label_of
from kg.pipeline.spark.resolving import Resolving
from kg.profile.account import Authorships
from kg.store.release import INPUTS, MANIFEST
from kg.store.release import REGISTRY as KEPT_REGISTRY

# The steps of a build on a cluster, which `kg.pipeline.spark.making` puts one behind the other.

if TYPE_CHECKING:
    from pyspark import RDD
    from pyspark.sql import SparkSession

    from kg.pipeline.spark.flow import Answered
    from kg.pipeline.spark.register import Tally

    Named = tuple[RDD[Answered], RDD[tuple[str, Tally]]]

ADDED = "registry-added.tsv"

_PART = 256 << 20  # characters of a part, before compression


@dataclass
class Built:
    """What came of a build.

    Attributes:
        directory: Where it lies: parts and manifest.
        warnings: What is odd but usable, at most 1,000 entries.
        left_out: Why profiles were left out, at most 1,000 entries.
        counts: How many entities there are of each kind, and how many `profiles` and `quads`.
    """

    directory: str
    warnings: list[Problem] = field(default_factory=list)
    left_out: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


class Making:
    """The steps of a build.

    Args:
        spark: A Spark session.
        files: The files of the cluster.
        inputs: What to build.
        staging: Where to put what is made.
        workdir: A directory of this machine.
    """

    def __init__(
        self, spark: "SparkSession", files: ClusterFiles, inputs: ClusterInputs, staging: str, workdir: Path
    ) -> None:
        self._spark = spark
        self._files = files
        self._inputs = inputs
        self._staging = staging
        self._workdir = workdir
        self._flow = Flow(spark.sparkContext, inputs)
        self._parts: list[WrittenPart] = []
        self._kept: dict[str, list[WrittenPart]] = {}
        self.built = Built(staging)

    def read(self, *, keep_going: bool) -> list[Outline]:
        """Read all profiles."""
        with working("reading"):
            outlines = self._flow.outlines()
        problems = list(islice((each for batch in outlines for each in batch.problems), MAX_PROBLEMS))
        if problems and not keep_going:
            raise ReadError(problems)
        self.built.left_out.extend(problems)
        steering = (*self._inputs.project.warnings, *self._inputs.authorities.warnings)
        root, shown = self._inputs.project.root, self._inputs.shown
        self.built.warnings.extend(retold(problem, root, shown) for problem in steering)
        self.built.warnings.extend(islice((each for batch in outlines for each in batch.warnings), MAX_PROBLEMS))
        self.built.counts["profiles"] = sum(bool(size.owner) for batch in outlines for size in batch.sizes)
        if catalogues := sum(size.opens_catalogue for batch in outlines for size in batch.sizes):
            self.built.counts["catalogues"] = catalogues
        lines = (*self._inputs.hashes(), *(line for batch in outlines for line in batch.inputs))
        self._put(INPUTS, "".join(lines))
        return outlines

    def decide(self, outlines: Sequence[Outline]) -> None:
        """Decide who is who, and give everybody an IRI."""
        inputs, registry = self._inputs, self._inputs.registry
        numbering = Numbering((batch.key, batch.sizes) for batch in outlines)
        with working("comparing"):
            self._batches = self._flow.batches(numbering)
            resolving = self._flow.resolving(self._batches, numbering)
            if problems := finding.problems(resolving.wrong_ids(MAX_PROBLEMS), inputs.shown, MAX_PROBLEMS):
                raise ReadError(problems)
            pins = self._judge(resolving)
            of_persons, of_works = self._judged
            self._persons, self._works = resolving.decide(of_works, of_persons)
        with working("giving IRIs"):
            naming = self._flow.naming(self._batches)
            iris = [
                naming.iris(side.kind, side.roots, resolving.slices(side.kind, side.roots), registry, pins)
                for side in (self._persons, self._works)
            ]
            redirect(inputs.judgements, registry)
            slices = zip(
                *(numbering.slices(kind, own) for kind, own in zip(("person", "work"), iris, strict=True)), strict=True
            )
            answers = (
                (key, BatchDecision(numbering.start(key), numbering.firsts(key), people, listed))
                for (key, people), (_, listed) in slices
            )
            self._answers = self._flow.answers(answers)

    def _judge(self, resolving: Resolving) -> dict[str, str]:
        """Find out what people have decided, and return the IRIs that they have given, by anchor."""
        judgements, registry = self._inputs.judgements, self._inputs.registry
        marks = resolving.marks(finding.wanted(judgements, registry)) if judgements.entries else []
        find = finding.finder(marks, registry)
        of_persons, of_works = self._judged = judged(judgements, find.person), judged(judgements, find.work)
        return finding.pins(of_persons.pins, marks, is_work=False) | finding.pins(of_works.pins, marks, is_work=True)

    def name(self) -> "Named":
        """Hand the IRIs back to the batches, find out what each entity is called, and tell the registry."""
        registry = self._inputs.registry
        with working("naming"):
            answered = self._flow.answered(self._answers)
            tallies = self._flow.tallies(answered)
            counts = tallies.map(kind_of).countByValue()
            named = tallies.filter(is_named)
            labels = dict(named.mapValues(label_of).collect())
            for iri in self._inputs.authorities.iris:
                if iri not in labels:  # known, though no profile mentions it
                    labels[iri] = ""
                    counts[iri.partition("/")[0]] += 1
            for iri in sorted(labels):
                registry.see(iri, labels[iri])
            if registry.orphans():
                registry.follow(form for _, form in sorted(named.flatMap(forms_of).collect()))
            for former, now in formerly(self._inputs.authorities):
                registry.redirect(former, now)
            self._possible = possible_names(sorted(labels.items()), {*self._inputs.authorities.iris})
        self.built.counts.update(sorted(counts.items()))
        return answered, tallies

    def describe(self, named: "Named") -> "RDD[str]":
        """Return all lines of the graph, many in each text."""
        config = self._inputs.project.config
        mapper = Mapper(config.base, self._inputs.project.declaration)
        own = [
            mapper.dataset(config, self._inputs.authorities),
            *mapper.identities(self._possible, self._inputs.registry.replaced()),
        ]
        with working("mapping"):
            _, tallies = named
            own.extend(mapper.disagreements(sorted(tallies.flatMap(disagreements).collect())))
            own.extend(mapper.disagreements(self._flow.unsure_venues))
            described = self._flow.described(*named).union(self._flow.united(*named))
            self._authorships = described.map(authorships_of).fold(Authorships(), add)
            self._accounts = described.flatMap(accounts_of)
            terms = mapper.own_terms.union(*described.map(terms_of).collect())
            rest = list(texts("".join([*own, mapper.concepts(terms)])))
            told = self._persons.pairs().union(self._works.pairs())
            found = self._flow.findings(self._batches, self._answers, told)
            context = self._spark.sparkContext
            return context.union([described.flatMap(texts_of), found, context.parallelize(rest, 1)])

    def write(self, lines: "RDD[str]", *, packed: bool) -> None:
        """Write the parts, and read them again to see what they hold."""
        graph = f"{self._staging}/{GRAPH}"
        with working("writing"):
            parts = max(self._spark.sparkContext.defaultParallelism, lines.map(len).sum() // _PART)
            write_sorted(self._spark, lines, graph, parts=parts, packed=packed)
            self._parts = measured(self._spark, graph, tidy(self._files, graph))
        self.built.counts["quads"] = sum(part.quads for part in self._parts)

    def keep(self, *, packed: bool) -> None:
        """Write from what it was decided who is who, and what became of each profile."""
        context = self._spark.sparkContext
        sides = zip(KINDS, (self._persons, self._works), self._judged, strict=True)
        decisions = context.union(
            [side.parts.flatMap(partial(decision_lines, order=Order.of(kind, judged))) for kind, side, judged in sides]
        )
        answered = self._flow.answered(self._answers)
        profiles, nodes = answered.map(profile_lines), answered.flatMap(node_lines)
        several = {PROFILES: profiles, NODES: nodes, DECISIONS: decisions, ACCOUNTS: self._accounts}
        with working("writing"):
            for name, rows in several.items():
                directory = f"{self._staging}/{name}"
                write_ordered(self._spark, rows, directory, packed=packed)
                self._kept[name] = measured(self._spark, directory, tidy(self._files, directory, "tsv"))
        self._put(REPLACED, "".join(f"{iri}\t{anchor}\n" for iri, anchor in replaced(self._inputs.registry)))

    def publish(self, target: str) -> None:
        """Let the registry learn the new IRIs, and put what was made in its place, the manifest last."""
        added = self._inputs.registry.added
        self._put(ADDED, "".join("\t".join(row) + "\n" for row in added))
        for path in sorted(self._inputs.project.shapes.glob("*.ttl")):
            self._files.put(path, f"{self._staging}/{SHAPES}/{path.name}")
        self._put(MANIFEST, json.dumps(self._manifest(), indent=2, ensure_ascii=False) + "\n")
        self._register()
        self._files.replace(self._staging, target)

    def _register(self) -> None:
        """Remember the IRIs of the build before anybody sees them."""
        path, address = self._inputs.project.registry, f"{self._inputs.address}/{REGISTRY}"
        try:
            if self._inputs.registry.added:
                append(path, self._inputs.registry.added)
                self._files.put(path, f"{address}.new")
                self._files.replace(f"{address}.new", address)
            if path.exists():
                self._files.put(path, f"{self._staging}/{KEPT_REGISTRY}")
        except ClusterError as error:
            message = f"cannot be written: {error}"
            hint = f"append {ADDED} to it and keep it with the profiles; else a later build may forget these IRIs"
            self.built.warnings.append(Problem(message, self._inputs.shown / REGISTRY, hint=hint))

    def _manifest(self) -> dict[str, Any]:
        """Say what was made; nothing in it depends on the time, and only the parts on the cluster."""
        config = self._inputs.project.config
        return {
            "kg": __version__,
            "engine": "spark",
            "base": config.base,
            "title": config.title,
            "license": config.license,
            "inputs": sha256(self._written(INPUTS)).hexdigest(),
            "declarations": fingerprint.declarations(),
            **added(self._inputs.project),
            "registry": self._inputs.registry.digest(),
            "registry_added": len(self._inputs.registry.added),
            "counts": self.built.counts,
            **verdict(None),
            "left_out": profiles_of(self.built.left_out),
            "warnings": [str(problem) for problem in self.built.warnings],
            "authorships": asdict(self._authorships),
            "parts": [part._asdict() for part in self._parts],
            "identity_parts": {name: [part._asdict() for part in parts] for name, parts in self._kept.items()},
        }

    def _put(self, name: str, text: str) -> None:
        """Write a small file of what is made."""
        (self._workdir / name).parent.mkdir(exist_ok=True)
        (self._workdir / name).write_text(text, encoding="utf-8")
        self._files.put(self._workdir / name, f"{self._staging}/{name}")

    def _written(self, name: str) -> bytes:
        return (self._workdir / name).read_bytes()


# Build on a cluster: read → resolve → map → sort → manifest, each batch on whichever worker is free.


def build(
    project: str,
    out: str,
    *,
    master: str,
    settings: Mapping[str, str] = MappingProxyType({}),
    packed: bool = True,
    check: bool = True,
    keep_going: bool = False,
    accept_registry: bool = False,
    progress: Progress = SILENT,
) -> Built:
    """Build the graph of a project on a cluster.

    Args:
        project: Its directory, on any file system that Hadoop knows.
        out: Where the parts and the manifest go; a former build there is replaced.
        master: The master's address, as Spark writes it.
        settings: Spark's settings by name.
        packed: Whether the parts are compressed.
        check: Whether the shapes have to be well-formed; `kg merge` checks the graph against them.
        keep_going: Whether profiles that cannot be read are left out, instead of ending the build.
        accept_registry: Whether the registry of IRIs may lack what the former build knows.
        progress: What shows how far it has come.

    Raises:
        ReadError: If an input cannot be used.
        ConfigError: If there is no project, or Spark cannot run here.
        ClusterError: If the cluster does not do its work.
    """
    progress.phase("starting Spark")
    with session(master, settings) as spark, tempfile.TemporaryDirectory() as directory:
        files = ClusterFiles(spark.sparkContext)
        target = files.absolute(out)
        files.restore(target)
        _check_target(files, target)
        inputs = read_inputs(files, project, Path(directory) / "project", check=check)
        if not accept_registry:
            _check_registry(files, target, inputs, Path(directory) / "former")
        with _staged(files, target) as staging:
            making = Making(spark, files, inputs, staging, Path(directory))
            progress.phase("reading")
            outlines = making.read(keep_going=keep_going)
            progress.phase("deciding who is who")
            making.decide(outlines)
            progress.phase("mapping")
            lines = making.describe(making.name())
            progress.phase("sorting and writing")
            making.write(lines, packed=packed)
            making.keep(packed=packed)
            progress.phase("publishing")
            making.publish(target)
    making.built.directory = out
    return making.built


@contextmanager
def _staged(files: ClusterFiles, target: str) -> Iterator[str]:
    """Choose a directory beside the target, and remove what is left of it in the end."""
    staging = f"{target}.staging-{uuid.uuid4().hex[:8]}"
    try:
        yield staging
    finally:
        files.remove(staging)


def _check_registry(files: ClusterFiles, target: str, inputs: ClusterInputs, directory: Path) -> None:
    """Check the registry against the build that is to be replaced, if that has one."""
    if files.exists(f"{target}/{KEPT_REGISTRY}"):
        for name in (MANIFEST, KEPT_REGISTRY):
            files.fetch(f"{target}/{name}", directory / name)
        with as_of(inputs.project.root, inputs.shown):
            check_registry(inputs.project.registry, directory, inputs.project.config.base)


def _check_target(files: ClusterFiles, target: str) -> None:
    """Refuse to replace anything but a former build."""
    if next(files.below(target), None) is not None and not files.exists(f"{target}/{MANIFEST}"):
        raise ClusterError(f"{target} holds something else than a build", hint="choose another directory with --out")
