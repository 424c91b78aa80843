"""How a graph uses its vocabulary: which things have which properties, and what their values are.

A graph is asked about one class or property at a time, when somebody wants to know it, and never again: about all of
them at once a large graph would have to be asked for minutes.
"""

from collections import defaultdict
from collections.abc import Mapping

from pyoxigraph import Literal, NamedNode

from kg.store.export.groups import name_of
from kg.store.graph import Graph, Statistics
from kg.terms.formats import Term, term_text

IRI = "iri"
"""The form of values that are things; that of a literal is the IRI of its datatype, or its language as `@en`."""

Counts = Mapping[str, int]

_FORM = f'BIND(IF(isLiteral(?o), IF(LANG(?o), CONCAT("@", LANG(?o)), STR(DATATYPE(?o))), "{IRI}") AS ?second)'


class TermUsage:
    """The classes and properties of a graph with what they are used for; the numbers are of triples."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._asked: dict[str, Mapping[str, Counts]] = {}

    @property
    def _statistics(self) -> Statistics:
        return self._graph.statistics

    @property
    def classes(self) -> Counts:
        """The number of things of each class, the largest first."""
        return self._statistics.classes

    @property
    def properties(self) -> Counts:
        """The number of triples of each property, the largest first."""
        return self._statistics.properties

    def of_class(self, class_: str) -> Mapping[str, Counts]:
        """Return the properties that things of a class have, each with the forms of its values."""
        return self.of_members(f"?s a {_node(class_)}")

    def leading_to(self, class_: str) -> Mapping[str, Counts]:
        """Return the properties that lead to things of a class, each with the classes of what has them."""
        return self.leading_to_members(f"?s a {_node(class_)}")

    def of_members(self, members: str) -> Mapping[str, Counts]:
        """Return the properties of what a pattern binds to `?s`, each with the forms of its values."""
        return self._counted(f"{members} . ?s ?first ?o . {_FORM}")

    def links_of_members(self, members: str) -> Mapping[str, Counts]:
        """Return the properties by which what a pattern binds to `?s` leads to things, each with their classes."""
        return self._counted(f"{members} . ?s ?first ?o . ?o a ?second")

    def leading_to_members(self, members: str) -> Mapping[str, Counts]:
        """Return the properties that lead to what a pattern binds to `?s`, each with the classes of what has them."""
        return self._counted(f"{members} . ?o ?first ?s ; a ?second")

    def classes_of_members(self, members: str) -> Counts:
        """Return the classes of what a pattern binds to `?s`."""
        return self._one(f"{members} . ?s a ?second")

    def number_of_members(self, members: str) -> int:
        """Return how many things a pattern binds to `?s`."""
        return sum(self._one(members).values())

    def forms(self, property_: str) -> Counts:
        """Return the forms of the values of a property."""
        return self._one(f"?s {_node(property_)} ?o . {_FORM}")

    def classes_with(self, property_: str) -> Counts:
        """Return the classes of what has a property."""
        return self._one(f"?s {_node(property_)} ?o ; a ?second")

    def classes_led_to(self, property_: str) -> Counts:
        """Return the classes of the values of a property."""
        return self._one(f"?s {_node(property_)} ?o . ?o a ?second")

    def _one(self, pattern: str) -> Counts:
        rest = 'BIND("" AS ?second)' if "?second" not in pattern else ""
        return self._counted(f'{pattern} BIND("" AS ?first) {rest}').get("", {})

    def _counted(self, pattern: str) -> Mapping[str, Counts]:
        """Return the number of solutions in the default graph and in each named one, by two variables."""
        if pattern not in self._asked:
            found: dict[str, dict[str, int]] = defaultdict(dict)
            for place in (pattern, f"GRAPH ?graph {{ {pattern} }}"):
                select = f"SELECT ?first ?second (COUNT(*) AS ?uses) {{ {place} }} GROUP BY ?first ?second"
                for record in self._graph.select(select).records():
                    first, second, uses = record.get("first"), record.get("second"), record["uses"]
                    if first is not None and second is not None and isinstance(uses, Literal):
                        counts = found[_text(first)]
                        counts[_text(second)] = counts.get(_text(second), 0) + int(uses.value)
            largest = {first: _largest_first(counts) for first, counts in found.items()}
            self._asked[pattern] = dict(sorted(largest.items(), key=lambda item: (-sum(item[1].values()), item[0])))
        return self._asked[pattern]


def _largest_first(counts: Counts) -> Counts:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _node(iri: str) -> str:
    return term_text(NamedNode(iri))


def _text(term: Term) -> str:
    return term.value if isinstance(term, Literal) else name_of(term)
