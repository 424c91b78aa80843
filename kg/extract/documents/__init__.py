"""Read documents as people write them: Markdown, HTML, DOCX and PDF, each as a list of blocks with lines."""

from kg.extract.documents.model import Block, BlockKind, Document, Run
from kg.extract.documents.reading import SUFFIXES, read, read_text

__all__ = ["SUFFIXES", "Block", "BlockKind", "Document", "Run", "read", "read_text"]
