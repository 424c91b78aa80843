"""What harvesters take of a graph (OAI-PMH 2.0): its things as items, in Dublin Core, for OpenAIRE, and as RDF.

Dublin Core: section 7.1 of the protocol. OpenAIRE: the Guidelines for Literature Repository Managers 4.0.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

from markupsafe import Markup
from pyoxigraph import DefaultGraph, NamedNode

from kg.profile.model import Publication
from kg.site.citations import publication
from kg.site.metadata.documents import full_texts, serialized
from kg.site.works import WorkAuthor, works_on_page
from kg.store.columns import value
from kg.store.graph import DEPRECATED, REPLACED, Graph, outside
from kg.terms.vocabulary import RDF_TYPE
from kg.terms.work_types import work_type

OAI = "http://www.openarchives.org/OAI/2.0/"
_OAI_DC = f"{OAI}oai_dc/"
_OAIRE = "http://namespace.openaire.eu/schema/oaire/"
_DATACITE = "http://datacite.org/schema/kernel-4"
_DC = "http://purl.org/dc/elements/1.1/"
_COAR = "http://purl.org/coar/"
_TEXT = ("c_18cf", "text")
_RESOURCES: Mapping[str, tuple[str, str]] = {
    "article/journal": ("c_6501", "journal article"),
    "article/conference": ("c_5794", "conference paper"),
    "article/workshop": ("c_5794", "conference paper"),
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
    "thesis": ("c_46ec", "thesis"),
    "report": ("c_93fc", "report"),
    "book-review": ("c_ba08", "book review"),
    "talk": ("c_c94f", "conference output"),
    "webpage": ("c_7ad9", "website"),
    "dataset": ("c_ddb1", "dataset"),
    "software": ("c_5ce6", "software"),
}
"""Code and label in COAR's vocabulary of resource types, by the type of a work, of articles also by their venue's."""
_OTHER_GENERAL = ("dataset", "software")


class HarvestItem(NamedTuple):
    """A thing as harvesters know it."""

    local: str  # kind and slug
    date: str  # the day of its last known change, such as `2026-11-22`
    sets: tuple[str, ...]  # the widest first: its kind, and of works their type
    is_deleted: bool = False  # whether it was withdrawn, or merged into another


@lru_cache(maxsize=2)
def items(graph: Graph) -> Mapping[str, HarvestItem]:
    """All things of a graph by kind and slug, sorted; those that were published once and are no more, too."""
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


def tag(name: str, /, *content: str | None, **attributes: str) -> Markup:
    """Return an element of XML with its text or the elements in it; nothing if it would be empty."""
    inner = Markup("").join(filter(None, content))
    pairs = Markup("").join(Markup(' {}="{}"').format(key, text) for key, text in attributes.items())
    return Markup("<{0}{1}>{2}</{0}>").format(name, pairs, inner) if inner else inner


def tags(name: str, texts: Iterable[str | None], **attributes: str) -> Markup:
    """Return an element for each text that is not empty."""
    return Markup("").join(tag(name, text, **attributes) for text in texts)


def located(namespace: str, schema: str) -> Mapping[str, str]:
    """Return the attributes that say where the XML Schema of a namespace is."""
    xsi = "http://www.w3.org/2001/XMLSchema-instance"
    return {"xmlns:xsi": xsi, "xsi:schemaLocation": f"{namespace} {schema}"}


class HarvestFormat(NamedTuple):
    """A format in which items are described."""

    namespace: str
    schema: str  # the address of its XML Schema
    describe: Callable[[Graph, str], Markup]
    is_of_works: bool = False  # whether it is for works only

    def fits(self, item: HarvestItem) -> bool:
        """Whether an item can be described so."""
        return not self.is_of_works or item.sets[0] == "work"


def _dublin_core(graph: Graph, iri: str) -> Markup:
    """Describe a thing in unqualified Dublin Core."""
    kind = graph.kind(iri)
    about = _citation(graph, iri) if kind == "work" else {"type": [graph.declaration.listed[kind].label]}
    texts = {"title": [graph.label(iri)], **about, "identifier": dict.fromkeys((iri, *_pages(graph, iri)))}
    content = (tags(f"dc:{name}", several) for name, several in texts.items())
    return tag("oai_dc:dc", *content, **{"xmlns:oai_dc": _OAI_DC, "xmlns:dc": _DC}, **located(*FORMATS["oai_dc"][:2]))


def _citation(graph: Graph, iri: str) -> Mapping[str, Iterable[str | None]]:
    [work] = works_on_page(graph, [iri]).works
    cited = publication(graph, work)
    return {
        "creator": [author.name for author in work.authors],
        "contributor": [editor.name for editor in (*cited.editors, *cited.translators)],
        "subject": cited.topics,
        "description": [cited.abstract],
        "publisher": [cited.publisher],
        "date": [_date(cited)],
        "type": [_resource(cited)[1]],
        "source": [cited.venue],
        "language": [cited.language],
    }


def _date(work: Publication) -> str:
    return work.date or str(work.year or "")


def _resource(work: Publication) -> tuple[str, str]:
    """Code and label of the type of a work in COAR's vocabulary."""
    return _RESOURCES.get(f"{work.type}/{work.venue_kind}") or _RESOURCES.get(work.type, _TEXT)


def _pages(graph: Graph, iri: str) -> Iterator[str]:
    """Yield the web addresses that stand for a thing, and those where it is read."""
    for key in ("schema:sameAs", "schema:url"):
        yield from sorted(filter(None, (outside(value(term)) for term in graph.values(iri, key))))


def _openaire(graph: Graph, iri: str) -> Markup:
    """Describe a work as OpenAIRE asks: what the graph has of it are metadata alone."""
    [work] = works_on_page(graph, [iri]).works
    cited = publication(graph, work)
    code, label = _resource(cited)
    general = cited.type if cited.type in _OTHER_GENERAL else "literature"
    first, _, last = (cited.pages or "").replace("–", "-").partition("-")
    others = {cited.arxiv: "arXiv", cited.url: "URL", iri if cited.doi else None: "URL"}
    other = "datacite:alternateIdentifier"
    return tag(
        "resource",
        tag("datacite:titles", tag("datacite:title", work.title)),
        tag("datacite:creators", *(_creator(graph, author) for author in work.authors)),
        tag("datacite:dates", tag("datacite:date", _date(cited), dateType="Issued")),
        tag("dc:language", cited.language),
        tag("dc:publisher", cited.publisher),
        tag("dc:description", cited.abstract),
        tag("datacite:subjects", tags("datacite:subject", cited.topics)),
        tag("datacite:identifier", cited.doi or iri, identifierType="DOI" if cited.doi else "URL"),
        tag(f"{other}s", *(tag(other, text, alternateIdentifierType=type_) for text, type_ in others.items())),
        tag("resourceType", label, resourceTypeGeneral=general, uri=f"{_COAR}resource_type/{code}"),
        tag("datacite:rights", "metadata only access", rightsURI=f"{_COAR}access_right/c_14cb"),
        tags("file", full_texts(graph, iri), mimeType="application/pdf"),
        tag("citationTitle", cited.venue),
        tag("citationVolume", cited.volume),
        tag("citationIssue", cited.issue),
        tag("citationStartPage", first),
        tag("citationEndPage", last.lstrip("-")),
        **{"xmlns": _OAIRE, "xmlns:datacite": _DATACITE, "xmlns:dc": _DC},
        **located(*FORMATS["oai_openaire"][:2]),
    )


def _creator(graph: Graph, author: WorkAuthor) -> Markup:
    kind = "Organizational" if graph.kind(author.iri) == "organization" else "Personal"
    pages = _pages(graph, author.iri) if author.iri else ()
    orcids = (page for page in pages if urlsplit(page).hostname == "orcid.org")
    scheme = {"nameIdentifierScheme": "ORCID", "schemeURI": "https://orcid.org"}
    name = tag("datacite:creatorName", author.name, nameType=kind)
    return tag("datacite:creator", name, tags("datacite:nameIdentifier", orcids, **scheme))


def _rdf(graph: Graph, iri: str) -> Markup:
    """Describe a thing by what the graph states of it."""
    return Markup(serialized(graph, iri, "rdfxml").decode().partition("?>")[2])  # noqa: S704  (XML of our own)


FORMATS: Mapping[str, HarvestFormat] = {
    "oai_dc": HarvestFormat(_OAI_DC, f"{OAI}oai_dc.xsd", _dublin_core),
    "oai_openaire": HarvestFormat(_OAIRE, "https://www.openaire.eu/schema/repo-lit/4.0/openaire.xsd", _openaire, True),
    "rdf": HarvestFormat("http://www.w3.org/1999/02/22-rdf-syntax-ns#", f"{OAI}rdf.xsd", _rdf),
}
"""The formats by their metadata prefix; each repository has the first."""
