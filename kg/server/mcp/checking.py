"""Check the terms of a query against the vocabulary of a graph, before it is asked.

A query with a wrong term is no error for SPARQL: it finds nothing. Here it is refused where it can be shown that it
finds nothing because of the term, with what was probably meant. What is right and finds nothing is only remarked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.base.errors import Problem, QueryError
from kg.store.graph import Graph
from kg.store.known_terms import KnownTerms
from kg.store.usage import IRI, Counts
from kg.terms.formats import XSD
from kg.terms.sparql_guard import SERVER_LIMITS, check
from kg.terms.sparql_patterns import MentionedIri, PathStep, QueryReading, QueryTerm, TriplePattern, read_patterns
from kg.terms.typed_yaml import nearest
from kg.terms.vocabulary import QUERY_PREFIXES, RDF, RDF_TYPE, RDFS, curie, vocabulary

_MOST = 6  # problems, and remarks, of one query
_LISTED = 8  # terms
_ASK_SCHEMA = "the tool 'schema' lists what there is"
_TYPE = PathStep(RDF_TYPE)
_UNKNOWN = PathStep("", is_inverse=True)
_OF_ONTOLOGIES = (f"{RDFS}subClassOf", f"{RDFS}subPropertyOf")
_NUMBERS = frozenset(
    f"{XSD}{name}" for name in ("integer", "decimal", "double", "float", "int", "long", "nonNegativeInteger")
)
_DATATYPES = _NUMBERS | {
    *(f"{XSD}{name}" for name in ("string", "boolean", "date", "dateTime", "dateTimeStamp", "time", "gYear")),
    *(f"{XSD}{name}" for name in ("gYearMonth", "gMonth", "gMonthDay", "gDay", "duration", "dayTimeDuration")),
    *(f"{XSD}{name}" for name in ("yearMonthDuration", "anyURI", "short", "byte", "unsignedInt", "positiveInteger")),
    f"{RDF}langString",
}
"""The datatypes that the engine compares and casts to (SPARQL 1.1 §17.1, XPath's constructors)."""


@dataclass
class _TermFindings:
    """What is wrong with a query, and what is worth knowing of it; each once."""

    problems: dict[str, Problem] = field(default_factory=dict)
    remarks: dict[str, None] = field(default_factory=dict)

    def refuse(self, message: str, hint: str) -> None:
        self.problems.setdefault(message, Problem(message, hint=hint))

    def remark(self, text: str) -> None:
        self.remarks.setdefault(text)


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
        findings = _TermFindings()
        _Comparison(self._graph, self.terms, reading, findings).run()
        if findings.problems:
            raise QueryError(list(findings.problems.values())[:_MOST])
        return tuple(findings.remarks)[:_MOST]


class _Comparison:
    """Compares one query with the vocabulary."""

    def __init__(self, graph: Graph, terms: KnownTerms, reading: QueryReading, findings: _TermFindings) -> None:
        self._graph, self._terms, self._usage = graph, terms, terms.usage
        self._patterns, self._reading, self._found = reading.patterns, reading, findings
        self._typed: dict[tuple[str, str], list[tuple[str, tuple[int, ...]]]] = defaultdict(list)
        for each in self._patterns:
            if each.steps == (_TYPE,) and each.object.kind == "iri" and each.object.value in self._usage.classes:
                self._typed[_key(each.subject)].append((each.object.value, each.scope))

    def run(self) -> None:
        for mention in self._reading.mentions:
            self._mentioned(mention)
        for pattern in self._patterns:
            if pattern.steps:
                self._subject(pattern)
                self._values(pattern)
                self._graph_of(pattern)
        for name, literal in self._reading.comparisons:
            self._compared(name, literal)

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
        meant = self._terms.properties_meant(iri)
        fitting = [each for each in meant if any(self._terms.may_have(class_, each) for class_ in classes)]
        if meant:
            return self._steps_meant(fitting or meant)
        having = (f"things of {self._short(each)} have {self._list(self._usage.of_class(each))}" for each in classes)
        return "; ".join((*having, _ASK_SCHEMA))

    def _class(self, mention: MentionedIri) -> None:
        if mention.iri in self._usage.classes:
            return
        if mention.iri not in self._terms.declared_classes:
            hint = _meant(map(self._short, self._terms.classes_meant(mention.iri)))
            self._found.refuse(f"this graph has no class {mention.written}", hint or _ASK_SCHEMA)
            return
        siblings = [iri for kind in self._terms.kinds_of(mention.iri) for iri in self._terms.classes_of(kind)]
        instead = f"; what is alike here is {self._list(siblings)}" if siblings else ""
        self._found.remark(f"nothing in this graph is of the class {mention.written}{instead}")

    def _datatype(self, mention: MentionedIri) -> None:
        if mention.iri in _DATATYPES or not mention.iri.startswith(XSD):
            return
        near = nearest(mention.iri, sorted(_DATATYPES))
        self._found.refuse(f"there is no datatype {mention.written}", f"did you mean {curie(near)}?" if near else "")

    def _node(self, mention: MentionedIri) -> None:
        iri = mention.iri
        if self._terms.is_term(iri) or iri in _DATATYPES or self._is_used(iri):
            return
        if iri.startswith(self._graph.base):
            self._found.refuse(f"{mention.written} is not in this graph", self._thing_meant(iri))
        elif any(iri.startswith(namespace) for namespace in self._terms.namespaces if namespace):
            near = nearest(iri, vocabulary().iris)
            of_terms = [*(each.iri for each in self._terms.properties_meant(iri)), *self._terms.classes_meant(iri)]
            hint = _meant(map(self._short, [near] if near else of_terms)) or _ASK_SCHEMA
            self._found.refuse(f"this graph has no {mention.written}", hint)
        elif mention.role == "node":
            self._found.remark(f"{mention.written} is not in this graph")

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
        return [class_ for class_, scope in stated if pattern.scope[: len(scope)] == scope]

    def _subject(self, pattern: TriplePattern) -> None:
        step = pattern.steps[0]
        if step.iri not in self._usage.properties:
            return
        for class_ in self._classes(pattern):
            message = f"nothing of the class {self._short(class_)} has {self._step(step)}"
            if not self._terms.may_have(class_, step):
                self._found.refuse(message, self._turned(pattern, class_, step))
            elif not step.is_inverse and step.iri not in self._usage.of_class(class_):
                self._found.remark(f"{message} in this graph")

    def _turned(self, pattern: TriplePattern, class_: str, step: PathStep) -> str:
        """Return what to write instead of a property that does not lead from things of a class."""
        turned = PathStep(step.iri, not step.is_inverse)
        if self._terms.may_have(class_, turned):
            subject, other = pattern.subject.written or "?thing", pattern.object.written
            return f"turn it round: {subject} {self._step(turned)} {other if len(pattern.steps) == 1 else '…'}"
        meant = [each for each in self._terms.properties_meant(step.iri) if self._terms.may_have(class_, each)]
        hints = [self._steps_meant(meant)] if meant else []
        if not step.is_inverse:
            hints.append(f"things of {self._list(self._usage.classes_with(step.iri))} have it")
        if not meant:
            hints.append(f"things of {self._short(class_)} have {self._list(self._usage.of_class(class_))}")
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
                message = f"{self._short(term)} stands only in the graph {name}"
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

    def _leads_on(self, step: PathStep, pattern: TriplePattern) -> None:
        """Refuse what wants properties of texts."""
        if not step.is_inverse and step.iri in self._usage.properties:
            self._refuse_thing(step.iri, pattern.object.written if pattern.object.kind == "variable" else "")

    def _refuse_thing(self, property_: str, written: str) -> None:
        forms = self._usage.forms(property_)
        if IRI not in forms:
            message = f"the values of {self._short(property_)} are no things, as {written or 'this path'} would be"
            hint = f"they are {self._forms(forms)}; things that have it and nodes with more: ask the tool 'schema'"
            self._found.refuse(message, hint)

    def _literal(self, property_: str, literal: QueryTerm) -> None:
        forms = self._usage.forms(property_)
        form = f"@{literal.language}" if literal.language else literal.datatype
        short = self._short(property_)
        if form not in forms:
            message = f"no value of {short} is {_article(self._form(form))}, as {self._literal_text(literal)} is"
            self._found.refuse(message, self._rather(forms, short, literal))
        elif not self._is_value(property_, literal):
            hint = "texts match as a whole: look for words with FILTER(CONTAINS(LCASE(?text), \"…\")), or by 'search'"
            numeric = form in _NUMBERS
            self._found.remark(f"no {short} is {literal.written}" + ("" if numeric else f"; {hint}"))

    def _rather(self, forms: Counts, short: str, literal: QueryTerm) -> str:
        text = literal.value.replace('"', '\\"')
        if IRI in forms:
            return f'its values are things: write {short} ?thing . ?thing schema:name "{text}"'
        if _NUMBERS.intersection(forms) and literal.value.strip().lstrip("+-").isdigit():
            return f"its values are {self._forms(forms)}: write {literal.value.strip()}"
        language = next((each for each in forms if each.startswith("@")), "")
        if language:
            return f'its values are {self._forms(forms)}: write "{text}"{language}'
        plain = f': write "{text}"' if f"{XSD}string" in forms else ""
        return f"its values are {self._forms(forms)}{plain}"

    def _is_value(self, property_: str, literal: QueryTerm) -> bool:
        if literal.language:
            term = Literal(literal.value, language=literal.language)
        else:
            term = Literal(literal.value, datatype=NamedNode(literal.datatype))
        return any(True for _ in self._graph.store.quads(None, NamedNode(property_), term, limit=1))

    def _compared(self, name: str, literal: QueryTerm) -> None:
        """Refuse a comparison of what is never comparable: it is an error for each solution, which is then left out."""
        bound = [each for each in self._patterns if each.object.kind == "variable" and each.object.value == name]
        lasts = {each.steps[-1] if each.steps else _UNKNOWN for each in bound}
        if any(each.is_inverse or each.iri not in self._usage.properties for each in lasts):
            return
        forms = {form: uses for each in lasts for form, uses in self._usage.forms(each.iri).items()}
        own = _family(f"@{literal.language}" if literal.language else literal.datatype)
        if forms and own not in set(map(_family, forms)):
            short, written = " or ".join(self._short(each.iri) for each in lasts), self._literal_text(literal)
            message = f"?{name}, a value of {short}, is never comparable with {written}"
            self._found.refuse(message, self._comparable(name, literal, forms))

    def _comparable(self, name: str, literal: QueryTerm, forms: Counts) -> str:
        said = f"its values are {self._forms(forms)}"
        if IRI in forms:
            return f"{said}: compare their names"
        year = literal.value.strip()
        if _NUMBERS.intersection(forms) and year.isdigit():
            return f"{said}: write {year}"
        return f"{said}: compare STR(?{name})" + (f' with "{year}"' if year else "")

    # Words

    def _literal_text(self, literal: QueryTerm) -> str:
        if literal.language:
            return f"{literal.written}@{literal.language}"
        is_plain = literal.datatype == f"{XSD}string" or literal.written[:1] not in "\"'"
        return literal.written if is_plain else f"{literal.written}^^{self._short(literal.datatype)}"

    def _short(self, iri: str) -> str:
        return self._terms.short(iri)

    def _list(self, iris: Collection[str]) -> str:
        shown = [self._short(iri) for iri in iris if iri != RDF_TYPE][:_LISTED]
        return ", ".join(shown) + (" …" if len(iris) > _LISTED + 1 else "")

    def _step(self, step: PathStep) -> str:
        return f"{'^' if step.is_inverse else ''}{self._short(step.iri)}"

    def _steps_meant(self, steps: Iterable[PathStep]) -> str:
        return _meant(map(self._step, steps))

    def _form(self, form: str) -> str:
        return form if form.startswith("@") or form == IRI else self._short(form)

    def _forms(self, forms: Counts) -> str:
        return " or ".join("things" if form == IRI else self._form(form) for form in list(forms)[:3])


def _meant(written: Iterable[str]) -> str:
    known = list(written)
    return f"did you mean {' or '.join(known)}?" if known else ""


def _key(term: QueryTerm) -> tuple[str, str]:
    return term.kind, term.value


def _is_on(pattern: TriplePattern, other: TriplePattern) -> bool:
    """Whether another pattern speaks of the object of a pattern where that holds."""
    return _key(other.subject) == _key(pattern.object) and other.scope[: len(pattern.scope)] == pattern.scope


def _family(form: str) -> str:
    """Return what stands for all forms that are comparable with one."""
    return "number" if form in _NUMBERS else "@" if form.startswith("@") else form


def _article(form: str) -> str:
    return f"text in {form}" if form.startswith("@") else f"an {form}" if form[:1] in "aeioux" else f"a {form}"
