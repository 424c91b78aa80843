"""Turn a resolved profile into JSON-LD nodes: person, works, systems, source and evidence.

The shape of the nodes is decided here, their meaning in `ontology/context.jsonld`: every key is a term of the context,
and the writer refuses any other. Derived facts (affiliation, alma mater, advisors) are keys like the rest.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any

from kg.mapping import references
from kg.mapping.entries import EntryMapper, Fields, listed, published, put_ids
from kg.mapping.evidence import EvidenceCollector
from kg.mapping.references import Node
from kg.profile.authorship import ROLES, is_implied, is_listed
from kg.profile.records import Resolved, affiliations, people
from kg.terms.dates import PRESENT
from kg.terms.identifiers import fold
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.statuses import OF_VERSION, is_preprint
from kg.terms.vocabulary import Vocabulary
from kg.terms.work_types import WORK_TYPES

# The fields of a work that change their form, or that all its lists decide together
_OF_WORKS = (
    "title", "authors", "corporate_authors", "editors", "translators", "more_authors", "venue", "year", "date",
    "status", "acceptance_rate", "system",
)  # fmt: skip


class ProfileDescriber:
    """Turns profiles into nodes."""

    def __init__(self, declaration: Declaration, vocabulary: Vocabulary) -> None:
        self._declaration = declaration
        self._entries = EntryMapper(declaration, vocabulary)
        person, work = declaration.person, declaration.sections[declaration.works]
        self._person_fields = Fields(declaration, person, (*declaration.sections, "contact"))
        self._single = [each for each in work.written if each.is_single]
        decided = (each.key for each in (*declaration.work_ids, *self._single))
        self._work_fields = Fields(declaration, work, (*_OF_WORKS, *decided))
        self._contact_fields = Fields(declaration, declaration.kinds["Contact"])

    def describe(self, resolved: Resolved) -> list[Node]:
        """Return the nodes that a profile gives rise to, the person first and the evidence last.

        An entry of a catalogue gives rise to its work alone.
        """
        document = resolved.document
        evidence = EvidenceCollector(
            resolved.source, document.get("id", ""), resolved.lines, resolved.spans, resolved.evidence,
            resolved.documents, resolved.entry,
        )  # fmt: skip
        described = self._works_alone(document, evidence) if resolved.entry else self._person(document, evidence)
        nodes = [*described, *evidence.source_nodes(described=resolved.opens_source)]
        if document.get("language", "en") != "en":
            nodes = [_in_language(node, document["language"], self._declaration.texts) for node in nodes]
        return [*nodes, evidence.graph()]

    def _person(self, document: Node, evidence: EvidenceCollector) -> Iterator[Node]:
        node: Node = {"id": document["id"], "type": references.PERSON, "foaf_name": document["label"]}
        self._person_fields.put(_as_called(document), node)
        self._contact_fields.put(document.get("contact", {}), node)
        if "homepage" in document:
            node["foaf_homepage"] = document["homepage"]
        evidence.add(node["id"], "", document["name"])
        things: list[Node] = []
        entries = self._entries.of_person(node["id"])
        for section, kind in self._declaration.sections.items():
            items = document.get(section, ())
            if not items:
                continue
            if kind.path:
                described = [self._thing(kind, item, document) for item in items]
                things += described
                if section == self._declaration.works:
                    things += _beside(items)
                self._lead(section, node, described)
                several = [[each["id"]] for each in described]
            else:
                made = [entries.nodes(kind, item) for item in items]
                node[section] = [entry for nodes in made for entry in nodes]
                several = [[entry["id"] for entry in nodes] for nodes in made]
            evidence.add_section(section, items, several)
        roles = [
            node
            for section, role in self._entries.contributions.items()
            for item in document.get(section, ())
            for node in entries.contribution(role, item)
        ]
        order = listed(self._declaration.person, document, node["id"])
        yield node | ({"contributions": roles} if roles else {}) | _derived(document) | order
        yield from things

    def _works_alone(self, document: Node, evidence: EvidenceCollector) -> list[Node]:
        items = document.get("publications", ())
        works = [self._work(item, document) for item in items]
        evidence.add_section("publications", items, [[work["id"]] for work in works])
        return [*works, *_beside(items)]

    def _lead(self, section: str, person: Node, things: Sequence[Node]) -> None:
        # Works and systems lead to the person themselves.
        field = self._declaration.person.fields[section]
        if not field.is_reverse:
            person[field.term] = list(dict.fromkeys(thing["id"] for thing in things))

    def _thing(self, kind: Kind, item: Node, document: Node) -> Node:
        if kind is self._declaration.sections[self._declaration.works]:
            return self._work(item, document)
        node = references.as_node(references.thing(item, kind))
        self._entries.fields(kind).put(item, node)
        self._entries.work_out(kind, item, node, document["id"])
        return node

    def _work(self, item: Node, owner: Node) -> Node:
        # Whole if no other list names it; else what this list adds: `kg.mapping.mapper` unites them.
        node: Node = {"id": item["id"], **_people(item, owner.get("id", ""))}
        if "catalogued_by" in item:
            node["catalogued_by"] = [item["catalogued_by"]]
        ids = [(each, item[each.key]) for each in self._declaration.work_ids if each.key in item]
        if item["is_new"]:
            put_ids(ids, node, item.get("kind", "").split())
            node |= {"type": WORK_TYPES[item.get("type", "article")].classes, "title": item["label"]}
            node["authorship"] = list(_authorships(item, owner))
            date = item.get("date") or item.get("year") or ("venue" in item and item["venue"]["year"])
            node |= published(str(date)) if date else {}
            if "more_authors" in item:
                node["more_authors"] = item["more_authors"]
            node |= {each.term: _in_its_language(item, each) for each in self._single if each.key in item}
            if "status" in item:
                node["status"] = f"kg:{item['status']}"
        if item["title"] != item["label"]:
            node["variants"] = [item["title"]]
        item = _without_server(item)
        node |= _publication_venue(item)
        if "acceptance_rate" in item and not ("venue" in item and references.is_edition(item["venue"])):
            node["acceptance_rate"] = item["acceptance_rate"]  # there is no event that could say so
        if "system" in item:
            authors = [author["id"] for _, author in people(item.get("authors", ()))]
            kind = self._declaration.kinds["System"]
            node["system"] = [
                references.as_node(references.thing(system, kind)) | {"people": authors} for system in item["system"]
            ]
        self._work_fields.put(item, node)
        return node


def _as_called(document: Node) -> Node:
    """Return a profile of somebody who has another one, too, with the name of that one."""
    name, label = document["name"], document["label"]
    return document if name == label else document | {"name": label, "variants": [*document.get("variants", ()), name]}


def _is_beside(item: Node) -> bool:
    # Whether a preprint is a listing of a united work, for which it is said elsewhere where it appeared.
    return not item["is_new"] and is_preprint(item)


def _without_server(item: Node) -> Node:
    # Its server and publisher are not those of what was published.
    return {key: value for key, value in item.items() if key not in OF_VERSION} if _is_beside(item) else item


def _beside(works: Sequence[Node]) -> Iterator[Node]:
    # What is named only by authors of a united work, or as its server: that work is described elsewhere.
    for item in works:
        if "venue" in item and _is_beside(item) and isinstance(server := references.series(item["venue"]), dict):
            yield server
        for author in item.get("authors", ()) if not item["is_new"] else ():
            for each in map(references.organization, references.each_named(affiliations(author))):
                if isinstance(each, dict):
                    yield each


def _in_its_language(item: Node, field: Field) -> Any:
    value = item[field.key]
    return {"@value": value, "@language": item["language"]} if field.has_language and "language" in item else value


def _derived(document: Node) -> Node:
    # For consumers that do not follow nodes.
    positions, degrees = document.get("positions", ()), document.get("education", ())
    facts = {
        "affiliation": _ids(item["organization"] for item in positions if item.get("end") == PRESENT),
        "alumni_of": _ids(
            item["institution"] for item in degrees if item.get("end", PRESENT) != PRESENT and not item.get("expected")
        ),
        "member_of": _ids(item["organization"] for item in document.get("memberships", ())),
        "advisors": [mention["id"] for item in (*positions, *degrees) for mention in item.get("advisors", ())],
        "award": [_award_text(item) for item in document.get("awards", ())],
    }
    return {key: list(dict.fromkeys(values)) for key, values in facts.items() if values}


def _ids(mentions: Iterable[Node]) -> list[str]:
    return [each["id"] for each in references.each_named([*mentions])]


def _award_text(item: Node) -> str:
    # `Best Paper Award, SoCC 2015`
    if "venue" in item:
        return f"{item['name']}, {item['venue']['event']['label']}"
    giver = item["giver"]["label"] if "giver" in item else ""
    is_named = fold(giver) in fold(item["name"])
    return ", ".join(filter(None, (item["name"], "" if is_named else giver, _years(item))))


def _years(item: Node) -> str:
    # `2019–2023`, `2019–` or `2019`
    if "year" in item or "start" not in item:
        return str(item.get("year") or item.get("end", "").removesuffix(PRESENT))[:4]
    start, end = str(item["start"])[:4], str(item.get("end") or item["start"])
    if end == PRESENT:
        return f"{start}–"
    return start if end[:4] == start else f"{start}–{end[:4]}"


def _people(item: Node, owner: str) -> Node:
    # The owner of a list is one of the people if the list names the owner, or nobody (`kg.profile.authorship`).
    role = item["role"]
    bodies = (references.organization(body) for body in item.get("corporate_authors", ()))
    node: Node = {"authors": [*map(_author, item.get("authors", ())), *bodies]}
    for key in ("editors", "translators"):
        if key in item:
            node[key] = [references.person(person) for person in item[key]]
    named = [person if isinstance(person, str) else person["id"] for person in node.get(ROLES.get(role, "authors"), ())]
    if is_listed(role, owner, named):
        node["listed_by"] = owner
        if owner not in named:
            node[ROLES[role]] = [*node.get(ROLES[role], ()), owner]
    return node


def _author(author: Node) -> references.Reference:
    return references.organization(author) if author.get("corporate") else references.person(_then(author))


def _then(author: Node) -> Node:
    # Affiliations in a work are those of its time, not of the person today.
    if not affiliations(author):
        return author
    return {key: value for key, value in author.items() if key not in ("organization", "affiliations")}


def _authorships(item: Node, owner: Node) -> Iterator[Node]:
    # An owner who is not named comes last.
    named = [*item.get("authors", ()), *item.get("corporate_authors", ())]
    for position, author in enumerate(named, 1):
        is_equal = author.get("equal_contribution", False)
        yield authorship(item["id"], position, author["id"], author["name"], is_equal) | _marks(author)
    if is_implied(item["role"], owner.get("id", ""), [author["id"] for author in named]):
        yield authorship(item["id"], len(named) + 1, owner["id"], owner["name"], is_implied=True)


def _marks(author: Node) -> Node:
    # What else a list says of an authorship.
    node: Node = {"corresponding": True} if author.get("corresponding") else {}
    if "roles" in author:
        node["roles"] = [f"kg:{role}" for role in author["roles"]]
    if where := affiliations(author):
        node["affiliations"] = [*map(references.organization, references.each_named(where))]
    return node


def authorship(
    work: str, position: int, person: str, name: str, is_equal: bool = False, is_implied: bool = False
) -> Node:
    """Describe the place of a person in the list of authors of a work."""
    node: Node = {
        "id": f"{work}#author-{position}",
        "type": "Authorship",
        "position": position,
        "author": person,
        "name_as_written": name,
        "rdfs_label": name,
    }
    return node | ({"equal_contribution": True} if is_equal else {}) | ({"implied": True} if is_implied else {})


def _publication_venue(item: Node) -> Node:
    if "venue" not in item:  # what is written there may name none
        return {"venue": item["venue_as_written"]} if "venue_as_written" in item else {}
    venue = item["venue"]
    node: Node = {"venue": venue["as_written"]} if "as_written" in venue else {}
    if not references.is_edition(venue):
        return node | {"part_of": references.series(venue)}
    event = references.event(venue)
    if "acceptance_rate" in item:
        event = references.as_node(event)
        event["acceptance_rate"] = item["acceptance_rate"]
    return node | {"presented_at": event}


def _in_language(node: Node, language: str, terms: Set[str]) -> Node:
    changed: Node = {}
    for key, value in node.items():
        if key in terms:
            texts = value if isinstance(value, list) else [value]
            changed[key] = [
                {"@value": text, "@language": language} if isinstance(text, str) else text for text in texts
            ]
        elif isinstance(value, list):
            changed[key] = [_in_language(each, language, terms) if isinstance(each, dict) else each for each in value]
        else:
            changed[key] = _in_language(value, language, terms) if isinstance(value, dict) and "id" in value else value
    return changed
