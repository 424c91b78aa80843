"""How a graph uses its vocabulary: which things have which properties, and what their values are.

A graph is asked about one class or property at a time, when somebody wants to know it, and never again. Whether there
is something at all is found out exactly; what there is is counted in a part of a large graph.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping

from pyoxigraph import Literal, NamedNode

from kg.store.export.groups import name_of
from kg.store.graph import Graph
from kg.store.sparql.patterns import PathStep
from kg.terms.formats import Term, term_text
from kg.terms.vocabulary import QUERY_PREFIXES

IRI, NUMBER, TEXT_IN_LANGUAGE = "iri", "number", "@"
"""Forms of values: things, numbers of all datatypes, texts in any language.

Others are datatypes, by their IRIs, and languages such as `@en`.
"""
COUNTED = 5_000
"""How many things of a class, or triples of a property, are looked at for counts."""

Counts = Mapping[str, int]

_FORM = f'BIND(IF(isLiteral(?o), IF(LANG(?o), CONCAT("@", LANG(?o)), STR(DATATYPE(?o))), "{IRI}") AS ?second)'
_IS_FORM = {IRI: "!isLiteral(?o)", NUMBER: "isNumeric(?o)", TEXT_IN_LANGUAGE: 'LANG(?o) != ""'}


class TermUsage:
    """The classes and properties of a graph with what they are used for; the numbers are of triples."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._counts: dict[str, Mapping[str, Counts]] = {}
        self._truths: dict[str, bool] = {}

    @property
    def classes(self) -> Counts:
        """The number of things of each class, the largest first."""
        return self._graph.statistics.classes

    @property
    def properties(self) -> Counts:
        """The number of triples of each property, the largest first."""
        return self._graph.statistics.properties

    # Whether there is something

    def has(self, class_: str, step: PathStep) -> bool:
        """Whether a property leads from a thing of a class."""
        link = f"?o {_node(step.iri)} ?s" if step.is_inverse else f"?s {_node(step.iri)} ?o"
        return self._is_found(f"?s a {_node(class_)} . {link}")

    def has_form(self, property_: str, form: str) -> bool:
        """Whether a value of a property has a form."""
        is_form = _IS_FORM.get(form)
        if is_form is None and form.startswith(TEXT_IN_LANGUAGE):
            is_form = f"LANGMATCHES(LANG(?o), {term_text(Literal(form[1:]))})"
        return self._is_found(f"?s {_node(property_)} ?o FILTER({is_form or f'DATATYPE(?o) = {_node(form)}'})")

    # What there is

    def of_class(self, class_: str) -> Mapping[str, Counts]:
        """Return the properties that things of a class have, each with the forms of its values."""
        return self.of_members(f"?s a {_node(class_)}")

    def of_members(self, members: str) -> Mapping[str, Counts]:
        """Return the properties of what a pattern binds to `?s`, each with the forms of its values."""
        return self._counted(f"{_some(members)} ?s ?first ?o . {_FORM}")

    def links(self, members: str) -> Mapping[str, Counts]:
        """Return the properties by which what a pattern binds to `?s` leads to things, each with their classes."""
        return self._counted(f"{_some(members)} ?s ?first ?o . ?o a ?second")

    def leading_to(self, members: str) -> Mapping[str, Counts]:
        """Return the properties that lead to what a pattern binds to `?s`, each with the classes of what has them."""
        return self._counted(f"{_some(members)} ?o ?first ?s ; a ?second")

    def classes_of(self, members: str) -> Counts:
        """Return the classes of what a pattern binds to `?s`."""
        return self._one(f"{_some(members)} ?s a ?second")

    def number(self, members: str) -> int:
        """Return how many things a pattern binds to `?s`; all of them are counted."""
        return sum(self._one(f'{members} BIND("" AS ?second)').values())

    def forms(self, property_: str) -> Counts:
        """Return the forms of the values of a property."""
        return self._one(f"{_some(f'?s {_node(property_)} ?o', '?s ?o')} {_FORM}")

    def classes_with(self, property_: str) -> Counts:
        """Return the classes of what has a property."""
        return self._one(f"{_some(f'?s {_node(property_)} ?o')} ?s a ?second")

    def _is_found(self, pattern: str) -> bool:
        """Whether a pattern has a solution in the default graph or in a named one."""
        if pattern not in self._truths:
            ask = f"ASK {{ {{ {pattern} }} UNION {{ GRAPH ?graph {{ {pattern} }} }} }}"
            self._truths[pattern] = bool(self._graph.store.query(ask, prefixes=QUERY_PREFIXES, limits=None))
        return self._truths[pattern]

    def _one(self, pattern: str) -> Counts:
        return self._counted(f'{pattern} BIND("" AS ?first)').get("", {})

    def _counted(self, pattern: str) -> Mapping[str, Counts]:
        """The number of solutions in the default graph and in each named one, by two variables, the largest first."""
        if pattern not in self._counts:
            found: dict[str, Counter[str]] = defaultdict(Counter)
            for place in (pattern, f"GRAPH ?graph {{ {pattern} }}"):
                select = f"SELECT ?first ?second (COUNT(*) AS ?uses) {{ {place} }} GROUP BY ?first ?second"
                for first, second, uses in self._graph.select(select).rows:
                    if first is not None and second is not None and isinstance(uses, Literal):
                        found[_text(first)][_text(second)] += int(uses.value)
            largest = sorted(found.items(), key=lambda item: (-item[1].total(), item[0]))
            self._counts[pattern] = {
                first: dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))) for first, counts in largest
            }
        return self._counts[pattern]


def _some(pattern: str, variables: str = "?s") -> str:
    """Return a pattern that has only the first solutions of another one."""
    return f"{{ SELECT {variables} {{ {pattern} }} LIMIT {COUNTED} }}"


def _node(iri: str) -> str:
    return term_text(NamedNode(iri))


def _text(term: Term) -> str:
    return term.value if isinstance(term, Literal) else name_of(term)
