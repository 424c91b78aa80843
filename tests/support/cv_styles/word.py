"""Write a CV as DOCX: headings by style or, as often, only in bold; dates behind a tab; columns as a table."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from docx import Document
from docx.document import Document as Word
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt
from docx.table import _Cell
from docx.text.paragraph import Paragraph as WordParagraph
from docx.text.run import Run

from tests.support.cv_styles.tree import (
    Columns,
    Dated,
    Heading,
    Line,
    Listing,
    Node,
    Paragraph,
    Rule,
    Table,
    Text,
    line,
)

_Place: TypeAlias = Word | _Cell
_WIDTH = 16.0  # of the text, in centimetres


def write(nodes: Iterable[Node], look: str, path: Path) -> None:
    """Write the file; the look `classic` has no heading styles."""
    document = Document()
    for node in nodes:
        _block(document, node, look)
    document.save(str(path))


def _block(place: _Place, node: Node, look: str) -> None:  # noqa: C901  (a case for each kind)
    match node:
        case Heading():
            _heading(place, node, look)
        case Paragraph(text, centred):
            made = _runs(place.add_paragraph(), text)
            if centred:
                made.alignment = WD_ALIGN_PARAGRAPH.CENTER
        case Dated(left, right):
            made = place.add_paragraph()
            made.paragraph_format.tab_stops.add_tab_stop(Cm(_WIDTH), WD_TAB_ALIGNMENT.RIGHT)
            _runs(made, line(left, "\t", right))
        case Listing():
            _list(place, node, look)
        case Table():
            _table(place, node)
        case Columns(left, right):
            _columns(place, left, right, look)
        case Rule():
            place.add_paragraph()


def _heading(place: _Place, node: Heading, look: str) -> None:
    if look != "classic":
        _runs(place.add_paragraph(style=f"Heading {node.level}"), node.line)
        return
    made = place.add_paragraph()
    run = made.add_run("".join(text.text for text in node.line))
    run.bold = True
    run.font.size = Pt({1: 18, 2: 14}.get(node.level, 12))


def _list(place: _Place, node: Listing, look: str) -> None:
    """Bullets and counted numbers are Word's own; the others are typed."""
    own = {"bullet": "List Bullet", "none": "List Bullet", "1.": "List Number"}
    typed = node.marks == "[1]" or node.down or node.first != 1
    for index, (first, *rest) in enumerate(node.items):
        made = place.add_paragraph(style=None if typed else own[node.marks])
        number = f"[{node.number(index)}] " if node.marks == "[1]" else f"{node.number(index)}. "
        _runs(made, line(number if typed else "", first.line if isinstance(first, Paragraph) else ()))
        for inner in rest:
            if isinstance(inner, Listing):
                for (text,) in (item for item in inner.items if isinstance(item[0], Paragraph)):
                    _runs(place.add_paragraph(style="List Bullet 2"), text.line)  # type: ignore[union-attr]
            else:
                _block(place, inner, look)


def _table(place: _Place, node: Table) -> None:
    rows = ([node.header] if node.header else []) + list(node.rows)
    widths = [_WIDTH * node.share / 100] + [_WIDTH * (100 - node.share) / 100] * (len(rows[0]) - 1)
    table = _new_table(place, len(rows), len(rows[0]))
    if node.ruled:
        table.style = "Table Grid"
    for cells, row in zip(table.rows, rows, strict=True):
        for cell, text, width in zip(cells.cells, row, widths, strict=True):
            cell.width = Cm(width)
            _runs(cell.paragraphs[0], text)
    place.add_paragraph()


def _new_table(place: _Place, rows: int, columns: int):  # type: ignore[no-untyped-def]
    return place.add_table(rows, columns)


def _columns(place: _Place, left: Iterable[Node], right: Iterable[Node], look: str) -> None:
    table = _new_table(place, 1, 2)
    for cell, side, width in zip(table.rows[0].cells, (left, right), (5.0, 11.0), strict=True):
        cell.width = Cm(width)
        for node in side:
            _block(cell, node, look)


def _runs(paragraph: WordParagraph, text: Line) -> WordParagraph:
    for run in text:
        if run.target:
            _link(paragraph, run)
        else:
            _set(paragraph.add_run(), run)
    return paragraph


def _set(made: Run, run: Text) -> Run:
    made.text = run.text  # "\n" becomes a break, "\t" a tab
    made.bold, made.italic = run.bold or None, run.italic or None
    made.font.superscript = run.raised or None
    return made


def _link(paragraph: WordParagraph, run: Text) -> None:
    """python-docx reads links and does not write them."""
    key = paragraph.part.relate_to(run.target, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    element = OxmlElement("w:hyperlink")
    element.set(qn("r:id"), key)
    made = _set(paragraph.add_run(), run)
    element.append(made._r)
    paragraph._p.append(element)
