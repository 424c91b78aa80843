"""References that others labelled, as the model of works learns them.

Each set calls the parts of a reference by names of its own. What has no counterpart is learned as a part of nothing.
"""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from kg.extract.learned.tokens import Styled, tokens_of
from training.sequences import LabelledList, token_labels

_ANYSTYLE = {
    "author": "author", "title": "title", "journal": "container", "container-title": "container", "date": "date",
    "editor": "editor", "pages": "pages", "volume": "volume", "publisher": "publisher", "location": "place",
    "collection-title": "series", "url": "id", "doi": "id", "isbn": "id", "note": "note",
}  # fmt: skip
_GROBID = {
    "author": "author", "title:a": "title", "title:m": "container", "title:j": "container", "title:s": "series",
    "date": "date", "editor": "editor", "scope:pp": "pages", "scope:page": "pages", "scope:pages": "pages",
    "scope:vol": "volume", "scope:volume": "volume", "scope:issue": "issue", "pubPlace": "place", "pubplace": "place",
    "publisher": "publisher", "ptr:web": "id", "idno": "id", "idno:DOI": "id", "idno:arxiv": "id", "idno:arXiv": "id",
    "idno:PMID": "id", "idno:PMC": "id", "idno:ISBN": "id", "idno:ISSN": "id", "note": "note",
}  # fmt: skip
_LINKED_BOOKS = {
    "author": "author", "title": "title", "publicationplace": "place", "publisher": "publisher", "year": "date",
    "date": "date", "pagination": "pages", "volume": "volume", "series": "series",
}  # fmt: skip


class ReferenceSet(NamedTuple):
    """A file of labelled references.

    Attributes:
        name: Its name, without the suffix.
        names: What our model calls the parts.
        every: Of so many references one is learned from.
    """

    name: str
    names: Mapping[str, str]
    every: int = 1


LEARNED = (
    ReferenceSet("grobid-citation", _GROBID, 8), ReferenceSet("anystyle-core", _ANYSTYLE, 2),
    ReferenceSet("anystyle-good", _ANYSTYLE, 8), ReferenceSet("anystyle-ugly", _ANYSTYLE, 8),
    ReferenceSet("linkedbooks-train", _LINKED_BOOKS, 16),
)  # fmt: skip
"""Whose licences allow it: Apache-2.0, BSD-2-Clause, CC BY 4.0."""

_LIST = 12
"""So many references of one source are taken for a list."""


def references(folder: Path, sets: Sequence[ReferenceSet] = LEARNED) -> Iterator[LabelledList]:
    """Yield the references of some sets, as far as a folder has them."""
    for each in sets:
        path = folder / f"{each.name}.jsonl.gz"
        if path.is_file():
            with gzip.open(path, "rt", encoding="utf-8") as file:
                records = (record for line in file if _is_usable(record := json.loads(line), each))
                yield from _sequences(islice(records, 0, None, each.every), each.names)


def _is_usable(record: Mapping[str, Any], of: ReferenceSet) -> bool:
    """Say whether a record is one whole reference: sets of footnotes have pieces, and shelf marks of archives."""
    if of.names is not _LINKED_BOOKS:
        return True
    names = [name for _, _, name in record["spans"] if not name.startswith("REF:")]
    return names.count("title") == 1 and names.count("author") == 1 and len(names) > 3 and set(names) <= set(of.names)


def _sequences(records: Iterator[Mapping[str, Any]], names: Mapping[str, str]) -> Iterator[LabelledList]:
    for source, several in groupby(records, key=lambda record: record["source"]):
        listed = list(several)
        size = _LIST if ".xml" in source else 1
        for begin in range(0, len(listed), size):
            yield _list_of(listed[begin : begin + size], names)


def _list_of(records: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> LabelledList:
    read = [(record, tokens_of([Styled(record["text"])])[1]) for record in records]
    labelled = [
        (tokens, token_labels([token.start for token in tokens], _fields(record, names)))
        for record, tokens in read
        if tokens
    ]
    return LabelledList("pub", labelled)


def _fields(record: Mapping[str, Any], names: Mapping[str, str]) -> list[tuple[str, int, int]]:
    """Return the parts of a reference, without the signs around them, which are of no part here.

    The name of a book is its title where no article is in it.
    """
    text, spans = record["text"], record["spans"]
    is_book = not any(name == "title:a" for _, _, name in spans)
    called = {**names, "title:m": "title"} if is_book and "title:m" in names else names
    trimmed = ((called[name], *_trimmed(text, begin, end)) for begin, end, name in spans if name in called)
    return [(name, begin, end) for name, begin, end in trimmed if begin < end]


def _trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    while begin < end and not text[begin].isalnum():
        begin += 1
    while end > begin and not (text[end - 1].isalnum() or text[end - 1] in "?!"):
        end -= 1
    return begin, end
