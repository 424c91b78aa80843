"""DOCX is read by its styles; a line is a paragraph as a reader counts them."""

import zipfile
from pathlib import Path

import docx
import pytest

from kg.base.errors import ReadError
from kg.extract.documents.docx import MAX_PART
from kg.extract.documents.model import TextRun
from kg.extract.documents.reading import read


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cv.docx"


def test_styles_become_blocks(path: Path) -> None:
    document = docx.Document()
    document.add_heading("Ada Lovelace", 0)
    document.add_heading("Education", 1)
    document.add_paragraph("")
    document.add_paragraph("Advisor", style="List Bullet")
    document.add_paragraph("Thesis", style="List Bullet 2")
    document.add_paragraph("First", style="List Number")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "1843", "Notes"
    document.save(str(path))
    found = [(block.kind, block.text, block.level, block.depth, block.marker, block.lines) for block in read(path)]
    assert found == [
        ("heading", "Ada Lovelace", 1, 0, "", (1, 1)),
        ("heading", "Education", 1, 0, "", (2, 2)),
        ("item", "Advisor", 0, 1, "", (3, 3)),
        ("item", "Thesis", 0, 2, "", (4, 4)),
        ("item", "First", 0, 1, "1.", (5, 5)),
        ("row", "1843\tNotes", 0, 0, "", (6, 7)),
    ]


def test_runs_keep_their_style_tabs_and_breaks(path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph()
    paragraph.add_run("London\t1830").bold = True
    paragraph.add_run("*").font.superscript = True
    paragraph.add_run().add_break()
    paragraph.add_run("Ada").underline = True
    document.save(str(path))
    assert read(path).blocks[0].runs == (
        TextRun("London\t1830", 1, bold=True),
        TextRun("*", 1, raised=True),
        TextRun("\n", 1),
        TextRun("Ada", 1, italic=True),
    )


WORDS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "holds no text"),
        (b"PK\x03\x04" + bytes(100), "cannot be read as DOCX"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1000), "old format"),
        ({"mimetype": b"application/vnd.oasis.opendocument.text"}, "no Word document"),
        ({"word/document.xml": b" " * (MAX_PART + 1)}, "unpacks to more than"),
        ({"word/document.xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}, "declares entities"),
        ({"word/document.xml": b"<w:document xmlns:w='x'>" + b"<w:p>" * 20_000}, "cannot be read as DOCX"),
    ],
    ids=["empty", "damaged", "old", "another ZIP file", "a bomb", "entities", "without end"],
)
def test_what_cannot_be_read_is_an_error_that_says_why(
    path: Path, content: bytes | dict[str, bytes] | None, message: str
) -> None:
    if content is None:
        docx.Document().save(str(path))
    elif isinstance(content, bytes):
        path.write_bytes(content)
    else:
        write(path, content)
    with pytest.raises(ReadError, match=message):
        read(path)


def test_deep_xml_is_an_error(path: Path) -> None:
    docx.Document().save(str(path))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    deep = b"<w:p><w:r>" * 3000 + b"</w:r></w:p>" * 3000
    parts["word/document.xml"] = f"<w:document xmlns:w='{WORDS}'><w:body>".encode() + deep + b"</w:body></w:document>"
    write(path, parts)
    with pytest.raises(ReadError, match="cannot be read as DOCX"):
        read(path)


def write(path: Path, parts: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
