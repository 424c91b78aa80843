"""The publications of a profile in CSL-JSON, for reference managers and citation processors."""

import json
from collections.abc import Callable
from typing import Any

from kg.interchange.plain import kept
from kg.interchange.writers.naming import (
    bare_arxiv,
    bare_doi,
    is_journal,
    keyed,
    status_in,
    taken_apart,
    year_or_date,
)
from kg.profile import Author, Profile, Publication

_KINDS = {"book": "book", "chapter": "chapter", "thesis": "thesis", "report": "report", "dataset": "dataset",
          "software": "software", "poster": "article"}  # fmt: skip
_STATUSES = {"accepted": "to appear", "in-press": "in press", "under-review": "under review", "preprint": "preprint",
             "draft": "in preparation", "retracted": "retracted"}  # fmt: skip


def write(profile: Profile, is_journal: Callable[[str], bool] = is_journal) -> str:
    """Return the publications as CSL-JSON.

    Args:
        profile: Whose they are.
        is_journal: Tells journals from conferences by their names.
    """
    items = [_item(key, work, profile, _kind(work, is_journal)) for key, work in keyed(profile)]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


def _item(key: str, work: Publication, profile: Profile, kind: str) -> dict[str, Any]:
    stated = year_or_date(work)
    return kept(
        id=key,
        type=kind,
        genre="poster" if work.type == "poster" else "",
        title=work.title,
        author=[_author(author, profile) for author in work.authors],
        issued={"date-parts": [[int(part) for part in stated.split("-")]]} if stated else {},
        DOI=bare_doi(work.doi or ""),
        URL=work.url,
        archive="arXiv" if work.arxiv else "",
        archive_location=bare_arxiv(work.arxiv or ""),
        status=status_in(_STATUSES, work),
        keyword=", ".join(work.topics),
    ) | ({"container-title": work.venue} if work.venue else {})


def _kind(work: Publication, is_journal: Callable[[str], bool]) -> str:
    if work.type != "article":
        return _KINDS[work.type]
    if not work.venue:
        return "article"
    return "article-journal" if is_journal(work.venue) else "paper-conference"


def _author(author: Author, profile: Profile) -> dict[str, str]:
    given, family, particle = taken_apart(author.name, profile)
    if not given:
        return {"literal": author.name}
    return {"family": family, "given": given} | ({"non-dropping-particle": particle} if particle else {})
