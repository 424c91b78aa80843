"""Give a judgement: check it against those that hold, and append it."""

from collections.abc import Callable, Sequence
from pathlib import Path

from kg.base.errors import QueryError
from kg.identity.explaining.dossiers import Dossiers, kind_of
from kg.identity.rulings import judged
from kg.profile.judgements import Judgement, Judgements, Verdict, append, read

_OWN = 1 << 40  # beyond the numbers of all nodes


def give(
    dossiers: Dossiers, path: Path, verdict: Verdict, references: tuple[str, str], because: str, by: str
) -> Judgement:
    """Append a judgement and return it; one about the same two that says otherwise is superseded.

    Raises:
        QueryError: If it is about one thing only, or about two of different kinds.
        ReadError: If it contradicts what other judgements say together.
    """
    superseded = check(dossiers, path, verdict, references, because)
    return append(path, verdict, references, because, by, superseded)


def check(dossiers: Dossiers, path: Path, verdict: Verdict, references: tuple[str, str], because: str) -> Sequence[str]:
    """Return the ids of the judgements that one would supersede.

    Raises:
        QueryError: If it is about one thing only, or about two of different kinds.
        ReadError: If it contradicts what other judgements say together.
    """
    _compare(dossiers, verdict, references)
    known = read(path)
    pair = set(references)
    superseded = [entry.id for entry in known.entries if set(entry.references) == pair and entry.id]
    held = [number for number, entry in enumerate(known.entries) if entry.id not in superseded]
    new = Judgement.model_validate({verdict: references, "because": because})
    entries = (*(known.entries[number] for number in held), new)
    lines = (*(known.lines[number] for number in held), 0)  # the new one has none yet
    for kind in ("person", "work"):
        judged(Judgements(path, entries, lines), _finder(dossiers, kind))
    return superseded


def _compare(dossiers: Dossiers, verdict: Verdict, references: tuple[str, str]) -> None:
    one, other = references
    if one == other:
        if verdict == "same":
            raise QueryError(f"both mean {one} already", hint=f"see: kg why {one}")
        hint = f"name two of its mentions by their keys (m-…): kg why {one}"
        raise QueryError(f"both mean {one}, which cannot differ from itself", hint=hint)
    if kind_of(dossiers.find(one)) != kind_of(dossiers.find(other)):
        raise QueryError(f"{one} and {other} are of two kinds", hint="name two persons or two works")


def _finder(dossiers: Dossiers, kind: str) -> Callable[[str], int | None]:
    """Return what finds the node of a reference among those of a kind."""
    keys: dict[str, int] = {}

    def find(reference: str) -> int | None:
        node = dossiers.node(reference)
        if node is None or (node >= 0) != (kind == "person"):
            return None
        anchor = (dossiers.corpus.persons[node] if node >= 0 else dossiers.corpus.works[-node - 1]).anchor
        if reference.startswith("m-") and not anchor.endswith(reference):  # it will be a node of its own
            return _OWN + keys.setdefault(reference, len(keys))
        return node if node >= 0 else -node - 1

    return find
