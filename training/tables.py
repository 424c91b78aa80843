"""What is right, as a table: by set and document, and by section."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from training.comparing import CHECKS, WHOLE
from training.extraction import JudgedDocument
from training.judging import JudgedSection

SURE = 0.9
"""A value that is at least so sure may be taken as it is."""

SURER = 0.95
"""The same, more strictly."""


class RightCount(NamedTuple):
    """How many are right, of how many that were proposed, and of how many that there are."""

    right: int
    proposed: int
    wanted: int

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        both = self.proposed + self.wanted
        return 2 * self.right / both if both else None


class Sureness(NamedTuple):
    """How far confidence can be trusted.

    Attributes:
        sure: How many values are sure.
        of_matched: The part of the sure that is right, of entries that exist.
        of_all: The same of all; values of entries that do not exist are wrong.
    """

    sure: int
    of_matched: float | None
    of_all: float | None


def counted(documents: Iterable[JudgedDocument], section: str, *keys: str) -> RightCount:
    """Count the entries of a section in some documents; right are those of which all these keys are right."""
    found = _sections(documents, section)
    return RightCount(
        sum(each.count(*keys) for each in found),
        sum(len(each.entries) for each in found),
        sum(each.wanted for each in found),
    )


def sureness(documents: Iterable[JudgedDocument], section: str, least: float = SURE) -> Sureness:
    """Compare confidence with what is right, in one section of some documents."""
    entries = [entry for each in _sections(documents, section) for entry in each.entries]
    sure = [(entry.right[key], entry.exists) for entry in entries for key, how in entry.sure.items() if how >= least]
    return Sureness(
        len(sure), _share([right for right, exists in sure if exists]), _share([right for right, _ in sure])
    )


def _sections(documents: Iterable[JudgedDocument], section: str) -> list[JudgedSection]:
    return [each for document in documents for each in document.sections if each.section == section]


def _share(several: Sequence[bool]) -> float | None:
    return sum(several) / len(several) if several else None


def _groups(documents: Sequence[JudgedDocument]) -> Iterator[tuple[str, str, Sequence[JudgedDocument]]]:
    """Yield all documents of each set, then each document: by what, which, documents."""
    for group in sorted({each.group for each in documents}):
        yield "set", group, [each for each in documents if each.group == group]
    yield from (("document", f"{each.group}: {each.name}", [each]) for each in documents)


def table(documents: Sequence[JudgedDocument]) -> Iterator[str]:
    """Yield a line for each section of each group, cells parted by tabs.

    A record is an entry all of whose keys are right that `comparing.WHOLE` names. Of values, F1 is told by key.
    """
    counts = ("expected", "found", "entries right", "records right", "F1 of records", "F1 of values")
    sure = (f"{least} {name}" for least in (SURE, SURER) for name in ("sure", "right of matched", "right of all"))
    yield "\t".join(("by", "which", "documents", "section", *counts, *sure))
    for by, which, chosen in _groups(documents):
        for section, checks in CHECKS.items():
            record = counted(chosen, section, *WHOLE[section])
            if record.proposed or record.wanted:
                values = ", ".join(f"{key} {_number(counted(chosen, section, key).f1)}" for key in checks)
                exist = counted(chosen, section).right
                cells = (record.wanted, record.proposed, exist, record.right, record.f1)
                sures = (cell for least in (SURE, SURER) for cell in sureness(chosen, section, least))
                shown = (*map(_number, cells), values, *map(_number, sures))
                yield "\t".join((by, which, str(len(chosen)), section or "person", *shown))


def _number(value: float | None) -> str:
    return "-" if value is None else str(value) if isinstance(value, int) else f"{value:.3f}"
