"""Check a graph against shapes: queries name the focus nodes that may not conform, and pySHACL judges these."""

import gzip
import resource
from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import IO, cast

import pyoxigraph
from pyoxigraph import RdfFormat

from kg.base import limits, parallel, resources
from kg.base.errors import ConfigError, KgError
from kg.store.store import LocalStore
from kg.validation.candidates import Candidates, CandidateSearch, Changes
from kg.validation.report import Report, Result
from kg.validation.shacl import Judge


def shape_files(project_shapes: Path | None = None) -> list[Path]:
    """Return the files of the shapes that come with kg, and of a project's own."""
    files = sorted(resources.directory("shapes").glob("*.ttl"))
    if project_shapes is not None and project_shapes.is_dir():
        files += sorted(project_shapes.glob("*.ttl"))
    return files


def read_shapes(files: Sequence[Path]) -> Judge:
    """Read shapes in Turtle, once for each process as long as the files say the same; raises ConfigError as `Judge`."""
    return _judge(tuple((path, _content(path)) for path in files))


def _content(path: Path) -> bytes:
    """Return what a file says; of one that cannot be read, nothing: who parses it says why."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


@lru_cache(maxsize=2)
def _judge(files: tuple[tuple[Path, bytes], ...]) -> Judge:
    return Judge([path for path, _ in files])


def validate_dump(
    dump: Path, judge: Judge, *, changed: tuple[LocalStore, Changes] | None = None, strict: bool = False
) -> tuple[Report, Candidates]:
    """Check a graph; queries of a project's own run in a process that ends with its time.

    Args:
        dump: The graph, in N-Quads that are compressed.
        judge: The shapes.
        changed: A store that holds the same, and how it differs from a graph that was checked; the dump is not read.
        strict: Whether warnings count as violations.

    Returns:
        The report, and the nodes that might not have conformed, of which the next one can be made.

    Raises:
        ConfigError: If a shape cannot be checked, or the project's own queries take too long.
    """
    store, changes = changed if changed and changed[1].are_local else (_loaded(dump), None)
    search = CandidateSearch(store, changes)
    results = judge.check(search, own=False)
    own = _own_results(judge, dump) if judge.has_queries else ()
    return Report.of((*results, *own), strict=strict), search.found


def _loaded(dump: Path) -> LocalStore:
    # In memory: the union of the graphs of a store on disk is asked ten times as slowly.
    store = pyoxigraph.Store()
    with gzip.open(dump) as lines:
        store.bulk_load(cast("IO[bytes]", lines), RdfFormat.N_QUADS, lenient=True)
    return LocalStore(store)


def _own_results(judge: Judge, dump: Path) -> tuple[Result, ...]:
    seconds = limits.seconds_for(dump.stat().st_size)
    check = partial(_check_own, tuple(judge.files), seconds)
    try:
        (results,) = parallel.in_order(check, [dump], workers=2)
    except ConfigError:
        raise
    except KgError as error:
        message = f"the queries (sh:sparql) of the project's own shapes take more than {seconds} seconds"
        raise ConfigError(message, hint="simplify them, or take them out of shapes/") from error
    return results


def _check_own(files: Sequence[Path], seconds: int, dump: Path) -> tuple[Result, ...]:
    """Check the shapes that lead to queries of a project's own, in a process that the system ends."""
    judge, store = read_shapes(files), _loaded(dump)
    used = resource.getrusage(resource.RUSAGE_SELF)
    end = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (end, end + 1))
    return judge.check(CandidateSearch(store), own=True)
