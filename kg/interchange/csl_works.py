"""Works as CSL and Crossref describe them: with the same keys.

https://docs.citationstyles.org, https://api.crossref.org
"""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

from kg.base.node import Node
from kg.interchange import details as forms
from kg.interchange import names, publications, references, works
from kg.interchange.drafting import Drafting
from kg.interchange.plain import as_written, at, first, is_mapping, kept, mark_read, several, text, texts
from kg.interchange.references import Reference
from kg.interchange.tables import Reading, Row, first_texts, names_of, reading

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
    Row("published published-print published-online posted approved content-created submitted", "date",
        is_written=False),
    Row("publisher", "institution", only=OF_BODIES), Row("publisher", "publisher", never=OF_BODIES),
    Row("publisher-place publisher-location", "place"), Row("collection-title", "series"),
    Row("container-title event-title event", "venue"),
    Row("volume", "volume"), Row("issue", "issue"), Row("page", "pages"),
    Row("chapter-number", "chapter"), Row("edition edition-number", "edition"),
    Row("version version/version", "version"),
    Row("authority", "office"), Row("language", "language"), Row("abstract", "abstract"),
    Row("article-number", "article_number", is_written=False), Row("number", "article_number", never=NUMBERED),
    Row("number collection-number", "number", only=NUMBERED), Row("collection-number", "number", never=NUMBERED),
    Row("report-number standard-number part-number", "number", is_written=False),
    Row("number-of-pages", "page_count"), Row("ISBN", "isbn"), Row("ISSN", "issn"), Row("keyword", "keywords"),
    Row("DOI doi", "doi"), Row("PMID", "pmid"), Row("PMCID", "pmcid"), Row("URL", "url"), Row("archive", "archive"),
    Row("archive_location", "arxiv"), Row("license", "license"),
    Row("status", "status"), Row("note", "note", is_read=False), Row("note", "notes", is_written=False),
)  # fmt: skip
"""The variables of CSL, in the order in which they are written; Crossref has the same keys, and some more."""
SILENT = (
    *("status", "message-type", "message-version", "total-results", "items-per-page", "query", "facets", "next-cursor"),
    *("indexed", "created", "deposited", "timestamp", "date-time", "prefix", "member", "score", "source", "schema"),
    *("content-domain", "update-policy", "alternative-id", "doi-asserted-by", "asserted-by", "authenticated-orcid"),
    *("authenticated-ORCID", "id", "citation-key", "citation-label", "system_id", "parse-names", "static-ordering"),
)
"""How Crossref answers and keeps a record, and how reference managers do: envelopes, numbers and times."""
_CODED = ("authors", "editors", "translators", "date", "venue", "archive", "arxiv")
"""Keys of which it takes more than the table to read them."""
_OF_ANY_VENUE = ("article", "review", "review book", "letter", "editorial", "other")
_SERIES = re.compile(
    r"\b(?:series|lecture notes|schriften|briefs|advances in|studies in|contemporary|communications in|reihe"
    r"|collection|contributions|handbooks)\b",
    re.IGNORECASE,
)
_VOLUME = re.compile(r"\b(?:proceedings|conference|symposium|workshop)\b", re.IGNORECASE)
_MACHINE = frozenset(("tdm", "stm-asf"))  # licences for mining text, which are not those of a reader


def records_of(data: Node) -> list[Node] | None:
    """Return the works of a document: one or several lists, works, or answers that wrap them; None if it is no such."""
    if isinstance(data.value, list):
        parts = [(part, records_of(part) if is_mapping(part) else None) for part in data.items]
        return [record for part, found in parts for record in ([part] if found is None else found)]
    message = data.get("message") or data
    items = message.get("items")
    if items is not None and isinstance(items.value, list):
        return items.items
    return [message] if "title" in message or "DOI" in message else None


def add(drafting: Drafting, record: Node, *, is_registered: bool) -> None:
    """Add a work.

    Args:
        drafting: The draft.
        record: The work.
        is_registered: Whether it is of a registry, which writes ranges, abstracts and numbers in ways of its own.
    """
    drafting.line = record.lines[0]
    if not is_mapping(record):
        drafting.warn("an entry is left out: it is not an object with keys", record.lines)
        return
    people = sorted(several(record, "author"), key=lambda each: text(each, "sequence") == "additional")
    kind, said = text(record, "type") or "article", _said(drafting, record, is_registered=is_registered)
    ref = Reference(
        kind=kind,
        said=said,
        lines=record.lines,
        record=record,
        authors=[_author(each) for each in people],
        editors=people_of(record, "editor") or people_of(record, "collection-editor"),
        translators=people_of(record, "translator"),
        when=[_when(record)],
        venue_kind=venue_kind(kind, [key for key, value in record.pairs if value]),
        more=kept(topics=texts(record, "subject"), type=_type(record), license=_license(drafting, record))
        | _funding(drafting, record)
        | _status(drafting, record),
    )
    references.add(drafting, ref)


@lru_cache(256)
def _reading(kind: str) -> Reading:
    return reading((row for row in FIELDS if row.key not in _CODED), kind)


def _said(drafting: Drafting, record: Node, *, is_registered: bool) -> dict[str, list[str]]:
    """Return what a record says under keys that all formats share; Crossref has ISBNs as addresses, too."""
    found = first_texts(_reading(text(record, "type")), record)
    found["title"] += texts(record, "original-title")
    found["subtitle"] = texts(record, "subtitle")
    found["venue"], series = _venue(record)
    found["series"] = series or found["series"]
    found["addresses"], found["genre"] = found.pop("url"), texts(record, "genre")[:1]
    found |= {key: [each.rpartition("/")[2] for each in found[key]] for key in ("isbn", "issn")}
    found["keywords"] = forms.keywords(", ".join(found["keywords"]))
    if any(map(forms.is_to_oneself, found["notes"])):
        drafting.unheld("note")
    found["notes"] = found["notes"] or texts(record, "degree")
    if text(record, "archive").casefold() == "arxiv":
        found["arxiv"] = texts(record, "archive_location")
    bodies = [name for each in several(record, "institution") if (name := text(each, "name"))]
    if _is_posted(record):
        found["venue"] = found["venue"] or bodies  # the repository
    elif bodies := [*bodies, *texts(record, "standards-body", "name")]:
        found |= {"institution": bodies, "publisher": texts(record, "publisher")}
    if is_registered:
        page, number = ", ".join(found["pages"]), found["article_number"]  # some write the number in both places
        found |= {"pages": []} | {key: [each] for key, each in forms.page_range(page).items() if [page] != number}
        found["abstract"] = [forms.running_text(as_written(record, "abstract"))]
    return found


def _is_posted(record: Node) -> bool:
    return works.kind_of(text(record, "type")) in ("posted content", "preprint")


def _type(record: Node) -> str:
    """Return the type of what is posted, which says itself whether it is a preprint."""
    posted = works.kind_of(text(record, "subtype"))
    if _is_posted(record) and posted not in ("", "preprint", "working paper"):
        return "webpage" if posted == "blog" else "article"
    return ""


def _author(entry: Node) -> Any:
    """Return an author, or an organisation: CSL has its name in `literal`, Crossref in `name`."""
    body = "" if text(entry, "family") or text(entry, "given") else first(entry, "literal", "name")
    return names.body(body) if body else _person(entry)


def _person(entry: Node) -> Any:
    if whole_name := text(entry):
        return names.author(names.turned(whole_name))
    particle = first(entry, "non-dropping-particle", "dropping-particle")
    name = first(entry, "literal", "name") or names.spoken(
        text(entry, "given"), text(entry, "family"), particle=particle, suffix=text(entry, "suffix")
    )
    roles = (forms.contributor_role(text(each, "role")) for each in several(entry, "role"))
    return names.author(
        name,
        orcid=first(entry, "ORCID", "orcid"),
        roles=list(dict.fromkeys(role for role in roles if role)),
        **names.affiliated(_affiliations(entry)),
    )


def _affiliations(entry: Node) -> list[tuple[str, str]]:
    found = []
    for each in several(entry, "affiliation"):
        ids = [text(known, "id") for known in several(each, "id")]
        ror = next((known for known in ids if "ror.org/" in known), "")
        if name := text(each, "name") or text(each) or ror:
            found.append((name, ror))
    return found


def people_of(record: Node, key: str) -> list[Any]:
    """Return the people under a key who are no authors."""
    people = (names.without_marks(_person(entry)) for entry in several(record, key))
    return [person for person in people if person]


def _venue(record: Node) -> tuple[list[str], list[str]]:
    """Return the container of a work, and the series in which that appeared; Crossref lists them in any order."""
    places = (texts(record, key) or texts(record, key, "name") for key in names_of(FIELDS, "venue"))
    found = next(filter(None, places), [])
    series = [each for each in found if _SERIES.search(each) and not _VOLUME.search(each)]
    rest = [each for each in found if each not in series]
    if len(series) != 1 or not rest:
        series, rest = [], found
    return rest, series


def venue_kind(type_: str, keys: Collection[str]) -> str:
    """Return the kind of venue that the type of an item implies; where it leaves it open, an ISSN is a journal's."""
    kind = works.kind_of(type_ or "article")
    if kind in works.VENUE_KINDS or kind not in _OF_ANY_VENUE:
        return works.VENUE_KINDS.get(kind, "")
    if "ISSN" in keys and "ISBN" not in keys:
        return "journal"
    return "conference" if "event" in keys or "event-title" in keys else ""


def _when(record: Node) -> str:
    """Return the first date; the others are read if they say the same, or less."""
    found = next(filter(None, (date_of(at(record, key)) for key in names_of(FIELDS, "date"))), "")
    for key in names_of(FIELDS, "date"):
        known: Node | None = record.value.get(key)  # which does not count as read
        if known is not None and found.startswith(date_of(known) or found):
            known.is_read = True
    return found


def date_of(value: Node | None) -> str:
    """Return a date of CSL as EDTF has it, or as it is written: parts of one or two days, perhaps of a season."""
    days = ["-".join(part for each in day.items if (part := text(each)) not in ("", "0"))
            for day in several(value, "date-parts")]  # fmt: skip
    season = text(value, "season")
    if season and len(days) == 1 and len(days[0]) == 4:
        days = [f"{days[0]}-2{season}" if season in ("1", "2", "3", "4") else f"{season} {days[0]}"]
    return "/".join(filter(None, days)) or first(value, "raw", "literal") or text(value)


def _license(drafting: Drafting, record: Node) -> str:
    """Return the licence of a reader: one of Creative Commons, else that of the version of record; count the others."""
    listed = [(text(each, "URL"), text(each, "content-version") in _MACHINE) for each in several(record, "license")]
    found = [url for url, is_of_machines in listed if url and (forms.is_open_license(url) or not is_of_machines)]
    drafting.unheld("licences for text mining", len({url for url, _ in listed if url} - set(found)))
    return references.license_among(drafting, found)


def _funding(drafting: Drafting, record: Node) -> dict[str, Any]:
    listed = several(record, "funder")
    found = [(text(each, "name") or text(each), next(rors(each), ""), texts(each, "award")) for each in listed]
    return references.grants(drafting, found)


def rors(funder: Node | None) -> Iterator[str]:
    """Yield the ROR ids of a funder."""
    ids = (text(each, "id") for each in several(funder, "id"))
    return (found for id_ in ids if (found := publications.identifier("ror", id_)))


def _status(drafting: Drafting, record: Node) -> dict[str, Any]:
    """Return the status that Crossref knows by its links to notices; count other notices."""
    kinds = [text(each, "type").casefold() for each in several(record, "updated-by")]
    is_retracted = any(kind in ("retraction", "withdrawal") for kind in kinds)
    drafting.unheld("updated-by", len(kinds) * (not is_retracted))
    mark_read(*(at(record, key) for key in ("updated-by", "institution", "standards-body")))
    return {"status": "retracted"} if is_retracted else {}
