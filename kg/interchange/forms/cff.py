"""CITATION.cff (https://citation-file-format.github.io): software, and the work that it wants cited."""

import re
from typing import Any

from kg.base.node import Node
from kg.interchange import names, parsed_text, publications, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import at, first, is_mapping, kept, several, text
from kg.interchange.tables import DATE, LIST, Row, values_of

SYSTEM = (
    Row("title", "name"), Row("abstract", "summary"), Row("url", "homepage"),
    Row("repository-code repository", "code", LIST), Row("date-released", "date", DATE),
)  # fmt: skip


def _add_all(drafting: Drafting, document: Node) -> None:
    """Add the software or dataset that a file describes, and the work that it wants cited."""
    record = document
    preferred = record.get("preferred-citation")
    whole = [value for key, value in record.pairs if key not in ("preferred-citation", "references")]
    lines, cited = record.lines, ""
    if preferred is not None and is_mapping(preferred):
        lines = (1, max(1, preferred.lines[0] - 1))
        cited = _add_work(drafting, preferred)
    people = _people(record)
    values = {
        **values_of(SYSTEM, record),
        "people": people,
        "papers": [cited] if cited else [],
        "links": publications.doi_links(publications.identifier("doi", _doi(record))),
    }
    drafting.add("systems", values, lines, whole)
    if len(people) == 1:
        reason = "the only author of the software; the file does not say whose it is"
        drafting.add("", {"name": names.name_of(people[0])}, lines, whole, reason=reason, unsure={"name": 0.7})


def _add_work(drafting: Drafting, record: Node) -> str:
    """Add the preferred citation, and return its title if a profile can hold it."""
    work = publications.Work(
        kind=text(record, "type") or "article",
        title=text(record, "title"),
        authors=_people(record),
        lines=record.lines,
        record=record,
        venue=first(record, "journal", "collection-title") or text(record, "conference", "name"),
        venue_kind="journal" if text(record, "journal") else "conference" if at(record, "conference") else "",
        when=[text(record, "date-published"), "-".join(filter(None, (text(record, "year"), text(record, "month"))))],
        note=first(record, "status", "notes"),
        more=kept(doi=_doi(record), url=text(record, "url")),
    )
    return works.title_of(work.title) if publications.add(drafting, work) else ""


def _people(record: Node) -> list[Any]:
    found = []
    for entry in several(record, "authors"):
        spoken = names.spoken(
            text(entry, "given-names"),
            text(entry, "family-names"),
            particle=text(entry, "name-particle"),
            suffix=text(entry, "name-suffix"),
        )
        is_entity = not spoken and text(entry, "name")
        found.append(
            names.body(text(entry, "name"))
            if is_entity
            else names.author(spoken or text(entry, "alias"), orcid=text(entry, "orcid"))
        )
    return [author for author in found if author]


def _doi(record: Node) -> str:
    listed = (text(each, "value") for each in several(record, "identifiers") if text(each, "type") == "doi")
    return text(record, "doi") or next(listed, "")


FORMAT = ForeignFormat(
    __name__,
    "application/yaml",
    re.compile(r"^cff-version\s{0,10}:", re.MULTILINE),
    _add_all,
    lambda drafting: parsed_text.parse_yaml(drafting, "cff-version", "CITATION.cff"),
    silent=("cff-version", "message"),  # the form of the file, and the request to cite
)
