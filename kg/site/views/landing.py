"""The first page: what is here, how to look into it, how to cite it and how to have it."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any
from urllib.parse import quote

from pyoxigraph import NamedNode

from kg.interchange.latex import escaped, verbatim
from kg.site.evidence import EvidenceMarks
from kg.site.grids import date_words
from kg.site.members import GroupMember, by_role, members, shares
from kg.site.metadata import linksets
from kg.site.metadata.dataset import DatasetFacts
from kg.site.metadata.things import of_dataset
from kg.site.page import PageRequest, SitePage
from kg.site.soundness import unreviewed, unsound
from kg.site.templating import html
from kg.site.thing import label
from kg.site.views.vocabulary import vocabulary
from kg.site.works import LinkedName, Works, works_on_page
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.formats import Term
from kg.terms.identifiers import slug

_MOST_FACES = 8
"""Of how many people it shows the faces: of all, if there are no more; else of those who lead."""
_MOST_CHOSEN = 3
_MOST_OF_KIND = 3
_MOST_SELECTED = 6
_MOST_TOPICS = 16
_FEWEST_TOPICS = 2
_MOST_OF_MEMBER = 2
_MOST_SYSTEMS = 6
_YEARS_SHOWN = 24
_CANDIDATES = 60

_YEARS = """
SELECT ?year (COUNT(DISTINCT ?work) AS ?works) WHERE {
  ?work kg:year ?year FILTER EXISTS { ?work kg:authorship ?authorship }
} GROUP BY ?year ORDER BY ?year
"""
_TOPICS = """
SELECT ?topic (COUNT(DISTINCT ?person) AS ?people) WHERE { ?person schema:knowsAbout ?topic }
GROUP BY ?topic ORDER BY DESC(?people) ?topic LIMIT 400
"""
_CHOICE = """
SELECT ?work ?owner ?year (COUNT(DISTINCT ?award) AS ?awards) WHERE {{
  VALUES ?year {{ {years} }}
  ?source schema:mainEntity ?owner .
  ?work schema:author ?owner ; kg:year ?year ; kg:presentedAt|schema:isPartOf ?venue .
  OPTIONAL {{ ?work schema:award ?award }}
}} GROUP BY ?work ?owner ?year ORDER BY DESC(?year) ?work LIMIT 1000
"""
_NEWS = """
SELECT ?node ?person ?date WHERE {
  ?source schema:mainEntity ?person .
  { ?node schema:author ?person ; schema:datePublished ?date } UNION { ?person kg:received ?node . ?node kg:year ?date }
  UNION { ?person kg:gave ?node . ?node dcterms:date|kg:year ?date }
  FILTER(STRLEN(STR(?date)) >= 4 && xsd:integer(SUBSTR(STR(?date), 1, 4)) >= %d)
} ORDER BY DESC(STR(?date)) ?node LIMIT 200
"""
_SELECTED = "SELECT DISTINCT ?work WHERE { ?work kg:selected true } ORDER BY ?work LIMIT 200"
_BRIDGES = """
SELECT ?person (COUNT(DISTINCT ?owner) AS ?members) WHERE {
  ?source schema:mainEntity ?owner . ?work schema:author ?owner, ?person
  FILTER NOT EXISTS { ?other schema:mainEntity ?person }
} GROUP BY ?person HAVING (COUNT(DISTINCT ?owner) > 1) ORDER BY DESC(?members) ?person LIMIT 16
"""
_SYSTEMS = """
SELECT ?system ?description WHERE {
  { SELECT ?system ?description WHERE { ?system a kg:System ; schema:description ?description } LIMIT 200 }
} ORDER BY DESC(STRLEN(?description)) ?system LIMIT 40
"""


_KINDS = ("Award", "Talk", "Publication")
_CLASSES = 12
_SAMPLES = 6
_QUERY = """\
PREFIX schema: <https://schema.org/>

SELECT ?name (COUNT(DISTINCT ?work) AS ?works)
WHERE {
  ?work schema:author ?person .
  ?person schema:name ?name .
}
GROUP BY ?person ?name
ORDER BY DESC(?works)
LIMIT 10"""
_ANY_QUERY = """\
SELECT ?class (COUNT(DISTINCT ?thing) AS ?things)
WHERE {
  ?thing a ?class .
}
GROUP BY ?class
ORDER BY DESC(?things)
LIMIT 10"""


@dataclass(frozen=True)
class Card:
    """A thing with a line about it, and how many works or people it has."""

    iri: str
    line: str = ""
    number: int | None = None


@dataclass(frozen=True)
class News:
    """A work, an award or a talk of the last year."""

    sort: str  # where a work appeared, else what it is
    name: LinkedName
    people: tuple[LinkedName, ...]  # the members whose it is
    when: str


@dataclass(frozen=True)
class Overview:
    """What the first page shows of a graph."""

    leads: tuple[tuple[str, list[GroupMember]], ...]  # those with their faces: who leads, of few people all, by role
    roles: tuple[tuple[str, list[GroupMember]], ...]  # the others by role
    number_of_members: int  # how many people there are with a profile
    elsewhere: int  # how many other people there are
    works: int  # how many works there are
    years: tuple[int, int] | None  # the first year and the last one, or None
    columns: tuple[int, ...]  # the works of the last years, see `kg.site.members.shares`
    chosen: Works  # works to begin with: of each member one before a second
    news: tuple[News, ...]  # what is new of members
    topics: tuple[Card, ...]  # the topics with the most people
    systems: tuple[Card, ...]  # systems that have a description
    bridges: tuple[Card, ...]  # others who wrote with several members, with how many


def overview(graph: Graph) -> Overview:
    """Return what the first page shows."""
    years = {_number(year): _number(works) for year, works in graph.select(_YEARS).rows}
    counted, number = kinds(graph), len(members(graph))
    featured = [iri for iri in graph.face.featured if graph.types(iri)]
    selected = featured or _selected(graph)
    also = () if featured else _chosen(graph, years)
    chosen = works_on_page(graph, [*dict.fromkeys((*selected, *also))][: max(len(selected), _MOST_CHOSEN)])
    leads, roles = _shown(graph)
    systems = {iri: value(description) for iri, description in _named(graph, _SYSTEMS)}
    topics = {iri: _number(each) for iri, each in _named(graph, _TOPICS) if iri not in unsound(graph)}
    # What nobody has reviewed has no place here, but works that are likely right.
    marks = EvidenceMarks(graph, systems)
    return Overview(
        leads=leads,
        roles=roles,
        number_of_members=number,
        elsewhere=max(0, counted.get("person", 0) - number),
        works=counted.get("work", 0),
        years=(min(years), max(years)) if years else None,
        columns=shares(years, max(years), min(_YEARS_SHOWN, max(years) - min(years) + 1)) if years else (),
        chosen=chosen,
        news=tuple(_news(graph, {work.iri for work in chosen.works})),
        topics=tuple(Card(iri, number=number) for iri, number in topics.items())[:_MOST_TOPICS]
        if len(topics) >= _FEWEST_TOPICS
        else (),
        systems=tuple(Card(*system) for system in systems.items() if marks.state(system[0]) == "stated")[
            :_MOST_SYSTEMS
        ],
        bridges=tuple(Card(iri, number=_number(number)) for iri, number in _named(graph, _BRIDGES)),
    )


def _shown(graph: Graph) -> tuple[tuple[tuple[str, list[GroupMember]], ...], ...]:
    """Return the people of the first page by role: those with their faces, and the others."""
    roles = list(by_role(graph))
    if len(members(graph)) <= _MOST_FACES:
        everybody = [each for _, having in roles for each in having]
        return tuple(roles) if graph.face.roles or not roles else (("", everybody),), ()
    title, first = roles[0]
    leads = ((title, first[:_MOST_FACES]),) if title else ()
    others = [(title, first[_MOST_FACES:] if title else first), *roles[1:]]
    return leads, tuple((each, several) for each, several in others if several)


def _news(graph: Graph, without: Collection[str]) -> Iterator[News]:
    """Yield works, awards and talks of members since the year before, the newest first, but some works."""
    whose: dict[str, dict[str, None]] = {}
    dates: dict[str, str] = {}
    for term, person, date in graph.select(_NEWS % (int(graph.date[:4]) - 1)).rows:
        whose.setdefault(value(term), {})[value(person)] = None
        dates.setdefault(value(term), value(date))
    marks, kinds_of = EvidenceMarks(graph, whose), graph.declaration.kinds
    left = Counter(dict.fromkeys(_KINDS, _MOST_OF_KIND))
    for node, people in whose.items():
        sort = next((kind for kind in _KINDS if kinds_of[kind].iri in graph.types(node)), "Publication")
        if node not in without and left[sort] and marks.state(node) != "read":
            left[sort] -= 1
            owner, names = next(iter(people)), tuple(LinkedName(graph.label(iri), iri) for iri in people)
            _, mark, fragment = node.partition("#")
            named = LinkedName(graph.text(node, "schema:name"), f"{owner}#{fragment}" if mark else node)
            place = "" if mark else works_on_page(graph, [node]).works[0].place
            yield News(place or label(kinds_of[sort]), named, names, date_words(dates[node]))


def _selected(graph: Graph) -> list[str]:
    """Return the works that profiles call selected, the newest first."""
    found = works_on_page(graph, (value(work) for (work,) in graph.select(_SELECTED).rows))
    return [work.iri for work in found.ordered][:_MOST_SELECTED]


def _chosen(graph: Graph, years: Mapping[int, int]) -> list[str]:
    """Return works of the last years to begin with, the newest first: of each member one before a second, prized ones.

    None that a machine read and that is not likely right, and of nobody more than `_MOST_OF_MEMBER`.
    """
    last: list[int] = []
    for year in sorted(years, reverse=True):  # only the works of the last years are put in order
        last.append(year)
        if sum(years[each] for each in last) > _CANDIDATES:
            break
    of_member: dict[str, list[tuple[int, int, str]]] = {}
    for work, owner, when, awards in graph.select(_CHOICE.format(years=" ".join(map(str, last)))).rows:
        of_member.setdefault(value(owner), []).append((-min(1, _number(awards)), -_number(when), value(work)))
    marks = EvidenceMarks(graph, {each[2] for works in of_member.values() for each in works})
    sure = [[each for each in works if marks.state(each[2]) != "read"] for works in of_member.values()]
    ordered = sorted(sorted(works)[:_MOST_OF_MEMBER] for works in sure if works)
    found = list(dict.fromkeys(each for turn in zip_longest(*ordered) for each in turn if each))[:_MOST_CHOSEN]
    return [work for _, _, work in sorted(found, key=lambda each: each[1])]


def kinds(graph: Graph) -> dict[str, int]:
    """Return how many things of each kind there are, without those that one mention makes which nobody has reviewed.

    There are none where the graph is not of kg's form.
    """
    counts = graph.release.manifest.get("counts", {})
    counts = counts and {**graph.index.kinds(), **counts}
    without = left_out(graph) if graph.base and counts else {}
    found = {
        kind: counts[kind] - without.get(kind, 0) for kind in graph.titles if counts.get(kind) and kind != "source"
    }
    return {kind: number for kind, number in found.items() if graph.base and number > 0}


def left_out(graph: Graph) -> dict[str, int]:
    """Return how many things of each kind one mention makes which nobody has reviewed, or are no topics."""
    found = Counter(map(graph.kind, unreviewed(graph) | unsound(graph)))
    return {kind: found[kind] for kind in graph.titles if found[kind]}


def _named(graph: Graph, sparql: str) -> Iterator[tuple[str, Term | None]]:
    for node, said in graph.select(sparql).rows:
        if isinstance(node, NamedNode):
            yield node.value, said


def _number(term: Term | None) -> int:
    text = value(term)
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() else 0


def sentence(graph: Graph) -> str:
    """Return the reference in words."""
    parts = (publisher(graph), graph.title, f"Release {graph.release.path.name}", graph.base)
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def bibtex(graph: Graph) -> str:
    """Return the reference as an entry; without a date, since a release says what it holds, not when it was made."""
    release = graph.release.path.name
    fields = {
        "author": f"{{{escaped(publisher(graph))}}}" if publisher(graph) else "",
        "title": f"{{{escaped(graph.title)}}}",
        "howpublished": f"\\url{{{verbatim(graph.base)}}}" if graph.base else "",
        "note": f"Knowledge graph, release {release}",
    }
    lines = [f"  {name:<12} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{slug(graph.title)[:40].strip('-') or 'graph'}-{release},\n" + ",\n".join(lines) + "\n}"


def publisher(graph: Graph) -> str:
    """Return who publishes the dataset, or nothing."""
    return DatasetFacts(graph).publisher.name


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the first page: of researchers where the graph is of kg's form, else of whatever it holds."""
    about = {"description": graph.face.lead or DatasetFacts(graph).abstract}
    metadata = of_dataset(graph)
    if graph.face.lead:
        metadata = replace(metadata, description=graph.face.lead)
    if kinds(graph):
        shown = overview(graph)
        return html(graph, request, "landing.html", linksets.links(graph), overview=shown, metadata=metadata, **about)
    given = {**about, **_having(graph, _ANY_QUERY), **_anything(graph)}
    return html(graph, request, "landing_any.html", linksets.links(graph), metadata=metadata, **given)


def data(graph: Graph, request: PageRequest) -> SitePage:
    """Return the page about the data: how to ask them, have them and cite them, and what is known of them."""
    counted = {graph.titles[kind]: (kind, number) for kind, number in kinds(graph).items()}
    given = _having(graph, _QUERY if counted else _ANY_QUERY)
    return html(graph, request, "data.html", counted=counted, left_out=left_out(graph), **given)


def _having(graph: Graph, query: str) -> dict[str, Any]:
    """Return what `release.html` is given: how to ask, have and cite a release."""
    return {
        "citation": sentence(graph),
        "bibtex": bibtex(graph),
        "descriptions": tuple(DatasetFacts(graph).descriptions()),
        "query": query,
        "query_link": f"query/?query={quote(query, safe='')}",
    }


def _anything(graph: Graph) -> dict[str, Any]:
    words = vocabulary(graph)
    classes = words.classes[:_CLASSES]
    return {
        "statistics": graph.statistics,
        "classes": classes,
        "samples": {usage.iri: graph.members(usage.iri, _SAMPLES) for usage in classes},
        "prefixes": words.prefixes,
    }
