"""A project on any file system: its small files are fetched to this machine, its profiles stay where they are."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from kg.base.errors import ConfigError, KgError, Problem, ReadError
from kg.base.files import refuse_links_out
from kg.identity.registry import Registry, read_registry
from kg.pipeline.spark.files import ClusterFiles, FileStatus
from kg.pipeline.spark.reading import CATALOGUES, catalogue_names, profile_names, retold
from kg.profile import judgements as judgement_file
from kg.profile.config import Authorities, Project, check_catalogues, read_authorities, read_project
from kg.profile.judgements import Judgements
from kg.profile.roots import PROJECT_FILES
from kg.terms.generated import DECLARED
from kg.terms.generated import shapes as shapes_of
from kg.validation.shacl import check_paths
from kg.validation.validating import read_shapes, shape_files

PROFILES = "profiles/"
REGISTRY = "identity/registry.tsv"
_ROR = "authorities/ror.sqlite"

_LARGEST = (1 << 31) - 1
_OWN = re.compile(r"shapes/[^/]+\.ttl|ontology/[^/]+\.ya?ml|queries/[^/]+\.rq")
"""With what a project adds to kg."""
_SMALL = ("kg.yaml", "organizations.yaml", "venues.yaml", "identity/judgements.yaml", REGISTRY)


@dataclass(frozen=True)
class ClusterInputs:
    """What a build begins with.

    Attributes:
        address: The project's directory, as Hadoop writes it.
        shown: What stands for that directory in problems.
        project: The copy of its small files.
        authorities: The organisations and venues that are known by name.
        judgements: What people have decided.
        registry: The IRIs that were published so far.
        profiles: The files with profiles, in the order in which they are read, then catalogues, named relative to the
            project.
    """

    address: str
    shown: Path
    project: Project
    authorities: Authorities
    judgements: Judgements
    registry: Registry
    profiles: list[FileStatus]

    @property
    def size(self) -> int:
        """The bytes of all profiles."""
        return sum(file.size for file in self.profiles)

    def hashes(self) -> Iterator[str]:
        """Yield hash and name of each small file from which the graph is made, as lines."""
        own = [self.project.root / name for name in _SMALL if name != REGISTRY]
        for path in (*filter(Path.exists, own), *self.project.own_files):
            digest = sha256(path.read_bytes()).hexdigest()
            yield f"{digest}\t{path.relative_to(self.project.root).as_posix()}\n"


def read_inputs(files: ClusterFiles, project: str, directory: Path, *, check: bool = True) -> ClusterInputs:
    """Return what a build begins with.

    Args:
        files: The files of the cluster.
        project: The project's directory: a path, or an address such as `hdfs://host/kg`.
        directory: Where to put the copies.
        check: Whether the shapes are to be used.

    Raises:
        ConfigError: If there is no project, or its `kg.yaml` or a shape is broken.
        ReadError: If one of the small files is broken, or there is no profile.
        ClusterError: If the file system refuses.
    """
    address = files.absolute(project)
    files.restore(f"{address}/{REGISTRY}")
    found = {file.name: file for file in files.below(address)}
    if "kg.yaml" not in found:
        raise ConfigError(f"there is no project in '{project}': kg.yaml is missing", hint="make one: kg init DIR")
    _refuse_what_is_not_built_here(found)
    if "://" not in project:
        refuse_links_out(Path(project), PROJECT_FILES)
    for name in found:
        if name in _SMALL or _OWN.fullmatch(name):
            files.fetch(f"{address}/{name}", directory / name)
    shown = Path() if "://" in project else Path(project)
    with as_of(directory, shown):
        copy = read_project(directory)
        check_catalogues(copy, "file", catalogue_names(_below(found, CATALOGUES)))
        check_paths(shape_files(copy.shapes), copy.declaration)
        if copy.additions:  # its shapes travel with those that are written by hand
            copy.shapes.mkdir(exist_ok=True)
            (copy.shapes / DECLARED).write_text(shapes_of(copy.declaration, added=True), encoding="utf-8")
        if check:
            read_shapes(shape_files(copy.shapes))  # a broken one ends the build at once
        return ClusterInputs(
            address,
            shown,
            copy,
            read_authorities(copy),
            judgement_file.read(copy.judgements),
            read_registry(copy.registry),
            list(_profiles(found, shown)),
        )


def _refuse_what_is_not_built_here(found: Mapping[str, FileStatus]) -> None:
    if stated := [name for name in sorted(found) if name.startswith("graph/")]:
        message = f"builds on a cluster do not take in statements of a project's own, such as {stated[0]}"
        raise ConfigError(message, hint="build it here, or take the folder 'graph' out of the project")
    if _ROR in found:
        message = f"builds on a cluster do not look organisations up in ROR, {_ROR}"
        hint = "build it here; or take 'kg identity organizations' over, and take the file out of the project"
        raise ConfigError(message, hint=hint)


def _profiles(found: dict[str, FileStatus], shown: Path) -> Iterator[FileStatus]:
    """Yield the files that hold profiles, in their order, then the catalogues."""
    names = [f"{PROFILES}{name}" for name in profile_names(_below(found, PROFILES))]
    names += [f"{CATALOGUES}{name}" for name in catalogue_names(_below(found, CATALOGUES))]
    if not names:
        hint = "add a file whose name ends in .jsonl, .yaml or .json"
        raise ReadError(Problem("there is no profile here", shown / PROFILES, hint=hint))
    for name in names:
        file = found[name]
        if any(part.startswith(("_", ".")) for part in name.split("/")):
            hint = "give it another name"
            raise ReadError(
                Problem("Hadoop passes over names that begin with '_' or '.'", shown / file.name, hint=hint)
            )
        if file.size > _LARGEST:
            message = f"the file has {file.size:,} bytes; Spark hands over at most {_LARGEST:,} at a time"
            raise ReadError(Problem(message, shown / file.name, hint="cut it at line ends: split -C 256M"))
        yield file


def _below(found: Iterable[str], directory: str) -> Iterator[str]:
    return (name.removeprefix(directory) for name in found if name.startswith(directory))


@contextmanager
def as_of(directory: Path, shown: Path) -> Iterator[None]:
    """Let problems with copies name the files that were copied."""
    try:
        yield
    except (ConfigError, ReadError) as error:
        kind: type[KgError] = type(error)
        raise kind([retold(problem, directory, shown) for problem in error.problems]) from error
