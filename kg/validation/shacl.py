"""Run pySHACL on a store."""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from pyoxigraph import NamedNode
from pyshacl.constraints import CONSTRAINT_PARAMETERS_MAP
from pyshacl.constraints.core.property_pair_constraints import (
    LessThanConstraintComponent,
    LessThanOrEqualsConstraintComponent,
)
from pyshacl.constraints.core.string_based_constraints import PatternConstraintComponent
from pyshacl.errors import ConstraintLoadError, ReportableRuntimeError, ShapeLoadError, ValidationFailure
from pyshacl.graph_abstraction import OxigraphDataGraph, to_rdf
from pyshacl.shapes_graph import ShapesGraph
from pyshacl.validator import Validator
from rdflib import Graph, Literal, Namespace
from rdflib.term import Node, URIRef

from kg.base import resources
from kg.base.errors import ConfigError, Problem
from kg.store.columns import value
from kg.terms.formats import read_rdf
from kg.terms.kinds import Declaration
from kg.terms.patterns import LinearPattern, advice, unusable
from kg.terms.typed_yaml import hint_for
from kg.terms.vocabulary import RDF_TYPE, SHACL, curie
from kg.validation.candidates import CandidateSearch
from kg.validation.report import Result, ResultSeverity

SH = Namespace(SHACL)

# A mistyped property or class in a shape would hold of everything, without a word.

_OF_PROPERTIES = frozenset(
    str(SH[name])
    for name in (
        "path",
        "targetSubjectsOf",
        "targetObjectsOf",
        "inversePath",
        "zeroOrMorePath",
        "oneOrMorePath",
        "zeroOrOnePath",
    )
)
_OF_CLASSES = frozenset((str(SH.targetClass), str(SH["class"])))


def check_paths(files: Sequence[Path], declaration: Declaration, stated: Set[str] = frozenset()) -> None:
    """Refuse shapes of a project that name what neither kg nor the project declares, or have an unusable pattern.

    Args:
        files: The shapes, those of kg too.
        declaration: What there is.
        stated: What the project's own statements use besides.

    Raises:
        ConfigError: With every such name or pattern, its file and its line.
    """
    if problems := [problem for path in _of_project(files) for problem in _unknown(path, declaration, stated)]:
        raise ConfigError(problems)


def _of_project(files: Iterable[Path]) -> list[Path]:
    return [path for path in files if path.parent != resources.directory("shapes")]


def _unknown(path: Path, declaration: Declaration, stated: Set[str]) -> Iterator[Problem]:
    text = path.read_text(encoding="utf-8", errors="replace")
    properties = {each.iri for kind in declaration.kinds.values() for each in kind.fields.values()} | {RDF_TYPE}
    known = dict.fromkeys(_OF_PROPERTIES, ("property", properties))
    known |= dict.fromkeys(_OF_CLASSES, ("class", set(declaration.classes)))
    for quad in read_rdf(path):
        predicate, named = quad.predicate.value, value(quad.object)
        what, declared = known.get(predicate, ("", {named}))
        if predicate == str(SH.pattern) and (reason := unusable(named)):
            start = text.find(named.replace("\\", "\\\\").partition('"')[0])
            message, hint = f"the pattern '{named[:80]}' cannot be used: {reason}", advice(reason)
        elif isinstance(quad.object, NamedNode) and named not in declared | stated:
            found = re.search(rf"\b{re.escape(re.split(r'[#/]', named)[-1])}\b", text)
            start = found.start() if found else 0
            hint = hint_for(curie(named), map(curie, declared), "declare it in a file in ontology/")
            message = f"no kind has the {what} '{curie(named)}'"
        else:
            continue
        yield Problem(message, path, text.count("\n", 0, max(start, 0)) + 1, hint=hint)


# Run pySHACL on a store.

_HINT = "check the shape that was changed last"


class _LinearPatternConstraint(PatternConstraintComponent):  # type: ignore[misc]  # it is not typed
    """sh:pattern, matched in time in proportion to the text: pySHACL's own may need exponential time."""

    def __init__(self, shape: Any) -> None:
        super().__init__(shape)
        flags = str(self.flags or "")
        try:
            self.compiled_cache = {pattern: LinearPattern(str(pattern), flags) for pattern in self.string_rules}
        except ValueError as error:
            raise ReportableRuntimeError(f"a pattern cannot be used: {error}") from error


class _LessThan(LessThanConstraintComponent):  # type: ignore[misc]  # it is not typed
    def _compare_lt(self, *arguments: Any) -> tuple[bool, list[Any]]:
        return _in_order(self, super()._compare_lt, *arguments)


class _LessThanOrEquals(LessThanOrEqualsConstraintComponent):  # type: ignore[misc]  # it is not typed
    def _compare_ltoe(self, *arguments: Any) -> tuple[bool, list[Any]]:
        return _in_order(self, super()._compare_ltoe, *arguments)


def _in_order(
    component: Any, compare: Callable[..., Any], values: Set[Node], others: Set[Node], graph: Any, focus: Node
) -> tuple[bool, list[Any]]:
    """Compare each pair by pySHACL; values that cannot be compared are a result (SHACL §4.5.3), not its TypeError."""
    reports: list[Any] = []
    for term, other in product(values, others):
        try:
            if any(isinstance(each, Literal) and each.ill_typed for each in (term, other)):
                raise TypeError("an ill-formed literal has no order")
            reports += compare({term}, {other}, graph, focus)[1]
        except TypeError:
            reports.append(component.make_v_result(graph, focus, value_node=term))
    return bool(reports), reports


CONSTRAINT_PARAMETERS_MAP.update(
    {SH.pattern: _LinearPatternConstraint, SH.lessThan: _LessThan, SH.lessThanOrEquals: _LessThanOrEquals}
)


class _CheckedGraph(OxigraphDataGraph):  # type: ignore[misc]  # it is not typed
    """A store as pySHACL's data graph, which is true without being counted.

    pySHACL asks `data_graph or shapes_graph` for each result, which would count all quads each time.
    """

    def __bool__(self) -> bool:
        return True


class Judge:
    """pySHACL with the shapes of some files in Turtle, which are read once.

    Any method raises ConfigError if a file is no Turtle, or a shape in it is ill-formed.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self.files = files
        self._read, self._own = _read_shapes(files)
        self._logger = logging.getLogger("kg.validation.validating")
        self._logger.disabled = True  # what it would say is in the report
        self._shapes = ShapesGraph(self._read, logger=self._logger)
        with self._errors():  # an ill-formed shape is an error at once
            self.shapes: Sequence[Any] = self._shapes.shapes

    @property
    def has_queries(self) -> bool:
        """Whether any shape leads to a query of the project's own."""
        return any(map(self._is_own, self.shapes))

    def check(self, search: CandidateSearch, *, own: bool) -> tuple[Result, ...]:
        """Check the union of the graphs of a store.

        Args:
            search: What finds the nodes that may not conform.
            own: Whether to check the shapes that lead to queries of the project's own, or all others.
        """
        data = _CheckedGraph(search.store.backend)
        data.default_union = True
        reports: list[Any] = []
        with self._errors():
            validator = Validator(data, shacl_graph=self._read, options={"logger": self._logger})
            validator.shacl_graph = self._shapes  # the same, of which the shapes were made already
            for shape in self.shapes:
                if self._is_own(shape) is own and (focus := _focus_nodes(shape, search)) != []:
                    reports += shape.validate(validator.make_executor(), data, focus=focus)[1]
            graph, _ = Validator.create_validation_report(self._shapes, not reports, reports)
        return tuple(results_in(graph, self._read))

    def _is_own(self, shape: Any) -> bool:
        if self._own and self._shapes.custom_constraints:  # they have queries, too
            return True
        return bool(self._own) and not self._own.isdisjoint(self._read.transitive_objects(shape.node, None))

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Say of what pySHACL raises which file it is about."""
        try:
            yield
        except (ShapeLoadError, ConstraintLoadError) as error:
            raise ConfigError(_ill_formed(error, self.files)) from error
        except ValidationFailure as error:
            raise ConfigError(f"the shapes cannot be checked: Validation Failure - {error.message}") from error
        except (ReportableRuntimeError, re.error, SyntaxError) as error:  # a pattern, a query that are none
            message = f"the shapes cannot be checked: {error}"
            raise ConfigError(Problem(message, _suspect(self.files), hint=_HINT)) from error


def _focus_nodes(shape: Any, search: CandidateSearch) -> list[Any] | None:
    """Return the nodes that pySHACL judges; None for all targets."""
    candidates = search.candidates(shape)
    return None if candidates is None else [*map(to_rdf, candidates), *shape.target_nodes()]


def _read_shapes(files: Sequence[Path]) -> tuple[Graph, Set[Node]]:
    """Return the shapes of some files, and the nodes that hold a query of the project's own."""
    graph, own = Graph(), set()
    of_project = _of_project(files)
    for path in files:
        for _ in read_rdf(path):  # names line and column where the file is no Turtle
            pass
        before = _queries(graph)
        graph.parse(path, format="turtle")
        own |= _queries(graph) - before if path in of_project else set()
    return graph, own


def _queries(graph: Graph) -> set[Node]:
    return {node for text in (SH.select, SH.ask) for node in graph.subjects(text)}


def _ill_formed(error: ShapeLoadError | ConstraintLoadError, files: Sequence[Path]) -> Problem:
    """Name the file that holds the ill-formed shape, as far as the message tells."""
    reason = " ".join(str(error).split())
    message = f"a shape is ill-formed: {reason}"
    for path in files:
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            local = text.partition(" ")[0].rpartition(":")[2]
            if (local and f"#{local}>" in reason) or f"#{local} " in reason:
                return Problem(message, path, line)
    return Problem(message, _suspect(files), hint=_HINT)


def _suspect(files: Sequence[Path]) -> Path | None:
    """Return the file of the project's own shapes, if it is one: those that come with kg are well-formed."""
    own = _of_project(files)
    return own[0] if len(own) == 1 else None


_SEVERITIES = {str(SH[severity.capitalize()]): severity for severity in ResultSeverity}


def results_in(results: Graph, shapes: Graph) -> Iterator[Result]:
    """Yield the results of a report of pySHACL."""
    for node in results.objects(predicate=SH.result):  # not those that only explain another (sh:detail)

        def one(predicate: Node, node: Node = node) -> Node | None:
            return results.value(node, predicate)

        shape = one(SH.sourceConstraint) or one(SH.sourceShape)
        source = shape if shape is not None and (shape, SH.message, None) in shapes else one(SH.sourceShape)
        of_shape, of_result = _text(shapes, source, SH.message), str(one(SH.resultMessage) or "")
        term = one(SH.value)
        yield Result(
            # SHACL §2.1.4 allows severities of the user's own.
            severity=_SEVERITIES.get(str(one(SH.resultSeverity)), ResultSeverity.VIOLATION),
            # That of a result has the variables of a query filled in (SHACL §5.3.2).
            message=of_result if "{" in of_shape else of_shape or of_result,
            hint=_text(shapes, source, SH.description),
            focus=str(one(SH.focusNode)),
            path=_iri(one(SH.resultPath)),
            value=term.n3() if term is not None else "",
            shape=_iri(source) or _iri(one(SH.sourceShape)) or _iri(shapes.value(None, SH.property, source)),
            component=str(one(SH.sourceConstraintComponent)),
        )


def _iri(node: Node | None) -> str:
    """Return an IRI as text; a longer path and a nameless shape are blank nodes, which say nothing outside."""
    return str(node) if isinstance(node, URIRef) else ""


def _text(shapes: Graph, shape: Node | None, predicate: Node) -> str:
    term = shapes.value(shape, predicate) if shape is not None else None
    return str(term) if isinstance(term, Literal) else ""
