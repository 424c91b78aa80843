"""The page of a person at dblp (https://dblp.org/pid/….xml), or what its search finds, in XML."""

import re
from collections.abc import Mapping

from kg.base.node import Node
from kg.interchange import names, parsed_text, references, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import at, first, several, text, texts
from kg.interchange.references import Reference
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
_KINDS = (
    "article",
    "inproceedings",
    "proceedings",
    "book",
    "incollection",
    "phdthesis",
    "mastersthesis",
    "data",
    "www",
)
_PUBLTYPES = {"withdrawn": "article", "software": "software", "data": "dataset"}


def _add_all(drafting: Drafting, document: Node) -> None:
    """Add what dblp says of a person, or of works that it found."""
    root = document
    if document.key == "result":
        for info in (info for hit in several(root, "hits", "hit") for info in several(hit, "info")):
            kind = text(info, "type")
            _add_work(drafting, info, _HITS.get(kind, "article"), several(info, "authors", "author"))
    elif document.key == "dblpperson":
        _add_person(drafting, root)
        for entry in several(root, "r"):
            for kind, record in entry.pairs:
                record.is_read = True
                _add_record(drafting, record, kind)
    else:
        hint = "save https://dblp.org/pid/YOUR-KEY.xml, or fetch it: kg import dblp YOUR-KEY"
        drafting.refuse(f"this is not a person of dblp: it begins with <{document.key[:40]}>", hint, 1)


def _add_person(drafting: Drafting, root: Node) -> None:
    person = at(root, "person")
    name, start = names.without_number(text(root, "name")), root.lines[0]
    drafting.add_person((start, start), [text(root, "name"), text(root, "pid")], name=name, dblp=text(root, "pid"))
    if person is None:
        return
    lines, notes = person.lines, several(person, "note")
    spellings = [names.without_number(text(author)) for author in several(person, "author")]
    others = [text(note) for note in notes if text(note, "type") == "uname"]
    variants = [found for found in dict.fromkeys([*spellings, *others]) if found and found != name]
    addresses = [text(url) for url in several(person, "url") if text(url, "type") != "deprecated"]
    found, rest = identifiers.fields_of_pages([("", url) for url in addresses])
    homepage = found.pop("homepage", "")
    drafting.add_person(lines, [*variants, *addresses], variants=variants, homepage=homepage, **found)
    drafting.add_person(lines, addresses, same_as=[url for _, url in rest])
    for note in notes:
        _add_note(drafting, note)


def _add_note(drafting: Drafting, note: Node) -> None:
    """Add an award; dblp names affiliations without a role, which a position must have."""
    kind, label = text(note, "type"), text(note, "label")
    if kind == "award":
        year = int(label) if label.isascii() and label.isdigit() and len(label) == 4 else None
        drafting.add("awards", {"name": text(note), "year": year}, note.lines, [text(note), label])
    elif kind == "affiliation":
        shown = f"{text(note)} ({label})" if label else text(note)
        message = f"left out: the affiliation '{shown[:120]}', of which dblp names no role"
        drafting.warn(message, note.lines, hint="add it to 'positions' by hand")


def _add_record(drafting: Drafting, record: Node, kind: str) -> None:
    """Add a work; what the person edited is no work of theirs."""
    is_edited = text(record, "publtype") == "edited"
    if kind in ("proceedings", "www", "person") or is_edited:
        message = f"'{text(record, 'title')[:120]}', which the person edited or which is a web page"
        hint = "add it to 'service' by hand"
        drafting.leave_out("works", "edited, or a web page", message, record.lines, record=record, hint=hint)
        return
    _add_work(drafting, record, _PUBLTYPES.get(text(record, "publtype"), kind), several(record, "author"))


def _add_work(drafting: Drafting, record: Node, kind: str, people: list[Node]) -> None:
    """Add a work of a record, or one that a search found; the numbers by which dblp knows namesakes come with it."""
    said = {key: texts(record, key) for key in ("title", "volume", "pages", "publisher", "isbn", "series")}
    said |= {"issue": texts(record, "number"), "addresses": texts(record, "ee")}
    said["arxiv"] = list(filter(None, map(works.arxiv_in, said["addresses"])))[:1]
    is_article = text(record, "type") == "Journal Articles" or (kind == "article" and bool(text(record, "journal")))
    ref = Reference(
        kind=kind,
        said=said | {"venue": [first(record, "journal", "booktitle", "venue", "school")]},
        lines=record.lines,
        record=[*(names.without_number(text(person)) for person in people), record],
        authors=[
            names.author(names.without_number(text(each)), orcid=text(each, "orcid"), dblp=text(each, "pid"))
            for each in people
        ],
        when=[f"{text(record, 'month')} {text(record, 'year')}"],
        venue_kind="journal" if is_article else "",
        more={"status": "retracted"} if text(record, "publtype") == "withdrawn" else {},
    )
    drafting.line = record.lines[0]
    references.add(drafting, ref)


FORMAT = ForeignFormat(
    __name__,
    "application/xml",
    re.compile(r"<dblpperson|<result>\s{0,9}<query id="),
    _add_all,
    lambda drafting: parsed_text.parse_xml(drafting.text, drafting.path),
    # numbers, times and pages of records, an index of all authors, forms for sorting and printing
    silent=("key", "mdate", "cdate", "n", "f", "coauthors", "crossref", "url", "aux", "style", "type"),
    wrappers=("r", *_KINDS),
)
