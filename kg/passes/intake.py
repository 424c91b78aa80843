"""The first pass: read a batch, keep private what is private, take the mentions out."""

from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from pydantic_core import to_json

from kg import contacts, privacy, sources
from kg.authorities import Authorities
from kg.config import Project
from kg.errors import Problem, ReadError
from kg.identity import Collected, Collector
from kg.release import writing
from kg.sources import Batch


@dataclass(frozen=True)
class Part:
    """What came of a batch.

    Attributes:
        documents: A file with the profiles that could be read, one a line, for the second pass.
        collected: What these mention.
        warnings: What is odd but usable.
        problems: What is wrong.
        named: A hash of what identity is decided from; while it is the same, everybody keeps their IRIs.
    """

    documents: Path
    collected: list[Collected]
    warnings: list[Problem]
    problems: list[Problem]
    named: str = ""

    @property
    def profiles(self) -> int:
        """How many profiles could be read."""
        return len(self.collected)


class Intake:
    """Takes in the batches of a project.

    Args:
        project: The project.
        authorities: The organisations and venues that are known by name.
        spool: A directory for the documents.
        judged: Keys of the mentions that people have judged one by one.
    """

    def __init__(
        self, project: Project, authorities: Authorities, spool: Path, judged: frozenset[str] = frozenset()
    ) -> None:
        self._project = project
        self._authorities = authorities
        self._spool = spool
        self._judged = judged

    @cached_property
    def _collector(self) -> Collector:
        """Made where it is used: its caches do not travel between processes."""
        return Collector(self._authorities, self._judged, self._project.declaration)

    def __call__(self, batch: Batch) -> Part:
        """Return what came of a batch.

        Raises:
            ReleaseError: If its documents cannot be written.
        """
        part = Part(self._spool / f"{batch.number}.jsonl", [], [], [])
        with writing(part.documents), part.documents.open("w", encoding="utf-8") as documents:
            try:
                for record in sources.read(batch, self._project.root, self._project.declaration):
                    redacted = privacy.redact(record, self._project.config.privacy, self._project.declaration)
                    part.warnings.extend(map(_without_contacts, redacted.warnings))
                    collected, document = self._collector.collect(redacted)
                    part.collected.append(collected)
                    documents.write(document)
            except ReadError as error:
                part.problems.extend(map(_without_contacts, error.problems))
        return replace(part, named=_hashed(part.collected))


def _without_contacts(problem: Problem) -> Problem:
    """Return a problem that quotes nothing private: it is printed, and kept with the release."""
    message, field = contacts.blanked(problem.message), contacts.blanked(problem.field)
    return replace(problem, message=message, field=field)


def _hashed(several: list[Collected]) -> str:
    """Return a hash of what some profiles mention; where they do so is left out, since nothing is decided from it."""
    said = [(each.listed, each.persons, each.works, each.mentions, each.judged, each.kinds) for each in several]
    return sha256(to_json(said)).hexdigest()
