"""The page of a thing, and its documents."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.site import evidence, heading
from kg.site.addresses import Address, pages, places
from kg.site.entries import EntrySection, listed_properties
from kg.site.evidence import CitedEvidence, EvidenceMarks
from kg.site.members import members, role_of
from kg.site.metadata import documents, rdf
from kg.site.metadata.things import of_thing
from kg.site.page import PageRequest, SitePage
from kg.site.panels import Panel, QueryPanel, listed_works, panels
from kg.site.templating import html
from kg.site.thing import TIMES, FieldLine, Thing, label
from kg.site.views import work
from kg.site.words import _
from kg.site.works import LinkedName, ListedWork
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.formats import MEDIA_TYPES
from kg.terms.kinds import AREAS, Field
from kg.terms.vocabulary import curie

_NAME = "schema:alternateName"
_DESCRIPTION = "schema:description"
_IN_HEADING = ("pronouns", "job_title", "affiliation")
"""What the heading of a person says below the name."""


def thing_content(
    graph: Graph, iri: str, panels: Sequence[Panel], without: Collection[str] = ()
) -> Mapping[str, object]:
    """Return what `thing.html` is given: all that is declared of a thing and that no panel lists, but for some."""
    kind, said = graph.declaration.listed[graph.kind(iri)], graph.facts(iri)
    thing = Thing(graph, kind, iri, said, "page", graph.facts)
    names = dict.fromkeys(curie(each.iri) for each in thing.fields.values() if _is_name(each))
    code = places(value(term) for term in said.get("schema:codeRepository", ()))
    description, language = heading.description(said)
    return {
        "names": heading.other_names(said, names, thing.name),
        "addresses": (
            *(Address(_("Code on {place}", place=place.label), place.href) for place in code),
            *heading.addresses(said, _("Homepage") if kind.path == "person" else _("Website")),
            *pages(graph, said.get("schema:subjectOf", ())),
        ),
        "numbers": tuple(heading.numbers(panels)),
        "facts": tuple(_facts(thing, without)),
        "description": description,
        "description_language": language,
        "pronouns": graph.text(iri, "kg:pronouns"),
        "kind": _kind(graph, iri, label(kind)),
        "face": None,
        "role": (),
    }


def _facts(thing: Thing, without: Collection[str]) -> Iterator[FieldLine]:
    """Yield what is declared of a thing and stands neither in the head of its page nor in a panel."""
    declared, kind, elsewhere = thing.graph.declaration, thing.kind, {*TIMES, *without}
    in_rows = listed_properties(thing.graph, kind.path)
    sections = {each.name for each in declared.sections.values()} if kind.path == "person" else ()
    for key, each in thing.fields.items():
        is_listed = each.sort == "kind" and each.is_many and curie(each.iri) in in_rows
        is_in_head = each is kind.title or _is_name(each) or curie(each.iri) in (_DESCRIPTION, "kg:kind")
        if is_listed or is_in_head or each.range in sections:
            elsewhere.add(key)
    if thing.when:
        yield FieldLine(_("When"), (LinkedName(thing.when),))
    yield from thing.facts(elsewhere)


def _is_name(field: Field) -> bool:
    return _NAME in (curie(field.iri), curie(field.within))


def _kind(graph: Graph, iri: str, otherwise: str) -> str:
    """Return what sort of thing it is: the kind that is stated of it or its series, else what its classes say."""
    for each in (iri, *(value(series) for series in graph.values(iri, "schema:superEvent"))):
        for stated in heading.named_things(graph, graph.values(each, "kg:kind")):
            return stated.name.capitalize()
    classes = [curie(each) for each in graph.types(iri)]
    kind = graph.declaration.listed[graph.kind(iri)]
    words = [word for each in kind.fields.values() for word in graph.declaration.words.get(each.range, {}).values()]
    declared = {word.meaning: word.title for word in reversed(words) if word.title}
    parts = {curie(each.iri): label(each) for each in graph.declaration.kinds.values() if each.parent == kind.name}
    return next((word for each, word in (declared | parts).items() if each in classes), otherwise)


def person_content(graph: Graph, iri: str, panels: Sequence[Panel]) -> Mapping[str, object]:
    """Return what `thing.html` is given of a person: those with a profile have a portrait."""
    member = members(graph).get(iri)
    face = member.portrait if member else None
    return {**thing_content(graph, iri, panels, _IN_HEADING), "face": face, "role": role_of(graph, iri)}


MOST = 240
"""How many places of a source its page shows."""
_ENTRY_NAMES = ("schema:name", "schema:roleName", "schema:credentialCategory")


@dataclass(frozen=True)
class SourceLine:
    """What one place of the source says."""

    evidence: CitedEvidence  # where, in which words, how sure
    states: LinkedName  # what it states
    of: LinkedName | None  # the thing that this is an entry of, or None
    anchor: str  # the id of the place on the page, for the first that begins in a line


def source_content(graph: Graph, iri: str, _: Sequence[Panel]) -> Mapping[str, object]:
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
        "face": None,
        "lines": lines,
        "about": [LinkedName(graph.label(value(each)), value(each)) for each in graph.values(iri, "schema:mainEntity")],
        "is_cut": len(items) > MOST,
        "media_type": graph.text(iri, "schema:encodingFormat"),
        "sha256": graph.text(iri, "kg:sha256"),
    }


Content = Callable[[Graph, str, Sequence[Panel]], Mapping[str, object]]

CONTENT: Mapping[str, tuple[str, Content]] = {
    "person": ("thing.html", person_content),
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
    areas = panels(graph, iri)
    shown = [panel for area in areas.values() for panel in area]
    marks = EvidenceMarks(graph, [iri, *(subject for panel in shown for subject in panel.marked)])
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
        documents=documents.described_by(graph, iri),
        embeds=(graph.is_subject(iri) or not graph.hosting.is_static) and listed_works(graph, iri) is not None,
        areas={area: areas.get(area, []) for area in AREAS},
        counts={panel.name: _number(panel) for panel in shown},
        marks=marks,
        metadata=of_thing(graph, iri, marks.sources, work if isinstance(work, ListedWork) else None),
        **given,
    )


def _number(panel: Panel) -> int:
    """Return how much a panel lists, as its entry among the contents of the page says."""
    if isinstance(panel, EntrySection):
        return len(panel.works.works) if panel.works else len(panel.entries)
    if isinstance(panel, QueryPanel):
        return len(panel.ties.all) if panel.view == "network" else len(panel.table.rows)
    return panel.count


def document(graph: Graph, request: PageRequest) -> SitePage:
    """Return a document of a thing."""
    iri = graph.thing(request.local)
    return documents.document(graph, iri, request.match["suffix"])


def evidence_document(graph: Graph, request: PageRequest) -> SitePage:
    """Return a document of a thing with its evidence as triple terms (RDF 1.2)."""
    form = documents.FORMS[request.match["suffix"]]
    triples = list(rdf.evidence_triples(graph, graph.thing(request.local)))
    return SitePage(rdf.serialized_triples(triples, form.name), f"{MEDIA_TYPES[form.name]}; version=1.2")
