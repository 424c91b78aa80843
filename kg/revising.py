"""Make a release from the former one where few profiles have changed, and those name nobody else than before.

Then everybody keeps their IRIs: only the batches that changed are read and mapped, and of the former release only the
quads that differ are taken out or put in. What comes of it is what a full build gives, byte by byte but for the
engine's own files. Where more has changed, `revise` says so, and everything is built.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from kg import search
from kg.config import Project
from kg.dump import Packed, Piece, read_pieces, write_piece
from kg.errors import Problem
from kg.formats import Quad, read_nquads
from kg.identity.explaining import archive
from kg.ledger import LEDGER, Ledger, LedgerWriter, Made
from kg.loading import amend
from kg.mapping import Mapper
from kg.origin import Former
from kg.outcome import MAX_PROBLEMS
from kg.passes import Intake, Output, Part, Sheet
from kg.release import ARCHIVE, DUMP, SEARCH, STORE, writing
from kg.sources import Batch
from kg.staging import Staging

_FEW = 4
"""At most one batch in so many has changed; with more, a full build in several processes is as fast."""


@dataclass(frozen=True)
class Revised:
    """What became of a release.

    Attributes:
        warnings: What is odd in the profiles that changed and in those that did not.
        quads: How many quads there are now.
    """

    warnings: Sequence[Problem]
    quads: int


class _New(NamedTuple):
    """A piece that was made anew, as the ledger takes it.

    Attributes:
        piece: The piece.
        made: Of what it was made.
        entities: What its mentions mean, packed.
    """

    piece: Piece
    made: Made
    entities: bytes


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

    def leave(self, text: bytes) -> None:
        """Take out what stands in another piece, and so has neither come nor gone."""
        for lines in (self.removed, self.added):
            if lines:
                lines.difference_update(text.splitlines(keepends=True))


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


def revise(
    project: Project,
    batches: Sequence[Batch],
    contents: Sequence[str],
    former: Former,
    staging: Staging,
    intake: Intake,
) -> Revised | None:
    """Fill dump, store, index and archive of a release from the former one.

    Args:
        project: The project, of which only profiles have changed since then.
        batches: All its batches.
        contents: A hash of what is read of each (`content_of`).
        former: The release that was made before.
        staging: The release that is being made; nothing was written to it yet.
        intake: Reads batches.

    Returns:
        What became of it; None if everything has to be built: what was written until then is of no use.

    Raises:
        ReleaseError: If the target cannot be written.
    """
    if former.left_out:
        return None
    try:
        revision = _Revision.of(project, contents, former, staging)
        return revision.write() if revision is not None and revision.read(batches, intake) else None
    except ValueError:  # ledger or dump of the former release are damaged, which a full build mends
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
    parts: dict[int, Part]

    @classmethod
    def of(cls, project: Project, contents: Sequence[str], former: Former, staging: Staging) -> "_Revision | None":
        """Compare batches with those of the former release; None if there are more or fewer, or many have changed."""
        ledger = Ledger(former.release.path / LEDGER)
        places = [place for place, entry in enumerate(ledger.entries) if entry.is_batch]
        if len(places) != len(contents):
            return None
        of_places = dict(zip(places, contents, strict=True))
        entries = ledger.entries
        numbered = enumerate(places)
        changed = {place: number for number, place in numbered if entries[place].made.content != of_places[place]}
        if _FEW * len(changed) > len(places):
            return None
        return cls(project, former, staging, ledger, of_places, changed, {})

    def read(self, batches: Sequence[Batch], intake: Intake) -> bool:
        """Read what has changed; say whether everybody keeps their IRIs."""
        for place, number in self.changed.items():
            part = self.parts[place] = intake(batches[number])
            if part.problems or part.named != self.ledger.entries[place].made.named:
                return False
        return True

    def write(self) -> Revised:
        """Write what has changed, and take over what has not."""
        new = self._made_anew()
        difference = self._join({place: piece for place, (piece, _, _) in new.items()})
        self._note(new)
        former = self.former.release
        amend(self.staging.path / STORE, former.store(), *map(_quads, (difference.removed, difference.added)))
        self._index(difference)
        self._archive()
        quads = former.manifest["counts"]["quads"] - len(difference.removed) + len(difference.added)
        return Revised(self._warnings(), quads)

    def _made_anew(self) -> dict[int, _New]:
        """Make the pieces of what has changed, by place; the last one holds the concepts in use."""
        output = Output(self.project.config)
        new: dict[int, _New] = {}
        for place, part in self.parts.items():
            written = output(Sheet(part.documents, self.ledger.entities_of(place)))
            named, warnings = part.named, tuple(part.warnings)
            made = Made(self.contents[place], named, written.profiles, written.own_terms, warnings)
            new[place] = _New(written.piece, made, written.entities)
        last, former = self._own_terms(new), self._own_terms({})
        if last != former:
            place = len(self.ledger.entries) - 1
            piece = write_piece(Mapper(self.project.config.base).concepts(last), self.staging.workdir / "concepts.nq")
            new[place] = _New(piece, self.ledger.entries[place].made, b"")
        return new

    def _own_terms(self, new: Mapping[int, _New]) -> set[str]:
        """Return the terms of the ontology to which something leads."""
        made = (new[place].made if place in new else entry.made for place, entry in enumerate(self.ledger.entries))
        return {term for each in made for term in each.own_terms}

    def _join(self, new: Mapping[int, Piece]) -> Difference:
        """Write the dump, and say by which lines it differs from the former one."""
        before = (piece.text() for place, piece in enumerate(self._pieces()) if place in new)
        difference = Difference.of(before, (piece.text() for piece in new.values()))
        pieces = (new.get(place, piece) for place, piece in enumerate(self._pieces()))
        with writing(self.staging.path / DUMP):
            for place, text in enumerate(self.staging.join(pieces)):
                if place not in new:
                    difference.leave(text)
        return difference

    def _pieces(self) -> Iterator[Packed]:
        """Yield the pieces of the former dump."""
        sizes = ((entry.packed, entry.size, entry.crc) for entry in self.ledger.entries)
        return read_pieces(self.former.release.path / DUMP, sizes)

    def _note(self, new: Mapping[int, _New]) -> None:
        """Write the ledger."""
        with writing(self.staging.workdir / LEDGER):
            writer = LedgerWriter(self.staging.workdir / LEDGER)
            for place, (entry, entities) in enumerate(zip(self.ledger.entries, self.ledger.entities(), strict=True)):
                if place in new:
                    writer.add(*new[place])
                else:
                    writer.keep(entry, entities)
            writer.close()

    def _index(self, difference: Difference) -> None:
        """Take the search index over if what has changed does not concern it."""
        lines = b"".join(difference.removed | difference.added).decode()
        former, path = self.former.release, self.staging.path
        if search.concerned(search.facts_of(lines)):
            search.write(path / DUMP, former.base, path / SEARCH)
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
        """Return what is odd: in the profiles, and, as before, in who is who."""
        former = [each for entry in self.ledger.entries for each in entry.made.warnings]
        now = [
            each
            for place, entry in enumerate(self.ledger.entries)
            for each in (self.parts[place].warnings if place in self.parts else entry.made.warnings)
        ]
        return [*now[:MAX_PROBLEMS], *self.former.warnings[min(len(former), MAX_PROBLEMS) :]]


def _quads(lines: Iterable[bytes]) -> Iterator[Quad]:
    return read_nquads(b"".join(lines))
