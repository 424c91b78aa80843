"""Where a work is printed, as an entry of it says: what tells two works of one title apart."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from kg.terms.work_types import WORK_TYPES

_ALONE = frozenset(each.group or each.name for each in WORK_TYPES.values() if each.is_alone)


def imprint_of(work: Mapping[str, Any]) -> tuple[str, str, str, str]:
    """The group of types of a work, its volume, issue and first page; each empty where the entry says nothing.

    What appeared somewhere is an article where nobody says more.

    >>> imprint_of({"type": "masters-thesis"}), imprint_of({"volume": "3", "pages": "11–20"})
    (('Theses', '', '', ''), ('', '3', '', '11'))
    """
    stated = str(work.get("type", "article" if "venue" in work else ""))
    kind = WORK_TYPES.get(stated)
    pages = re.match(r"\w*", str(work.get("pages", work.get("article_number", ""))))
    places = (str(work.get("volume", "")), str(work.get("issue", "")), pages[0] if pages else "")
    return ((kind.group or kind.name) if kind else stated, *places)


def are_two(one: Sequence[str], other: Sequence[str], *, is_telling: bool) -> bool:
    """Whether two entries of one title are two works by their imprints: a thesis and an article, or two editorials.

    Args:
        one: The imprint of an entry.
        other: That of another one.
        is_telling: Whether their title tells a work from others, which 'Editorial' does not: then a number is a slip.

    >>> article, thesis = imprint_of({"venue": "Notes"}), imprint_of({"type": "thesis"})
    >>> are_two(article, thesis, is_telling=True), are_two(thesis, imprint_of({}), is_telling=True)
    (True, False)
    """
    (kind, *place), (other_kind, *other_place) = one, other
    if kind and other_kind and kind != other_kind and not _ALONE.isdisjoint((kind, other_kind)):
        return True
    pairs = zip(place, other_place, strict=True)
    return not is_telling and any(mine and others and mine != others for mine, others in pairs)
