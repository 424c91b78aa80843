"""Describe the entries of a profile, field by field, as the declaration says."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from kg.mapping import references
from kg.mapping.nquads import label, words
from kg.mapping.references import Node, identify
from kg.terms.dates import PRESENT, datatype, year_of
from kg.terms.identifiers import digest, slug
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.languages import IN_LANGUAGES
from kg.terms.vocabulary import Vocabulary

# Put the fields of an entry into its node, as the declaration says: one function for each field, made once.

SCHEMA_ORG = "https://schema.org/"

Put = Callable[[Node, Node], None]  # takes the value of a field from an entry into its node


class Fields:
    """Puts the fields of the entries of one kind into their nodes."""

    def __init__(self, declaration: Declaration, kind: Kind, besides: Collection[str] = ()) -> None:
        self._declaration = declaration
        self._kind = kind
        self._has_year = "year" in kind.fields
        self._has_former_name = "name_as_written" in kind.fields
        self._puts = {
            each.key: self._put(each)
            for each in kind.written
            if each.key not in besides and not (each.is_untold or each.of)
        }
        if kind.other_names:
            self._puts[IN_LANGUAGES] = _names(kind.other_names.term)

    def put(self, item: Node, node: Node) -> None:
        """Put all fields of an entry into its node."""
        puts = self._puts
        for key in item:
            if (put := puts.get(key)) is not None:
                put(item, node)

    def _put(self, each: Field) -> Put:
        if each.sort == "kind":
            return self._thing(each)
        if each.range in ("Date", "End"):
            return self._date(each)
        key, term = each.key, each.term
        if each.range == "Term":
            return lambda item, node: node.update({term: item[key]} | _years(item[key]))
        if key == "year":
            return lambda item, node: node.update(year=item["year"])
        if each.is_identifier:
            return lambda item, node: identify(node, term, item[key])
        if each.sort == "enum":
            return lambda item, node: _add(
                node, term, [f"kg:{it}" for it in item[key]] if item[key].__class__ is list else f"kg:{item[key]}"
            )
        if each.also:
            return lambda item, node: _add_of_class(node, term, item[key], each.also)
        return lambda item, node: _add(node, term, item[key])

    def _date(self, each: Field) -> Put:
        key, term, of_schema_org = each.key, each.term, each.iri.startswith(SCHEMA_ORG)
        year = f"{key}_year" if key in ("start", "end") else "year" if self._has_year else ""

        def put(item: Node, node: Node) -> None:
            date = item[key]
            if date == PRESENT:
                node["current"] = True
                return
            node[term] = typed(date, of_schema_org=of_schema_org)
            if year:
                node.setdefault(year, year_of(date))

        return put

    def _thing(self, each: Field) -> Put:
        key, term, meant = each.key, each.term, self._declaration.kinds[each.range]
        if meant.name == "Link":
            return lambda item, node: node.update(links(item, node["id"]))
        if each.is_text:
            return lambda item, node: node.update(  # in the words of the profile, and as an organisation
                unit=item["unit"]["name"], in_unit=references.organization(item["unit"])
            )
        if meant.name == "Organization" and self._has_former_name and not each.is_many:
            return lambda item, node: _organization(item[key], node, term)
        if each.is_inlined and not meant.refers:
            return self._part(each, meant)
        refer = references.of_kind(meant, self._declaration)
        # What the entry says of the thing that it names, where that is met for the first time
        told = {its.key: self._put(its) for its in self._kind.written if its.of == meant.name}

        def put(item: Node, node: Node) -> None:
            found = [*map(refer, references.each_named(item[key]))]
            if told and item[key]["is_new"] and isinstance(named := found[0], dict):
                for its in (its for its in told if its in item):
                    told[its](item, named)
            _add(node, term, found if len(found) > 1 or item[key].__class__ is list else found[0])

        return put

    def _part(self, each: Field, kind: Kind) -> Put:
        key, term, inner = each.key, each.term, Fields(self._declaration, kind)

        def put(item: Node, node: Node) -> None:
            several = item[key] if each.is_many else [item[key]]
            parts = list(_parts(several, kind, node["id"]))
            for value, part in zip(several, parts, strict=True):
                inner.put(value, part)
            _add(node, term, parts)

        return put


def _parts(several: list[Node], kind: Kind, subject: str) -> Iterator[Node]:
    head = f"{subject}{'-' if '#' in subject else '#'}"
    for number, item in enumerate(several, 1):
        words = "-".join(filter(None, (slug(str(item.get(key, "")), length=40) for key, *_ in kind.fragment)))
        name = f"{slug(kind.name)}-{words}".rstrip("-") + (f"-{number}" if number > 1 else "")
        yield {"id": head + name, "type": kind.classes, **label(kind, item)}


def _names(others: str) -> Put:
    def put(item: Node, node: Node) -> None:
        for key in item[IN_LANGUAGES]:
            put_names(item[IN_LANGUAGES][key], node, others)

    return put


def put_names(forms: Iterable[tuple[str, str]], node: Node, others: str) -> None:
    """Put a name in several languages, the main one first, into a node: all as labels, the others as other names."""
    tagged = [{"@value": name, "@language": language} for language, name in forms]
    _add(node, "rdfs_label", tagged)
    if len(tagged) > 1:
        _add(node, others, tagged[1:])


def _add(node: Node, term: str, value: Any) -> None:
    if term not in node:
        node[term] = value
        return
    known = node[term] if isinstance(node[term], list) else [node[term]]
    node[term] = [*known, *(value if isinstance(value, list) else [value])]


def _add_of_class(node: Node, term: str, value: Any, classes: Sequence[str]) -> None:
    _add(node, "type", list(classes))
    _add(node, term, value)


def _organization(mention: Node, node: Node, term: str) -> None:
    found = [*map(references.organization, references.each_named(mention))]
    node[term] = found if len(found) > 1 else found[0]
    if "as_written" in mention:
        node["name_as_written"] = mention["as_written"]


def typed(date: str, *, of_schema_org: bool = False) -> Node:
    """Return a date as a literal that is as precise as it is stated."""
    return {"@value": date, "@type": datatype(date, of_schema_org=of_schema_org)}


def published(date: str) -> Node:
    """Return when a work was published, and the year of it as a plain number."""
    return {"date_published": typed(date, of_schema_org=True), "year": year_of(date)}


def put_ids(ids: Iterable[tuple[Field, str]], node: Node, shared: Collection[str]) -> None:
    """Put the ids of a work into its node: what another work has too leads to a page, and stands for neither."""
    for field, iri in ids:
        if iri in shared:
            _add(node, "url", [iri])
        elif field.is_identifier and "identifier" not in node:
            identify(node, field.term, iri)
        else:
            _add(node, field.term, [iri])


def links(item: Node, subject: str) -> Node:
    """Return the nodes of labelled links, if there are any; two lists may give one label to different pages."""
    head = f"{subject}{'-' if '#' in subject else '#'}"
    nodes = [
        {
            "id": f"{head}link-{number}-{slug(link['label'], length=40)}-{digest(link['url'], length=5)}",
            "type": "WebPage",
            "label": link["label"],
            "url": link["url"],
            **({"date_published": typed(link["date"], of_schema_org=True)} if link.get("date") else {}),
        }
        for number, link in enumerate(item.get("links", ()), 1)
    ]
    return {"links": nodes} if nodes else {}


# Describe what belongs to one person: the entries of the sections, each as a node with a fragment IRI.


class Contribution(NamedTuple):
    """How a kind of nodes says what a person is in a thing that others describe too."""

    kind: Kind  # Such as `SystemRole`
    leads: str  # The term that leads from such a node to the thing
    fields: Sequence[Field]  # The fields of an entry of the thing that the node says


class EntryMapper:
    """Makes nodes of the entries of all profiles."""

    def __init__(self, declaration: Declaration, vocabulary: Vocabulary) -> None:
        self._declaration = declaration
        self._vocabulary = vocabulary
        self._fields = {
            # A thing with an IRI of its own has its name from what refers to it
            kind.name: Fields(declaration, kind, [kind.title.key] if kind.path and kind.title else ())
            for section, kind in declaration.sections.items()
            if section != declaration.works
        }
        self.contributions = {
            section: found for section, kind in declaration.sections.items() if (found := self._contribution(kind))
        }

    def _contribution(self, kind: Kind) -> Contribution | None:
        for name in dict.fromkeys(each.of for each in kind.written if each.of):
            role = self._declaration.kinds[name]
            for leads in (each.term for each in role.fields.values() if each.range == kind.name):
                return Contribution(role, leads, [each for each in kind.written if each.of == name])
        return None

    def work_out(self, kind: Kind, item: Node, node: Node, person: str) -> None:
        """Put into a node what nobody writes of an entry: whose it is, and the concepts that its words stand for."""
        for each in kind.fields.values():
            if each.is_of_owner or (each.is_derived and each.range == self._declaration.person.name):
                _add(node, each.term, [person])
            elif each.key not in item and (concept := self._concept(each, item)):
                node[each.term] = f"kg:{concept}"

    def _concept(self, each: Field, item: Node) -> str | None:
        stated = item.get(each.found_in)
        return self._vocabulary.concept(each.scheme, stated) if stated and each.scheme else None

    def fields(self, kind: Kind) -> Fields:
        """Return what puts the fields of the entries of a kind into their nodes."""
        return self._fields[kind.name]

    def of_person(self, person: str) -> "PersonEntries":
        """Return what makes nodes of the entries of one person."""
        return PersonEntries(self, person)


class PersonEntries:
    """Makes nodes of the entries of one profile.

    A fragment is made from the content: kind, date, and the words that tell it from its like. So the nodes of a person
    stand in order of time wherever IRIs are sorted.
    """

    def __init__(self, entries: EntryMapper, person: str) -> None:
        self._entries = entries
        self._person = person
        self._fragments: dict[str, int] = {}

    def nodes(self, kind: Kind, item: Node) -> list[Node]:
        """Return the nodes of an entry: one, but for a course that was taught in several terms."""
        return [self._described(kind, one) for one in _one_by_one(kind, item)]

    def _described(self, kind: Kind, item: Node) -> Node:
        node = self._node(kind, item)
        self._entries.fields(kind).put(item, node)
        self._entries.work_out(kind, item, node, self._person)
        return node | listed(kind, item, node["id"])

    def contribution(self, role: Contribution, item: Node) -> Iterator[Node]:
        """Yield the role of the person in a system or a grant, if the entry says it."""
        said = {each.term: item[each.key] for each in role.fields if each.key in item}
        if said:
            node = self._named(role.kind.fragment[0][0], item["label"])
            label = ", ".join((*map(str, said.values()), item["label"]))
            yield node | {"type": role.kind.classes, "rdfs_label": label, role.leads: item["id"], **said}

    def _node(self, kind: Kind, item: Node) -> Node:
        parts = [words(item, alternatives) for alternatives in kind.fragment]
        node = self._named(slug(kind.name), *parts)
        return node | {"type": kind.classes} | label(kind, item)

    def _named(self, *parts: str) -> Node:
        fragment = "-".join(filter(None, (slug(part, length=40) for part in parts)))
        count = self._fragments[fragment] = self._fragments.get(fragment, 0) + 1
        return {"id": f"{self._person}#{fragment}" + (f"-{count}" if count > 1 else "")}


def _one_by_one(kind: Kind, item: Node) -> Iterator[Node]:
    """Yield an entry with each of several terms; what it names is described with the first."""
    key = next((each.key for each in kind.written if each.range == "Term" and each.is_many), "")
    for at, term in enumerate(item.get(key, ())):
        named = {name: each | {"is_new": False} for name, each in item.items() if at and _is_mention(each)}
        yield {**item, **named, key: term}
    if key not in item:
        yield item


def _is_mention(value: Any) -> bool:
    return value.__class__ is dict and "is_new" in value


def _years(term: str) -> Node:
    first, _, last = term.partition("/")
    return {"start_year": year_of(first), "end_year": year_of(last)} if last else {"year": year_of(term)}


def listed(kind: Kind, item: Node, subject: str) -> Node:
    """Return the nodes that say in which order values stand, since the values of a property have none in RDF."""
    start = f"{subject}{'-' if '#' in subject else '#'}"
    nodes = [
        {
            "id": f"{start}{each.key}-{number}",
            "type": "ListItem",
            "rdfs_label": f"{each.key} {number}",
            "position": number,
            "item" if each.sort == "kind" else "summary" if each.has_language else "entry": value,
        }
        for each in kind.written
        if each.is_ordered and each.key in item
        for number, value in enumerate(_values(item[each.key]), 1)
    ]
    return {"listed": nodes} if nodes else {}


def _values(values: Sequence[Any]) -> list[str]:
    # A single value needs no order.
    found = dict.fromkeys(each["id"] if isinstance(each, dict) else each for each in values)
    return list(found) if len(found) > 1 else []
