"""The findings of a validation: the report of a release (SHACL §3.6), by severity and shape."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kg.export.groups import name_of
from kg.formats import Literal, NamedNode, Term, read_rdf
from kg.release import REPORT, Release
from kg.validation.report import SHACL

MOST = 200
"""How many results of a kind are listed; their number says how many there are."""

_SEVERITIES = ("Violation", "Warning", "Info")


@dataclass(frozen=True)
class Result:
    """One result: what is odd about which node.

    Attributes:
        focus: The IRI of the node, or empty if it is a literal or a blank node.
        value: The value that is meant, or that literal; else empty.
    """

    focus: str
    value: str = ""


@dataclass
class Finding:
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
    results: list[Result] = field(default_factory=list)


def findings(release: Release) -> list[Finding]:
    """Return what the report of a release holds, the worst first; nothing if there is no report.

    Raises:
        ConfigError: If it is not Turtle.
    """
    path = release.path / REPORT
    if not path.exists():
        return []
    found: dict[tuple[str, str, str, str], Finding] = {}
    for result in _results(path):
        severity = _iri(result.get("resultSeverity")).removeprefix(SHACL)
        shape, about = _iri(result.get("sourceShape")), _iri(result.get("resultPath"))
        key = (severity, _text(result.get("resultMessage")), shape, about)
        finding = found.setdefault(key, Finding(*key))
        finding.count += 1
        if len(finding.results) < MOST:
            finding.results.append(_result(result))
    return sorted(found.values(), key=lambda each: (_rank(each.severity), -each.count, each.message))


def counted(found: Iterable[Finding]) -> dict[str, int]:
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


def _result(result: Mapping[str, Term]) -> Result:
    focus = result["focusNode"]
    return Result(_iri(focus), _text(result.get("value")) or _text(focus))


def _iri(term: Term | None) -> str:
    return term.value if isinstance(term, NamedNode) else ""


def _text(term: Term | None) -> str:
    return term.value if isinstance(term, Literal) else ""


def _rank(severity: str) -> int:
    return _SEVERITIES.index(severity) if severity in _SEVERITIES else len(_SEVERITIES)
