"""Evidence: why the graph says something. Each fact has a mark that opens source, lines and quoted words."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pyoxigraph import DefaultGraph, NamedNode

from kg.site.words import N_, _, gettext
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.formats import iri_of, term_text
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG, PREFIXES

STATES = {
    "stated": N_("stated"),
    "likely": N_("read by machine, likely"),
    "read": N_("read by machine, to be checked"),
}
"""How certain facts are, in words: the marks beside them are drawn by these."""
_LIKELY = 0.9
_DECISIONS = {
    "accepted": N_("Read by a person, who accepted it."),
    "edited": N_("Read by a person, who corrected it."),
    "rejected": N_("Read by a person, who rejected it."),
}
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
    """What one place of a source says for a node."""

    node: str  # what it supports
    source: str  # the IRI of the source
    file: str  # what the source is called
    first: str  # the first line, if it has lines
    last: str  # the last line
    page: str  # the page, in documents that have pages
    quote: str  # the words that are quoted
    reader: str  # what read it, such as `yaml`
    confidence: str  # a decimal from 0 to 1, or empty
    status: str  # what people decided: `proposed`, `accepted`, `edited`, `rejected`, or empty
    key: str = ""  # the key of a person's profile that a document gives, such as `interests`, or empty

    @property
    def place(self) -> str:
        """Where it stands in the source, in words."""
        several = self.first != self.last
        lines = (
            _("lines {first}–{last}", first=self.first, last=self.last)
            if several
            else _("line {line}", line=self.first)
        )
        page = _("page {page}", page=self.page) if self.page else ""
        return ", ".join(filter(None, (page, lines if self.first else "")))

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
        if self.status in _DECISIONS:
            return gettext(_DECISIONS[self.status])
        if self.status == "proposed" or (not self.status and not self.is_plain):
            return _("Proposed, {confidence}; no person has read it yet.", confidence=self.confidence)
        if self.status:
            return self.status
        return _("Written in the profile.") if self.reader in ("yaml", "json") else _("Stated in the source.")


class EvidenceMarks:
    """The evidence of all nodes of a page that may be marked, which is queried once."""

    def __init__(self, graph: Graph, nodes: Iterable[str]) -> None:
        self._graph = graph
        self._nodes = dict.fromkeys(nodes)
        self._anchored: set[str] = set()
        self._states: dict[str, str] = {}

    @cached_property
    def _found(self) -> Mapping[str, tuple[CitedEvidence, ...]]:
        return of_nodes(self._graph, self._nodes)

    def of(self, node: str) -> tuple[CitedEvidence, ...]:
        """Return the evidence of a node; of what only works on the page name, such as a system, it is theirs."""
        if items := self._found.get(node):
            return items
        quads = self._graph.store.quads(None, _DESCRIBES, NamedNode(node), DefaultGraph())
        works = sorted(iri_of(quad.subject) for quad in quads)
        return tuple(item for work in works for item in self._found.get(work, ()))

    def state(self, node: str) -> str:
        """Return how certain a node is, see `state`."""
        if node not in self._states:  # a page asks for it in its key and beside the fact
            self._states[node] = state(self._graph, self.of(node))
        return self._states[node]

    @cached_property
    def states(self) -> frozenset[str]:
        """How certain the nodes are that may be marked."""
        return frozenset(filter(None, map(self.state, self._nodes)))

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
        return sorted({item.source for items in self._found.values() for item in items})


def of_nodes(graph: Graph, nodes: Iterable[str]) -> Mapping[str, tuple[CitedEvidence, ...]]:
    """Return the evidence of some nodes."""
    values = " ".join(term_text(NamedNode(node)) for node in dict.fromkeys(nodes))
    found: dict[str, list[CitedEvidence]] = {}
    for each in _select(graph, f"VALUES ?node {{ {values} }}") if values else ():
        found.setdefault(each.node, []).append(each)
    return {node: tuple(items) for node, items in found.items()}


def state(graph: Graph, items: Sequence[CitedEvidence]) -> str:
    """How certain some evidence makes a fact: one of `STATES`, or nothing where there is none.

    What a machine read and nobody has reviewed is likely, or has to be checked. A profile is evidence too: what it says
    is not yet reviewed where a document from which it was drafted is said to propose it, or where it is less than sure;
    else somebody wrote it.
    """
    proposing = {item.source for item in items if item.status == "proposed"}
    drafted = {
        iri_of(quad.subject)
        for document in proposing
        for quad in graph.store.quads(None, _DERIVED, NamedNode(document), DefaultGraph())
    }
    reviewed = (
        item.status != "proposed" if item.status else item.is_plain and item.source not in drafted for item in items
    )
    if any(reviewed) or not items:
        return "stated" if items else ""
    return "likely" if any(float(item.confidence or 0) >= _LIKELY for item in items) else "read"


def of_source(graph: Graph, iri: str, most: int) -> list[CitedEvidence]:
    """Return the first evidence that a source gives, in the order of its lines."""
    found = _select(graph, _FIRST.format(source=term_text(NamedNode(iri)), most=most))
    return sorted(found, key=lambda each: (int(each.page or 0), int(each.first or 0), int(each.last or 0), each.node))


def _select(graph: Graph, given: str) -> Iterator[CitedEvidence]:
    names = [field.name for field in dataclasses.fields(CitedEvidence)]
    for row in graph.select(_SELECT.format(graph=graph.base + EVIDENCE_GRAPH, given=given)).records():
        text = {name: value(row.get(name)) for name in names}
        text["file"] = text["file"] or text["source"].rpartition("/")[2]
        text["last"] = text["last"] or text["first"]
        yield CitedEvidence(**text)
