"""What an ORCID record says of money and of facilities that somebody was granted: both are grants of a profile."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kg.identifiers import fold
from kg.interchange import names, publishing, tracking
from kg.interchange.drafting import Drafting, Lines
from kg.interchange.json_text import JsonText
from kg.interchange.orcid_parts import date_at, entries, ror_of, text_at
from kg.interchange.plain import at, first, kept, several

_ROLES: Mapping[str, str] = {
    "lead": "Lead", "co lead": "Co-lead", "supported by": "Supported by", "other contribution": "Other contribution",
}  # fmt: skip
"""ORCID's roles in a funding, as its pages write them."""
_HOLDERS = ("lead", "co lead", "")
_NUMBERS = ("grant_number", "grant-number", "proposal-id", "proposal_id")
_PLAIN_TYPE = "grant"


def add(drafting: Drafting, document: JsonText, activities: Any, owner: tuple[str, str], others: Counter[str]) -> None:
    """Add fundings and research resources.

    Args:
        drafting: The draft.
        document: The document that the record is from.
        activities: The activities of the record.
        owner: The name of the person, and the iD.
        others: Counts the ids of organisations that are not of ROR.
    """
    for sources in entries(drafting, document, activities, "fundings"):
        lines = document.lines(sources[0], activities)
        values = _united([_funding(drafting, source, owner, lines, others) for source in sources])
        _report_rest(drafting, sources, values, lines)
        drafting.add("grants", values, lines, sources, what="fundings")
    for sources in entries(drafting, document, activities, "research-resources"):
        lines = document.lines(sources[0], activities)
        values = _united([_resource(source, others) for source in sources])
        _report_rest(drafting, sources, values, lines, "proposal")
        reason = "a research resource: time or access that was granted on a proposal, not money"
        drafting.add("grants", values, lines, sources, reason=reason, what="research-resources")


def _united(said: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what several sources say of one grant: the first that says something of a key is followed."""
    found: dict[str, Any] = {}
    for values in said:
        found = kept(**values) | found
    return found


def _funding(
    drafting: Drafting, funding: Any, owner: tuple[str, str], lines: Lines, others: Counter[str]
) -> dict[str, Any]:
    organization = at(funding, "organization")
    number, address = _numbered(funding)
    role, investigators = _people(drafting, funding, owner, lines)
    return {
        "name": text_at(funding, "title", "title"),
        "funder": text_at(organization, "name"),
        "ror": ror_of(organization, others),
        "number": number,
        "program": text_at(funding, "organization-defined-type"),
        "amount": text_at(funding, "amount"),
        "currency": first(at(funding, "amount"), "currency-code"),
        "role": role,
        "investigators": investigators,
        "url": text_at(funding, "url") or address,
        "summary": _summary(funding),
        "start": date_at(funding, "start-date"),
        "end": date_at(funding, "end-date"),
    }


def _summary(funding: Any) -> str:
    """Return the description, behind the kind of funding where that is not a plain grant."""
    kind = fold(text_at(funding, "type"))
    shown = "" if kind == _PLAIN_TYPE else kind.capitalize()
    return ". ".join(part for part in (shown, text_at(funding, "short-description")) if part)


def _numbered(node: Any) -> tuple[str, str]:
    """Return the number that the funder gave, and the page of it, or of any other id."""
    ids = _ids(node)
    own = [each for each in ids if each[0] in _NUMBERS]
    pages = [url or (value if value.startswith(("http://", "https://")) else "") for _, value, url in (*own, *ids)]
    number = own[0][1] if own else next((value for kind, value, _ in ids if kind not in ("uri", "doi", "handle")), "")
    return number, next((page for page in pages if page), "") or _doi(ids)


def _doi(ids: list[tuple[str, str, str]]) -> str:
    found = (value for kind, value, _ in ids if kind == "doi" and publishing.identifier("doi", value))
    return next((f"https://doi.org/{value.rpartition('doi.org/')[2]}" for value in found), "")


def _ids(node: Any) -> list[tuple[str, str, str]]:
    """Return kind, value and address of the ids of a grant itself; what it is part of has its own."""
    return [
        (text_at(each, "external-id-type").casefold(), text_at(each, "external-id-value"),
         text_at(each, "external-id-url"))
        for each in several(node, "external-ids", "external-id")
        if text_at(each, "external-id-relationship").casefold().replace("_", "-") in ("self", "")
    ]  # fmt: skip


def _people(drafting: Drafting, funding: Any, owner: tuple[str, str], lines: Lines) -> tuple[str, list[Any]]:
    """Return the role of the owner, and who else holds the grant; others who took part are reported."""
    role, holders, rest = "", [], []
    for each in several(funding, "contributors", "contributor"):
        name, orcid = names.turned(text_at(each, "credit-name")), text_at(each, "contributor-orcid", "path")
        stated = text_at(each, "contributor-attributes", "contributor-role")
        if (orcid and orcid == owner[1]) or (name and fold(name) == fold(owner[0])):
            role = _ROLES.get(fold(stated), stated)
        elif name and fold(stated) in _HOLDERS:
            holders.append(names.author(name, orcid=orcid))
        elif name or orcid:
            rest.append(f"{name or orcid} ({_ROLES.get(fold(stated), stated)})")
    if rest:
        title = text_at(funding, "title", "title")
        drafting.warn(f"left out: {', '.join(rest)[:300]}, who took part in '{title[:120]}'", lines,
                      hint="add to 'investigators' who holds the grant")  # fmt: skip
    return role, holders


def _resource(resource: Any, others: Counter[str]) -> dict[str, Any]:
    proposal = at(resource, "proposal")
    hosts = several(proposal, "hosts", "organization")
    number, address = _numbered(proposal)
    items = several(resource, "resource-items", "resource-item") or several(resource, "resource-item")
    return {
        "name": text_at(proposal, "title", "title"),
        "funder": ", ".join(found for host in hosts if (found := text_at(host, "name"))),
        "ror": next((found for host in hosts if (found := ror_of(host, others))), "") if len(hosts) == 1 else "",
        "number": number,
        "url": text_at(proposal, "url") or address,
        "summary": "; ".join(filter(None, map(_item, items))),
        "start": date_at(proposal, "start-date"),
        "end": date_at(proposal, "end-date"),
    }


def _item(item: Any) -> str:
    """Return the name of a resource, its kind, and who keeps it."""
    hosts = (text_at(host, "name") for host in several(item, "hosts", "organization"))
    about = ", ".join(part for part in (text_at(item, "resource-type"), *hosts) if part)
    return text_at(item, "resource-name") + (f" ({about})" if about else "")


def _report_rest(drafting: Drafting, sources: list[Any], values: Mapping[str, Any], lines: Lines, *inside: str) -> None:
    """Report ids of a grant that its one number and one address do not say; what other sources repeat is read."""
    said = {str(values.get(key, "")).casefold().rstrip("/") for key in ("number", "url")}
    rest = [
        value
        for source in sources
        for node in [at(source, *inside)]
        for _, value, url in _ids(node)
        if value.casefold().rstrip("/") not in said and url.casefold().rstrip("/") not in said - {""}
    ]
    if rest:
        shown = ", ".join(dict.fromkeys(rest))
        drafting.warn(f"left out: further ids of the grant '{str(values.get('name', ''))[:120]}': {shown[:300]}", lines)
    for source in sources[1:]:
        tracking.mark_read(source)
