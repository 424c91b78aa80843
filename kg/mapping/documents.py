"""Turn a resolved profile into JSON-LD nodes: person, works, systems, source and evidence.

The shape of the nodes is decided here, their meaning in `ontology/context.jsonld`: every key is a term
of the context, and the writer refuses any other. Facts that follow from others (where one is now,
where one studied, who advised) are keys like the rest, so that one pass over the text makes them all.
"""

from collections.abc import Iterator

from kg.dates import PRESENT, year_of
from kg.identifiers import fold
from kg.mapping import references
from kg.mapping.career import Career, copy, links, listed, people, period, typed
from kg.mapping.evidence import Evidence
from kg.mapping.references import Node
from kg.profile import Resolved
from kg.vocabulary import WORK_TYPES, Vocabulary

TOPICS = "dataset#topics"
"""The scheme of all topics."""

_TEXTS = ("summary", "highlights", "pref_label")


def describe(resolved: Resolved, vocabulary: Vocabulary) -> list[Node]:
    """Return the nodes that a profile gives rise to, the person first and the evidence last."""
    document = resolved.document
    evidence = Evidence(
        resolved.source, document["id"], resolved.lines, resolved.spans, resolved.evidence, resolved.documents
    )
    career = Career(document["id"], vocabulary)
    person = _person(document, career, evidence)
    works = [_work(item, document) for item in document.get("publications", ())]
    systems = [_system(item, document["id"]) for item in document.get("systems", ())]
    for section, nodes in (("publications", works), ("systems", systems)):
        evidence.add_section(section, document.get(section, ()), [[node["id"]] for node in nodes])
    nodes = [person, *works, *systems, *evidence.source_nodes(described=resolved.opens_source)]
    if document.get("language", "en") != "en":
        nodes = [_in_language(node, document["language"]) for node in nodes]
    return [*nodes, evidence.graph()]


def _person(document: Node, career: Career, evidence: Evidence) -> Node:
    node: Node = {"id": document["id"], "type": references.PERSON, "foaf_name": document["name"]}
    copy(document, node, "name", "given_name", "family_name", "variants", "pronouns", "job_title")
    copy(document, node, "homepage", "orcid", "github", "dblp", "scholar", "semantic_scholar")
    copy(document, node, "openalex", "wikidata", "linkedin", "same_as", "summary", "skills")
    copy(document.get("contact", {}), node, "email", "phone", "address")
    if "homepage" in document:
        node["foaf_homepage"] = document["homepage"]
    if "interests" in document:
        node["interests"] = [_topic(mention) for mention in document["interests"]]
    evidence.add(node["id"], "", document["name"])
    for section, build in career.sections.items():
        items = document.get(section, ())
        entries = [build(item) for item in items]
        if entries:
            node[section] = [entry for several in entries for entry in several]
            evidence.add_section(section, items, [[entry["id"] for entry in several] for several in entries])
    roles = [career.contribution(item) for item in document.get("systems", ()) if "role" in item]
    return node | ({"contributions": roles} if roles else {}) | _derived(document) | listed(document, node["id"])


def _derived(document: Node) -> Node:
    """Return what the sections say of the person directly, for consumers that do not follow nodes."""
    positions, degrees = document.get("positions", ()), document.get("education", ())
    facts = {
        "affiliation": [item["organization"]["id"] for item in positions if item.get("end") == PRESENT],
        "alumni_of": [item["institution"]["id"] for item in degrees if _is_finished(item)],
        "member_of": [item["organization"]["id"] for item in document.get("memberships", ())],
        "advisors": [mention["id"] for item in (*positions, *degrees) for mention in item.get("advisors", ())],
        "award": [_award_text(item) for item in document.get("awards", ())],
    }
    return {key: list(dict.fromkeys(values)) for key, values in facts.items() if values}


def _is_finished(degree: Node) -> bool:
    return "end" in degree and degree["end"] != PRESENT and not degree.get("expected")


def _award_text(item: Node) -> str:
    """Return an award as a line of text: `Best Paper Award, SoCC 2015`."""
    if "venue" in item:
        return f"{item['name']}, {item['venue']['event']['label']}"
    giver = item["giver"]["label"] if "giver" in item else ""
    is_named = fold(giver) in fold(item["name"])
    return ", ".join(filter(None, (item["name"], "" if is_named else giver, _years(item))))


def _years(item: Node) -> str:
    """Return a year, or the first and the last of a period: `2019–2023`, and `2019–` where it lasts."""
    if "year" in item or "start" not in item:
        return str(item.get("year") or item.get("end", "").removesuffix(PRESENT))[:4]
    start, end = str(item["start"])[:4], str(item.get("end") or item["start"])
    if end == PRESENT:
        return f"{start}–"
    return start if end[:4] == start else f"{start}–{end[:4]}"


def _work(item: Node, owner: Node) -> Node:
    """Describe a work, whole if no other list names it; else what this list may add to the others.

    What lists say of one work is united in `kg.mapping.united_nodes`.
    """
    node: Node = {"id": item["id"], **_people(item, owner["id"])}
    if item["is_new"]:
        node |= {"type": WORK_TYPES[item.get("type", "article")].classes, "title": item["label"]}
        node["authorship"] = list(_authorships(item, owner))
        node |= _dates(item)
        copy(item, node, "more_authors")
        if "status" in item:
            node["status"] = f"kg:{item['status']}"
    if item["title"] != item["label"]:
        node["variants"] = [item["title"]]
    copy(item, node, "status_note", "url", "doi", "arxiv", "award")
    if "venue" in item:
        node |= _publication_venue(item)
    if "acceptance_rate" in item and not ("venue" in item and references.is_edition(item["venue"])):
        node["acceptance_rate"] = item["acceptance_rate"]  # there is no event that could say so
    if "system" in item:
        authors = [author["id"] for author in item.get("authors", ())]
        node["system"] = [_with_people(references.system(system), authors) for system in item["system"]]
    if "topics" in item:
        node["topics"] = [_topic(mention) for mention in item["topics"]]
    return node | links(item, node["id"])


def _people(item: Node, owner: str) -> Node:
    """Return authors, editors and translators; the owner of a list is one of them, unless the list says otherwise."""
    role = item.get("role", "author")
    node: Node = {"authors": [], **people(item, "authors"), **people(item, "editors"), **people(item, "translators")}
    if "corporate_authors" in item:
        node["corporate_authors"] = [references.organization(mention) for mention in item["corporate_authors"]]
    if role != "none":
        node["listed_by"] = owner
        named = [person if isinstance(person, str) else person["id"] for person in node.get(f"{role}s", ())]
        if owner not in named:
            node[f"{role}s"] = [*node.get(f"{role}s", ()), owner]
    return node


def _authorships(item: Node, owner: Node) -> Iterator[Node]:
    """Yield the place of each author, and the name as written; an owner who is not named stands behind the others."""
    named = [*item.get("authors", ()), *item.get("corporate_authors", ())]
    for position, author in enumerate(named, 1):
        is_equal = author.get("equal_contribution", False)
        yield authorship(item["id"], position, author["id"], author["name"], is_equal)
    if item.get("role", "author") == "author" and owner["id"] not in [author["id"] for author in named]:
        yield authorship(item["id"], len(named) + 1, owner["id"], owner["name"], is_implied=True)


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
    }
    return node | ({"equal_contribution": True} if is_equal else {}) | ({"implied": True} if is_implied else {})


def _dates(item: Node) -> Node:
    date = item.get("date") or str(item.get("year") or "")
    if not date and "venue" in item and item["venue"]["year"]:
        date = str(item["venue"]["year"])
    return {"date_published": typed(date), "year": year_of(date)} if date else {}


def _publication_venue(item: Node) -> Node:
    venue = item["venue"]
    node: Node = {"venue": venue["as_written"]} if "as_written" in venue else {}
    if not references.is_edition(venue):
        return node | {"part_of": references.series(venue)}
    event = references.event(venue)
    if "acceptance_rate" in item:
        event = {"id": event} if isinstance(event, str) else event
        event["acceptance_rate"] = item["acceptance_rate"]
    return node | {"presented_at": event}


def _system(item: Node, owner: str) -> Node:
    described = references.system({**item, "is_new": item["is_new"]})
    node: Node = {"id": described} if isinstance(described, str) else described
    if "code" in item:
        node["type"] = ["System", "SoftwareSourceCode"]
    node["people"] = [owner, *people(item, "people").get("people", ())]
    node["variants"] = [*node.get("variants", ()), *item.get("variants", ())]
    copy(item, node, "summary", "homepage", "code")
    if "status" in item:
        node["status"] = f"kg:{item['status']}"
    if "date" in item:
        node["date"], node["year"] = typed(item["date"]), year_of(item["date"])
    if "partners" in item:
        node["partners"] = [references.organization(partner) for partner in item["partners"]]
    if "papers" in item:
        node["papers"] = [paper["id"] for paper in item["papers"]]
    return node | period(item) | links(item, node["id"])


def _topic(mention: Node) -> references.Reference:
    """Refer to a topic, and say that it is one of the dataset's."""
    described = references.topic(mention)
    return described | {"in_scheme": TOPICS} if isinstance(described, dict) and "type" in described else described


def _with_people(system: references.Reference, people: list[str]) -> Node:
    """Return a reference to a system that says who made it: the authors of its paper."""
    node = {"id": system} if isinstance(system, str) else system
    return node | {"people": people}


def _in_language(node: Node, language: str) -> Node:
    """Return a node whose texts are marked as being in a language other than the context's."""
    changed: Node = {}
    for key, value in node.items():
        if key in _TEXTS:
            texts = value if isinstance(value, list) else [value]
            changed[key] = [{"@value": text, "@language": language} for text in texts]
        elif isinstance(value, list):
            changed[key] = [_in_language(each, language) if isinstance(each, dict) else each for each in value]
        else:
            changed[key] = value
    return changed
