"""Evidence: why the graph says something. Each fact has a mark that opens source, lines and quoted words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pyoxigraph import DefaultGraph, NamedNode

from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.formats import Term, iri_of, term_text
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG, PREFIXES

_STATED = ("yaml", "json")
_DERIVED = NamedNode(f"{PREFIXES['prov']}wasDerivedFrom")
_DESCRIBES = NamedNode(f"{KG}describes")

_SELECT = """\
SELECT ?evidence ?node ?source ?file ?first ?last ?page ?quote ?reader ?confidence ?status ?key WHERE {{
  GRAPH <{graph}> {{
    {given}
    ?evidence kg:supports ?node ; prov:wasDerivedFrom ?source .
    OPTIONAL {{ ?evidence kg:startLine ?first }}
    OPTIONAL {{ ?evidence kg:endLine ?last }}
    OPTIONAL {{ ?evidence kg:page ?page }}
    OPTIONAL {{ ?evidence kg:quote ?quote }}
    OPTIONAL {{ ?evidence kg:extractor ?reader }}
    OPTIONAL {{ ?evidence kg:confidence ?confidence }}
    OPTIONAL {{ ?evidence kg:reviewStatus ?status }}
    OPTIONAL {{ ?evidence kg:key ?key }}
  }}
  OPTIONAL {{ ?source schema:name ?file }}
}}
ORDER BY ?file ?first ?last ?evidence
"""
_FIRST = """\
    {{ SELECT ?evidence WHERE {{
      ?evidence prov:wasDerivedFrom {source} ; kg:supports ?any .
      OPTIONAL {{ ?evidence kg:startLine ?line }}
      OPTIONAL {{ ?evidence kg:page ?sheet }}
    }} ORDER BY ?sheet ?line ?evidence LIMIT {most} }}
"""


@dataclass(frozen=True)
class CitedEvidence:
    """What one place of a source says for a node.

    Attributes:
        node: What it supports.
        source: The IRI of the source.
        file: What the source is called.
        first: The first line, if it has lines.
        last: The last line.
        page: The page, in documents that have pages.
        quote: The words that are quoted.
        reader: What read it, such as `yaml`.
        confidence: A decimal from 0 to 1, or empty.
        status: What people decided: `proposed`, `accepted`, `edited`, `rejected`, or empty.
        key: The key of a person's profile that a document gives, such as `interests`, or empty.
    """

    node: str
    source: str
    file: str
    first: str
    last: str
    page: str
    quote: str
    reader: str
    confidence: str
    status: str
    key: str = ""

    @property
    def place(self) -> str:
        """Where it stands in the source, in words."""
        lines = f"lines {self.first}–{self.last}" if self.first != self.last else f"line {self.first}"
        return ", ".join(filter(None, (f"page {self.page}" if self.page else "", lines if self.first else "")))

    @property
    def anchor(self) -> str:
        """The part of the source's page that shows it."""
        return f"L{self.first}" if self.first else ""

    @property
    def is_plain(self) -> bool:
        """Whether somebody wrote it where it stands: there is nothing to doubt and nothing to read."""
        return not self.status and (not self.confidence or float(self.confidence) == 1)

    @property
    def surety(self) -> str:
        """How sure it is, and whether a person has read it, in words."""
        decided = {
            "accepted": "Read by a person, who accepted it.",
            "edited": "Read by a person, who corrected it.",
            "rejected": "Read by a person, who rejected it.",
            "proposed": f"Proposed, {self.confidence}; no person has read it yet.",
        }
        if self.status:
            return decided.get(self.status, self.status)
        if not self.is_plain:
            return f"Proposed, {self.confidence}; no person has read it yet."
        return "Written in the profile." if self.reader in _STATED else "Stated in the source."


class EvidenceMarks:
    """The evidence of the nodes of a page; what is marked on it gets an id, the same for the same evidence.

    Args:
        graph: The release.
        nodes: All that may be marked: the evidence is asked for once.

    Attributes:
        has_unreviewed: Whether something was shown that nobody has reviewed: known when all of the page is made.
    """

    def __init__(self, graph: Graph, nodes: Iterable[str]) -> None:
        self._graph = graph
        self._nodes = dict.fromkeys(nodes)
        self._ids: dict[tuple[CitedEvidence, ...], str] = {}
        self._anchored: set[str] = set()
        self.has_unreviewed = False

    @cached_property
    def _found(self) -> Mapping[str, tuple[CitedEvidence, ...]]:
        return of_nodes(self._graph, self._nodes)

    def id(self, node: str) -> str:
        """Return the id of what a mark of a node opens, or nothing if there is no evidence."""
        pieces = self._found.get(node) or self._of_works(node)
        return self._ids.setdefault(pieces, f"e{len(self._ids) + 1}") if pieces else ""

    def is_unreviewed(self, node: str) -> bool:
        """Say whether a machine read all that is known of a node, and nobody has reviewed any of it."""
        found = is_unreviewed(self._graph, self._found.get(node, ()))
        self.has_unreviewed = self.has_unreviewed or found
        return found

    def _of_works(self, node: str) -> tuple[CitedEvidence, ...]:
        """Return the evidence of the works on the page that describe a system: what only they name has no other."""
        quads = self._graph.store.quads(None, _DESCRIBES, NamedNode(node), DefaultGraph())
        return tuple(
            piece for work in sorted(iri_of(quad.subject) for quad in quads) for piece in self._found.get(work, ())
        )

    def anchor(self, node: str) -> str:
        """Return the fragment by which an entry is found on the page, the first time that the entry is shown."""
        fragment = node.partition("#")[2]
        if not fragment or node in self._anchored:
            return ""
        self._anchored.add(node)
        return fragment

    @property
    def sources(self) -> list[str]:
        """The IRIs of the sources of all this evidence, sorted."""
        return sorted({piece.source for pieces in self._found.values() for piece in pieces})

    @property
    def marked(self) -> list[tuple[str, tuple[CitedEvidence, ...]]]:
        """What marks of the page open, by id: complete when all of the page is made."""
        return [(id_, pieces) for pieces, id_ in self._ids.items()]


def of_nodes(graph: Graph, nodes: Iterable[str]) -> Mapping[str, tuple[CitedEvidence, ...]]:
    """Return the evidence of some nodes."""
    values = " ".join(term_text(NamedNode(node)) for node in dict.fromkeys(nodes))
    found: dict[str, list[CitedEvidence]] = {}
    for each in _asked(graph, f"VALUES ?node {{ {values} }}") if values else ():
        found.setdefault(each.node, []).append(each)
    return {node: tuple(pieces) for node, pieces in found.items()}


def is_unreviewed(graph: Graph, pieces: Sequence[CitedEvidence]) -> bool:
    """Say whether a machine read all that some pieces of evidence say, and nobody has reviewed any of it.

    A profile is evidence too. What it says is not yet reviewed where a document from which it was drafted is said to
    propose it, or where it is less than sure; else somebody wrote it.
    """
    proposing = {piece.source for piece in pieces if piece.status == "proposed"}
    drafted = {
        iri_of(quad.subject)
        for document in proposing
        for quad in graph.store.quads(None, _DERIVED, NamedNode(document), DefaultGraph())
    }
    return bool(pieces) and all(
        piece.status == "proposed" if piece.status else piece.source in drafted or not piece.is_plain
        for piece in pieces
    )


def of_source(graph: Graph, iri: str, most: int) -> list[CitedEvidence]:
    """Return what a source gives evidence of, in the order of its lines, the first pieces."""
    found = _asked(graph, _FIRST.format(source=term_text(NamedNode(iri)), most=most))
    return sorted(found, key=lambda each: (int(each.page or 0), int(each.first or 0), int(each.last or 0), each.node))


def _asked(graph: Graph, given: str) -> Iterator[CitedEvidence]:
    for row in graph.select(_SELECT.format(graph=graph.base + EVIDENCE_GRAPH, given=given)).records():
        yield _evidence(row)


def _evidence(row: Mapping[str, Term]) -> CitedEvidence:
    text = {name: value(term) for name, term in row.items()}
    return CitedEvidence(
        node=text["node"],
        source=text["source"],
        file=text.get("file") or text["source"].rpartition("/")[2],
        first=text.get("first", ""),
        last=text.get("last", text.get("first", "")),
        page=text.get("page", ""),
        quote=text.get("quote", ""),
        reader=text.get("reader", ""),
        confidence=text.get("confidence", ""),
        status=text.get("status", ""),
        key=text.get("key", ""),
    )
