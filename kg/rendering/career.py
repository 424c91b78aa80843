"""Where a person was: positions, degrees, memberships, and who was advised."""

from kg.rendering.declared import more
from kg.rendering.lines import joined, kept, labelled, listed, plain, strong
from kg.rendering.model import Entry, Line
from kg.rendering.nodes import Node, newest, subjects
from kg.vocabulary import KG, vocabulary


def positions(person: Node, since: int | None = None) -> tuple[Entry, ...]:
    """Return the positions of a person, the newest first."""
    found = newest(person.nodes("org:hasMembership"))
    return tuple(position(each) for each in found if each.is_since(since))


def position(node: Node) -> Entry:
    """Return a position: role, unit, organisation and place; who advised, what was done."""
    head = joined((strong(node.text("schema:roleName")), _place(node)))
    points = tuple(map(plain, node.texts("kg:highlight")))
    return Entry(
        head, node.when, kept(advisors(node), more(node, "Position"), plain(node.text("schema:description"))), points
    )


def degrees(person: Node) -> tuple[Entry, ...]:
    """Return the degrees of a person, the newest first."""
    return tuple(map(degree, newest(person.nodes("schema:hasCredential"))))


def degree(node: Node) -> Entry:
    """Return a degree: subject, institution and place; thesis, who advised, with what distinction."""
    subject = " with a minor in ".join(filter(None, (node.text("schema:about"), node.text("kg:minor"))))
    title = joined((strong(node.text("schema:credentialCategory")), plain(subject)), " in ")
    thesis = node.text("kg:thesisTitle")
    details = kept(
        labelled("Thesis", plain(thesis)),
        advisors(node),
        joined((plain(node.text("kg:distinction")), labelled("Grade", plain(node.text("kg:grade")))), "; "),
        more(node, "Degree"),
        plain(node.text("schema:description")),
    )
    return Entry(joined((title, _place(node))), _when(node), details)


def _when(node: Node) -> str:
    """Return the time of a degree: `2024 – 2028, expected`, and `expected 2028` where only its end is known."""
    if node.text("kg:expected") != "true":
        return node.when
    return f"{node.when}, expected" if node.start or not node.end else f"expected {node.when.removeprefix('until ')}"


def memberships(person: Node, since: int | None = None) -> tuple[Entry, ...]:
    """Return the societies that a person belongs to."""
    found = [each for each in newest(person.nodes("kg:membership")) if each.is_since(since)]
    return tuple(
        Entry(
            joined((strong(each.text("schema:roleName") or "Member"), plain(each.organization))),
            each.when,
            kept(more(each, "Membership")),
        )
        for each in found
    )


def students(person: Node, since: int | None = None) -> tuple[Entry, ...]:
    """Return those who say that a person advised them: who, during what, and where; not whom the person names too."""
    named = {whom for each in person.nodes("kg:supervised") for whom in each.texts("kg:supervisee")}
    found = [each for each in newest(subjects(person.graph, "kg:advisor", person.iri)) if each.is_since(since)]
    entries = []
    for each in found:
        holders = (*subjects(each.graph, "schema:hasCredential", each.iri), *_members(each))
        during = each.text("schema:credentialCategory") or each.text("schema:roleName")
        head = (plain(during), plain(each.text("schema:about")), plain(each.organization))
        entries += [
            Entry(joined((strong(holder.name), *head)), each.when) for holder in holders if holder.iri not in named
        ]
    return tuple(entries)


def advisors(node: Node) -> Line:
    """Return by whom a position or a degree was advised, in words, or nothing."""
    names = node.names("kg:advisor")
    return plain(f"Advised by {listed(names)}") if names else ()


def is_doctoral(node: Node) -> bool:
    """Say whether a degree is a doctorate."""
    return node.text("schema:educationalLevel") == f"{KG}doctoral"


def status(node: Node) -> str:
    """Return how something stands, in words, or nothing."""
    local = node.text("schema:creativeWorkStatus").removeprefix(KG)
    return vocabulary().words.get(local, local)


def _members(node: Node) -> tuple[Node, ...]:
    return subjects(node.graph, "org:hasMembership", node.iri)


def _place(node: Node) -> Line:
    """Return where it was, from the unit to the town."""
    return joined(map(plain, (node.text("kg:unit"), node.organization, node.text("kg:location"))))
