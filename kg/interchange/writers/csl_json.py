"""The publications of a profile in CSL-JSON, for reference managers and citation processors."""

import json
from typing import Any

from kg.interchange import works
from kg.interchange.csl_json import NUMBERED, OF_BODIES, VARIABLES, venue_kind
from kg.interchange.plain import kept
from kg.interchange.writers.naming import (
    all_authors,
    all_keywords,
    bare_arxiv,
    bare_doi,
    bare_pmcid,
    bare_pmid,
    is_plain_note,
    keyed,
    kind_of_venue,
    status_words,
    taken_apart,
    year_or_date,
)
from kg.interchange.writers.tracking import imply, lose, raw
from kg.profile.model import PersonReference, Profile, Publication
from kg.profile.reviewed import WITHOUT_NAME

_KINDS = {"book": "book", "chapter": "chapter", "thesis": "thesis", "report": "report", "dataset": "dataset",
          "software": "software", "masters-thesis": "thesis", "bachelors-thesis": "thesis", "patent": "patent",
          "proceedings": "book", "standard": "standard", "book-review": "review-book", "review": "review",
          "encyclopedia-entry": "entry-encyclopedia", "webpage": "webpage", "talk": "speech"}  # fmt: skip
_ARTICLES = {"journal": "article-journal", "magazine": "article-magazine", "newspaper": "article-newspaper",
             "conference": "paper-conference", "workshop": "paper-conference", "industry-event": "paper-conference",
             "book": "chapter"}  # fmt: skip
_IN_VENUES = ("article", "poster", "preprint")
_GENRES = {"masters-thesis": "Master's thesis", "bachelors-thesis": "Bachelor's thesis"}
_OTHERS = {"literal": "et al."}


_WRITTEN_OTHERWISE = ("article-number", "publisher-location", "number-of-pages", "keyword", "PMID", "PMCID")


def write(profile: Profile) -> str:
    """Return the publications as CSL-JSON."""
    items = [_item(key, work, profile, _kind(work)) for key, work in keyed(profile)]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _item(key: str, work: Publication, profile: Profile, kind: str) -> dict[str, Any]:
    head = kept(id=key, type=kind, genre=_genre(work, kind), title=work.title, **_people(work, profile))
    item = head | kept(**(_published(work, kind) | _numbers(work, kind) | _addresses(work) | _notes(work)))
    said = raw(work)
    if said.venue_kind == _implied(item) and (said.venue or said.venue_kind in WITHOUT_NAME):
        imply(work, "venue_kind")
    return item


def _implied(item: dict[str, Any]) -> str:
    """Return the kind of venue that a reader makes of an item."""
    if works.is_repository(item.get("container-title", "")):
        return "repository"
    return venue_kind(item) or works.VENUE_KINDS.get(works.kind_of(item.get("genre", "")), "")


def _kind(work: Publication) -> str:
    said = raw(work)
    return _KINDS.get(said.type) or _ARTICLES.get(kind_of_venue(said), "article")


def _genre(work: Publication, kind: str) -> str:
    """Return the type of the work, where the type of the item does not say it."""
    implied = works.TYPES.get(works.kind_of(kind), "article")
    return "" if work.type == implied else _GENRES.get(work.type, work.type)


def _people(work: Publication, profile: Profile) -> dict[str, list[dict[str, str]]]:
    found = all_authors(work)
    authors = [{"literal": each.name} if each.corporate else _author(each, profile) for each in found]
    others = [_OTHERS] if work.authors and work.more_authors else []
    return {
        "author": [*authors, *others],
        "editor": [_author(person, profile) for person in work.editors],
        "translator": [_author(person, profile) for person in work.translators],
    }


def _published(work: Publication, kind: str) -> dict[str, Any]:
    """Return where and when it appeared; theses and reports are published by the institution from which they come."""
    stated = year_or_date(work)
    found: dict[str, Any] = {
        "issued": {"date-parts": [[int(part) for part in stated.split("-")]]} if stated else {},
        "publisher": work.institution if kind in OF_BODIES else work.publisher,
        "publisher-place": work.place,
        "collection-title": work.series,
    }
    if kind == "thesis" and not found["publisher"]:
        lose(work, "venue")
        return found | {"publisher": work.venue}  # so do profiles from before there was `institution`
    return found | {"container-title": work.venue}


def _numbers(work: Publication, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        variable: getattr(work, key) for variable, key in VARIABLES.items() if variable not in _WRITTEN_OTHERWISE
    }
    if kind in NUMBERED:
        found["number"] = work.number
    else:
        found |= {"number": work.article_number, "collection-number": work.number}
    found["number-of-pages"] = "" if work.page_count is None else str(work.page_count)
    return found | {"ISBN": ", ".join(work.isbn), "ISSN": ", ".join(work.issn), "keyword": all_keywords(work)}


def _addresses(work: Publication) -> dict[str, Any]:
    return {
        "DOI": bare_doi(work.doi or ""),
        "PMID": bare_pmid(work.pmid or ""),
        "PMCID": bare_pmcid(work.pmcid or ""),
        "URL": work.url,
        "archive": "arXiv" if work.arxiv else "",
        "archive_location": bare_arxiv(work.arxiv or ""),
        "license": work.license,
    }


def _notes(work: Publication) -> dict[str, Any]:
    """Return status and note; a note that would be read as a status is not one."""
    status = status_words(work)
    note = work.note if is_plain_note(raw(work).note or "", bool(status)) else ""
    return {"status": status, "note": note}


def _author(author: PersonReference, profile: Profile) -> dict[str, str]:
    given, family, particle = taken_apart(author.name, profile)
    if not given:
        return {"family": author.name}  # `literal` names organisations
    return {"family": family, "given": given} | ({"non-dropping-particle": particle} if particle else {})
