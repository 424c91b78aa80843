"""Tables of what is right: by set, language, format and document."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from training.comparing import CHECKS, WHOLE
from training.extraction import JudgedDocument
from training.judging import JudgedEntry

SURE = 0.9
"""A value that is at least so sure may be taken as it is."""

MEASURES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "titles": ("publications", ("title",)), "authors": ("publications", ("authors",)),
    "years": ("publications", ("year",)), "venues": ("publications", ("venue",)),
    "records": ("publications", WHOLE["publications"]), "degrees": ("education", WHOLE["education"]),
    "positions": ("positions", WHOLE["positions"]), "awards": ("awards", WHOLE["awards"]),
}  # fmt: skip
"""What is counted: in which section, and which keys must be right."""

_BINS = 10


class RightCount(NamedTuple):
    """How many are right, of how many that were proposed, and of how many that there are."""

    right: int
    proposed: int
    wanted: int

    @property
    def precision(self) -> float | None:
        """The part of the proposed that is right."""
        return self.right / self.proposed if self.proposed else None

    @property
    def recall(self) -> float | None:
        """The part of those that there are that was found."""
        return self.right / self.wanted if self.wanted else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        both = self.proposed + self.wanted
        return 2 * self.right / both if both else None


class Sureness(NamedTuple):
    """How far confidence can be trusted.

    Attributes:
        values: How many were proposed.
        sure: How many of them are sure.
        right_of_sure: The part of the sure that is right; values of entries that do not exist are wrong.
        right_of_existing: The same, of entries that exist.
        sure_of_right: The part of the right ones that is sure.
        error: The expected calibration error: how far confidence is from the part that is right, in ten steps.
    """

    values: int
    sure: int
    right_of_sure: float | None
    right_of_existing: float | None
    sure_of_right: float | None
    error: float | None


def counted(documents: Iterable[JudgedDocument], measure: str) -> RightCount:
    """Count one measure in some documents."""
    name, keys = MEASURES[measure]
    sections = [section for each in documents for section in each.sections if section.section == name]
    return RightCount(
        sum(section.count(*keys) for section in sections),
        sum(len(section.entries) for section in sections),
        sum(section.wanted for section in sections),
    )


def sureness(documents: Iterable[JudgedDocument], section: str) -> Sureness:
    """Compare confidence with what is right, in one section of some documents."""
    judged = [each for document in documents for each in document.sections if each.section == section]
    claims = [claim for each in judged for entry in each.entries for claim in _claims(entry)]
    sure = [(right, exists) for confidence, right, exists in claims if confidence >= SURE]
    rights = [confidence >= SURE for confidence, right, _ in claims if right]
    return Sureness(
        len(claims),
        len(sure),
        _share([right for right, _ in sure]),
        _share([right for right, exists in sure if exists]),
        _share(rights),
        _calibration_error([(confidence, right) for confidence, right, _ in claims]),
    )


def _claims(entry: JudgedEntry) -> Iterator[tuple[float, bool, bool]]:
    """Yield the confidence of each value of an entry, whether it is right, and whether the entry exists."""
    return ((confidence, entry.right[key], entry.exists) for key, confidence in entry.sure.items())


def _share(several: Sequence[bool]) -> float | None:
    return sum(several) / len(several) if several else None


def _calibration_error(claims: Sequence[tuple[float, bool]]) -> float | None:
    if not claims:
        return None
    bins: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in claims:
        bins.setdefault(min(int(confidence * _BINS), _BINS - 1), []).append((confidence, right))
    return sum(abs(sum(sure - right for sure, right in each)) for each in bins.values()) / len(claims)


def groups(documents: Sequence[JudgedDocument]) -> Iterator[tuple[str, str, Sequence[JudgedDocument]]]:
    """Yield all documents of a set; then those of each language and format; then each: by what, which, documents."""
    for group in dict.fromkeys(each.group for each in documents):
        within = [each for each in documents if each.group == group]
        yield "set", group, within
        for by, values in (
            ("language", sorted({each.language for each in within})),
            ("format", sorted({each.form for each in within})),
        ):
            for value in values:
                chosen = [each for each in within if value == (each.language if by == "language" else each.form)]
                yield f"{by} of {group}", value or "unknown", chosen
        yield from ((f"document of {group}", each.name, [each]) for each in within)


def tsv(documents: Sequence[JudgedDocument]) -> Iterator[str]:
    """Yield one line for each measure of each group: what can be compared by programs."""
    yield "\t".join(("by", "which", "documents", "measure", *count_head()))
    for by, which, chosen in groups(documents):
        for measure in MEASURES:
            count = counted(chosen, measure)
            if count.proposed or count.wanted:
                yield "\t".join((by, which, str(len(chosen)), measure, count_cells(count)))
    yield ""
    yield "\t".join(("by", "which", "section", *Sureness._fields))
    for by, which, chosen in groups(documents):
        for section in CHECKS:
            found = sureness(chosen, section)
            if found.values:
                yield "\t".join((by, which, section, *map(_number, found)))


def count_head() -> tuple[str, ...]:
    """Return the names of the columns of a count."""
    return (*RightCount._fields, "precision", "recall", "f1")


def count_cells(count: RightCount) -> str:
    """Return the columns of a count, parted by tabs."""
    return "\t".join((*map(str, count), *map(_number, (count.precision, count.recall, count.f1))))


def markdown(documents: Sequence[JudgedDocument]) -> Iterator[str]:
    """Yield tables for people: precision, recall and F1 in a cell; then how far confidence can be trusted."""
    yield "Precision, recall, F1:\n"
    yield from _head(("by", "which", "documents", *MEASURES))
    for by, which, chosen in groups(documents):
        cells = (_cell(counted(chosen, measure)) for measure in MEASURES)
        yield f"| {by} | {which} | {len(chosen)} | {' | '.join(cells)} |"
    yield f"\nValues whose confidence is {SURE} or more:\n"
    yield from _head(("by", "which", "section", *(name.replace("_", " ") for name in Sureness._fields)))
    for by, which, chosen in groups(documents):
        for section in () if by.startswith("document") else CHECKS:
            found = sureness(chosen, section)
            if found.values:
                yield f"| {by} | {which} | {section} | {' | '.join(map(_number, found))} |"


def _head(names: Sequence[str]) -> Iterator[str]:
    yield f"| {' | '.join(names)} |"
    yield f"|---|---|{'--:|' * (len(names) - 2)}"


def _cell(count: RightCount) -> str:
    shares = (count.precision, count.recall, count.f1)
    return " ".join(map(_number, shares)) if count.proposed or count.wanted else ""


def _number(value: float | None) -> str:
    return "-" if value is None else str(value) if isinstance(value, int) else f"{value:.3f}"
