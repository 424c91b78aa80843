"""The quality page."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path

from pyoxigraph import Literal, NamedNode

from kg.base.errors import ReleaseError
from kg.profile.account import ProfileAccount, read_accounts
from kg.site.evidence import CitedEvidence, is_unreviewed, of_nodes
from kg.site.page import PageRequest, SitePage
from kg.site.templating import html
from kg.store.columns import value
from kg.store.export.groups import name_of
from kg.store.graph import Graph
from kg.store.release import REPORT, Release
from kg.terms.formats import Term, read_rdf, term_text
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG
from kg.validation.report import SHACL

# How complete a graph is: which share of its things have what they should, what is missing, what is open.

MAX_GAPS = 200
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
class OpenQuestion:
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


def open_questions(graph: Graph) -> tuple[tuple[OpenQuestion, ...], int]:
    """Return which nodes may be one, at most `MOST`, and how many such pairs there are."""
    pairs = {
        (min(quad.subject.value, quad.object.value), max(quad.subject.value, quad.object.value))
        for quad in graph.store.quads(predicate=_POSSIBLY)
        if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode)
    }
    return tuple(OpenQuestion(*pair, _reasons(graph, *pair)) for pair in islice(sorted(pairs), MAX_GAPS)), len(pairs)


def _gap(name: str, things: Iterable[tuple[str, str]]) -> Gap:
    ordered = sorted(things)
    return Gap(name, len(ordered), tuple((iri, label) for label, iri in ordered[:MAX_GAPS]))


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


# The findings of a validation: the report of a release (SHACL §3.6), by severity and shape.

MAX_RESULTS = 200
"""How many results of a kind are listed; their number says how many there are."""

_SEVERITIES = ("Violation", "Warning", "Info")


@dataclass(frozen=True)
class ShapeResult:
    """One result: what is odd about which node.

    Attributes:
        focus: The IRI of the node, or empty if it is a literal or a blank node.
        value: The value that is meant, or that literal; else empty.
    """

    focus: str
    value: str = ""


@dataclass
class ShapeFinding:
    """What a shape finds, in one wording.

    Attributes:
        severity: `Violation`, `Warning` or `Info`.
        message: What is odd.
        shape: The IRI of the shape.
        path: The IRI of the property that it is about, or empty if it is none or a longer path.
        count: How many results there are.
        results: The first of them, at most `MOST`.
    """

    severity: str
    message: str
    shape: str
    path: str
    count: int = 0
    results: list[ShapeResult] = field(default_factory=list)


def findings_of(release: Release) -> list[ShapeFinding]:
    """Return what the report of a release holds, the worst first; nothing if there is no report.

    Raises:
        ConfigError: If it is not Turtle.
    """
    path = release.path / REPORT
    if not path.exists():
        return []
    found: dict[tuple[str, str, str, str], ShapeFinding] = {}
    for result in _results(path):
        severity = _iri(result.get("resultSeverity")).removeprefix(SHACL)
        shape, about = _iri(result.get("sourceShape")), _iri(result.get("resultPath"))
        key = (severity, _text(result.get("resultMessage")), shape, about)
        finding = found.setdefault(key, ShapeFinding(*key))
        finding.count += 1
        if len(finding.results) < MAX_RESULTS:
            finding.results.append(_result(result))
    return sorted(found.values(), key=lambda each: (_rank(each.severity), -each.count, each.message))


def counted(found: Iterable[ShapeFinding]) -> dict[str, int]:
    """Return how many results there are of each severity, the worst first."""
    counts = Counter[str]()
    for finding in found:
        counts[finding.severity] += finding.count
    return dict(sorted(counts.items(), key=lambda item: _rank(item[0])))


def stated(release: Release) -> dict[str, int]:
    """Return how many results of each severity the manifest states of a release whose report is not here, if any."""
    results = {} if (release.path / REPORT).exists() else release.manifest.get("results", {})
    return {severity: int(results[severity.lower()]) for severity in _SEVERITIES if results.get(severity.lower())}


def _results(path: Path) -> Iterator[dict[str, Term]]:
    """Yield each result as the values of its properties, by the local names of these."""
    results: dict[str, dict[str, Term]] = {}
    for quad in read_rdf(path):
        results.setdefault(name_of(quad.subject), {})[quad.predicate.value.removeprefix(SHACL)] = quad.object
    yield from (result for result in results.values() if "focusNode" in result)


def _result(result: Mapping[str, Term]) -> ShapeResult:
    focus = result["focusNode"]
    return ShapeResult(_iri(focus), _text(result.get("value")) or _text(focus))


def _iri(term: Term | None) -> str:
    return term.value if isinstance(term, NamedNode) else ""


def _text(term: Term | None) -> str:
    return term.value if isinstance(term, Literal) else ""


def _rank(severity: str) -> int:
    return _SEVERITIES.index(severity) if severity in _SEVERITIES else len(_SEVERITIES)


# Topics, venues and organisations that one mention makes which a machine read and nobody has reviewed.

_AT = "org:organization|schema:recognizedBy|kg:giver|kg:inUnit|kg:collaborator"
_THERE = "kg:presentedAt|kg:serviceFor"
_NAMES = (
    f"(schema:about|schema:knowsAbout|schema:isPartOf|kg:course/schema:provider|{_THERE}|({_THERE})/schema:superEvent|"
    f"{_AT}|({_AT})/schema:parentOrganization)"
)
"""What leads from a mention, an entry or a person, to the topics, venues, events and organisations that it names."""

_NAMED_ONCE = """
SELECT ?thing (MIN(?node) AS ?mention) WHERE {{
  {{
    SELECT DISTINCT ?thing WHERE {{
      GRAPH {graph} {{ ?evidence kg:reviewStatus "proposed" ; kg:supports ?proposed }}
      ?proposed {names} ?thing . FILTER(isIRI(?thing))
      FILTER NOT EXISTS {{ GRAPH {graph} {{ ?own kg:supports ?thing }} }}
    }}
  }}
  ?node {names} ?thing .
}} GROUP BY ?thing HAVING(COUNT(DISTINCT ?node) = 1)
"""


@lru_cache(maxsize=4)
def unreviewed(graph: Graph) -> frozenset[str]:
    """Return the topics, venues, events and organisations that one mention makes which nobody has reviewed."""
    if not graph.base:
        return frozenset()
    evidence = term_text(NamedNode(graph.base + EVIDENCE_GRAPH))
    rows = graph.select(_NAMED_ONCE.format(graph=evidence, names=_NAMES)).rows
    mentions = {value(thing): value(mention) for thing, mention in rows}
    pieces = of_nodes(graph, mentions.values())
    found = {
        thing for thing, mention in mentions.items() if is_unreviewed(graph, _of_names(graph, pieces.get(mention, ())))
    }
    # An edition of a known venue is not in doubt, though only one work names it.
    return frozenset(thing for thing in found if graph.kind(thing) != "event" or _series(graph, thing) <= found)


def _series(graph: Graph, event: str) -> set[str]:
    return set(map(value, graph.values(event, "schema:superEvent")))


def _of_names(graph: Graph, pieces: Sequence[CitedEvidence]) -> Sequence[CitedEvidence]:
    """Return the evidence of what a mention names: of a person, that of the interests."""
    is_person = any(graph.kind(piece.node) == "person" and "#" not in piece.node for piece in pieces)
    return [piece for piece in pieces if piece.key == "interests"] if is_person else pieces


# The quality page: what the validation found, how complete the graph is, what is missing, what is open.


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the quality page."""
    found = findings_of(graph.release)
    questions, number = open_questions(graph)
    return html(
        graph,
        request,
        "quality.html",
        validated=bool(graph.release.manifest.get("validated")),
        findings=found,
        severities=counted(found) or stated(graph.release),
        shares=shares(graph),
        gaps=gaps(graph),
        questions=questions,
        number=number,
        account=graph.release.manifest.get("account"),
        profiles=_profiles(graph),
    )


def _profiles(graph: Graph) -> tuple[ProfileAccount, ...]:
    """Return what became of the profiles, at most `MOST`; nothing where another version of kg made the release."""
    try:
        return tuple(islice(read_accounts(graph.release.path), MAX_GAPS))
    except ReleaseError:
        return ()
