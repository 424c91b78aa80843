"""Fingerprint the inputs of a build, to skip a build of unchanged inputs.

Beside the files of a release, `origin.json` says by which code, from which files, on which registry and with which
options it was made, and what was odd about it then. It does not belong to the release, since another code or option may
make the same one.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from kg.base import resources, strict_yaml
from kg.base.errors import ConfigError, Problem, ReleaseError
from kg.base.files import atomic_write
from kg.profile import reading
from kg.profile.config import Project, check_catalogues
from kg.profile.reading import Batch
from kg.store.release import Release, open_release, verify

ORIGIN = "origin.json"
CACHE = "cache.sqlite"


@dataclass(frozen=True)
class BuildInputs:
    """Everything that decides what is built, as hashes.

    Attributes:
        code: A hash of this program, its declarations and the versions of what it stands on.
        inputs: A hash of all files of the project, by name.
        steering: The same of those that are not profiles.
        registry: A hash of the IRIs that are published.
        options: What else decides what is made.
    """

    code: str
    inputs: str
    steering: str
    registry: str
    options: Mapping[str, bool]


class ProjectFiles(NamedTuple):
    """The files of a project.

    Attributes:
        steering: Lines of hash and name of those that say how profiles are read.
        profiles: The same of those that hold profiles, and of catalogues.
        files: Those that hold profiles, in the order in which they are read.
        catalogues: The catalogues, in order.
        site: Hash and name of the files of the group's own site.
    """

    steering: str
    profiles: str
    files: Sequence[Path]
    catalogues: Sequence[Path] = ()
    site: str = ""

    @property
    def text(self) -> str:
        """All of them."""
        return self.steering + self.site + self.profiles

    @property
    def hashes(self) -> Mapping[str, str]:
        """The hash of each file of profiles and of each catalogue, by name."""
        return {name: hashed for hashed, _, name in (line.partition("\t") for line in self.profiles.splitlines())}


@dataclass(frozen=True)
class PreviousBuild:
    """The current release, and what its build remarked.

    Attributes:
        release: The release.
        inputs: From what it was made.
        warnings: What was odd but usable.
        left_out: Why profiles were left out.
        more_warnings: How many warnings there were beyond these.
        pictures: The hash of each picture that profiles and pages name.
        cache: The hash of the file that the build left for the next one.
    """

    release: Release
    inputs: BuildInputs
    warnings: Sequence[Problem]
    left_out: Sequence[Problem]
    more_warnings: int = 0
    pictures: Mapping[str, str] = field(default_factory=dict)
    cache: str = ""

    def is_of(self, inputs: BuildInputs, root: Path) -> bool:
        """Whether a build from these inputs would make it again: pictures may lie anywhere in the project."""
        same = all(_hash_if_there(root / name) == hashed for name, hashed in self.pictures.items())
        return inputs == self.inputs and same

    def is_cache(self, inputs: BuildInputs) -> bool:
        """Whether only profiles may have changed since, and what was left for this build is as it was written."""
        is_same = replace(inputs, inputs="", registry="") == replace(self.inputs, inputs="", registry="")
        return is_same and self.cache != "" and _hash_if_there(self.release.path / CACHE) == self.cache


def list_files(project: Project) -> ProjectFiles:
    """Return hash and name of each file of a project.

    Raises:
        ConfigError: If a file that steers the project cannot be read, or kg.yaml names a catalogue that is not there.
        ReadError: If there is neither a profile nor a catalogue.
    """
    catalogues = project.catalogues
    files = reading.profile_files(project.profiles, needs_one=not catalogues)
    check_catalogues(project, "file", [project.name_of(path) for path in catalogues])
    named = len(str(project.root / "_")) - 1  # relative_to takes as long as hashing a small file

    def lines(several: Iterable[Path], hashed: Callable[[Path], str]) -> str:
        return "".join(f"{hashed(path)}\t{path.as_posix()[named:]}\n" for path in several)

    read = lines((*files, *catalogues), _hash_of_profile)
    own = lines(project.site, _hash)
    return ProjectFiles(lines(_steering(project), _hash), read, files, catalogues, own)


def build_inputs(project: Project, inputs: ProjectFiles, options: Mapping[str, bool]) -> BuildInputs:
    """Fingerprint everything that decides what is built of a project."""
    whole, steering = (sha256(text.encode()).hexdigest() for text in (inputs.text, inputs.steering))
    return BuildInputs(code(), whole, steering, registry_of(project), options)


def registry_of(project: Project) -> str:
    """Return a hash of the file of the IRIs that are published; empty if there is none, or it cannot be read."""
    try:
        return reading.sha256_of(project.registry)
    except OSError:
        return ""


def declarations() -> str:
    """Return one hash of everything in `ontology/` and `shapes/`."""
    files = [*resources.directory("ontology").iterdir(), *resources.directory("shapes").iterdir()]
    return sha256("".join(reading.sha256_of(path) for path in sorted(files)).encode()).hexdigest()


def code() -> str:
    """Return a hash of this program, its declarations and the versions of all packages."""
    digest = sha256(_program())
    for name in ("ontology", "shapes"):
        for path in sorted(filter(Path.is_file, resources.directory(name).iterdir())):
            digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _program() -> bytes:
    """Return a hash of this program and the versions of all packages; a process goes on with those it began with."""
    digest = sha256()
    for path in sorted(resources.PACKAGE.rglob("*")):
        if path.suffix in (".py", ".tsv", ".toml"):
            digest.update(path.read_bytes())
    digest.update("\n".join(sorted(f"{each.name} {each.version}" for each in distributions())).encode())
    return digest.digest()


def write(
    release: Release,
    inputs: BuildInputs,
    warnings: Iterable[Problem],
    left_out: Iterable[Problem],
    root: Path,
    *,
    more_warnings: int = 0,
    pictures: Mapping[str, str] = MappingProxyType({}),
    cache: Path,
) -> None:
    """Say beside a release from what it was made; what cannot be written is made again next time.

    Args:
        release: The release.
        inputs: From what it was made.
        warnings: What is odd but usable.
        left_out: Why profiles were left out.
        root: The project's directory.
        more_warnings: How many warnings there are beyond these.
        pictures: The hash of each picture that profiles and pages name, empty for one that is not there.
        cache: The file for the next build, which is put beside it.
    """
    noted = {
        **asdict(inputs),
        "warnings": [each.as_json(root) for each in warnings],
        "left_out": [each.as_json(root) for each in left_out],
        "more_warnings": more_warnings,
        "pictures": pictures,
        "cache": _hash_if_there(cache),
    }
    with suppress(OSError), atomic_write(release.path / ORIGIN) as file:
        file.write(f"{json.dumps(noted, indent=1, ensure_ascii=False)}\n".encode())


def previous_build(out: Path, root: Path) -> PreviousBuild | None:
    """Return the current release under OUT with what its build remarked, if it is whole.

    Args:
        out: Where releases are.
        root: The project's directory, which may have been moved since.
    """
    try:
        release = open_release(out)
        verify(release, whole=True)
        noted = json.loads((release.path / ORIGIN).read_text(encoding="utf-8"))
        inputs = BuildInputs(*(noted[each.name] for each in fields(BuildInputs)))
        warnings, left_out = ([Problem.of_json(each, root) for each in noted[key]] for key in ("warnings", "left_out"))
        more, pictures, cache = int(noted["more_warnings"]), noted["pictures"], noted["cache"]
        return PreviousBuild(release, inputs, warnings, left_out, more, pictures, cache)
    except (ReleaseError, OSError, ValueError, KeyError, TypeError):
        return None


def _hash_if_there(path: Path) -> str:
    try:
        return reading.sha256_of(path)
    except OSError:
        return ""


def _steering(project: Project) -> Iterator[Path]:
    yield project.root / "kg.yaml"
    yield from filter(Path.exists, (project.organizations, project.venues, project.judgements, project.ror))
    yield from project.own_files


def _hash(path: Path) -> str:
    try:
        return reading.sha256_of(path)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ConfigError(Problem(message, path, hint="check the path and its permissions")) from error


def _hash_of_profile(path: Path) -> str:
    """Return the hash of a profile's file; one that cannot be read, or is too large, is told of by who reads it."""
    try:
        size = path.stat().st_size
        is_refused = path.suffix in reading.READERS and size > strict_yaml.MAX_BYTES
        return f"{size} bytes" if is_refused else reading.sha256_of(path)
    except OSError:
        return "unreadable"


def content_of(batch: Batch, root: Path, hashes: Mapping[str, str]) -> str:
    """Return a hash of all that is read of a batch: names, places and contents.

    Args:
        batch: The batch.
        root: The project's directory.
        hashes: The hash of each file of profiles, by its name there.
    """
    names = [path.relative_to(root).as_posix() for path in batch.paths]
    if batch.lines:
        whole = batch.sha256 if batch.start == 0 else ""  # the first batch of a file describes the file
        said = [f"{names[0]}\t{batch.line}\t{batch.lines}\t{whole}"]
    else:
        said = [f"{name}\t{hashes[name]}" for name in names]
    return sha256("\n".join(said).encode()).hexdigest()
