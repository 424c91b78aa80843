"""Put the fields of an entry into its node, as the declaration says: one function for each field, made once.

What changes its form on the way, such as the venue of a publication, is put elsewhere (`kg.mapping.documents`,
`kg.mapping.entries`); such fields are left out here by name.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from kg.dates import PRESENT, datatype, year_of
from kg.declaration import Declaration, Field, Kind
from kg.identifiers import digest, slug
from kg.identity.mentions import IN_LANGUAGES
from kg.mapping import references
from kg.mapping.labels import label
from kg.mapping.references import Node, identify

SCHEMA_ORG = "https://schema.org/"

Put = Callable[[Node, Node], None]
"""Takes the value of a field from an entry into its node."""


class Fields:
    """Puts the fields of the entries of one kind into their nodes.

    Args:
        declaration: All kinds.
        kind: The kind.
        besides: Keys of the fields that are put elsewhere.
    """

    def __init__(self, declaration: Declaration, kind: Kind, besides: Collection[str] = ()) -> None:
        self._declaration = declaration
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
        if key == "year":
            return _year
        if each.is_identifier:
            return lambda item, node: identify(node, term, item[key])
        if each.sort == "enum":
            return lambda item, node: _add(node, term, _concepts(item[key]))
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
            return _unit
        if meant.name == "Organization" and self._has_former_name and not each.is_many:
            return lambda item, node: _organization(item[key], node, term)
        if each.is_inlined and not meant.refers:
            return self._part(each, meant)
        refer = references.of_kind(meant)

        def put(item: Node, node: Node) -> None:
            value = item[key]
            _add(node, term, [refer(each) for each in value] if value.__class__ is list else refer(value))

        return put

    def _part(self, each: Field, kind: Kind) -> Put:
        """Return what puts things that are written out within an entry, as nodes of it."""
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
    """Set a term, or add to what it has."""
    if term not in node:
        node[term] = value
        return
    known = node[term] if isinstance(node[term], list) else [node[term]]
    node[term] = [*known, *(value if isinstance(value, list) else [value])]


def _concepts(value: Any) -> Any:
    return [f"kg:{each}" for each in value] if value.__class__ is list else f"kg:{value}"


def _year(item: Node, node: Node) -> None:
    node["year"] = item["year"]


def _unit(item: Node, node: Node) -> None:
    """Name the unit in the words of the profile, and refer to it as an organisation."""
    node["unit"], node["in_unit"] = item["unit"]["name"], references.organization(item["unit"])


def _organization(mention: Node, node: Node, term: str) -> None:
    """Refer to an organisation, and say by which former name the profile calls it."""
    node[term] = references.organization(mention)
    if "as_written" in mention:
        node["name_as_written"] = mention["as_written"]


def typed(date: str, *, of_schema_org: bool = False) -> Node:
    """Return a date as a literal that is as precise as it is stated."""
    return {"@value": date, "@type": datatype(date, of_schema_org=of_schema_org)}


def published(date: str) -> Node:
    """Return when a work was published, and the year of it as a plain number."""
    return {"date_published": typed(date, of_schema_org=True), "year": year_of(date)}


def links(item: Node, subject: str) -> Node:
    """Return the nodes of labelled links, if there are any; two lists may give one label to different pages."""
    head = f"{subject}{'-' if '#' in subject else '#'}"
    nodes = [
        {
            "id": f"{head}link-{number}-{slug(link['label'], length=40)}-{digest(link['url'], length=5)}",
            "type": "WebPage",
            "label": link["label"],
            "url": link["url"],
        }
        for number, link in enumerate(item.get("links", ()), 1)
    ]
    return {"links": nodes} if nodes else {}
