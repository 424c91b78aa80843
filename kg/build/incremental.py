"""Rebuild only what changed since the last release."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from pyoxigraph import Quad

from kg.base import parallel
from kg.base.errors import Problem, StoreError
from kg.build.fingerprint import Former
from kg.build.ledger import LEDGER, Ledger, LedgerWriter, Made
from kg.build.passes import Intake, Output, Part, Sheet
from kg.identity.explaining import archive
from kg.mapping.mapper import Mapper
from kg.profile.config import Project
from kg.profile.reading import Batch
from kg.store.dump import DumpChunk, PackedChunk, amend, packed_chunks, write_chunk
from kg.store.release import ARCHIVE, DUMP, SEARCH, STORE, writing
from kg.store.search.facts import facts_of
from kg.store.search.writing import concerned, write
from kg.store.staging import Staging
from kg.store.store import LocalStore
from kg.terms.formats import read_nquads
from kg.validation.report import Report
from kg.validation.screen.graph import Readable
from kg.validation.screen.screening import Candidate, Screening, Surveyed, answered_otherwise, candidates
from kg.validation.validating import Memory, Recollection, Shapes

# What stands in a batch, so that it is known again.


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


# By which lines a dump differs from a former one.


@dataclass
class Difference:
    """Lines of N-Quads by which a release differs from the former one.

    Attributes:
        removed: Those that are no more.
        added: Those that are new.
    """

    removed: set[bytes]
    added: set[bytes]

    @classmethod
    def of(cls, former: Iterable[bytes], now: Iterable[bytes]) -> "Difference":
        """Compare what some pieces held with what they hold."""
        before = {line for text in former for line in text.splitlines(keepends=True)}
        after = {line for text in now for line in text.splitlines(keepends=True)}
        return cls(before - after, after - before)

    def subjects(self) -> set[bytes]:
        """Return the nodes of which a line is new or gone."""
        return {line.partition(b" ")[0] for line in self.removed | self.added}

    def leave(self, text: bytes, subjects: Iterable[bytes]) -> None:
        """Take out what stands in another piece, and so has neither come nor gone.

        Args:
            text: The piece.
            subjects: Those of the subjects of lines that it may describe.
        """
        if any(_describes(text, subject + b" ") for subject in subjects):
            common = (self.removed | self.added).intersection(text.splitlines(keepends=True))
            self.removed -= common
            self.added -= common


def _describes(text: bytes, head: bytes) -> bool:
    return text.startswith(head) or b"\n" + head in text


# Which parts of a dump need not be screened again.


@dataclass(frozen=True)
class Recalling:
    """Screens a dump of which little has changed.

    Attributes:
        shapes: The shapes.
        former: What was found in the former dump.
        memory: What is found now.
    """

    shapes: Shapes
    former: Memory
    memory: Memory

    def candidates(
        self, parts: Sequence[Readable], anew: Mapping[int, bytes], changed: Iterable[bytes], store: LocalStore
    ) -> Iterator[Candidate]:
        """Yield the candidates of the dump; one may come twice.

        Args:
            parts: All its parts.
            anew: The lines of those that have changed, by number.
            changed: All lines that are new or gone.
            store: The store that holds the dump.
        """
        new = {number: self.shapes.surveying.survey(lines) for number, lines in anew.items()}
        self.memory.surveys = [new.get(number, each) for number, each in enumerate(self.former.surveys)]
        recollection = Recollection(self.former, new.keys(), answered_otherwise(self.shapes.screen, changed))
        look = partial(map, Screening(self.shapes.screen, store))
        surveyed = [Surveyed(*each) for each in zip(parts, self.memory.surveys, strict=True)]
        return candidates(surveyed, self.memory.noting(recollection.instead_of(look)))


# The steps by which a release is made from the former one.

_FEW = 4
"""At most one batch in so many has changed; with more, a full build in several processes is as fast."""


@dataclass(frozen=True)
class Revised:
    """What became of a release.

    Attributes:
        warnings: What is odd in the profiles that changed and in those that did not.
        quads: How many quads there are now.
        report: The validation report, or None without shapes.
        made: Of what each piece is made.
    """

    warnings: Sequence[Problem]
    quads: int
    report: Report | None
    made: Sequence[Made]


class _New(NamedTuple):
    """A piece that was made anew, as the ledger takes it.

    Attributes:
        piece: The piece.
        made: Of what it was made.
        entities: What its mentions mean, packed.
    """

    piece: DumpChunk
    made: Made
    entities: bytes


class _Shared(Exception):
    """What a profile says of a work that others list too has changed, so that the work has to be united again."""


def revise(
    project: Project,
    batches: Sequence[Batch],
    contents: Sequence[str],
    former: Former,
    staging: Staging,
    intake: Intake,
    shapes: Shapes | None,
    *,
    strict: bool,
) -> Revised | None:
    """Fill dump, store, index and archive of a release from the former one, and check it.

    Args:
        project: The project, of which only profiles have changed since then.
        batches: All its batches.
        contents: A hash of what is read of each (`content_of`).
        former: The release that was made before, with the same shapes.
        staging: The release that is being made; nothing was written to it yet.
        intake: Reads batches.
        shapes: What it is checked against, if it is.
        strict: Whether warnings count as violations.

    Returns:
        What became of it; None if everything has to be built: what was written until then is of no use.

    Raises:
        ReleaseError: If the target cannot be written.
    """
    if former.left_out:
        return None
    try:
        revision = _Revision.of(project, contents, former, staging)
        if revision is None or not revision.read(batches, intake):
            return None
        return revision.write(shapes, strict=strict)
    except _Shared:
        return None
    except (ValueError, StoreError, sqlite3.Error):  # the former release is damaged, which a full build mends
        return None


@dataclass
class _Revision:
    """A release that is being made from a former one.

    Attributes:
        changed: The places of the pieces that are to be made anew, each with the number of its batch.
        parts: What came of these in the first pass, by place.
    """

    project: Project
    former: Former
    staging: Staging
    ledger: Ledger
    contents: Mapping[int, str]
    changed: Mapping[int, int]
    parts: dict[int, Part] = field(default_factory=dict)

    @cached_property
    def memory(self) -> Memory:
        """What was found when the former dump was screened; nothing if it was not."""
        return self.ledger.memory()

    @classmethod
    def of(cls, project: Project, contents: Sequence[str], former: Former, staging: Staging) -> "_Revision | None":
        """Compare batches with those of the former release; None if there are more or fewer, or many have changed."""
        ledger = Ledger(former.release.path / LEDGER, project.root)
        places = [place for place, entry in enumerate(ledger.entries) if entry.is_batch]
        if len(places) != len(contents):
            return None
        of_places = dict(zip(places, contents, strict=True))
        entries = ledger.entries
        numbered = enumerate(places)
        changed = {place: number for number, place in numbered if entries[place].made.content != of_places[place]}
        if _FEW * len(changed) > len(places):
            return None
        return cls(project, former, staging, ledger, of_places, changed)

    def read(self, batches: Sequence[Batch], intake: Intake) -> bool:
        """Read what has changed; say whether everybody keeps their IRIs."""
        for place, number in self.changed.items():
            part = self.parts[place] = intake(batches[number])
            if part.problems or part.named != self.ledger.entries[place].made.named:
                return False
        return True

    def write(self, shapes: Shapes | None, *, strict: bool) -> Revised:
        """Write what has changed, and take over what has not."""
        new = self._made_anew()
        difference = self._join({place: piece for place, (piece, _, _) in new.items()})
        former = self.former.release
        amend(self.staging.path / STORE, former.store(), *map(_quads, (difference.removed, difference.added)))
        memory = Memory()
        report = self._report(shapes, memory, new, difference, strict=strict) if shapes else None
        if report is None or report.conforms:
            self._note(new, memory)
            self._index(difference)
            self._archive()
        quads = former.manifest["counts"]["quads"] - len(difference.removed) + len(difference.added)
        return Revised(self._warnings(), quads, report, self._made(new))

    def _report(
        self, shapes: Shapes, memory: Memory, new: Mapping[int, _New], difference: Difference, *, strict: bool
    ) -> Report:
        """Check the store; what was found in parts that have not changed is remembered."""
        recalling = Recalling(shapes, self.memory, memory)
        anew = {place: each.piece.read() for place, each in new.items()}
        parts = [new[place].piece if place in new else kept for place, kept in enumerate(self._pieces)]
        store = self.staging.store()
        found = recalling.candidates(parts, anew, difference.removed | difference.added, store)
        return shapes.report(store, found, strict=strict)

    def _made_anew(self) -> dict[int, _New]:
        """Make the pieces of what has changed, by place; the last one holds the concepts in use."""
        output = Output(self.project)
        new: dict[int, _New] = {}
        for place, part in self.parts.items():
            written = output(Sheet(part.documents, self.ledger.entities_of(place)))
            former = self.ledger.entries[place].made
            if written.united != former.united:
                raise _Shared
            made = replace(
                former,
                content=self.contents[place],
                own_terms=written.own_terms,
                warnings=tuple(part.warnings),
                accounts=tuple(written.accounts),
            )
            new[place] = _New(written.piece, made, written.entities)
        last = self._own_terms(new)
        if last != self._own_terms({}):
            place = len(self.ledger.entries) - 1
            concepts = Mapper(self.project.config.base, self.project.declaration).concepts(last)
            piece = write_chunk(concepts.encode(), self.staging.workdir / "concepts.nq")
            new[place] = _New(piece, self.ledger.entries[place].made, b"")
        return new

    def _own_terms(self, new: Mapping[int, _New]) -> set[str]:
        """Return the terms of the ontology to which something leads."""
        return {term for each in self._made(new) for term in each.own_terms}

    def _made(self, new: Mapping[int, _New]) -> list[Made]:
        """Return of what each piece is made."""
        return [new[place].made if place in new else entry.made for place, entry in enumerate(self.ledger.entries)]

    def _join(self, new: Mapping[int, DumpChunk]) -> Difference:
        """Write the dump, and say by which lines it differs from the former one."""
        before = (piece.read() for place, piece in enumerate(self._pieces) if place in new)
        difference = Difference.of(before, (piece.read() for piece in new.values()))
        pieces = (new.get(place) or piece.held() for place, piece in enumerate(self._pieces))
        subjects = difference.subjects()
        with writing(self.staging.path / DUMP):
            for place, lines in enumerate(self.staging.join(parallel.ahead(pieces))):
                if place not in new:
                    difference.leave(lines, self._described(place, subjects))
        return difference

    def _described(self, place: int, nodes: Set[bytes]) -> Set[bytes]:
        """Return those of some nodes that a piece of the former dump may describe, as far as is known."""
        surveys = self.memory.surveys
        return {node for node in nodes if surveys[place].describes(node)} if surveys else nodes

    @cached_property
    def _pieces(self) -> Sequence[PackedChunk]:
        """Return the pieces of the former dump."""
        sizes = ((entry.packed, entry.size, entry.crc) for entry in self.ledger.entries)
        return packed_chunks(self.former.release.path / DUMP, sizes)

    def _note(self, new: Mapping[int, _New], memory: Memory) -> None:
        """Write the ledger."""
        with writing(self.staging.workdir / LEDGER):
            writer = LedgerWriter(self.staging.workdir / LEDGER, self.project.root)
            for place, (entry, entities) in enumerate(zip(self.ledger.entries, self.ledger.entities(), strict=True)):
                if place in new:
                    writer.add(*new[place])
                else:
                    writer.keep(entry, entities)
            writer.remember(memory)
            writer.close()

    def _index(self, difference: Difference) -> None:
        """Take the search index over if what has changed does not concern it."""
        lines = b"".join(difference.removed | difference.added).decode()
        former, path = self.former.release, self.staging.path
        if concerned(facts_of(lines), self.project.declaration):
            write(path / DUMP, former.base, path / SEARCH, self.project.declaration)
        else:
            self.staging.take_over(former.path / SEARCH)

    def _archive(self) -> None:
        """Take over from what it was decided who is who; mentions may stand in other lines of the profiles now."""
        former, path = self.former.release.path / ARCHIVE, self.staging.path / ARCHIVE
        places = dict(self._places())
        if places == archive.places(former, places):
            self.staging.take_over(former)
        else:
            archive.rewrite(former, path, places)

    def _places(self) -> Iterator[tuple[int, str]]:
        """Yield the mentions of the profiles in what has changed, as JSON, by the number of the profile, from 1."""
        first = 1
        for place, entry in enumerate(self.ledger.entries):
            if place in self.parts:
                yield from enumerate((each.places for each in self.parts[place].collected), first)
            first += entry.made.profiles

    def _warnings(self) -> list[Problem]:
        """Return what is odd in the profiles."""
        several = (
            self.parts[place].warnings if place in self.parts else entry.made.warnings
            for place, entry in enumerate(self.ledger.entries)
        )
        return list(chain.from_iterable(several))


def _quads(lines: Iterable[bytes]) -> Iterator[Quad]:
    return read_nquads(b"".join(lines))
