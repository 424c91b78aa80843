"""The page of a thing, and its documents."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kg.site import evidence, heading
from kg.site.addresses import Address, pages, places
from kg.site.evidence import CitedEvidence, EvidenceMarks
from kg.site.fields import FieldLine, ThingFields, label_of
from kg.site.grids import percent
from kg.site.heading import Head, Number, PanelCount
from kg.site.metadata import documents
from kg.site.metadata.things import of_thing
from kg.site.page import PageRequest, SitePage
from kg.site.panels import EntrySection, QueryPanel, panels
from kg.site.references import panel_properties
from kg.site.templating import html
from kg.site.views import work
from kg.site.works import LinkedName, ListedWork
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.vocabulary import RDF_TYPE, curie

_CLASSES = {
    "schema:Periodical": "Journal",
    "schema:CreativeWorkSeries": "Series",
    "schema:Collection": "Book",
    "org:OrganizationalUnit": "Department or group",
}
_NAMES = ("schema:alternateName", "kg:acronym")
_ELSEWHERE = ("schema:name", *_NAMES, "schema:description", "kg:kind", "kg:acceptanceRate")
_IN_PERIOD = ("start", "end", "current", "date", "year")


@dataclass(frozen=True)
class HeadLayout:
    """What the head of a kind of page shows.

    Attributes:
        kind: What such a thing is called.
        counts: The panels that it counts.
        years: The panel that says from when to when it is active, or empty.
        facts: Pairs of a label and a property.
    """

    kind: str
    counts: tuple[PanelCount, ...] = ()
    years: str = ""
    facts: tuple[tuple[str, str], ...] = ()


HEADS: Mapping[str, HeadLayout] = {
    "organization": HeadLayout(
        "Organisation",
        (
            PanelCount("people", "person", "people-at", "person"),
            PanelCount("alumni", "alumni", "alumni", "person"),
            PanelCount("works", "work", "works-of-organization", "work"),
            PanelCount("partners", "partner", "partners-of-organization", "partner"),
            PanelCount("courses", "course", "courses-of-organization", "course"),
        ),
        "works-of-organization-per-year",
        (("Part of", "schema:parentOrganization"),),
    ),
    "venue": HeadLayout(
        "Venue",
        (
            PanelCount("works", "work", "works-of-venue", "work"),
            PanelCount("editions", "edition", "editions-of-venue", "event"),
            PanelCount("people in service", "person in service", "service-of-venue", "person"),
        ),
        "works-of-venue-per-year",
        (("Held with", "schema:superEvent"),),
    ),
    "event": HeadLayout(
        "Event",
        (
            PanelCount("works", "work", "works-of-venue", "work"),
            PanelCount("talks", "talk", "talks-of", "node"),
            PanelCount("people in service", "person in service", "service-of-venue", "person"),
        ),
        "",
        (("Edition of", "schema:superEvent"), ("Year", "kg:year")),
    ),
    "system": HeadLayout(
        "System",
        (
            PanelCount("people", "person", "people-of-system", "person"),
            PanelCount("papers", "paper", "works-of-system", "work"),
            PanelCount("talks", "talk", "talks-of", "node"),
        ),
        "",
        (("Status", "schema:creativeWorkStatus"), ("Partners", "kg:collaborator")),
    ),
    "topic": HeadLayout(
        "Topic",
        (
            PanelCount("people", "person", "people-of-topic", "person"),
            PanelCount("works", "work", "works-of-topic-per-year", "works"),
            PanelCount("systems", "system", "systems-of-topic", "system"),
        ),
        "works-of-topic-per-year",
        (),
    ),
    "course": HeadLayout(
        "Course",
        (
            PanelCount("people", "person", "teachers-of-course", "person"),
            PanelCount("terms", "term", "teachers-of-course", "term"),
        ),
        "",
        (("Code", "schema:courseCode"), ("Given at", "schema:provider")),
    ),
}
"""By the kind, as IRIs name it: of those of which more is shown than is declared."""


def thing_content(graph: Graph, iri: str, panels: Sequence[QueryPanel | EntrySection]) -> Mapping[str, object]:
    """Return what `thing.html` is given."""
    kind = graph.declaration.listed[graph.kind(iri)]
    layout = HEADS.get(kind.path) or HeadLayout(label_of(kind))
    said = graph.facts(iri)
    thing = ThingFields(graph, kind, iri, said, "page", graph.facts)
    code = places(value(term) for term in said.get("schema:codeRepository", ()))
    accepted = [Number("accepted", percent(value(rate))) for rate in said.get("kg:acceptanceRate", ())[:1]]
    # A thing says when it was made or under way, unless a line of its own does.
    has_when = thing.when and not any(key == "kg:year" for _, key in layout.facts)
    in_panels, elsewhere = panel_properties(graph, kind.path), {*_ELSEWHERE, *(key for _, key in layout.facts)}
    left_out = [
        each.key
        for each in kind.shown("page")
        if curie(each.iri) in elsewhere
        or (each.sort == "kind" and curie(each.iri) in in_panels)
        or each.key in _IN_PERIOD
    ]
    head = Head(
        heading.other_names(said, _NAMES, graph.label(iri)),
        (
            *(Address(f"Code on {place.label}", place.href) for place in code),
            *heading.addresses(said),
            *pages(graph, said.get("schema:subjectOf", ())),
        ),
        (*heading.numbers(panels, layout.counts), *accepted, *heading.active_years(panels, layout.years)),
        (
            *heading.facts(graph, said, layout.facts),
            *([FieldLine("When", (LinkedName(thing.when),))] if has_when else []),
            *thing.facts(left_out),
        ),
        *heading.description(said),
    )
    return {"head": head, "kind": _kind(graph, iri, layout.kind)}


def _kind(graph: Graph, iri: str, otherwise: str) -> str:
    """Return what sort of thing it is: the kind that is stated of it or its series, else what its classes say."""
    for each in (iri, *(value(series) for series in graph.values(iri, "schema:superEvent"))):
        for stated in heading.named_things(graph, graph.values(each, "kg:kind")):
            return stated.name.capitalize()
    classes = [curie(each) for each in graph.types(iri)]
    declared = {
        word.meaning: word.title
        for field in graph.declaration.listed[graph.kind(iri)].fields.values()
        for word in (graph.declaration.words.get(field.range, {}).values() if field.iri == RDF_TYPE else ())
    }
    return next((word for each, word in (declared | _CLASSES).items() if each in classes), otherwise)


_COUNTED = (
    PanelCount("works", "work", "publications", "work"),
    PanelCount("co-authors", "co-author", "coauthors", "coauthor"),
    PanelCount("venues", "venue", "venues", "venue"),
    PanelCount("systems", "system", "systems", "system"),
)
_FACTS = (
    ("Interests", "schema:knowsAbout"),
    ("Degrees from", "schema:alumniOf"),
    ("Advised by", "kg:advisor"),
    ("Skills", "schema:skills"),
    ("Member of", "schema:memberOf"),
    ("E-mail", "schema:email"),
    ("Telephone", "schema:telephone"),
    ("Address", "schema:address"),
)


_IN_HEADING = ("name", "variants", "pronouns", "job_title", "summary", "affiliation")


def person_content(graph: Graph, iri: str, panels: Sequence[QueryPanel | EntrySection]) -> Mapping[str, object]:
    """Return what `person.html` is given."""
    said = graph.facts(iri)
    kind, properties = graph.declaration.kinds["Person"], {key for _, key in _FACTS}
    covered = (each.key for each in kind.fields.values() if curie(each.iri) in properties)
    person = ThingFields(graph, kind, iri, said, "page", graph.facts)
    rest = person.facts((*_IN_HEADING, *covered, *graph.declaration.sections))
    head = Head(
        heading.other_names(said, ("schema:alternateName",), graph.label(iri)),
        heading.addresses(said, "Homepage"),
        (*heading.numbers(panels, _COUNTED), *heading.active_years(panels, "works-per-year")),
        (*heading.facts(graph, said, _FACTS), *rest),
        *heading.description(said),
    )
    return {
        "head": head,
        "pronouns": graph.text(iri, "kg:pronouns"),
        "job_title": graph.text(iri, "schema:jobTitle"),
        "affiliations": heading.named_things(graph, said.get("schema:affiliation", ())),
    }


MOST = 240
"""How many places of a source its page shows."""
_ENTRY_NAMES = ("schema:name", "schema:roleName", "schema:credentialCategory")


@dataclass(frozen=True)
class SourceLine:
    """What one place of the source says.

    Attributes:
        evidence: Where, in which words, how sure.
        states: What it states.
        of: The thing that this is an entry of, or None.
        anchor: The id of the place on the page, for the first that begins in a line.
    """

    evidence: CitedEvidence
    states: LinkedName
    of: LinkedName | None
    anchor: str


def source_content(graph: Graph, iri: str, _: Sequence[QueryPanel | EntrySection]) -> Mapping[str, object]:
    """Return what `source.html` is given: all that a source is evidence of, in the order of its lines."""
    items = evidence.of_source(graph, iri, MOST + 1)
    first = {item.anchor: item for item in reversed(items[:MOST])}
    lines = []
    for item in items[:MOST]:
        thing, is_entry = item.node.partition("#")[0], "#" in item.node
        names = (graph.text(item.node, name) for name in _ENTRY_NAMES)
        called = next(filter(None, names), "") if is_entry else graph.label(thing)
        states = LinkedName(called or graph.label(item.node), item.node)
        of = LinkedName(graph.label(thing), thing) if is_entry else None
        lines.append(SourceLine(item, states, of, item.anchor if first[item.anchor] is item else ""))
    return {
        "lines": lines,
        "about": [LinkedName(graph.label(value(each)), value(each)) for each in graph.values(iri, "schema:mainEntity")],
        "is_cut": len(items) > MOST,
        "media_type": graph.text(iri, "schema:encodingFormat"),
        "sha256": graph.text(iri, "kg:sha256"),
    }


Content = Callable[[Graph, str, Sequence[QueryPanel | EntrySection]], Mapping[str, object]]

CONTENT: Mapping[str, tuple[str, Content]] = {
    "person": ("person.html", person_content),
    "work": ("work.html", work.content),
    "source": ("source.html", source_content),
}
"""The template of the pages of a kind, and the function that makes its values of a thing and its panels."""

ANY: tuple[str, Content] = ("thing.html", thing_content)
"""The same of all other kinds."""


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the page of a thing."""
    iri = graph.thing(request.local)
    template, content = CONTENT.get(request.match["kind"], ANY)
    shown = panels(graph, iri)
    subjects = [subject for panel in shown for subject in panel.marked]
    marks = EvidenceMarks(graph, [iri, *subjects])
    given = content(graph, iri, shown)
    work = given.get("work")
    return html(
        graph,
        request,
        template,
        documents.links(graph, iri),
        iri=iri,
        name=graph.label(iri),
        language=heading.language_of(graph.facts(iri), graph.label(iri)),
        forms=documents.FORMS,
        panels=shown,
        marks=marks,
        metadata=of_thing(graph, iri, marks.sources, work if isinstance(work, ListedWork) else None),
        **given,
    )


def document(graph: Graph, request: PageRequest) -> SitePage:
    """Return a document of a thing."""
    iri = graph.thing(request.local)
    return documents.document(graph, iri, request.match["suffix"])
