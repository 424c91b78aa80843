"""Read documents as people write them: Markdown, HTML, DOCX and PDF, each as a list of blocks with lines."""

from kg.documents.model import Block, BlockKind, Document, Run

__all__ = ["Block", "BlockKind", "Document", "Run"]
