"""The record of a person at ORCID, as its public API 3.0 gives it in JSON.

Only what is marked public is read, and e-mail addresses never. The record names works without their
co-authors; those are in the works themselves, which `fetching` adds to it under the key `bulk`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kg.drafts import Draft
from kg.errors import Problem, ReadError
from kg.interchange import bib_entries, bibtex, json_text, names, pages, publishing, works
from kg.interchange.drafting import Drafting
from kg.interchange.json_text import JsonText
from kg.interchange.plain import at, kept, several, text, whole

_NOT_HELD = {"research-resources": "research-resource-summary"}
_IDS_OF_WORKS = ("doi", "arxiv", "uri")


def read(path: Path) -> Draft:
    """Return what an ORCID record says.

    Raises:
        ReadError: If it is not JSON, or no record of a person.
    """
    drafting = Drafting(path, "orcid", "application/vnd.orcid+json")
    document = json_text.parse(drafting.text, path)
    record = at(document.data, "record") or document.data
    if not isinstance(at(record, "person"), dict) and not isinstance(at(record, "activities-summary"), dict):
        hint = "save https://pub.orcid.org/v3.0/YOUR-ID/record as JSON, or fetch it: kg import orcid YOUR-ID"
        raise ReadError(Problem("this is no ORCID record", path, hint=hint))
    owner = _add_person(drafting, document, record)
    activities = at(record, "activities-summary")
    _add_affiliations(drafting, document, activities)
    _add_reviews(drafting, document, activities)
    _add_works(drafting, document, at(activities, "works"), _full_works(document.data), owner)
    return drafting.draft()


def _add_person(drafting: Drafting, document: JsonText, record: Any) -> str:
    """Add the fields of the person, and return the name."""
    person = at(record, "person")
    named = at(person, "name")
    given, family = text(named, "given-names", "value"), text(named, "family-name", "value")
    credit = text(named, "credit-name", "value")
    name = credit or names.spoken(given, family)
    if _is_public(named):
        lines = document.lines(named, person)
        drafting.add_person(lines, named, name=name, given_name=given, family_name=family)
    orcid = text(record, "orcid-identifier", "path")
    drafting.add_person(
        document.lines(at(record, "orcid-identifier"), person), record.get("orcid-identifier"), orcid=orcid
    )
    others = _public(person, "other-names", "other-name")
    variants = [found for other in others if (found := text(other, "content")) and found != name]
    keywords = [text(keyword, "content") for keyword in _public(person, "keywords", "keyword")]
    interests = [part.strip() for word in keywords for part in word.split("," if "," in word else ";") if part.strip()]
    drafting.add_person(document.lines(at(person, "other-names"), person), others, variants=variants)
    drafting.add_person(document.lines(at(person, "keywords"), person), keywords, interests=interests)
    biography = at(person, "biography")
    if _is_public(biography):
        summary = text(biography, "content")
        drafting.add_person(document.lines(biography, person), biography, summary=summary)
    _add_pages(drafting, document, person)
    return name


def _add_pages(drafting: Drafting, document: JsonText, person: Any) -> None:
    urls = [(text(url, "url-name"), text(url, "url", "value"))
            for url in _public(person, "researcher-urls", "researcher-url")]  # fmt: skip
    external = [text(each, "external-id-url", "value")
                for each in _public(person, "external-identifiers", "external-identifier")
                if text(each, "external-id-relationship").casefold() in ("self", "")]  # fmt: skip
    found, rest = pages.sorted_out([*urls, *(("", url) for url in external if pages.key_of(url))])
    lines = document.lines(at(person, "researcher-urls"), person)
    for key, url in found.items():
        drafting.add_person(lines, [url], **{key: url})
    for label, url in rest:
        hint = "add it to 'same_as' if it stands for the person, not for a group or a project"
        drafting.warn(f"left out: the page '{label or url}' ({url})", lines, hint=hint)
    others = [url for url in external if url and not pages.key_of(url)]
    drafting.add_person(document.lines(at(person, "external-identifiers"), person), others, same_as=others)


def _add_affiliations(drafting: Drafting, document: JsonText, activities: Any) -> None:
    """Add what groups of affiliations hold, and report those for which a profile has no place."""
    for kind, (summary_key, section) in _AFFILIATIONS.items():
        for summary in _summaries(activities, kind, summary_key):
            organization = text(summary, "organization", "name")
            record = {key: value for key, value in summary.items() if key not in ("source", "url", "path")}
            values = _VALUES[section](summary, text(summary, "role-title"), organization)
            drafting.add(section, values, document.lines(summary), record, unsure=_presumed(summary, section))
    for group in several(activities, "fundings", "group"):
        for summary in _latest(several(group, "funding-summary"))[:1]:
            drafting.add("awards", _funding(summary), document.lines(summary), summary)
    for kind, summary_key in _NOT_HELD.items():
        for summary in _summaries(activities, kind, summary_key):
            drafting.warn(f"left out: an entry of '{kind}', for which a profile has no place", document.lines(summary))


def _summaries(activities: Any, kind: str, key: str) -> Iterator[Any]:
    """Yield the public affiliations of a kind: of each group the preferred one."""
    for group in several(activities, kind, "affiliation-group"):
        summaries = [at(summary, key) for summary in several(group, "summaries")]
        yield from _latest(summaries)[:1]


def _position(summary: Any, role: str, organization: str) -> dict[str, Any]:
    start, end = _date(summary, "start-date"), _date(summary, "end-date")
    return {"organization": organization, "unit": text(summary, "department-name"), "role": role,
            "location": _place(summary), "start": start, "end": end or ("present" if start else "")}  # fmt: skip


def _degree(summary: Any, role: str, organization: str) -> dict[str, Any]:
    return {"degree": role, "institution": organization, "unit": text(summary, "department-name"),
            "location": _place(summary), "start": _date(summary, "start-date"),
            "end": _date(summary, "end-date")}  # fmt: skip


def _award(summary: Any, role: str, organization: str) -> dict[str, Any]:
    return {"name": role, "giver": organization, **_when(summary)}


def _membership(summary: Any, role: str, organization: str) -> dict[str, Any]:
    return {"organization": organization, "role": role, "start": _date(summary, "start-date"),
            "end": _date(summary, "end-date")}  # fmt: skip


def _service(summary: Any, role: str, organization: str) -> dict[str, Any]:
    start, end = _date(summary, "start-date"), _date(summary, "end-date")
    lasted = f"{start} – {end}" if start and end and start[:4] != end[:4] else ""
    return {"role": role, "organization": organization, "year": int(start[:4]) if start else None, "summary": lasted}


_AFFILIATIONS = {
    "employments": ("employment-summary", "positions"),
    "invited-positions": ("invited-position-summary", "positions"),
    "educations": ("education-summary", "education"),
    "qualifications": ("qualification-summary", "education"),
    "distinctions": ("distinction-summary", "awards"),
    "memberships": ("membership-summary", "memberships"),
    "services": ("service-summary", "service"),
}
_VALUES = {
    "positions": _position,
    "education": _degree,
    "awards": _award,
    "memberships": _membership,
    "service": _service,
}


def _presumed(summary: Any, section: str) -> dict[str, float]:
    """Return what the record does not say as such: a position without an end lasts, as ORCID shows it."""
    return {"end": 0.9} if section == "positions" and not _date(summary, "end-date") else {}


def _funding(summary: Any) -> dict[str, Any]:
    title = text(summary, "title", "title", "value")
    return {"name": title, "giver": text(summary, "organization", "name"), **_when(summary)}


def _when(summary: Any) -> dict[str, Any]:
    """Return the year of what was given once, start and end of what lasted."""
    start, end = _date(summary, "start-date"), _date(summary, "end-date")
    if start and end and start != end:
        return {"start": start, "end": end}
    return {"year": int(start[:4])} if start else {}


def _add_reviews(drafting: Drafting, document: JsonText, activities: Any) -> None:
    """Add peer reviews: one entry of service for an organisation and a year."""
    for group in several(activities, "peer-reviews", "group"):
        for inner in several(group, "peer-review-group"):
            for summary in filter(_is_public, several(inner, "peer-review-summary")):
                done = _date(summary, "completion-date")
                organization = text(summary, "convening-organization", "name")
                values = {"role": "Reviewer", "organization": organization, "year": int(done[:4]) if done else None}
                drafting.add("service", values, document.lines(summary), summary)


def _full_works(data: Any) -> dict[int, Any]:
    """Return the works that were fetched in full, by put-code."""
    batches = [several(batch, "bulk") for batch in several(data, "bulk")]
    full = [at(entry, "work") for batch in batches for entry in batch]
    return {code: work for work in full if (code := whole(work, "put-code")) is not None}


def _add_works(drafting: Drafting, document: JsonText, listed: Any, full: dict[int, Any], owner: str) -> None:
    alone = 0
    for group in several(listed, "group"):
        summaries = _latest(several(group, "work-summary"))
        if not summaries:
            continue
        in_full = [work for summary in summaries if (work := full.get(whole(summary, "put-code") or -1))]
        authors = next((found for work in in_full if (found := _authors(work, drafting.path))), [])
        work = _work(summaries, authors or [owner] * bool(owner), document)
        if not authors:
            work.reason = "the record names no authors; its owner is one of them"
            work.unsure = {"authors": 0.5}
        if publishing.add(drafting, work) and not authors and works.kind_of(work.kind) not in works.TALKS:
            alone += 1
    if alone:
        listing = (
            f"{alone:,} publications are listed without their" if alone > 1 else "1 publication is listed without its"
        )
        message = f"{listing} authors; only {owner} is named"
        drafting.warn(message, document.lines(listed), hint="fetch them with the record: kg import orcid ID, or by DOI")


def _work(summaries: list[Any], authors: list[Any], document: JsonText) -> publishing.Work:
    """Return a work by the preferred summary; what that leaves open, the others say."""
    preferred = summaries[0]
    subtitle = text(preferred, "title", "subtitle", "value")
    title = text(preferred, "title", "title", "value")
    ids = _ids(summaries)
    date = next((found for summary in summaries if (found := _date(summary, "publication-date"))), "")
    url = next((found for summary in summaries if (found := text(summary, "url", "value"))), "")
    return publishing.Work(
        kind=text(preferred, "type") or "other",
        title=f"{title}: {subtitle}" if title and subtitle and subtitle not in title else title,
        authors=authors,
        lines=document.lines(preferred),
        record=[authors, *summaries],
        venue=next((found for summary in summaries if (found := text(summary, "journal-title", "value"))), ""),
        date=works.date_of(*date.split("-")) if date else {},
        more=kept(doi=ids.get("doi"), arxiv=ids.get("arxiv"), url="" if "doi.org/" in url else url or ids.get("uri")),
    )


def _ids(summaries: list[Any]) -> dict[str, str]:
    """Return the ids of the work itself, not those of what it is part of."""
    found: dict[str, str] = {}
    for summary in summaries:
        for each in several(summary, "external-ids", "external-id"):
            kind = text(each, "external-id-type").casefold()
            value = text(each, "external-id-value")
            if kind in _IDS_OF_WORKS and text(each, "external-id-relationship").casefold() in ("self", ""):
                found.setdefault(kind, value)
    return found


def _authors(work: Any, path: Path) -> list[Any]:
    """Return the authors of a work in full: its contributors, else those of the citation in BibTeX."""
    found = []
    for each in several(work, "contributors", "contributor"):
        role = text(each, "contributor-attributes", "contributor-role").casefold()
        if role in ("", "author", "co-author", "writing-original-draft"):
            name = names.turned(text(each, "credit-name", "value"))
            found.append(names.author(name, orcid=text(each, "contributor-orcid", "path")))
    if not any(found) and text(work, "citation", "citation-type").casefold() == "bibtex":
        citation = at(work, "citation", "citation-value")
        entries = bib_entries.parse(str(citation), path).entries
        found = [
            names.author(name) for entry in entries[:1] for name in bibtex.author_names(entry.fields.get("author", ""))
        ]
    return [author for author in found if author]


def _public(node: Any, *keys: str) -> list[Any]:
    return [each for each in several(node, *keys) if _is_public(each)]


def _is_public(node: Any) -> bool:
    return text(node, "visibility").casefold() in ("public", "")


def _latest(summaries: list[Any]) -> list[Any]:
    """Return the public ones of several sources for one activity, that first which its owner prefers."""
    public = [summary for summary in summaries if isinstance(summary, dict) and _is_public(summary)]
    return sorted(public, key=lambda summary: whole(summary, "display-index") or 0, reverse=True)


def _date(node: Any, key: str) -> str:
    date = at(node, key)
    return works.partial_date(*(text(date, part, "value") or None for part in ("year", "month", "day")))


def _place(summary: Any) -> str:
    address = at(summary, "organization", "address")
    return ", ".join(part for part in (text(address, "city"), text(address, "region")) if part)
