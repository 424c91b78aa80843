"""Read the triple patterns of a SPARQL query, so that its terms can be compared with what a graph holds.

A reader of what people and assistants mean, not a parser: the engine judges the syntax. One pass over the tokens of
the guard, in linear time. What it does not know (quoted triples, mistakes) ends the reading of patterns, and terms
behind that place are only listed.
"""

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import urljoin

from kg.terms.formats import XSD
from kg.terms.sparql_guard import TOKEN
from kg.terms.vocabulary import RDF, RDF_TYPE, RDFS

Role = Literal["property", "class", "datatype", "node", "other"]
"""What an IRI stands for: a node is subject or object of a pattern; others stand in filters, data and graph names."""

_OF_CLASSES = frozenset((RDF_TYPE, f"{RDFS}subClassOf"))
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\(.)", re.DOTALL)
_CONTROL = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_JOINS = frozenset("/|")
_MODIFIERS = frozenset("*+?")
_NEXT = {".": "subject", ";": "verb", ",": "object"}
_WAITING = {"FILTER": "expression", "BIND": "expression", "VALUES": "values", "GRAPH": "graph"}
_GROUPING = frozenset(("OPTIONAL", "MINUS", "UNION"))
_CALL, _LANGUAGE = 2, 4  # tokens before a call ends: `YEAR ( ?date`, `LANG ( ?name ) =`
_COMPARING = frozenset("=<>")


@dataclass(frozen=True)
class QueryTerm:
    """A term of a pattern.

    Attributes:
        kind: "iri", "variable", "literal" or "blank".
        value: The IRI, the name of the variable, or the text of the literal.
        datatype: Of a literal, an IRI.
        language: Of a literal, its tag in lower case.
        written: How it stands in the query.
    """

    kind: str
    value: str = ""
    datatype: str = ""
    language: str = ""
    written: str = ""


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
    is_named: bool = False


@dataclass(frozen=True)
class MentionedIri:
    """An IRI of a query, what it stands for there, and how it is written."""

    iri: str
    role: Role
    written: str


@dataclass
class QueryReading:
    """What was read of a query.

    Attributes:
        patterns: Its triple patterns, without those of a template.
        mentions: Its IRIs, each once for each role, in order.
        comparisons: Variables and the literals to which they may be equal, greater or less.
        calls: Functions, in capitals, with the variables that are their first arguments.
        languages: Variables and the languages that their values are to have.
        bare: Words without prefix where a term should be, with what it would stand for.
        has_dataset: Whether it says which graphs it asks.
    """

    patterns: list[TriplePattern] = field(default_factory=list)
    mentions: dict[MentionedIri, None] = field(default_factory=dict)
    comparisons: list[tuple[str, QueryTerm]] = field(default_factory=list)
    calls: dict[tuple[str, str], None] = field(default_factory=dict)
    languages: dict[tuple[str, str], None] = field(default_factory=dict)
    bare: dict[str, Role] = field(default_factory=dict)
    has_dataset: bool = False


def read_patterns(sparql: str, prefixes: Mapping[str, str], base: str) -> QueryReading:
    """Return the patterns and terms of a query that the guard has passed.

    Args:
        sparql: The query.
        prefixes: Those that it need not declare.
        base: What its relative IRIs are relative to.

    >>> reading = read_patterns("{ ?p a schema:Person }", {"schema": "https://schema.org/"}, "")
    >>> [(each.iri.rpartition("/")[2], each.role) for each in reading.mentions]
    [('22-rdf-syntax-ns#type', 'property'), ('Person', 'class')]
    """
    reader = _PatternReader(prefixes, base)
    for token in TOKEN.finditer(sparql):
        reader.take(token)
    return reader.reading


@dataclass
class _Frame:
    """What stands between two brackets.

    Attributes:
        kind: "group", "nodes" (of a blank node), or "expression" for all in which there are no triples.
        state: In triples "subject", "verb", "tail" (of a path), "object", "after"; else what a keyword waits for.
    """

    kind: str
    scope: tuple[int, ...] = ()
    state: str = "expression"
    subject: QueryTerm = field(default_factory=lambda: QueryTerm("blank"))
    path: list[str] = field(default_factory=list)
    depth: int = 0  # of parentheses in the path
    is_template: bool = False
    is_named: bool = False  # Whether it asks a named graph


class _PatternReader:
    def __init__(self, prefixes: Mapping[str, str], base: str) -> None:
        self.reading = QueryReading()
        self._prefixes, self._base = dict(prefixes), base
        self._frames = [_Frame("expression")]
        self._groups = self._nodes = 0
        self._word = ""  # the last keyword
        self._declared: str | None = None  # the prefix whose namespace comes next
        self._literal: QueryTerm | None = None  # the literal just read, which a tag or datatype may follow
        self._marks = ""  # the marks just read
        self._before: QueryTerm | None = None  # the term before them
        self._is_lost = False
        self._recent: deque[str] = deque(maxlen=5)  # the latest tokens

    @property
    def _frame(self) -> _Frame:
        return self._frames[-1]

    def take(self, token: re.Match[str]) -> None:
        kind = token.lastgroup or ""
        text = token[kind]
        self._called(kind, text)
        self._recent.append(text)
        match kind:
            case "open":
                self._open(text)
            case "close":
                self._close()
            case "mark":
                self._mark(text)
            case "word":
                self._keyword(text)
            case "iri" | "local" | "nameless":
                self._named(kind, text, token["word"] or "")
            case "tag":
                self._annotate(language=text[1:].lower())
            case "string" | "number" | "variable" | "blank":
                self._term(_plain_term(kind, text))

    # Brackets

    def _open(self, bracket: str) -> None:
        frame = self._frame
        self._marks, self._before, self._literal = "", None, None
        if bracket == "{":
            self._open_group(frame)
        elif frame.kind == "expression" or frame.state in ("expression", "values", "graph"):
            self._frames.append(_Frame("expression", frame.scope, is_named=frame.is_named))
        elif bracket == "(" and frame.state == "verb":
            frame.depth += 1
            frame.path.append("(")
        else:
            kind, state = ("nodes", "verb") if bracket == "[" else ("list", "object")
            self._nodes += 1
            node = QueryTerm("blank", f"[{self._nodes}]")
            inner = _Frame(kind, frame.scope, state, node)
            inner.is_template, inner.is_named = frame.is_template, frame.is_named
            self._frames.append(inner)

    def _open_group(self, frame: _Frame) -> None:
        if frame.state == "values":
            self._word = ""
            self._frames.append(_Frame("expression", frame.scope))
            return
        self._groups += 1
        is_named = frame.is_named or frame.state == "graph"
        around = () if frame.state == "graph" else frame.scope
        is_template = frame.is_template or (len(self._frames) == 1 and self._word == "CONSTRUCT")
        group = _Frame("group", (*around, self._groups), "subject", is_template=is_template, is_named=is_named)
        self._word = ""
        self._frames.append(group)

    def _close(self) -> None:
        frame = self._frame
        self._marks, self._before, self._literal = "", None, None
        if frame.kind in ("group", "nodes") and frame.depth:
            frame.depth -= 1
            frame.path.append(")")
            frame.state = "tail"
            return
        if len(self._frames) == 1:
            return
        self._frames.pop()
        if frame.kind in ("nodes", "list"):
            self._term(frame.subject)
        elif self._frame.kind == "group" and self._frame.state != "values":
            self._frame.state = "subject"
        elif self._frame.state == "values" and frame.kind == "expression":
            self._ended_values()

    def _ended_values(self) -> None:
        """Wait for the rows behind the variables of VALUES, or for what follows the rows."""
        if self._word == "VALUES":
            self._word = ""
        else:
            self._frame.state = "subject" if self._frame.kind == "group" else "expression"

    # Keywords and marks

    def _keyword(self, text: str) -> None:
        frame, word = self._frame, text.upper()
        self._marks, self._before, self._literal = "", None, None
        if text == "a" and frame.state == "verb":
            self._verb(QueryTerm("iri", RDF_TYPE, written="a"))
        elif word in ("TRUE", "FALSE"):
            self._term(QueryTerm("literal", word.lower(), f"{XSD}boolean", written=text))
        elif word == "SELECT" and frame.kind == "group":
            frame.kind, frame.state, frame.scope = "expression", "expression", ()
        elif word in _WAITING:
            self._word, frame.state = word, _WAITING[word]
        elif frame.kind == "group" and word in _GROUPING:
            frame.state = "subject"
        elif frame.kind != "expression" and frame.state != "expression":
            self._bare(frame, text)
            self._is_lost = True
        else:
            self._word = word
            self.reading.has_dataset |= word == "FROM"

    def _bare(self, frame: _Frame, word: str) -> None:
        if frame.state == "verb" and not self._is_lost:
            self.reading.bare[word] = "property"
        elif frame.state in ("tail", "object") and not self._is_lost:
            self.reading.bare[word] = "class" if frame.path == [RDF_TYPE] else "node"

    def _mark(self, mark: str) -> None:
        frame = self._frame
        if mark == "^" and self._literal is not None:
            return
        self._literal = None
        if frame.kind in ("expression", "list") or frame.state in ("expression", "values", "graph"):
            self._marks += mark
        elif frame.state == "after" and mark in _NEXT:
            frame.state = _NEXT[mark]
            frame.path = frame.path if mark == "," else []
        elif frame.state in ("verb", "subject") and mark in ".;":
            frame.state = "subject" if mark == "." else frame.state
        elif frame.state in ("verb", "tail") and mark in "^!/|*+?":
            frame.path.append(mark)
            frame.state = "verb" if mark in _JOINS or mark in "^!" else frame.state
        elif mark not in "+-":
            self._is_lost = True

    # Terms

    def _named(self, kind: str, text: str, prefix: str) -> None:
        if self._word in ("PREFIX", "BASE") and len(self._frames) == 1:
            self._declare(kind, text, prefix)
            return
        if kind == "iri":
            iri, written = self._absolute(_unescaped(text[1:-1])), text
        elif prefix in self._prefixes:
            iri, written = self._prefixes[prefix] + _unescaped(text[1:]), prefix + text
        else:  # the engine says that the prefix is not declared
            iri, written = "", prefix + text
        if self._literal is not None:
            self._mention(iri, "datatype", written)
            self._annotate(datatype=iri)
        else:
            self._term(QueryTerm("iri", iri, written=written))

    def _declare(self, kind: str, text: str, prefix: str) -> None:
        if kind != "iri":
            self._declared = prefix
            return
        iri = self._absolute(_unescaped(text[1:-1]))
        if self._word == "BASE":
            self._base = iri
        elif self._declared is not None:
            self._prefixes[self._declared] = iri
        self._declared, self._word = None, ""

    def _absolute(self, iri: str) -> str:
        if _ABSOLUTE.match(iri) or not self._base:
            return iri
        end = "#" if iri.endswith("#") else ""  # an empty fragment, which `urljoin` drops
        return urljoin(self._base, iri) + end

    def _term(self, term: QueryTerm) -> None:
        frame = self._frame
        if self._is_lost or frame.kind in ("expression", "list") or frame.state in ("expression", "values", "graph"):
            self._compared(term)
            self._mention(term.value if term.kind == "iri" else "", "other", term.written)
        elif frame.state == "subject":
            frame.subject, frame.state, frame.path = term, "verb", []
            self._mention(term.value if term.kind == "iri" else "", "node", term.written)
        elif frame.state == "verb":
            self._verb(term)
        elif frame.state in ("tail", "object"):
            self._object(frame, term)
        else:
            self._is_lost = True
        self._literal = term if term.kind == "literal" else None

    def _verb(self, term: QueryTerm) -> None:
        frame = self._frame
        if term.kind == "variable" and not frame.path:
            frame.state = "object"
        elif term.kind == "iri":
            frame.path.append(term.value or "?")
            frame.state = "tail"
            self._mention(term.value, "property", term.written)
        else:
            self._is_lost = True

    def _object(self, frame: _Frame, term: QueryTerm) -> None:
        steps = _steps(frame.path)
        is_class = not _OF_CLASSES.isdisjoint(frame.path)
        if term.kind == "iri":
            self._mention(term.value, "class" if is_class else "node", term.written)
        if not frame.is_template:
            self.reading.patterns.append(TriplePattern(frame.subject, steps, term, frame.scope, frame.is_named))
        frame.state = "after"

    def _annotate(self, *, language: str = "", datatype: str = "") -> None:
        """Give the literal just read its language or datatype."""
        literal, self._literal = self._literal, None
        if literal is None:
            return
        said = replace(literal, datatype=datatype or f"{RDF}langString", language=language)
        patterns, comparisons = self.reading.patterns, self.reading.comparisons
        if patterns and patterns[-1].object is literal:
            patterns[-1] = replace(patterns[-1], object=said)
        elif comparisons and comparisons[-1][1] is literal:
            comparisons[-1] = comparisons[-1][0], said
        self._before = said

    def _called(self, kind: str, text: str) -> None:
        """Take note of a function of a variable, and of a language that is asked for."""
        recent = [each for each in self._recent if each.upper() != "DISTINCT"]
        if text in (",", ";", ")") and recent[-2:-1] == ["("] and recent[-1][0] in "?$" and len(recent) > _CALL:
            self.reading.calls.setdefault((recent[-3].upper(), recent[-1][1:]))
        if kind == "string" and len(recent) > _LANGUAGE and recent[-1] in ("=", ","):
            function, bracket, variable, closing = recent[-5:-1]
            if (function.upper(), bracket, closing) == ("LANG", "(", ")"):
                self.reading.languages.setdefault((variable[1:], text[1:-1].lower()))

    def _compared(self, term: QueryTerm) -> None:
        """Take note of a variable that is compared with a literal."""
        before, marks = self._before, self._marks
        if before is not None and marks and _COMPARING.issuperset(marks):
            if before.kind == "variable" and term.kind == "literal":
                self.reading.comparisons.append((before.value, term))
            elif before.kind == "literal" and term.kind == "variable":
                self.reading.comparisons.append((term.value, before))
        self._before, self._marks = term, ""

    def _mention(self, iri: str, role: Role, written: str) -> None:
        if iri and not self._frame.is_template:
            self.reading.mentions.setdefault(MentionedIri(iri, role, written))


def _plain_term(kind: str, text: str) -> QueryTerm:
    if kind == "string":
        quotes = 3 if text[:3] in ('"""', "'''") and len(text) > 5 else 1
        return QueryTerm("literal", _unescaped(text[quotes:-quotes]), f"{XSD}string", written=text)
    if kind == "number":
        exact = "decimal" if "." in text else "integer"
        return QueryTerm("literal", text, XSD + ("double" if "e" in text.lower() else exact), written=text)
    return QueryTerm(kind, text[1:], written=text)


def _steps(path: list[str]) -> tuple[PathStep, ...]:
    """Return the steps of a sequence path; nothing for another one."""
    steps: list[PathStep] = []
    sequence = iter(path)
    for part in sequence:
        is_inverse = part == "^"
        iri = next(sequence, "") if is_inverse else part
        if len(iri) < 2:  # a mark, or a prefix that is not declared
            return ()
        steps.append(PathStep(iri, is_inverse))
        if next(sequence, "/") != "/":
            return ()
    return tuple(steps)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    number = escape[1] or escape[2]
    return chr(int(number, 16)) if number else _CONTROL.get(escape[3], escape[3])
