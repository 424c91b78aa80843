"""Facts of the dataset, and nodes of JSON-LD in the terms of schema.org, that all descriptions share."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pyoxigraph import Literal, NamedNode

from kg.site.works import LinkedName
from kg.store.columns import value
from kg.store.graph import Graph, outside
from kg.store.thing import Facts
from kg.terms.formats import Term
from kg.terms.vocabulary import KG, PREFIXES, vocabulary

_RIGHTS = "http://publications.europa.eu/resource/authority/access-right/"
COLUMNS = "tables/csv-metadata.json"
"""Where the columns of tables are described, if there are tables."""
MOST_SOURCES = 50
"""How many sources a description names."""

CONTEXT = "https://schema.org"
Node = dict[str, Any]

_SCHEMA = PREFIXES["schema"]
_YEARS = """\
SELECT (MIN(?year) AS ?first) (MAX(?year) AS ?last)
WHERE { ?node kg:year|kg:startYear|kg:endYear ?year . FILTER(isNumeric(?year)) }
"""


@dataclass(frozen=True)
class DatasetFacts:
    """A release as a dataset: the facts that its descriptions in all vocabularies share."""

    graph: Graph

    @property
    def iri(self) -> str:
        """What it is cited as: the IRI of the dataset, else the address of its first page; may be empty."""
        return self.graph.dataset or self.graph.url

    @property
    def version(self) -> str:
        """The name of the release."""
        return self.graph.release.path.name

    @property
    def access(self) -> str:
        """Who may read it, in words."""
        if self.graph.release.is_internal:
            return "Restricted access: an internal view"
        return "Open access: free to read, without registration"

    @property
    def rights(self) -> str:
        """The same as a term, for DCAT."""
        return f"{_RIGHTS}{'NON_PUBLIC' if self.graph.release.is_internal else 'PUBLIC'}"

    def _values(self, key: str) -> Iterable[Term]:
        return self.graph.values(self.graph.dataset, key) if self.graph.dataset else ()

    @property
    def abstract(self) -> str:
        """What its makers say of it."""
        return next(map(value, self._values("schema:description")), "")

    @cached_property
    def description(self) -> str:
        """What its makers say of it, and how much it holds."""
        kinds = self.graph.index.kinds().items()
        counted = ", ".join(
            f"{self.graph.titles[kind].lower()}: {number:,}" for kind, number in kinds if kind in self.graph.titles
        )
        holds = f"A knowledge graph of {len(self.graph.store):,} triples, as linked data to read, query and download."
        return " ".join(filter(None, (self.abstract, holds, f"{counted[0].upper()}{counted[1:]}." if counted else "")))

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """The words under which it should be found."""
        terms = self._values("schema:keywords")
        return tuple(dict.fromkeys(term.value for term in terms if isinstance(term, Literal)))

    @cached_property
    def publisher(self) -> LinkedName:
        """Who publishes it: a name and an IRI, which are empty if nobody is known."""
        iris = (term.value for term in self._values("schema:publisher") if isinstance(term, NamedNode))
        return next((LinkedName(self.graph.label(iri), iri) for iri in iris), LinkedName(""))

    @property
    def publisher_page(self) -> str:
        """Where its publisher is on the web, or empty."""
        pages = self.graph.values(self.publisher.iri, "schema:url") if self.publisher.iri else ()
        return next(filter(None, map(outside, map(value, pages))), "")

    @cached_property
    def years(self) -> tuple[str, str] | None:
        """The first and the last year in the data, if there are any."""
        row = next(self.graph.select(_YEARS).records(), {})
        return (value(row["first"]), value(row["last"])) if "first" in row and "last" in row else None

    @cached_property
    def sources(self) -> tuple[LinkedName, ...]:
        """The first of the files from which it is made, by name."""
        hits = self.graph.index.listing("source", limit=MOST_SOURCES).hits
        return tuple(LinkedName(hit.name, hit.iri) for hit in hits)

    def descriptions(self) -> Iterator[tuple[str, str, str]]:
        """Yield the paths, media types and titles of the documents that describe it."""
        yield "void.ttl", "text/turtle", "VoID"
        if self.graph.url:
            yield "catalog.ttl", "text/turtle", "DCAT"
            yield "catalog.jsonld", "application/ld+json", "DCAT as JSON-LD"
            yield "ro-crate-metadata.json", "application/ld+json", "RO-Crate"
        if any(each.is_table for each in self.graph.downloads):
            yield COLUMNS, "application/csvm+json", "CSV on the Web"


def licence(address: str) -> str:
    """Return what a licence is called, for those of Creative Commons; else its address.

    >>> licence("https://creativecommons.org/licenses/by/4.0/")
    'CC BY 4.0'
    """
    found = re.fullmatch(r"https?://creativecommons\.org/(licenses|publicdomain)/([a-z-]+)/([0-9.]+)/?.*", address)
    if found is None:
        return address
    return f"CC0 {found[3]}" if found[2] == "zero" else f"CC {found[2].upper()} {found[3]}"


def kept(properties: Mapping[str, Any]) -> Node:
    """Return the properties that have a value; a list of one is that one.

    >>> kept({"name": "Ada", "url": "", "award": ["A"], "sameAs": []})
    {'name': 'Ada', 'award': 'A'}
    """
    found = {name: value for name, value in properties.items() if value not in ("", None, [], (), {})}
    return {name: value[0] if isinstance(value, list) and len(value) == 1 else value for name, value in found.items()}


def classes(graph: Graph, iri: str) -> list[str]:
    """Return the classes that schema.org has for a thing, by their names there: its own, else that of its kind."""
    declared = graph.declaration.listed.get(graph.kind(iri))
    of_kind = (declared.iri, *declared.within) if declared else ()
    names = [each for each in graph.types(iri) if each.startswith(_SCHEMA)]
    wider = next((each for each in of_kind if each.startswith(_SCHEMA)), f"{_SCHEMA}Thing")
    return [each.removeprefix(_SCHEMA) for each in names or [wider]]


def reference(graph: Graph, iri: str) -> Node:
    """Return a thing by its name, for a place where another is described."""
    return kept({"@type": classes(graph, iri), "@id": iri, "name": graph.label(iri)})


def publisher(graph: Graph) -> Node:
    """Return who publishes the dataset; empty if nobody is known."""
    about = DatasetFacts(graph)
    iri, name = about.publisher.iri, about.publisher.name
    return kept({"@type": "Organization", "@id": iri, "name": name, "url": about.publisher_page}) if iri else {}


def dataset_node(graph: Graph) -> Node:
    """Return the dataset as Google's Dataset Search and FAIR assessments read it."""
    about, by, url = DatasetFacts(graph), publisher(graph), graph.url
    is_built = bool(graph.release.manifest.get("inputs"))
    catalog = {"@type": "DataCatalog", "@id": f"{url}catalog.ttl#catalog", "name": graph.title, "url": url}
    return kept(
        {
            "@type": "Dataset",
            "@id": about.iri,
            "name": graph.title,
            "description": about.description,
            "identifier": about.iri,
            "url": url,
            "version": about.version,
            "license": graph.license,
            "creator": by,
            "publisher": by,
            "keywords": list(about.keywords),
            "datePublished": graph.date,
            "dateModified": graph.date,
            "sdDatePublished": graph.date,
            "inLanguage": "en",
            "isAccessibleForFree": True,
            "conditionsOfAccess": about.access,
            "temporalCoverage": "/".join(about.years) if about.years else "",
            "measurementTechnique": "Mapped from profiles, resolved and validated" if is_built else "",
            "distribution": [
                {
                    "@type": "DataDownload",
                    "@id": url + each.path,
                    "name": each.title,
                    "contentUrl": url + each.path,
                    "encodingFormat": each.sent_as,
                    "contentSize": f"{each.size} B",
                    "sha256": each.sha256,
                }
                for each in (graph.downloads if url else ())
            ],
            "isBasedOn": [{"@type": "DigitalDocument", "@id": each.iri, "name": each.name} for each in about.sources],
            "includedInDataCatalog": catalog if url else {},
        }
    )


def stated(graph: Graph, said: Facts, names: Iterable[str]) -> Node:
    """Return the values of some of schema.org's properties: things by name, places on the web, texts."""
    return kept({name: list(_values(graph, said.get(f"schema:{name}", ()))) for name in names})


def _values(graph: Graph, terms: Iterable[Term]) -> Iterator[Any]:
    for term in terms:
        if isinstance(term, Literal):
            yield term.value
        elif isinstance(term, NamedNode) and graph.local(term.value):
            if "#" not in term.value:
                yield reference(graph, term.value)
        elif isinstance(term, NamedNode) and (word := vocabulary().words.get(term.value.removeprefix(KG))):
            yield word
        elif isinstance(term, NamedNode) and (address := outside(term.value)):
            yield address
