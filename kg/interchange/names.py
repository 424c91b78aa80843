"""Names of people as they are spoken, from the parts in which formats keep them."""

import re
from collections.abc import Sequence
from typing import Any

from kg.interchange import plain
from kg.terms.identifiers import PERSONAL, SCHEMES

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]++")
_SUFFIX = re.compile(r"(?:[JS]r|Junior|Senior|I{2,3}|IV|VI{1,3}|[2-5](?:nd|rd|th))\.?", re.IGNORECASE)
_DEGREE = re.compile(r"(?:Ph\.? ?D|M\.? ?D|Esq)\.?")
_SUFFIX_BEHIND = re.compile(rf"\s*,\s*({_SUFFIX.pattern})\Z", re.IGNORECASE)
_MARKS = " \t*^∗⋆†‡§¶#+"
_EQUAL = re.compile(r"[*∗⋆]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.?[\s-]?){1,4}")
_OF_AUTHORS = ("equal_contribution", "corresponding", "roles", "affiliations")
_HOMONYM = re.compile(r" \d{4}$", re.ASCII)
_OTHERS = frozenset(("others", "et al", "et al.", "and others", "…", "..."))
NETWORKS = {re.sub(r"( author)?( (id|name|key))$", "", SCHEMES[key].label.casefold()): key for key in PERSONAL}
"""The keys of a person that hold an id, by the name of the network that gives it: `google scholar`."""


def spoken(given: str, family: str, *, particle: str = "", suffix: str = "") -> str:
    """Return a name in the order in which it is spoken.

    >>> spoken("Ada", "Lovelace"), spoken("Ludwig", "Beethoven", particle="van"), spoken("晶", "李")
    ('Ada Lovelace', 'Ludwig van Beethoven', '李晶')
    """
    if given and family and _CJK.fullmatch(given) and _CJK.fullmatch(family):
        return family + given
    return " ".join(part for part in (given, particle, family, suffix) if part)


def turned(name: str) -> str:
    """Return a name in spoken order, whether or not its family name stands in front.

    >>> turned("Lovelace, Ada"), turned("King, Jr., Martin Luther"), turned("Ada Lovelace")
    ('Ada Lovelace', 'Martin Luther King Jr.', 'Ada Lovelace')
    """
    return of_parts([part.strip() for part in name.split(",")]) or name.strip()


def of_parts(parts: Sequence[str]) -> str:
    """Return the name between whose parts commas stand, in spoken order; nothing if these are no parts of a name.

    >>> of_parts(["van Dyk", "III", "Bo"]), of_parts(["Vane", "B.", "Jr."]), of_parts(["Bo Vane", "Sr."])
    ('Bo van Dyk III', 'B. Vane Jr.', 'Bo Vane Sr.')
    """
    if len(parts) not in (2, 3):
        return ""
    family, *rest = (_SUFFIX_BEHIND.sub(r" \1", part) for part in parts)
    if len(rest) == 1:
        is_suffix = _SUFFIX.fullmatch(rest[0]) and " " in family
        return f"{family} {rest[0]}" if is_suffix else spoken(rest[0], family)
    is_last = _SUFFIX.fullmatch(rest[1]) or _DEGREE.fullmatch(rest[1])
    given, suffix = rest if is_last else reversed(rest)
    return spoken(given, family, suffix=suffix)


def comma_list(text: str) -> list[str]:
    """Return the names of a list that is parted by commas only; empty where that is not plain.

    >>> comma_list("Ada Lovelace, Charles Babbage, Mary Somerville"), comma_list("Lovelace, A., Babbage, C.")
    (['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'], ['A. Lovelace', 'C. Babbage'])
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) > 2 and all(" " in part and not _INITIALS.fullmatch(part) for part in parts):
        return parts
    if len(parts) > 3 and len(parts) % 2 == 0 and all(_INITIALS.fullmatch(part) for part in parts[1::2]):
        return [spoken(given, family) for family, given in zip(parts[::2], parts[1::2], strict=True)]
    return []


def author(name: str, *, orcid: str = "", dblp: str = "", equal: bool = False, **more: Any) -> Any:
    """Return an author as a profile has one: a plain text where the name says all; empty without a name.

    Args:
        name: The name, perhaps with a star behind it.
        orcid: The ORCID iD.
        dblp: The key of dblp.
        equal: Whether the author is marked as an equal contributor.
        more: Other values, under the keys of `Author`.
    """
    bare = name.rstrip(_MARKS)
    equal = equal or bool(_EQUAL.search(name, len(bare)))
    found = plain.kept(name=bare.strip(), orcid=orcid, dblp=dblp, equal_contribution=equal, **more)
    if "name" not in found:
        return ""
    return found["name"] if len(found) == 1 else found


def body(name: str) -> dict[str, Any]:
    """Return an organisation as one of the authors."""
    return {"name": name, "corporate": True}


def affiliated(found: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return where an author was, under the keys of `Author`: names of organisations, each with its ROR id or none."""
    if len(found) == 1 and not found[0][1]:
        return {"organization": found[0][0]}
    return {"affiliations": organizations(found)}


def organizations(found: Sequence[tuple[str, str]]) -> list[Any]:
    """Return organisations as a profile has them: a plain text where there is no ROR id."""
    return [{"name": name, "ror": ror} if ror else name for name, ror in dict.fromkeys(found)]


def without_marks(author: Any) -> Any:
    """Return an author as an editor or translator: without what only authors have."""
    if not isinstance(author, dict):
        return author
    found = {key: value for key, value in author.items() if key not in _OF_AUTHORS}
    for where in author.get("affiliations", ())[:1]:
        found["organization"] = where["name"] if isinstance(where, dict) else where
    return found["name"] if len(found) == 1 else found


def is_body(author: Any) -> bool:
    """Say whether an author is an organisation."""
    return isinstance(author, dict) and bool(author.get("corporate"))


def name_of(author: Any) -> str:
    """Return the name of an author."""
    return str(author["name"] if isinstance(author, dict) else author)


def without_number(name: str) -> str:
    """Return a name without the number by which dblp tells namesakes apart.

    >>> without_number("Ada Lovelace 0002")
    'Ada Lovelace'
    """
    return _HOMONYM.sub("", name)


def is_others(name: str) -> bool:
    """Say whether a name stands for the rest of the authors."""
    return name.strip(" .,").casefold() in _OTHERS or name.strip().casefold() in _OTHERS
