"""The processes that share out what can be done batch by batch."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kg import parallel, search
from kg.authorities import Authorities
from kg.config import Project
from kg.declaration import Additions, extended
from kg.dump import Piece
from kg.judgements import Judgements
from kg.passes.intake import Intake, Part
from kg.passes.output import Output, Sheet, Written
from kg.release import DUMP, SEARCH, STORE
from kg.sources import Batch
from kg.staging import Staging
from kg.validation import Found, Rest, Screen, Screening, Shapes, Surveyed, Task


@dataclass(frozen=True)
class _Indexing:
    """Writes the search index of a release that is being made.

    Attributes:
        base: The base of its IRIs.
        additions: What the project adds to the declaration, which itself cannot be given to another process.
    """

    base: str
    additions: Additions

    def __call__(self, directory: Path) -> None:
        """Write it beside the dump."""
        search.write(directory / DUMP, self.base, directory / SEARCH, extended(self.additions))


@dataclass(frozen=True)
class Crew:
    """Processes, and what they do with the batches of a project.

    Attributes:
        batches: What there is to read.
    """

    batches: Sequence[Batch]
    _processes: parallel.Crew
    _intake: Intake
    _output: Output
    _indexing: _Indexing
    _screening: Screening

    def read(self) -> Iterator[Part]:
        """Yield what comes of each batch in the first pass."""
        return self._processes.in_order(self._intake, self.batches)

    def write(self, sheets: Iterable[Sheet]) -> Iterator[Written]:
        """Yield what comes of each batch in the second pass."""
        return self._processes.in_order(self._output, sheets)

    def survey(self, piece: Piece) -> tuple[Surveyed, ...]:
        """Return the survey of a piece that was made here, as `write` does of the others."""
        return self._output.survey(piece.lines, piece.lines.read_bytes())

    def look(self, tasks: Iterable[Task | Rest]) -> Iterator[Found]:
        """Yield what is found in parts of the dump, which is loaded."""
        return self._processes.in_order(self._screening, tasks)

    def begin_index(self, directory: Path) -> Callable[[], None]:
        """Begin the search index of the dump in a directory; what is returned waits for its end."""
        return self._processes.start(self._indexing, directory)


@contextmanager
def crew_of(
    project: Project,
    batches: Sequence[Batch],
    authorities: Authorities,
    judgements: Judgements,
    staging: Staging,
    shapes: Shapes | None,
    workers: int,
) -> Iterator[Crew]:
    """Yield the processes that build a project; few batches are not worth any, and are done here.

    Args:
        project: What to build.
        batches: What there is to read.
        authorities: The organisations and venues that are known by name.
        judgements: What people have judged.
        staging: Where the release is made.
        shapes: What it is to be checked against, if it is.
        workers: How many processes, at most.
    """
    intake = Intake(project, authorities, staging.workdir, judgements.mentions)
    output = Output(project, shapes.surveying if shapes else None)
    indexing = _Indexing(project.config.base, project.additions)
    screening = Screening(shapes.screen if shapes else Screen(()), staging.path / STORE)
    known = intake, output, indexing, screening
    with parallel.crew(*known, workers=min(workers, len(batches) // 2)) as processes:
        yield Crew(batches, processes, *known)
