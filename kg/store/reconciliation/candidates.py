"""Find what a text may mean: by the search index, by keys of names, by identifiers."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from kg.base.errors import NotFound
from kg.identity.matching import may_be_slip
from kg.profile.names import Level, PersonName, compare, nicknames, read_name, read_once
from kg.store.graph import Graph
from kg.store.reconciliation.known import KnownEntities
from kg.terms.identifiers import SCHEMES, iri_of, web_address
from kg.terms.venue_names import MAX_VENUE, read_venue

_FOUND = 30  # things of each search
_NAMESAKES = 100  # people of each search
_COMPARED = 300  # people whose names are compared
_SCORED = 50  # people who are scored
_ALIKE = 10  # people who are shown where nobody has the name
_COMPANY = 3  # co-authors of whom others are found, and people of the name of each
_LONG = 5  # letters of a family name by which other spellings of its end are found
_WORDS = 3  # of a name, each of which may be the family name
_SEARCHES = 24
# Ids whose form is that of nothing else; of others the address is needed.
_PLAIN_IDS = ("orcid", "ror", "doi", "arxiv", "pmcid", "openalex", "wikidata")


def meant(known: KnownEntities, text: str) -> list[str]:
    """Return the things for which a text stands alone, by their IRIs: a path, an IRI of ours, an id of a registry."""
    graph = known.graph
    local = graph.local(text) or graph.local(graph.base + text)
    with suppress(NotFound):
        if local and "#" not in text and (iri := graph.current(graph.base + local)):
            return [iri]
    ids = dict.fromkeys(filter(None, _ids(text)))
    return list(dict.fromkeys(iri for each in ids for iri in known.bearing(each) if graph.local(iri)))


def _ids(text: str) -> Iterator[str]:
    yield from (iri_of(scheme, text) for scheme in (SCHEMES if "://" in text else _PLAIN_IDS))
    if "://" in text:
        with suppress(ValueError):
            yield web_address(text)


class NamesakeSearch(NamedTuple):
    """The people whose names may be a written one."""

    iris: Sequence[str]  # the closest ones, in order
    is_cut: bool = False  # whether there are more of them
    is_alike: bool = False  # whether none of them has that name, but one whose letters are much the same


def people(known: KnownEntities, text: str, company: Sequence[str] = ()) -> NamesakeSearch:
    """Return the people whose names may be a written one: those who write with somebody first, then the closest."""
    asked = read_once(text)
    searches = islice(dict.fromkeys(_searches(text, asked)), _SEARCHES)
    hits = dict.fromkeys(iri for search in searches for iri in _things(known.graph, search, "person", _NAMESAKES))
    beside = dict.fromkeys(islice(_beside(known, company), _COMPARED))
    sounding = islice(known.sounding(asked), _COMPARED)
    compared = islice(dict.fromkeys((*beside, *hits, *sounding)), 3 * _COMPARED)
    places = {iri: min(_places(known, asked, iri)) for iri in compared}
    close = sorted(
        (iri for iri, place in places.items() if place <= len(Level)), key=lambda iri: (iri not in beside, places[iri])
    )
    if not close:
        return NamesakeSearch(list(hits)[:_ALIKE], is_alike=True)
    return NamesakeSearch(close[:_SCORED], len(close) > _SCORED or len(hits) > _COMPARED)


def _beside(known: KnownEntities, company: Sequence[str]) -> Iterator[str]:
    """Yield who writes with those who have some names."""
    for name in company[:_COMPANY]:
        for iri in people(known, name).iris[:_COMPANY]:
            for work in known.works_of(iri)[:_COMPARED]:
                yield from known.work(work).authors


_ORDER = {level: place for place, level in enumerate(Level)}


def _places(known: KnownEntities, asked: PersonName, iri: str) -> Iterator[int]:
    """Yield how far the names of somebody are from a sought one: levels, behind them slips, then all others."""
    for name in map(read_name, known.names(iri)):
        level = compare(asked, name)
        is_slip = level is Level.NONE and may_be_slip(asked, name)
        yield len(Level) + (not is_slip) if level is Level.NONE else _ORDER[level]


def _searches(text: str, asked: PersonName) -> Iterator[str]:
    """Yield what to look for: the name, its readings and short forms, and its words with the first initial."""
    read = (asked, *asked.spelt, *(reading for _, reading in asked.romanised))
    yield text
    for name in read:
        yield " ".join(name.words)
        for nickname in sorted(nicknames().get(name.given[0], ())):
            yield f"{nickname} {name.family}"
    for name in read:
        if name.family:
            yield from _shortened(name)
            yield name.given[0]


def _shortened(name: PersonName) -> Iterator[str]:
    """Yield words that may be the family name, and their beginnings, each with an initial."""
    first, *others = name.words
    pairs = [(word, each[0]) for word in others[: -1 - _WORDS : -1] for each in name.given[:_WORDS] if each != word]
    for word, initial in dict.fromkeys((*pairs, (first, others[-1][0]))):
        yield from (f"{start} {initial}" for start in dict.fromkeys((word, word[:_LONG])) if len(start) > 1)


def _things(graph: Graph, text: str, kind: str, limit: int = _FOUND) -> Iterator[str]:
    """Yield the things of a kind that are called so, the best first."""
    for hit in graph.index.find(text, kinds=(kind,), limit=limit).hits:
        if graph.kind(hit.iri) == kind:
            yield hit.iri


def called(graph: Graph, text: str, kind: str) -> list[str]:
    """Return the things of a kind that a written name may mean: of venues by series and acronym, of others by parts."""
    searches = [text]
    if kind in ("venue", "event") and len(text) <= MAX_VENUE:
        name = read_venue(text)
        searches += [name.series, name.acronym]
    several = dict.fromkeys(filter(None, (*searches, *_parts(text))))
    return list(dict.fromkeys(iri for search in several for iri in _things(graph, search, kind)))[: 2 * _FOUND]


def _parts(text: str) -> Sequence[str]:
    """Return the parts of a name: a title before its subtitle, an organisation and its unit."""
    return [part.strip() for mark in (":", ",", " (") for part in text.split(mark)[:3] if mark in text]
