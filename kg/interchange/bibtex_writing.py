"""The publications of a profile in BibTeX; letters stay in Unicode, what TeX reads as commands is escaped."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from kg.interchange import details, latex, works
from kg.interchange.bibtex_entries import FIELDS, LINKS
from kg.interchange.details import joined_keywords
from kg.interchange.naming import (
    ListOwner,
    all_authors,
    bare,
    is_plain_note,
    keyed,
    kind_of_venue,
    merged_keywords,
    status_words,
    taken_apart,
    year_or_date,
)
from kg.interchange.references import is_count
from kg.interchange.tables import written
from kg.interchange.views import lose, raw
from kg.interchange.works import MONTHS
from kg.profile.model import Author, PersonReference, Publication
from kg.profile.reviewed import WITHOUT_NAME
from kg.terms.work_types import WORK_TYPES

_KINDS = {"book": "book", "thesis": "phdthesis", "masters-thesis": "mastersthesis", "bachelors-thesis": "mastersthesis",
          "report": "techreport", "patent": "patent", "proceedings": "proceedings", "standard": "standard",
          "encyclopedia-entry": "inreference"}  # fmt: skip
_ARTICLES = {"journal": "article", "magazine": "article", "newspaper": "article", "repository": "article",
             "conference": "inproceedings", "workshop": "inproceedings", "industry-event": "inproceedings",
             "book": "incollection"}  # fmt: skip
_IN_VENUES = ("article", "review", "book-review", "poster", "talk", "preprint")
"""Types of works that are entries of another type in each kind of venue."""
_THESES = tuple(name for name, each in WORK_TYPES.items() if "schema:Thesis" in each.classes)
_UPPER_INSIDE = re.compile(r"\w[^\s]*?[A-Z]|^[A-Z]$")


def write(publications: Iterable[Publication], owner: ListOwner) -> str:
    """Return publications as BibTeX; of the owner of the list, the parts of the name are known."""
    return "\n".join(_entry(key, work, owner, _kind(work)) for key, work in keyed(publications, owner))


def _entry(key: str, work: Publication, owner: ListOwner, kind: str) -> str:
    fields = written(FIELDS, work, kind, _own(work, owner, kind), latex.escaped)
    pairs = [pair for name, value in fields for pair in (value if name == "links" else [(name, value)]) if pair[1]]
    width = max(len(name) for name, _ in pairs)
    lines = [f"  {name:<{width}} = {value if name == 'month' else f'{{{value}}}'}" for name, value in pairs]
    return f"@{kind}{{{key},\n" + ",\n".join(lines) + "\n}\n"


def _kind(work: Publication) -> str:
    """Return the type of the entry; what appeared in a venue of unknown kind says only its name."""
    said = raw(work)
    if said.type == "chapter":
        return "incollection" if said.venue else "inbook"
    if said.type in _IN_VENUES:
        return _ARTICLES.get(kind_of_venue(said), "misc")
    return _KINDS.get(said.type, "misc")


def _own(work: Publication, owner: ListOwner, kind: str) -> dict[str, Any]:
    said, date, status = raw(work), year_or_date(work), status_words(work)
    authors = [_author(author, owner) for author in all_authors(work)]
    is_apart = bool(said.note) or status == "published"  # a note that would be read as a status is not one
    has_note = is_plain_note(said.note or "", bool(status))
    return {
        "title": _titled(work.title),
        "authors": " and ".join(authors + ["others"] * bool(work.authors and work.more_authors)),
        "editors": " and ".join(_person(person, owner) for person in work.editors),
        "translators": " and ".join(_person(person, owner) for person in work.translators),
        "marks": "; ".join(f"{n}={mark}" for n, author in enumerate(work.authors, 1) if (mark := _mark(author))),
        **_venue(work, kind),
        "year": date[:4],
        "month": MONTHS[int(date[5:7]) - 1] if len(date) > 4 else "",
        "day": date[8:].lstrip("0"),
        **_numbers(work, kind),
        "pages": "" if is_count(kind, said.pages or "") and not said.page_count else _dashed(work.pages or ""),
        "isbn": ", ".join(work.isbn),
        "issn": ", ".join(work.issn),
        "license": _address(work.license or ""),
        "doi": _address(bare("doi", work.doi or "")),
        "eprint": bare("arxiv", work.arxiv or ""),
        "archive": "arXiv" if work.arxiv else "",
        "bibcode": _address(work.bibcode or ""),
        "address": _address(work.url or ""),
        "links": list(_links(work)),
        "status": latex.escaped(status) if is_apart else "",
        "status_note": "" if is_apart else latex.escaped(status),
        "note": latex.escaped(_one_line(work.note)) if has_note else "",
        "award": latex.escaped("; ".join(work.award)),
        "abstract": latex.escaped(_one_line(work.abstract)),
        "keywords": latex.escaped(joined_keywords(merged_keywords(work))),
    }


def _mark(author: Author) -> str:
    """Return what is marked of an author, as the annotations of biblatex have it."""
    marks = ("equal" if author.equal_contribution else "", "corresponding" if author.corresponding else "")
    return ",".join(filter(None, marks))


def _venue(work: Publication, kind: str) -> dict[str, str]:
    """Return venue and type, and of both what the type of the entry does not say."""
    said = raw(work)
    found: dict[str, str] = {}
    if said.type in _THESES and not said.institution:
        found = {
            "venue": "",
            "institution": latex.escaped(work.venue or ""),
        }  # so in profiles from before there was one
        lose(work, "venue")
    implied = "journal" if kind == "article" else works.VENUE_KINDS.get(kind, "")
    is_kept = said.type not in _THESES and (said.venue or said.venue_kind in WITHOUT_NAME)
    stated = work.venue_kind if is_kept else None
    is_implied = works.TYPES.get(kind, "article") == work.type
    return found | {
        "genre": "" if is_implied else WORK_TYPES[work.type].cited or work.type,
        "subtype": stated if stated and stated != implied else "",
    }


def _numbers(work: Publication, kind: str) -> dict[str, str]:
    """Return issue and number; the number of an article would be read as that of the issue."""
    is_issue = kind == "article" and not raw(work).number
    issue = latex.escaped(work.issue or "")
    is_number = not is_issue and (kind != "article" or raw(work).issue)
    return {
        "number of an issue": issue if is_issue else "",
        "issue": "" if is_issue else issue,
        "number": latex.escaped(work.number or "") if is_number else "",
    }


def _links(work: Publication) -> Iterator[tuple[str, str]]:
    names = {label: name for name, label in reversed(LINKS.items())}
    for link in work.links:
        if raw(link).label in names:
            yield names.pop(link.label), _address(link.url)
            if raw(link).label == "PDF" and not raw(work).url:
                lose(link, "label")  # it comes back as the address of the work


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


def _dashed(pages: str) -> str:
    """Return pages with the two hyphens that TeX sets as a dash."""
    return details.pages(latex.escaped(pages)).replace("–", "--")


def _titled(title: str) -> str:
    """Return a title whose words with capitals inside keep them; styles write the others small."""
    return " ".join(f"{{{word}}}" if _UPPER_INSIDE.search(word) and "\\" not in word else word
                    for word in latex.escaped(title).split(" "))  # fmt: skip


def _author(author: Author, owner: ListOwner) -> str:
    """Return an author; the name of an organisation stands wholly in braces."""
    return f"{{{latex.escaped(author.name)}}}" if author.corporate else _person(author, owner)


def _person(author: PersonReference, owner: ListOwner) -> str:
    """Return a name with the family name in front where it is known; one that BibTeX would cut, in braces."""
    name = author.name
    given, family, _ = taken_apart(name, owner)
    if name == raw(owner).name and given and family == owner.family_name:
        return f"{latex.escaped(family)}, {latex.escaped(given)}"
    if not given and len(name.split()) > 1:
        return f"{{{latex.escaped(name)}}},"  # wholly in braces it would be an organisation
    return f"{{{latex.escaped(name)}}}," if name.casefold() == "others" else latex.escaped(name)


def _address(text: str) -> str:
    """Return an address; TeX reads it as it is in fields for addresses, but for braces and backslashes."""
    return text.replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D")
