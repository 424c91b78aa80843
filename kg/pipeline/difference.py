"""Amend the store, the report and the search index of the former release by the lines by which two dumps differ."""

from collections.abc import Iterable, Iterator, Sequence

from pyoxigraph import Quad

from kg.base import parallel
from kg.pipeline.cache import BuildCache
from kg.store.dump import DumpChunk, PackedChunk, amend
from kg.store.release import DUMP, SEARCH, STORE, Release, writing
from kg.store.search import writing as index
from kg.store.search.facts import facts_of
from kg.store.staging import Staging
from kg.terms.formats import read_nquads
from kg.terms.kinds import Declaration
from kg.validation.candidates import Changes


class DumpDifference:
    """The lines of N-Quads by which a dump differs from the former one.

    Args:
        cache: What is known of the former release.
        former: That release.
        staging: The new one, of which the dump is written at once.
        chunks: The new dump, of which most is in the former one.
    """

    def __init__(
        self, cache: BuildCache, former: Release, staging: Staging, chunks: Sequence[DumpChunk | PackedChunk]
    ) -> None:
        self._cache = cache
        self._former = former
        self._store = former.store()
        self._staging = staging
        before = _lines(cache.gone.values())
        after = _lines(chunk for chunk in chunks if isinstance(chunk, DumpChunk))
        self._removed, self._added = before - after, after - before
        with writing(staging.path / DUMP):
            for place, lines in enumerate(staging.join(parallel.ahead(chunks))):
                if isinstance(chunks[place], PackedChunk):  # what stands there too has neither come nor gone
                    common = (self._removed | self._added).intersection(lines.splitlines(keepends=True))
                    self._removed -= common
                    self._added -= common

    def amend_store(self) -> None:
        """Make the store from the former one."""
        with writing(self._staging.path / STORE):
            amend(self._staging.path / STORE, self._store, _quads(self._removed), _quads(self._added))

    def changes(self) -> Changes:
        """The quads that are new or gone, and the nodes that might not have conformed before."""
        return Changes(list(_quads(self._removed | self._added)), self._cache.candidates())

    def amend_index(self, declaration: Declaration) -> None:
        """Make the search index from the former one."""
        facts = facts_of(b"".join(self._removed | self._added).decode())
        stores = self._store, self._staging.store()
        paths = self._former.path / SEARCH, self._staging.path / SEARCH
        index.amend(*paths, facts, stores, self._former.base, declaration)


def _lines(chunks: Iterable[DumpChunk | PackedChunk]) -> set[bytes]:
    return {line for chunk in chunks for line in chunk.held().lines.splitlines(keepends=True)}


def _quads(lines: Iterable[bytes]) -> Iterator[Quad]:
    return read_nquads(b"".join(lines))
