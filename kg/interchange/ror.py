"""Organisations of ROR (https://ror.readme.io), by which affiliations get their ids: only where nothing is guessed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from kg.interchange.names import name_of
from kg.interchange.plain import at, several, text, texts
from kg.profile.drafts.matching import same_text
from kg.profile.drafts.model import Fact
from kg.profile.names import person_key
from kg.profile.reviewed import listed

CONFIDENCE = 0.95
"""How likely an organisation is the one that is called like it, in the city and country of an affiliation."""
_PLACES = ("name", "country_name", "country_code", "country_subdivision_name", "country_subdivision_code")

RorLookup = Callable[[str], str]
"""Returns the ROR id of an affiliation, or nothing."""


def path_of(affiliation: str) -> str:
    """Return where ROR says which organisations an affiliation may mean."""
    return f"/v2/organizations?affiliation={quote(affiliation[:500], safe='')}"


def id_in(answer: Any, affiliation: str) -> str:
    """Return the ROR id of the organisation that ROR chose, if it is called so; nothing for a part of it.

    >>> place = {"geonames_details": {"name": "London", "country_name": "United Kingdom"}}
    >>> known = {"id": "https://ror.org/03q8dnn23", "names": [{"value": "Example University"}], "locations": [place]}
    >>> answer = {"items": [{"chosen": True, "organization": known}]}
    >>> id_in(answer, "Example University, London"), id_in(answer, "School of Looms, Example University")
    ('https://ror.org/03q8dnn23', '')
    """
    name, *places = (part.strip() for part in affiliation.split(","))
    for item in several(answer, "items"):
        known = at(item, "organization")
        names = (text(each, "value") for each in several(known, "names"))
        if at(item, "chosen") is not True or not any(same_text(name, each) for each in names):
            continue
        details = [at(each, "geonames_details") for each in several(known, "locations")]
        where = [said for each in details for key in _PLACES for said in texts(each, key)]
        if all(any(same_text(place, said) for said in where) for place in places):
            return text(known, "id")
    return ""


def with_ids(facts: Sequence[Fact], ror_of: RorLookup) -> list[Fact]:
    """Return what several sources say of a work, its authors with the ROR ids of their affiliations.

    Args:
        facts: What each source says of it; authors of whom one has such an id are not asked about.
        ror_of: Returns the id of an affiliation.
    """
    placed = {_key(each) for fact in facts for each in listed(fact.values.get("authors")) if _has_ror(each)}
    return [_with_ids(fact, placed, ror_of) for fact in facts]


def _with_ids(fact: Fact, placed: set[str], ror_of: RorLookup) -> Fact:
    authors = listed(fact.values.get("authors"))
    found = [each if _key(each) in placed else _placed(each, ror_of) for each in authors]
    if found == authors:
        return fact
    new = [each for each, other in zip(found, authors, strict=True) if each != other]
    ids = {where["name"]: where["ror"] for each in new for where in each["affiliations"] if isinstance(where, Mapping)}
    reason = f"ROR says: {', '.join(f'{name} is {id_}' for name, id_ in ids.items())}"
    return replace(
        fact,
        values={**fact.values, "authors": found},
        confidence={**fact.confidence, "authors": min(CONFIDENCE, fact.confidence["authors"])},
        reason="; ".join(filter(None, (fact.reason, reason))),
    )


def _placed(author: Any, ror_of: RorLookup) -> Any:
    """Return an author with the ids of those affiliations that have one."""
    if not isinstance(author, Mapping) or author.get("corporate"):
        return author
    stated = [author["organization"]] if author.get("organization") else listed(author.get("affiliations"))
    found = [{"name": each.partition(",")[0], "ror": id_} if (id_ := ror_of(each)) else each for each in stated]
    if found == stated:
        return author
    return {**{key: each for key, each in author.items() if key != "organization"}, "affiliations": found}


def _has_ror(author: Any) -> bool:
    stated = author.get("affiliations", ()) if isinstance(author, Mapping) else ()
    return any(isinstance(each, Mapping) and each.get("ror") for each in stated)


def _key(author: Any) -> str:
    return person_key(name_of(author))
