"""CSL-JSON, which reference managers export and doi.org answers with."""

import json
import re
from collections.abc import Iterable
from typing import Any

from kg.base.node import Node
from kg.interchange import csl_works, publications, works
from kg.interchange.csl_works import FIELDS, venue_kind
from kg.interchange.details import joined_keywords
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat, of_works
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
from kg.interchange.plain import kept
from kg.interchange.references import is_count
from kg.interchange.tables import entry_type, genre, implied_type, written
from kg.interchange.views import imply, lose, raw
from kg.profile.model import PersonReference, Publication
from kg.profile.reviewed import WITHOUT_NAME

_KINDS = {
    kind: works.kind_of(kind)
    for kind in ("article-journal", "article-magazine", "article-newspaper", "paper-conference", "book", "chapter",
                 "thesis", "report", "dataset", "software", "patent", "standard", "review-book", "review",
                 "entry-encyclopedia", "webpage", "speech")
}  # fmt: skip
"""What the types of items mean that are written."""


def _add_all(drafting: Drafting, document: Node) -> None:
    records = csl_works.records_of(document)
    if records is None:
        hint = "it should be a list of works, or one with the keys 'type', 'title' and 'author'"
        drafting.refuse("this is not CSL-JSON", hint)
    for record in records:
        is_registered = "member" in record and "content-domain" in record
        csl_works.add(drafting, record, is_registered=is_registered)
    publications.add_owner(drafting)


def write(publications: Iterable[Publication], owner: ListOwner) -> str:
    """Return publications as CSL-JSON, for reference managers and citation processors."""
    items = [item_of(key, work, owner) for key, work in keyed(publications, owner)]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def item_of(key: str, work: Publication, owner: ListOwner = NOBODY) -> dict[str, Any]:
    """Return a publication as an item of CSL, under a key."""
    kind = entry_type(work, _KINDS, "article")
    fields = dict(written(FIELDS, work, kind, _own(work, owner, kind)))
    said = raw(work)
    implied = "preprint" if kind == "webpage" and said.arxiv else implied_type(kind)
    item = kept(id=key, type=kind, genre=genre(work, implied), **fields)
    if said.venue_kind == _implied(item) and (said.venue or said.venue_kind in WITHOUT_NAME):
        imply(work, "venue_kind")
    return item


def _implied(item: dict[str, Any]) -> str:
    """Return the kind of venue that a reader makes of an item."""
    if works.is_repository(item.get("container-title", "")):
        return "repository"
    return venue_kind(item["type"], item) or works.VENUE_KINDS.get(works.kind_of(item.get("genre", "")), "")


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
        "pages": "" if is_count(kind, raw(work).pages or "") and not raw(work).page_count else work.pages,
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
    __name__,
    "application/vnd.citationstyles.csl+json",
    re.compile(r'"(?:issued|container-title|DOI)"\s{0,10}:'),
    _add_all,
    silent=csl_works.SILENT,
    write=of_works(write),
    suffix=".json",
)
