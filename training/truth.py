"""Documents of which it is known what they say.

Four forms are read, and told apart by their keys: gold that people wrote of a document; entries of a document that
somebody pointed to; silver that was made of a person's own data, beside their documents; and labels, whose marked
fields say what the entries say.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kg.extract.documents.model import Document
from kg.extract.extraction import extract, facts_of
from kg.extract.learned.units import lines_of
from kg.profile.drafts.model import PERSON, Fact
from kg.terms.identifiers import fold
from training import pointed
from training.comparing import CHECKS, Values
from training.documents import StoredDocuments, half, is_held_out, is_readable, origins, read
from training.judging import TrueSection
from training.labels import DocumentLabels, read_labels
from training.marked import truth_of

_HEAD = 5
"""In so many blocks at its head a document says whose it is."""


class KnownDocument(NamedTuple):
    """A document with what is known of it.

    Attributes:
        group: The form of what is known: `gold`, `silver`, `labels`, or the half of the documents pointed to.
        name: What it is called there.
        path: Where it is.
        language: Its language by its code, or nothing.
        said: What it says: gold or silver as it was written, entries pointed to, or labels.
    """

    group: str
    name: str
    path: Path
    language: str
    said: Mapping[str, Any] | Sequence[Values] | DocumentLabels

    @property
    def is_unseen(self) -> bool:
        """Whether models of which 'train --held-out' leaves documents out learned nothing from it."""
        return is_held_out(self.name) if self.group == "labels" else self.group != "pointed, dev"

    def read(self) -> tuple[Sequence[Fact], Mapping[str, TrueSection]]:
        """Return what is extracted from it, and what it says; sections of which nothing is known are left out.

        Raises:
            ReadError: If it cannot be read.
        """
        if isinstance(self.said, DocumentLabels):  # the truth is in its lines: it is read once for both
            document = read(self.path)
            return list(facts_of(document)), truth_of(self.said, lines_of(document))
        if not isinstance(self.said, Mapping):
            document = read(self.path)
            return list(facts_of(document)), pointed.truth_of(self.said, document)
        if self.group == "gold":
            return extract([self.path]).facts, _of_gold(self.said)
        document = read(self.path)
        return list(facts_of(document)), _of_silver(self.said, self.path.name, document)


def known_documents(folders: Sequence[Path], stored: StoredDocuments) -> Iterator[KnownDocument]:
    """Yield the documents that are at hand and of which something is known.

    Args:
        folders: Where to look for what is known, at any depth; files of labels too.
        stored: The documents.
    """
    for path in (path for folder in folders for path in _files(folder)):
        if path.suffix == ".gz":
            yield from _labelled(read_labels(path), stored)
            continue
        if path.suffix == ".jsonl":
            if (rows := pointed.read_pointed(path)) and (file := stored.called(f"{path.stem}.*")):
                yield KnownDocument(f"pointed, {half(path.stem)}", path.stem, file, "", rows)
            continue
        said = json.loads(path.read_text("utf-8"))
        if said.get("silver"):
            yield from _silver(said, path.parent)
        elif "publications" in said and (found := stored.called(said["source"])):
            yield KnownDocument("gold", path.stem, found, said.get("language", ""), said)


def _files(folder: Path) -> Sequence[Path]:
    return [folder] if folder.is_file() else sorted((*folder.rglob("*.json"), *folder.rglob("*.jsonl")))


def _silver(said: Mapping[str, Any], folder: Path) -> Iterator[KnownDocument]:
    for each in said["documents"]:
        path = folder / each["file"]
        if is_readable(path):
            yield KnownDocument("silver", f"{folder.name}/{path.name}", path, each.get("language") or "", said)


def _labelled(several: Iterator[DocumentLabels], stored: StoredDocuments) -> Iterator[KnownDocument]:
    for labels in several:
        if path := stored.with_hash(labels.sha256):
            origin = origins().get(labels.sha256)
            yield KnownDocument("labels", labels.name, path, origin.language if origin else "", labels)


def _of_gold(said: Mapping[str, Any]) -> Mapping[str, TrueSection]:
    partial = said.get("partial", ())
    found = {section: TrueSection(said[section]) for section in CHECKS if section in said and section not in partial}
    return _of_name(said.get("name")) | found


def _of_name(name: str | None) -> dict[str, TrueSection]:
    return {PERSON: TrueSection([{"name": name}])} if name else {}


def _of_silver(said: Mapping[str, Any], name: str, document: Document) -> Mapping[str, TrueSection]:
    """Return what a person's data say of one of their documents, which may say more than they do."""
    said = {**said, **said.get("by_document", {}).get(name, {})}
    found = {section: said[section] for section in CHECKS if section in said}
    found["publications"] = [{**work, "is_elsewhere": True} for work in said["publications"] if name in work["in"]]
    entries = {section: TrueSection(entries, is_complete=False) for section, entries in found.items() if entries}
    head = fold(" ".join(block.text for block in document.blocks[:_HEAD]))
    is_named = fold(said.get("name") or "") in head  # it may have been taken out
    return (_of_name(said.get("name")) if is_named else {}) | entries
