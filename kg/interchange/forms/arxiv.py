"""Preprints in the Atom feed of arXiv's API (https://info.arxiv.org/help/api)."""

import re
from typing import Any

from kg.base.node import Node
from kg.interchange import details, names, parsed_text, publications, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import kept, several, text
from kg.interchange.tables import Row, values_of

FIELDS = (
    Row("title", "title"),
    Row("summary", "abstract"),
    Row("published", "date"),
    Row("doi", "doi"),
    Row("journal_ref", "note"),
    Row("id", "arxiv"),
)
"""The elements of an entry, without prefixes of namespaces, and the keys of a profile that say the same."""
_VERSION = re.compile(r"v\d+$")
_ERROR = "/api/errors"


def _parse(drafting: Drafting) -> Node:
    document = parsed_text.parse_xml(drafting.text, drafting.path)
    if document.key != "feed":
        hint = "save https://export.arxiv.org/api/query?id_list=YOUR-ID, or fetch it: kg import arxiv YOUR-ID"
        drafting.refuse(f"this is no feed of arXiv: it begins with <{document.key[:40]}>", hint, 1)
    return document


def _add_all(drafting: Drafting, document: Node) -> None:
    """Add the preprints of a feed; arXiv answers with an entry also where it understood nothing."""
    for record in several(document, "entry"):
        said = values_of(FIELDS, record)
        if _ERROR in said["arxiv"]:
            drafting.refuse(f"arXiv answers: {said['abstract'][:200] or said['title']}", "check the id")
        _add(drafting, record, said)
    publications.add_owner(drafting)


def _add(drafting: Drafting, record: Node, said: dict[str, Any]) -> None:
    work = publications.Work(
        kind="preprint",
        title=said["title"],
        authors=[_author(each) for each in several(record, "author")],
        lines=record.lines,
        record=record,
        venue="arXiv",
        when=[said["date"]],
        more=kept(
            arxiv=_VERSION.sub("", works.arxiv_in(said["arxiv"])),
            doi=said["doi"],
            abstract=details.running_text(said["abstract"]),
            note=said["note"],
        ),
    )
    publications.add(drafting, work)


def _author(entry: Node) -> Any:
    where = [(name, "") for each in several(entry, "affiliation") if (name := text(each))]
    return names.author(text(entry, "name"), **names.affiliated(where))


FORMAT = ForeignFormat(
    __name__,
    "application/atom+xml",
    re.compile(r"<feed\b[^>]{0,400}http://www\.w3\.org/2005/Atom"),
    _add_all,
    _parse,
    silent=("updated", "id", "title", "link", "scheme", "totalResults", "startIndex", "itemsPerPage"),  # of the feed
    wrappers=("feed", "entry", "author"),
)
