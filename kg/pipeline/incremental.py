"""Build with the previous release as a cache: batches whose content is unchanged keep their chunk of the dump.

The cache is valid while the changed batches mention the same things (the same identity fingerprint: everybody keeps
their IRI) and say the same of works that other profiles list too. Else `CacheMiss` is raised, and everything is built.
The result is the same, byte for byte.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from pyoxigraph import Quad

from kg.base import parallel
from kg.base.errors import Problem, StoreError
from kg.identity.explaining import archive
from kg.identity.registry import RegistryRow
from kg.mapping.mapper import Mapper
from kg.pipeline.context import BuildContext
from kg.pipeline.fingerprint import PreviousBuild
from kg.pipeline.ledger import LEDGER, BatchRecord, Ledger, LedgerWriter
from kg.pipeline.passes import CollectedBatch, CollectPass, ResolvedBatch, WritePass
from kg.profile.account import Account
from kg.store.dump import DumpChunk, PackedChunk, amend, packed_chunks, write_chunk
from kg.store.release import ARCHIVE, DUMP, SEARCH, STORE, writing
from kg.store.search import writing as index
from kg.store.search.facts import facts_of
from kg.terms.formats import read_nquads
from kg.validation import validating
from kg.validation.candidates import Candidates, Changes

_FEW = 4
"""At most one batch in so many has changed; with more, a full build in several processes is as fast."""


class CacheMiss(Exception):
    """The previous release cannot serve as a cache."""


@dataclass
class DumpDifference:
    """Lines of N-Quads by which a dump differs from the previous one."""

    removed: set[bytes]
    added: set[bytes]

    @classmethod
    def of(cls, previous: Iterable[bytes], now: Iterable[bytes]) -> "DumpDifference":
        """Compare the lines of some chunks before and after."""
        before = {line for text in previous for line in text.splitlines(keepends=True)}
        after = {line for text in now for line in text.splitlines(keepends=True)}
        return cls(before - after, after - before)

    @property
    def lines(self) -> set[bytes]:
        """The lines that are new or gone."""
        return self.removed | self.added

    def subjects(self) -> set[bytes]:
        """The nodes of which a line is new or gone."""
        return {line.partition(b" ")[0] for line in self.lines}

    def drop_duplicates(self, text: bytes, subjects: Iterable[bytes]) -> None:
        """Drop the lines that an unchanged chunk holds too: they have neither come nor gone.

        Args:
            text: The chunk.
            subjects: The subjects of the lines.
        """
        if any(text.startswith(head := subject + b" ") or b"\n" + head in text for subject in subjects):
            common = self.lines.intersection(text.splitlines(keepends=True))
            self.removed -= common
            self.added -= common


class _NewChunk(NamedTuple):
    """A chunk that was written again, as the ledger takes it; the entities of its mentions are packed."""

    chunk: DumpChunk
    record: BatchRecord
    entities: bytes


class IncrementalBuild:
    """Builds what has changed since the previous release, and takes the rest from it."""

    def __init__(self, context: BuildContext, previous: PreviousBuild) -> None:
        self._context = context
        self._left_out = previous.left_out
        self._previous = previous.release
        self._collected: dict[int, CollectedBatch] = {}  # by place in the dump
        self._candidates: Candidates = {}

    def __enter__(self) -> "IncrementalBuild":
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, ValueError | StoreError | sqlite3.Error):  # a damaged release: a full build mends it
            raise CacheMiss from error

    added: Sequence[RegistryRow] = ()

    @property
    def registry_digest(self) -> str:
        """The hash of all rows of the registry, as the previous release has it."""
        return str(self._previous.manifest["registry"])

    def read(self) -> None:
        """Find the batches whose content has changed, and read these."""
        context = self._context
        context.progress.phase("revising")
        if self._left_out:
            raise CacheMiss
        self._ledger = Ledger(self._previous.path / LEDGER, context.project.root)
        entries = self._ledger.entries
        places = [place for place, entry in enumerate(entries) if entry.is_batch]
        if len(places) != len(context.contents):
            raise CacheMiss
        self._contents = dict(zip(places, context.contents, strict=True))
        changed = {
            place: batch
            for place, batch in zip(places, context.batches, strict=True)
            if entries[place].record.content != self._contents[place]
        }
        if _FEW * len(changed) > len(places):
            raise CacheMiss
        collect = CollectPass(
            context.project, context.authorities, context.staging.workdir, context.judgements.mentions
        )
        for place, batch in changed.items():
            self._collected[place] = collect(batch)
            if self._collected[place].problems:
                raise CacheMiss

    def resolve(self) -> None:
        """Keep all IRIs: this is right if the changed batches mention what they mentioned before."""
        for place, batch in self._collected.items():
            if batch.named != self._ledger.entries[place].record.named:
                raise CacheMiss

    def map_and_load(self) -> None:
        """Write the chunks of the changed batches, join them with the others, and amend a copy of the store."""
        context, result, previous = self._context, self._context.result, self._previous
        self._new = self._write_chunks()
        self._difference = self._join()
        removed, added = self._difference.removed, self._difference.added
        amend(context.staging.path / STORE, previous.store(), _quads(removed), _quads(added))
        quads = previous.manifest["counts"]["quads"] - len(removed) + len(added)
        result.counts.update({**previous.manifest["counts"], "quads": quads})
        account = Account.like(previous.manifest["account"])
        with context.accounting(account) as add:
            for record in self._records(self._new):
                add(record.accounts)
        result.account = account.as_json()
        result.warn([*context.warnings, *self._warnings()])

    def validate(self) -> None:
        """Check the nodes that the changes concern, and those that might not have conformed before."""
        context, shapes = self._context, self._context.shapes
        if shapes is None:
            return
        changes = Changes(list(_quads(self._difference.lines)), self._ledger.candidates())
        changed = context.staging.store(), changes
        dump = context.staging.path / DUMP
        report, self._candidates = validating.validate_dump(dump, shapes, changed=changed, strict=context.strict)
        context.report(report)

    def index(self) -> None:
        """Write the ledger, and amend search index and archive."""
        context, previous, staging = self._context, self._previous, self._context.staging
        with writing(staging.workdir / LEDGER):
            writer = LedgerWriter(staging.workdir / LEDGER, context.project.root)
            for place, (entry, entities) in enumerate(zip(self._ledger.entries, self._ledger.entities(), strict=True)):
                if place in self._new:
                    writer.add(*self._new[place])
                else:
                    writer.keep(entry, entities)
            if context.shapes is not None:
                writer.add_candidates(self._candidates)
            writer.close()
        changed, stores = facts_of(b"".join(self._difference.lines).decode()), (previous.store(), staging.store())
        declaration = context.project.declaration
        index.amend(previous.path / SEARCH, staging.path / SEARCH, changed, stores, previous.base, declaration)
        # Mentions may stand in other lines of the profiles now.
        archive.amend(previous.path / ARCHIVE, staging.path / ARCHIVE, dict(self._places_of_mentions()))

    @cached_property
    def _chunks(self) -> Sequence[PackedChunk]:
        """The chunks of the previous dump."""
        sizes = ((entry.packed, entry.size, entry.crc) for entry in self._ledger.entries)
        return packed_chunks(self._previous.path / DUMP, sizes)

    def _write_chunks(self) -> dict[int, _NewChunk]:
        write_batch = WritePass(self._context.project)
        new: dict[int, _NewChunk] = {}
        for place, collected in self._collected.items():
            written = write_batch(ResolvedBatch(collected.documents, self._ledger.entities_of(place)))
            before = self._ledger.entries[place].record
            if written.united != before.united:  # the works that others list too have to be united again
                raise CacheMiss
            record = replace(before, content=self._contents[place], warnings=tuple(collected.warnings))
            new[place] = _NewChunk(written.chunk, written.record(record), written.entities)
        own_terms = self._own_terms(new)
        if own_terms != self._own_terms({}):  # the last chunk holds the concepts in use
            place = len(self._ledger.entries) - 1
            project = self._context.project
            concepts = Mapper(project.config.base, project.declaration).concepts(own_terms)
            chunk = write_chunk(concepts.encode(), self._context.staging.workdir / "concepts.nq")
            new[place] = _NewChunk(chunk, self._ledger.entries[place].record, b"")
        return new

    def _own_terms(self, new: dict[int, _NewChunk]) -> set[str]:
        return {term for record in self._records(new) for term in record.own_terms}

    def _records(self, new: dict[int, _NewChunk]) -> list[BatchRecord]:
        entries = enumerate(self._ledger.entries)
        return [new[place].record if place in new else entry.record for place, entry in entries]

    def _join(self) -> DumpDifference:
        """Write the dump, and find the lines by which it differs from the previous one."""
        new = {place: each.chunk for place, each in self._new.items()}
        before = (chunk.read() for place, chunk in enumerate(self._chunks) if place in new)
        difference = DumpDifference.of(before, (chunk.read() for chunk in new.values()))
        chunks = (new.get(place) or chunk.held() for place, chunk in enumerate(self._chunks))
        subjects = difference.subjects()
        with writing(self._context.staging.path / DUMP):
            for place, lines in enumerate(self._context.staging.join(parallel.ahead(chunks))):
                if place not in new:
                    difference.drop_duplicates(lines, subjects)
        return difference

    def _places_of_mentions(self) -> Iterator[tuple[int, str]]:
        """Yield the mentions of the changed profiles, as JSON, by the number of the profile, from 1."""
        first = 1
        for place, entry in enumerate(self._ledger.entries):
            if place in self._collected:
                yield from enumerate((each.places for each in self._collected[place].collected), first)
            first += entry.record.profiles

    def _warnings(self) -> Iterator[Problem]:
        for place, entry in enumerate(self._ledger.entries):
            yield from self._collected[place].warnings if place in self._collected else entry.record.warnings


def _quads(lines: Iterable[bytes]) -> Iterator[Quad]:
    return read_nquads(b"".join(lines))
