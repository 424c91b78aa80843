"""CSL-JSON, which reference managers export and doi.org answers with, and the works of Crossref.

Both describe a work with the same keys (https://docs.citationstyles.org, https://api.crossref.org).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg.base.errors import Problem, ReadError
from kg.interchange import names, parsed_text, publications, tracking, works
from kg.interchange.details import details, is_to_oneself
from kg.interchange.drafting import Drafting
from kg.interchange.names import spoken
from kg.interchange.parsed_text import JsonText
from kg.interchange.plain import at, first, kept, line, several, text, texts
from kg.profile.drafts.model import Draft
from kg.terms import statuses

# What the variables of CSL, and the keys of Crossref, say of a work beside title, people, venue and date.

VARIABLES: Mapping[str, str] = {
    "volume": "volume",
    "issue": "issue",
    "page": "pages",
    "article-number": "article_number",
    "chapter-number": "chapter",
    "number-of-pages": "page_count",
    "edition": "edition",
    "version": "version",
    "publisher-place": "place",
    "publisher-location": "place",
    "authority": "office",
    "language": "language",
    "abstract": "abstract",
    "keyword": "keywords",
    "PMID": "pmid",
    "PMCID": "pmcid",
}
"""The keys of `Publication` by variables that mean the same in all types of items."""
NUMBERED = frozenset(
    ("report", "standard", "patent", "dataset", "software", "thesis", "webpage", "bill", "legislation", "book",
     "speech", "proceedings", "document", "post", "post-weblog", "technical-standard")
)  # fmt: skip
"""Types of items whose `number` is their own; that of others is the number of the article."""
OF_BODIES = frozenset(("thesis", "dissertation", "report", "report-component"))
"""Types of items that the institution publishes from which they come."""
_OF_ANY_VENUE = ("article", "review", "review book", "letter", "editorial")


def of_record(record: Any) -> dict[str, Any]:
    """Return what an item of CSL, or a work of Crossref, says under the keys of `Publication`."""
    said: dict[str, str] = {}
    for name, key in VARIABLES.items():
        said[key] = said.get(key, "") or text(record, name)
    said |= _numbers(record) | _bodies(record)
    said["series"] = text(record, "collection-title")
    said["license"] = _license(record)
    found = details(said)
    for key, name in (("isbn", "ISBN"), ("issn", "ISSN")):
        found |= details({key: " ; ".join(each.rpartition("/")[2] for each in texts(record, name))})
    found["keywords"] = found.get("keywords") or texts(record, "subject")
    return kept(**found)


def venue_kind(record: Any) -> str:
    """Return the kind of venue that the type of an item implies; where it leaves it open, an ISSN is a journal's."""
    kind = works.kind_of(first(record, "type") or "article")
    if kind in works.VENUE_KINDS or kind not in _OF_ANY_VENUE:
        return works.VENUE_KINDS.get(kind, "")
    if record.get("ISSN") and not record.get("ISBN"):
        return "journal"
    return "conference" if record.get("event") or record.get("event-title") else ""


def details_in_note(record: Any) -> tuple[str, str]:
    """Return what states the status, and what else is noted for readers."""
    stated, noted = text(record, "status"), text(record, "note")
    if not statuses.status_in(stated) and statuses.status_in(noted):
        return noted, noted if len(noted) > publications.MAX_STATUS_NOTE else ""
    return stated, "" if is_to_oneself(noted) else noted


def _numbers(record: Any) -> dict[str, str]:
    number, of_series = text(record, "number"), text(record, "collection-number")
    if first(record, "type") in NUMBERED:
        return {"number": number or of_series}
    found = {"number": of_series}
    return found | ({"article_number": number} if number and not text(record, "article-number") else {})


def _bodies(record: Any) -> dict[str, str]:
    name = "institution" if first(record, "type") in OF_BODIES else "publisher"
    found = {name: text(record, "publisher")}
    if name == "publisher" and first(record, "type") not in ("posted-content", "preprint"):
        found["institution"] = text(record, "institution", 0, "name") or text(record, "institution", "name")
    return found


def _license(record: Any) -> str:
    """Return the licence of an item, or the one of Crossref's that is open to everybody."""
    stated = text(record, "license")
    listed = (text(each, "URL") for each in several(record, "license"))
    return stated or next((url for url in listed if "creativecommons.org/" in url), "")


_DATES = ("issued", "published", "published-print", "published-online", "created", "submitted")
_NOT_HELD = ("funder", "event-place", "archive-place", "original-date", "original-title", "title-short")
_GENERAL = ("article", "thesis", "book", "document", "article-journal", "article-magazine", "article-newspaper",
            "paper-conference", "chapter", "speech")  # fmt: skip
_VENUES = ("container-title", "event-title", "event")

IGNORED: Mapping[str, str] = {
    **dict.fromkeys(
        ("message-type", "message-version", "total-results", "items-per-page", "query", "facets", "indexed",
         "deposited", "prefix", "member", "score", "source", "content-domain", "created", "schema",
         "status", "container-title-short", "short-container-title",
         "is-referenced-by-count", "references-count", "reference-count", "reference", "link", "resource",
         "relation", "update-policy", "assertion", "alternative-id", "issn-type", "isbn-type",
         "published", "published-print", "published-online", "journal-issue", "authenticated-orcid", "sequence",
         "timestamp", "date-time", "delay-in-days"), "how Crossref keeps a record"),
    **dict.fromkeys(
        ("id", "citation-key", "accessed", "custom", "categories", "system_id", "citation-label",
         "season", "parse-names", "comma-suffix", "static-ordering"), "how a reference manager keeps an entry"),
}  # fmt: skip
"""Keys that say nothing of a work that a profile could hold, each with who writes it and why."""


def read(path: Path) -> Draft:
    """Return the works of a CSL-JSON file, or of an answer of Crossref.

    Raises:
        ReadError: If it is not JSON, or holds no works.
    """
    drafting = Drafting(path, "csl-json", "application/vnd.citationstyles.csl+json")
    document = parsed_text.parse_json(drafting.text, path)
    for record in _records(document.data, path):
        _add(drafting, document, record)
    _report_unheld(drafting, _records(document.data, path))
    publications.add_owner(drafting)
    drafting.report_unread(tracking.unread(document.data, IGNORED), document.lines_of_unread, IGNORED)
    return drafting.draft()


def _records(data: Any, path: Path) -> list[Any]:
    """Return the works of a document: a list, one of them, or an answer that wraps them."""
    if isinstance(data, dict):
        data = data.get("message", data)
    if isinstance(data, dict) and isinstance(data.get("items"), list):
        return list(data["items"])
    if isinstance(data, dict) and ("title" in data or "DOI" in data):
        return [data]
    if isinstance(data, list):
        return data
    hint = "it should be a list of works, or one with the keys 'type', 'title' and 'author'"
    raise ReadError(Problem("this is not CSL-JSON", path, hint=hint))


def _add(drafting: Drafting, document: JsonText, record: Any) -> None:
    lines = document.lines(record, document.data)
    if not isinstance(record, dict):
        drafting.warn("an entry is left out: it is not an object with keys", lines)
        return
    people = several(record, "author")
    authors = [names.body(body) if (body := _body(entry)) else _author(entry) for entry in people]
    doi = first(record, "DOI", "doi")
    stated, note = details_in_note(record)
    details = of_record(record) | kept(note=note)
    work = publications.Work(
        kind=_kind(record),
        title=_title(record),
        authors=[author for author in authors if author and not names.is_others(names.name_of(author))],
        editors=_others(record, "editor") or _others(record, "collection-editor"),
        translators=_others(record, "translator"),
        lines=lines,
        record=record,
        venue=next((found for key in _VENUES if (found := _venue(record, key))), "") or _repository(record),
        venue_kind=venue_kind(record),
        date=next((date for key in _DATES if (date := _date(at(record, key)))), {}),
        when=[_written(at(record, "issued"))],
        note=stated,
        is_complete=not any(map(_is_others, people)),
        more=kept(doi=doi, arxiv=_arxiv(record), url=_url(record, doi)) | details | _status(record),
    )
    publications.add(drafting, work)


def _body(entry: Any) -> str:
    """Return the name of an organisation: CSL has it in `literal`, Crossref in `name`."""
    return "" if text(entry, "family") or text(entry, "given") else first(entry, "literal", "name")


def _is_others(entry: Any) -> bool:
    author = _author(entry)
    return bool(author) and names.is_others(names.name_of(author))


def _others(record: Any, key: str) -> list[Any]:
    people = (_author(entry) for entry in several(record, key))
    return [
        {name: value for name, value in person.items() if name != "equal_contribution"}
        if isinstance(person, dict)
        else person
        for person in people
        if person
    ]


def _repository(record: Any) -> str:
    """Return the repository that Crossref names as the institution of a preprint."""
    is_posted = works.kind_of(text(record, "type")) in ("posted content", "preprint")
    return (text(record, "institution", 0, "name") or text(record, "institution", "name")) if is_posted else ""


def _kind(record: Any) -> str:
    """Return the kind; types that are used for many kinds say more in the genre."""
    kind, genre = text(record, "type") or "article", text(record, "genre")
    return genre if kind in _GENERAL and works.kind_of(genre) in works.TYPES else kind


def _arxiv(record: Any) -> str:
    return text(record, "archive_location") if text(record, "archive").casefold() == "arxiv" else ""


def _title(record: Any) -> str:
    """Return title and subtitle; Crossref has lists of both."""
    title = text(record, "title") or text(record, "title", 0)
    subtitle = text(record, "subtitle", 0)
    return f"{title}: {subtitle}" if title and subtitle and subtitle not in title else title


def _venue(record: Any, key: str) -> str:
    return text(record, key) or text(record, key, 0) or text(record, key, "name")


def _author(entry: Any) -> Any:
    if isinstance(entry, str):
        return names.author(names.turned(line(entry)))
    particle = first(entry, "non-dropping-particle", "dropping-particle")
    name = first(entry, "literal", "name") or spoken(
        text(entry, "given"), text(entry, "family"), particle=particle, suffix=text(entry, "suffix")
    )
    return names.author(name, orcid=first(entry, "ORCID", "orcid"))


def _date(value: Any) -> dict[str, Any]:
    """Return a date of CSL: parts, or a text in `raw` or `literal`."""
    parts = at(value, "date-parts", 0)
    if isinstance(parts, list) and parts:
        return works.date_of(*parts[:3])
    partial = works.date_in(_written(value))
    return works.date_of(*partial.split("-")) if partial else {}


def _written(value: Any) -> str:
    """Return a date as it is written, where it is not in parts."""
    return first(value, "raw", "literal") or text(value)


def _url(record: Any, doi: str) -> str:
    """Return the address; that of the DOI says nothing new."""
    url = text(record, "URL")
    return "" if doi and "doi.org/" in url and publications.identifier("doi", url) else url


def _status(record: Any) -> dict[str, Any]:
    """Return the status that Crossref knows by its links to notices."""
    updates = several(record, "updated-by")
    is_retracted = any(text(update, "type").casefold() in ("retraction", "withdrawal") for update in updates)
    return {"status": "retracted"} if is_retracted else {}


def _is_told(record: Any) -> bool:
    """Say whether the genre of an item, if it has one, is that which it becomes in a profile."""
    genre = works.kind_of(text(record, "genre"))
    return not genre or works.TYPES.get(genre) == works.TYPES.get(works.kind_of(_kind(record)), "article")


def _report_unheld(drafting: Drafting, records: list[Any]) -> None:
    """Say once for the file what a profile has no place for."""
    listed = [record for record in records if isinstance(record, dict)]
    found = [(key, record) for record in listed for key in _NOT_HELD if record.get(key)]
    found += [("note", record) for record in listed if is_to_oneself(text(record, "note"))]
    found += [("genre", record) for record in listed if not _is_told(record)]
    publications.report_unheld(drafting, ((key, first(record, "id", "citation-key", "DOI")) for key, record in found))
    drafting.warn_unheld((each for record in listed for each in several(record, "author")), "affiliation")
