"""Where a work is printed, as an entry of it says: what tells two works of one title apart."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from kg.terms.work_types import WORK_TYPES


class Imprint(NamedTuple):
    """What an entry says of the kind of a work, and of its place in a journal.

    Attributes:
        kind: A group of types of works; empty where the entry says nothing.
        is_alone: Whether works of that group are no versions of others.
        places: Volume, issue and first page, each perhaps empty.
    """

    kind: str = ""
    is_alone: bool = False
    places: tuple[str, ...] = ("", "", "")


def imprint_of(work: Mapping[str, Any]) -> Imprint:
    """Read the imprint of an entry; without a type, what appeared somewhere is an article.

    >>> imprint_of({"type": "masters-thesis"})[:2], imprint_of({"volume": "3", "pages": "11–20"}).places
    (('Theses', True), ('3', '', '11'))
    """
    stated = str(work.get("type", "article" if "venue" in work else ""))
    kind = WORK_TYPES.get(stated)
    pages = re.match(r"\w*", str(work.get("pages", work.get("article_number", ""))))
    places = (str(work.get("volume", "")), str(work.get("issue", "")), pages[0] if pages else "")
    return Imprint((kind.group or kind.name) if kind else stated, kind is not None and kind.is_alone, places)


def are_two(one: Imprint, other: Imprint, *, is_telling: bool) -> bool:
    """Whether two entries of one title are two works: a thesis and an article, or two editorials of a journal.

    Args:
        one: The imprint of an entry.
        other: That of another one.
        is_telling: Whether their title tells a work from others, which 'Editorial' does not: then a number is a slip.

    >>> article, thesis = imprint_of({"venue": "Notes"}), imprint_of({"type": "thesis"})
    >>> are_two(article, thesis, is_telling=True), are_two(thesis, imprint_of({}), is_telling=True)
    (True, False)
    """
    if one.kind and other.kind and one.kind != other.kind and (one.is_alone or other.is_alone):
        return True
    pairs = zip(one.places, other.places, strict=True)
    return not is_telling and any(mine and others and mine != others for mine, others in pairs)
