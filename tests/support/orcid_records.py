"""Invented ORCID records whose people share works, in the forms in which ORCID gives them.

A record lists works without their authors, as ORCID does: who wrote a work with whom is known only from all records.
"""

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

Record = dict[str, Any]

_GIVEN = ("Ada", "Boris", "Chidi", "Dalia", "Émile", "Farah", "Gül", "Håkon", "Inés", "Jun'ichi")
_FAMILY = ("Lovelace", "Müller-Oerlinghausen", "Okonkwo", "Somerville")
_STEP = 13  # shares no divisor with the number of people, so that the authors of a work differ
_TYPES = ("journal-article", "conference-paper", "book-chapter", "preprint")
_ATTRIBUTES = ("put-code", "display-index", "visibility", "path")


def records(people: int = 30, works: int = 60) -> tuple[list[Record], int]:
    """Return records of API 3.0, and how many authorships stand in them together.

    Each work has two to four authors, each of whom lists it under its DOI and the same title; 30 people with 60 works
    have 182 authorships.

    Args:
        people: How many people, at most 40.
        works: How many works they share.
    """
    listed: list[list[Record]] = [[] for _ in range(people)]
    authorships = 0
    for number in range(works):
        size = 3 if number in (0, 3) else 2 + number % 3
        authors = dict.fromkeys((number + _STEP * place) % people for place in range(size))
        authorships += len(authors)
        for author in authors:
            listed[author].append(work_of(number))
    return [record_of(number, own) for number, own in enumerate(listed)], authorships


def orcid(number: int) -> str:
    """Return a valid iD."""
    digits = f"00000009{number:07}"
    total = 0
    for digit in digits:  # ISO 7064 MOD 11-2
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    text = digits + ("X" if check == 10 else str(check))
    return "-".join(text[start : start + 4] for start in range(0, 16, 4))


def name(number: int) -> tuple[str, str]:
    """Return given and family name."""
    return _GIVEN[number % len(_GIVEN)], _FAMILY[number // len(_GIVEN)]


def as_xml(record: Record) -> str:
    """Return a record as XML, with the prefixes of ORCID's public data file."""
    namespaces = " ".join(
        f'xmlns:{prefix}="http://www.orcid.org/ns/{prefix}"' for prefix in ("record", "common", "activities")
    )
    inner = "\n".join(_elements(record, "common"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<record:record {namespaces}>\n{inner}\n</record:record>\n'


def record_of(number: int, works: list[Record]) -> Record:
    """Return the record of a person with some works."""
    given, family = name(number)
    return {
        "orcid-identifier": {"uri": f"https://orcid.org/{orcid(number)}", "path": orcid(number), "host": "orcid.org"},
        "person": {
            "name": {
                "given-names": {"value": given},
                "family-name": {"value": family},
                "credit-name": None,
                "visibility": "public",
            }
        },
        "activities-summary": {"works": {"group": [{"work-summary": [work]} for work in works]}},
    }


def work_of(number: int) -> Record:
    """Return a work as records have it."""
    return {
        "put-code": 1_000 + number,
        "title": {"title": {"value": f"On engine number {number} and its uses"}, "subtitle": None},
        "external-ids": {
            "external-id": [
                {
                    "external-id-type": "doi",
                    "external-id-value": f"10.5555/engine.{number}",
                    "external-id-url": {"value": f"https://doi.org/10.5555/engine.{number}"},
                    "external-id-relationship": "self",
                }
            ]
        },
        "type": _TYPES[number % len(_TYPES)],
        "publication-date": {"year": {"value": str(1990 + number % 30)}, "month": None, "day": None},
        "journal-title": {"value": "Annals of Engines"},
        "visibility": "public",
        "display-index": "0",
    }


def _elements(node: Record, prefix: str) -> Iterator[str]:
    for key, value in node.items():
        if key in _ATTRIBUTES and prefix != "common:id":
            continue
        inner = "common:id" if key in ("orcid-identifier", "contributor-orcid") else "common"
        for each in value if isinstance(value, list) else [value]:
            if key == "summaries":
                yield from _elements(each, "common")
            elif each is not None:
                yield _element(key, each, inner)


def _element(key: str, value: Any, prefix: str) -> str:
    if not isinstance(value, dict):
        return f"<common:{key}>{escape(str(value))}</common:{key}>"
    own = {
        name: said for name, said in value.items() if name in _ATTRIBUTES and prefix == "common" and said is not None
    }
    attributes = "".join(f" {name}={quoteattr(str(said))}" for name, said in own.items())
    if "value" in value:
        return f"<common:{key}{attributes}>{escape(str(value['value']))}</common:{key}>"
    inner = "\n".join(_elements(value, prefix))
    return f"<common:{key}{attributes}>\n{inner}\n</common:{key}>"
