"""A person's record at ORCID, or a part of it: JSON or XML of its API 3.0.

XML is also the form of the yearly public data file. Only what is marked public is read, and e-mail addresses never.
The record names works without their co-authors; those are in the works themselves, which `fetching` adds to it under
the key `bulk`.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from kg.base.errors import Problem, ReadError, counted
from kg.base.node import Lines, Node
from kg.interchange import names, parsed_text, publications, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.forms import _orcid_works
from kg.interchange.forms._orcid_works import (
    SUMMARIES,
    date_at,
    date_of,
    entries,
    is_public,
    place_of,
    public,
    ror_of,
)
from kg.interchange.plain import at, is_mapping, kept, lines_of, mark_read, several, text
from kg.interchange.tables import Row, ValueForm, values_of
from kg.terms import identifiers
from kg.terms.identifiers import fold

# What an ORCID record says of money and of facilities that somebody was granted: both are grants of a profile.

DATE = ValueForm(date_of)
_FUNDING_ROLES: Mapping[str, str] = {
    "lead": "Lead", "co lead": "Co-lead", "supported by": "Supported by", "other contribution": "Other contribution",
}  # fmt: skip
"""ORCID's roles in a funding, as its pages write them."""
_HOLDERS = ("lead", "co lead", "")
_NUMBERS = ("grant_number", "grant-number", "proposal-id", "proposal_id")
_PLAIN_TYPE = "grant"


def _add_grants(drafting: Drafting, activities: Node | None, owner: tuple[str, str]) -> None:
    """Add fundings and research resources.

    Args:
        drafting: The draft.
        activities: The activities of the record.
        owner: The name of the person, and the iD.
    """
    for sources in entries(drafting, activities, "fundings"):
        lines = sources[0].lines
        values = _united([_funding(drafting, source, owner, lines) for source in sources])
        _report_rest(drafting, sources, values, lines)
        drafting.add("grants", values, lines, sources, what="fundings")
    for sources in entries(drafting, activities, "research-resources"):
        lines = sources[0].lines
        values = _united([_resource(source) for source in sources])
        _report_rest(drafting, sources, values, lines, "proposal")
        reason = "a research resource: time or access that was granted on a proposal, not money"
        drafting.add("grants", values, lines, sources, reason=reason, what="research-resources")


def _united(said: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what several sources say of one grant: the first that says something of a key is followed."""
    found: dict[str, Any] = {}
    for values in said:
        found = kept(**values) | found
    return found


def _funding(drafting: Drafting, funding: Node, owner: tuple[str, str], lines: Lines) -> dict[str, Any]:
    number, address = _numbered(funding)
    role, investigators = _people(drafting, funding, owner, lines)
    found = values_of(_FUNDING, funding)
    ror = ror_of(at(funding, "organization"))
    more = {"number": number, "url": found["url"] or address, "summary": _summary(funding)}
    return found | more | {"ror": ror, "role": role, "investigators": investigators}


_PROPOSAL = (
    Row("title/title", "name"), Row("url", "url"),
    Row("start-date", "start", DATE), Row("end-date", "end", DATE),
)  # fmt: skip
_FUNDING = (
    *_PROPOSAL, Row("organization/name", "funder"), Row("organization-defined-type", "program"),
    Row("amount", "amount"), Row("amount/currency-code", "currency"),
)  # fmt: skip


def _summary(funding: Node) -> str:
    """Return the description, behind the kind of funding where that is not a plain grant."""
    kind = fold(text(funding, "type"))
    shown = "" if kind == _PLAIN_TYPE else kind.capitalize()
    return ". ".join(part for part in (shown, text(funding, "short-description")) if part)


def _numbered(node: Node | None) -> tuple[str, str]:
    """Return the number that the funder gave, and the page of it, or of any other id."""
    ids = _ids(node)
    own = [each for each in ids if each[0] in _NUMBERS]
    pages = [url or (value if value.startswith(("http://", "https://")) else "") for _, value, url in (*own, *ids)]
    number = own[0][1] if own else next((value for kind, value, _ in ids if kind not in ("uri", "doi", "handle")), "")
    return number, next((page for page in pages if page), "") or _doi(ids)


def _doi(ids: list[tuple[str, str, str]]) -> str:
    found = (value for kind, value, _ in ids if kind == "doi" and publications.identifier("doi", value))
    return next((f"https://doi.org/{value.rpartition('doi.org/')[2]}" for value in found), "")


def _ids(node: Node | None) -> list[tuple[str, str, str]]:
    """Return kind, value and address of the ids of a grant itself; what it is part of has its own."""
    return [
        (text(each, "external-id-type").casefold(), text(each, "external-id-value"),
         text(each, "external-id-url"))
        for each in several(node, "external-ids", "external-id")
        if text(each, "external-id-relationship").casefold().replace("_", "-") in ("self", "")
    ]  # fmt: skip


def _people(drafting: Drafting, funding: Node, owner: tuple[str, str], lines: Lines) -> tuple[str, list[Any]]:
    """Return the role of the owner, and who else holds the grant; others who took part are reported."""
    role, holders, rest = "", [], []
    for each in several(funding, "contributors", "contributor"):
        name, orcid = names.turned(text(each, "credit-name")), text(each, "contributor-orcid", "path")
        stated = text(each, "contributor-attributes", "contributor-role")
        if (orcid and orcid == owner[1]) or (name and fold(name) == fold(owner[0])):
            role = _FUNDING_ROLES.get(fold(stated), stated)
        elif name and fold(stated) in _HOLDERS:
            holders.append(names.author(name, orcid=orcid))
        elif name or orcid:
            rest.append(f"{name or orcid} ({_FUNDING_ROLES.get(fold(stated), stated)})")
    if rest:
        title = text(funding, "title", "title")
        drafting.warn(f"left out: {', '.join(rest)[:300]}, who took part in '{title[:120]}'", lines,
                      hint="add to 'investigators' who holds the grant")  # fmt: skip
    return role, holders


def _resource(resource: Node) -> dict[str, Any]:
    proposal = at(resource, "proposal")
    hosts = several(proposal, "hosts", "organization")
    number, address = _numbered(proposal)
    items = several(resource, "resource-items", "resource-item") or several(resource, "resource-item")
    found = values_of(_PROPOSAL, proposal)
    return found | {
        "funder": ", ".join(name for host in hosts if (name := text(host, "name"))),
        "ror": next((ror for host in hosts if (ror := ror_of(host))), "") if len(hosts) == 1 else "",
        "number": number,
        "url": found["url"] or address,
        "summary": "; ".join(filter(None, map(_item, items))),
    }


def _item(item: Node) -> str:
    hosts = (text(host, "name") for host in several(item, "hosts", "organization"))
    about = ", ".join(part for part in (text(item, "resource-type"), *hosts) if part)
    return text(item, "resource-name") + (f" ({about})" if about else "")


def _report_rest(
    drafting: Drafting, sources: list[Node], values: Mapping[str, Any], lines: Lines, *inside: str
) -> None:
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
        source.mark_read()


_WRAPPERS = (
    *("record", "bulk", "work", "activities-summary", "group", "affiliation-group", "peer-review-group", "summaries"),
    *SUMMARIES.values(),
)
_SILENT = (
    *("put-code", "path", "uri", "host", "visibility", "display-index", "created-date", "last-modified-date"),
    *("source", "preferences", "history", "claimed", "media-type", "contributor-sequence"),
    *("external-id-normalized", "external-id-normalized-error"),
)
"""How ORCID keeps an entry: its number and times, who made it and may see it, ids in its own spelling, the order of
authors, which is that of their list."""
_OF_PERSON = ("name", "other-names", "biography", "researcher-urls", "emails", "addresses", "keywords",
              "external-identifiers")  # fmt: skip
_RENAMED = {"activities": "activities-summary", "email": "emails", "address": "addresses", "personal-details": "person"}
_PATH = re.compile(r"/?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?:/([a-z-]{1,40}))?(?:/.*)?", re.ASCII)
_HINT = "save https://pub.orcid.org/v3.0/YOUR-ID/record as JSON or XML, or fetch it: kg import orcid YOUR-ID"
_ROLES = {"employments": "Employee", "invited-positions": "Invited position", "educations": "Studies",
          "qualifications": "Qualification", "services": "Service"}  # fmt: skip
"""What stands in the place of a role that the record does not state."""


def _add_all(drafting: Drafting, document: Node) -> None:
    *records, bulk = document.items
    full = _orcid_works.in_full(bulk)
    people = {found for record in records if (found := _orcid(record))}
    if len(people) > 1:
        hint = "save each record in a file of its own: a profile is of one person"
        drafting.refuse(f"there are records of {len(people):,} people here", hint)
    owner = ""
    for record in records:
        owner = _add_person(drafting, record) or owner
    for record in records:
        activities = at(record, "activities-summary")
        _add_affiliations(drafting, activities)
        _add_reviews(drafting, activities)
        _add_grants(drafting, activities, (owner, _orcid(record)))
        _orcid_works.add(drafting, activities, full, owner)


def _parse(drafting: Drafting) -> Node:
    """Return the records of a file, each in the form of a whole one, and behind them the works in full."""
    path, bulk = drafting.path, Node({})
    if drafting.text.lstrip("\ufeff \t\r\n").startswith("<"):
        drafting.media_type = "application/vnd.orcid+xml"
        document = parsed_text.parse_xml(drafting.text, path)
    else:
        document = _json(drafting)
    found = several(document)
    if "bulk" in document and "record" in document:
        found, bulk = several(document, "record"), document.value["bulk"].within("bulk")
    records = [_whole(each, document.key, path) for each in found] or [_refuse(document, path)]
    return Node([*records, bulk])


def _json(drafting: Drafting) -> Node:
    """Return the document; records that stand each on a line of its own are of several people.

    Raises:
        ReadError: If it is not JSON, or several documents.
    """
    try:
        return parsed_text.parse_json(drafting.text, drafting.path)
    except ReadError:
        lines = [each for each in drafting.text.splitlines() if each.strip()]
        if len(lines) < 2 or not all(each.startswith("{") and each.endswith("}") for each in lines):
            raise
        message = f"there are {len(lines):,} documents here, each on a line of its own"
        hint = "save each record in a file of its own: a profile is of one person"
        raise ReadError(Problem(message, drafting.path, hint=hint)) from None


def _whole(data: Node, kind: str, path: Path) -> Node:
    """Return a record; one in which only a part stands, where the service was asked for that part.

    Args:
        data: A record, or a part of it.
        kind: Which part it is, where the form says so: the name of the XML element.
        path: The file.

    Raises:
        ReadError: If it is no part of a record.
    """
    address = _PATH.fullmatch(text(data, "path"))
    kind = kind or (address[2] if address and address[2] else "")
    kind = _RENAMED.get(kind, kind)
    if not is_mapping(data) or any(key in data for key in ("error-code", "error-desc", "developer-message")):
        _refuse(data, path)
    if kind in ("", "record") and ("person" in data or "activities-summary" in data):
        return data
    record = _part(data, kind)
    if record is None:
        _refuse(data, path)
    if address:
        record.value["orcid-identifier"] = Node(address[1]).within("path")
    return record


def _part(data: Node, kind: str) -> Node | None:
    """Return a record that holds a part alone; None if it is no part."""
    if not kind:
        inside = next((name for name, key in SUMMARIES.items() if _holds(data, key)), "")
        kind = inside or _by_keys(data)
    if kind in _OF_PERSON:
        return data.within("person", kind)
    if kind in ("person", "activities-summary"):
        return data.within(kind)
    if kind == "work":
        data, kind = data.within("group", "work-summary"), "works"
    elif kind == "bulk":
        found = several(data, "work") or [work for each in several(data, "bulk") if (work := at(each, "work"))]
        data, kind = Node([work.within("work-summary") for work in found]).within("group"), "works"
    elif f"{kind}-summary" in SUMMARIES.values():  # one entry in full has the keys of its summary, and more
        key = f"{kind}-summary"
        kind = next(name for name, each in SUMMARIES.items() if each == key)
        data = data.within("group", "peer-review-group", key)
    if kind not in SUMMARIES:
        return None
    return data.within("activities-summary", kind)


def _by_keys(data: Node) -> str:
    """Return what a part without an address is, by its keys."""
    if "bulk" in data:
        return "bulk"
    if any(key in data for key in SUMMARIES):
        return "activities-summary"
    if any(key in data for key in _OF_PERSON) and not text(data, "name"):
        return "person"
    return "work" if "title" in data and "type" in data else ""


def _holds(data: Node, key: str) -> bool:
    groups = [*several(data, "group"), *several(data, "affiliation-group")]
    inner = [each for group in groups for each in (*several(group, "peer-review-group"), *several(group, "summaries"))]
    return any(key in each for each in (data, *groups, *inner))


def _refuse(data: Node, path: Path) -> NoReturn:
    if "orcid-profile" in data:
        raise ReadError(Problem("this is a record of ORCID's API 1, which is no longer read", path, hint=_HINT))
    said = next((found for key in ("user-message", "error-desc", "developer-message")
                 if (found := text(data, key))), "")  # fmt: skip
    message = f"this is no ORCID record, but an error: {said[:200]}" if said else "this is no ORCID record"
    raise ReadError(Problem(message, path, hint=_HINT))


def _orcid(record: Node) -> str:
    stated = at(record, "orcid-identifier")
    address = _PATH.fullmatch(text(record, "path"))
    return text(stated, "path") or text(stated, "uri").rpartition("/")[2] or (address[1] if address else "")


def _add_person(drafting: Drafting, record: Node) -> str:
    person = at(record, "person")
    named = at(person, "name")
    given, family, credit = (text(named, key) for key in ("given-names", "family-name", "credit-name"))
    name = (credit or names.spoken(given, family)) if is_public(named) else ""
    if name:
        drafting.add_person(lines_of(named), named, name=name, given_name=given, family_name=family)
    stated = at(record, "orcid-identifier")
    drafting.add_person(lines_of(stated, person), stated, orcid=_orcid(record))
    others = public(person, "other-names", "other-name")
    variants = [found for other in others if (found := text(other, "content")) and found != name]
    keywords = [text(keyword, "content") for keyword in public(person, "keywords", "keyword")]
    interests = [part.strip() for word in keywords for part in word.split("," if "," in word else ";") if part.strip()]
    drafting.add_person(lines_of(at(person, "other-names")), others, variants=variants)
    drafting.add_person(lines_of(at(person, "keywords")), keywords, interests=interests)
    biography = at(person, "biography")
    if is_public(biography):
        drafting.add_person(lines_of(biography), biography, summary=text(biography, "content"))
    else:
        mark_read(biography)
    _add_pages(drafting, person)
    return name


def _add_pages(drafting: Drafting, person: Node | None) -> None:
    urls = [(text(url, "url-name"), text(url, "url")) for url in public(person, "researcher-urls", "researcher-url")]
    external = []
    for each in public(person, "external-identifiers", "external-identifier"):
        kind, value, url = (text(each, f"external-id-{key}") for key in ("type", "value", "url"))
        relation = text(each, "external-id-relationship").casefold()
        if url and relation in ("self", ""):
            external.append(url)
        else:
            shown = f"'{kind} {value}'" + (f" ({relation})" if relation else "")
            hint = "add its page to 'same_as'"
            drafting.warn(f"left out: the id {shown} of the person, which has no page", each.lines, hint=hint)
    found, rest = identifiers.fields_of_pages([*urls, *(("", url) for url in external if identifiers.key_of(url))])
    lines = lines_of(at(person, "researcher-urls"))
    for key, url in found.items():
        drafting.add_person(lines, [url], **{key: url})
    for label, url in rest:
        hint = "add it to 'same_as' if it stands for the person, not for a group or a project"
        drafting.warn(f"left out: the page '{label or url}' ({url})", lines, hint=hint)
    others = [url for url in external if url and not identifiers.key_of(url)]
    drafting.add_person(lines_of(at(person, "external-identifiers")), others, same_as=others)


def _add_affiliations(drafting: Drafting, activities: Node | None) -> None:
    """Add where the person works, studied, belongs and serves, and what they were given."""
    for kind, (section, table, changed) in _AFFILIATIONS.items():
        key = next(row.key for row in table if row.names == "role-title")
        for sources in entries(drafting, activities, kind):
            summary, lines = sources[0], sources[0].lines
            found, unsure, reason = values_of(table, summary), {}, ""
            if not found[key] and kind in _ROLES:
                found[key] = _ROLES[kind]
                unsure, reason = {key: 0.5}, f"the record states no role; it stands among the {kind} there"
                organization = text(summary, "organization", "name")[:120]
                message = f"'{organization}' is listed without a role; '{found[key]}' is written for it"
                drafting.warn(message, lines, hint=f"correct '{key}' in the profile")
            if section == "positions" and not found["end"]:
                unsure = unsure | {"end": 0.9}  # a position without an end lasts, as ORCID shows it
            values = changed(found) | kept(ror=ror_of(at(summary, "organization")))
            record = [value for key, value in summary.pairs if key not in ("source", "url", "path")]
            drafting.add(section, values, lines, record, reason=reason, unsure=unsure, what=kind)


def _lasting(found: dict[str, Any]) -> dict[str, Any]:
    return found | {"end": found["end"] or ("present" if found["start"] else "")}


def _given(found: dict[str, Any]) -> dict[str, Any]:
    """Return an award with the year in which it was given, or the time for which."""
    start, end = found["start"], found["end"]
    if start and end and start != end:
        return found
    given = start or end
    return found | {
        "year": works.year_in(given) if given else None,
        "start": given if len(given) > 4 else "",
        "end": "",
    }


def _served(found: dict[str, Any]) -> dict[str, Any]:
    start, end = found.pop("start"), found.pop("end")
    lasted = " – ".join(dict.fromkeys(part for part in (start, end) if part))
    said = [found["summary"], lasted if lasted != start[:4] else ""]
    year = works.year_in(start or end) if start or end else None
    return found | {"year": year, "summary": "; ".join(part for part in said if part)}


_PLACE = ValueForm(place_of)
_PERIOD = (Row("start-date", "start", DATE), Row("end-date", "end", DATE))
_POSITION = (
    Row("organization/name", "organization"), Row("department-name", "unit"),
    Row("role-title", "role"), Row("organization/address", "location", _PLACE), *_PERIOD,
)  # fmt: skip
_DEGREE = (
    Row("role-title", "degree"), Row("organization/name", "institution"),
    Row("department-name", "unit"), Row("organization/address", "location", _PLACE), *_PERIOD,
)  # fmt: skip
_AWARD = (
    Row("role-title", "name"), Row("organization/name", "giver"),
    Row("department-name", "summary"), *_PERIOD,
)  # fmt: skip
_MEMBERSHIP = (Row("organization/name", "organization"), Row("role-title", "role"), *_PERIOD)
_SERVICE = (*_MEMBERSHIP, Row("department-name", "summary"))
_AFFILIATIONS: Mapping[str, tuple[str, tuple[Row, ...], Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "employments": ("positions", _POSITION, _lasting),
    "invited-positions": ("positions", _POSITION, _lasting),
    "educations": ("education", _DEGREE, dict),
    "qualifications": ("education", _DEGREE, dict),
    "distinctions": ("awards", _AWARD, _given),
    "memberships": ("memberships", _MEMBERSHIP, dict),
    "services": ("service", _SERVICE, _served),
}
"""Into which section of a profile affiliations go, their table, and what no table says."""


def _add_reviews(drafting: Drafting, activities: Node | None) -> None:
    """Add peer reviews: one entry of service for those of a journal or organisation in a year, with their number."""
    found: dict[tuple[str, ...], list[Node]] = {}
    for sources in entries(drafting, activities, "peer-reviews"):
        review = sources[0]
        role = re.sub(r"[_-]+", " ", text(review, "reviewer-role")).strip().capitalize() or "Reviewer"
        date = date_at(review, "completion-date") or date_at(review, "review-completion-date")
        year = str(works.year_in(date)) if date else ""
        body = at(review, "convening-organization")
        journal = text(review, "subject-container-name")
        key = (role, journal, text(body, "name"), year, ror_of(body))
        found.setdefault(key, []).append(review)
    for (role, journal, organization, year, ror), reviews in found.items():
        groups = Counter(
            re.sub("^issn:", "ISSN ", group) for each in reviews if (group := text(each, "review-group-id"))
        )
        days = dict.fromkeys(day for each in reviews if len(day := date_at(each, "completion-date")) > 4)
        number = ", ".join((counted(len(reviews), "review"), *days))
        shown = ", ".join(f"{group} ({count})" if len(groups) > 1 else group for group, count in groups.items())
        summary = f"{number}: {shown}" if shown else number
        values = {"role": role, "venue": journal, "organization": organization, "ror": ror,
                  "year": works.year_in(year) if year else None, "summary": summary}  # fmt: skip
        drafting.add("service", values, reviews[0].lines, [number, *reviews], what="peer-reviews", count=len(reviews))


FORMAT = ForeignFormat(
    __name__,
    "application/vnd.orcid+json",
    re.compile(
        r'"(?:orcid-identifier|activities-summary|(?:work|employment|education|funding|peer-review|distinction|'
        r'membership|service|qualification|invited-position|research-resource)-summary)"|www\.orcid\.org/ns/'
    ),
    _add_all,
    _parse,
    silent=_SILENT,
    wrappers=_WRAPPERS,
    is_of_person=True,
)
