"""Say of each described entity and entry which file and which lines it was read from.

Evidence lies in a named graph of its own, `graph/evidence`, so that the facts stay light.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from types import MappingProxyType

from kg.mapping.references import Node
from kg.profile.provenance import Evidence as Reviewed
from kg.profile.provenance import Place
from kg.profile.records import Source
from kg.terms.identifiers import digest, slug, source_iri
from kg.terms.vocabulary import EVIDENCE_GRAPH

_QUOTED = ("title", "name", "course", "degree", "role")

Lines = tuple[int, int]


class EvidenceCollector:
    """Collects the evidence that one source, or one profile of it, gives.

    Args:
        source: The file.
        about: IRI of the person whose profile it is, or empty.
        entry: What tells an entry of a catalogue, which is about nobody, from others of it.
        lines: First and last line of what has no span of its own.
        spans: First and last line of each entry.
        reviewed: Why entries and fields stand in a profile that was drafted from documents, by their place.
        documents: Those documents.
    """

    def __init__(
        self,
        source: Source,
        about: str,
        lines: Lines | None,
        spans: Mapping[str, Lines],
        reviewed: Mapping[str, Reviewed] = MappingProxyType({}),
        documents: Sequence[Source] = (),
        entry: str = "",
    ) -> None:
        self._source = source
        self._about = about
        self._owner = about or entry
        self._lines = lines
        self._spans = spans
        self._reviewed = reviewed
        self._documents = documents
        self._nodes: list[Node] = []
        self._counts: dict[str, int] = {}
        self._iri = source_iri(source.path)
        self._iris = _document_iris(about.rpartition("/")[2] or slug(source.path), documents)

    def add(self, entity: str, pointer: str, quote: str, lines: Lines | None = None) -> None:
        """Record where one entity or entry stands; what stands in several places has evidence of each.

        Args:
            entity: Its IRI.
            pointer: Its place in the source, such as `publications/3`; empty for the whole.
            quote: The words that name it there.
            lines: Its lines, if they are not those of its place.
        """
        count = self._counts[entity] = self._counts.get(entity, 0) + 1
        again = (str(count),) if count > 1 else ()
        reviewed = self._reviewed.get(pointer or "name")
        node: Node = {
            "id": f"evidence/{digest(self._iri, self._owner, entity, *again, length=13)}",
            "type": "Evidence",
            "rdfs_label": quote or pointer or self._source.path,
            "supports": entity,
            "derived_from": self._iri,
            "extractor": self._source.extractor,
            "confidence": _decimal(reviewed.lowest) if reviewed and reviewed.status == "proposed" else "1",
        }
        lines = lines or self._spans.get(pointer, self._lines)
        if lines:
            node["start_line"], node["end_line"] = lines
        if pointer:
            node["pointer"] = pointer
        if quote:
            node["quote"] = quote
        self._nodes.append(node)
        of_person = {key: each for key, each in self._reviewed.items() if "/" not in key} if not pointer else {}
        for key, each in (of_person or ({pointer: reviewed} if reviewed and pointer else {})).items():
            self._nodes.extend(self._of_documents(entity, key, each, again))

    def _of_documents(self, entity: str, key: str, reviewed: Reviewed, again: Sequence[str]) -> Iterator[Node]:
        extractors = {document.path: document.extractor for document in self._documents}
        places: tuple[Reviewed | Place, ...] = (reviewed, *reviewed.also)
        for place in places:
            if place.source not in self._iris:
                continue
            source = self._iris[place.source]
            node: Node = {
                "id": f"evidence/{digest(source, self._about, entity, place.fact, *again, length=13)}",
                "type": "Evidence",
                "rdfs_label": place.quote or key,
                "supports": entity,
                "derived_from": source,
                "extractor": extractors[place.source],
                "confidence": _decimal(reviewed.lowest),
                "review_status": reviewed.status,
                "start_line": place.lines[0],
                "end_line": place.lines[1],
            }
            if "/" not in key:
                node["key"] = key
            yield node | {each: getattr(place, each) for each in ("page", "quote") if getattr(place, each)}

    def add_section(self, section: str, items: Sequence[Node], entities: Sequence[Sequence[str]]) -> None:
        """Record where the entries of a section stand, given the IRIs that each gave rise to."""
        for index, (item, iris) in enumerate(zip(items, entities, strict=True)):
            for iri in iris:
                self.add(iri, f"{section}/{index}", _quote(item))

    def source_nodes(self, *, described: bool = True) -> list[Node]:
        """Refer to the source and say whom it is about; describe it unless an earlier profile of it did.

        The documents from which it was drafted are described too. The nodes belong to the default graph.
        """
        node: Node = {"id": self._iri}
        about = {"main_entity": self._about} if self._about else {}
        node |= about
        if described:
            node |= _described(self._source)
        if self._iris:
            node["derived_from"] = list(self._iris.values())
        documents = [{"id": self._iris[document.path], **about, **_described(document)} for document in self._documents]
        return [node, *documents]

    def graph(self) -> Node:
        """Return the named graph of the evidence."""
        return {"id": EVIDENCE_GRAPH, "graph": self._nodes}


def shown_path(path: str) -> str:
    """Return a document's path as it may be published: nothing of where it lies on somebody's machine.

    >>> shown_path("cvs/cv.md"), shown_path("/home/ada/cv.md"), shown_path("../ada/cv.md")
    ('cvs/cv.md', 'cv.md', 'cv.md')
    """
    parts = PurePosixPath(path.replace("\\", "/"))
    is_within = not parts.is_absolute() and ".." not in parts.parts and ":" not in path
    return parts.as_posix() if is_within else parts.name


def _document_iris(owner: str, documents: Sequence[Source]) -> dict[str, str]:
    iris: dict[str, str] = {}
    for document in documents:
        name = slug(shown_path(document.path)) or digest(document.path)
        iri = f"source/{owner}-{name}"
        iris[document.path] = f"{iri}-{digest(document.path)}" if iri in iris.values() else iri
    return iris


def _described(source: Source) -> Node:
    return {
        "type": ["Entity", "DigitalDocument"],
        "name": shown_path(source.path),
        "encoding_format": source.media_type,
        "sha256": source.sha256,
    }


def _decimal(share: float) -> str:
    return f"{share:.3f}".rstrip("0").rstrip(".") or "0"


def _quote(item: Node) -> str:
    for key in _QUOTED:
        value = item.get(key)
        if isinstance(value, dict):
            value = value["name"]
        if value:
            return str(value)
    return ""
