"""Citations of works as lists in CVs have them, which say more of a work than the styles of the literature."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from kg.interchange.naming import bare
from kg.site.addresses import Address
from kg.site.grids import percent
from kg.site.reports.entries import told
from kg.site.reports.model import Line, Span, emphasis, ended, joined, link, listed, plain, strong, text_of
from kg.site.thing import Thing, thing
from kg.site.works import ListedWork
from kg.store.graph import Graph
from kg.terms import statuses
from kg.terms.vocabulary import PREFIXES
from kg.terms.work_types import WORK_TYPES, work_type

_OPEN = ("under-review", "preprint", "draft")
_PARTS = (
    *(("", "kg:series"), ("", "bibo:edition"), ("version ", "schema:version"), ("chapter ", "kg:chapter")),
    *(("", "kg:patentOffice"), ("no. ", "kg:number"), ("article ", "kg:articleNumber")),
)
"""Properties of a work that are cited beside volume and pages, with the word before each."""
_HANDS = (("edited by", "schema:editor"), ("translated by", "schema:translator"))
_SHOWN = (
    *("title", "authors", "more_authors", "corporate_authors", "editors", "translators", "venue", "year", "type"),
    *("status", "status_note", "volume", "issue", "pages", "article_number", "number", "office", "chapter", "edition"),
    *("version", "series", "publisher", "place", "institution", "award", "links", "presented_at"),
)


@dataclass(frozen=True)
class Cited:
    """A work that is to be cited; the names of its `owners`, in whose list it stands, stand out."""

    graph: Graph
    work: ListedWork
    owners: frozenset[str] = frozenset()

    @property
    def type(self) -> str:
        """The type of work, a key of `WORK_TYPES`."""
        return work_type(self.graph.types(self.work.iri))

    @property
    def sort(self) -> str:
        """What kind of work it is, where that is neither an article nor part of a book."""
        return WORK_TYPES[self.type].cited

    @property
    def is_in_journal(self) -> bool:
        """Whether it appeared in a journal or another series, not at a conference or in a book."""
        series = self.work.series
        if not (self.work.venue and series and self.work.venue.iri == series.iri):
            return False
        return f"{PREFIXES['schema']}Collection" not in (self.graph.types(series.iri) if series.iri else ())

    @property
    def is_open(self) -> bool:
        """Whether it has not been accepted anywhere, as far as is known."""
        return self.work.status in _OPEN

    @property
    def venue(self) -> str:
        """Where it appeared: the journal, or the conference by its full name and the name of its edition."""
        venue, series = self.work.venue, self.work.series
        if not venue or not series or not series.iri:
            return venue.name if venue else ""
        full = self.graph.label(series.iri)
        if self.is_in_journal or full.casefold() in venue.name.casefold():
            return full if self.is_in_journal else venue.name
        return f"{full} ({venue.name})"

    @property
    def place(self) -> Line:
        """Where it appeared, as running text: in the proceedings of a conference, or in a journal."""
        before = plain("In") if self.work.venue and not self.is_in_journal and not self.sort else ()
        return joined((joined((before, emphasis(self.venue)), " "), self.within))

    @cached_property
    def said(self) -> Thing:
        """What the graph says of the work."""
        return thing(self.graph, self.work.iri)

    @property
    def within(self) -> Line:
        """Where in the volume, the book or the series it stands, who edited that and who published it."""
        said = self.said
        volume, issue, pages = map(said.text, ("bibo:volume", "bibo:issue", "schema:pagination"))
        numbered = f"{volume}({issue})" if volume and issue else f"no. {issue}" if issue else volume
        is_alone = numbered == volume and not self.is_in_journal
        publisher = ": ".join(filter(None, (said.text("kg:place"), *said.labels("schema:publisher"))))
        found = (
            f"vol. {volume}" if volume and is_alone else numbered,
            *(f"{word}{text}" for word, key in _PARTS if (text := said.text(key))),
            f"{'pp.' if len(re.findall(r'[0-9]+', pages)) > 1 else 'p.'} {pages}" if pages else "",
            *(f"{word} {listed(names)}" for word, key in _HANDS if (names := said.labels(key))),
            publisher,
            *said.labels("schema:sourceOrganization"),
        )
        return joined(map(plain, found))

    @property
    def state(self) -> str:
        """How far it has come, in the author's words where there are some; nothing if it is published."""
        if self.work.status == "published":
            return ""
        return self.work.note or statuses.cited(self.work.status) or self.work.state

    @property
    def acceptance(self) -> str:
        """The acceptance rate of the conference in that year, as people write it, or nothing."""
        iri = self.work.venue.iri if self.work.venue else ""
        rate = self.graph.text(iri, "kg:acceptanceRate") if iri else ""
        return percent(rate) if rate else ""

    @property
    def authors(self) -> Line:
        """The authors in order, by their full names; those who contributed equally have a star."""
        names: list[Line] = []
        for author in self.work.authors:
            look = strong if author.iri in self.owners else plain
            names.append((*look(author.name), *((Span("*"),) if author.is_equal else ())))
        if self.work.has_more:
            return (*joined(names), Span(" et al."))
        if len(names) < 2:
            return joined(names)
        return (*joined(names[:-1]), Span(", and " if len(names) > 2 else " and "), *names[-1])


Style = Callable[[Cited], Line]
"""Cites a work."""


def plain_style(cited: Cited) -> Line:
    """Cite a work by full names, title, venue, year: as most lists of publications in CVs."""
    year = plain("" if cited.venue.endswith((_year(cited), f"{_year(cited)})")) else _year(cited))
    about = joined(
        (plain(cited.sort), cited.place, year, plain(cited.acceptance and f"acceptance rate {cited.acceptance}"))
    )
    sentences = (cited.authors, plain(cited.work.title), about, plain(_capital(cited.state)))
    return joined(map(ended, filter(None, sentences)), " ")


def citation(cited: Cited, style: Style = plain_style) -> Line:
    """Return the citation of a work: what the style says, and what it leaves out of status, prizes and addresses."""
    work = cited.work
    text = style(cited)
    said = text_of(text)
    state = _capital(cited.state) if cited.state.casefold() not in said.casefold() else ""
    code = (Address("Code", address.href) for address in work.code)
    places: Iterable[Address] = {address.href.casefold(): address for address in (*work.addresses, *code)}.values()
    # as it may stand in a citation: whole, or as a bare DOI or arXiv id
    forms = {each: (each.href, bare("doi", each.href), bare("arxiv", each.href)) for each in places}
    places = (each for each in places if not any(form in said for form in forms[each]))
    sentences = list(filter(None, (plain(state), *told(cited.said, _SHOWN), *map(strong, work.awards))))
    ends = (ended(text) if sentences else text, *map(ended, sentences))
    return joined((*ends, joined(map(_place, places), " · ")), " ")


def _year(cited: Cited) -> str:
    return str(cited.work.year) if cited.work.year else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _place(address: Address) -> Line:
    """Return a link whose label identifies the work, which is still of use on paper."""
    if address.href.startswith("https://doi.org/"):
        return link(Address(f"doi:{bare('doi', address.href)}", address.href))
    if address.href.startswith("https://arxiv.org/abs/"):
        return link(Address(f"arXiv:{bare('arxiv', address.href)}", address.href))
    return link(address)
