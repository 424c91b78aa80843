"""Check the terms of a query against the vocabulary of a graph.

A query with a wrong term is no error for SPARQL: it finds nothing. Here it is refused where it can be shown that it
finds nothing because of the term, with what was probably meant. What is right and finds nothing is only remarked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from time import monotonic

from pyoxigraph import DefaultGraph, Literal, NamedNode, Variable

from kg.base.errors import Problem, QueryError
from kg.store.graph import Graph
from kg.store.known_terms import KnownTerms
from kg.store.usage import IRI, NUMBER, TEXT_IN_LANGUAGE, Counts
from kg.terms.formats import XSD, term_text
from kg.terms.labels import shortened
from kg.terms.sparql_guard import Limits, check
from kg.terms.sparql_patterns import PathStep, QueryReading, QueryTerm, Role, TriplePattern, read_patterns
from kg.terms.typed_yaml import nearest
from kg.terms.vocabulary import KG, QUERY_PREFIXES, RDF_TYPE, RDFS, vocabulary

_LISTED, _HAD = 10, 24  # terms that are listed, and properties of a class
_LOOKED_AT = 100  # triples with a text, or with a property
_MOST = 5  # problems, and remarks, of one query
_LONGEST_MESSAGE, _LONGEST_HINT = 200, 450  # characters
_SECONDS = 3.0  # after which no more terms are checked
_TYPE = PathStep(RDF_TYPE)
_OF_ONTOLOGIES = (f"{RDFS}subClassOf", f"{RDFS}subPropertyOf")
_NUMBERS = frozenset(f"{XSD}{name}" for name in ("integer", "decimal", "double", "float", "int", "long"))
_TEXTS = (f"{XSD}string", TEXT_IN_LANGUAGE)
_DATES = tuple(f"{XSD}{name}" for name in ("dateTime", "dateTimeStamp", "date", "gYear", "gYearMonth"))
_TAKEN: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("LCASE", "UCASE", "STRLEN", "SUBSTR", "REPLACE", "STRBEFORE", "STRAFTER", "CONCAT"), _TEXTS),
    **dict.fromkeys(("CONTAINS", "STRSTARTS", "STRENDS", "REGEX", "GROUP_CONCAT"), _TEXTS),
    **dict.fromkeys(("YEAR", "MONTH", "DAY"), _DATES),
    **dict.fromkeys(("SUM", "AVG", "ABS", "ROUND", "CEIL", "FLOOR"), (NUMBER,)),
}
"""The forms of values that a function takes (SPARQL 1.1 §17.4; the engine takes partial dates, too)."""


class QueryChecker:
    """Checks queries against one graph.

    Args:
        graph: The graph.
        limits: What a query may take.
        schema: What tells which terms there are, in words.
        search: What finds things by name.

    Attributes:
        terms: The vocabulary of the graph.
    """

    def __init__(self, graph: Graph, limits: Limits, *, schema: str, search: str) -> None:
        self.terms = KnownTerms(graph)
        self.graph, self.limits = graph, limits
        self.schema, self.search = schema, search

    def check(self, sparql: str) -> tuple[str, ...]:
        """Return what is worth knowing of a query that may be asked.

        Raises:
            QueryError: If the guard refuses it, or if terms in it find nothing in this graph; all are named.
        """
        text = check(sparql, self.limits)
        reading = read_patterns(text, QUERY_PREFIXES, self.graph.base)
        return _QueryCheck(self, reading).run()


class _QueryCheck:
    """Compares one query with the vocabulary."""

    def __init__(self, checker: QueryChecker, reading: QueryReading) -> None:
        self._graph, self._terms, self._usage = checker.graph, checker.terms, checker.terms.usage
        self._schema, self._search = checker.schema, checker.search
        self._reading, self._patterns = reading, reading.patterns
        self._problems: dict[str, Problem] = {}
        self._remarks: dict[str, None] = {}
        self._told: set[str] = set()  # classes whose properties were listed
        self._until = monotonic() + _SECONDS
        self._typed: dict[QueryTerm, list[tuple[str, tuple[int, ...]]]] = defaultdict(list)
        for each in self._patterns:
            if each.steps == (_TYPE,) and isinstance(each.object, NamedNode):
                known = each.object.value in self._usage.classes
                for class_ in [each.object.value] if known else self._terms.classes_meant(each.object.value)[:1]:
                    self._typed[each.subject].append((class_, each.scope))

    def run(self) -> tuple[str, ...]:
        """Return the remarks, or raise the problems."""
        checks = {"property": self._property, "class": self._class}
        for iri, role in self._reading.mentions:
            if not self._is_enough():
                checks.get(role, self._node)(iri, role)
        for pattern in self._patterns:
            if pattern.steps and not self._is_enough():
                self._subject(pattern)
                self._values(pattern)
                self._graph_of(pattern)
        for name, literal in self._reading.comparisons:
            self._compared(name, literal)
        for function, name in self._reading.calls:
            self._called(function, name)
        if self._problems:
            raise QueryError(list(self._problems.values())[:_MOST])
        return tuple(self._remarks)[:_MOST]

    def _is_enough(self) -> bool:
        if is_late := monotonic() > self._until:
            self._remark("not all terms were checked, since it took too long")
        return is_late or len(self._problems) >= _MOST

    def _refuse(self, message: str, hint: str) -> None:
        message, hint = shortened(message, _LONGEST_MESSAGE), hint or f"{self._schema} lists what there is"
        self._problems.setdefault(message, Problem(message, hint=shortened(hint, _LONGEST_HINT)))

    def _remark(self, text: str) -> None:
        self._remarks.setdefault(shortened(text, _LONGEST_HINT))

    # Terms by themselves

    def _property(self, iri: str, _: Role) -> None:
        if iri in self._terms.declared_properties and iri not in self._usage.properties:
            self._remark(f"nothing in this graph has {self._short(iri)}, so that a pattern with it finds nothing")
        elif iri not in self._usage.properties:
            self._refuse(f"this graph has no property {self._short(iri)}", self._property_meant(iri))

    def _property_meant(self, iri: str) -> str:
        """Return what to write instead of a property that there is not, such as what its subjects have."""
        if iri in _OF_ONTOLOGIES:
            return "each thing states all its classes and properties itself: write 'a' and the class"
        subjects = [each for each in self._patterns if each.steps and each.steps[0] == PathStep(iri)]
        classes = {class_: None for each in subjects for class_ in self._classes(each)}
        return self._meant(self._terms.properties_meant(iri, classes)) or "; ".join(map(self._having, classes))

    def _class(self, iri: str, _: Role) -> None:
        if iri in self._usage.classes:
            return
        if iri not in self._terms.declared_classes:
            self._refuse(f"this graph has no class {self._short(iri)}", self._meant(self._terms.classes_meant(iri)))
            return
        siblings = [each for kind in self._terms.kinds_of(iri) for each in self._terms.classes_of(kind)]
        instead = f"; what is alike here is {self._list(siblings)}" if siblings else ""
        self._remark(f"nothing in this graph is of the class {self._short(iri)}{instead}")

    def _node(self, iri: str, role: Role) -> None:
        if self._terms.is_term(iri) or self._is_used(iri):
            return
        if iri.startswith(self._graph.base):
            self._refuse(f"{self._value(iri)} is not in this graph", self._thing_meant(iri))
        elif any(iri.startswith(namespace) for namespace in self._terms.namespaces if namespace):
            near = nearest(iri, vocabulary().iris)
            terms: list[str | PathStep] = [*self._terms.properties_meant(iri), *self._terms.classes_meant(iri)]
            self._refuse(f"this graph has no {self._short(iri)}", self._meant([near] if near else terms))
        elif role == "node":
            self._remark(f"{self._short(iri)} is not in this graph")

    def _thing_meant(self, iri: str) -> str:
        kind, _, slug = iri.removeprefix(self._graph.base).partition("#")[0].rpartition("/")
        kinds = (kind,) if kind in self._graph.titles else ()
        hits = self._graph.index.find(slug.replace("-", " "), kinds=kinds, limit=1).hits if slug else ()
        near = [f"did you mean {self._value(hit.iri)} ({hit.name})?" for hit in hits]
        return "; ".join((*near, f"{self._search} finds things by name"))

    def _is_used(self, iri: str) -> bool:
        node = NamedNode(iri)
        places = ((node, None, None, None), (None, None, node, None), (None, None, None, node))
        return any(True for each in places for _ in self._graph.store.quads(*each, limit=1))

    # What is known of the subject of a pattern

    def _classes(self, pattern: TriplePattern) -> Iterable[str]:
        """Return the classes that the subject has where the pattern stands."""
        if isinstance(pattern.subject, NamedNode):
            return self._graph.types(pattern.subject.value)
        return [class_ for class_, scope in self._typed[pattern.subject] if _is_within(pattern.scope, scope)]

    def _subject(self, pattern: TriplePattern) -> None:
        step = pattern.steps[0]
        if step.iri not in self._usage.properties:
            return
        for class_ in self._classes(pattern):
            message = f"nothing of the class {self._short(class_)} has {self._step(step)}"
            if not self._terms.may_have(class_, step):
                self._refuse(message, self._turned(pattern, class_, step))
            elif not self._usage.has(class_, step):
                self._remark(f"{message} in this graph")

    def _turned(self, pattern: TriplePattern, class_: str, step: PathStep) -> str:
        """Return what to write instead of a property that does not lead from things of a class."""
        turned = PathStep(step.iri, not step.is_inverse)
        if self._terms.may_have(class_, turned):
            subject, other = (
                str(each) if isinstance(each, Variable) else "…" for each in (pattern.subject, pattern.object)
            )
            return f"turn it round: {subject} {self._step(turned)} {other if len(pattern.steps) == 1 else '…'}"
        likely = self._terms.properties_meant(step.iri, [class_])
        hint = self._meant([each for each in likely if self._terms.may_have(class_, each)]) or self._having(class_)
        return (
            hint if step.is_inverse else f"things of {self._list(self._usage.classes_with(step.iri))} have it; {hint}"
        )

    def _graph_of(self, pattern: TriplePattern) -> None:
        """Refuse what asks the default graph for what only stands in a named one, such as evidence."""
        for step in () if pattern.is_named or self._reading.has_dataset else pattern.steps:
            property_ = NamedNode(step.iri)
            class_ = pattern.object if step == _TYPE and isinstance(pattern.object, NamedNode) else None
            default = self._graph.store.quads(None, property_, class_, DefaultGraph(), limit=1)
            named = self._graph.store.quads(None, property_, class_, limit=1)
            if not any(True for _ in default) and (found := next(named, None)) is not None:
                term = self._short((class_ or property_).value)
                hint = f"write GRAPH {found.graph_name} {{ … }} around that pattern"
                self._refuse(f"{term} stands only in the graph {found.graph_name}", hint)

    # What is known of the values of a pattern

    def _values(self, pattern: TriplePattern) -> None:
        last, object_ = pattern.steps[-1], pattern.object
        is_on = any(each.subject == object_ and _is_within(each.scope, pattern.scope) for each in self._patterns)
        leading = pattern.steps if is_on or isinstance(object_, NamedNode) else pattern.steps[:-1]
        for step in leading:
            self._leads(step, str(object_) if isinstance(object_, Variable) else "")
        if isinstance(object_, Literal) and not last.is_inverse and last.iri in self._usage.properties:
            self._literal(last.iri, object_)

    def _leads(self, step: PathStep, to: str) -> None:
        """Refuse what wants things where there are texts."""
        is_known = not step.is_inverse and step.iri in self._usage.properties
        if is_known and not self._usage.has_form(step.iri, IRI):
            what = f"the values of {self._short(step.iri)} are no things, as {to or 'this path'} would be"
            forms = self._forms(self._usage.forms(step.iri))
            self._refuse(what, f"they are {forms}; {self._schema} tells of nodes with more")

    def _literal(self, property_: str, literal: Literal) -> None:
        short, form, written = self._short(property_), _form(literal), self._written(literal)
        if any(True for _ in self._graph.store.quads(None, NamedNode(property_), literal, limit=1)):
            return
        if not self._usage.has_form(property_, form):
            forms = self._usage.forms(property_)
            hint = self._things(property_) if IRI in forms else _rather(forms, literal)
            self._refuse(f"no value of {short} is like {written}", f"its values are {self._forms(forms)}{hint}")
        else:
            self._remark(f"no {short} is {written}{'' if form in _NUMBERS else self._text_meant(literal)}")

    def _text_meant(self, literal: Literal) -> str:
        """Return where a text is found that is no value of the property for which it was given."""
        quads = self._graph.store.quads(None, None, literal, limit=_LOOKED_AT)
        if having := {quad.predicate.value: None for quad in quads}:
            return f"; it is a value of {self._list(having)}"
        found = self._graph.index.find(literal.value, limit=1)
        if found.hits and not found.is_partial:
            return f'; did you mean "{found.hits[0].name}" ({self._value(found.hits[0].iri)})?'
        words = 'FILTER(CONTAINS(LCASE(?text), "…"))'
        return f"; texts match as a whole: look for words with {words}, or by {self._search}"

    def _things(self, property_: str) -> str:
        """Return some of the things that are values of a property."""
        quads = self._graph.store.quads(None, NamedNode(property_), limit=_LOOKED_AT)
        known = dict.fromkeys(quad.object.value for quad in quads if isinstance(quad.object, NamedNode))
        return f" such as {', '.join(map(self._value, list(known)[:3]))}; or ask for their schema:name"

    # What is done with the values of a variable

    def _compared(self, name: str, literal: Literal) -> None:
        form = _form(literal)
        comparable = NUMBER if form in _NUMBERS else TEXT_IN_LANGUAGE if form.startswith("@") else form
        if (forms := self._forms_without(name, (comparable,))) is not None:
            rather = ": compare their names" if IRI in forms else _rather(forms, literal) or f": compare STR(?{name})"
            said = f"its values are {self._forms(forms)}{rather}"
            self._refuse(f"{self._variable(name)} is never comparable with {self._written(literal)}", said)

    def _called(self, function: str, name: str) -> None:
        taken = _TAKEN.get(function, ())
        forms = self._forms_without(name, taken) if taken else None
        if forms is None:
            return
        hint = f": take STR(?{name})" if taken is _TEXTS else ""
        if taken is _DATES:
            year = " kg:year, or" if f"{KG}year" in self._usage.properties else ""
            hint = f": take{year} xsd:integer(SUBSTR(STR(?{name}), 1, 4))"
        elif IRI in forms:
            hint = f": take their names by ?{name} schema:name ?name"
        said = f"its values are {self._forms(forms)}{hint}"
        self._refuse(f"{function} has no result for {self._variable(name)}", said)

    def _forms_without(self, name: str, wanted: Collection[str]) -> Counts | None:
        """Return the forms of the values of a variable if it is known that none is among some."""
        properties = None if self._is_enough() else self._properties(name)
        is_thing = any(each.subject == Variable(name) for each in self._patterns)
        if properties is None or not (properties or is_thing):
            return None
        if any(self._usage.has_form(iri, form) for iri in properties for form in wanted):
            return None
        forms = {IRI: 1} if is_thing else {}
        return {form: uses for iri in properties for form, uses in self._usage.forms(iri).items()} | forms

    def _properties(self, name: str) -> Collection[str] | None:
        """Return the properties whose values a variable has, or None where they are not known."""
        bound = [each.steps[-1:] for each in self._patterns if each.object == Variable(name)]
        if any(not each or each[0].is_inverse or each[0].iri not in self._usage.properties for each in bound):
            return None
        return {step.iri: None for (step,) in bound}

    # Words

    def _short(self, iri: str) -> str:
        return self._terms.short(iri)

    def _value(self, iri: str) -> str:
        local = iri.removeprefix(self._graph.base)
        return f"<{local}>" if local != iri else self._short(iri)

    def _variable(self, name: str) -> str:
        of = " or ".join(map(self._short, self._properties(name) or ()))
        return f"?{name} ({of})" if of else f"?{name}"

    def _list(self, iris: Collection[str], most: int = _LISTED) -> str:
        shown = [self._short(iri) for iri in iris if iri != RDF_TYPE]
        return ", ".join(shown[:most]) + " …" * (len(shown) > most)

    def _step(self, step: PathStep) -> str:
        return f"{'^' * step.is_inverse}{self._short(step.iri)}"

    def _meant(self, terms: Iterable[str | PathStep]) -> str:
        written = [self._short(each) if isinstance(each, str) else self._step(each) for each in terms]
        return f"did you mean {' or '.join(written)}?" if written else ""

    def _having(self, class_: str) -> str:
        """Say which properties the things of a class have; once, since there are many."""
        if class_ in self._told:
            return f"see what {self._short(class_)} has, above"
        self._told.add(class_)
        return f"things of {self._short(class_)} have {self._list(self._terms.properties_of(class_), _HAD)}"

    def _forms(self, forms: Counts) -> str:
        shown = [each if each.startswith("@") else self._short(each) for each in forms if each != IRI]
        return " or ".join((*(["things"] if IRI in forms else []), *shown[:3]))

    def _written(self, literal: Literal) -> str:
        if literal.language or literal.datatype.value == f"{XSD}string":
            return term_text(literal)
        if literal.datatype.value in _NUMBERS:
            return literal.value
        return f"{term_text(Literal(literal.value))}^^{self._short(literal.datatype.value)}"


def _rather(forms: Counts, literal: Literal) -> str:
    """Return how to write a literal so that it may be one of some values; nothing where that is not known."""
    if not _NUMBERS.isdisjoint(forms) and literal.value.strip().isdigit():
        return f": write {literal.value.strip()}"
    language = next((each for each in forms if each.startswith("@")), "")
    return f": write {term_text(Literal(literal.value))}{language}" if language or f"{XSD}string" in forms else ""


def _form(literal: Literal) -> str:
    """Return the form of a literal, as `kg.store.usage` counts them."""
    return f"@{literal.language}" if literal.language else literal.datatype.value


def _is_within(scope: tuple[int, ...], outer: tuple[int, ...]) -> bool:
    return scope[: len(outer)] == outer
