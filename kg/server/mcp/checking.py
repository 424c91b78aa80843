"""Check the terms of a query against the vocabulary of a graph, before it is asked.

A query with a wrong term is no error for SPARQL: it finds nothing. Here it is refused where it can be shown that it
finds nothing because of the term, with what was probably meant. What is right and finds nothing is only remarked.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.base.errors import QueryError
from kg.server.mcp.filters import FilterCheck
from kg.server.mcp.findings import DATATYPES, LISTED, NUMBERS, TermFindings, form_of, meant
from kg.server.mcp.text import shortened
from kg.store.graph import Graph
from kg.store.known_terms import KnownTerms
from kg.store.usage import IRI, Counts
from kg.terms.formats import XSD, term_text
from kg.terms.sparql_guard import SERVER_LIMITS, check
from kg.terms.sparql_patterns import (
    MentionedIri,
    PathStep,
    QueryReading,
    QueryTerm,
    Role,
    TriplePattern,
    read_patterns,
)
from kg.terms.typed_yaml import nearest
from kg.terms.vocabulary import QUERY_PREFIXES, RDF_TYPE, RDFS, SKOS, curie, vocabulary

_LOOKED_AT = 100  # triples with a text
_SHOWN = 100  # characters of a malformed term
_TRIED = 5  # things of a name
_CONCEPT = f"{SKOS}Concept"
_TYPE = PathStep(RDF_TYPE)
_OF_ONTOLOGIES = (f"{RDFS}subClassOf", f"{RDFS}subPropertyOf")


class QueryChecker:
    """Checks queries against one graph.

    Attributes:
        terms: The vocabulary of the graph.
    """

    def __init__(self, graph: Graph) -> None:
        self.terms = KnownTerms(graph)
        self._graph = graph

    def check(self, sparql: str) -> tuple[str, ...]:
        """Return what is worth knowing of a query that may be asked.

        Raises:
            QueryError: If the guard refuses it, or if terms in it find nothing in this graph; all are named.
        """
        text = check(sparql, SERVER_LIMITS)
        reading = read_patterns(text, QUERY_PREFIXES, self._graph.base)
        _refuse_malformed(reading)
        found = TermFindings(self.terms)
        _PatternCheck(self._graph, self.terms, reading, found).run()
        FilterCheck(self.terms, reading, found).run()
        return found.result()


class _PatternCheck:
    """Compares the patterns of one query with the vocabulary."""

    def __init__(self, graph: Graph, terms: KnownTerms, reading: QueryReading, found: TermFindings) -> None:
        self._graph, self._terms, self._usage = graph, terms, terms.usage
        self._patterns, self._reading, self._found = reading.patterns, reading, found
        self._typed: dict[tuple[str, str], list[tuple[str, tuple[int, ...]]]] = defaultdict(list)
        for each in self._patterns:
            if each.steps == (_TYPE,) and each.object.kind == "iri":
                known = each.object.value in self._usage.classes
                for class_ in [each.object.value] if known else terms.classes_meant(each.object.value)[:1]:
                    self._typed[_key(each.subject)].append((class_, each.scope))

    def run(self) -> None:
        for mention in self._reading.mentions:
            if not self._found.is_enough():
                self._mentioned(mention)
        for pattern in self._patterns:
            if pattern.steps and not self._found.is_enough():
                self._subject(pattern)
                self._values(pattern)
                self._graph_of(pattern)
        for word, role in self._reading.bare.items():
            self._bare(word, role)

    # Terms by themselves

    def _mentioned(self, mention: MentionedIri) -> None:
        match mention.role:
            case "property":
                self._property(mention)
            case "class":
                self._class(mention)
            case "datatype":
                self._datatype(mention)
            case _:
                self._node(mention)

    def _property(self, mention: MentionedIri) -> None:
        if mention.iri in self._usage.properties:
            return
        if mention.iri in self._terms.declared_properties:
            self._found.remark(f"nothing in this graph has {mention.written}, so that a pattern with it finds nothing")
            return
        self._found.refuse(f"this graph has no property {mention.written}", self._property_meant(mention.iri))

    def _property_meant(self, iri: str) -> str:
        """Return what to write instead of a property that there is not, such as what its subjects have."""
        if iri in _OF_ONTOLOGIES:
            return "each thing states all its classes and properties itself: write 'a' and the class"
        subjects = [each for each in self._patterns if each.steps and each.steps[0] == PathStep(iri)]
        classes = {class_: None for each in subjects for class_ in self._classes(each)}
        likely = meant(map(self._found.step, self._terms.properties_meant(iri, classes)))
        return likely or "; ".join(map(self._found.having, classes))

    def _class(self, mention: MentionedIri) -> None:
        if mention.iri in self._usage.classes:
            return
        if mention.iri not in self._terms.declared_classes:
            hint = meant(map(self._found.short, self._terms.classes_meant(mention.iri)))
            self._found.refuse(f"this graph has no class {mention.written}", hint)
            return
        siblings = [iri for kind in self._terms.kinds_of(mention.iri) for iri in self._terms.classes_of(kind)]
        instead = f"; what is alike here is {self._found.listed(siblings)}" if siblings else ""
        self._found.remark(f"nothing in this graph is of the class {mention.written}{instead}")

    def _datatype(self, mention: MentionedIri) -> None:
        if mention.iri in DATATYPES or not mention.iri.startswith(XSD):
            return
        near = nearest(mention.iri, sorted(DATATYPES))
        self._found.refuse(f"there is no datatype {mention.written}", f"did you mean {curie(near)}?" if near else "")

    def _node(self, mention: MentionedIri) -> None:
        iri = mention.iri
        if self._terms.is_term(iri) or iri in DATATYPES or self._is_used(iri):
            return
        if iri.startswith(self._graph.base):
            self._found.refuse(f"{mention.written} is not in this graph", self._thing_meant(iri))
        elif any(iri.startswith(namespace) for namespace in self._terms.namespaces if namespace):
            near = nearest(iri, vocabulary().iris)
            hint = meant([self._found.short(near)]) if near else self._term_meant(iri)
            self._found.refuse(f"this graph has no {mention.written}", hint)
        elif mention.role == "node":
            self._found.remark(f"{mention.written} is not in this graph")

    def _term_meant(self, iri: str) -> str:
        steps, classes = self._terms.properties_meant(iri), self._terms.classes_meant(iri)
        return meant((*map(self._found.step, steps), *map(self._found.short, classes)))

    def _bare(self, word: str, role: Role) -> None:
        """Refuse a name without prefix, which the engine would only call no SPARQL."""
        if role == "property":
            hint = meant(map(self._found.step, self._terms.properties_meant(word)))
        else:
            hint = meant(map(self._found.short, self._terms.classes_meant(word)))
        self._found.refuse(f"'{word}' has no prefix", hint)

    def _thing_meant(self, iri: str) -> str:
        kind, _, slug = iri.removeprefix(self._graph.base).partition("#")[0].rpartition("/")
        kinds = (kind,) if kind in self._graph.titles else ()
        hits = self._graph.index.find(slug.replace("-", " "), kinds=kinds, limit=1).hits if slug else ()
        near = [f"did you mean <{hit.iri.removeprefix(self._graph.base)}> ({hit.name})?" for hit in hits]
        return "; ".join((*near, "the tool 'search' finds things by name"))

    def _is_used(self, iri: str) -> bool:
        store, node = self._graph.store, NamedNode(iri)
        places = ((node, None, None, None), (None, None, node, None), (None, None, None, node))
        return any(True for each in places for _ in store.quads(*each, limit=1))

    # What is known of the subject of a pattern

    def _classes(self, pattern: TriplePattern) -> Iterable[str]:
        """Return the classes that the subject has where the pattern stands."""
        if pattern.subject.kind == "iri":
            return self._graph.types(pattern.subject.value)
        stated = self._typed[_key(pattern.subject)]
        return [class_ for class_, scope in stated if _is_within(pattern.scope, scope)]

    def _subject(self, pattern: TriplePattern) -> None:
        step = pattern.steps[0]
        if step.iri not in self._usage.properties:
            return
        for class_ in self._classes(pattern):
            message = f"nothing of the class {self._found.short(class_)} has {self._found.step(step)}"
            if not self._terms.may_have(class_, step):
                self._found.refuse(message, self._turned(pattern, class_, step))
            elif not self._usage.has(class_, step):
                self._found.remark(f"{message} in this graph")

    def _turned(self, pattern: TriplePattern, class_: str, step: PathStep) -> str:
        """Return what to write instead of a property that does not lead from things of a class."""
        turned = PathStep(step.iri, not step.is_inverse)
        if self._terms.may_have(class_, turned):
            subject, other = pattern.subject.written or "?thing", pattern.object.written
            return f"turn it round: {subject} {self._found.step(turned)} {other if len(pattern.steps) == 1 else '…'}"
        likely = self._terms.properties_meant(step.iri, [class_])
        fitting = [each for each in likely if self._terms.may_have(class_, each)]
        hints = [meant(map(self._found.step, fitting))] if fitting else []
        if not step.is_inverse:
            hints.append(f"things of {self._found.listed(self._usage.classes_with(step.iri))} have it")
        if not fitting:
            hints.append(self._found.having(class_))
        return "; ".join(hints)

    def _graph_of(self, pattern: TriplePattern) -> None:
        """Refuse what asks the default graph for what only stands in a named one, such as evidence."""
        if pattern.is_named or self._reading.has_dataset:
            return
        for step in pattern.steps:
            property_ = NamedNode(step.iri)
            class_ = NamedNode(pattern.object.value) if step == _TYPE and pattern.object.kind == "iri" else None
            default = self._graph.store.quads(None, property_, class_, DefaultGraph(), limit=1)
            named = self._graph.store.quads(None, property_, class_, limit=1)
            if not any(True for _ in default) and (found := next(named, None)) is not None:
                name, term = str(found.graph_name), class_.value if class_ else step.iri
                message = f"{self._found.short(term)} stands only in the graph {name}"
                self._found.refuse(message, f"write GRAPH {name} {{ … }} around that pattern")

    # What is known of the values of a pattern

    def _values(self, pattern: TriplePattern) -> None:
        for step in pattern.steps[:-1]:
            self._leads_on(step, pattern)
        last = pattern.steps[-1]
        if last.is_inverse or last.iri not in self._usage.properties or last == _TYPE:
            return
        if pattern.object.kind == "literal":
            self._literal(last.iri, pattern.object)
        elif pattern.object.kind == "iri":
            self._refuse_thing(last.iri, pattern.object.written)
        elif any(_is_on(pattern, each) for each in self._patterns):
            self._leads_on(last, pattern)
            self._classes_of_values(last.iri, pattern)

    def _leads_on(self, step: PathStep, pattern: TriplePattern) -> None:
        """Refuse what wants properties of texts."""
        if not step.is_inverse and step.iri in self._usage.properties:
            self._refuse_thing(step.iri, pattern.object.written if pattern.object.kind == "variable" else "")

    def _classes_of_values(self, property_: str, pattern: TriplePattern) -> None:
        """Refuse classes of which the values of a property never are; evidence leads to things of another graph."""
        if pattern.is_named:
            return
        for class_, scope in self._typed[_key(pattern.object)]:
            if not (_is_within(pattern.scope, scope) or _is_within(scope, pattern.scope)):
                continue
            if self._usage.leads_to(property_, class_):
                continue
            led = self._found.listed(self._usage.classes_led_to(property_))
            message = f"{self._found.short(property_)} leads to nothing of the class {self._found.short(class_)}"
            if not self._terms.may_lead_to(property_, class_):
                self._found.refuse(message, f"it leads to {led}")
            else:
                self._found.remark(f"{message} in this graph, but to {led}")

    def _refuse_thing(self, property_: str, written: str) -> None:
        if not self._usage.has_form(property_, IRI):
            forms = self._usage.forms(property_)
            what = f"the values of {self._found.short(property_)} are no things, as {written or 'this path'} would be"
            hint = f"they are {self._found.forms(forms)}; the tool 'schema' tells of nodes with more"
            self._found.refuse(what, hint)

    def _literal(self, property_: str, literal: QueryTerm) -> None:
        term, short = _term(literal), self._found.short(property_)
        if any(True for _ in self._graph.store.quads(None, NamedNode(property_), term, limit=1)):
            return
        form = form_of(literal)
        if not self._usage.has_form(property_, form):
            message = f"no value of {short} is {_article(self._found.form(form))}, as {self._found.literal(literal)} is"
            self._found.refuse(message, self._rather(self._usage.forms(property_), property_, literal))
        elif form in NUMBERS:
            self._found.remark(f"no {short} is {literal.written}")
        else:
            self._found.remark(f"no {short} is {literal.written}; {self._text_meant(literal, term)}")

    def _text_meant(self, literal: QueryTerm, term: Literal) -> str:
        """Return where a text is found that is no value of the property for which it was given."""
        quads = self._graph.store.quads(None, None, term, limit=_LOOKED_AT)
        if having := {quad.predicate.value: None for quad in quads}:
            return f"it is a value of {self._found.listed(having)}"
        hits = self._graph.index.find(literal.value, limit=1)
        if hits.hits and not hits.is_partial:
            found = hits.hits[0]
            return f'did you mean "{found.name}" (<{found.iri.removeprefix(self._graph.base)}>)?'
        return "texts match as a whole: look for words with FILTER(CONTAINS(LCASE(?text), \"…\")), or by 'search'"

    def _rather(self, forms: Counts, property_: str, literal: QueryTerm) -> str:
        """Return what to write instead of a literal of the wrong kind."""
        if IRI in forms:
            return f"its values are {self._things(property_, literal.value)}"
        said, number = f"its values are {self._found.forms(forms)}", literal.value.strip()
        if NUMBERS.intersection(forms) and number.lstrip("+-").isdigit():
            return f"{said}: write {number}"
        if language := next((each for each in forms if each.startswith("@")), ""):
            return f"{said}: write {_quoted(literal.value)}{language}"
        return f"{said}: write {_quoted(literal.value)}" if f"{XSD}string" in forms else said

    def _things(self, property_: str, text: str) -> str:
        """Return the things that are meant by a text where things should be."""
        concepts = self._usage.values(property_, LISTED)
        if concepts and _CONCEPT in self._usage.classes_led_to(property_):
            return ", ".join(map(self._value, concepts))
        for hit in self._graph.index.find(text, limit=_TRIED).hits:
            if any(True for _ in self._graph.store.quads(None, NamedNode(property_), NamedNode(hit.iri), limit=1)):
                return f"things: write {self._value(hit.iri)} for {hit.name}"
        return f"things: write {self._found.short(property_)} ?thing . ?thing schema:name {_quoted(text)}"

    def _value(self, iri: str) -> str:
        local = iri.removeprefix(self._graph.base)
        return f"<{local}>" if local != iri else self._found.short(iri)


def _term(literal: QueryTerm) -> Literal:
    if literal.language:
        return Literal(literal.value, language=literal.language)
    return Literal(literal.value, datatype=NamedNode(literal.datatype))


def _quoted(text: str) -> str:
    return term_text(Literal(text))


def _refuse_malformed(reading: QueryReading) -> None:
    """Refuse what the grammar lets pass, and is no IRI and no language all the same; the engine would, too."""
    terms = (*(each.object for each in reading.patterns), *(literal for _, literal in reading.comparisons))
    made: list[tuple[str, Callable[[], object]]] = []
    made += [(each.written, partial(NamedNode, each.iri)) for each in reading.mentions]
    made += [(each.written, partial(_term, each)) for each in terms if each.kind == "literal"]
    for written, make in made:
        try:
            make()
        except ValueError as error:
            raise QueryError(f"{shortened(written, _SHOWN)} is malformed: {error}") from error


def _key(term: QueryTerm) -> tuple[str, str]:
    return term.kind, term.value


def _is_on(pattern: TriplePattern, other: TriplePattern) -> bool:
    """Whether another pattern speaks of the object of a pattern where that holds."""
    return _key(other.subject) == _key(pattern.object) and _is_within(other.scope, pattern.scope)


def _is_within(scope: tuple[int, ...], outer: tuple[int, ...]) -> bool:
    return scope[: len(outer)] == outer


def _article(form: str) -> str:
    return f"text in {form}" if form.startswith("@") else f"an {form}" if form[:1] in "aeioux" else f"a {form}"
