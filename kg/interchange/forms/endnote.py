"""EndNote XML, as EndNote, Zotero, Mendeley and Papers export it.

Its elements are fields of RIS under longer names.
"""

import re

from kg.base.node import Node
from kg.base.tables import lists_of, pairs_of
from kg.interchange import parsed_text
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.forms import ris
from kg.interchange.plain import at, several, text

_KINDS = pairs_of("kg.interchange", "tables/endnote_kinds.tsv")
"""The types of RIS by the names of EndNote's."""
_TAGS = lists_of("kg.interchange", "tables/endnote_tags.tsv")
"""Where a record has the fields of RIS; the first place that says something counts, but for people and addresses."""
_SEVERAL = ("AU", "A2", "A3", "A4", "KW", "UR", "L1", "L2")


def _add_all(drafting: Drafting, document: Node) -> None:
    """Add the works of a library."""
    records = several(document if document.key == "records" else at(document, "records"), "record")
    if not records:
        hint = "export the library as XML: File > Export, or in Zotero as 'Endnote XML'"
        drafting.refuse(f"there is no record of EndNote here: it begins with <{document.key[:40]}>", hint, 1)
    ris.add_all(drafting, map(_record, records))


def _record(record: Node) -> ris.RisRecord:
    name = text(record, "ref-type", "name")
    kind = _KINDS.get(name.casefold(), name or "GEN")
    fields = {tag: [found for path in paths for found in _texts(record, path)] for tag, paths in _TAGS.items()}
    fields = {tag: texts if tag in _SEVERAL else texts[:1] for tag, texts in fields.items()}
    if kind in ris.NUMBERED:
        fields["M1"], fields["IS"] = fields["M1"] or fields["IS"], []
    return ris.of_mapping(kind, fields, record.lines)


def _texts(record: Node, path: str) -> list[str]:
    """Return the texts of a place of a field, which may stand several times on any level."""
    nodes = [record]
    for step in path.split("/"):
        nodes = [each for node in nodes for each in several(node, step)]
    return [found for node in nodes if (found := text(node))]


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
