"""What differs as RDF Patch: https://afs.github.io/rdf-delta/rdf-patch.html."""

from collections.abc import Iterator
from hashlib import sha256

from kg.differences.comparing import Comparison


def lines(comparison: Comparison, only: str = "") -> Iterator[str]:
    """Yield the lines of the patch that makes the old graph the new one: quads that go, and quads that come.

    Its id is made from what it does, so that the same difference gives the same patch.

    Args:
        comparison: The two graphs.
        only: The IRI of the one thing that is meant, or empty for all; then the patch does only this part.
    """
    yield f"H id <uuid:{_identity(comparison, only)}> ."
    yield "TX ."
    yield from _changes(comparison, only)
    yield "TC ."


def _identity(comparison: Comparison, only: str) -> str:
    digest = sha256()
    for line in _changes(comparison, only):
        digest.update(f"{line}\n".encode())
    found = digest.hexdigest()
    # A UUID of version 8: made by a rule of one's own (RFC 9562, section 5.8).
    return f"{found[:8]}-{found[8:12]}-8{found[13:16]}-8{found[17:20]}-{found[20:32]}"


def _changes(comparison: Comparison, only: str) -> Iterator[str]:
    for pair in comparison.pairs():
        if only in ("", pair.thing):
            yield from (f"D {quad} ." for quad in sorted(pair.removed, key=str))
            yield from (f"A {quad} ." for quad in sorted(pair.added, key=str))
