"""What harvesters take of a graph (OAI-PMH 2.0): its things as items, in Dublin Core, for OpenAIRE, and as RDF.

Dublin Core: https://www.openarchives.org/OAI/2.0/guidelines-oai-identifier.htm and section 7.1 of the protocol.
OpenAIRE: the Guidelines for Literature Repository Managers 4.0.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, SubElement, fromstring, register_namespace

from pyoxigraph import DefaultGraph, NamedNode

from kg.profile.model import Publication
from kg.site.citations import publication
from kg.site.metadata.documents import full_texts, serialized
from kg.site.works import ListedWork, works_on_page
from kg.store.columns import value
from kg.store.graph import DEPRECATED, REPLACED, Graph, outside
from kg.terms.vocabulary import PREFIXES, RDF_TYPE
from kg.terms.work_types import work_type

XSI = "http://www.w3.org/2001/XMLSchema-instance"
_NAMESPACES: Mapping[str, str] = MappingProxyType(
    {
        **PREFIXES,
        "dc": "http://purl.org/dc/elements/1.1/",
        "oai_dc": "http://www.openarchives.org/OAI/2.0/oai_dc/",
        "oai_identifier": "http://www.openarchives.org/OAI/2.0/oai-identifier",
        "oaire": "http://namespace.openaire.eu/schema/oaire/",
        "datacite": "http://datacite.org/schema/kernel-4",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "xsi": XSI,
    }
)
for _prefix, _namespace in _NAMESPACES.items():
    register_namespace(_prefix, _namespace)

_COAR = "http://purl.org/coar/"
_RESOURCES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "article": ("c_18cf", "text"),
        "preprint": ("c_816b", "preprint"),
        "review": ("c_dcae04bc", "review article"),
        "poster": ("c_6670", "conference poster"),
        "book": ("c_2f33", "book"),
        "chapter": ("c_3248", "book part"),
        "encyclopedia-entry": ("c_3248", "book part"),
        "bachelors-thesis": ("c_7a1f", "bachelor thesis"),
        "masters-thesis": ("c_bdcc", "master thesis"),
        "patent": ("c_15cd", "patent"),
        "proceedings": ("c_f744", "conference proceedings"),
        "standard": ("c_18cf", "text"),
        "thesis": ("c_46ec", "thesis"),
        "report": ("c_93fc", "report"),
        "book-review": ("c_ba08", "book review"),
        "talk": ("c_c94f", "conference output"),
        "webpage": ("c_7ad9", "website"),
        "dataset": ("c_ddb1", "dataset"),
        "software": ("c_5ce6", "software"),
    }
)
"""The types of works as COAR's vocabulary of resource types has them, by the key `type` of a publication."""
_APPEARED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "journal": ("c_6501", "journal article"),
        "conference": ("c_5794", "conference paper"),
        "workshop": ("c_5794", "conference paper"),
    }
)
"""What an article is by the kind of its venue."""
_METADATA_ONLY = ("access_right/c_14cb", "metadata only access")
"""What OpenAIRE calls the access to what a repository describes and does not hold."""
_OTHER_GENERAL = ("dataset", "software")


@dataclass(frozen=True)
class HarvestItem:
    """A thing as harvesters know it.

    Attributes:
        local: Kind and slug.
        date: The day of its last known change (`2026-11-22`).
        sets: The sets in which it is, the widest first: its kind, and of works their type.
        is_deleted: Whether it was withdrawn, or merged into another.
    """

    local: str
    date: str
    sets: tuple[str, ...]
    is_deleted: bool = False

    @property
    def is_work(self) -> bool:
        """Whether it is a work."""
        return self.sets[0] == "work"


@lru_cache(maxsize=2)
def items(graph: Graph) -> tuple[HarvestItem, ...]:
    """Return all things of a graph, sorted; those that were published once and are no more, too."""
    classes: defaultdict[str, list[str]] = defaultdict(list)
    for quad in graph.store.quads(None, NamedNode(RDF_TYPE), None, DefaultGraph()):
        if local := _local(graph, quad.subject):
            classes[local].append(value(quad.object))
    found = {local: _item(graph, local, own) for local, own in classes.items()}
    for predicate in (REPLACED, DEPRECATED):
        for quad in graph.store.quads(None, predicate, None, DefaultGraph()):
            if local := _local(graph, quad.subject):
                found[local] = HarvestItem(local, graph.modified(graph.base + local), (_kind(local),), is_deleted=True)
    return tuple(found[local] for local in sorted(found))


def _local(graph: Graph, node: object) -> str:
    """Return the path of a thing that is no part of another."""
    iri = node.value if isinstance(node, NamedNode) else ""
    return graph.local(iri) if "#" not in iri else ""


def _kind(local: str) -> str:
    return local.partition("/")[0]


def _item(graph: Graph, local: str, classes: list[str]) -> HarvestItem:
    kind = _kind(local)
    sets = (kind, f"{kind}:{work_type(classes)}") if kind == "work" else (kind,)
    return HarvestItem(local, graph.modified(graph.base + local), sets)


@dataclass(frozen=True)
class HarvestFormat:
    """A form in which items are described.

    Attributes:
        schema: Where its XML Schema is.
        namespace: Its namespace.
        describe: Returns the description of an item.
        is_of_works: Whether it is for works only.
    """

    schema: str
    namespace: str
    describe: Callable[[Graph, str], Element]
    is_of_works: bool = False

    def fits(self, item: HarvestItem) -> bool:
        """Say whether an item can be described so."""
        return not self.is_of_works or item.is_work


def _tag(name: str) -> str:
    prefix, _, local = name.partition(":")
    return f"{{{_NAMESPACES[prefix]}}}{local}"


def _root(name: str, schema: str) -> Element:
    namespace = _NAMESPACES[name.partition(":")[0]]
    return Element(_tag(name), {f"{{{XSI}}}schemaLocation": f"{namespace} {schema}"})


def _add(parent: Element, name: str, text: str | None, **attributes: str) -> None:
    """Add an element, unless there is nothing to say."""
    if text:
        SubElement(parent, _tag(name), attributes).text = text


def _listed(graph: Graph, iri: str) -> tuple[ListedWork, Publication]:
    work = works_on_page(graph, [iri]).works[0]
    return work, publication(graph, work)


def _pages(graph: Graph, iri: str) -> Iterator[str]:
    """Yield the web addresses that stand for a thing, and those where it is read."""
    for key in ("schema:sameAs", "schema:url"):
        yield from sorted(filter(None, (outside(value(term)) for term in graph.values(iri, key))))


_DC_SCHEMA = "http://www.openarchives.org/OAI/2.0/oai_dc.xsd"


def _dublin_core(graph: Graph, iri: str) -> Element:
    """Describe a thing in unqualified Dublin Core."""
    root = _root("oai_dc:dc", _DC_SCHEMA)
    _add(root, "dc:title", graph.label(iri))
    if graph.kind(iri) == "work":
        _add_citation(root, *_listed(graph, iri))
    else:
        _add(root, "dc:type", graph.declaration.listed[graph.kind(iri)].label)
    for each in dict.fromkeys((iri, *_pages(graph, iri))):
        _add(root, "dc:identifier", each)
    return root


def _add_citation(root: Element, work: ListedWork, said: Publication) -> None:
    """Add what a citation says of a work."""
    for author in work.authors:
        _add(root, "dc:creator", author.name)
    for editor in (*said.editors, *said.translators):
        _add(root, "dc:contributor", editor.name)
    for topic in said.topics:
        _add(root, "dc:subject", topic)
    _add(root, "dc:description", said.abstract)
    _add(root, "dc:publisher", said.publisher)
    _add(root, "dc:date", said.date or str(said.year or ""))
    _add(root, "dc:type", _resource(said)[1])
    _add(root, "dc:source", said.venue)
    _add(root, "dc:language", said.language)


def _resource(said: Publication) -> tuple[str, str]:
    """Return code and label of the type of a work in COAR's vocabulary."""
    own = _RESOURCES[said.type]
    return _APPEARED.get(said.venue_kind or "", own) if said.type == "article" else own


_OPENAIRE_SCHEMA = "https://www.openaire.eu/schema/repo-lit/4.0/openaire.xsd"


def _openaire(graph: Graph, iri: str) -> Element:
    """Describe a work as OpenAIRE asks: what the graph has of it are metadata alone."""
    work, said = _listed(graph, iri)
    root = _root("oaire:resource", _OPENAIRE_SCHEMA)
    _add(SubElement(root, _tag("datacite:titles")), "datacite:title", work.title)
    _add_creators(graph, root, work)
    if date := said.date or str(said.year or ""):
        _add(SubElement(root, _tag("datacite:dates")), "datacite:date", date, dateType="Issued")
    _add(root, "dc:language", said.language)
    _add(root, "dc:publisher", said.publisher)
    _add(root, "dc:description", said.abstract)
    subjects = SubElement(root, _tag("datacite:subjects")) if said.topics else root
    for topic in said.topics:
        _add(subjects, "datacite:subject", topic)
    _add_identifiers(root, iri, said)
    code, label = _resource(said)
    general = said.type if said.type in _OTHER_GENERAL else "literature"
    _add(root, "oaire:resourceType", label, resourceTypeGeneral=general, uri=f"{_COAR}resource_type/{code}")
    _add(root, "datacite:rights", _METADATA_ONLY[1], rightsURI=f"{_COAR}{_METADATA_ONLY[0]}")
    for address in full_texts(graph, iri):
        _add(root, "oaire:file", address, mimeType="application/pdf")
    first, _, last = (said.pages or "").replace("–", "-").partition("-")
    for name, text in (
        ("Title", said.venue), ("Volume", said.volume), ("Issue", said.issue),
        ("StartPage", first), ("EndPage", last.lstrip("-")),
    ):  # fmt: skip
        _add(root, f"oaire:citation{name}", text)
    return root


def _add_creators(graph: Graph, root: Element, work: ListedWork) -> None:
    creators = SubElement(root, _tag("datacite:creators")) if work.authors else root
    for author in work.authors:
        creator = SubElement(creators, _tag("datacite:creator"))
        is_body = graph.kind(author.iri) == "organization"
        kind = "Organizational" if is_body else "Personal"
        _add(creator, "datacite:creatorName", author.name, nameType=kind)
        for iri in _pages(graph, author.iri) if author.iri else ():
            if urlsplit(iri).hostname == "orcid.org":
                scheme = {"nameIdentifierScheme": "ORCID", "schemeURI": "https://orcid.org"}
                _add(creator, "datacite:nameIdentifier", iri, **scheme)


def _add_identifiers(root: Element, iri: str, said: Publication) -> None:
    """Add the identifier: the DOI where there is one, else the IRI, which then is no further one."""
    _add(root, "datacite:identifier", said.doi or iri, identifierType="DOI" if said.doi else "URL")
    others = {said.arxiv: "arXiv", said.url: "URL", iri: "URL"} if said.doi else {said.arxiv: "arXiv", said.url: "URL"}
    others.pop(None, None)
    if others:
        parent = SubElement(root, _tag("datacite:alternateIdentifiers"))
        for text, kind in others.items():
            _add(parent, "datacite:alternateIdentifier", text, alternateIdentifierType=kind)


def _rdf(graph: Graph, iri: str) -> Element:
    """Describe a thing by what the graph states of it."""
    return fromstring(serialized(graph, iri, "rdfxml"))  # noqa: S314  (what was written here)


FORMATS: Mapping[str, HarvestFormat] = MappingProxyType(
    {
        "oai_dc": HarvestFormat(_DC_SCHEMA, _NAMESPACES["oai_dc"], _dublin_core),
        "oai_openaire": HarvestFormat(_OPENAIRE_SCHEMA, _NAMESPACES["oaire"], _openaire, is_of_works=True),
        "rdf": HarvestFormat("http://www.openarchives.org/OAI/2.0/rdf.xsd", _NAMESPACES["rdf"], _rdf),
    }
)
"""The forms by their prefix; each repository has the first."""
