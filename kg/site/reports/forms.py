"""The forms in which documents are written, with their suffixes."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Form = Literal["markdown", "html", "pdf", "docx", "json"]
Paper = Literal["a4", "letter"]

SUFFIXES: Mapping[Form, tuple[str, ...]] = {
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm"),
    "pdf": (".pdf",),
    "docx": (".docx",),
    "json": (".json",),
}


class WrittenDocument(NamedTuple):
    """A document in a form, with remarks on what the form could not hold, a sentence each."""

    content: bytes
    remarks: tuple[str, ...] = ()
