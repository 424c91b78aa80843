"""Read a profile that may carry evidence: what it says, and why, apart."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from kg.account import LeftOut
from kg.declaration import Declaration
from kg.errors import Problem, ReadError
from kg.profile import Profile, Record, Source
from kg.profile.checks import contradictions, oddities
from kg.profile.model import profile_model
from kg.profile.provenance import ReadDocument
from kg.profile.reviewed import Reviewed, has_provenance, reviewed_model, split
from kg.strict_yaml import Loc
from kg.typed_yaml import Model

Locate = Callable[[Problem, Loc], Problem]
"""Gives a problem its place in the file."""


class Check(Protocol):
    """Reads the data of a file as a model."""

    def __call__(self, model: type[Model]) -> Model:
        """Return the model; raise ReadError with every problem."""


def record(
    data: Any,
    source: Source,
    lines: tuple[int, int],
    *,
    check: Check,
    locate: Locate,
    spans: Mapping[tuple[str, int], tuple[int, int]] | None = None,
    opens_source: bool = True,
    declaration: Declaration,
) -> Record:
    """Return the record of a profile that has been parsed.

    Args:
        data: The profile as plain data.
        source: The file.
        lines: First and last line of the profile in it.
        check: Reads the same as a model.
        locate: Gives a problem its place.
        spans: First and last line of each entry in the file.
        opens_source: Whether it is the first profile of its file.
        declaration: What a profile may say.

    Raises:
        ReadError: With every problem of the profile.
    """
    model = profile_model(declaration)
    if has_provenance(data, declaration):
        reviewed = split(check(reviewed_model(declaration)), data, declaration)
        profile = model.model_validate(reviewed.data)
    else:
        reviewed, profile = Reviewed({}), check(model)
    if found := list(contradictions(profile)):
        raise ReadError([locate(problem, reviewed.in_file(loc)) for loc, problem in found])
    return Record(
        profile,
        source,
        lines,
        _in_profile(spans or {}, reviewed),
        opens_source,
        tuple(_warnings(profile, reviewed, locate)),
        reviewed.evidence,
        tuple(_documents(reviewed.documents)),
        tuple(_rejected(reviewed, spans or {}, lines[0])),
    )


def _warnings(profile: Profile, reviewed: Reviewed, locate: Locate) -> Iterator[Problem]:
    for loc, problem in reviewed.warnings:
        yield locate(problem, loc)
    for loc, problem in oddities(profile) if reviewed.is_named else ():
        yield locate(problem, reviewed.in_file(loc))


def _rejected(reviewed: Reviewed, spans: Mapping[tuple[str, int], tuple[int, int]], first: int) -> Iterator[LeftOut]:
    for section, at in reviewed.rejected:
        line, _ = spans.get((section, at), (first, first))
        yield LeftOut("entry", f"{section}[{at}]", "rejected in a review", line)


def _in_profile(
    spans: Mapping[tuple[str, int], tuple[int, int]], reviewed: Reviewed
) -> Mapping[tuple[str, int], tuple[int, int]]:
    """Return the lines of the entries by their positions in the profile."""
    if not reviewed.positions:
        return spans
    return {
        (section, index): spans[section, at]
        for section, positions in reviewed.positions.items()
        for index, at in enumerate(positions)
        if (section, at) in spans
    }


def _documents(read: tuple[ReadDocument, ...]) -> Iterator[Source]:
    for document in read:
        yield Source(document.path, document.media_type, document.extractor, document.sha256)
