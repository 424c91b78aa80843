"""The page of a person at dblp (https://dblp.org/pid/….xml), also as RDF: Turtle, N-Triples or RDF/XML."""

import re
from collections.abc import Mapping
from typing import Any

from kg.interchange import dblp_rdf, details, names, parsed_text, publications
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat, unasked
from kg.interchange.parsed_text import Element
from kg.interchange.plain import kept
from kg.terms import identifiers

_HITS: Mapping[str, str] = {
    "Conference and Workshop Papers": "inproceedings",
    "Books and Theses": "book",
    "Parts in Books or Collections": "incollection",
    "Reference Works": "incollection",
    "Editorship": "proceedings",
    "Data and Artifacts": "data",
}
"""How a search names the kinds of records; all others are articles."""


def _add_all(drafting: Drafting, root: Element | None) -> None:
    """Add what dblp says of a person, in XML or RDF."""
    if root is None:
        dblp_rdf.add_all(drafting)
        return
    if root.tag == "result":
        for info in (each for each in root.elements() if each.tag == "info"):
            _add_hit(drafting, info)
        return
    if root.tag != "dblpperson":
        hint = "save https://dblp.org/pid/YOUR-KEY.xml, or fetch it: kg import dblp YOUR-KEY"
        drafting.refuse(f"this is not a person of dblp: it begins with <{root.tag[:40]}>", hint, 1)
    key = root.attributes.get("pid", "")
    name = names.without_number(root.attributes.get("name", ""))
    person = root.child("person")
    _add_person(drafting, root, person, name, key)
    for entry in root.children("r"):
        for record in entry.children():
            _add_record(drafting, record)
    ignored = unasked("dblp-person", "ignored")
    drafting.report_unread(
        parsed_text.unread(root, ignored), lambda each: each.holders[0].lines, ignored, wrappers=("dblpperson", "r")
    )


def _add_person(drafting: Drafting, root: Element, person: Element | None, name: str, key: str) -> None:
    drafting.add_person((root.lines[0], root.lines[0]), [*root.attributes.values()], name=name, dblp=key)
    if person is None:
        return
    spellings = [names.without_number(author.text) for author in person.children("author")]
    others = [note.text for note in person.children("note") if note.attributes.get("type") == "uname"]
    variants = [found for found in dict.fromkeys([*spellings, *others]) if found and found != name]
    addresses = [url.text for url in person.children("url") if url.attributes.get("type") != "deprecated"]
    found, rest = identifiers.fields_of_pages([("", url) for url in addresses])
    homepage = found.pop("homepage", "")
    drafting.add_person(person.lines, [*variants, *addresses], variants=variants, homepage=homepage, **found)
    drafting.add_person(person.lines, addresses, same_as=[url for _, url in rest])
    for note in person.children("note"):
        _add_note(drafting, note)


def _add_note(drafting: Drafting, note: Element) -> None:
    """Add an award; dblp names affiliations without a role, which a position must have."""
    kind, label = note.attributes.get("type", ""), note.attributes.get("label", "")
    if kind == "award":
        year = int(label) if label.isascii() and label.isdigit() and len(label) == 4 else None
        drafting.add("awards", {"name": note.text, "year": year}, note.lines, [note.text, label])
    elif kind == "affiliation":
        shown = f"{note.text} ({label})" if label else note.text
        message = f"left out: the affiliation '{shown[:120]}', of which dblp names no role"
        drafting.warn(message, note.lines, hint="add it to 'positions' by hand")


def _add_record(drafting: Drafting, record: Element) -> None:
    """Add a work; what the person edited is no work of theirs."""
    title = record.said("title")
    if record.tag in ("proceedings", "www", "person") or record.attributes.get("publtype") == "edited":
        message = f"'{title[:120]}', which the person edited or which is a web page"
        hint = "add it to 'service' by hand"
        drafting.leave_out("works", "edited, or a web page", message, record.lines, hint=hint)
        for element in record.elements():
            element.is_read = True
            element.attributes.asked.update(element.attributes)
        return
    people = list(record.children("author"))
    pages_of = [page.text for page in record.children("ee")]
    doi, arxiv, url = dblp_rdf.addresses(pages_of, record.said("volume"))
    kind = {"withdrawn": "article", "software": "software", "data": "dataset"}.get(
        record.attributes.get("publtype", ""), record.tag
    )
    drafted = publications.Work(
        kind=kind,
        title=title,
        authors=[author for person in people if (author := _author(person))],
        lines=record.lines,
        record=[*(names.without_number(person.text) for person in people), *_texts(record), *_ids(people)],
        venue=record.said("journal") or record.said("booktitle") or record.said("school"),
        venue_kind="journal" if kind == "article" and record.said("journal") else "",
        when=[f"{record.said('month')} {record.said('year')}"],
        more=kept(doi=doi, arxiv=arxiv, url=url)
        | ({"status": "retracted"} if record.attributes.get("publtype") == "withdrawn" else {}),
    )
    publications.add(drafting, drafted)


def _add_hit(drafting: Drafting, info: Element) -> None:
    """Add a work that a search found; the numbers by which dblp knows namesakes come with it."""
    people = [each for group in info.children("authors") for each in group.children("author")]
    doi, arxiv, url = dblp_rdf.addresses([page.text for page in info.children("ee")], info.said("volume"))
    kind = _HITS.get(info.said("type"), "article")
    work = publications.Work(
        kind=kind,
        title=info.said("title"),
        authors=[author for person in people if (author := _author(person))],
        lines=info.lines,
        record=[*(names.without_number(person.text) for person in people), *_texts(info), *_ids(people)],
        venue=info.said("venue"),
        venue_kind="journal" if info.said("type") == "Journal Articles" else "",
        when=[info.said("year")],
        more=kept(doi=doi, arxiv=arxiv, url=url, pages=details.pages(info.said("pages"))),
    )
    publications.add(drafting, work)


def _author(person: Element) -> Any:
    name = names.without_number(person.text)
    return names.author(name, orcid=person.attributes.get("orcid", ""), dblp=person.attributes.get("pid", ""))


def _texts(record: Element) -> list[str]:
    return [each.words for each in record.children() if each.tag not in ("author", "url")]


def _ids(people: list[Element]) -> list[str]:
    return [id_ for person in people for key in ("pid", "orcid") if (id_ := person.attributes.get(key, ""))]


def _parse(drafting: Drafting) -> Element | None:
    """Return the root of XML; nothing for RDF."""
    return None if dblp_rdf.is_rdf(drafting.text) else parsed_text.parse_xml(drafting.text, drafting.path)


FORMAT = ForeignFormat(
    "dblp",
    "application/xml",
    re.compile(r"<dblpperson|https://dblp\.org/rdf/schema#|<result>\s{0,9}<query id="),
    _add_all,
    _parse,
)
