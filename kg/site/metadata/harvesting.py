"""What harvesters take of a graph (OAI-PMH 2.0): its things as items, in Dublin Core, for OpenAIRE, and as RDF.

Dublin Core: https://www.openarchives.org/OAI/2.0/guidelines-oai-identifier.htm and section 7.1 of the protocol.
OpenAIRE: the Guidelines for Literature Repository Managers 4.0.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element, fromstring, register_namespace

from pyoxigraph import DefaultGraph, NamedNode

from kg.profile.model import Publication
from kg.site.citations import publication
from kg.site.metadata.documents import full_texts, serialized
from kg.site.works import ListedWork, WorkAuthor, works_on_page
from kg.store.columns import value
from kg.store.graph import DEPRECATED, REPLACED, Graph, outside
from kg.terms.vocabulary import PREFIXES, RDF_TYPE
from kg.terms.work_types import work_type

XSI = "http://www.w3.org/2001/XMLSchema-instance"
NAMESPACES: Mapping[str, str] = MappingProxyType(
    {
        **PREFIXES,
        "dc": "http://purl.org/dc/elements/1.1/",
        "": "http://www.openarchives.org/OAI/2.0/",
        "oai_dc": "http://www.openarchives.org/OAI/2.0/oai_dc/",
        "oai_identifier": "http://www.openarchives.org/OAI/2.0/oai-identifier",
        "oaire": "http://namespace.openaire.eu/schema/oaire/",
        "datacite": "http://datacite.org/schema/kernel-4",
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "xsi": XSI,
    }
)
_OAI = "http://www.openarchives.org/OAI/2.0"
_OPENAIRE_SCHEMA = "https://www.openaire.eu/schema/repo-lit/4.0/openaire.xsd"
for _prefix, _namespace in NAMESPACES.items():
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
_OTHER_GENERAL = ("dataset", "software")


class HarvestItem(NamedTuple):
    """A thing as harvesters know it."""

    local: str  # kind and slug
    date: str  # the day of its last known change, such as `2026-11-22`
    sets: tuple[str, ...]  # the widest first: its kind, and of works their type
    is_deleted: bool = False  # whether it was withdrawn, or merged into another


@lru_cache(maxsize=2)
def items(graph: Graph) -> Mapping[str, HarvestItem]:
    """Return all things of a graph by kind and slug, sorted; those that were published once and are no more, too."""
    classes: defaultdict[str, list[str]] = defaultdict(list)
    gone = set()
    for predicate in (NamedNode(RDF_TYPE), REPLACED, DEPRECATED):
        for quad in graph.store.quads(None, predicate, None, DefaultGraph()):
            iri = value(quad.subject) if isinstance(quad.subject, NamedNode) else ""
            if (local := graph.local(iri)) and "#" not in iri:
                classes[local].append(value(quad.object))
                gone |= {local} if predicate in (REPLACED, DEPRECATED) else set()
    found = {}
    for local in sorted(classes):
        kind = local.partition("/")[0]
        types = (f"work:{work_type(classes[local])}",) if kind == "work" and local not in gone else ()
        found[local] = HarvestItem(local, graph.modified(graph.base + local), (kind, *types), local in gone)
    return found


class HarvestFormat(NamedTuple):
    """A form in which items are described."""

    schema: str  # the address of its XML Schema
    namespace: str
    describe: Callable[[Graph, str], Element]
    is_of_works: bool = False  # whether it is for works only

    def fits(self, item: HarvestItem) -> bool:
        """Whether an item can be described so."""
        return not self.is_of_works or item.sets[0] == "work"


Content = Element | str | None


def element(name: str, *content: Content | Iterable[Element], **attributes: str) -> Element:
    """Return an element, by prefix and local name, with its text or with those elements that there are."""
    prefix, _, local = name.rpartition(":")
    made = Element(f"{{{NAMESPACES[prefix]}}}{local}", attributes)
    for each in content:
        if isinstance(each, str):
            made.text = each
        elif each is not None:
            made.extend([each] if isinstance(each, Element) else list(each))
    return made


def elements(name: str, *texts: str | None, **attributes: str) -> Iterator[Element]:
    """Yield an element for each text that says something."""
    return (element(name, text, **attributes) for text in texts if text)


def _group(name: str, content: Iterable[Element]) -> Element | None:
    """Return an element around others, or None where there are none."""
    found = list(content)
    return element(name, found) if found else None


def located(made: Element, namespace: str, schema: str) -> Element:
    """Say where the XML Schema of an element is."""
    made.set(f"{{{XSI}}}schemaLocation", f"{namespace} {schema}")
    return made


def _listed(graph: Graph, iri: str) -> tuple[ListedWork, Publication]:
    work = works_on_page(graph, [iri]).works[0]
    return work, publication(graph, work)


def _pages(graph: Graph, iri: str) -> Iterator[str]:
    """Yield the web addresses that stand for a thing, and those where it is read."""
    for key in ("schema:sameAs", "schema:url"):
        yield from sorted(filter(None, (outside(value(term)) for term in graph.values(iri, key))))


def _dublin_core(graph: Graph, iri: str) -> Element:
    """Describe a thing in unqualified Dublin Core."""
    is_work = graph.kind(iri) == "work"
    about = _citation(*_listed(graph, iri)) if is_work else {"type": [graph.declaration.listed[graph.kind(iri)].label]}
    said = {"title": [graph.label(iri)], **about, "identifier": dict.fromkeys((iri, *_pages(graph, iri)))}
    made = element("oai_dc:dc", *(elements(f"dc:{name}", *texts) for name, texts in said.items()))
    return located(made, NAMESPACES["oai_dc"], f"{_OAI}/oai_dc.xsd")


def _citation(work: ListedWork, said: Publication) -> Mapping[str, Sequence[str | None]]:
    """Return what a citation says of a work."""
    return {
        "creator": [author.name for author in work.authors],
        "contributor": [editor.name for editor in (*said.editors, *said.translators)],
        "subject": said.topics,
        "description": [said.abstract],
        "publisher": [said.publisher],
        "date": [said.date or str(said.year or "")],
        "type": [_resource(said)[1]],
        "source": [said.venue],
        "language": [said.language],
    }


def _resource(said: Publication) -> tuple[str, str]:
    """Return code and label of the type of a work in COAR's vocabulary."""
    own = _RESOURCES[said.type]
    return _APPEARED.get(said.venue_kind or "", own) if said.type == "article" else own


def _openaire(graph: Graph, iri: str) -> Element:
    """Describe a work as OpenAIRE asks: what the graph has of it are metadata alone."""
    work, said = _listed(graph, iri)
    code, label = _resource(said)
    general = said.type if said.type in _OTHER_GENERAL else "literature"
    first, _, last = (said.pages or "").replace("–", "-").partition("-")
    placed = {"Title": said.venue, "Volume": said.volume, "Issue": said.issue}
    made = element(
        "oaire:resource",
        element("datacite:titles", elements("datacite:title", work.title)),
        _group("datacite:creators", (_creator(graph, author) for author in work.authors)),
        _group("datacite:dates", elements("datacite:date", said.date or str(said.year or ""), dateType="Issued")),
        elements("dc:language", said.language),
        elements("dc:publisher", said.publisher),
        elements("dc:description", said.abstract),
        _group("datacite:subjects", elements("datacite:subject", *said.topics)),
        *_identifiers(iri, said),
        element("oaire:resourceType", label, resourceTypeGeneral=general, uri=f"{_COAR}resource_type/{code}"),
        element("datacite:rights", "metadata only access", rightsURI=f"{_COAR}access_right/c_14cb"),
        elements("oaire:file", *full_texts(graph, iri), mimeType="application/pdf"),
        *(
            elements(f"oaire:citation{name}", text)
            for name, text in {**placed, "StartPage": first, "EndPage": last.lstrip("-")}.items()
        ),
    )
    return located(made, NAMESPACES["oaire"], _OPENAIRE_SCHEMA)


def _creator(graph: Graph, author: WorkAuthor) -> Element:
    kind = "Organizational" if graph.kind(author.iri) == "organization" else "Personal"
    pages = _pages(graph, author.iri) if author.iri else ()
    return element(
        "datacite:creator",
        elements("datacite:creatorName", author.name, nameType=kind),
        elements(
            "datacite:nameIdentifier",
            *(iri for iri in pages if urlsplit(iri).hostname == "orcid.org"),
            nameIdentifierScheme="ORCID",
            schemeURI="https://orcid.org",
        ),
    )


def _identifiers(iri: str, said: Publication) -> tuple[Element, Element | None]:
    """Return the identifier, the DOI where there is one, else the IRI, and the others."""
    others = {said.arxiv: "arXiv", said.url: "URL", iri if said.doi else None: "URL"}
    name = "datacite:alternateIdentifier"
    return (
        element("datacite:identifier", said.doi or iri, identifierType="DOI" if said.doi else "URL"),
        _group(
            f"{name}s",
            (each for text, kind in others.items() for each in elements(name, text, alternateIdentifierType=kind)),
        ),
    )


def _rdf(graph: Graph, iri: str) -> Element:
    """Describe a thing by what the graph states of it."""
    return fromstring(serialized(graph, iri, "rdfxml"))  # noqa: S314  (what was written here)


FORMATS: Mapping[str, HarvestFormat] = MappingProxyType(
    {
        "oai_dc": HarvestFormat(f"{_OAI}/oai_dc.xsd", NAMESPACES["oai_dc"], _dublin_core),
        "oai_openaire": HarvestFormat(_OPENAIRE_SCHEMA, NAMESPACES["oaire"], _openaire, is_of_works=True),
        "rdf": HarvestFormat(f"{_OAI}/rdf.xsd", NAMESPACES["rdf"], _rdf),
    }
)
"""The forms by their prefix; each repository has the first."""
