"""What the pages of the dataset and of its things say of themselves to machines.

Dublin Core (DCMI: Expressing Dublin Core metadata using HTML meta and link elements), citation tags as Google Scholar
and reference managers read them (Highwire Press), Open Graph (ogp.me), and schema.org as JSON-LD.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from pyoxigraph import Literal

from kg.site import cards
from kg.site.metadata.dataset import (
    CONTEXT,
    DatasetFacts,
    Node,
    classes,
    dataset_node,
    kept,
    publisher,
    reference,
    stated,
)
from kg.site.metadata.documents import described_by, full_texts, serialized
from kg.site.page import Metadata, MetaTag
from kg.site.works import ListedWork
from kg.store.columns import value
from kg.store.graph import Graph, outside
from kg.store.thing import Facts, first_text

MOST_SOURCES = 10
"""How many sources a page names."""

_LONGEST = 300
_PAGE_RANGE = re.compile(r"(\w+)(?:\s*[-–—]+\s*(\w+))?")
_HIGHWIRE = {
    "citation_volume": "bibo:volume",
    "citation_issue": "bibo:issue",
    "citation_language": "schema:inLanguage",
    "citation_isbn": "bibo:isbn",
}
_OPEN_GRAPH_TYPES = {"person": "profile", "work": "article"}
_IDENTIFIERS = ("orcid.org", "doi.org", "ror.org", "arxiv.org", "www.wikidata.org")
_TOLD_APART = frozenset(("name", "author", "identifier", "mainEntity"))
"""Properties that a node has in words of its own."""
_OF_BOOKS = ("isbn", "bookEdition", "numberOfPages")
_OF_BIBO = {
    "volumeNumber": "bibo:volume",
    "issueNumber": "bibo:issue",
    "isbn": "bibo:isbn",
    "issn": "bibo:issn",
    "bookEdition": "bibo:edition",
    "numberOfPages": "bibo:numPages",
}
"""What the graph says in terms of BIBO, since it holds of more than schema.org says it of."""

Pairs = Iterable[tuple[str, str]]


def of_dataset(graph: Graph) -> Metadata:
    """Return the metadata of the first page, which stands for the dataset; in Dublin Core too, for old harvesters."""
    about = DatasetFacts(graph)
    pairs = (
        ("title", graph.title),
        ("identifier", about.iri),
        ("type", "https://schema.org/Dataset"),
        ("creator", about.publisher.name if about.publisher else ""),
        *(("subject", each) for each in about.keywords),
        ("issued", graph.date),
        ("modified", graph.modified(about.iri)),
        ("language", "en"),
        ("publisher", about.publisher.name if about.publisher else ""),
        ("license", graph.license),
        ("accessRights", about.access),
        *(("source", each.iri) for each in about.sources),
    )
    core = _tags((f"dcterms.{name}", content) for name, content in pairs)
    data = {"@context": CONTEXT, **dataset_node(graph)}
    picture = _tags(("og:image", each) for each in _card(graph))
    return Metadata(description=_summary(about.description), tags=core, properties=picture, data=data)


def of_thing(graph: Graph, iri: str, sources: Sequence[str], work: ListedWork | None = None) -> Metadata:
    """Return the metadata of the page of a thing, made from some sources; of a work with what lists show of it."""
    said, name, found = graph.facts(iri), graph.label(iri), graph.index.about(iri)
    own = (outside(image) for image in map(value, said.get("schema:image", ())) if "#" not in image)
    pictures = (*own, *_photographs(graph, said), *_card(graph, iri))
    line = ". ".join(filter(None, (name, found.detail if found else "")))
    return Metadata(
        title=name,
        description=_summary(first_text(said, "schema:description") or line),
        kind=_OPEN_GRAPH_TYPES.get(graph.kind(iri), "website"),
        tags=_citation(graph, work, said) if work else (),
        properties=_tags(("og:image", each) for each in pictures[:1]),
        data=page_document(graph, iri, sources, work),
    )


def _tags(pairs: Pairs) -> tuple[MetaTag, ...]:
    """Return what has a content as tags, in single lines."""
    lines = ((name, " ".join(content.split())) for name, content in pairs)
    return tuple(MetaTag(name, content) for name, content in lines if content)


def _summary(text: str) -> str:
    """Return a text in one line, cut between words where it is long.

    >>> _summary("Works  on looms.")
    'Works on looms.'
    """
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rpartition(' ')[0]}…"


def _citation(graph: Graph, work: ListedWork, said: Facts) -> tuple[MetaTag, ...]:
    """Return the Highwire tags of a work: title, authors in order, date, where it appeared, where it is read."""
    date = first_text(said, "schema:datePublished") or str(work.year or "")
    first, last = first_text(said, "schema:pageStart"), first_text(said, "schema:pageEnd")
    if not first and (found := _PAGE_RANGE.fullmatch(first_text(said, "schema:pagination"))):
        first, last = found[1], found[2] or ""
    return _tags(
        (
            ("citation_title", work.title),
            *(("citation_author", author.name or graph.label(author.iri)) for author in work.authors),
            ("citation_publication_date", date.replace("-", "/")),
            *_venue(graph, work),
            *((name, first_text(said, key)) for name, key in _HIGHWIRE.items()),
            ("citation_firstpage", first),
            ("citation_lastpage", last),
            *_identifier_tags(said),
            *(("citation_pdf_url", address) for address in full_texts(graph, work.iri)),
            ("citation_abstract_html_url", f"{graph.url}{graph.local(work.iri)}/"),
            *(("citation_keywords", topic.name) for topic in work.topics),
        )
    )


def _venue(graph: Graph, work: ListedWork) -> Pairs:
    """Yield the journal or the conference, by its full name."""
    if not work.venue:
        return
    series = graph.label(work.series.iri) if work.series and work.series.iri else work.venue.name
    types = graph.types(work.series.iri) if work.series and work.series.iri else ()
    if graph.kind(work.venue.iri) == "event":
        yield "citation_conference_title", series
    elif "https://schema.org/Periodical" in types or not types:
        yield "citation_journal_title", series
    elif "https://schema.org/Collection" in types:
        yield "citation_inbook_title", series


def _identifier_tags(said: Facts) -> Pairs:
    for iri in map(value, said.get("schema:sameAs", ())):
        parts = urlsplit(iri)
        if parts.hostname == "doi.org":
            yield "citation_doi", parts.path.lstrip("/")
        elif parts.hostname == "arxiv.org":
            yield "citation_arxiv_id", parts.path.removeprefix("/abs/")


def _card(graph: Graph, iri: str = "") -> Iterator[str]:
    """Yield where the picture for previews is, if there is one and somebody knows where the site stands."""
    if graph.url and (place := cards.place(graph, iri)):
        yield f"{graph.url}{place}"


def _photographs(graph: Graph, said: Facts) -> Iterator[str]:
    """Yield where the photographs of a thing are on the web."""
    for photo in map(value, said.get("schema:image", ())):
        if "#" in photo and (own := graph.face.photo(photo.partition("#")[0])) and graph.url:
            yield f"{graph.url}{own}"
        places = graph.values(photo, "schema:contentUrl") if "#" in photo else ()
        yield from filter(None, (outside(value(place)) for place in places))


def thing(graph: Graph, iri: str, work: ListedWork | None = None) -> Node:
    """Return what schema.org can say of a thing as a node of JSON-LD; of a work with what lists show of it."""
    said, kind = graph.facts(iri), graph.kind(iri)
    types = classes(graph, iri)
    of_bibo = {name: key for name, key in _OF_BIBO.items() if name not in _OF_BOOKS or "Book" in types}
    said = {**said, **{f"schema:{name}": said[key] for name, key in of_bibo.items() if key in said}}
    told = sorted(key.removeprefix("schema:") for key in said if key.startswith("schema:"))
    numbers = (term.value for term in said.get("kg:number", ()) if isinstance(term, Literal))
    same = (same for same in map(value, said.get("schema:sameAs", ())) if urlsplit(same).hostname in _IDENTIFIERS)
    grants = said.get("kg:holds" if kind == "person" else "kg:fundedBy", ())
    node: Node = {
        "@type": types,
        "@id": iri,
        "name": graph.label(iri),
        "url": f"{graph.url}{graph.local(iri)}/",
        "identifier": [*same, *numbers],
        **stated(graph, said, (name for name in told if name not in _TOLD_APART)),
        "funding": [reference(graph, value(grant)) for grant in grants],
    }
    if photographs := list(_photographs(graph, said)):
        node["image"] = photographs
    if work:
        node |= _of_work(graph, work)
    elif kind == "event" and "schema:startDate" not in said:
        node["startDate"] = first_text(said, "kg:year")
    elif kind == "source":
        node["sha256"] = first_text(said, "kg:sha256")
    return kept(node)


def _of_work(graph: Graph, work: ListedWork) -> Node:
    """Return the headline of a work, its authors in order, its status, and where it was presented."""
    authors = [
        {**reference(graph, each.iri), "name": each.name or graph.label(each.iri)}
        if each.iri
        else {"@type": "Person", "name": each.name}
        for each in work.authors
    ]
    node: Node = {"headline": work.title, "author": authors}
    if work.state:
        node["creativeWorkStatus"] = work.state
    if work.venue and graph.kind(work.venue.iri) == "event":
        event = reference(graph, work.venue.iri)
        node["publication"] = {"@type": "PublicationEvent", "name": work.venue.name, "superEvent": event}
    return node


def page_document(graph: Graph, iri: str, sources: Sequence[str], work: ListedWork | None = None) -> Node:
    """Return what the page of a thing embeds: of a person a profile page, of others the thing itself."""
    page: Node = {"@id": f"{graph.url}{graph.local(iri)}/"}
    if graph.is_subject(iri):
        page |= _of_profile(graph, iri, sources)
    about = thing(graph, iri, work)
    if graph.kind(iri) == "person":
        return {"@context": CONTEXT, "@type": "ProfilePage", **page, "mainEntity": about}
    return {"@context": CONTEXT, **about, "mainEntityOfPage": {"@type": "WebPage", **page}}


def _of_profile(graph: Graph, iri: str, sources: Sequence[str]) -> Node:
    """Return what a page says of itself that is assessed alone: that of a thing with documents of its own."""
    local, kind = graph.local(iri), graph.kind(iri)
    steps = ((graph.title, ""), (graph.titles[kind], f"{kind}/"), (graph.label(iri), f"{local}/"))
    return kept(
        {
            "url": f"{graph.url}{local}/",
            "name": graph.label(iri),
            "inLanguage": "en",
            "datePublished": graph.published(iri),
            "dateModified": graph.modified(iri),
            "license": graph.license,
            "isAccessibleForFree": True,
            "conditionsOfAccess": DatasetFacts(graph).access,
            "publisher": publisher(graph),
            # Without its class: a Dataset that is not described is taken for a bad one.
            "isPartOf": kept({"@id": graph.dataset, "name": graph.title, "url": graph.url}),
            "isBasedOn": [reference(graph, source) for source in sources[:MOST_SOURCES]],
            "encoding": [
                {
                    "@type": "MediaObject",
                    "name": form.title,
                    "encodingFormat": form.media_type,
                    "contentUrl": graph.url + path,
                    "contentSize": f"{len(serialized(graph, iri, form.name))} B",
                }
                for path, form in described_by(graph, iri).items()
            ],
            "breadcrumb": {
                "@type": "BreadcrumbList",
                "itemListElement": [
                    {"@type": "ListItem", "position": place, "name": name, "item": graph.url + path}
                    for place, (name, path) in enumerate(steps, 1)
                ],
            },
        }
    )
