"""The publications of a profile in BibTeX; letters stay in Unicode, what TeX reads as commands is escaped."""

import re
from collections.abc import Iterator

from kg.interchange import details, latex, works
from kg.interchange.bibtex_entries import LINKS, is_count
from kg.interchange.naming import (
    all_authors,
    all_keywords,
    bare,
    is_plain_note,
    keyed,
    kind_of_venue,
    status_words,
    taken_apart,
    year_or_date,
)
from kg.interchange.views import lose, raw
from kg.interchange.works import MONTHS
from kg.profile.model import Author, PersonReference, Profile, Publication
from kg.profile.reviewed import WITHOUT_NAME

_KINDS = {"book": "book", "thesis": "phdthesis", "masters-thesis": "mastersthesis", "bachelors-thesis": "mastersthesis",
          "report": "techreport", "patent": "patent", "proceedings": "proceedings", "standard": "standard",
          "encyclopedia-entry": "inreference"}  # fmt: skip
_ARTICLES = {"journal": "article", "magazine": "article", "newspaper": "article", "repository": "article",
             "conference": "inproceedings", "workshop": "inproceedings", "industry-event": "inproceedings",
             "book": "incollection"}  # fmt: skip
_IN_VENUES = ("article", "review", "book-review", "poster", "talk", "preprint")
"""Types of works that are entries of another type in each kind of venue."""
_VENUES = {"article": "journal", "misc": "howpublished"}
"""In which field the venue stands, where that is not `booktitle`."""
_THESES = ("thesis", "masters-thesis", "bachelors-thesis")
_TYPES = {"bachelors-thesis": "Bachelor's thesis", "book-review": "book review",
          "encyclopedia-entry": "encyclopedia entry"}  # fmt: skip
_UPPER_INSIDE = re.compile(r"\w[^\s]*?[A-Z]|^[A-Z]$")


def write(profile: Profile) -> str:
    """Return the publications as BibTeX."""
    return "\n".join(_entry(key, work, profile, _kind(work)) for key, work in keyed(profile))


def _entry(key: str, work: Publication, profile: Profile, kind: str) -> str:
    pairs = [(name, value) for name, value in _fields(work, kind, profile) if value]
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


def _fields(work: Publication, kind: str, profile: Profile) -> Iterator[tuple[str, str]]:
    yield "title", _titled(work.title)
    yield from _people(work, profile)
    yield from _venue(work, kind)
    date = year_or_date(work)
    yield "year", date[:4]
    if len(date) > 4:
        yield "month", MONTHS[int(date[5:7]) - 1]
        yield "day", date[8:].lstrip("0")
    yield from _numbers(work, kind)
    yield from _publication(work, kind)
    yield from _addresses(work)
    yield from _links(work)
    yield from _notes(work)
    yield "award", latex.escaped("; ".join(work.award))
    yield "abstract", latex.escaped(_one_line(work.abstract))
    yield "keywords", latex.escaped(all_keywords(work))


def _people(work: Publication, profile: Profile) -> Iterator[tuple[str, str]]:
    others = ("others",) if work.authors and work.more_authors else ()
    yield "author", " and ".join((*(_author(author, profile) for author in all_authors(work)), *others))
    yield "editor", " and ".join(_person(person, profile) for person in work.editors)
    yield "translator", " and ".join(_person(person, profile) for person in work.translators)
    marks = ((n, author) for n, author in enumerate(work.authors, 1))
    yield "author+an", "; ".join(f"{n}={mark}" for n, author in marks if (mark := _mark(author)))


def _mark(author: Author) -> str:
    """Return what is marked of an author, as the annotations of biblatex have it."""
    marks = ("equal" if author.equal_contribution else "", "corresponding" if author.corresponding else "")
    return ",".join(filter(None, marks))


def _venue(work: Publication, kind: str) -> Iterator[tuple[str, str]]:
    """Yield venue and type, and of both what the type of the entry does not say."""
    said = raw(work)
    place = "school" if said.type in _THESES else "institution"
    if said.type in _THESES and not said.institution:
        yield place, latex.escaped(work.venue or "")  # so do profiles from before there was `institution`
        lose(work, "venue")
    else:
        yield _VENUES.get(kind, "booktitle"), latex.escaped(work.venue or "")
        yield place, latex.escaped(work.institution or "")
    if works.TYPES.get(kind, "article") != work.type:
        yield "type", _TYPES.get(work.type, work.type)
    implied = "journal" if kind == "article" else works.VENUE_KINDS.get(kind, "")
    is_kept = said.type not in _THESES and (said.venue or said.venue_kind in WITHOUT_NAME)
    stated = work.venue_kind if is_kept else None
    yield "entrysubtype", stated if stated and stated != implied else ""


def _numbers(work: Publication, kind: str) -> Iterator[tuple[str, str]]:
    yield "volume", latex.escaped(work.volume or "")
    if kind == "article" and not raw(work).number:
        yield "number", latex.escaped(work.issue or "")
    else:
        yield "issue", latex.escaped(work.issue or "")
        yield from _number(work, kind)
    yield "pages", "" if is_count(kind, raw(work).pages or "") else _dashed(work.pages or "")
    yield "eid", latex.escaped(work.article_number or "")
    yield "chapter", latex.escaped(work.chapter or "")
    yield "pagetotal", "" if work.page_count is None else str(work.page_count)
    yield "edition", latex.escaped(work.edition or "")
    yield "version", latex.escaped(work.version or "")


def _number(work: Publication, kind: str) -> Iterator[tuple[str, str]]:
    """Yield the number, unless it would be read as that of the issue."""
    if kind != "article" or raw(work).issue:
        yield "number", latex.escaped(work.number or "")


def _publication(work: Publication, kind: str) -> Iterator[tuple[str, str]]:
    yield "series", latex.escaped(work.series or "")
    yield "publisher", latex.escaped(work.publisher or "")
    yield "address", latex.escaped(work.place or "")
    if kind == "patent":
        yield "location", latex.escaped(work.office or "")
    yield "isbn", ", ".join(work.isbn)
    yield "issn", ", ".join(work.issn)
    yield "language", work.language or ""
    yield "license", _address(work.license or "")


def _addresses(work: Publication) -> Iterator[tuple[str, str]]:
    yield "doi", _address(bare("doi", work.doi or ""))
    if work.arxiv:
        yield "eprint", bare("arxiv", work.arxiv)
        yield "archiveprefix", "arXiv"
    yield "pmid", bare("pmid", work.pmid or "")
    yield "pmcid", bare("pmcid", work.pmcid or "")
    yield "adsurl", _address(work.bibcode or "")
    yield "url", _address(work.url or "")


def _notes(work: Publication) -> Iterator[tuple[str, str]]:
    """Yield status and note; a note that would be read as a status is not one."""
    status = status_words(work)
    if status and (raw(work).note or status == "published"):
        yield "pubstate", latex.escaped(status)
    elif status:
        yield "note", latex.escaped(status)
    if is_plain_note(raw(work).note or "", bool(status)):
        yield "note", latex.escaped(_one_line(work.note))


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


def _author(author: Author, profile: Profile) -> str:
    """Return an author; the name of an organisation stands wholly in braces."""
    return f"{{{latex.escaped(author.name)}}}" if author.corporate else _person(author, profile)


def _person(author: PersonReference, profile: Profile) -> str:
    """Return a name with the family name in front where it is known; one that BibTeX would cut, in braces."""
    name = author.name
    given, family, _ = taken_apart(name, profile)
    if name == raw(profile).name and given and family == profile.family_name:
        return f"{latex.escaped(family)}, {latex.escaped(given)}"
    if not given and len(name.split()) > 1:
        return f"{{{latex.escaped(name)}}},"  # wholly in braces it would be an organisation
    return f"{{{latex.escaped(name)}}}," if name.casefold() == "others" else latex.escaped(name)


def _address(text: str) -> str:
    """Return an address; TeX reads it as it is in fields for addresses, but for braces and backslashes."""
    return text.replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D")
