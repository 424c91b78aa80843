"""What a person received, made and gave back: awards, systems, talks, teaching, service."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from kg.site import fields
from kg.site.grids import words
from kg.site.reports.entries import declared_items, more, status
from kg.site.reports.model import DatedItem, joined, labelled, links, listed, plain, strong, text_of, without_empty
from kg.site.reports.nodes import GraphNode, newest, node, subjects
from kg.terms.kinds import Declaration
from kg.terms.vocabulary import curie

ReadItems = Callable[[Iterable[GraphNode]], tuple[DatedItem, ...]]


@dataclass(frozen=True)
class Activity:
    """A section of what a person did.

    Attributes:
        title: Its heading.
        key: The property that leads to its entries.
        is_reverse: Whether it leads from them to the person.
        read: Makes items of the entries.
    """

    title: str
    key: str
    is_reverse: bool
    read: ReadItems

    def of(self, person: GraphNode) -> tuple[GraphNode, ...]:
        """Return the entries of a person."""
        return subjects(person.graph, self.key, person.iri) if self.is_reverse else person.nodes(self.key)


def sections(declaration: Declaration, person: str = "") -> Mapping[str, Activity]:
    """Return the sections of what people did, as they are declared, but for those that CVs show in other ways.

    Args:
        declaration: What there is.
        person: Whose roles are shown, or empty.
    """
    found = {}
    for key, kind in declaration.sections.items():
        field = declaration.kinds["Person"].fields[key]
        if key not in _OTHER_SECTIONS and "cv" in field.show and kind.shown("cv"):
            default = (fields.label(field), partial(declared_items, field=field, person=person))
            title, read = _FORMS.get(key, default)
            found[key] = Activity(title, curie(field.iri), field.is_reverse, read)
    return found


def _awards(nodes: Iterable[GraphNode]) -> tuple[DatedItem, ...]:
    """Return awards: their name, who gave them where unless the name says so, and for what."""
    items = []
    for each in newest(nodes):
        name = each.text("schema:name")
        givers = (giver for giver in each.names("kg:giver") if giver.casefold() not in name.casefold())
        head = joined((strong(name), *map(plain, (*givers, *each.names("kg:presentedAt")))))
        reason = labelled("For", plain("; ".join(each.names("kg:forWork"))))
        details = without_empty(reason, more(each, "Award"), plain(each.text("schema:description")))
        items.append(DatedItem(head, each.when, details))
    return tuple(items)


def _talks(nodes: Iterable[GraphNode]) -> tuple[DatedItem, ...]:
    """Return talks: their title, where they were given, with whom."""
    items = []
    for each in newest(nodes):
        about, partners = listed(each.names("kg:describes")), listed(each.names("kg:collaborator"))
        title = each.text("schema:name")
        where = map(plain, (*each.names("kg:presentedAt"), each.text("kg:location")))
        details = without_empty(
            labelled("On", plain(about) if title else ()),
            labelled("With", plain(partners)),
            more(each, "Talk"),
            links(each.addresses),
        )
        items.append(DatedItem(joined((strong(title or about), *where)), each.when, details))
    return tuple(items)


def _teaching(nodes: Iterable[GraphNode]) -> tuple[DatedItem, ...]:
    """Return courses taught: one item for all terms of a course in which the role was the same."""
    grouped: dict[tuple[str, ...], list[GraphNode]] = {}
    for each in newest(nodes):
        key = (each.text("kg:course"), *map(each.text, ("schema:roleName", "schema:description")))
        grouped.setdefault((*key, *each.texts("kg:instructor")), []).append(each)
    items = []
    for several in grouped.values():
        first = several[0]
        course = first.nodes("kg:course")[:1]
        codes = ", ".join(code for each in course for code in each.texts("schema:courseCode"))
        title = joined((*(strong(each.name) for each in course), plain(f"({codes})" if codes else "")), " ")
        providers = (plain(name) for each in course for name in each.names("schema:provider"))
        terms = (next(map(words, each.said.get("kg:term", ())), "") for each in several)
        details = without_empty(
            labelled("Held by", plain(listed(first.names("kg:instructor")))),
            more(first, "Teaching"),
            plain(first.text("schema:description")),
        )
        when = ", ".join(dict.fromkeys(term[:1].upper() + term[1:] for term in terms if term))
        items.append(DatedItem(joined((plain(first.text("schema:roleName")), title, *providers)), when, details))
    return tuple(items)


def _service(nodes: Iterable[GraphNode]) -> tuple[DatedItem, ...]:
    """Return service: one item for all that was done in the same role, unless more is said of it."""
    found = newest(nodes)
    order = {role: place for place, role in enumerate(dict.fromkeys(each.text("schema:roleName") for each in found))}
    notes = {each.iri: without_empty(more(each, "Service"), plain(each.text("schema:description"))) for each in found}
    found.sort(key=lambda each: (order[each.text("schema:roleName")], text_of(joined(notes[each.iri]))))
    items = []
    for (role, note), several in groupby(found, key=lambda each: (each.text("schema:roleName"), notes[each.iri])):
        bodies = []
        for each in several:  # the names of most events have their year
            name, year = listed(each.names("kg:serviceFor")), each.text("kg:year")
            bodies.append(plain(name if not year or year in name else f"{name} ({year})" if name else year))
        items.append(DatedItem(joined((strong(role), joined(bodies)), ": "), details=note))
    return tuple(items)


_FORMS: Mapping[str, tuple[str, ReadItems]] = {
    "awards": ("Awards and honours", _awards),
    "talks": ("Talks", _talks),
    "teaching": ("Teaching", _teaching),
    "service": ("Service", _service),
}
_OTHER_SECTIONS = ("positions", "education", "publications", "systems", "memberships")


def systems(nodes: Iterable[GraphNode], person: str = "") -> tuple[DatedItem, ...]:
    """Return systems: what they are, with whom they are made, and where they are.

    Args:
        nodes: The systems.
        person: Whose role in them is shown, or empty.
    """
    return tuple(_system(each, person) for each in newest(nodes))


def is_described(system: GraphNode) -> bool:
    """Tell whether more is known of a system than its name and its papers."""
    keys = ("schema:description", "kg:collaborator", "schema:startDate")
    return any(system.said.get(key) for key in keys) or bool(system.addresses)


def _system(system: GraphNode, person: str) -> DatedItem:
    graph = system.graph
    contributed = node(graph, person).nodes("kg:contributed") if person else ()
    roles = (each.text("schema:roleName") for each in contributed if each.text("kg:ofSystem") == system.iri)
    papers = [paper.name for paper in system.nodes("schema:subjectOf") if "#" not in paper.iri]
    # The authors of its papers stand in the list of publications.
    authors = {iri for work in subjects(graph, "kg:describes", system.iri) for iri in work.texts("schema:author")}
    team = set(system.texts("schema:contributor")) - authors - {person}
    return DatedItem(
        joined((strong(system.name), *map(plain, (*roles, status(system))))),
        system.when,
        without_empty(
            labelled("Also", plain("; ".join(system.texts("schema:alternateName")))),
            plain(system.text("schema:description")),
            labelled("With", plain(listed(system.names("kg:collaborator")))),
            labelled("Team", plain(listed(sorted(map(graph.label, team), key=str.casefold)))),
            labelled("Papers", plain("; ".join(papers))),
            more(system, "System"),
            links(system.addresses),
        ),
    )
