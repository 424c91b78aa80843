"""EndNote XML, as EndNote, Zotero, Mendeley and Papers export it."""

import re

from kg.base.node import Node
from kg.base.tables import lists_of, pairs_of
from kg.interchange import parsed_text
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.forms import ris
from kg.interchange.plain import several, text

_KINDS = pairs_of("kg.interchange", "tables/endnote_kinds.tsv")
_TAGS = lists_of("kg.interchange", "tables/endnote_tags.tsv")
_SEVERAL = ("AU", "A2", "A3", "A4", "KW", "UR", "L1", "L2")
"""Fields of RIS of which every place counts; of the others, the first that says something."""


def _add_all(drafting: Drafting, document: Node) -> None:
    records = _inside(document, "record" if document.key == "records" else "records/record")
    if not records:
        hint = "export the library as XML: File > Export, or in Zotero as 'Endnote XML'"
        drafting.refuse(f"there is no record of EndNote here: it begins with <{document.key[:40]}>", hint, 1)
    ris.add_all(drafting, map(_record, records))


def _record(record: Node) -> ris.RisRecord:
    """Return a record as one of RIS, whose fields its elements are under longer names."""
    name = text(record, "ref-type", "name")
    kind = _KINDS.get(name.casefold(), name or "GEN")
    found = {tag: [said for path in paths for each in _inside(record, path) if (said := text(each))]
             for tag, paths in _TAGS.items()}  # fmt: skip
    fields = {tag: texts if tag in _SEVERAL else texts[:1] for tag, texts in found.items()}
    if kind in ris.NUMBERED:
        fields["M1"], fields["IS"] = fields["M1"] or fields["IS"], []
    return ris.of_mapping(kind, fields, record.lines)


def _inside(node: Node, path: str) -> list[Node]:
    """Return what stands at a place of which each level may be there several times."""
    nodes = [node]
    for step in path.split("/"):
        nodes = [inner for each in nodes for inner in several(each, step)]
    return nodes


FORMAT = ForeignFormat(
    __name__,
    "application/xml",
    re.compile(r"<ref-type\b|<records>\s{0,100}<record>"),
    _add_all,
    lambda drafting: parsed_text.parse_xml(drafting.text.removeprefix("\ufeff"), drafting.path),
    # how EndNote keeps and shows a record
    silent=("database", "source-app", "rec-number", "foreign-keys", "ref-type", "modified-date", "style"),
    wrappers=("records", "record"),
    encoding="stated",
)
