"""Choose the reader of a document by its bytes and its suffix."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.extract.documents import docx, html, latex, markdown, pdf
from kg.extract.documents.model import MAX_TEXT, Document, ReaderOutput
from kg.extract.documents.source_text import DecodedText, clean, decode
from kg.extract.front_matter import body_of, read_front_matter

MAX_BYTES = 64 << 20

LATEX = "application/x-tex"
MARKDOWN = "text/markdown"
HTML = "text/html"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PDF = "application/pdf"

SUFFIXES = {
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".txt": MARKDOWN,
    ".tex": LATEX,
    ".latex": LATEX,
    ".qmd": MARKDOWN,
    ".rmd": MARKDOWN,
    ".html": HTML,
    ".htm": HTML,
    ".docx": DOCX,
    ".pdf": PDF,
}
"""The media type of a document by the end of its name. A plain text is read as Markdown."""

_BINARY: Mapping[str, Callable[[bytes, Path], ReaderOutput]] = {DOCX: docx.read, PDF: pdf.read}

_CHARSET = re.compile(rb"charset\s{0,9}=\s{0,9}[\"']?([A-Za-z0-9_-]{1,30})")
_TEXT_ENCODING = re.compile(
    r"iso-8859-(?:[1-9]|1[03-6])|windows-125[0-8]|gb2312|gbk|gb18030|big5|shift_jis|euc-jp|euc-kr|iso-2022-jp|koi8-[ru]"
)


def read(path: Path, name: str | None = None) -> Document:
    """Read a document: Markdown, HTML, LaTeX, DOCX or PDF; of one that is too long for a CV only the first part.

    Args:
        path: The file.
        name: What the document shall be called; else the path.

    Raises:
        ReadError: If the file cannot be read, is empty, too large, damaged, protected, a scan, or no document.
    """
    content = _bytes(path)
    name = name or path.as_posix()
    media_type = _media_type(content, path)
    if reader := _BINARY.get(media_type):
        return _hashed(_document(name, media_type, reader(content, path), path), content)
    declared = _declared(content) if media_type == HTML else ""
    return _hashed(_text_document(decode(content, path, declared=declared), name, media_type, path), content)


def read_text(text: str, name: str, media_type: str = MARKDOWN) -> Document:
    """Read a text that is at hand as a document of a media type: Markdown or HTML.

    >>> [block.text for block in read_text("# Ada Lovelace", "ada.md")]
    ['Ada Lovelace']
    """
    document = _text_document(DecodedText(clean(text)), name, media_type, Path(name))
    return _hashed(document, text.encode("utf-8", "surrogatepass"))


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)  # a pipe does not say how much will come
        if len(content) > MAX_BYTES:
            message = f"the file has {max(len(content), path.stat().st_size):,} bytes; at most {MAX_BYTES:,} are read"
            raise ReadError(Problem(message, path, hint="check that it is the right file"))
        return content
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check the path and its permissions")) from error


def _media_type(content: bytes, path: Path) -> str:
    """Return the media type of a file: what its first bytes say, else the end of its name."""
    start = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"%pdf-"):
        return PDF
    if start.startswith(b"\xd0\xcf\x11\xe0"):
        message = "is a Word document of the old format, or protected by a password"
        raise ReadError(Problem(message, path, hint="save it as DOCX or PDF, without a password"))
    if start.startswith(b"pk\x03\x04"):
        return DOCX
    by_name = SUFFIXES.get(path.suffix.lower())
    if by_name in (None, MARKDOWN) and start.startswith((b"<!doctype html", b"<html")):
        return HTML
    return by_name or MARKDOWN


def _declared(content: bytes) -> str:
    """Return the encoding that a page declares, if it is one that text is written in."""
    match = _CHARSET.search(content, 0, 4096)
    name = match[1].decode("ascii").lower() if match else ""
    return name if _TEXT_ENCODING.fullmatch(name) else ""


def _text_document(source: DecodedText, name: str, media_type: str, path: Path) -> Document:
    if not source.text.strip():
        raise _nothing(path)
    if media_type == LATEX or (media_type == MARKDOWN and latex.is_latex(source.text)):
        content = latex.read(source.text, path)
        return replace(_document(name, LATEX, content, path), warnings=source.warnings + content.warnings)
    front = read_front_matter(source.text, path)
    body, data = body_of(source.text, front), front.head.data or {}
    content = html.read(body, path) if media_type == HTML else markdown.read(body, path)
    if media_type == HTML and not data:
        html.check_shown(content, path)
    warnings = source.warnings + front.warnings + content.warnings
    return Document(name, media_type, "", tuple(content.blocks), {**content.head, **data}, warnings, head=front.head)


def _document(name: str, media_type: str, content: ReaderOutput, path: Path) -> Document:
    if not content.blocks:
        raise _nothing(path)
    blocks = tuple(content.blocks)
    return Document(name, media_type, "", blocks, content.head, content.warnings, content.layout, content.printed)


def _nothing(path: Path) -> ReadError:
    return ReadError(Problem("holds no text", path, hint="check that it is the right file"))


def _hashed(document: Document, content: bytes) -> Document:
    return replace(_bounded(document), sha256=hashlib.sha256(content).hexdigest())


def _bounded(document: Document) -> Document:
    """Return a document without what lies behind `MAX_TEXT` characters, with a warning that says where it ends."""
    total = 0
    for index, block in enumerate(document.blocks):
        total += len(block.text)
        if total > MAX_TEXT:
            message = f"only the first {MAX_TEXT:,} characters are looked at"
            problem = Problem(message, Path(document.name), block.lines[0], hint="split it, if it is one CV")
            return replace(document, blocks=document.blocks[:index], warnings=(*document.warnings, problem))
    return document
