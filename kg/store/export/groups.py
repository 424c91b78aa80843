"""Walk through a store resource by resource, in a fixed order."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from pyoxigraph import BlankNode, DefaultGraph, NamedNode, Triple

from kg.base.files import Keyed, sort_text
from kg.store.store import LocalStore
from kg.terms.formats import XSD, Term
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG

# Take apart the literals of N-Triples, as the engine writes them.

STRING = f"{XSD}string"
INTEGER = f"{XSD}integer"


def parts(text: str) -> tuple[str, str]:
    """Return the value of a literal, still escaped, and its datatype, or `@` and its language.

    >>> parts('"2023"^^<http://www.w3.org/2001/XMLSchema#gYear>')
    ('2023', 'http://www.w3.org/2001/XMLSchema#gYear')
    >>> parts('"Enchantress of Numbers"@en')
    ('Enchantress of Numbers', '@en')
    """
    if text[-1] == '"':
        return text[1:-1], STRING
    end = text.rindex('"')  # neither a language nor an IRI holds one
    return text[1:end], text[end + 4 : -1] if text[-1] == ">" else text[end + 1 :]


# Walk through a store resource by resource, in a fixed order.

_SUPPORTS = NamedNode(f"{KG}supports")
_NUMBER = re.compile("[0-9]+")
# Lines of one subject, which the engine gives together.
_BLOCK = re.compile(rb"(\S+) [^\n]*+\n(?:\1 [^\n]*+\n)*+")


class ResourceGroup(NamedTuple):
    """A resource with its nodes."""

    iri: str  # the resource; of a blank node, `_:` and its label
    kind: str  # its kind, such as `person`; empty for what is not under the base
    text: str  # its own triples and those of its nodes as N-Triples, by subject

    def subjects(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Yield each subject with its predicates and objects, as N-Triples writes them."""
        triples = (line[:-2].split(" ", 2) for line in self.text.split("\n")[:-1])
        for subject, lines in groupby(triples, key=itemgetter(0)):
            yield subject, [(predicate, target) for _, predicate, target in lines]


class Places:
    """The places of resources: by kind as declared, then by IRI, nodes after what they belong to.

    Args:
        base: The base of the IRIs.
        kinds: The kinds, as the heads of their IRIs, in order.
    """

    def __init__(self, base: str, kinds: Iterable[str]) -> None:
        self._base = base
        self._ranks = {kind: chr(ord("a") + rank) for rank, kind in enumerate(kinds)}
        self._kinds = {rank: kind for kind, rank in self._ranks.items()}
        self._last = chr(ord("a") + len(self._ranks))

    def key(self, subject: str) -> str:
        """Return the rank of a subject's kind, the resource to which it belongs, and its place among the nodes."""
        if not self._base or not subject.startswith(self._base):
            return self._last + subject
        kind = subject[len(self._base) :].partition("#")[0].partition("/")[0]
        return self._ranks.get(kind, self._last) + natural(subject)

    def gathered(self, blocks: Iterable[Keyed]) -> Iterator[ResourceGroup]:
        """Put blocks that belong to one resource together; they come in order."""
        for resource, members in groupby(blocks, key=lambda block: block[0].partition("\0")[0]):
            text = b"".join([text for _, text in members]).decode()
            yield ResourceGroup(resource[1:], self._kinds.get(resource[0], ""), text)


def groups(store: LocalStore, base: str, places: Places, *, evidence: bool) -> Iterator[ResourceGroup]:
    """Yield the resources of one graph, ordered by kind and IRI, with their nodes after them, in bounded memory."""

    def cut(text: bytes) -> Iterator[Keyed]:
        return ((places.key(written_name(found[1].decode())), found[0]) for found in _BLOCK.finditer(text))

    graph = NamedNode(base + EVIDENCE_GRAPH) if evidence else DefaultGraph()
    return places.gathered(sort_text(partial(store.dump, graph), cut))


def resource_groups(
    store: LocalStore, base: str, places: Places, resource: NamedNode, *, evidence: bool
) -> tuple[list[ResourceGroup], list[ResourceGroup]]:
    """Return a resource with the nodes that belong to it, and its evidence if that is meant."""
    texts = _with_nodes(store, resource.value)
    pieces = _evidence_of(store, base, texts) if evidence else {}
    return _sorted_groups(texts, places), _sorted_groups(pieces, places)


def _with_nodes(store: LocalStore, resource: str) -> dict[str, str]:
    texts = {resource: ""}
    for quad in store.about(resource):
        name = name_of(quad.subject)
        texts[name] = f"{texts.get(name, '')}{quad} .\n"
    return texts


def _evidence_of(store: LocalStore, base: str, nodes: Iterable[str]) -> dict[str, str]:
    graph, find = NamedNode(base + EVIDENCE_GRAPH), store.quads
    supporting = (quad.subject for node in nodes for quad in find(None, _SUPPORTS, NamedNode(node), graph))
    found = {piece for piece in supporting if not isinstance(piece, Triple)}
    end = -len(f" {graph}")
    return {
        name_of(piece): "".join([f"{str(quad)[:end]} .\n" for quad in find(piece, None, None, graph)])
        for piece in found
    }


def _sorted_groups(texts: Mapping[str, str], places: Places) -> list[ResourceGroup]:
    keyed = sorted((places.key(name), text.encode()) for name, text in texts.items())
    return list(places.gathered(keyed))


def name_of(node: Term) -> str:
    """Return how a node is called among IRIs: a blank node by a name that no IRI has.

    >>> name_of(BlankNode("b0"))
    '_:b0'
    """
    return node.value if isinstance(node, NamedNode) else str(node)


def written_name(text: str) -> str:
    """Return how a node is called that N-Triples writes so.

    >>> written_name("<https://kg.example.org/person/ada-lovelace>")
    'https://kg.example.org/person/ada-lovelace'
    """
    return text[1:-1] if text.startswith("<") and not text.startswith("<<") else text


def node_of(name: str) -> NamedNode | BlankNode:
    """Return the node that is called so."""
    return BlankNode(name[2:]) if name.startswith("_:") else NamedNode(name)


def natural(iri: str) -> str:
    """Return a key by which numbers in fragments count as numbers: `#author-2` before `#author-10`.

    >>> natural("work/x#author-2") < natural("work/x#author-10") < natural("work/x-y")
    True
    """
    resource, separator, fragment = iri.partition("#")
    if not separator:
        return resource
    numbered = _NUMBER.sub(_sized, fragment)
    # At the end as it is written, so that `#author-1` and `#author-01` keep one order.
    return f"{resource}\0{numbered}\0\0{fragment}" if numbered != fragment else f"{resource}\0{fragment}"


def _sized(number: re.Match[str]) -> str:
    # The count of digits comes first, below any character, so that texts sort by value.
    digits = number[0].lstrip("0")
    return f"\0{chr(len(digits))}{digits}"
