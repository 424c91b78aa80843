"""Say of each described entity and entry which file and which lines it was read from.

Evidence lies in a named graph of its own, `graph/evidence`, so that the facts stay light.
"""

from collections.abc import Mapping, Sequence

from kg.identifiers import digest, slug
from kg.mapping.references import Node
from kg.profile import Source

GRAPH = "graph/evidence"
_QUOTED = ("title", "name", "course", "degree", "role")

Lines = tuple[int, int]


class Evidence:
    """Collects the evidence that one source, or one profile of it, gives.

    Args:
        source: The file.
        about: IRI of the person whose profile it is, or empty.
        lines: First and last line of what has no span of its own.
        spans: First and last line of each entry.
    """

    def __init__(self, source: Source, about: str, lines: Lines | None, spans: Mapping[str, Lines]) -> None:
        self._source = source
        self._about = about
        self._lines = lines
        self._spans = spans
        self._nodes: list[Node] = []
        self._counts: dict[str, int] = {}
        self._iri = source_iri(source.path)

    def add(self, entity: str, pointer: str, quote: str) -> None:
        """Record where one entity or entry stands; what stands in several places has evidence of each.

        Args:
            entity: Its IRI.
            pointer: Its place in the source, such as `publications/3`; empty for the whole.
            quote: The words that name it there.
        """
        count = self._counts[entity] = self._counts.get(entity, 0) + 1
        again = (str(count),) if count > 1 else ()
        node: Node = {
            "id": f"evidence/{digest(self._iri, self._about, entity, *again, length=13)}",
            "type": "Evidence",
            "supports": entity,
            "derived_from": self._iri,
            "extractor": self._source.extractor,
            "confidence": "1",
        }
        lines = self._spans.get(pointer, self._lines)
        if lines:
            node["start_line"], node["end_line"] = lines
        if pointer:
            node["pointer"] = pointer
        if quote:
            node["quote"] = quote
        self._nodes.append(node)

    def add_section(self, section: str, items: Sequence[Node], entities: Sequence[Sequence[str]]) -> None:
        """Record where the entries of a section stand, given the IRIs that each gave rise to."""
        for index, (item, iris) in enumerate(zip(items, entities, strict=True)):
            for iri in iris:
                self.add(iri, f"{section}/{index}", _quote(item))

    def source_node(self, *, described: bool = True) -> Node:
        """Refer to the source and say whom it is about; describe it unless an earlier profile of it did.

        The node belongs to the default graph.
        """
        node: Node = {"id": self._iri}
        if self._about:
            node["main_entity"] = self._about
        if described:
            node |= {
                "type": ["Entity", "DigitalDocument"],
                "name": self._source.path,
                "encoding_format": self._source.media_type,
                "sha256": self._source.sha256,
            }
        return node

    def graph(self) -> Node:
        """Return the named graph of the evidence."""
        return {"id": GRAPH, "graph": self._nodes}


def source_iri(path: str) -> str:
    """Return the IRI of a file of the project."""
    stem = path.removeprefix("profiles/").rpartition(".")[0] if path.startswith("profiles/") else path
    return f"source/{slug(stem) or digest(stem)}"


def _quote(item: Node) -> str:
    """Return the words of an entry that name it, as they are written."""
    for key in _QUOTED:
        value = item.get(key)
        if isinstance(value, dict):
            value = value["name"]
        if value:
            return str(value)
    return ""
