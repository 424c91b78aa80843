"""A person's record at ORCID: JSON and XML of its API 2.0, 2.1 and 3.0, the whole record or a part of it.

XML is also the form of the yearly public data file. Only what is marked public is read, and e-mail addresses never.
The record names works without their co-authors; those are in the works themselves, which `fetching` adds to it under
the key `bulk`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from kg.drafts import Draft
from kg.errors import Problem, ReadError
from kg.identifiers import SCHEMES, fold
from kg.interchange import bib_entries, bibtex, json_text, names, pages, plain, publishing, tracking, works, xml_text
from kg.interchange.drafting import Drafting
from kg.interchange.json_text import JsonText
from kg.interchange.plain import at, kept, several, whole
from kg.interchange.tracking import Tracked

IGNORED: Mapping[str, str] = {
    "put-code": "ORCID's number of an entry",
    "path": "the address of an entry in ORCID's API",
    "uri": "an iD as an address, which stands beside it",
    "host": "ORCID's own host",
    "visibility": "decides what is read",
    "display-index": "decides what is preferred",
    "created-date": "when the entry was made at ORCID",
    "last-modified-date": "when the entry was changed at ORCID",
    "source": "who made the entry at ORCID",
    "preferences": "the language of ORCID's pages",
    "history": "how the account at ORCID came to be",
    "media-type": "of a date in API 2.0",
    "external-id-normalized": "an id once more",
    "external-id-normalized-error": "what ORCID thinks of an id",
    "contributor-sequence": "the place of an author, which the list has",
    "claimed": "whether the account was confirmed",
}
"""Keys that say nothing of the person, each with what it is."""

_SUMMARIES = {
    "employments": "employment-summary",
    "invited-positions": "invited-position-summary",
    "educations": "education-summary",
    "qualifications": "qualification-summary",
    "distinctions": "distinction-summary",
    "memberships": "membership-summary",
    "services": "service-summary",
    "fundings": "funding-summary",
    "research-resources": "research-resource-summary",
    "peer-reviews": "peer-review-summary",
    "works": "work-summary",
}
"""What an entry of each section of activities is called."""

_WRAPPERS = frozenset(("record", "activities-summary", "group", "affiliation-group", "peer-review-group", "summaries",
                       *_SUMMARIES.values()))  # fmt: skip
_OF_PERSON = ("name", "other-names", "biography", "researcher-urls", "emails", "addresses", "keywords",
              "external-identifiers")  # fmt: skip
_RENAMED = {"activities": "activities-summary", "email": "emails", "address": "addresses", "personal-details": "person"}
_PATH = re.compile(r"/?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])(?:/([a-z-]{1,40}))?(?:/.*)?", re.ASCII)
_HINT = "save https://pub.orcid.org/v3.0/YOUR-ID/record as JSON or XML, or fetch it: kg import orcid YOUR-ID"
_NOT_PUBLIC = "not public"
_NO_PLACE = "a profile has no place for them yet"
_ROLES = {"employments": "Employee", "invited-positions": "Invited position", "educations": "Studies",
          "qualifications": "Qualification", "services": "Service"}  # fmt: skip
"""What stands in the place of a role that the record does not state."""

_PAGES_OF_IDS = {
    "pmid": ("PubMed", "https://pubmed.ncbi.nlm.nih.gov/{}/"),
    "pmc": ("PubMed Central", "https://www.ncbi.nlm.nih.gov/pmc/articles/{}/"),
    "handle": ("Handle", "https://hdl.handle.net/{}"),
    "bibcode": ("ADS", "https://ui.adsabs.harvard.edu/abs/{}/abstract"),
    "doi": ("DOI", "https://doi.org/{}"),
    "arxiv": ("arXiv", "https://arxiv.org/abs/{}"),
    "uri": ("Page", "{}"),
}
"""Labels and addresses of ids of works that have a page which everybody can open."""

_EDITED = frozenset(("edited book", "journal issue", "conference proceedings"))
_VENUE_KINDS = {
    "journal article": "journal", "magazine article": "magazine", "newspaper article": "newspaper",
    "conference paper": "conference", "conference abstract": "conference", "conference poster": "conference",
    "conference output": "conference", "conference presentation": "conference",
    "book chapter": "book", "dictionary entry": "book", "encyclopedia entry": "book",
    "book": "book-series", "edited book": "book-series", "report": "report-series", "working paper": "report-series",
    "preprint": "repository", "data set": "repository",
}  # fmt: skip
"""What sort of venue a work of a kind stands in; of other kinds it is not known."""

_AUTHORS = ("", "author", "co-author", "writing-original-draft")


def read(path: Path) -> Draft:
    """Return what an ORCID record says, or a part of one.

    Raises:
        ReadError: If it is neither JSON nor XML of ORCID, or holds records of several people.
    """
    drafting = Drafting(path, "orcid", "application/vnd.orcid+json")
    document, records, full = _opened(drafting)
    people = {found for record in records if (found := _orcid(record))}
    if len(people) > 1:
        hint = "save each record in a file of its own: a profile is of one person"
        raise ReadError(Problem(f"there are records of {len(people):,} people here", path, hint=hint))
    owner = ""
    for record in records:
        owner = _add_person(drafting, document, record) or owner
    for record in records:
        activities = at(record, "activities-summary")
        ids: Counter[str] = Counter()
        _add_affiliations(drafting, document, activities, ids)
        _add_reviews(drafting, document, activities, ids)
        _report_ids(drafting, ids)
        _add_left_out(drafting, document, activities)
        _add_works(drafting, document, at(activities, "works"), full, owner)
    unread = tracking.unread([*records, *full.values()], IGNORED)
    drafting.report_unread(unread, document.lines_of_unread, IGNORED, wrappers=_WRAPPERS)
    return drafting.draft()


def _opened(drafting: Drafting) -> tuple[JsonText, list[Any], dict[int, Any]]:
    """Return the document, the records in it, each in the form of a whole one, and the works in full by put-code."""
    path, kind = drafting.path, ""
    if drafting.text.lstrip("\ufeff \t\r\n").startswith("<"):
        drafting.media_type = "application/vnd.orcid+xml"
        root = xml_text.parse(drafting.text, path)
        document, kind = xml_text.as_json(root), root.tag.rpartition(":")[2]
    else:
        document = _json(drafting)
    if isinstance(document.data, dict) and "bulk" in document.data and "record" in document.data:
        return document, [_whole(document.data["record"], "", path)], _full_works(document.data)
    found = document.data if isinstance(document.data, list) else [document.data]
    return document, [_whole(each, kind, path) for each in found] or [_refuse(None, path)], {}


def _json(drafting: Drafting) -> JsonText:
    """Return the document; records that stand each on a line of its own are of several people.

    Raises:
        ReadError: If it is not JSON, or several documents.
    """
    try:
        return json_text.parse(drafting.text, drafting.path)
    except ReadError:
        lines = [each for each in drafting.text.splitlines() if each.strip()]
        if len(lines) < 2 or not all(each.startswith("{") and each.endswith("}") for each in lines):
            raise
        message = f"there are {len(lines):,} documents here, each on a line of its own"
        hint = "save each record in a file of its own: a profile is of one person"
        raise ReadError(Problem(message, drafting.path, hint=hint)) from None


def _whole(data: Any, kind: str, path: Path) -> Any:
    """Return a record; one in which only a part stands, where the service was asked for that part.

    Args:
        data: A record, or a part of it.
        kind: Which part it is, where the form says so: the name of the XML element.
        path: The file.

    Raises:
        ReadError: If it is no part of a record.
    """
    address = _PATH.fullmatch(plain.text(data, "path"))
    kind = kind or (address[2] if address and address[2] else "")
    kind = _RENAMED.get(kind, kind)
    if not isinstance(data, dict) or any(key in data for key in ("error-code", "error-desc", "developer-message")):
        _refuse(data, path)
    if kind in ("", "record") and ("person" in data or "activities-summary" in data):
        return data
    record = _part(data, kind)
    if record is None:
        _refuse(data, path)
    if address:
        record["orcid-identifier"] = Tracked({"path": address[1]})
    return record


def _part(data: Any, kind: str) -> Any:
    """Return a record that holds a part alone; None if it is no part."""
    if not kind:
        inside = next((name for name, key in _SUMMARIES.items() if _holds(data, key)), "")
        kind = inside or _by_keys(data)
    if kind in _OF_PERSON:
        return Tracked({"person": Tracked({kind: data})})
    if kind in ("person", "activities-summary"):
        return Tracked({kind: data})
    if kind == "work":
        data, kind = Tracked({"group": [Tracked({"work-summary": [data]})]}), "works"
    elif kind == "bulk":
        found = several(data, "work") or [work for each in several(data, "bulk") if (work := at(each, "work"))]
        data, kind = Tracked({"group": [Tracked({"work-summary": [work]}) for work in found]}), "works"
    elif f"{kind}-summary" in _SUMMARIES.values():  # one entry in full has the keys of its summary, and more
        key = f"{kind}-summary"
        kind = next(name for name, each in _SUMMARIES.items() if each == key)
        data = Tracked({"group": [Tracked({"peer-review-group": [Tracked({key: [data]})]})]})
    if kind not in _SUMMARIES:
        return None
    return Tracked({"activities-summary": Tracked({kind: data})})


def _by_keys(data: Any) -> str:
    """Return what a part without an address is, by its keys."""
    if "bulk" in data:
        return "bulk"
    if any(key in data for key in _SUMMARIES):
        return "activities-summary"
    if any(key in data for key in _OF_PERSON) and not isinstance(data.get("name"), str):
        return "person"
    return "work" if "title" in data and "type" in data else ""


def _holds(data: Any, key: str) -> bool:
    """Say whether entries of a kind stand in a section, in one of the forms of the API."""
    groups = [*several(data, "group"), *several(data, "affiliation-group")]
    inner = [each for group in groups for each in (*several(group, "peer-review-group"), *several(group, "summaries"))]
    return any(isinstance(each, dict) and key in each for each in (data, *groups, *inner))


def _refuse(data: Any, path: Path) -> NoReturn:
    if isinstance(data, dict) and "orcid-profile" in data:
        raise ReadError(Problem("this is a record of ORCID's API 1, which is no longer read", path, hint=_HINT))
    said = next((found for key in ("user-message", "error-desc", "developer-message")
                 if (found := plain.text(data, key))), "")  # fmt: skip
    message = f"this is no ORCID record, but an error: {said[:200]}" if said else "this is no ORCID record"
    raise ReadError(Problem(message, path, hint=_HINT))


def _orcid(record: Any) -> str:
    """Return the iD of a record."""
    stated = at(record, "orcid-identifier")
    address = _PATH.fullmatch(plain.text(record, "path"))
    return _text(stated, "path") or plain.text(stated, "uri").rpartition("/")[2] or (address[1] if address else "")


def _text(node: Any, *keys: str | int) -> str:
    """Return the text at a place, which some versions of the API keep under `value` or `content`."""
    value = at(node, *keys)
    if isinstance(value, dict):
        return plain.first(value, "value", "content")
    return plain.text(value)


def _add_person(drafting: Drafting, document: JsonText, record: Any) -> str:
    """Add the fields of the person, and return the name."""
    person = at(record, "person")
    named = at(person, "name")
    given, family, credit = (_text(named, key) for key in ("given-names", "family-name", "credit-name"))
    name = (credit or names.spoken(given, family)) if _is_public(named) else ""
    if name:
        lines = document.lines(named, person)
        drafting.add_person(lines, named, name=name, given_name=given, family_name=family)
    stated = at(record, "orcid-identifier")
    drafting.add_person(document.lines(stated, person), stated, orcid=_orcid(record))
    others = _public(person, "other-names", "other-name")
    variants = [found for other in others if (found := _text(other, "content")) and found != name]
    keywords = [_text(keyword, "content") for keyword in _public(person, "keywords", "keyword")]
    interests = [part.strip() for word in keywords for part in word.split("," if "," in word else ";") if part.strip()]
    drafting.add_person(document.lines(at(person, "other-names"), person), others, variants=variants)
    drafting.add_person(document.lines(at(person, "keywords"), person), keywords, interests=interests)
    biography = at(person, "biography")
    if _is_public(biography):
        drafting.add_person(document.lines(biography, person), biography, summary=_text(biography, "content"))
    else:
        tracking.mark_read(biography)
    _add_pages(drafting, document, person)
    if emails := several(person, "emails", "email"):
        tracking.mark_read(emails)
        hint = "add one under 'contact' if it should stand in the profile; it stays private there"
        drafting.warn(f"left out: {_counted(len(emails), 'e-mail address')}",
                      document.lines(at(person, "emails"), person), hint=hint)  # fmt: skip
    if countries := [_text(each, "country") for each in _public(person, "addresses", "address")]:
        hint = "name the place in 'location' of a position"
        drafting.warn(f"left out: the country {', '.join(countries)} of the person, for which a profile has no place",
                      document.lines(at(person, "addresses"), person), hint=hint)  # fmt: skip
    return name


def _add_pages(drafting: Drafting, document: JsonText, person: Any) -> None:
    urls = [(_text(url, "url-name"), _text(url, "url")) for url in _public(person, "researcher-urls", "researcher-url")]
    external = []
    for each in _public(person, "external-identifiers", "external-identifier"):
        kind, value, url = (_text(each, f"external-id-{key}") for key in ("type", "value", "url"))
        relation = _text(each, "external-id-relationship").casefold()
        if url and relation in ("self", ""):
            external.append(url)
        else:
            shown = f"'{kind} {value}'" + (f" ({relation})" if relation else "")
            hint = "add its page to 'same_as'"
            drafting.warn(f"left out: the id {shown} of the person, which has no page", document.lines(each), hint=hint)
    found, rest = pages.sorted_out([*urls, *(("", url) for url in external if pages.key_of(url))])
    lines = document.lines(at(person, "researcher-urls"), person)
    for key, url in found.items():
        drafting.add_person(lines, [url], **{key: url})
    for label, url in rest:
        hint = "add it to 'same_as' if it stands for the person, not for a group or a project"
        drafting.warn(f"left out: the page '{label or url}' ({url})", lines, hint=hint)
    others = [url for url in external if url and not pages.key_of(url)]
    drafting.add_person(document.lines(at(person, "external-identifiers"), person), others, same_as=others)


def _entries(activities: Any, kind: str) -> Iterator[list[Any]]:
    """Yield the activities of a section, each as what its sources say of it.

    API 2 lists affiliations and reviews one by one; API 3 has a group for each activity.
    """
    section, key = at(activities, kind), _SUMMARIES[kind]
    yield from ([each] for each in several(section, key))
    for group in (*several(section, "affiliation-group"), *several(section, "group")):
        tracking.mark_read(at(group, "external-ids"))  # those of its sources once more
        if kind == "peer-reviews" and (single := several(group, key)):
            yield from ([each] for each in single)
        for inner in several(group, "peer-review-group") or [group]:
            tracking.mark_read(at(inner, "external-ids"))
            wrapped = [at(each, key) for each in several(inner, "summaries")]
            if found := wrapped or ([] if kind == "peer-reviews" and inner is group else several(inner, key)):
                yield found


def _read_entries(drafting: Drafting, document: JsonText, activities: Any, kind: str) -> Iterator[list[Any]]:
    """Yield the public sources of each activity of a section, the preferred one first; count the others."""
    for sources in _entries(activities, kind):
        found = _latest(sources)
        for source in sources:
            if not _is_public(source):
                tracking.mark_read(source)
        if found:
            yield found
        else:
            drafting.leave_out(kind, _NOT_PUBLIC, "", document.lines(*sources, activities))


def _add_affiliations(drafting: Drafting, document: JsonText, activities: Any, ids: Counter[str]) -> None:
    """Add where the person works, studied, belongs and serves, and what they were given."""
    for kind, (section, values_of) in _AFFILIATIONS.items():
        for sources in _read_entries(drafting, document, activities, kind):
            summary, lines = sources[0], document.lines(sources[0], activities)
            organization = _text(summary, "organization", "name")
            role, unsure, reason = _text(summary, "role-title"), {}, ""
            if not role and kind in _ROLES:
                role, key = _ROLES[kind], "degree" if section == "education" else "role"
                unsure, reason = {key: 0.5}, f"the record states no role; it stands among the {kind} there"
                drafting.warn(f"'{organization[:120]}' is listed without a role; '{role}' is written for it", lines,
                              hint=f"correct '{key}' in the profile")  # fmt: skip
            if section == "positions" and not _date(summary, "end-date"):
                unsure = unsure | {"end": 0.9}  # a position without an end lasts, as ORCID shows it
            values = values_of(summary, role, organization) | kept(ror=_ror(at(summary, "organization"), ids))
            record = {key: value for key, value in summary.items() if key not in ("source", "url", "path")}
            drafting.add(section, values, lines, record, reason=reason, unsure=unsure, what=kind)


def _report_ids(drafting: Drafting, ids: Counter[str]) -> None:
    """Report how many organisations have ids of other registries than ROR."""
    if ids:
        shown = ", ".join(f"{source} ({count:,})" for source, count in sorted(ids.items()))
        drafting.warn(f"left out: ids of organisations other than ROR: {shown}",
                      hint="name the organisation in organizations.yaml with its ROR id")  # fmt: skip


def _ror(organization: Any, others: Counter[str]) -> str:
    """Return the ROR id of the organisation; count the ids of other registries."""
    named = at(organization, "disambiguated-organization")
    source = _text(named, "disambiguation-source")
    value = _text(named, "disambiguated-organization-identifier")
    ror = publishing.identifier("ror", value) if source.casefold() == "ror" or "ror.org/" in value else ""
    if value and not ror:
        others[source.upper() or "unknown"] += 1
    return ror


def _position(summary: Any, role: str, organization: str) -> dict[str, Any]:
    start, end = _date(summary, "start-date"), _date(summary, "end-date")
    return {"organization": organization, "unit": _text(summary, "department-name"), "role": role,
            "location": _place(summary), "start": start, "end": end or ("present" if start else "")}  # fmt: skip


def _degree(summary: Any, role: str, organization: str) -> dict[str, Any]:
    return {"degree": role, "institution": organization, "unit": _text(summary, "department-name"),
            "location": _place(summary), "start": _date(summary, "start-date"),
            "end": _date(summary, "end-date")}  # fmt: skip


def _award(summary: Any, role: str, organization: str) -> dict[str, Any]:
    start, end = _date(summary, "start-date"), _date(summary, "end-date")
    values: dict[str, Any] = {"name": role, "giver": organization, "summary": _text(summary, "department-name")}
    if start and end and start != end:
        return values | {"start": start, "end": end}
    given = start or end
    return values | {"year": int(given[:4]) if given else None, "start": given if len(given) > 4 else ""}


def _membership(summary: Any, role: str, organization: str) -> dict[str, Any]:
    return {"organization": organization, "role": role, "start": _date(summary, "start-date"),
            "end": _date(summary, "end-date")}  # fmt: skip


def _service(summary: Any, role: str, organization: str) -> dict[str, Any]:
    start, end = _date(summary, "start-date"), _date(summary, "end-date")
    lasted = " – ".join(dict.fromkeys(part for part in (start, end) if part))
    said = [_text(summary, "department-name"), lasted if lasted != start[:4] else ""]
    return {"role": role, "organization": organization, "year": int((start or end)[:4]) if start or end else None,
            "summary": "; ".join(part for part in said if part)}  # fmt: skip


_AFFILIATIONS = {
    "employments": ("positions", _position),
    "invited-positions": ("positions", _position),
    "educations": ("education", _degree),
    "qualifications": ("education", _degree),
    "distinctions": ("awards", _award),
    "memberships": ("memberships", _membership),
    "services": ("service", _service),
}
"""Into which section of a profile affiliations go, and how."""


def _add_left_out(drafting: Drafting, document: JsonText, activities: Any) -> None:
    """Report fundings and research resources with what identifies them: neither is an award."""
    for kind, word in (("fundings", "funding"), ("research-resources", "research resource")):
        for sources in _read_entries(drafting, document, activities, kind):
            summary = sources[0]
            title = _text(summary, "title", "title") or _text(summary, "proposal", "title", "title")
            numbers = [value for source in sources for each in several(source, "external-ids", "external-id")
                       if (value := _text(each, "external-id-value"))]  # fmt: skip
            period = " – ".join(date for key in ("start-date", "end-date") if (date := _date(summary, key)))
            funder = _text(summary, "organization", "name")
            numbered = f"grant number {', '.join(dict.fromkeys(numbers))}" if numbers else "no grant number"
            said = ", ".join(part for part in (funder, numbered, period) if part)
            hint = "keep it in mind: a later version has a place for it"
            for source in sources:
                tracking.mark_read(source)
            message = f"the {word} '{title[:200]}' ({said[:300]}), for which a profile has no place yet"
            drafting.leave_out(kind, _NO_PLACE, message, document.lines(summary, activities), record=summary, hint=hint)


def _add_reviews(drafting: Drafting, document: JsonText, activities: Any, ids: Counter[str]) -> None:
    """Add peer reviews: one entry of service for those of a journal or organisation in a year, with their number."""
    found: dict[tuple[str, ...], list[Any]] = {}
    for sources in _read_entries(drafting, document, activities, "peer-reviews"):
        review = sources[0]
        role = re.sub(r"[_-]+", " ", _text(review, "reviewer-role")).strip().capitalize() or "Reviewer"
        year = (_date(review, "completion-date") or _date(review, "review-completion-date"))[:4]
        organization = at(review, "convening-organization")
        journal = _text(review, "subject-container-name")
        key = (role, journal, _text(organization, "name"), year, _ror(organization, ids))
        found.setdefault(key, []).append(review)
    for (role, journal, organization, year, ror), reviews in found.items():
        groups = Counter(
            re.sub("^issn:", "ISSN ", group) for each in reviews if (group := _text(each, "review-group-id"))
        )
        days = dict.fromkeys(day for each in reviews if len(day := _date(each, "completion-date")) > 4)
        number = ", ".join((_counted(len(reviews), "review"), *days))
        shown = ", ".join(f"{group} ({count})" if len(groups) > 1 else group for group, count in groups.items())
        summary = f"{number}: {shown}" if shown else number
        values = {"role": role, "venue": journal, "organization": organization, "ror": ror,
                  "year": int(year) if year else None, "summary": summary}  # fmt: skip
        lines = document.lines(reviews[0], activities)
        drafting.add("service", values, lines, [number, *reviews], what="peer-reviews", count=len(reviews))


def _full_works(data: Any) -> dict[int, Any]:
    """Return the works that were fetched in full, by put-code."""
    batches = [several(batch, "bulk") for batch in several(data, "bulk")]
    full = [at(entry, "work") for batch in batches for entry in batch]
    return {code: work for work in full if (code := whole(work, "put-code")) is not None}


def _add_works(drafting: Drafting, document: JsonText, listed: Any, full: dict[int, Any], owner: str) -> None:
    alone = 0
    ids: Counter[str] = Counter()
    for sources in _read_entries(drafting, document, {"works": listed}, "works"):
        in_full = [full.get(whole(summary, "put-code") or -1, summary) for summary in sources]
        for summary, work in zip(sources, in_full, strict=True):
            if work is not summary:
                tracking.mark_read(summary)  # the work in full says all that
        authors = max((_authors(work, drafting.path) for work in in_full), key=len)
        _compare(drafting, document, in_full)
        work = _work(in_full, authors, document, ids)
        is_named = _name_people(work, in_full, owner)
        if publishing.add(drafting, work) and not is_named and works.kind_of(work.kind) not in works.TALKS:
            alone += 1
    if alone:
        one = alone == 1
        listing = (
            f"{_counted(alone, 'publication')} {'is' if one else 'are'} listed without {'its' if one else 'their'}"
        )
        message = f"{listing} authors; only {owner} is named" if owner else f"{listing} authors, and nobody is named"
        hint = "fetch them with the record: kg import orcid ID, or by DOI" if owner else _HINT
        drafting.warn(message, document.lines(listed), hint=hint)
    if ids:
        shown = ", ".join(f"{kind} ({count:,})" for kind, count in sorted(ids.items()))
        drafting.warn(f"left out: ids of works for which a profile has no place: {shown}", document.lines(listed))


def _name_people(work: publishing.Work, sources: list[Any], owner: str) -> bool:
    """Add who made a work besides its authors, and say whether all are named; else its owner stands alone."""
    for key, role in (("editors", "editor"), ("translators", "chair-or-translator")):
        if found := max((_in_role(source, (role,)) for source in sources), key=len):
            work.more[key] = found
    is_edited = works.kind_of(work.kind) in _EDITED
    if is_edited:
        work.more["role"] = "editor"
    if work.authors or (is_edited and "editors" in work.more):
        return True
    key = "editors" if is_edited else "authors"
    own = [owner] * bool(owner)
    work.reason = f"the record names no {key}" + ("; its owner is one of them" if owner else "")
    work.unsure = {key: 0.5}
    if is_edited:
        work.more[key] = own
    else:
        work.authors, work.more["more_authors"] = own, True
    return False


def _work(sources: list[Any], authors: list[Any], document: JsonText, others: Counter[str]) -> publishing.Work:
    """Return a work by the preferred source; what that leaves open, the others say."""
    preferred = sources[0]
    subtitle = _text(preferred, "title", "subtitle")
    title = _text(preferred, "title", "title")
    own, links = _ids(sources, others)
    date = next((found for source in sources if (found := _date(source, "publication-date"))), "")
    url = next((found for source in sources if (found := _text(source, "url"))), "")
    venue = next((found for source in sources if (found := _text(source, "journal-title"))), "")
    kind = _VENUE_KINDS.get(works.kind_of(_text(preferred, "type")), "") if venue else ""
    is_own = "doi.org/" in url or any(url.rstrip("/") == link["url"].rstrip("/") for link in links)
    return publishing.Work(
        kind=_text(preferred, "type") or "other",
        title=f"{title}: {subtitle}" if title and subtitle and subtitle not in title else title,
        authors=authors,
        lines=document.lines(preferred),
        record=[authors, *sources],
        venue=venue,
        date=works.date_of(*date.split("-")) if date else {},
        more=kept(doi=own.get("doi"), arxiv=own.get("arxiv"), url="" if is_own else url, links=links, venue_kind=kind),
    )


def _compare(drafting: Drafting, document: JsonText, sources: list[Any]) -> None:
    """Report where another source of a work gives it another title or kind than the preferred one."""
    first, *others = sources
    title = " ".join(filter(None, (_text(first, "title", "title"), _text(first, "title", "subtitle"))))
    for source in others:
        if (also := _text(source, "title", "title")) and fold(also) not in fold(title):
            drafting.warn(f"left out: '{also[:200]}', the title of '{title[:120]}' in another source",
                          document.lines(source), hint="correct the title if that one is right")  # fmt: skip
        kind = _text(source, "type")
        if works.kind_of(kind) not in ("other", works.kind_of(_text(first, "type"))):
            drafting.warn(f"left out: the kind '{kind[:60]}' of '{title[:120]}' in another source",
                          document.lines(source), hint="correct 'type' if that one is right")  # fmt: skip


def _ids(sources: list[Any], others: Counter[str]) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return DOI and arXiv id of the work itself, and the pages of its other ids; count those that have no place.

    What a work is part of, such as a journal with its ISSN, and what it was funded by have ids of their own.
    """
    found: dict[str, str] = {}
    links: dict[str, str] = {}
    seen = set()
    for source in sources:
        for each in several(source, "external-ids", "external-id"):
            kind, value = _text(each, "external-id-type").casefold(), _text(each, "external-id-value")
            relation = _text(each, "external-id-relationship").casefold().replace("_", "-") or "self"
            url = _text(each, "external-id-url")
            if not value or (kind, relation, value.casefold()) in seen:
                continue
            seen.add((kind, relation, value.casefold()))
            if relation == "self" and kind in ("doi", "arxiv") and publishing.identifier(kind, value):
                if kind not in found:
                    found[kind] = value
                    continue
                if _same_id(kind, found[kind], value):
                    continue
            if relation in ("self", "version-of") and (label := _link(kind, value, url)):
                shown = label[0] if relation == "self" else f"{label[0]} (another version)"
                links.setdefault(label[1], shown)
            else:
                others[kind if relation == "self" else f"{kind}, {relation}"] += 1
    return found, [{"label": label, "url": url} for url, label in links.items()]


def _same_id(scheme: str, one: str, other: str) -> bool:
    """Say whether two ids are one in different spellings."""
    canonical = SCHEMES[scheme].canonical
    return canonical(one).casefold() == canonical(other).casefold()


def _link(kind: str, value: str, url: str) -> tuple[str, str] | None:
    """Return label and address of the page of an id, if it has one."""
    if kind not in _PAGES_OF_IDS:
        return (kind, url) if url.startswith(("http://", "https://")) and " " not in url else None
    label, form = _PAGES_OF_IDS[kind]
    if value.startswith(("http://", "https://")):
        return label, value
    return (label, form.format(value)) if kind != "uri" and " " not in value else None


def _authors(work: Any, path: Path) -> list[Any]:
    """Return the authors of a work in full: its contributors, or those of its citation in BibTeX if these are more."""
    authors = _in_role(work, _AUTHORS)
    if _text(work, "citation", "citation-type").casefold() == "bibtex" and len(authors) < 2:
        cited = _cited(_text_as_it_stands(work, "citation", "citation-value"), path)
        authors = cited if len(cited) > len(authors) else authors
    return authors


def _in_role(work: Any, roles: Collection[str]) -> list[Any]:
    """Return the contributors in some roles, each once; every role of CRediT is one of an author."""
    found = []
    for each in several(work, "contributors", "contributor"):
        role = _text(each, "contributor-attributes", "contributor-role").casefold().replace("_", "-")
        if role in roles or ("" in roles and "credit.niso.org" in role):
            name = names.turned(_text(each, "credit-name"))
            found.append(names.author(name, orcid=_text(each, "contributor-orcid", "path")))
    return [author for index, author in enumerate(found) if author and author not in found[:index]]


def _cited(citation: str, path: Path) -> list[Any]:
    entries = bib_entries.parse(citation, path).entries
    cited = [
        names.author(name) for entry in entries[:1] for name in bibtex.author_names(entry.fields.get("author", ""))
    ]
    return [author for author in cited if author]


def _text_as_it_stands(node: Any, *keys: str) -> str:
    value = at(node, *keys)
    return value if isinstance(value, str) else ""


def _public(node: Any, *keys: str) -> list[Any]:
    """Return the public ones of a list, in the order in which their owner shows them."""
    found = several(node, *keys)
    for each in found:
        if not _is_public(each):
            tracking.mark_read(each)
    return [each for each in found if _is_public(each)]


def _is_public(node: Any) -> bool:
    return plain.text(node, "visibility").casefold() in ("public", "")


def _latest(sources: list[Any]) -> list[Any]:
    """Return the public ones of several sources for one activity, that first which its owner prefers."""
    public = [source for source in sources if isinstance(source, dict) and _is_public(source)]
    return sorted(public, key=lambda source: whole(source, "display-index") or 0, reverse=True)


def _date(node: Any, key: str) -> str:
    date = at(node, key)
    return works.partial_date(*(_text(date, part) or None for part in ("year", "month", "day")))


def _place(summary: Any) -> str:
    address = at(summary, "organization", "address")
    return ", ".join(part for key in ("city", "region", "country") if (part := _text(address, key)))


def _counted(number: int, word: str) -> str:
    plural = f"{word}es" if word.endswith("s") else f"{word}s"
    return f"{number:,} {word if number == 1 else plural}"
