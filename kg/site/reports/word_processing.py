"""Write a document as DOCX: its headings, lists and links are those of the word processor, so that it can be edited."""

import io
import zipfile
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from docx import Document
from docx.document import Document as WordDocument
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.exceptions import PackageNotFoundError
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Emu, Mm, Pt, RGBColor
from docx.text.paragraph import Paragraph as WordParagraph

from kg.base.colour import Oklch, srgb
from kg.base.errors import Problem, ReadError
from kg.site.reports.forms import Paper, WrittenDocument
from kg.site.reports.model import (
    Block,
    DatedItem,
    DatedItems,
    ItemList,
    Line,
    Paragraph,
    ReportDocument,
    ReportSection,
    Span,
    TextTable,
    plain,
)

_PAPERS = {"a4": (Mm(210), Mm(297)), "letter": (Mm(215.9), Mm(279.4))}
_MARGIN = Mm(22)
_SIZES = {"Subtitle": 10, "Title": 24, "Heading 1": 14, "Heading 2": 11}
_GUTTER = Mm(40)  # times stand in it, so that all entries begin at one line
_LONGEST_TIME = 28  # characters that fit in it
_BULLET = Mm(5)
_WIDEST = 40  # characters up to which a column of a table becomes wider
_ZIP_DAY = (1980, 1, 1, 0, 0, 0)  # the first that the format knows: the same document gives the same bytes


def docx(document: ReportDocument, paper: Paper = "a4", layout: Path | None = None) -> WrittenDocument:
    """Write DOCX; a layout is a document of Word, whose styles are used in place of kg's own.

    Raises ReadError if the layout is no such document.
    """
    try:
        made = Document(str(layout) if layout else None)
    except (PackageNotFoundError, ValueError, KeyError) as error:
        raise ReadError(Problem("this is no document of Word", layout, hint="save one as DOCX")) from error
    if layout is None:
        _style(made, document, paper)
    _describe(made, document)
    writer = _WordWriter(made)
    writer.begin(document)
    for section in document.sections:
        writer.section(section, 1)
    out = io.BytesIO()
    made.save(out)
    return WrittenDocument(_dated(out))


def _style(made: WordDocument, document: ReportDocument, paper: Paper) -> None:
    page, accent = made.sections[0], RGBColor(*srgb(Oklch(0.43, *reversed(document.colour))))
    page.page_width, page.page_height = _PAPERS[paper]
    page.left_margin = page.right_margin = _MARGIN
    normal = made.styles["Normal"]
    normal.font.name, normal.font.size = "Georgia", Pt(10.5)
    normal.paragraph_format.space_after = Pt(3)
    for name, size in _SIZES.items():
        style = made.styles[name]
        style.font.name, style.font.size, style.font.color.rgb = "Georgia", Pt(size), accent
        fonts = style.element.rPr.rFonts
        for theme in [key for key in fonts.attrib if key.endswith("Theme")]:
            del fonts.attrib[theme]  # which goes before the font that is named
    for line in list(made.styles["Title"].element.iter(qn("w:pBdr"))):
        line.getparent().remove(line)


def _describe(made: WordDocument, document: ReportDocument) -> None:
    properties = made.core_properties
    properties.title, properties.author, properties.comments = document.head, document.title, document.note
    properties.language = document.language
    properties.created = properties.modified = datetime.fromisoformat(document.day or "1980-01-01")
    properties.last_modified_by, properties.revision = "", 1
    for language in made.styles.element.iter(qn("w:lang")):
        language.set(qn("w:val"), document.language)
    page = made.sections[0]
    page.different_first_page_header_footer = True
    page.header.paragraphs[0].text = document.head
    page.footer.paragraphs[0].text = page.first_page_footer.paragraphs[0].text = document.note


class _WordWriter:
    """Writes the parts of a document at its end, in styles that the document has."""

    def __init__(self, made: WordDocument) -> None:
        self._made = made
        self._names = {style.name for style in made.styles}

    def begin(self, document: ReportDocument) -> None:
        """Write what stands above the sections."""
        self._paragraph(plain(document.kind), "Subtitle")
        self._paragraph(plain(document.title), "Title")
        for line in document.lines:
            self._paragraph(line)

    def section(self, section: ReportSection, level: int) -> None:
        """Write a section with those within it."""
        self._paragraph(plain(section.title), f"Heading {level}")
        for block in section.blocks:
            self._block(block)
        for part in section.parts:
            self.section(part, level + 1)

    def _block(self, block: Block) -> None:
        match block:
            case Paragraph(line):
                self._paragraph(line)
            case DatedItems(entries):
                for entry in entries:
                    self._dated(entry)
            case ItemList(items, first):
                self._list(items, first)
            case TextTable():
                self._table(block)

    def _dated(self, entry: DatedItem) -> None:
        """Write an item with its time before it."""
        is_long = len(entry.when) > _LONGEST_TIME
        head = self._paragraph((Span("\t" if is_long else f"{entry.when}\t"), *entry.head))
        head.runs[0].font.size = Pt(9)
        layout = head.paragraph_format
        layout.left_indent, layout.first_line_indent = _GUTTER, -_GUTTER
        layout.tab_stops.add_tab_stop(_GUTTER)
        layout.space_before, layout.keep_with_next = Pt(5), bool(is_long or entry.details or entry.points)
        for line in (*((plain(entry.when),) if is_long else ()), *entry.details):
            self._paragraph(line).paragraph_format.left_indent = _GUTTER
        for point in entry.points:
            self._paragraph(point, "List Bullet").paragraph_format.left_indent = _GUTTER + _BULLET

    def _list(self, items: Iterable[Line], first: int | None) -> None:
        number = None
        for item in items:
            made = self._paragraph(item, "List Bullet" if first is None else "List Number")
            if first is not None and (style := made.style) and style.element.pPr is not None:
                number = self._numbering(style.element.pPr.numPr, first) if number is None else number
                made._p.get_or_add_pPr().get_or_add_numPr().get_or_add_numId().val = number

    def _numbering(self, of_style: Any, first: int) -> int:
        """Return a list of its own that begins with a number; lists of one style would go on counting."""
        numbering = self._made.part.numbering_part.element
        abstract = numbering.num_having_numId(of_style.numId.val).abstractNumId.val
        made = numbering.add_num(abstract)
        made.add_lvlOverride(ilvl=0).add_startOverride(first)
        return int(made.numId)

    def _table(self, block: TextTable) -> None:
        made = self._made.add_table(rows=0, cols=len(block.columns))
        rows = (block.columns, *block.rows)
        longest = [min(max(len(row[at]) for row in rows) + 5, _WIDEST) for at in range(len(block.columns))]
        page = self._made.sections[0]
        share = ((page.page_width or 0) - (page.left_margin or 0) - (page.right_margin or 0)) / max(sum(longest), 60)
        if "Table Grid" in self._names:
            made.style = "Table Grid"
        for column, characters in zip(made.columns, longest, strict=True):
            column.width = Emu(int(share * characters))
        for row in rows:
            for at, (cell, text) in enumerate(zip(made.add_row().cells, row, strict=True)):
                run = cell.paragraphs[0].add_run(text)
                run.bold, run.font.size = row is block.columns, Pt(9.5)
                if at in block.numeric:
                    cell.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.RIGHT
        head = made.rows[0]._tr.get_or_add_trPr()
        head.append(OxmlElement("w:tblHeader"))  # repeated on each page, and read out as the head

    def _paragraph(self, line: Line, style: str = "") -> WordParagraph:
        made = self._made.add_paragraph(style=style if style in self._names else None)
        for span in line:
            run = made.add_run(span.text)
            run.bold, run.italic = span.is_strong or None, span.is_emphasis or None
            if span.href:
                link = OxmlElement("w:hyperlink")
                link.set(qn("r:id"), made.part.relate_to(span.href, RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
                run.font.underline = True
                link.append(run._r)
                made._p.append(link)
        return made


def _dated(made: io.BytesIO) -> bytes:
    """Return a file of ZIP without the time at which it was written."""
    out = io.BytesIO()
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name, _ZIP_DAY), old.read(name), zipfile.ZIP_DEFLATED)
    return out.getvalue()
