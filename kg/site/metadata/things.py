"""What the page of a thing says of itself to machines."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from urllib.parse import urlsplit

from pyoxigraph import Literal

from kg.site.documents import FORMS, full_texts, serialized
from kg.site.metadata.dataset import ACCESS, CONTEXT, DatasetFacts, Node, classes, kept, publisher, reference, stated
from kg.site.metadata.head import Metadata, MetaTag, summary, tags
from kg.site.works import Facts, ListedWork, WorkAuthor
from kg.store.columns import value
from kg.store.graph import Graph, outside
from kg.store.hosting import Download
from kg.terms.vocabulary import PREFIXES

# Dublin Core as tags of a page (DCMI: Expressing Dublin Core metadata using HTML meta and link elements).


def dublin_core(
    graph: Graph,
    identifier: str,
    title: str,
    *,
    types: Iterable[str] = (),
    creators: Iterable[str] = (),
    subjects: Iterable[str] = (),
    date: str = "",
    sources: Iterable[str] = (),
) -> tuple[MetaTag, ...]:
    """Return the tags of what a page is about.

    Args:
        graph: Where it is.
        identifier: Its IRI.
        title: What it is called.
        types: Its classes, by IRI or name.
        creators: Who made it, by name, in order.
        subjects: What it is about, by name.
        date: When it appeared, if that is known.
        sources: What the page is made from, by IRI.
    """
    publisher = DatasetFacts(graph).publisher
    return tags(
        chain(
            [("dcterms.title", title), ("dcterms.identifier", identifier)],
            (("dcterms.type", each) for each in types),
            (("dcterms.creator", each) for each in creators),
            (("dcterms.subject", each) for each in subjects),
            [("dcterms.issued", date), ("dcterms.modified", graph.modified(identifier)), ("dcterms.language", "en")],
            [("dcterms.publisher", publisher.name if publisher else "")],
            [("dcterms.license", graph.license), ("dcterms.accessRights", ACCESS)],
            [("dcterms.isPartOf", graph.dataset if graph.dataset != identifier else "")],
            (("dcterms.source", each) for each in sources),
        )
    )


# Citation tags as Google Scholar and reference managers read them (Highwire Press).

_DOI = "doi.org"
_ARXIV = "arxiv.org"
_RANGE = re.compile(r"(\w+)(?:\s*[-–—]+\s*(\w+))?")
_HIGHWIRE = {
    "citation_volume": "bibo:volume",
    "citation_issue": "bibo:issue",
    "citation_language": "schema:inLanguage",
    "citation_isbn": "bibo:isbn",
}


def citation(graph: Graph, work: ListedWork) -> tuple[MetaTag, ...]:
    """Return the tags of a work: title, authors in order, date, where it appeared, where it is read."""
    said = graph.facts(work.iri)
    date = next(map(value, said.get("schema:datePublished", ())), "") or str(work.year or "")
    first, last = _pages(said)
    return tags(
        chain(
            [("citation_title", work.title)],
            (("citation_author", author.name or graph.label(author.iri)) for author in work.authors),
            [("citation_publication_date", date.replace("-", "/"))],
            _venue(graph, work),
            ((name, next(map(value, said.get(key, ())), "")) for name, key in _HIGHWIRE.items()),
            (("citation_firstpage", first), ("citation_lastpage", last)),
            _identifier_tags(said),
            (("citation_pdf_url", address) for address in full_texts(graph, work.iri)),
            [("citation_abstract_html_url", f"{graph.url}{graph.local(work.iri)}/")],
            (("citation_keywords", topic.name) for topic in work.topics),
        )
    )


def _pages(said: Facts) -> tuple[str, str]:
    """Return the first and the last page, as they are stated or as `12–34` says."""
    first, last = (next(map(value, said.get(f"schema:page{end}", ())), "") for end in ("Start", "End"))
    found = _RANGE.fullmatch(next(map(value, said.get("schema:pagination", ())), ""))
    return (first, last) if first or not found else (found[1], found[2] or "")


def _venue(graph: Graph, work: ListedWork) -> Iterator[tuple[str, str]]:
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


def _identifier_tags(said: Facts) -> Iterator[tuple[str, str]]:
    for iri in map(value, said.get("schema:sameAs", ())):
        parts = urlsplit(iri)
        if parts.hostname == _DOI:
            yield "citation_doi", parts.path.lstrip("/")
        elif parts.hostname == _ARXIV:
            yield "citation_arxiv_id", parts.path.removeprefix("/abs/")


# People, works and all other things, each as a node with what schema.org can say of it.

DOI = "https://doi.org/"

_IDENTIFIERS = ("orcid.org", "doi.org", "ror.org", "arxiv.org", "www.wikidata.org")
_NAMED = ("alternateName", "description", "url", "image", "sameAs")
_PROPERTIES: Mapping[str, tuple[str, ...]] = {
    "person": (
        *("givenName", "familyName", *_NAMED, "jobTitle"),
        *("affiliation", "alumniOf", "memberOf", "knowsAbout", "award"),
    ),
    "work": (
        *("abstract", *_NAMED, "datePublished", "inLanguage", "license", "isPartOf", "about", "award"),
        *("volumeNumber", "issueNumber", "pageStart", "pageEnd", "pagination", "keywords", "version"),
        *("editor", "translator", "publisher", "sourceOrganization"),
    ),
    "organization": (*_NAMED, "logo", "parentOrganization"),
    "venue": (*_NAMED, "issn", "superEvent"),
    "event": (*_NAMED, "startDate", "endDate", "location", "superEvent"),
    "system": (*_NAMED, "codeRepository", "programmingLanguage", "license", "contributor", "dateCreated", "about"),
    "course": (*_NAMED, "courseCode", "provider"),
    "grant": (*_NAMED, "funder"),
    "topic": _NAMED,
    "source": (*_NAMED, "encodingFormat"),
}
"""What is told of the things of a kind, beside their names."""
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


def thing(graph: Graph, iri: str, work: ListedWork | None = None) -> Node:
    """Return what a page is about.

    Args:
        graph: Where it is.
        iri: The thing.
        work: What lists show of it, if it is a work.
    """
    said, kind = graph.facts(iri), graph.kind(iri)
    said = {**said, **{f"schema:{name}": said[key] for name, key in _OF_BIBO.items() if key in said}}
    otherwise = "CreativeWork" if kind in _PROPERTIES else "Thing"
    node: Node = {"@type": classes(graph, iri, otherwise), "@id": iri, "name": graph.label(iri)}
    own = stated(graph, said, (*_PROPERTIES.get(kind, _NAMED), *(_OF_BOOKS if "Book" in node["@type"] else ())))
    own |= {"image": photos} if (photos := list(photographs(graph, said))) else {}
    more = _of_work(graph, work) if work else _MORE.get(kind, _nothing)(said)
    named = {"url": f"{graph.url}{graph.local(iri)}/", "identifier": _identifiers(said)}
    return kept({**node, **named, **own, "funding": list(_funding(graph, kind, said)), **more})


def photographs(graph: Graph, said: Facts) -> Iterator[str]:
    """Yield where the photographs of a thing are on the web."""
    for photo in map(value, said.get("schema:image", ())):
        places = graph.values(photo, "schema:contentUrl") if "#" in photo else ()
        yield from filter(None, (outside(value(place)) for place in places))


def _funding(graph: Graph, kind: str, said: Facts) -> Iterator[Node]:
    """Yield the grants by which a thing was paid for, or that a person holds."""
    for grant in map(value, said.get("kg:holds" if kind == "person" else "kg:fundedBy", ())):
        if kind in _PROPERTIES:
            yield reference(graph, grant, "Grant")


def _of_work(graph: Graph, work: ListedWork) -> Node:
    """Return what a work is besides: its headline, its authors in order, where it was presented."""
    node: Node = {"headline": work.title, "author": [_author(graph, author) for author in work.authors]}
    if work.state:
        node["creativeWorkStatus"] = work.state
    if work.venue and graph.kind(work.venue.iri) == "event":
        event = reference(graph, work.venue.iri, "Event")
        node["publication"] = {"@type": "PublicationEvent", "name": work.venue.name, "superEvent": event}
    return node


def _author(graph: Graph, author: WorkAuthor) -> Node:
    if author.iri:
        return {**reference(graph, author.iri, "Person"), "name": author.name or graph.label(author.iri)}
    return {"@type": "Person", "name": author.name}


def _of_event(said: Facts) -> Node:
    """Return when an event took place: in some year, if no more is known."""
    year = next(map(value, said.get("kg:year", ())), "")
    return {} if "schema:startDate" in said else {"startDate": year}


def _of_source(said: Facts) -> Node:
    return {"sha256": next(map(value, said.get("kg:sha256", ())), "")}


def _nothing(_: Facts) -> Node:
    return {}


_MORE = {"event": _of_event, "source": _of_source}


def _identifiers(said: Facts) -> list[str]:
    """Return the identifiers among what a thing is elsewhere, and the numbers that others gave it."""
    same = map(value, said.get("schema:sameAs", ()))
    numbers = (term.value for term in said.get("kg:number", ()) if isinstance(term, Literal))
    return [*(iri for iri in same if urlsplit(iri).hostname in _IDENTIFIERS), *numbers]


# What is shown of a page where a link to it is shared (ogp.me), beyond what all pages say.

KINDS = {"person": "profile", "work": "article", "source": "website"}
"""What things are for OpenGraph; what is not here is a website."""


def of_person(graph: Graph, said: Facts) -> tuple[MetaTag, ...]:
    """Return the name of a person in parts, and the picture if there is one."""
    first, last = (_text(said, name) for name in ("schema:givenName", "schema:familyName"))
    return tags((("profile:first_name", first), ("profile:last_name", last), *_image(graph, said)))


def of_work(graph: Graph, work: ListedWork, said: Facts) -> tuple[MetaTag, ...]:
    """Return when a work appeared, who wrote it and what it is about."""
    people = (f"{graph.url}{graph.path(author.iri)}" for author in work.authors if graph.local(author.iri))
    return tags(
        (
            ("article:published_time", _text(said, "schema:datePublished")),
            *(("article:author", address) for address in people),
            *(("article:tag", topic.name) for topic in work.topics),
            *_image(graph, said),
        )
    )


def _image(graph: Graph, said: Facts) -> Iterator[tuple[str, str]]:
    found = [outside(image) for image in map(value, said.get("schema:image", ())) if "#" not in image]
    yield from (("og:image", image) for image in (*found, *photographs(graph, said))[:1])


def _text(said: Facts, name: str) -> str:
    return next(map(value, said.get(name, ())), "")


# The page of a thing as a document: what it is about, what it is made from, in which forms it may be had.

MOST_SOURCES = 10
"""How many sources a page names."""


def page_document(graph: Graph, iri: str, sources: Sequence[str], work: ListedWork | None = None) -> Node:
    """Return what the page of a thing embeds: of a person a profile page, of others the thing itself.

    Args:
        graph: Where it is.
        iri: The thing.
        sources: The IRIs of what the page is made from.
        work: What lists show of it, if it is a work.
    """
    page, about = _page(graph, iri, sources), thing(graph, iri, work)
    if graph.kind(iri) == "person":
        return {"@context": CONTEXT, "@type": "ProfilePage", **page, "mainEntity": about}
    return {"@context": CONTEXT, **about, "mainEntityOfPage": {"@type": "WebPage", **page}}


def _page(graph: Graph, iri: str, sources: Sequence[str]) -> Node:
    address = f"{graph.url}{graph.local(iri)}/"
    return kept(
        {
            "@id": address,
            "url": address,
            "name": graph.label(iri),
            "inLanguage": "en",
            "datePublished": graph.published(iri),
            "dateModified": graph.modified(iri),
            "license": graph.license,
            "isAccessibleForFree": True,
            "conditionsOfAccess": ACCESS,
            "publisher": publisher(graph),
            # Without its class: a Dataset that is not described is taken for a bad one.
            "isPartOf": kept({"@id": graph.dataset, "name": graph.title, "url": graph.url}),
            "isBasedOn": [reference(graph, source, "DigitalDocument") for source in sources[:MOST_SOURCES]],
            "encoding": [_encoding(graph, iri, suffix) for suffix in FORMS],
            "breadcrumb": _breadcrumbs(graph, iri),
        }
    )


def _encoding(graph: Graph, iri: str, suffix: str) -> Node:
    form = FORMS[suffix]
    return {
        "@type": "MediaObject",
        "name": form.title,
        "encodingFormat": form.media_type,
        "contentUrl": f"{graph.url}{graph.local(iri)}.{suffix}",
        "contentSize": f"{len(serialized(graph, iri, form.name))} B",
    }


def _breadcrumbs(graph: Graph, iri: str) -> Node:
    """Return the way from the first page, over the list of the kind, to the page."""
    kind = graph.kind(iri)
    steps = ((graph.title, ""), (graph.titles[kind], f"{kind}/"), (graph.label(iri), f"{graph.local(iri)}/"))
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": graph.url + path}
            for place, (name, path) in enumerate(steps, 1)
        ],
    }


# The dataset itself, as Google's Dataset Search and FAIR assessments read it.


def dataset_document(graph: Graph) -> Node:
    """Return what the first page embeds."""
    about, by = DatasetFacts(graph), publisher(graph)
    return kept(
        {
            "@context": CONTEXT,
            "@type": "Dataset",
            "@id": about.iri,
            "name": graph.title,
            "description": about.description,
            "identifier": about.iri,
            "url": graph.url,
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
            "conditionsOfAccess": ACCESS,
            "temporalCoverage": "/".join(about.years) if about.years else "",
            "measurementTechnique": "Mapped from profiles, resolved and validated" if _is_built(graph) else "",
            "distribution": [_distribution(graph, each) for each in graph.downloads] if graph.url else [],
            "isBasedOn": [{"@type": "DigitalDocument", "@id": each.iri, "name": each.name} for each in about.sources],
            "includedInDataCatalog": _catalog(graph),
        }
    )


def _is_built(graph: Graph) -> bool:
    return bool(graph.release.manifest.get("inputs"))


def _distribution(graph: Graph, download: Download) -> Node:
    address = graph.url + download.path
    return {
        "@type": "DataDownload",
        "@id": address,
        "name": download.title,
        "contentUrl": address,
        "encodingFormat": download.sent_as,
        "contentSize": f"{download.size} B",
        "sha256": download.sha256,
    }


def _catalog(graph: Graph) -> Node:
    if not graph.url:
        return {}
    return {"@type": "DataCatalog", "@id": f"{graph.url}catalog.ttl#catalog", "name": graph.title, "url": graph.url}


# What the first page says of itself: it stands for the dataset.


def of_dataset(graph: Graph) -> Metadata:
    """Return the metadata of the first page."""
    about = DatasetFacts(graph)
    core = dublin_core(
        graph,
        about.iri,
        graph.title,
        types=["https://schema.org/Dataset"],
        creators=[about.publisher.name] if about.publisher else (),
        subjects=about.keywords,
        date=graph.date,
        sources=[each.iri for each in about.sources],
    )
    return Metadata(description=summary(about.description), tags=core, data=dataset_document(graph))


# What the page of a thing says of itself.


def of_thing(graph: Graph, iri: str, sources: Sequence[str], work: ListedWork | None = None) -> Metadata:
    """Return the metadata of the page of a thing.

    Args:
        graph: Where it is.
        iri: The thing.
        sources: The IRIs of what the page is made from.
        work: What lists show of it, if it is a work.
    """
    said = graph.facts(iri)
    core = dublin_core(
        graph,
        iri,
        graph.label(iri),
        types=sorted(graph.types(iri), key=lambda each: not each.startswith(PREFIXES["schema"]))[:1],
        creators=[author.name for author in work.authors] if work else (),
        subjects=[topic.name for topic in work.topics] if work else (),
        date=next(map(value, said.get("schema:datePublished", ())), "") if work else "",
        sources=sources[:MOST_SOURCES],
    )
    return Metadata(
        title=graph.label(iri),
        description=_description(graph, iri, said),
        kind=KINDS.get(graph.kind(iri), "website"),
        tags=(*core, *(citation(graph, work) if work else ())),
        properties=_properties(graph, iri, said, work),
        data=page_document(graph, iri, sources, work),
    )


def of_part(graph: Graph, iri: str, title: str) -> Metadata:
    """Return what a page that shows a part of what is known of a thing says of itself.

    Args:
        graph: Where the thing is.
        iri: The thing.
        title: What the part is called.
    """
    return Metadata(description=summary(f"{title}: {_description(graph, iri, graph.facts(iri))}"))


def _description(graph: Graph, iri: str, said: Facts) -> str:
    """Return what is said of a thing, else its name with the line that search shows."""
    told = next(map(value, said.get("schema:description", ())), "")
    found = graph.index.about(iri)
    return summary(told or ". ".join(filter(None, (graph.label(iri), found.detail if found else ""))))


def _properties(graph: Graph, iri: str, said: Facts, work: ListedWork | None) -> tuple[MetaTag, ...]:
    if work:
        return of_work(graph, work, said)
    return of_person(graph, said) if graph.kind(iri) == "person" else ()
