"""Choose the reader of a document, by what its bytes say and by the end of its name."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path

from kg.documents import front_matter, html, markdown
from kg.documents.model import Document
from kg.documents.source_text import SourceText, clean, decode
from kg.errors import Problem, ReadError

MAX_BYTES = 64 << 20

MARKDOWN = "text/markdown"
HTML = "text/html"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PDF = "application/pdf"

SUFFIXES = {
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".txt": MARKDOWN,
    ".qmd": MARKDOWN,
    ".rmd": MARKDOWN,
    ".html": HTML,
    ".htm": HTML,
    ".docx": DOCX,
    ".pdf": PDF,
}
"""The media type of a document by the end of its name. A plain text is read as Markdown."""

_CHARSET = re.compile(rb"charset\s{0,9}=\s{0,9}[\"']?([A-Za-z0-9_-]{1,30})")
_TEXT_ENCODING = re.compile(
    r"iso-8859-(?:[1-9]|1[03-6])|windows-125[0-8]|gb2312|gbk|gb18030|big5|shift_jis|euc-jp|euc-kr|iso-2022-jp|koi8-[ru]"
)


def read(path: Path, name: str | None = None) -> Document:
    """Read a document: Markdown, HTML, DOCX or PDF.

    Args:
        path: The file.
        name: What the document shall be called; else the path.

    Raises:
        ReadError: If the file cannot be read, is empty, too large, damaged, protected, a scan, or no document.
    """
    content = _bytes(path)
    media_type = _media_type(content, path)
    declared = _declared(content) if media_type == HTML else ""
    document = _text_document(decode(content, path, declared=declared), name or path.as_posix(), media_type, path)
    return _hashed(document, content)


def read_text(text: str, name: str, media_type: str = MARKDOWN) -> Document:
    """Read a text that is at hand as a document of a media type: Markdown or HTML.

    >>> [block.text for block in read_text("# Ada Lovelace", "ada.md")]
    ['Ada Lovelace']
    """
    document = _text_document(SourceText(clean(text)), name, media_type, Path(name))
    return _hashed(document, text.encode("utf-8", "surrogatepass"))


def _bytes(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = f"the file has {size:,} bytes; at most {MAX_BYTES:,} are read"
            raise ReadError(Problem(message, path, hint="check that it is the right file"))
        return path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check the path and its permissions")) from error


def _media_type(content: bytes, path: Path) -> str:
    """Return the media type of a file: what its first bytes say, else the end of its name."""
    start = content[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"%pdf-"):
        return PDF
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


def _text_document(source: SourceText, name: str, media_type: str, path: Path) -> Document:
    if not source.text.strip():
        raise ReadError(Problem("holds no text", path, hint="check that it is the right file"))
    head = front_matter.read(source.text, path)
    body = "\n" * head.lines + source.text.split("\n", head.lines)[-1] if head.lines else source.text
    content = html.read(body, path) if media_type == HTML else markdown.read(body, path)
    content = content._replace(head={**content.head, **head.data})
    if media_type == HTML:
        html.check_shown(content, path)
    warnings = source.warnings + head.warnings + content.warnings
    return Document(name, media_type, "", tuple(content.blocks), content.head, warnings)


def _hashed(document: Document, content: bytes) -> Document:
    return replace(document, sha256=hashlib.sha256(content).hexdigest())
