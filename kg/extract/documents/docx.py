"""Read DOCX as blocks: mammoth makes plain HTML of it by its styles, and that is read like any page.

A line of such a document is a paragraph with text, as a reader counts them; those in tables count too.
"""

import io
import re
import zipfile
import zlib
from pathlib import Path
from xml.parsers.expat import ExpatError

import mammoth

from kg.base.errors import Problem, ReadError
from kg.extract.documents import html
from kg.extract.documents.model import ReaderOutput
from kg.extract.documents.source_text import clean

MAX_PART = 8 << 20
"""A part of the document, unpacked, has at most so many bytes; 300 pages of text have fewer."""

MAX_PARTS = 64 << 20
"""All such parts together."""

_MAX_PARTS = 5000
_DOCUMENT = "word/document.xml"
_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='List Bullet'] => ul > li:fresh
p[style-name='List Bullet 2'] => ul|ol > li > ul > li:fresh
p[style-name='List Bullet 3'] => ul|ol > li > ul|ol > li > ul > li:fresh
p[style-name='List Number'] => ol > li:fresh
p[style-name='List Number 2'] => ul|ol > li > ol > li:fresh
u => u
"""
_PARAGRAPH = re.compile(r"<(?:p|h[1-6]|li)(?=[ >])")
_BROKEN = (
    zipfile.BadZipFile, zlib.error, ExpatError, EOFError, OSError, KeyError, IndexError, ValueError, AttributeError,
    TypeError, NotImplementedError, RuntimeError,
)  # fmt: skip
"""What broken files make zipfile, the parser of XML and mammoth raise; too deep ones a RecursionError."""


def read(content: bytes, path: Path) -> ReaderOutput:
    """Return the content of a DOCX file.

    Raises:
        ReadError: If it is no DOCX file, is damaged, or unpacks to more than any CV.
    """
    try:
        _check(content, path)
        source = mammoth.convert_to_html(
            _light(content),
            style_map=_STYLES,
            include_embedded_style_map=False,
            convert_image=mammoth.images.img_element(lambda _: {}),
        ).value
    except _BROKEN as error:
        message = f"cannot be read as DOCX: {error or type(error).__name__}"
        hint = "open it in a word processor and save it as DOCX again, or as PDF"
        raise ReadError(Problem(message, path, hint=hint)) from error
    page = _PARAGRAPH.sub(r"\n\g<0>", clean(source).replace("\n", " ")).removeprefix("\n")
    return html.read(page, path, keep_tabs=True)._replace(head={})


def _check(content: bytes, path: Path) -> None:
    """Refuse what is no DOCX file, or would fill the memory."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
        if _DOCUMENT not in {part.filename for part in parts}:
            hint = "give a CV as Markdown, HTML, DOCX, PDF or plain text"
            raise ReadError(Problem("is a ZIP file, but no Word document", path, hint=hint))
        texts = [part for part in parts if part.filename.endswith((".xml", ".rels"))]
        if len(parts) > _MAX_PARTS or any(part.file_size > MAX_PART for part in texts):
            message = f"unpacks to more than {MAX_PART:,} bytes of text"
            raise ReadError(Problem(message, path, hint="check that it is the right file"))
        if sum(part.file_size for part in texts) > MAX_PARTS:
            message = f"unpacks to more than {MAX_PARTS:,} bytes of text"
            raise ReadError(Problem(message, path, hint="check that it is the right file"))
        if any(b"<!DOCTYPE" in archive.read(part).replace(b"\0", b"") for part in texts):  # in UTF-16 too
            raise ReadError(Problem("declares entities, as no word processor does", path, hint="save it anew"))


def _light(content: bytes) -> io.BytesIO:
    """Return the file without pictures."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as full, zipfile.ZipFile(made, "w") as light:
        for part in full.infolist():
            if part.filename.endswith((".xml", ".rels")):
                light.writestr(part.filename, full.read(part))
    return made
