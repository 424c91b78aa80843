"""How complete a graph is: which share of its things have what they should, what is missing, what is open."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from kg.columns import value
from kg.formats import Literal, NamedNode
from kg.pages.graph import Graph
from kg.vocabulary import KG

MOST = 200
"""How many gaps of a kind, and how many questions, are listed; their numbers say how many there are."""

_WORK = "?thing kg:authorship ?authorship"
_OWNER = "?source schema:mainEntity ?thing . ?thing a schema:Person"
_POSITION = "?thing a schema:OrganizationRole"
_DEGREE = "?thing a schema:EducationalOccupationalCredential"
_ORGANIZATION = "?thing a schema:Organization"
_SAME = '?thing schema:sameAs ?same FILTER(STRSTARTS(STR(?same), "{}"))'
_SHARES = (
    ("Works with a year", _WORK, "?thing kg:year ?year"),
    ("Works with a DOI", _WORK, _SAME.format("https://doi.org/")),
    ("Works with a venue", _WORK, "?thing kg:presentedAt|schema:isPartOf ?venue"),
    ("Profiles with an ORCID iD", _OWNER, _SAME.format("https://orcid.org/")),
    ("Positions with a start", _POSITION, "?thing schema:startDate ?date"),
    ("Degrees with a date", _DEGREE, "?thing schema:startDate|schema:endDate ?date"),
    ("Organisations with a ROR ID", _ORGANIZATION, _SAME.format("https://ror.org/")),
)
_COUNT = "SELECT (COUNT(DISTINCT ?thing) AS ?number) WHERE {{ {} }}"
_POSSIBLY = NamedNode(f"{KG}possiblySameAs")
_CANDIDATE, _REASON = NamedNode(f"{KG}candidate"), NamedNode(f"{KG}reason")


@dataclass(frozen=True)
class Share:
    """How many things have something, of all that should."""

    name: str
    part: int
    whole: int

    @property
    def percent(self) -> int:
        """The share in hundredths, rounded down: 100 means all."""
        return 100 * self.part // self.whole


@dataclass(frozen=True)
class Gap:
    """What is missing in one way: how often, and the first `MOST` things, by name."""

    name: str
    count: int
    things: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Question:
    """Two nodes that may be one, with the reasons for and against."""

    one: str
    other: str
    reasons: tuple[str, ...]


def shares(graph: Graph) -> tuple[Share, ...]:
    """Return how complete the things of a graph are; kinds that it does not hold are left out."""
    wholes = {whole: _number(graph, whole) for _, whole, _ in _SHARES}
    return tuple(
        Share(name, _number(graph, f"{{ SELECT DISTINCT ?thing WHERE {{ {whole} }} }} {part}"), wholes[whole])
        for name, whole, part in _SHARES
        if wholes[whole]
    )


def gaps(graph: Graph) -> tuple[Gap, ...]:
    """Return what the query `gaps` finds, by its sort."""
    # The engine orders a hundred thousand names in many seconds; here only those that are shown are ordered.
    sparql = graph.queries["gaps"].sparql.rpartition("\nORDER BY")[0]
    found: dict[str, list[tuple[str, str]]] = {}
    for gap, name, thing in graph.select(sparql).rows:
        if isinstance(thing, NamedNode):
            found.setdefault(value(gap), []).append((value(name), thing.value))
    return tuple(_gap(name, things) for name, things in sorted(found.items()))


def questions(graph: Graph) -> tuple[tuple[Question, ...], int]:
    """Return which nodes may be one, at most `MOST`, and how many such pairs there are."""
    pairs = {
        (min(quad.subject.value, quad.object.value), max(quad.subject.value, quad.object.value))
        for quad in graph.store.quads(predicate=_POSSIBLY)
        if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode)
    }
    return tuple(Question(*pair, _reasons(graph, *pair)) for pair in islice(sorted(pairs), MOST)), len(pairs)


def _gap(name: str, things: Iterable[tuple[str, str]]) -> Gap:
    ordered = sorted(things)
    return Gap(name, len(ordered), tuple((iri, label) for label, iri in ordered[:MOST]))


def _reasons(graph: Graph, one: str, other: str) -> tuple[str, ...]:
    """Return what the question about two nodes says for and against, the weightiest first."""
    asked = [_subjects(graph, each) for each in (one, other)]
    evidence = asked[0] & asked[1]
    found = {
        quad.object.value
        for node in evidence
        for quad in graph.store.quads(NamedNode(node), _REASON)
        if isinstance(quad.object, Literal)
    }
    return tuple(sorted(found, key=lambda reason: (-abs(_weight(reason)), reason)))


def _subjects(graph: Graph, candidate: str) -> set[str]:
    quads = graph.store.quads(predicate=_CANDIDATE, obj=NamedNode(candidate))
    return {quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode)}


def _weight(reason: str) -> float:
    try:
        return float(reason.partition(" ")[0])
    except ValueError:
        return 0.0


def _number(graph: Graph, pattern: str) -> int:
    row = graph.select(_COUNT.format(pattern)).rows[0]
    return int(value(row[0]))
