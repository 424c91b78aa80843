"""Cite a work in the forms of reference managers: BibTeX and CSL-JSON."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from kg.interchange import bibtex_writing
from kg.interchange.forms import csl_json
from kg.interchange.naming import NOBODY, FullName
from kg.profile.model import Author, PersonReference, Publication, VenueKind
from kg.site.works import ListedWork
from kg.store.columns import value
from kg.store.graph import Graph, outside
from kg.store.thing import Facts
from kg.terms import dates
from kg.terms.declaration import kg_declaration
from kg.terms.vocabulary import curie
from kg.terms.work_types import work_type

_DOI, _ARXIV = "https://doi.org/", "https://arxiv.org/abs/"


@dataclass(frozen=True)
class CitationStyle:
    """A form in which works are cited: what writes publications in it."""

    title: str
    media_type: str
    write: Callable[[Iterable[Publication], FullName], str]


STYLES: Mapping[str, CitationStyle] = {
    "bib": CitationStyle("BibTeX", "application/x-bibtex; charset=utf-8", bibtex_writing.write),
    "csl.json": CitationStyle("CSL-JSON", "application/vnd.citationstyles.csl+json", csl_json.write),
}
"""By the suffix of their paths."""


def cited(graph: Graph, work: ListedWork, suffix: str) -> str:
    """Return the citation of a work in one of `STYLES`, or nothing if the graph does not know its authors."""
    if not work.authors:
        return ""
    # The owner is the author whose given name and family name the graph knows separately.
    people = (author.iri for author in work.authors if author.iri)
    owner = next((iri for iri in people if graph.text(iri, "schema:familyName")), "")
    return bibliography(graph, [work], suffix, owner)


def bibliography(graph: Graph, works: Sequence[ListedWork], suffix: str, owner: str) -> str:
    """Return works, whose authors the graph knows, as one text in the order given; no two have the same key.

    The owner is the author whose given name and family name the graph knows separately, or empty.
    """
    parts = (graph.text(owner, key) for key in ("schema:givenName", "schema:familyName"))
    name = FullName(graph.label(owner), *parts) if owner else NOBODY
    return STYLES[suffix].write((publication(graph, work) for work in works), name)


def publication(graph: Graph, work: ListedWork) -> Publication:
    """Return a work as formats of works have it; what others serve was never checked as profiles are."""
    said = graph.facts(work.iri)
    known = [value(term) for key in ("schema:sameAs", "schema:url") for term in said.get(key, ())]
    pages = (outside(value(term)) for term in said.get("schema:url", ()))
    date = graph.text(work.iri, "schema:datePublished")
    bodies = {author.iri for author in work.authors if graph.kind(author.iri) == "organization"}
    parts: dict[str, Any] = {
        "title": _line(work.title),
        "authors": tuple(
            Author.model_construct(
                name=_line(author.name), equal_contribution=author.is_equal, corporate=author.iri in bodies
            )
            for author in work.authors
        ),
        "corporate_authors": (),
        "editors": _people(graph, said, "schema:editor"),
        "translators": _people(graph, said, "schema:translator"),
        "more_authors": work.has_more,
        "venue": _line(_venue(graph, work)) or None,
        "venue_kind": _venue_kind(graph, work, said),
        "year": work.year,
        "date": date if dates.is_date(date) and len(date) > len("2024") else None,
        "type": work_type(graph.types(work.iri)),
        "status": work.status or None,
        "status_note": _line(work.note) or None,
        "url": next((page for page in pages if page and not page.startswith(_DOI)), None),
        "doi": next((each for each in known if each.startswith(_DOI)), None),
        "arxiv": next((each for each in known if each.startswith(_ARXIV)), None),
        "award": tuple(map(_line, work.awards)),
        "topics": tuple(_line(topic.name) for topic in work.topics),
    }
    return Publication.model_construct(**_declared(graph, said, parts.keys()), **parts)


def _declared(graph: Graph, said: Facts, stated: Collection[str]) -> dict[str, Any]:
    """Return the fields of a work whose form the graph does not change: volume, pages, publisher, identifiers."""
    found: dict[str, Any] = {}
    for each in kg_declaration().kinds["Publication"].written:
        if each.key in stated or each.is_untold or each.is_inlined or each.of:
            continue
        values = sorted(value(term) for term in said.get(curie(each.iri), ()))
        if each.sort == "uri":
            values = [address for address in values if address.startswith(each.iri_start or "http")]
        elif each.sort == "kind":
            values = [_line(graph.label(iri)) for iri in values]
        if each.range == "Number":
            values = [number for number in values if number.isdecimal()]
        if values:
            one = int(values[0]) if each.range == "Number" else values[0]
            found[each.key] = tuple(values) if each.is_many else one
    return found


def _venue_kind(graph: Graph, work: ListedWork, said: Facts) -> str | None:
    """Return the kind of the venue as the graph says it, else by its event or its class."""
    iri = work.series.iri if work.series else ""
    kinds = sorted(value(term).rpartition("#")[2] for term in graph.values(iri, "kg:kind")) if iri else []
    known = [kind for kind in get_args(VenueKind) if kind in kinds]
    if known:
        return str(known[0])
    if "schema:Periodical" in map(curie, graph.types(iri) if iri else ()):
        return "journal"
    return "conference" if "kg:presentedAt" in said else None


def _people(graph: Graph, said: Facts, key: str) -> tuple[PersonReference, ...]:
    """Return the people of a property, by name: the graph has no order of them."""
    found = sorted(_line(graph.label(value(term))) for term in said.get(key, ()))
    return tuple(PersonReference.model_construct(name=name) for name in found)


def _venue(graph: Graph, work: ListedWork) -> str:
    """Return the venue by its full name and, where it has one, its acronym."""
    if not work.series:
        return work.venue.name if work.venue else ""
    name, acronym = graph.label(work.series.iri), graph.text(work.series.iri, "kg:acronym")
    return f"{name} ({acronym})" if acronym and acronym not in name else name


def _line(text: str) -> str:
    return " ".join(text.split())
