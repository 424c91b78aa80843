"""Preprints in the Atom feed of arXiv's API (https://info.arxiv.org/help/api)."""

import re
from typing import Any

from kg.base.node import Node
from kg.interchange import details, names, parsed_text, publications, references
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import several, text
from kg.interchange.references import Reference
from kg.interchange.tables import Row, first_texts, reading

_FIELDS = reading(
    (Row("title", "title"), Row("summary", "abstract"), Row("published", "date"), Row("doi", "doi"),
     Row("journal_ref", "notes"), Row("id", "arxiv")), "",
)  # fmt: skip
"""The elements of an entry, without prefixes of namespaces."""
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
        said = first_texts(_FIELDS, record)
        id_ = "".join(said["arxiv"])
        if _ERROR in id_:
            drafting.refuse(f"arXiv answers: {''.join(said['abstract'] or said['title'])[:200]}", "check the id")
        ref = Reference(
            kind="preprint",
            said=said
            | {"venue": ["arXiv"], "arxiv": [_VERSION.sub("", id_)]}
            | {"abstract": list(map(details.running_text, said["abstract"]))},
            lines=record.lines,
            record=record,
            authors=[_author(each) for each in several(record, "author")],
            when=said["date"],
        )
        drafting.line = record.lines[0]
        references.add(drafting, ref)
    publications.add_owner(drafting)


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
