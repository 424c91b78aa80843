"""Validate a store: screen it, then let pySHACL judge the candidates."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pyoxigraph import RdfFormat, serialize

from kg.base import resources
from kg.store.store import LocalStore
from kg.validation.report import Report
from kg.validation.screen.graph import Survey, superclasses
from kg.validation.screen.screening import Candidate, Found, Look, Rest, Screen, Surveying, Task, holds, screened

# What was found when a dump was screened, so that the next one need not be where it has not changed.


@dataclass
class Memory:
    """What was found in a dump.

    Attributes:
        surveys: What there is in each part.
        parts: What was found in each part.
        rests: What was found among nodes that several parts describe, by these nodes.
    """

    surveys: Sequence[Survey] = ()
    parts: list[Found] = field(default_factory=list)
    rests: dict[tuple[str, ...], Found] = field(default_factory=dict)

    def noting(self, look: Look) -> Look:
        """Return what does the same, and whose results are remembered."""

        def look_and_note(tasks: Iterable[Task | Rest]) -> Iterator[Found]:
            taken: deque[Task | Rest] = deque()

            def noted() -> Iterator[Task | Rest]:
                for task in tasks:
                    taken.append(task)
                    yield task

            for found in look(noted()):
                task = taken.popleft()
                if isinstance(task, Rest):
                    self.rests[task.nodes] = found
                else:
                    self.parts.append(found)
                yield found

        return look_and_note


@dataclass(frozen=True)
class Recollection:
    """What of a former dump still holds.

    Attributes:
        former: What was found in it.
        anew: The numbers of the parts that are other ones now.
        changed: The checksums of what the store answers otherwise now (`answered_otherwise`).
    """

    former: Memory
    anew: Set[int]
    changed: Set[int]

    def instead_of(self, look: Look) -> Look:
        """Return what does the same, but remembers what it can."""
        above = superclasses(self.former.surveys)

        def recall_or_look(tasks: Iterable[Task | Rest]) -> Iterator[Found]:
            for number, task in enumerate(tasks):
                found = self._recalled(number, task, above)
                if found is not None:
                    yield found
                else:
                    yield from look((task,))

        return recall_or_look

    def _recalled(self, number: int, task: Task | Rest, above: Mapping[str, frozenset[str]]) -> Found | None:
        if task.superclasses != above:
            return None
        if isinstance(task, Rest):
            found = self.former.rests.get(task.nodes)
            return found if found is not None and holds(found, frozenset(), self.changed) else None
        if number in self.anew:
            return None
        found = self.former.parts[number]
        return found if holds(found, task.shared, self.changed) else None


# Validate a store: screen it, and have pySHACL judge the candidates.

if TYPE_CHECKING:
    from kg.validation.shacl import Judge


@dataclass(frozen=True)
class Loaded:
    """From what a store was loaded.

    Attributes:
        dump: Files of N-Quads as kg writes them, in which blank nodes, if any, have one name each.
        directory: Where the store is, which several processes may open.
    """

    dump: Sequence[Path]
    directory: Path


@dataclass(frozen=True)
class Shapes:
    """Shapes that are read and compiled.

    Attributes:
        screen: Finds the candidates; it travels to other processes.
    """

    screen: Screen
    _judge: "Judge"

    @property
    def surveying(self) -> Surveying:
        """What surveys the parts of a dump; it travels too."""
        return Surveying(self.screen.inverses)

    def report(self, store: LocalStore, candidates: Iterable[Candidate], *, strict: bool = False) -> Report:
        """Return the report on all named graphs of a store.

        Args:
            store: What is checked.
            candidates: What the screen found in it; one may come twice.
            strict: Whether warnings count as violations.

        Raises:
            ConfigError: If a shape cannot be checked.
        """
        return Report.of(self._judge.judge(store, self.screen, candidates), strict=strict)


def shape_files(project_shapes: Path | None = None) -> list[Path]:
    """Return the files of the shapes that come with kg, and of a project's own."""
    files = sorted(resources.directory("shapes").glob("*.ttl"))
    if project_shapes is not None and project_shapes.is_dir():
        files += sorted(project_shapes.glob("*.ttl"))
    return files


def read_shapes(files: Sequence[Path]) -> Shapes:
    """Read and compile the shapes of some files in Turtle, once for each process as long as the files say the same.

    Raises:
        ConfigError: If a file is no Turtle, or a shape in it is ill-formed.
    """
    return _compiled(tuple((path, _content(path)) for path in files))


def _content(path: Path) -> bytes:
    """Return what a file says; of one that cannot be read, nothing: who parses it says why."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


@lru_cache(maxsize=2)
def _compiled(files: tuple[tuple[Path, bytes], ...]) -> Shapes:
    from kg.validation.shacl import Judge  # pySHACL takes long to import, which processes that only screen need not

    judge = Judge([path for path, _ in files])
    return Shapes(judge.screen(), judge)


def validate(
    store: LocalStore,
    shapes: Sequence[Path],
    *,
    strict: bool = False,
    loaded: Loaded | None = None,
    workers: int = 1,
) -> Report:
    """Check all named graphs of a store against the shapes of some files.

    Args:
        store: What to check.
        shapes: Files in Turtle.
        strict: Whether warnings count as violations.
        loaded: From what the store was loaded, if that is still there: it is six times as fast to read as the store.
        workers: How many processes take part, if so.

    Raises:
        ConfigError: If a file is no Turtle, or a shape in it is ill-formed.
    """
    read = read_shapes(shapes)
    with TemporaryDirectory(prefix="kg-screen-") as temporary:
        if loaded is not None:
            candidates = screened(read.screen, loaded.dump, loaded.directory, workers=workers)
        else:
            candidates = screened(read.screen, [_dumped(store, Path(temporary) / "dump.nq")], store)
        return read.report(store, candidates, strict=strict)


def _dumped(store: LocalStore, path: Path) -> Path:
    with path.open("wb") as file:
        serialize(store.quads(), file, RdfFormat.N_QUADS)
    return path
