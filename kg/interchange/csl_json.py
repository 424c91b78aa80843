"""CSL-JSON, which reference managers export and doi.org answers with, and the works of Crossref.

Both describe a work with the same keys (https://docs.citationstyles.org, https://api.crossref.org).
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kg.base.errors import Problem, ReadError
from kg.interchange import names, publications, works
from kg.interchange.details import details, is_to_oneself, joined_keywords
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat, of_works
from kg.interchange.names import spoken
from kg.interchange.naming import (
    NOBODY,
    ListOwner,
    all_authors,
    is_plain_note,
    keyed,
    merged_keywords,
    status_words,
    taken_apart,
    year_or_date,
)
from kg.interchange.parsed_text import JsonText
from kg.interchange.plain import at, first, kept, line, several, text, texts
from kg.interchange.tables import Row, entry_type, genre, implied_type, names_of, said, written
from kg.interchange.views import imply, lose, raw
from kg.profile.model import PersonReference, Publication
from kg.profile.reviewed import WITHOUT_NAME
from kg.terms import statuses

NUMBERED = frozenset(
    ("report", "standard", "patent", "dataset", "software", "thesis", "webpage", "bill", "legislation", "book",
     "speech", "proceedings", "document", "post", "post-weblog", "technical-standard")
)  # fmt: skip
"""Types of items whose `number` is their own; that of others is the number of the article."""
OF_BODIES = frozenset(("thesis", "dissertation", "report", "report-component"))
"""Types of items that the institution publishes from which they come."""
FIELDS = (
    Row("title", "title"),
    Row("author", "authors"), Row("editor", "editors"), Row("collection-editor", "editors", is_written=False),
    Row("translator", "translators"),
    Row("issued", "date"),
    Row("published published-print published-online created submitted", "date", is_written=False),
    Row("publisher", "institution", only=OF_BODIES), Row("publisher", "publisher", never=OF_BODIES),
    Row("publisher-place publisher-location", "place"), Row("collection-title", "series"),
    Row("container-title event-title event", "venue"),
    Row("volume", "volume"), Row("issue", "issue"), Row("page", "pages"),
    Row("chapter-number", "chapter"), Row("edition", "edition"), Row("version", "version"),
    Row("authority", "office"), Row("language", "language"), Row("abstract", "abstract"),
    Row("article-number", "article_number", is_written=False), Row("number", "article_number", never=NUMBERED),
    Row("number collection-number", "number", only=NUMBERED), Row("collection-number", "number", never=NUMBERED),
    Row("number-of-pages", "page_count"), Row("ISBN", "isbn"), Row("ISSN", "issn"), Row("keyword", "keywords"),
    Row("DOI doi", "doi"), Row("PMID", "pmid"), Row("PMCID", "pmcid"), Row("URL", "url"), Row("archive", "archive"),
    Row("archive_location", "arxiv"), Row("license", "license"),
    Row("status", "status"), Row("note", "note"),
)  # fmt: skip
"""The variables of CSL, in the order in which they are written; Crossref has the same keys."""
_KINDS = {
    kind: works.kind_of(kind)
    for kind in ("article-journal", "article-magazine", "article-newspaper", "paper-conference", "book", "chapter",
                 "thesis", "report", "dataset", "software", "patent", "standard", "review-book", "review",
                 "entry-encyclopedia", "webpage", "speech")
}  # fmt: skip
"""What the types of items mean that are written."""
_OF_ANY_VENUE = ("article", "review", "review book", "letter", "editorial", "other")


def _plain(record: Any) -> dict[str, Any]:
    """Return what an item of CSL, or a work of Crossref, says under the keys of `Publication`."""
    kind = first(record, "type")
    found = said(FIELDS, kind, lambda name: _said(record, name))
    if kind not in (*OF_BODIES, "posted-content", "preprint"):
        found["institution"] = text(record, "institution", 0, "name") or text(record, "institution", "name")
    plain = details(found | _addresses(record, found))
    return plain | kept(keywords=plain.get("keywords") or texts(record, "subject"))


def _said(record: Any, name: str) -> str:
    """Return the text of a variable; Crossref has lists of ISBNs and ISSNs, perhaps as addresses."""
    if name == "archive_location" and text(record, "archive").casefold() != "arxiv":
        return ""
    if name in ("ISBN", "ISSN"):
        return " ; ".join(each.rpartition("/")[2] for each in texts(record, name))
    return text(record, name)


def _addresses(record: Any, found: dict[str, str]) -> dict[str, str]:
    """Return address and licence; the address of the DOI says nothing new."""
    doi, url = found["doi"], found["url"]
    is_of_doi = doi and "doi.org/" in url and publications.identifier("doi", url)
    listed = (text(each, "URL") for each in several(record, "license"))
    return {
        "url": "" if is_of_doi else url,
        "license": found["license"] or next((each for each in listed if "creativecommons.org/" in each), ""),
    }


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


_NOT_HELD = ("funder", "event-place", "archive-place", "original-date", "original-title", "title-short")
_GENERAL = ("article", "thesis", "book", "document", "article-journal", "article-magazine", "article-newspaper",
            "paper-conference", "chapter", "speech")  # fmt: skip

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


def _add_all(drafting: Drafting, document: JsonText) -> None:
    """Add the works of a document."""
    records = _records(document.data, drafting.path)
    for record in records:
        _add(drafting, document, record)
    _report_unheld(drafting, records)
    publications.add_owner(drafting)


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
    people = [names.body(body) if (body := body_of(entry)) else _author(entry) for entry in several(record, "author")]
    stated, note = details_in_note(record)
    work = publications.Work(
        kind=_kind(record),
        title=_title(record),
        authors=people,
        editors=_others(record, "editor") or _others(record, "collection-editor"),
        translators=_others(record, "translator"),
        lines=lines,
        record=record,
        venue=next((found for key in names_of(FIELDS, "venue") if (found := _venue(record, key))), "")
        or _repository(record),
        venue_kind=venue_kind(record),
        date=next(filter(None, (date(at(record, key)) for key in names_of(FIELDS, "date"))), {}),
        when=[_written(at(record, "issued"))],
        note=stated,
        more=_plain(record) | kept(note=note) | _status(record),
    )
    publications.add(drafting, work)


def body_of(entry: Any) -> str:
    """Return the name of an organisation: CSL has it in `literal`, Crossref in `name`."""
    return "" if text(entry, "family") or text(entry, "given") else first(entry, "literal", "name")


def _others(record: Any, key: str) -> list[Any]:
    return [names.without_marks(person) for entry in several(record, key) if (person := _author(entry))]


def _repository(record: Any) -> str:
    """Return the repository that Crossref names as the institution of a preprint."""
    is_posted = works.kind_of(text(record, "type")) in ("posted content", "preprint")
    return (text(record, "institution", 0, "name") or text(record, "institution", "name")) if is_posted else ""


def _kind(record: Any) -> str:
    """Return the kind; types that are used for many kinds say more in the genre."""
    kind, genre = text(record, "type") or "article", text(record, "genre")
    return genre if kind in _GENERAL and works.kind_of(genre) in works.TYPES else kind


def _title(record: Any) -> str:
    """Return title and subtitle; Crossref has lists of both."""
    return works.with_subtitle(text(record, "title") or text(record, "title", 0), text(record, "subtitle", 0))


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


def date(value: Any) -> dict[str, Any]:
    """Return a date of CSL: parts, or a text in `raw` or `literal`."""
    parts = at(value, "date-parts", 0)
    if isinstance(parts, list) and parts:
        return works.date_of(*parts[:3])
    partial = works.date_in(_written(value))
    return works.date_of(*partial.split("-")) if partial else {}


def _written(value: Any) -> str:
    """Return a date as it is written, where it is not in parts."""
    return first(value, "raw", "literal") or text(value)


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


def write(publications: Iterable[Publication], owner: ListOwner) -> str:
    """Return publications as CSL-JSON, for reference managers and citation processors."""
    items = [item_of(key, work, owner) for key, work in keyed(publications, owner)]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def item_of(key: str, work: Publication, owner: ListOwner = NOBODY) -> dict[str, Any]:
    """Return a publication as an item of CSL, under a key."""
    kind = entry_type(work, _KINDS, "article")
    fields = dict(written(FIELDS, work, kind, _own(work, owner, kind)))
    item = kept(id=key, type=kind, genre=genre(work, implied_type(kind)), **fields)
    said = raw(work)
    if said.venue_kind == _implied(item) and (said.venue or said.venue_kind in WITHOUT_NAME):
        imply(work, "venue_kind")
    return item


def _implied(item: dict[str, Any]) -> str:
    """Return the kind of venue that a reader makes of an item."""
    if works.is_repository(item.get("container-title", "")):
        return "repository"
    return venue_kind(item) or works.VENUE_KINDS.get(works.kind_of(item.get("genre", "")), "")


def _own(work: Publication, owner: ListOwner, kind: str) -> dict[str, Any]:
    """Return the values of a work that CSL writes in its own way; the venue of a thesis may be the institution."""
    stated, status = year_or_date(work), status_words(work)
    authors = [{"literal": each.name} if each.corporate else _name(each, owner) for each in all_authors(work)]
    is_of_venue = kind == "thesis" and not raw(work).institution  # so in profiles from before there was one
    if is_of_venue:
        lose(work, "venue")
    return {
        "authors": authors + [{"literal": "et al."}] * bool(work.authors and work.more_authors),
        "editors": [_name(person, owner) for person in work.editors],
        "translators": [_name(person, owner) for person in work.translators],
        "date": {"date-parts": [[int(part) for part in stated.split("-")]]} if stated else {},
        **({"institution": work.venue, "venue": ""} if is_of_venue else {}),
        "isbn": ", ".join(work.isbn),
        "issn": ", ".join(work.issn),
        "keywords": joined_keywords(merged_keywords(work)),
        "archive": "arXiv" if work.arxiv else "",
        "status": status,
        "note": work.note if is_plain_note(raw(work).note or "", bool(status)) else "",
    }


def _name(person: PersonReference, owner: ListOwner) -> dict[str, str]:
    given, family, particle = taken_apart(person.name, owner)
    if not given:
        return {"family": person.name}  # `literal` names organisations
    return {"family": family, "given": given} | ({"non-dropping-particle": particle} if particle else {})


FORMAT = ForeignFormat(
    "csl-json",
    "application/vnd.citationstyles.csl+json",
    re.compile(r'"(?:issued|container-title|DOI)"\s{0,10}:'),
    _add_all,
    ignored=IGNORED,
    write=of_works(write),
)
