"""Documents of which it is known what they say.

Four forms are read, and told apart by their keys: gold that people wrote of a document; entries of a document that
somebody pointed to; labels, whose marked fields say what the entries say; and whose some documents are.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kg.extract.extraction import extract, facts_of
from kg.extract.learned.units import lines_of
from kg.profile.drafts.model import PERSON, Fact
from kg.terms.identifiers import fold
from training import pointed
from training.comparing import CHECKS, Values
from training.documents import StoredDocuments, half, is_held_out, is_readable, read
from training.judging import TrueSection
from training.labels import DocumentLabels, read_labels
from training.marked import truth_of

_HEAD = 5
"""In so many blocks at its head a document says whose it is."""


class KnownDocument(NamedTuple):
    """A document with what is known of it.

    Attributes:
        group: The form of what is known: `gold`, `labels`, `person`, or the half of the documents pointed to.
        name: What it is called there.
        path: Where it is.
        said: What it says: gold as it was written, entries pointed to, or labels.
    """

    group: str
    name: str
    path: Path
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
        if self.group == "gold" and isinstance(self.said, Mapping):  # may be of a folder
            return extract([self.path]).facts, _of_gold(self.said)
        document = read(self.path)
        if isinstance(self.said, Mapping):
            head = fold(" ".join(block.text for block in document.blocks[:_HEAD]))
            is_named = fold(self.said["name"] or "") in head  # it may have been taken out
            return list(facts_of(document)), _of_gold(self.said) if is_named else {}
        if isinstance(self.said, DocumentLabels):
            return list(facts_of(document)), truth_of(self.said, lines_of(document))
        return list(facts_of(document)), pointed.truth_of(self.said, document)


def known_documents(folders: Sequence[Path], stored: StoredDocuments) -> Iterator[KnownDocument]:
    """Yield the documents that are at hand and of which something is known.

    Args:
        folders: Where to look for what is known, at any depth; files of labels too.
        stored: The documents.
    """
    for path in (path for folder in folders for path in _files(folder)):
        if path.suffix == ".gz":
            several = ((each, stored.with_hash(each.sha256)) for each in read_labels(path))
            yield from (KnownDocument("labels", each.name, file, each) for each, file in several if file)
        elif path.suffix == ".jsonl":
            if (rows := pointed.read_pointed(path)) and (file := stored.called(f"{path.stem}.*")):
                yield KnownDocument(f"pointed, {half(path.stem)}", path.stem, file, rows)
        else:
            said = json.loads(path.read_text("utf-8"))
            for file in (path.parent / each["file"] for each in said.get("documents", ()) if said.get("silver")):
                if is_readable(file):
                    yield KnownDocument("person", f"{path.parent.name}/{file.name}", file, {"name": said.get("name")})
            if {"publications", "source"} <= said.keys() and (file := stored.called(said["source"])):
                yield KnownDocument("gold", path.stem, file, said)


def _files(folder: Path) -> Sequence[Path]:
    return [folder] if folder.is_file() else sorted((*folder.rglob("*.json"), *folder.rglob("*.jsonl")))


def _of_gold(said: Mapping[str, Any]) -> Mapping[str, TrueSection]:
    partial = said.get("partial", ())
    found = {section: TrueSection(said[section]) for section in CHECKS if section in said and section not in partial}
    return {PERSON: TrueSection([{"name": said["name"]}]), **found} if said.get("name") else found
