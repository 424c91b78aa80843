"""Write JSON-LD documents as N-Quads."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from kg.base.errors import MappingError
from kg.mapping.references import Node
from kg.terms.context import Context, TermDefinition
from kg.terms.kinds import Kind
from kg.terms.vocabulary import NAME

# Say in words what a node without a name is, for those who see only its label.


def label(kind: Kind, item: Node) -> Node:
    """Return the label of an entry, made of the fields that its kind declares; a name is its own label."""
    if kind.title is not None and kind.title.key in item:
        return {}
    told = dict.fromkeys(words(item, alternatives) for alternatives in kind.label_parts)
    return {"rdfs_label": ", ".join(filter(None, told)) or kind.label}


def words(item: Node, alternatives: Sequence[str]) -> str:
    """Return the first of some fields that is stated, in words; what it names by its short name, if it has one."""
    for key in alternatives:
        value = item.get(key)
        if value:
            several = value if isinstance(value, list) else [value]
            return " ".join(
                str(each.get("short") or each["label"]) if isinstance(each, dict) else str(each) for each in several
            )
    return ""


# Write documents as N-Quads, as the context says: JSON-LD to RDF, at the speed of text.

RDF_TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
RDFS_LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
XSD = "http://www.w3.org/2001/XMLSchema#"

_ESCAPED = re.compile(r'["\\\n\r]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r"}

Write = Callable[[str, Any], None]


class NQuadsWriter:
    """Turns nodes into N-Quads lines.

    Each term of the context becomes a function that writes one value; the table of these functions is
    the compiled context.

    Attributes:
        own_terms: Local names of the terms of the ontology, such as concepts, to which a node has led.
    """

    def __init__(self, context: Context, base: str) -> None:
        self._context = context
        self._base = base
        self._lines: list[str] = []
        self._end = " .\n"
        self.own_terms: set[str] = set()
        self._writers: dict[str, Write] = {name: self._writer(definition) for name, definition in context.terms.items()}
        self._writers |= {name: self._keyword(word) for name, word in context.keywords.items()}

    def lines(self, nodes: list[Node]) -> str:
        """Return the N-Quads of some nodes and of all nodes within them."""
        for node in nodes:
            self._node(node)
        text = "".join(self._lines)
        self._lines.clear()
        return text

    def _node(self, node: Node) -> str:
        subject = self._iri(node["id"])
        writers = self._writers
        for key, value in node.items():
            write = writers.get(key)
            if write is None:
                raise MappingError(
                    f"the key '{key}' of {node['id']} is not in the context",
                    hint="declare it in ontology/context.jsonld",
                )
            if value.__class__ is list:
                for each in value:
                    write(subject, each)
            else:
                write(subject, value)
        return subject

    def _iri(self, text: str) -> str:
        if ":" not in text:
            return f"<{self._base}{text}>"
        if text.startswith("kg:"):
            self.own_terms.add(text.removeprefix("kg:"))
        return f"<{self._context.expand(text)}>"

    def _writer(self, definition: TermDefinition) -> Write:
        predicate = f"<{definition.predicate}>"
        if definition.sort == "literal":
            return self._literal_writer(predicate, definition)
        lines, iri = self._lines, self._iri

        def write_iri(subject: str, value: Any) -> None:
            target = iri(value) if value.__class__ is str else self._node(value)
            lines.append(f"{subject} {predicate} {target}{self._end}")

        def write_reverse(subject: str, value: Any) -> None:
            target = iri(value) if value.__class__ is str else self._node(value)
            lines.append(f"{target} {predicate} {subject}{self._end}")

        return write_reverse if definition.sort == "reverse" else write_iri

    def _literal_writer(self, predicate: str, definition: TermDefinition) -> Write:
        lines = self._lines
        suffix = f"@{definition.language}" if definition.language else ""
        suffix = f"^^<{definition.datatype}>" if definition.datatype else suffix

        def write_literal(subject: str, value: Any) -> None:
            if value.__class__ is str:
                lines.append(f'{subject} {predicate} "{escape(value)}"{suffix}{self._end}')
            else:
                lines.append(f"{subject} {predicate} {self._other_literal(value)}{self._end}")

        def write_name(subject: str, value: Any) -> None:
            text = f'"{escape(value)}"{suffix}' if value.__class__ is str else self._other_literal(value)
            lines.append(f"{subject} {predicate} {text}{self._end}{subject} {RDFS_LABEL} {text}{self._end}")

        return write_name if definition.predicate == NAME else write_literal

    def _other_literal(self, value: Any) -> str:
        if value.__class__ is int:
            return f'"{value}"^^<{XSD}integer>'
        if value.__class__ is bool:
            return f'"{"true" if value else "false"}"^^<{XSD}boolean>'
        if value.__class__ is dict and "@value" in value:
            text = escape(value["@value"])
            if "@type" in value:
                return f'"{text}"^^<{self._context.expand(value["@type"])}>'
            return f'"{text}"@{value["@language"]}'
        raise MappingError(f"{value!r} is not a value that can be written as a literal")

    def _keyword(self, keyword: str) -> Write:
        if keyword == "@type":
            return self._write_type
        return self._write_graph if keyword == "@graph" else _write_nothing

    def _write_type(self, subject: str, value: str) -> None:
        iri = self._context.classes.get(value) or self._context.expand(value)
        self._lines.append(f"{subject} {RDF_TYPE} <{iri}>{self._end}")

    def _write_graph(self, subject: str, value: Node) -> None:
        outer, self._end = self._end, f" {subject} .\n"
        self._node(value)
        self._end = outer


def _write_nothing(_: str, __: Any) -> None:
    """Write nothing: the identifier of a node is its subject."""


def escape(text: str) -> str:
    """Return a text as it stands between the quotes of an N-Quads literal (N-Triples §2.4)."""
    if '"' in text or "\\" in text or "\n" in text or "\r" in text:
        return _ESCAPED.sub(lambda match: _ESCAPES[match[0]], text)
    return text
