"""Choose the reader of a document, by what its bytes say and by the end of its name."""

import hashlib
from dataclasses import replace
from pathlib import Path

from kg.documents import front_matter, markdown
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


def read(path: Path, name: str | None = None) -> Document:
    """Read a document: Markdown, HTML, DOCX or PDF.

    Args:
        path: The file.
        name: What the document shall be called; else the path.

    Raises:
        ReadError: If the file cannot be read, is empty, too large, damaged, protected, a scan, or no document.
    """
    content = _bytes(path)
    source = decode(content, path)
    document = _text_document(source, name or path.as_posix(), MARKDOWN, path)
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


def _text_document(source: SourceText, name: str, media_type: str, path: Path) -> Document:
    if not source.text.strip():
        raise ReadError(Problem("holds no text", path, hint="check that it is the right file"))
    head = front_matter.read(source.text, path)
    body = "\n" * head.lines + source.text.split("\n", head.lines)[-1] if head.lines else source.text
    return Document(name, media_type, "", tuple(markdown.blocks(body)), head.data, source.warnings + head.warnings)


def _hashed(document: Document, content: bytes) -> Document:
    return replace(document, sha256=hashlib.sha256(content).hexdigest())
