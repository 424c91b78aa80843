"""Anybody's dataset: a release made of RDF files, so that whatever reads a release reads these.

The files are loaded as they are; nothing is judged. Only two things are changed on the way:
schema.org's IRIs take the https form, and blank nodes of different files stay different nodes.
"""

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.base.errors import ConfigError, IdentifierError, Problem, ReadError
from kg.base.version import __version__
from kg.store.release import DUMP, SEARCH, Release
from kg.store.search.writing import write
from kg.store.staging import Staging, staged
from kg.store.store import LocalStore
from kg.terms.formats import RDF_FORMATS, rdf_format_of, read_rdf
from kg.terms.identifiers import web_address
from kg.terms.vocabulary import PREFIXES

MAX_UNPACKED = 16 << 30  # how many bytes a compressed file may hold
MAX_RATIO = 200  # how many times larger than its file that may be; RDF packs 10 to 60 times

_UNSUSPICIOUS = 64 << 20
_PIECE = 1 << 20
_SUFFIXES = ".ttl, .nt, .nq, .trig, .jsonld or .rdf, each also with .gz"
# N-Quads: strings are passed over, so that only IRIs are met.
_STRING_OR_SCHEMA = re.compile(r'"(?:[^"\\]|\\.)*"|<http://schema\.org/')
_LOCAL = re.compile(r"([a-z]+)/[a-z0-9-]+")


def of_rdf(files: Sequence[Path], directory: Path, base: str | None = None) -> Release:
    """Return a release that holds what some RDF files say.

    Args:
        files: Turtle, N-Triples, N-Quads, TriG, JSON-LD or RDF/XML, by their suffixes, perhaps with `.gz`.
        directory: Where the release goes, as with a build: `directory/current` leads to it.
        base: The base of its IRIs; if None, that which the dataset states as its `void:uriSpace`, else
            none. Relative IRIs in the files are read against it.

    Raises:
        ReadError: If a file cannot be used; one problem of each.
        ReleaseError: If the directory cannot be written.
    """
    if base is not None:
        try:
            web_address(base)
        except IdentifierError as error:
            raise ReadError(
                f"the base '{base}' is not a web address", hint="give one such as https://kg.example.org/"
            ) from error
    with staged(directory) as staging:
        staging.load_texts(_lines(files, staging.workdir, base))
        store = staging.store()
        manifest = _manifest(files, staging, store, base)
        write(staging.path / DUMP, manifest["base"], staging.path / SEARCH)
        return staging.publish(manifest, directory)


def _lines(files: Sequence[Path], workdir: Path, base: str | None) -> Iterator[str]:
    # Problems of all files are raised together, in the end.
    problems: list[Problem] = []
    if not files:
        raise ReadError("no file is given", hint=f"give files that end in {_SUFFIXES}")
    for file in files:
        try:
            packed = file.suffix == ".gz"
            form = rdf_format_of(file.with_suffix("") if packed else file)
            if form is None:
                raise ReadError(Problem("its suffix names no RDF syntax", file, hint=f"name it {_SUFFIXES}"))
            path = _unpacked(file, workdir) if packed else file
            for quad in read_rdf(path, RDF_FORMATS[form], base=base, apart=True, name=file):
                line = f"{quad} .\n"
                yield _STRING_OR_SCHEMA.sub(_secure, line) if "<http://schema.org/" in line else line
        except (ConfigError, ReadError) as error:
            problems.extend(error.problems)
    if problems:
        raise ReadError(problems)


def _secure(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else "<https://schema.org/"


def _unpacked(file: Path, workdir: Path) -> Path:
    # Into a file: the parser reads files much faster than streams.
    target = workdir / "unpacked"
    try:
        limit = min(MAX_UNPACKED, max(_UNSUSPICIOUS, MAX_RATIO * file.stat().st_size))
        with gzip.open(file) as packed, target.open("wb") as out:
            whole = _copy(packed, out, limit)
    except (OSError, EOFError, zlib.error) as error:
        raise ReadError(Problem(f"cannot be unpacked: {error}", file, hint="check it: gzip -t FILE")) from error
    if not whole:
        message = f"it unpacks to more than {limit >> 20:,} MiB, {limit // max(1, file.stat().st_size)} times its size"
        raise ReadError(Problem(message, file, hint="if you trust it, unpack it yourself and give the unpacked file"))
    return target


def _copy(source: gzip.GzipFile, target: IO[bytes], limit: int) -> bool:
    # False if there is more than the limit.
    copied = 0
    while piece := source.read(min(_PIECE, limit + 1 - copied)):
        copied += len(piece)
        if copied > limit:
            return False
        target.write(piece)
    return True


def _manifest(files: Sequence[Path], staging: Staging, store: LocalStore, base: str | None) -> dict[str, Any]:
    stated, title, license_ = described(store)
    base = stated if base is None else base
    return {
        "kg": __version__,
        "base": base,
        "title": title or ", ".join(file.name for file in files),
        "license": license_,
        "files": [file.name for file in files],
        "counts": {**_kinds(store, base), "quads": len(store)},
        "validated": False,
        "results": {},
        "dump": staging.dump,
    }


def described(store: LocalStore) -> tuple[str, str, str]:
    """Return the base of the IRIs in a store, its title and its licence, as its one dataset states them; else empty."""
    dataset, base = _dataset(store)
    return base, _said(store, dataset, "name", "title"), _said(store, dataset, "license", "license")


def _dataset(store: LocalStore) -> tuple[NamedNode | None, str]:
    found = list(store.quads(predicate=NamedNode(f"{PREFIXES['void']}uriSpace")))
    if len(found) != 1 or not isinstance(found[0].subject, NamedNode) or not isinstance(found[0].object, Literal):
        return None, ""
    base = found[0].object.value
    try:
        web_address(base)
    except IdentifierError:
        return None, ""
    return found[0].subject, base if base.endswith("/") else ""


def _said(store: LocalStore, dataset: NamedNode | None, schema: str, dcterms: str) -> str:
    if dataset is None:
        return ""
    predicates = (NamedNode(f"{PREFIXES['schema']}{schema}"), NamedNode(f"{PREFIXES['dcterms']}{dcterms}"))
    values = (quad.object for predicate in predicates for quad in store.quads(dataset, predicate))
    return min((value.value for value in values if isinstance(value, Literal | NamedNode)), default="")


def _kinds(store: LocalStore, base: str) -> dict[str, int]:
    if not base:
        return {}
    quads = store.quads(None, None, None, DefaultGraph())
    iris = {quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode)}
    found = (_LOCAL.fullmatch(iri.removeprefix(base)) for iri in iris if iri.startswith(base))
    return dict(sorted(Counter(local[1] for local in found if local).items()))
