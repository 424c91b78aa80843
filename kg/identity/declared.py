"""See that the ids that profiles declare are right: each is declared once, and none is named that is not declared."""

from collections.abc import Iterator
from pathlib import Path

from kg.base.errors import Problem
from kg.identity.corpus import Corpus

DUPLICATE = "duplicate-id"
"""The rule of problems with ids that two profiles declare."""


def problems_of_ids(corpus: Corpus, root: Path) -> Iterator[Problem]:
    """Yield what is wrong with the ids of profiles.

    Args:
        corpus: All nodes.
        root: The project's directory, as problems name it.
    """
    places: dict[str, str] = {}
    for _, (owner, _, place, _) in corpus.owners:
        if owner in places:
            message = f"the id '{owner.removeprefix('person/')}' is already declared in {root / places[owner]}"
            yield _at(root / place, message, hint="give one of the two another id", rule=DUPLICATE)
        places.setdefault(owner, place)
    for person in corpus.persons:
        if person.bound and person.bound not in places:
            message = f"somebody has the id '{person.bound.removeprefix('person/')}', which no profile declares"
            place = corpus.profiles[person.profile].place
            yield _at(root / place, message, hint="add that profile, or delete the id")


def _at(place: Path, message: str, *, hint: str, rule: str = "") -> Problem:
    """Return a problem of a place of the form `file:line`."""
    path, _, line = str(place).rpartition(":")
    return Problem(message, Path(path), int(line), hint=hint, rule=rule)
