"""What the variables of CSL, and the keys of Crossref, say of a work beside title, people, venue and date."""

from collections.abc import Mapping
from typing import Any

from kg.interchange import publishing, works
from kg.interchange.details import details, is_to_oneself
from kg.interchange.plain import first, kept, several, text, texts

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


def note(record: Any) -> tuple[str, str]:
    """Return what states the status, and what else is noted for readers."""
    stated, noted = text(record, "status"), text(record, "note")
    if not works.status_in(stated) and works.status_in(noted):
        return noted, noted if len(noted) > publishing.MAX_STATUS_NOTE else ""
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
