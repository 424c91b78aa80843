"""Read the triple patterns of a SPARQL query, so that its terms can be compared with what a graph holds.

A reader of what people and assistants mean, not a parser: the engine judges the syntax. One pass over the tokens of
the guard, in linear time. What it does not know (quoted triples, mistakes) ends the reading of patterns, and terms
behind that place are only listed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal as Word
from urllib.parse import urljoin

from pyoxigraph import BlankNode, Literal, NamedNode, Variable

from kg.base.errors import QueryError
from kg.store.sparql.guard import TOKEN
from kg.terms.formats import XSD, unescaped
from kg.terms.vocabulary import RDF_TYPE, RDFS

QueryTerm = NamedNode | BlankNode | Literal | Variable

Role = Word["property", "class", "node", "other"]
"""What an IRI stands for: a node is subject or object of a pattern; others stand in filters, data and graph names."""

_OF_CLASSES = frozenset((RDF_TYPE, f"{RDFS}subClassOf"))
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_NEXT = {".": "subject", ";": "verb", ",": "object"}
_KEYWORDS = {"FILTER": "expression", "BIND": "expression", "VALUES": "values", "GRAPH": "graph",
             "OPTIONAL": "subject", "MINUS": "subject", "UNION": "subject"}  # fmt: skip
"""What follows a keyword in a group."""
_SHOWN = 80  # characters of a malformed term


@dataclass(frozen=True)
class PathStep:
    """A property in a sequence path, and whether it is followed against its direction."""

    iri: str
    is_inverse: bool = False


@dataclass(frozen=True)
class TriplePattern:
    """A triple pattern.

    Attributes:
        subject: Its subject.
        steps: Its path, where that is a plain sequence; nothing for variables, alternatives and repetitions.
        object: Its object.
        scope: The numbers of the groups in which it stands, the outermost first; what holds in one of them holds in it.
        is_named: Whether a named graph is asked.
    """

    subject: QueryTerm
    steps: tuple[PathStep, ...]
    object: QueryTerm
    scope: tuple[int, ...]
    is_named: bool


@dataclass
class QueryReading:
    """What was read of a query.

    Attributes:
        patterns: Its triple patterns, without those of a template.
        mentions: Its IRIs with what they stand for, in order.
        comparisons: Variables and the literals to which they may be equal, greater or less.
        calls: Functions, in capitals, with the variables that are their first arguments.
        has_dataset: Whether it says which graphs it asks.
    """

    patterns: list[TriplePattern] = field(default_factory=list)
    mentions: dict[tuple[str, Role], None] = field(default_factory=dict)
    comparisons: list[tuple[str, Literal]] = field(default_factory=list)
    calls: dict[tuple[str, str], None] = field(default_factory=dict)
    has_dataset: bool = False


def read_patterns(sparql: str, prefixes: Mapping[str, str], base: str) -> QueryReading:
    """Return the patterns and terms of a query that the guard has passed.

    Args:
        sparql: The query.
        prefixes: Those that it need not declare.
        base: What its relative IRIs are relative to.

    Raises:
        QueryError: If a term is malformed, such as an IRI with half an address of IPv6.

    >>> reading = read_patterns("{ ?p a schema:Person }", {"schema": "https://schema.org/"}, "")
    >>> [(iri.rpartition("/")[2], role) for iri, role in reading.mentions]
    [('22-rdf-syntax-ns#type', 'property'), ('Person', 'class')]
    """
    reader = _PatternReader(sparql, prefixes, base)
    while reader.token()[0]:
        try:
            reader.take()
        except ValueError as error:
            raise QueryError(f"{reader.token()[1][:_SHOWN]} is malformed: {error}") from error
    return reader.reading


@dataclass
class _Frame:
    """What stands between two brackets.

    Attributes:
        state: "subject", "verb", "tail" (of a path), "object" or "after" where triples stand; "values" or "graph"
            behind such a keyword; else "expression".
        scope: As that of its patterns.
        is_named: As that of its patterns.
        is_template: Whether it is part of what CONSTRUCT makes.
    """

    state: str = "expression"
    scope: tuple[int, ...] = ()
    is_named: bool = False
    is_template: bool = False
    is_group: bool = False
    subject: QueryTerm = field(default_factory=BlankNode)
    path: list[str] = field(default_factory=list)
    depth: int = 0  # of parentheses in the path

    @property
    def has_triples(self) -> bool:
        return self.state in ("subject", "verb", "tail", "object", "after")


class _PatternReader:
    def __init__(self, sparql: str, prefixes: Mapping[str, str], base: str) -> None:
        self.reading = QueryReading()
        self._tokens = [
            (each.lastgroup or "", each[each.lastgroup or 0], each["word"]) for each in TOKEN.finditer(sparql)
        ]
        self._at = self._start = 0  # where it reads, and where the term that it reads begins
        self._prefixes, self._base = dict(prefixes), base
        self._frames = [_Frame()]
        self._groups = 0
        self._word = ""  # the last keyword
        self._is_lost = False

    def token(self, ahead: int = 0) -> tuple[str, str, str | None]:
        """Return kind, text and prefix of a token, nothing beyond the ends."""
        at = self._at + ahead
        return self._tokens[at] if 0 <= at < len(self._tokens) - 1 else ("", "", None)

    def take(self) -> None:
        kind, text, _ = self.token()
        self._start = self._at
        match kind:
            case "open":
                self._open(text)
            case "close":
                self._close(text)
            case "mark":
                self._mark(text)
            case "word":
                self._keyword(text)
            case _:
                self._term(kind, text)
        self._called(text)
        self._at += 1

    @property
    def _frame(self) -> _Frame:
        return self._frames[-1]

    # Brackets

    def _open(self, bracket: str) -> None:
        frame = self._frame
        if bracket == "(" and frame.state == "verb":
            frame.depth += 1
            frame.path.append("(")
            return
        inner = _Frame("verb" if bracket == "[" else "expression", frame.scope, frame.is_named, frame.is_template)
        if bracket == "{" and frame.state != "values":
            self._groups += 1
            inner.is_group, inner.state = True, "subject"
            inner.is_template |= len(self._frames) == 1 and self._word == "CONSTRUCT"
            inner.is_named |= frame.state == "graph"
            inner.scope = (*(() if frame.state == "graph" else frame.scope), self._groups)
        self._frames.append(inner)

    def _close(self, bracket: str) -> None:
        if self._frame.depth:
            self._frame.depth -= 1
            self._frame.path.append(")")
            self._frame.state = "tail"
            return
        if len(self._frames) == 1:
            return
        closed, frame = self._frames.pop(), self._frame
        if bracket != "}" and frame.has_triples:  # a blank node, or a list
            self._node(closed.subject)
        elif frame.state == "values" and bracket == ")":  # the rows follow
            return
        elif frame.is_group or frame.state == "values":
            frame.state = "subject" if frame.is_group else "expression"

    # Keywords and marks

    def _keyword(self, text: str) -> None:
        frame, word = self._frame, text.upper()
        if text == "a" and frame.state == "verb":
            self._node(NamedNode(RDF_TYPE))
        elif word in ("TRUE", "FALSE"):
            self._node(Literal(word.lower(), datatype=NamedNode(f"{XSD}boolean")))
        elif word == "SELECT" and frame.is_group:
            frame.is_group, frame.state, frame.scope = False, "expression", ()
        elif word in _KEYWORDS and (frame.is_group or word == "VALUES"):
            frame.state = _KEYWORDS[word]
        elif frame.has_triples:
            self._is_lost = True
        else:
            self._word = word
            self.reading.has_dataset |= word == "FROM"

    def _mark(self, mark: str) -> None:
        frame = self._frame
        if frame.state == "after" and mark in _NEXT:
            frame.state = _NEXT[mark]
            frame.path = frame.path if mark == "," else []
        elif frame.state in ("verb", "subject") and mark in ".;":
            frame.state = "subject" if mark == "." else frame.state
        elif frame.state in ("verb", "tail") and mark in "^!/|*+?":
            frame.path.append(mark)
            frame.state = "verb" if mark in "^!/|" else frame.state
        elif frame.has_triples and mark not in "+-":
            self._is_lost = True

    # Terms

    def _term(self, kind: str, text: str) -> None:
        if self._word in ("PREFIX", "BASE") and len(self._frames) == 1:
            self._declare(kind)
        elif kind == "string":
            self._node(self._literal(text))
        elif kind == "number":
            exact = "decimal" if "." in text else "integer"
            self._node(Literal(text, datatype=NamedNode(XSD + ("double" if "e" in text.lower() else exact))))
        elif kind in ("variable", "blank"):
            self._node(Variable(text[1:]) if kind == "variable" else BlankNode(text[2:]))
        elif iri := self._iri():
            self._node(NamedNode(iri))
        else:
            self._is_lost = True

    def _literal(self, text: str) -> Literal:
        """Return a string with the language or datatype that follows it."""
        quotes = 3 if text[:3] in ('"""', "'''") and len(text) > 5 else 1
        value = unescaped(text[quotes:-quotes])
        if self.token(1)[0] == "tag":
            self._at += 1
            return Literal(value, language=self.token()[1][1:].lower())
        if (self.token(1)[1], self.token(2)[1]) == ("^", "^"):
            self._at += 3
            iri = self._iri()
            self._is_lost |= not iri
            return Literal(value, datatype=NamedNode(iri)) if iri else Literal(value)
        return Literal(value)

    def _iri(self) -> str:
        """Return the IRI that is read; nothing where its prefix is not declared, as the engine will say."""
        kind, text, prefix = self.token()
        if kind == "iri":
            iri, end = unescaped(text[1:-1]), "#" if text.endswith("#>") else ""  # which `urljoin` drops
            return iri if _ABSOLUTE.match(iri) or not self._base else urljoin(self._base, iri).removesuffix("#") + end
        namespace = self._prefixes.get(prefix or "")
        return "" if namespace is None else namespace + unescaped(text[1:])

    def _declare(self, kind: str) -> None:
        if kind != "iri":
            return
        if self._word == "BASE":
            self._base = self._iri()
        else:
            self._prefixes[self.token(-1)[2] or ""] = self._iri()
        self._word = ""

    def _node(self, term: QueryTerm) -> None:
        frame = self._frame
        if self._is_lost or not frame.has_triples:
            self._mention(term, "other")
            self._compared(term)
        elif frame.state == "subject":
            frame.subject, frame.state, frame.path = term, "verb", []
            self._mention(term, "node")
        elif frame.state == "verb":
            self._verb(term)
        elif frame.state in ("tail", "object"):
            self._mention(term, "node" if _OF_CLASSES.isdisjoint(frame.path) else "class")
            if not frame.is_template:
                found = TriplePattern(frame.subject, _steps(frame.path), term, frame.scope, frame.is_named)
                self.reading.patterns.append(found)
            frame.state = "after"
        else:
            self._is_lost = True

    def _verb(self, term: QueryTerm) -> None:
        frame = self._frame
        self._is_lost = isinstance(term, Literal)
        frame.state = "tail" if isinstance(term, NamedNode) else "object"
        frame.path.append(term.value if isinstance(term, NamedNode) else "?")
        self._mention(term, "property")

    def _mention(self, term: QueryTerm, role: Role) -> None:
        if isinstance(term, NamedNode) and not self._frame.is_template:
            self.reading.mentions.setdefault((term.value, role))

    # Filters

    def _called(self, text: str) -> None:
        """Take note of a function of a variable, which ends here."""
        (kind, variable, _), behind = self.token(-1), 2 + (self.token(-2)[1].upper() == "DISTINCT")
        if text in (",", ";", ")") and kind == "variable" and self.token(-behind)[1] == "(":
            self.reading.calls.setdefault((self.token(-behind - 1)[1].upper(), variable[1:]))

    def _compared(self, term: QueryTerm) -> None:
        """Take note of a variable that is compared with a literal, which ends here."""
        if not isinstance(term, Literal):
            return
        at = self._start - 1
        while at > 0 and self._tokens[at][1] in ("<", ">", "="):
            at -= 1
        kind, variable, _ = self._tokens[at]
        if kind == "variable":
            self.reading.comparisons.append((variable[1:], term))


def _steps(path: list[str]) -> tuple[PathStep, ...]:
    """Return the steps of a sequence path; nothing for another one."""
    steps: list[PathStep] = []
    sequence = iter(path)
    for part in sequence:
        is_inverse = part == "^"
        iri = next(sequence, "") if is_inverse else part
        if len(iri) < 2 or next(sequence, "/") != "/":  # a mark, or what follows is no sequence
            return ()
        steps.append(PathStep(iri, is_inverse))
    return tuple(steps)
