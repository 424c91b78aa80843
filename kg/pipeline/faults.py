"""Find everything that is wrong with the files of a project that cannot be built, at once.

A build stops at the first file without which it cannot go on. Here each file is read on its own, so that one
mistake in `kg.yaml` does not hide twenty in the profiles.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from kg.base.errors import MAX_PROBLEMS, ConfigError, KgError, Problem, ReadError
from kg.identity.corpus import Corpus
from kg.identity.declared import DUPLICATE, problems_of_ids
from kg.identity.registry import read_registry
from kg.pipeline.passes import CollectPass
from kg.profile import judgements, reading
from kg.profile.config import (
    Authorities,
    Config,
    Project,
    Publisher,
    check_catalogues,
    read_authorities,
    read_project,
)
from kg.terms.formats import read_rdf
from kg.validation import validating

T = TypeVar("T")

_ANY_CONFIG = Config(
    base="https://example.org/", title="-", license="https://example.org/", publisher=Publisher(name="-")
)
"""Stands in for a `kg.yaml` that cannot be read; what is read here depends on nothing in it."""


@dataclass
class Faults:
    """What is wrong with the files of a project, and what is odd in those that can be read.

    Attributes:
        error: The error that ended the work.
        warnings: What is odd but usable.
    """

    error: KgError
    warnings: list[Problem] = field(default_factory=list)
    _found: dict[Problem, None] = field(default_factory=dict)
    _could_not_run: bool = False

    def __post_init__(self) -> None:
        self._add(self.error)

    @property
    def problems(self) -> list[Problem]:
        """All problems, each once, in the order of files and lines."""
        return sorted(self._found, key=lambda each: (str(each.path or ""), each.line or 0, each.column or 0))

    def as_error(self) -> KgError:
        """Return the error that carries all of them; its class says whether kg could run at all."""
        if not isinstance(self.error, ReadError | ConfigError):
            return self.error
        return (ConfigError if self._could_not_run else ReadError)(self.problems[:MAX_PROBLEMS])

    def attempt(self, step: Callable[[], T]) -> T | None:
        """Return what a step gives; if it fails, note why and return None."""
        try:
            return step()
        except KgError as error:
            self._add(error)
            return None

    def note(self, problems: Iterable[Problem]) -> None:
        """Note problems; those that are known already count once."""
        self._found.update(dict.fromkeys(problems))

    def _add(self, error: KgError) -> None:
        self.note(error.problems)
        self._could_not_run = self._could_not_run or isinstance(error, ConfigError)


def find_faults(root: Path, error: KgError) -> Faults:
    """Read each file of a project on its own, and return all that is wrong.

    Args:
        root: The project's directory.
        error: The error that ended the work.
    """
    faults = Faults(error)
    if (root / "kg.yaml").is_file():
        project = faults.attempt(lambda: read_project(root))
        project = project or Project(root, _ANY_CONFIG)
        _check_shapes(project, faults)
        authorities = faults.attempt(lambda: read_authorities(project))
        faults.attempt(lambda: judgements.read(project.judgements))
        faults.attempt(lambda: read_registry(project.registry))
        _check_profiles(project, authorities or Authorities(), faults)
    return faults


def _check_shapes(project: Project, faults: Faults) -> None:
    own = sorted(project.shapes.glob("*.ttl")) if project.shapes.is_dir() else []
    read = [faults.attempt(lambda path=path: [sum(1 for _ in read_rdf(path))]) for path in own]  # type: ignore[misc]
    if own and all(read):
        faults.attempt(lambda: validating.read_shapes(validating.shape_files(project.shapes)))


def _check_profiles(project: Project, authorities: Authorities, faults: Faults) -> None:
    catalogues = project.catalogues
    faults.attempt(lambda: check_catalogues(project, "file", [project.name_of(path) for path in catalogues]))
    files: Sequence[Path] | None = faults.attempt(
        lambda: reading.profile_files(project.profiles, needs_one=not catalogues)
    )
    if files is None:
        files = [path for path in reading.candidates(project.profiles) if path.is_file()]
    batches = faults.attempt(lambda: list(reading.batches(files, catalogues))) or []
    corpus = Corpus()
    is_whole = True
    intake = CollectPass(project, authorities)
    for batch in batches:
        part = intake(batch)
        faults.note(part.problems)
        faults.warnings.extend(part.warnings)
        is_whole = is_whole and not part.problems
        for each in part.collected:
            corpus.add(each.listed, each.persons, each.works)
    # A profile that cannot be read still declares its id: only ids that stand twice are certainly wrong then.
    faults.note(each for each in problems_of_ids(corpus, project.root) if is_whole or each.rule == DUPLICATE)
