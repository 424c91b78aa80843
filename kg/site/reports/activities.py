"""What a person received, made and gave back: awards, systems, talks, teaching, service."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from kg.site.grids import words
from kg.site.reports.entries import entries, more, status, title
from kg.site.reports.model import Entry, Line, joined, kept, labelled, links, listed, plain, strong, text_of
from kg.site.reports.nodes import Node, newest, node, subjects
from kg.terms.kinds import Declaration
from kg.terms.vocabulary import curie

Read = Callable[[Iterable[Node]], tuple[Entry, ...]]


def awards(nodes: Iterable[Node]) -> tuple[Entry, ...]:
    """Return awards: their name, who gave them where, and for what."""
    return tuple(
        Entry(
            joined((strong(each.text("schema:name")), *map(plain, (*_givers(each), *_events(each))))),
            each.when,
            kept(_for(each), more(each, "Award"), plain(each.text("schema:description"))),
        )
        for each in newest(nodes)
    )


def talks(nodes: Iterable[Node]) -> tuple[Entry, ...]:
    """Return talks: their title, where they were given, with whom."""
    return tuple(_talk(each) for each in newest(nodes))


def teaching(nodes: Iterable[Node]) -> tuple[Entry, ...]:
    """Return courses taught: one entry for all terms of a course in which the role was the same."""
    grouped: dict[tuple[str, ...], list[Node]] = {}
    for each in newest(nodes):
        key = (each.text("kg:course"), *map(each.text, ("schema:roleName", "schema:description")))
        grouped.setdefault((*key, *each.texts("kg:instructor")), []).append(each)
    return tuple(_course(terms) for terms in grouped.values())


def service(nodes: Iterable[Node]) -> tuple[Entry, ...]:
    """Return service: one entry for all that was done in the same role, unless more is said of it."""
    ordered = [*newest(nodes)]
    order = {name: place for place, name in enumerate(dict.fromkeys(each.text("schema:roleName") for each in ordered))}
    notes = {each.iri: kept(more(each, "Service"), plain(each.text("schema:description"))) for each in ordered}
    ordered.sort(key=lambda each: (order[each.text("schema:roleName")], text_of(joined(notes[each.iri]))))
    entries = []
    for (role, note), several in groupby(ordered, key=lambda each: (each.text("schema:roleName"), notes[each.iri])):
        bodies = joined((_body(each) for each in several), ", ")
        entries.append(Entry(joined((strong(role), bodies), ": "), details=note))
    return tuple(entries)


def systems(nodes: Iterable[Node], person: str = "") -> tuple[Entry, ...]:
    """Return systems: what they are, with whom they are made, and where they are.

    Args:
        nodes: The systems.
        person: Whose role in them is told, or empty.
    """
    return tuple(_system(each, person) for each in newest(nodes))


def is_described(system: Node) -> bool:
    """Say whether more is known of a system than its name and its papers."""
    return any(system.said.get(key) for key in ("schema:description", "kg:collaborator", "schema:startDate")) or bool(
        system.addresses
    )


FORMS: Mapping[str, tuple[str, Read]] = {
    "awards": ("Awards and honours", awards),
    "talks": ("Talks", talks),
    "teaching": ("Teaching", teaching),
    "service": ("Service", service),
}
"""The headings of sections whose entries have forms of their own, and what reads them."""

_OTHERWISE = ("positions", "education", "publications", "systems", "memberships")


@dataclass(frozen=True)
class Activity:
    """A section of what a person did.

    Attributes:
        title: Its heading.
        key: The property that leads to its entries.
        is_reverse: Whether it leads from them to the person.
        read: Reads them.
    """

    title: str
    key: str
    is_reverse: bool
    read: Read

    def of(self, person: Node) -> tuple[Node, ...]:
        """Return the entries of a person."""
        return subjects(person.graph, self.key, person.iri) if self.is_reverse else person.nodes(self.key)


def sections(declaration: Declaration, person: str = "") -> Mapping[str, Activity]:
    """Return the sections of what people did, as they are declared; documents show all others in ways of their own.

    Args:
        declaration: What there is.
        person: Whose roles are told, or empty.
    """
    found = {}
    for key, kind in declaration.sections.items():
        field = declaration.kinds["Person"].fields[key]
        if key in _OTHERWISE or "cv" not in field.show or not kind.shown("cv"):
            continue
        heading, read = FORMS.get(key, (title(field), partial(entries, field=field, person=person)))
        found[key] = Activity(heading, curie(field.iri), field.is_reverse, read)
    return found


def _talk(talk: Node) -> Entry:
    about, partners = talk.names("kg:describes"), talk.names("kg:collaborator")
    title = talk.text("schema:name")
    where = map(plain, (*_events(talk), talk.text("kg:location")))
    return Entry(
        joined((strong(title or listed(about)), *where)),
        talk.when,
        kept(
            labelled("On", plain(listed(about)) if title else ()),
            labelled("With", plain(listed(partners))),
            more(talk, "Talk"),
            links(talk.addresses),
        ),
    )


def _course(terms: list[Node]) -> Entry:
    first = terms[0]
    course = first.nodes("kg:course")[:1]
    codes = ", ".join(code for each in course for code in each.texts("schema:courseCode"))
    title = joined((*(strong(each.name) for each in course), plain(f"({codes})" if codes else "")), " ")
    providers = (plain(name) for each in course for name in each.names("schema:provider"))
    return Entry(
        joined((plain(first.text("schema:roleName")), title, *providers)),
        ", ".join(dict.fromkeys(filter(None, map(_term, terms)))),
        kept(
            labelled("Held by", plain(listed(first.names("kg:instructor")))),
            more(first, "Teaching"),
            plain(first.text("schema:description")),
        ),
    )


def _system(system: Node, person: str) -> Entry:
    titles = [paper.name for paper in system.nodes("schema:subjectOf") if "#" not in paper.iri]
    others = system.texts("schema:alternateName")
    return Entry(
        joined((strong(system.name), *map(plain, (*_roles(system, person), status(system))))),
        system.when,
        kept(
            labelled("Also", plain("; ".join(others))),
            plain(system.text("schema:description")),
            labelled("With", plain(listed(system.names("kg:collaborator")))),
            labelled("Team", plain(listed(_team(system, person)))),
            labelled("Papers", plain("; ".join(titles))),
            more(system, "System"),
            links(system.addresses),
        ),
    )


def _roles(system: Node, person: str) -> tuple[str, ...]:
    """Return what a person is in a system, in words."""
    if not person:
        return ()
    roles = node(system.graph, person).nodes("kg:contributed")
    return tuple(each.text("schema:roleName") for each in roles if each.text("kg:ofSystem") == system.iri)


def _team(system: Node, person: str) -> list[str]:
    """Return who works on a system besides the authors of its papers, who stand in the list of publications."""
    authors = {
        iri for work in subjects(system.graph, "kg:describes", system.iri) for iri in work.texts("schema:author")
    }
    others = set(system.texts("schema:contributor")) - authors - {person}
    return sorted(map(system.graph.label, others), key=str.casefold)


def _givers(award: Node) -> Iterable[str]:
    """Return who gave an award, unless its name says so."""
    said = award.text("schema:name").casefold()
    return (name for name in award.names("kg:giver") if name.casefold() not in said)


def _for(award: Node) -> Line:
    """Return what an award was given for."""
    return labelled("For", plain("; ".join(award.names("kg:forWork"))))


def _body(service: Node) -> Line:
    """Return for whom service was done, and when if the name of the event does not say so."""
    name = listed(service.names("kg:serviceFor"))
    year = service.text("kg:year")
    return plain(name if not year or year in name else f"{name} ({year})" if name else year)


def _events(each: Node) -> tuple[str, ...]:
    return each.names("kg:presentedAt")


def _term(teaching: Node) -> str:
    """Return the term of a course in words, with a capital at its head."""
    found = next(map(words, teaching.said.get("kg:term", ())), "")
    return found[:1].upper() + found[1:]
