"""The publications of a profile in CSL-JSON, for reference managers and citation processors."""

import json
from typing import Any

from kg.interchange.plain import kept
from kg.interchange.writers.naming import (
    bare_arxiv,
    bare_doi,
    keyed,
    kind_of_venue,
    status_in,
    taken_apart,
    year_or_date,
)
from kg.profile import PersonReference, Profile, Publication

_KINDS = {"book": "book", "chapter": "chapter", "thesis": "thesis", "report": "report", "dataset": "dataset",
          "software": "software", "poster": "article", "masters-thesis": "thesis", "patent": "patent",
          "proceedings": "book", "standard": "standard"}  # fmt: skip
_ARTICLES = {"journal": "article-journal", "magazine": "article-magazine", "newspaper": "article-newspaper",
             "conference": "paper-conference", "workshop": "paper-conference", "industry-event": "paper-conference",
             "book": "chapter"}  # fmt: skip
_GENRES = {"poster": "poster", "masters-thesis": "masters thesis", "proceedings": "proceedings"}
_STATUSES = {"accepted": "to appear", "in-press": "in press", "under-review": "under review", "preprint": "preprint",
             "draft": "in preparation", "retracted": "retracted"}  # fmt: skip


def write(profile: Profile) -> str:
    """Return the publications as CSL-JSON."""
    items = [_item(key, work, profile, _kind(work)) for key, work in keyed(profile)]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _item(key: str, work: Publication, profile: Profile, kind: str) -> dict[str, Any]:
    stated = year_or_date(work)
    return kept(
        id=key,
        type=kind,
        genre=_GENRES.get(work.type, ""),
        title=work.title,
        author=[
            *(_author(author, profile) for author in work.authors),
            *({"literal": body} for body in work.corporate_authors),
        ],
        editor=[_author(person, profile) for person in work.editors],
        translator=[_author(person, profile) for person in work.translators],
        issued={"date-parts": [[int(part) for part in stated.split("-")]]} if stated else {},
        DOI=bare_doi(work.doi or ""),
        URL=work.url,
        archive="arXiv" if work.arxiv else "",
        archive_location=bare_arxiv(work.arxiv or ""),
        status=status_in(_STATUSES, work),
        keyword=", ".join(work.topics),
    ) | ({"container-title": work.venue} if work.venue else {})


def _kind(work: Publication) -> str:
    return _KINDS[work.type] if work.type != "article" else _ARTICLES.get(kind_of_venue(work), "article")


def _author(author: PersonReference, profile: Profile) -> dict[str, str]:
    given, family, particle = taken_apart(author.name, profile)
    if not given:
        return {"family": author.name}  # `literal` names organisations
    return {"family": family, "given": given} | ({"non-dropping-particle": particle} if particle else {})
