"""Read lists of publications, whatever the order of authors, title and venue and however they are set.

Each citation is read twice: first for itself, then with what the sure ones have in common, which is how
the page cuts its citations and who its people are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from kg.extract.addresses import valid
from kg.extract.citations import implied, parsing, venues
from kg.extract.citations.entries import CitationLines, entries_of
from kg.extract.citations.notes import Notes
from kg.extract.citations.parsing import Citation, Habits
from kg.extract.citations.words import words_of
from kg.extract.documents.model import Document, DocumentBlock, TextRun
from kg.extract.lines import BlockLine
from kg.extract.page import PageContext
from kg.extract.sections import CvSection, sections_of
from kg.interchange import works
from kg.profile.authorship import is_named
from kg.profile.drafts.model import Fact
from kg.terms import statuses
from kg.terms.identifiers import fold

SURE = 6.0
"""The score from which a citation teaches how others of its page are to be read."""

ENOUGH = 60
"""How many citations tell whose page it is."""

LEAST = 2.5
"""The score below which words are no citation."""

_MOST_LINES = 2_000
"""A legend of marks stands among the first so many lines of a page."""

_THESIS = re.compile(
    r"\b(?:ph\.?\s?d\.?|doctoral|m\.?sc\.?|master(?:['’]?s)?|bachelor(?:['’]?s)?|diploma) (?:thesis|dissertation)\b",
    re.IGNORECASE,
)
_EXPLANATION = re.compile(
    r"([*†‡§¶#+])[ \\^)]{0,3}(?:denotes |indicates |means |= ?|: ?|are |is )?(?:the |these )?(?:authors? )?(?:with )?"
    r"(?:equal|co-?first|contributed equally|joint)",
    re.IGNORECASE,
)


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the publications of a section."""
    for citation, entry in _citations(section, page):
        yield _fact(citation, entry, page)


def read_unnamed(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the publications of a section without a telling heading, if most of its entries are the owner's works."""
    family = page.owner.rpartition(" ")[2].casefold()
    if not family or sum(family in line.text.casefold() for line in section.lines) < 2:
        return
    entries = list(entries_of(section, _owner(page)))
    long = [entry for entry in entries if sum(len(line.text) for line in entry.lines) >= 40]
    found = list(_citations(section, page))
    sure = [citation for citation, _ in found if citation.score >= SURE]
    own = [citation for citation in sure if not citation.authors.implied and _is_of(citation, page.owner)]
    if len(sure) >= 2 and len(sure) >= 0.6 * len(long) and len(own) >= 0.6 * len(sure):
        yield from (_fact(citation, entry, page) for citation, entry in found)


def _is_of(citation: Citation, owner: str) -> bool:
    """Whether the page's owner is among the authors: other people's works are a list for reading."""
    return is_named((name.name for name in citation.authors.names), [owner])


def values_of(text: str) -> Mapping[str, Any]:
    """The values of the publication that a text cites; nothing where it does not read as one."""
    heading = DocumentBlock("heading", (TextRun("Publications", 1),), (1, 1), level=2)
    document = Document("-", "", "", (heading, DocumentBlock("item", (TextRun(text, 2),), (2, 2), depth=1)))
    page = PageContext(document, tuple(sections_of(document)))
    found = [fact for section in page.sections for fact in read(section, page)]
    return found[0].values if len(found) == 1 else {}


def mark_of_equals(sections: Iterable[CvSection]) -> str:
    """Return the mark that a legend of the page explains as equal contribution; nothing if none does."""
    lines = islice((line for section in sections for line in section.lines), _MOST_LINES)
    return next(filter(None, (_explained(line.text) for line in lines)), "")


def authors_of(section: CvSection, page: PageContext) -> list[list[str]]:
    """Return the authors of the citations that read well, a list each: who is in most of them owns the page."""
    return [
        [name.name for name in citation.authors.names]
        for citation, _ in _citations(section, page, most=ENOUGH)
        if citation.score >= LEAST + 1
    ]


def _citations(
    section: CvSection, page: PageContext, *, most: int | None = None
) -> Iterator[tuple[Citation, CitationLines]]:
    """Yield what reads as a citation, with its lines; of the first entries only, if `most` says how many."""
    owner = _owner(page)
    entries = list(islice(entries_of(section, owner), most))
    words = [words_of(entry.lines) for entry in entries]
    habits = Habits(page.owner, owner=owner)
    found = [parsing.parse(each, habits) for each in words]
    sure = [citation for citation in found if citation and citation.score >= SURE]
    habits = Habits(page.owner, parsing.people_of(sure), owner, parsing.patterns_of(sure))
    leaves_out = sum(1 for citation in sure if citation.authors.implied) > 0.4 * len(entries)
    for first, each, entry in zip(found, words, entries, strict=True):
        citation = parsing.parse(each, habits) if _is_doubtful(first, habits) else first
        if leaves_out and (citation is None or citation.score < LEAST):
            citation = parsing.parse_alone(each, habits)
        if citation and citation.score >= LEAST:
            yield citation, entry


def _is_doubtful(citation: Citation | None, habits: Habits) -> bool:
    """Say whether a citation is to be read again in the light of the others of its page."""
    if citation is None or citation.score < SURE:
        return True
    usual, _ = habits.patterns.most_common(1)[0] if habits.patterns else (citation.pattern, 1)
    return citation.pattern != usual


def _owner(page: PageContext) -> frozenset[str]:
    """Return the folded forms in which the owner may stand among authors."""
    if not page.owner:
        return frozenset()
    *given, family = page.owner.split()
    initials = [part[0] for name in given for part in name.split("-") if part]
    middle = [name[0] for name in given[1:]]
    forms = (
        page.owner,
        f"{family} {' '.join(given)}",
        f"{' '.join(initials)} {family}",
        f"{''.join(initials)} {family}",
        f"{given[0][0] if given else ''} {family}",
        f"{' '.join([*given[:1], *middle])} {family}",
        f"{given[0] if given else ''} {family}",
        f"{''.join(given).replace('-', '')} {family}",
    )
    return frozenset(fold(form) for form in forms)


def _fact(citation: Citation, entry: CitationLines, page: PageContext) -> Fact:
    found = citation.notes
    year, how_year = _year(found, entry)
    kind = _type(citation, entry)
    status, status_note = statuses.state_of(
        [(found.status, found.status_note)],
        reversed(entry.headings),
        venue=found.venue,
        is_placed=bool(found.numbers),
        kind=kind,
    )
    values: dict[str, Any] = {
        "title": citation.title,
        "authors": _authors(citation, page.equal_mark),
        "more_authors": citation.authors.incomplete or None,
        "venue": found.venue,
        "year": year,
        "type": kind,
        "status": status,
        "status_note": status_note,
        "url": valid(citation.url),
        "doi": found.doi,
        "arxiv": found.arxiv,
        "award": list(found.award),
        "acceptance_rate": found.rate,
        **found.numbers,
        "links": list(_links(citation)),
    }
    how = {
        "title": citation.how_title,
        "authors": _how_authors(citation),
        "year": how_year,
        "venue": found.how_venue,
        "*": "stated",
    }
    if values["type"] == "book" and not venues.is_venue(found.venue):  # what stands behind its title made it
        publisher, _, place = (part.strip() for part in values.pop("venue").partition(","))
        values |= {"publisher": publisher, "place": place}
    reason = implied.LEFT_OUT if citation.authors.implied else ""
    return page.fact("publications", values, how, _lines(entry, citation), reason=reason)


def _type(citation: Citation, entry: CitationLines) -> str:
    """Return the kind of work that a citation says it is: of a thesis, or on a line of its own; else nothing."""
    found = _THESIS.search(citation.words.text.replace(citation.title, " "))
    called = [line.text for line in entry.lines[:2]] + ([found[0]] if found else [])
    types = (works.TYPES.get(fold(text), "article") for text in called)
    return next((kind for kind in types if kind != "article"), "")


def _year(found: Notes, entry: CitationLines) -> tuple[int | None, str]:
    """Return the year that the citation states, else that of its sub-heading, else that of its arXiv id."""
    if found.year:
        return found.year, found.how_year
    if entry.year:
        return entry.year, "sub-heading"
    year = int(found.arxiv.rpartition("/")[2][:2]) if found.arxiv else 0
    return (1900 * (year > 90) + 2000 * (year <= 90) + year, "arXiv id") if found.arxiv else (None, "")


def _lines(entry: CitationLines, citation: Citation) -> Sequence[BlockLine]:
    """Return the lines of a citation; those of another page than the first are left out."""
    first = entry.lines[0].block.page
    return [line for line in entry.lines if line.block.page == first] or citation.words.lines


def _how_authors(citation: Citation) -> str:
    run = citation.authors
    kind = "implied" if run.implied else "alone" if len(run.names) == 1 else "list"
    return f"{kind} {citation.order} first"


def _authors(citation: Citation, mark: str) -> list[str]:
    """Return the authors in order, with a star behind those who contributed equally."""
    equal = _equal_mark(citation, mark)
    return [f"{each.name}*" if equal and equal in each.marks else each.name for each in citation.authors.names]


def _equal_mark(citation: Citation, mark: str) -> str:
    """Return the mark of equal contribution: what citation or page explains so, else a star on the first two."""
    if explained := _explained(citation.words.text) or mark:
        return explained
    marked = ["*" in name.marks for name in citation.authors.names]
    return "*" if len(marked) > 1 and marked[0] and marked[1] else ""


def _explained(text: str) -> str:
    found = _EXPLANATION.search(text)
    return found[1] if found else ""


def _links(citation: Citation) -> Iterator[dict[str, str]]:
    for link in citation.links:
        if url := valid(link.url):
            yield {"label": link.label, "url": url}
