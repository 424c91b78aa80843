"""CodeMeta 2 and 3 (https://codemeta.github.io): software as a system, its publication as a work."""

import re
from typing import Any

from kg.base.node import Node
from kg.interchange import names, publications, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import first, kept, several, text
from kg.interchange.tables import DATE, LIST, Row, values_of
from kg.terms.declaration import kg_declaration

_STATUSES = kg_declaration().called("SystemStatus")
SYSTEM = (
    Row("name", "name"), Row("description", "summary"), Row("url", "homepage"), Row("codeRepository", "code", LIST),
    Row("datePublished dateReleased dateCreated", "date", DATE),
)  # fmt: skip


def _add_all(drafting: Drafting, document: Node) -> None:
    """Add the software that a file describes."""
    record = document
    if not text(record, "name") or not ("@context" in record or "@type" in record):
        hint = "it should be a JSON object with '@context', '@type' and 'name'"
        drafting.refuse("this is no CodeMeta file", hint)
    papers = [title for each in several(record, "referencePublication") if (title := _add_work(drafting, each))]
    drafting.add("systems", _values(record, papers), record.lines, record)


def _values(record: Node, papers: list[str]) -> dict[str, Any]:
    people = _people(record, "author")
    guides = [url] if (url := text(record, "softwareHelp") or text(record, "softwareHelp", "url")) else []
    status = text(record, "developmentStatus").rpartition("/")[2].rpartition("#")[2].casefold()
    return {
        **values_of(SYSTEM, record),
        "status": _STATUSES.get(status, status),
        "people": [*people, *(each for each in _people(record, "contributor") if each not in people)],
        "papers": papers,
        "links": [*publications.doi_links(_doi(record)), *({"label": "Documentation", "url": url} for url in guides)],
    }


def _people(record: Node, key: str) -> list[Any]:
    found = []
    for entry in several(record, key):
        name = names.spoken(text(entry, "givenName"), text(entry, "familyName")) or text(entry, "name") or text(entry)
        orcid = next((id_ for id_ in (first(entry, "@id", "id"), text(entry, "identifier")) if "orcid.org/" in id_), "")
        found.append(names.author(name, orcid=orcid))
    return [person for person in found if person]


def _add_work(drafting: Drafting, record: Node) -> str:
    """Add a publication about the software, and return its title if a profile can hold it."""
    work = publications.Work(
        kind="article",
        title=first(record, "name", "headline"),
        authors=_people(record, "author"),
        lines=record.lines,
        record=record,
        venue=text(record, "isPartOf", "name") or text(record, "publication", "name"),
        venue_kind="journal" if text(record, "isPartOf", "@type") in ("Periodical", "Journal") else "",
        when=[first(record, "datePublished", "dateCreated")],
        more=kept(doi=_doi(record), url=text(record, "url")),
    )
    return works.title_of(work.title) if publications.add(drafting, work) else ""


def _doi(record: Node) -> str:
    ids = (first(record, "@id", "id"), text(record, "identifier"), text(record, "identifier", "value"))
    return next((found for id_ in ids if (found := publications.identifier("doi", id_))), "")


FORMAT = ForeignFormat(
    "codemeta",
    "application/ld+json",
    re.compile(r'"@context"[^{}]{0,300}codemeta', re.IGNORECASE),
    _add_all,
    silent=("@context", "@type", "type", "@id", "id"),  # the terms of the file, and the names of its nodes
)
