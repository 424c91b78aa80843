"""Check the terms of a query against the vocabulary of a graph.

A query with a wrong term is no error for SPARQL: it finds nothing. Here it is refused where it can be shown that it
finds nothing because of the term, with what was probably meant. What is right and finds nothing is only remarked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from time import monotonic
from typing import Any, NamedTuple

from pyoxigraph import DefaultGraph, Literal, NamedNode, Variable

from kg.base.errors import Problem, QueryError
from kg.store.graph import Graph
from kg.store.known_terms import KnownTerms
from kg.store.sparql.guard import Limits, check
from kg.store.sparql.patterns import PathStep, QueryReading, QueryTerm, Role, TriplePattern, read_patterns
from kg.store.usage import IRI, NUMBER, TEXT_IN_LANGUAGE, Counts
from kg.terms.formats import XSD, term_text
from kg.terms.labels import shortened
from kg.terms.typed_yaml import nearest
from kg.terms.vocabulary import KG, QUERY_PREFIXES, RDF_TYPE, RDFS, vocabulary

_MAX_LISTED_TERMS, _MAX_LISTED_PROPERTIES = 10, 24
_MAX_SAMPLE_TRIPLES = 100  # with a text, or with a property
_MAX_FINDINGS = 5  # problems, and remarks, of one query
_MAX_MESSAGE_CHARS, _MAX_HINT_CHARS = 200, 450
_MAX_SECONDS = 3.0  # after which no more terms are checked
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


class _Finding(NamedTuple):
    """What is wrong with a query, with what to write instead; without a hint, what is only worth knowing."""

    message: str
    hint: str | None = None


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
        reading = read_patterns(check(sparql, self.limits), QUERY_PREFIXES, self.graph.base)
        until = monotonic() + _MAX_SECONDS
        problems, remarks = dict[str, Problem](), dict[str, None]()
        for findings in _QueryCheck(self, reading).steps():
            for message, instead in findings:
                if instead is None:
                    remarks[shortened(message, _MAX_HINT_CHARS)] = None
                else:
                    said, hint = shortened(message, _MAX_MESSAGE_CHARS), instead or f"{self.schema} lists what there is"
                    problems.setdefault(said, Problem(said, hint=shortened(hint, _MAX_HINT_CHARS)))
            if is_late := monotonic() > until:
                remarks["not all terms were checked, since it took too long"] = None
            if is_late or len(problems) >= _MAX_FINDINGS:
                break
        if problems:
            raise QueryError(list(problems.values())[:_MAX_FINDINGS])
        return tuple(remarks)[:_MAX_FINDINGS]


class _QueryCheck:
    """Compares one query with the vocabulary."""

    def __init__(self, checker: QueryChecker, reading: QueryReading) -> None:
        self._graph, self._terms, self._usage = checker.graph, checker.terms, checker.terms.usage
        self._schema, self._search = checker.schema, checker.search
        self._reading, self._patterns = reading, reading.patterns
        self._listed: set[str] = set()  # classes whose properties were listed
        self._typed: dict[QueryTerm, list[tuple[str, tuple[int, ...]]]] = defaultdict(list)
        for each in self._patterns:
            if each.steps == (_TYPE,) and isinstance(each.object, NamedNode):
                known = each.object.value in self._usage.classes
                for class_ in [each.object.value] if known else self._terms.classes_meant(each.object.value)[:1]:
                    self._typed[each.subject].append((class_, each.scope))

    def steps(self) -> Iterator[Iterable[_Finding]]:
        """Yield the findings about each term, each pattern, and each use of a variable."""
        checks = {"property": self._property, "class": self._class}
        yield from (checks.get(role, self._node)(iri, role) for iri, role in self._reading.mentions)
        for pattern in filter(lambda each: each.steps, self._patterns):
            yield from (self._subject(pattern), self._values(pattern), self._graph_of(pattern))
        yield from (self._compared(name, literal) for name, literal in self._reading.comparisons)
        yield from (self._called(function, name) for function, name in self._reading.calls)

    # Terms by themselves

    def _property(self, iri: str, _: Role) -> Iterator[_Finding]:
        if iri in self._usage.properties:
            return
        if iri in self._terms.declared_properties:
            yield _Finding(f"nothing in this graph has {self._short(iri)}, so that a pattern with it finds nothing")
            return
        hint = "each thing states all its classes and properties itself: write 'a' and the class"
        if iri not in _OF_ONTOLOGIES:
            subjects = [each for each in self._patterns if each.steps and each.steps[0] == PathStep(iri)]
            classes = {class_: None for each in subjects for class_ in self._classes(each)}
            hint = self._meant(self._terms.properties_meant(iri, classes)) or "; ".join(map(self._having, classes))
        yield _Finding(f"this graph has no property {self._short(iri)}", hint)

    def _class(self, iri: str, _: Role) -> Iterator[_Finding]:
        if iri in self._usage.classes:
            return
        if iri not in self._terms.declared_classes:
            yield _Finding(f"this graph has no class {self._short(iri)}", self._meant(self._terms.classes_meant(iri)))
            return
        siblings = [each for kind in self._terms.kinds_of(iri) for each in self._terms.classes_of(kind)]
        instead = f"; what is alike here is {self._list(siblings)}" if siblings else ""
        yield _Finding(f"nothing in this graph is of the class {self._short(iri)}{instead}")

    def _node(self, iri: str, role: Role) -> Iterator[_Finding]:
        node = NamedNode(iri)
        places = ((node, None, None, None), (None, None, node, None), (None, None, None, node))
        if self._terms.is_term(iri) or any(self._is_there(*each) for each in places):
            return
        if iri.startswith(self._graph.base):
            yield _Finding(f"{self._value(iri)} is not in this graph", self._thing_meant(iri))
        elif any(iri.startswith(namespace) for namespace in self._terms.namespaces if namespace):
            near = nearest(iri, vocabulary().iris)
            terms: list[str | PathStep] = [*self._terms.properties_meant(iri), *self._terms.classes_meant(iri)]
            yield _Finding(f"this graph has no {self._short(iri)}", self._meant([near] if near else terms))
        elif role == "node":
            yield _Finding(f"{self._short(iri)} is not in this graph")

    def _thing_meant(self, iri: str) -> str:
        kind, _, slug = iri.removeprefix(self._graph.base).partition("#")[0].rpartition("/")
        kinds = (kind,) if kind in self._graph.titles else ()
        hits = self._graph.index.find(slug.replace("-", " "), kinds=kinds, limit=1).hits if slug else ()
        near = [f"did you mean {self._value(hit.iri)} ({hit.name})?" for hit in hits]
        return "; ".join((*near, f"{self._search} finds things by name"))

    def _is_there(self, *pattern: Any) -> bool:
        return any(True for _ in self._graph.store.quads(*pattern, limit=1))

    # What is known of the subject of a pattern

    def _classes(self, pattern: TriplePattern) -> Iterable[str]:
        """The classes that the subject has where the pattern stands."""
        if isinstance(pattern.subject, NamedNode):
            return self._graph.types(pattern.subject.value)
        return [class_ for class_, scope in self._typed[pattern.subject] if _is_within(pattern.scope, scope)]

    def _subject(self, pattern: TriplePattern) -> Iterator[_Finding]:
        step = pattern.steps[0]
        for class_ in self._classes(pattern) if step.iri in self._usage.properties else ():
            message = f"nothing of the class {self._short(class_)} has {self._step(step)}"
            if not self._terms.may_have(class_, step):
                yield _Finding(message, self._turned(pattern, class_, step))
            elif not self._usage.has(class_, step):
                yield _Finding(f"{message} in this graph")

    def _turned(self, pattern: TriplePattern, class_: str, step: PathStep) -> str:
        """What to write instead of a property that does not lead from things of a class."""
        turned = PathStep(step.iri, not step.is_inverse)
        if self._terms.may_have(class_, turned):
            ends = (pattern.subject, pattern.object if len(pattern.steps) == 1 else None)
            subject, other = (str(each) if isinstance(each, Variable) else "…" for each in ends)
            return f"turn it round: {subject} {self._step(turned)} {other}"
        likely = self._terms.properties_meant(step.iri, [class_])
        hint = self._meant([each for each in likely if self._terms.may_have(class_, each)]) or self._having(class_)
        having = f"things of {self._list(self._usage.classes_with(step.iri))} have it; "
        return hint if step.is_inverse else having + hint

    def _graph_of(self, pattern: TriplePattern) -> Iterator[_Finding]:
        """What only stands in a named graph, such as evidence, is not in the default one."""
        for step in () if pattern.is_named or self._reading.has_dataset else pattern.steps:
            property_ = NamedNode(step.iri)
            class_ = pattern.object if step == _TYPE and isinstance(pattern.object, NamedNode) else None
            named = next(self._graph.store.quads(None, property_, class_, limit=1), None)
            if named is not None and not self._is_there(None, property_, class_, DefaultGraph()):
                term = self._short((class_ or property_).value)
                hint = f"write GRAPH {named.graph_name} {{ … }} around that pattern"
                yield _Finding(f"{term} stands only in the graph {named.graph_name}", hint)

    # What is known of the values of a pattern

    def _values(self, pattern: TriplePattern) -> Iterator[_Finding]:
        last, object_ = pattern.steps[-1], pattern.object
        is_on = any(each.subject == object_ and _is_within(each.scope, pattern.scope) for each in self._patterns)
        leading = pattern.steps if is_on or isinstance(object_, NamedNode) else pattern.steps[:-1]
        for iri in (step.iri for step in leading if not step.is_inverse and step.iri in self._usage.properties):
            if not self._usage.has_form(iri, IRI):  # texts, where things are wanted
                to = str(object_) if isinstance(object_, Variable) else "this path"
                hint = f"they are {self._forms(self._usage.forms(iri))}; {self._schema} tells of nodes with more"
                yield _Finding(f"the values of {self._short(iri)} are no things, as {to} would be", hint)
        if isinstance(object_, Literal) and not last.is_inverse and last.iri in self._usage.properties:
            yield from self._literal(last.iri, object_)

    def _literal(self, property_: str, literal: Literal) -> Iterator[_Finding]:
        short, form, written = self._short(property_), _form(literal), self._written(literal)
        if self._is_there(None, NamedNode(property_), literal):
            return
        if not self._usage.has_form(property_, form):
            forms = self._usage.forms(property_)
            hint = self._things(property_) if IRI in forms else _rather(forms, literal)
            yield _Finding(f"no value of {short} is like {written}", f"its values are {self._forms(forms)}{hint}")
        else:
            yield _Finding(f"no {short} is {written}{'' if form in _NUMBERS else self._text_meant(literal)}")

    def _text_meant(self, literal: Literal) -> str:
        """Where a text is found that is no value of the property for which it was given."""
        quads = self._graph.store.quads(None, None, literal, limit=_MAX_SAMPLE_TRIPLES)
        if having := {quad.predicate.value: None for quad in quads}:
            return f"; it is a value of {self._list(having)}"
        found = self._graph.index.find(literal.value, limit=1)
        if found.hits and not found.is_partial:
            return f'; did you mean "{found.hits[0].name}" ({self._value(found.hits[0].iri)})?'
        words = 'FILTER(CONTAINS(LCASE(?text), "…"))'
        return f"; texts match as a whole: look for words with {words}, or by {self._search}"

    def _things(self, property_: str) -> str:
        quads = self._graph.store.quads(None, NamedNode(property_), limit=_MAX_SAMPLE_TRIPLES)
        known = dict.fromkeys(quad.object.value for quad in quads if isinstance(quad.object, NamedNode))
        return f" such as {', '.join(map(self._value, list(known)[:3]))}; or ask for their schema:name"

    # What is done with the values of a variable

    def _compared(self, name: str, literal: Literal) -> Iterator[_Finding]:
        form = _form(literal)
        comparable = NUMBER if form in _NUMBERS else TEXT_IN_LANGUAGE if form.startswith("@") else form
        if (forms := self._forms_without(name, (comparable,))) is not None:
            rather = ": compare their names" if IRI in forms else _rather(forms, literal) or f": compare STR(?{name})"
            message = f"{self._variable(name)} is never comparable with {self._written(literal)}"
            yield _Finding(message, f"its values are {self._forms(forms)}{rather}")

    def _called(self, function: str, name: str) -> Iterator[_Finding]:
        taken = _TAKEN.get(function, ())
        if not taken or (forms := self._forms_without(name, taken)) is None:
            return
        hint = f": take STR(?{name})" if taken is _TEXTS else ""
        if taken is _DATES:
            year = " kg:year, or" if f"{KG}year" in self._usage.properties else ""
            hint = f": take{year} xsd:integer(SUBSTR(STR(?{name}), 1, 4))"
        elif IRI in forms:
            hint = f": take their names by ?{name} schema:name ?name"
        said = f"its values are {self._forms(forms)}{hint}"
        yield _Finding(f"{function} has no result for {self._variable(name)}", said)

    def _forms_without(self, name: str, wanted: Collection[str]) -> Counts | None:
        """The forms of the values of a variable if it is known that none is among some."""
        properties = self._properties(name)
        is_thing = any(each.subject == Variable(name) for each in self._patterns)
        if properties is None or not (properties or is_thing):
            return None
        if any(self._usage.has_form(iri, form) for iri in properties for form in wanted):
            return None
        forms = {IRI: 1} if is_thing else {}
        return {form: uses for iri in properties for form, uses in self._usage.forms(iri).items()} | forms

    def _properties(self, name: str) -> Collection[str] | None:
        """The properties whose values a variable has, or None where they are not known."""
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

    def _list(self, iris: Collection[str], most: int = _MAX_LISTED_TERMS) -> str:
        shown = [self._short(iri) for iri in iris if iri != RDF_TYPE]
        return ", ".join(shown[:most]) + " …" * (len(shown) > most)

    def _step(self, step: PathStep) -> str:
        return f"{'^' * step.is_inverse}{self._short(step.iri)}"

    def _meant(self, terms: Iterable[str | PathStep]) -> str:
        written = [self._short(each) if isinstance(each, str) else self._step(each) for each in terms]
        return f"did you mean {' or '.join(written)}?" if written else ""

    def _having(self, class_: str) -> str:
        """The properties that the things of a class have; once, since there are many."""
        if class_ in self._listed:
            return f"see what {self._short(class_)} has, above"
        self._listed.add(class_)
        properties = self._list(self._terms.properties_of(class_), _MAX_LISTED_PROPERTIES)
        return f"things of {self._short(class_)} have {properties}"

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
    """How to write a literal so that it may be one of some values; nothing where that is not known."""
    if not _NUMBERS.isdisjoint(forms) and literal.value.strip().isdigit():
        return f": write {literal.value.strip()}"
    language = next((each for each in forms if each.startswith("@")), "")
    return f": write {term_text(Literal(literal.value))}{language}" if language or f"{XSD}string" in forms else ""


def _form(literal: Literal) -> str:
    """The form of a literal, as `kg.store.usage` counts them."""
    return f"@{literal.language}" if literal.language else literal.datatype.value


def _is_within(scope: tuple[int, ...], outer: tuple[int, ...]) -> bool:
    return scope[: len(outer)] == outer
