"""The quality page, and the things that one unreviewed mention makes."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from pyoxigraph import Literal, NamedNode

from kg.base.errors import NotFound, ReleaseError
from kg.profile.account import read_accounts
from kg.site.page import PageRequest, SitePage
from kg.site.templating import html
from kg.store.columns import value
from kg.store.export.groups import name_of
from kg.store.graph import Graph
from kg.store.release import REPORT, Release
from kg.terms.formats import Term, read_rdf
from kg.terms.vocabulary import KG, SHACL

MAX_LISTED = 200
"""How many gaps and results of a kind, questions and profiles are listed; their numbers say how many there are."""

_SEVERITIES = ("Violation", "Warning", "Info")
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
    """What is missing in one way: how often, and the first things with their names."""

    name: str
    count: int
    things: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class OpenQuestion:
    """Two nodes that may be one, with the reasons for and against."""

    one: str
    other: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class ShapeResult:
    """A node that a shape finds fault with, if it is an IRI, and the value that is meant or the literal itself."""

    focus: str
    value: str = ""


@dataclass
class ShapeFinding:
    """The results of a shape in one wording: how many there are, and the first of them."""

    severity: str
    message: str
    shape: str
    path: str  # the IRI of the property, or empty if it is none or a longer path
    count: int = 0
    results: list[ShapeResult] = field(default_factory=list)


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the quality page: what the validation found, how complete the graph is, what is missing, what is open.

    Raises:
        NotFound: If the group keeps it to itself.
    """
    if graph.face.quality_is_private:
        raise NotFound("the page of quality is not public here", hint="see it on your own machine: kg validate")
    found = findings_of(graph.release)
    questions, number = open_questions(graph)
    try:
        profiles = tuple(islice(read_accounts(graph.release.path), MAX_LISTED))
    except ReleaseError:  # another version of kg made the release
        profiles = ()
    return html(
        graph,
        request,
        "quality.html",
        validated=bool(graph.release.manifest.get("validated")),
        findings=found,
        severities=severity_counts(graph.release, found),
        shares=shares(graph),
        gaps=gaps(graph),
        questions=questions,
        number=number,
        account=graph.release.manifest.get("account"),
        profiles=profiles,
    )


def shares(graph: Graph) -> tuple[Share, ...]:
    """Return how complete the things of a graph are; kinds that it does not hold are left out."""

    def count(pattern: str) -> int:
        return int(value(graph.select(f"SELECT (COUNT(DISTINCT ?thing) AS ?number) WHERE {{ {pattern} }}").rows[0][0]))

    wholes = {whole: count(whole) for _, whole, _ in _SHARES}
    return tuple(
        Share(name, count(f"{{ SELECT DISTINCT ?thing WHERE {{ {whole} }} }} {part}"), wholes[whole])
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
    return tuple(
        Gap(name, len(things), tuple((iri, label) for label, iri in sorted(things)[:MAX_LISTED]))
        for name, things in sorted(found.items())
    )


def open_questions(graph: Graph) -> tuple[tuple[OpenQuestion, ...], int]:
    """Return which nodes may be one, the first ones, and how many such pairs there are."""
    pairs = {
        (min(quad.subject.value, quad.object.value), max(quad.subject.value, quad.object.value))
        for quad in graph.store.quads(predicate=_POSSIBLY)
        if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode)
    }
    listed = sorted(pairs)[:MAX_LISTED]
    return tuple(OpenQuestion(*pair, _reasons(graph, pair)) for pair in listed), len(pairs)


def _reasons(graph: Graph, pair: tuple[str, str]) -> tuple[str, ...]:
    """Return what the evidence about two nodes says for and against, the weightiest first."""
    about = ({quad.subject for quad in graph.store.quads(predicate=_CANDIDATE, obj=NamedNode(each))} for each in pair)
    found = {
        quad.object.value
        for node in set.intersection(*about)
        if isinstance(node, NamedNode)
        for quad in graph.store.quads(node, _REASON)
        if isinstance(quad.object, Literal)
    }

    def weight(reason: str) -> float:
        try:
            return float(reason.partition(" ")[0])
        except ValueError:
            return 0.0

    return tuple(sorted(found, key=lambda reason: (-abs(weight(reason)), reason)))


def findings_of(release: Release) -> list[ShapeFinding]:
    """Return what the validation report of a release holds (SHACL §3.6), the worst first; nothing if there is none.

    Raises:
        ConfigError: If it is not Turtle.
    """
    path = release.path / REPORT
    nodes: dict[str, dict[str, Term]] = {}
    for quad in read_rdf(path) if path.exists() else ():
        nodes.setdefault(name_of(quad.subject), {})[quad.predicate.value.removeprefix(SHACL)] = quad.object
    found: dict[tuple[str, str, str, str], ShapeFinding] = {}
    for result in (node for node in nodes.values() if "focusNode" in node):
        severity = _iri(result.get("resultSeverity")).removeprefix(SHACL)
        shape, about = _iri(result.get("sourceShape")), _iri(result.get("resultPath"))
        key = (severity, _text(result.get("resultMessage")), shape, about)
        finding = found.setdefault(key, ShapeFinding(*key))
        finding.count += 1
        if len(finding.results) < MAX_LISTED:
            focus = result["focusNode"]
            finding.results.append(ShapeResult(_iri(focus), _text(result.get("value")) or _text(focus)))
    return sorted(found.values(), key=lambda each: (_rank(each.severity), -each.count, each.message))


def severity_counts(release: Release, found: Iterable[ShapeFinding]) -> dict[str, int]:
    """Return how many results of each severity there are, the worst first: by the report, or by the manifest alone."""
    counts = Counter[str]()
    for finding in found:
        counts[finding.severity] += finding.count
    if not counts and not (release.path / REPORT).exists():
        results = release.manifest.get("results", {})
        counts.update({each: int(results[each.lower()]) for each in _SEVERITIES if results.get(each.lower())})
    return dict(sorted(counts.items(), key=lambda item: _rank(item[0])))


def _iri(term: Term | None) -> str:
    return term.value if isinstance(term, NamedNode) else ""


def _text(term: Term | None) -> str:
    return term.value if isinstance(term, Literal) else ""


def _rank(severity: str) -> int:
    return _SEVERITIES.index(severity) if severity in _SEVERITIES else len(_SEVERITIES)
