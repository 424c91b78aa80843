"""CITATION.cff (https://citation-file-format.github.io): software, and the work that it wants cited."""

import re
from typing import Any

from kg.base.node import Node
from kg.interchange import names, parsed_text, publications, references, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import at, is_mapping, several, text
from kg.interchange.references import Reference
from kg.interchange.tables import DATE, LIST, Row, first_texts, reading, values_of

SYSTEM = (
    Row("title", "name"), Row("abstract", "summary"), Row("url", "homepage"),
    Row("repository-code repository", "code", LIST), Row("date-released", "date", DATE),
)  # fmt: skip

_WORK = reading(
    (Row("title", "title"), Row("journal collection-title conference/name", "venue"), Row("url", "addresses"),
     Row("status", "status"), Row("notes", "notes"), Row("volume", "volume"), Row("issue", "issue"),
     Row("pages", "pages"), Row("number", "number"), Row("edition", "edition"), Row("isbn", "isbn"),
     Row("issn", "issn"), Row("publisher/name", "publisher"), Row("institution/name", "institution"),
     Row("pmcid", "pmcid"), Row("thesis-type", "genre"), Row("abstract", "abstract"), Row("keywords", "keywords"),
     Row("license license-url", "license"), Row("version", "version")), "",
)  # fmt: skip
"""The keys of a work that is to be cited."""


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
    drafting.line = record.lines[0]
    said, first_page, last_page = first_texts(_WORK, record), text(record, "start"), text(record, "end")
    ref = Reference(
        kind=text(record, "type") or "article",
        said=said
        | {"doi": [_doi(record)], "pages": said["pages"] or ["–".join(filter(None, (first_page, last_page)))]},
        lines=record.lines,
        record=record,
        authors=_people(record),
        editors=_people(record, "editors"),
        translators=_people(record, "translators"),
        when=[text(record, "date-published"), "-".join(filter(None, (text(record, "year"), text(record, "month"))))],
        venue_kind="journal" if text(record, "journal") else "conference" if at(record, "conference") else "",
    )
    return works.title_of("".join(said["title"])) if references.add(drafting, ref) else ""


def _people(record: Node, key: str = "authors") -> list[Any]:
    found = []
    for entry in several(record, key):
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
