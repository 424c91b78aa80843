"""Describe what belongs to one person: positions, degrees, awards, teaching, service, talks, memberships."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kg.dates import PRESENT, datatype, year_of
from kg.identifiers import digest, slug
from kg.mapping import references
from kg.mapping.references import Node
from kg.vocabulary import Vocabulary


class Career:
    """Turns the entries of one profile into nodes of the person, each with a fragment IRI.

    A fragment is made from the content: kind, date, and the words that tell it from its like. So the
    nodes of a person stand in order of time wherever IRIs are sorted.
    """

    def __init__(self, person: str, vocabulary: Vocabulary) -> None:
        self._person = person
        self._vocabulary = vocabulary
        self._fragments: dict[str, int] = {}
        self.sections: Mapping[str, Callable[[Node], list[Node]]] = {
            "positions": lambda item: [self.position(item)],
            "education": lambda item: [self.degree(item)],
            "awards": lambda item: [self.award(item)],
            "teaching": self.teaching,
            "service": lambda item: [self.service(item)],
            "talks": lambda item: [self.talk(item)],
            "memberships": lambda item: [self.membership(item)],
        }

    def position(self, item: Node) -> Node:
        """Describe a position."""
        employer = item["organization"]
        node = self._node("position", _when(item), employer["label"], item["role"])
        node |= {"type": ["Membership", "OrganizationRole"], "member": self._person}
        node["organization"] = references.organization(employer)
        copy(item, node, "role", "location", "summary", "highlights")
        _unit(item, node)
        _as_written(employer, node)
        return node | people(item, "advisors") | period(item) | listed(item, node["id"])

    def degree(self, item: Node) -> Node:
        """Describe a degree."""
        institution = item["institution"]
        node = self._node("degree", _when(item), institution["label"], item["degree"])
        node |= {"type": "EducationalOccupationalCredential"}
        node["institution"] = references.organization(institution)
        level = item.get("level") or self._vocabulary.concept("degree-levels", item["degree"])
        if level:
            node["level"] = f"kg:{level}"
        copy(item, node, "degree", "field", "minor", "expected", "location")
        _unit(item, node)
        copy(item, node, "thesis", "distinction", "grade", "summary")
        _as_written(institution, node)
        return node | people(item, "advisors") | period(item) | listed(item, node["id"])

    def award(self, item: Node) -> Node:
        """Describe an award."""
        node = self._node("award", str(item.get("year") or _when(item)), item["name"])
        node |= {"type": "AwardReceipt"}
        copy(item, node, "name", "year", "summary")
        if "giver" in item:
            node["giver"] = references.organization(item["giver"])
        if "for_work" in item:
            node["for_work"] = item["for_work"]["id"]
        return node | _venue(item, "presented_at") | period(item)

    def teaching(self, item: Node) -> list[Node]:
        """Describe a course taught, once for each term."""
        course = _course(item)
        name = item["course"]["label"]
        nodes = []
        for term in item.get("term", [""]):
            node = self._node("teaching", term, name, item["role"])
            node |= {"type": "TeachingRole", "course": course}
            copy(item, node, "role", "summary")
            nodes.append(node | people(item, "instructors") | _term(term))
            course = item["course"]["id"]
        return nodes

    def service(self, item: Node) -> Node:
        """Describe a service."""
        venue = item.get("venue")
        body = venue["short"] if venue else item["organization"]["label"] if "organization" in item else ""
        node = self._node("service", str(item.get("year") or ""), body, item["role"])
        node |= {"type": "ServiceRole"}
        copy(item, node, "role", "year", "summary")
        kind = self._vocabulary.concept("service-roles", item["role"])
        if kind:
            node["service_kind"] = f"kg:{kind}"
        served = [references.organization(item["organization"])] if "organization" in item else []
        if venue:
            served.append(references.edition_or_series(venue))
        return node | {"service_for": served}

    def talk(self, item: Node) -> Node:
        """Describe a talk."""
        venue = item.get("venue")
        words = item.get("title") or " ".join(system["label"] for system in item.get("system", ()))
        date = item.get("date") or str(item.get("year") or "")
        node = self._node("talk", date, venue["short"] if venue else "", words)
        node |= {"type": "Talk"}
        copy(item, node, "title", "year", "location", "url")
        if "date" in item:
            node["date"] = typed(item["date"])
            node.setdefault("year", year_of(item["date"]))
        if "system" in item:
            node["system"] = [references.system(system) for system in item["system"]]
        if "partners" in item:
            node["partners"] = [references.organization(partner) for partner in item["partners"]]
        return node | _venue(item, "presented_at") | links(item, node["id"])

    def membership(self, item: Node) -> Node:
        """Describe a membership of a society."""
        society = item["organization"]
        node = self._node("membership", _when(item), society["label"])
        node |= {"type": "Membership", "member": self._person}
        node["organization"] = references.organization(society)
        copy(item, node, "role")
        return node | period(item)

    def contribution(self, item: Node) -> Node:
        """Describe the role of the person in a system."""
        node = self._node("system", item["label"])
        return node | {"type": "SystemRole", "of_system": item["id"], "role": item["role"]}

    def _node(self, *parts: str) -> Node:
        fragment = "-".join(filter(None, (slug(part, length=40) for part in parts)))
        count = self._fragments[fragment] = self._fragments.get(fragment, 0) + 1
        return {"id": f"{self._person}#{fragment}" + (f"-{count}" if count > 1 else "")}


def typed(date: str) -> Node:
    """Return a date as a literal that is as precise as it is stated."""
    return {"@value": date, "@type": f"xsd:{datatype(date)}"}


def period(item: Node) -> Node:
    """Return the dates of what lasts: as stated, and as plain years."""
    node: Node = {}
    if "start" in item:
        node["start"], node["start_year"] = typed(item["start"]), year_of(item["start"])
    if item.get("end") == PRESENT:
        node["current"] = True
    elif "end" in item:
        node["end"], node["end_year"] = typed(item["end"]), year_of(item["end"])
    return node


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


_ORDERED = {"highlights": "summary", "skills": "entry", "interests": "item", "advisors": "item"}
"""The keys whose values have an order that counts, and the key by which an entry of such a list has its value."""


def listed(item: Node, subject: str) -> Node:
    """Return the nodes that say in which order values stand, since the values of a property have none in RDF."""
    start = f"{subject}{'-' if '#' in subject else '#'}"
    nodes = [
        {"id": f"{start}{key}-{number}", "type": "ListItem", "position": number, value: entry}
        for key, value in _ORDERED.items()
        for number, entry in enumerate(_entries(item.get(key, ())), 1)
    ]
    return {"listed": nodes} if nodes else {}


def _entries(values: Sequence[Any]) -> list[str]:
    """Return the values of a list, each once; of mentions their IRIs. A single value needs no order."""
    found = dict.fromkeys(each["id"] if isinstance(each, dict) else each for each in values)
    return list(found) if len(found) > 1 else []


def _venue(item: Node, key: str) -> Node:
    if "venue" not in item:
        return {}
    return {key: references.edition_or_series(item["venue"])}


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
    if not term:
        return {}
    first, _, last = term.partition("/")
    if last:
        return {"term": term, "start_year": year_of(first), "end_year": year_of(last)}
    return {"term": term, "year": year_of(term)}


def _when(item: Node) -> str:
    return str(item.get("start") or item.get("end") or "")


def _unit(item: Node, node: Node) -> None:
    """Name the unit in the words of the profile, and refer to it as an organisation."""
    if "unit" in item:
        node["unit"], node["in_unit"] = item["unit"]["name"], references.organization(item["unit"])


def _as_written(mention: Node, node: Node) -> None:
    if "as_written" in mention:
        node["name_as_written"] = mention["as_written"]


def copy(item: Node, node: Node, *keys: str) -> None:
    """Take over the values of some keys, where there are any."""
    for key in keys:
        if key in item:
            node[key] = item[key]


def people(item: Node, key: str) -> Node:
    """Return the persons of a key as references, if there are any."""
    return {key: [references.person(mention) for mention in item[key]]} if key in item else {}
