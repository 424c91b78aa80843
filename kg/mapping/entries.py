"""Describe what belongs to one person: the entries of the sections, each as a node with a fragment IRI.

What the fields of an entry mean is declared; here stands what changes its form: a course that is taught in several
terms, the years of a term, a degree whose level its name says, a service that may be for a venue or an organisation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kg.dates import year_of
from kg.declaration import Declaration, Kind
from kg.identifiers import slug
from kg.mapping import references
from kg.mapping.fields import Fields
from kg.mapping.labels import label, words
from kg.mapping.references import Node
from kg.vocabulary import Vocabulary

ROLES = {"SystemRole": "of_system", "GrantRole": "of_grant"}
"""The nodes that say what a person is in a thing that others describe too, and how each leads to that thing."""


class Entries:
    """Makes nodes of the entries of all profiles.

    Args:
        declaration: All kinds.
        vocabulary: The concepts by whose names a level or a kind of service is found.
    """

    def __init__(self, declaration: Declaration, vocabulary: Vocabulary) -> None:
        self._declaration = declaration
        self._vocabulary = vocabulary
        self._fields = {kind.name: Fields(declaration, kind, _BESIDES.get(kind.name, ())) for kind in self._kinds()}
        self.roles = {
            section: next(each.of for each in kind.written if each.of in ROLES)
            for section, kind in declaration.sections.items()
            if any(each.of in ROLES for each in kind.written)
        }

    def _kinds(self) -> Iterator[Kind]:
        return (kind for kind in self._declaration.sections.values() if kind.name != "Publication")

    def fields(self, kind: Kind) -> Fields:
        """Return what puts the fields of the entries of a kind into their nodes."""
        return self._fields[kind.name]

    def of_person(self, person: str) -> "PersonEntries":
        """Return what makes nodes of the entries of one person."""
        return PersonEntries(self, self._vocabulary, person)


class PersonEntries:
    """Makes nodes of the entries of one profile.

    A fragment is made from the content: kind, date, and the words that tell it from its like. So the nodes of a person
    stand in order of time wherever IRIs are sorted.
    """

    def __init__(self, entries: Entries, vocabulary: Vocabulary, person: str) -> None:
        self._entries = entries
        self._vocabulary = vocabulary
        self._person = person
        self._fragments: dict[str, int] = {}

    def nodes(self, kind: Kind, item: Node) -> list[Node]:
        """Return the nodes of an entry: one, but for a course that was taught in several terms."""
        if kind.name == "Teaching":
            return list(self._teaching(kind, item))
        node = self._node(kind, item)
        self._entries.fields(kind).put(item, node)
        if change := _CHANGES.get(kind.name):
            change(self, item, node)
        if "level" in kind.fields and "level" not in item and "degree" in item:
            self._find_level(kind, item, node)
        return [node | listed(item, node["id"])]

    def contribution(self, role: str, item: Node) -> Node:
        """Describe the role of the person in a system or a grant."""
        kind = self._entries._declaration.kinds[role]
        node = self._named(kind.fragment[0][0], item["label"])
        label = f"{item['role']}, {item['label']}"
        return node | {"type": kind.classes, "rdfs_label": label, ROLES[role]: item["id"], "role": item["role"]}

    def _node(self, kind: Kind, item: Node) -> Node:
        parts = [words(item, alternatives) for alternatives in kind.fragment]
        node = self._named(_FRAGMENTS.get(kind.name) or slug(kind.name), *parts)
        return node | {"type": kind.classes} | label(kind, item)

    def _named(self, *parts: str) -> Node:
        fragment = "-".join(filter(None, (slug(part, length=40) for part in parts)))
        count = self._fragments[fragment] = self._fragments.get(fragment, 0) + 1
        return {"id": f"{self._person}#{fragment}" + (f"-{count}" if count > 1 else "")}

    def _teaching(self, kind: Kind, item: Node) -> Iterator[Node]:
        """Yield a node for each term; the course is described with the first."""
        course = _course(item)
        for term in item.get("term", [""]):
            node = self._node(kind, {**item, "term": term}) | {"course": course}
            self._entries.fields(kind).put(item, node)
            yield node | _term(term)
            course = item["course"]["id"]

    def _find_level(self, kind: Kind, item: Node, node: Node) -> None:
        """Find the level of a degree by what it is called."""
        field = kind.fields["level"]
        level = self._vocabulary.concept(field.scheme, item["degree"])
        if level:
            node[field.term] = f"kg:{level}"

    def _member(self, _: Node, node: Node) -> None:
        node["member"] = self._person

    def _service(self, item: Node, node: Node) -> None:
        kind = self._vocabulary.concept("service-roles", item["role"])
        if kind:
            node["service_kind"] = f"kg:{kind}"


_CHANGES: Mapping[str, Callable[[PersonEntries, Node, Node], None]] = {
    "Position": PersonEntries._member,
    "Membership": PersonEntries._member,
    "Service": PersonEntries._service,
}
"""What else is put into the nodes of a kind."""

_FRAGMENTS = {"Degree": "degree"}
"""What fragments of a kind begin with where it is not the kind's name."""

_BESIDES: Mapping[str, Sequence[str]] = {"Teaching": ("course", "term"), "System": ("name", "variants", "role")}
"""The fields of a kind that have another form."""

_ORDERED = {"highlights": "summary", "skills": "entry", "interests": "item", "advisors": "item"}
"""The keys whose values have an order that counts, and the key by which an entry of such a list has its value."""


def listed(item: Node, subject: str) -> Node:
    """Return the nodes that say in which order values stand, since the values of a property have none in RDF."""
    start = f"{subject}{'-' if '#' in subject else '#'}"
    nodes = [
        {
            "id": f"{start}{key}-{number}",
            "type": "ListItem",
            "rdfs_label": f"{key} {number}",
            "position": number,
            value: entry,
        }
        for key, value in _ORDERED.items()
        if key in item
        for number, entry in enumerate(_values(item[key]), 1)
    ]
    return {"listed": nodes} if nodes else {}


def _values(values: Sequence[Any]) -> list[str]:
    """Return the values of a list, each once; of mentions their IRIs. A single value needs no order."""
    found = dict.fromkeys(each["id"] if isinstance(each, dict) else each for each in values)
    return list(found) if len(found) > 1 else []


def _course(item: Node) -> Node | str:
    mention = item["course"]
    if not mention["is_new"]:
        return str(mention["id"])
    node: Node = {"id": mention["id"], "type": "Course", "name": mention["label"]}
    if "code" in item:
        node["course_code"] = item["code"]
    if "institution" in item:
        node["provider"] = references.organization(item["institution"])
    return node


def _term(term: str) -> Node:
    """Return a term, and the years of it as plain numbers."""
    if not term:
        return {}
    first, _, last = term.partition("/")
    if last:
        return {"term": term, "start_year": year_of(first), "end_year": year_of(last)}
    return {"term": term, "year": year_of(term)}
