"""Run pySHACL on a store."""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pyshacl
from pyshacl.errors import ConstraintLoadError, ReportableRuntimeError, ShapeLoadError
from pyshacl.graph_abstraction import OxigraphDataGraph
from rdflib import Graph, Literal, Namespace
from rdflib.term import Node, URIRef

from kg import resources
from kg.errors import ConfigError, Problem
from kg.formats import read_rdf
from kg.store import LocalStore
from kg.validation.report import SHACL, Report, Result, Severity

SH = Namespace(SHACL)

_HINT = "check the shape that was changed last"


class _CheckedGraph(OxigraphDataGraph):  # type: ignore[misc]  # it is not typed
    """A store as pySHACL's data graph, which is true without being counted.

    pySHACL asks `data_graph or shapes_graph` for each result, which would count all quads each time.
    """

    def __bool__(self) -> bool:
        return True


def shape_files(project_shapes: Path | None = None) -> list[Path]:
    """Return the files of the shapes that come with kg, and of a project's own."""
    files = sorted(resources.directory("shapes").glob("*.ttl"))
    if project_shapes is not None and project_shapes.is_dir():
        files += sorted(project_shapes.glob("*.ttl"))
    return files


def validate(store: LocalStore, shapes: Sequence[Path], *, strict: bool = False) -> Report:
    """Check all named graphs of a store against the shapes of some files.

    Args:
        store: What to check.
        shapes: Files in Turtle.
        strict: Whether warnings count as violations.

    Raises:
        ConfigError: If a file is no Turtle, or a shape in it is ill-formed.
    """
    graph = _read_shapes(shapes)
    logging.getLogger("pyshacl-validate").disabled = True  # pySHACL sets its level anew each time
    try:
        _, results, text = pyshacl.validate(_CheckedGraph(store.backend), shacl_graph=graph, inference="none")
    except (ShapeLoadError, ConstraintLoadError) as error:
        raise ConfigError(_ill_formed(error, shapes)) from error
    except (ReportableRuntimeError, re.error, SyntaxError) as error:  # a pattern, a query that are none
        message = f"the shapes cannot be checked: {error}"
        raise ConfigError(Problem(message, _suspect(shapes), hint=_HINT)) from error
    if not isinstance(results, Graph):
        raise ConfigError(f"the shapes cannot be checked: {text}")
    return Report.of(_results(results, graph), strict=strict)


def _read_shapes(files: Iterable[Path]) -> Graph:
    graph = Graph()
    for path in files:
        for _ in read_rdf(path):  # names line and column where the file is no Turtle
            pass
        graph.parse(path, format="turtle")
    return graph


def _ill_formed(error: ShapeLoadError | ConstraintLoadError, files: Sequence[Path]) -> Problem:
    """Name the file that holds the ill-formed shape, as far as the message tells."""
    message = " ".join(str(error).split())
    for path in files:
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            subject = text.partition(" ")[0]
            local = subject.rpartition(":")[2]
            if (local and f"#{local}>" in message) or f"#{local} " in message:
                return Problem(f"a shape is ill-formed: {message}", path, line)
    return Problem(f"a shape is ill-formed: {message}", _suspect(files), hint=_HINT)


def _suspect(files: Sequence[Path]) -> Path | None:
    """Return the file of the project's own shapes, if it is one: those that come with kg are well-formed."""
    own = [path for path in files if path.parent != resources.directory("shapes")]
    return own[0] if len(own) == 1 else None


def _results(results: Graph, shapes: Graph) -> Iterator[Result]:
    for node in results.objects(predicate=SH.result):  # not those that only explain another (sh:detail)

        def one(predicate: Node, node: Node = node) -> Node | None:
            return results.value(node, predicate)

        shape = one(SH.sourceConstraint) or one(SH.sourceShape)
        source = shape if shape is not None and (shape, SH.message, None) in shapes else one(SH.sourceShape)
        value = one(SH.value)
        yield Result(
            severity=_severity(one(SH.resultSeverity)),
            message=_message(_text(shapes, source, SH.message), str(one(SH.resultMessage) or "")),
            hint=_text(shapes, source, SH.description),
            focus=str(one(SH.focusNode)),
            label="",
            path=_iri(one(SH.resultPath)),
            value=value.n3() if value is not None else "",
            shape=_iri(source) or _iri(one(SH.sourceShape)) or _iri(shapes.value(None, SH.property, source)),
            component=str(one(SH.sourceConstraintComponent)),
        )


def _severity(term: Node | None) -> Severity:
    """Return a severity; one of the user's own, which SHACL §2.1.4 allows, is a violation."""
    known = {f"{SHACL}{severity.capitalize()}": severity for severity in Severity}
    return known.get(str(term), Severity.VIOLATION)


def _message(of_shape: str, of_result: str) -> str:
    """Return the message of a shape, or of the result if it has variables to fill in (SHACL §5.3.2)."""
    return of_result if "{" in of_shape else of_shape or of_result


def _iri(node: Node | None) -> str:
    """Return an IRI as text; a longer path and a nameless shape are blank nodes, which say nothing outside."""
    return str(node) if isinstance(node, URIRef) else ""


def _text(shapes: Graph, shape: Node | None, predicate: Node) -> str:
    value = shapes.value(shape, predicate) if shape is not None else None
    return str(value) if isinstance(value, Literal) else ""
