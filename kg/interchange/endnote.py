"""EndNote XML, which EndNote, Zotero, Mendeley and Papers export, as works.

Its elements are the fields of RIS under longer names, so each record is read as one of RIS.
"""

import re
from collections.abc import Iterator, Sequence

from kg.base.tables import lists_of, pairs_of
from kg.interchange import parsed_text, ris
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.parsed_text import Element

_KINDS = pairs_of("kg.interchange", "tables/endnote_kinds.tsv")
"""The types of RIS by the names of EndNote's."""
_TAGS = lists_of("kg.interchange", "tables/endnote_tags.tsv")
"""Where a record has the fields of RIS; the first place that says something counts, but for people and addresses."""
_SEVERAL = ("AU", "A2", "A3", "A4", "KW", "UR", "L1", "L2")
_NUMBERED = ("RPRT", "PAT", "STAND", "GOVDOC")


def _add_all(drafting: Drafting, root: Element) -> None:
    """Add the works of a library."""
    records = [each for each in root.elements() if each.tag == "record"]
    if not records:
        hint = "export the library as XML: File > Export, or in Zotero as 'Endnote XML'"
        drafting.refuse(f"there is no record of EndNote here: it begins with <{root.tag[:40]}>", hint, 1)
    ris.add_all(drafting, [_record(each) for each in records])


def _record(element: Element) -> ris.RisRecord:
    kind = _kind(element)
    fields = {tag: list(_texts(element, paths)) for tag, paths in _TAGS.items()}
    fields = {tag: texts if tag in _SEVERAL else texts[:1] for tag, texts in fields.items()}
    fields["DA"] = [date for date in (_date(element),) if date]
    fields["SP"], fields["EP"] = _pages(fields["SP"])
    if kind in _NUMBERED:
        fields["M1"] = fields["M1"] or fields["IS"]
        fields["IS"] = []
    return ris.of_mapping(kind, fields, element.lines)


def _kind(element: Element) -> str:
    found = element.child("ref-type")
    name = found.attributes.get("name", "") if found else ""
    return _KINDS.get(name.casefold(), name or "GEN")


def _texts(element: Element, paths: Sequence[str]) -> Iterator[str]:
    """Yield the texts of all places of a field."""
    for path in paths:
        yield from (found.text for found in _below(element, path.split("/")) if found.words)


def _below(element: Element, steps: Sequence[str]) -> Iterator[Element]:
    if not steps:
        yield element
        return
    for child in element.children(steps[0]):
        yield from _below(child, steps[1:])


def _date(element: Element) -> str:
    """Return the date of publication, where it says more than the year."""
    year = next((found.text for found in _below(element, ["dates", "year"])), "")
    found = next((each.text for each in _below(element, ["dates", "pub-dates", "date"])), "")
    return found if found[:4].isdigit() else f"{year} {found}".strip() if found else ""


def _pages(texts: list[str]) -> tuple[list[str], list[str]]:
    """Return first and last page, each as a list of one or none."""
    start, dash, end = (texts[0] if texts else "").replace("–", "-").partition("-")
    return [start.strip()] if start else [], [end.strip()] if dash and end else []


FORMAT = ForeignFormat(
    "endnote",
    "application/xml",
    re.compile(r"<ref-type\b|<records>\s{0,100}<record>"),
    _add_all,
    lambda drafting: parsed_text.parse_xml(drafting.text.removeprefix("\ufeff"), drafting.path),
    wrappers=("xml", "records", "record"),
    encoding="stated",
)
