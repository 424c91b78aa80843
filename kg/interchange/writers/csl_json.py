"""The publications of a profile in CSL-JSON, for reference managers and citation processors."""

import json
from collections.abc import Callable
from typing import Any

from kg.interchange.plain import kept
from kg.interchange.writers import leaving
from kg.interchange.writers.naming import bare_arxiv, bare_doi, calendar, is_journal, keyed, taken_apart
from kg.profile import Author, Profile, Publication

_KINDS = {"book": "book", "chapter": "chapter", "thesis": "thesis", "report": "report", "dataset": "dataset",
          "software": "software", "poster": "article"}  # fmt: skip
_STATUSES = {"accepted": "to appear", "in-press": "in press", "under-review": "under review", "preprint": "preprint",
             "draft": "in preparation", "retracted": "retracted"}  # fmt: skip


def write(profile: Profile, is_journal: Callable[[str], bool] = is_journal) -> tuple[str, list[str]]:
    """Return the publications as CSL-JSON, and what is left out.

    Args:
        profile: Whose they are.
        is_journal: Tells journals from conferences by their names.
    """
    items = [_item(key, work, profile, _kind(work, is_journal)) for key, work in keyed(profile)]
    left = [
        *leaving.sections(profile, {"publications"}),
        *leaving.fields((profile.publications, ("acceptance_rate", "award", "links", "system"))),
        *leaving.ids_of_authors(profile),
        *leaving.counted(_equal(profile), "mark of equal contribution|marks of equal contribution"),
    ]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n", left


def _equal(profile: Profile) -> int:
    return sum(1 for work in profile.publications for author in work.authors if author.equal_contribution)


def _item(key: str, work: Publication, profile: Profile, kind: str) -> dict[str, Any]:
    stated = calendar(work.date) or (str(work.year) if work.year else "")
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
        status=work.status_note or _STATUSES.get(work.status or "", ""),
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
