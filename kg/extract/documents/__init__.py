"""Read documents as people write them: Markdown, HTML, DOCX and PDF, each as a list of blocks with lines."""

from kg.extract.documents.model import BlockKind, Document, DocumentBlock, TextRun
from kg.extract.documents.reading import SUFFIXES, read, read_text

__all__ = ["SUFFIXES", "BlockKind", "Document", "DocumentBlock", "TextRun", "read", "read_text"]
