"""Extract documents with known truth and judge what comes out, in one process."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pycrfsuite

from kg.base.errors import ReadError
from kg.extract.learned import entries
from training.judging import JudgedSection, judge
from training.truth import KnownDocument

_EACH = 20
"""After so many documents it is told how far it is."""


class JudgedDocument(NamedTuple):
    """A document with what was made of it.

    Attributes:
        group: The set to which it belongs.
        name: What it is called there.
        sections: What was made of each of its sections.
        problem: Why it could not be read, or nothing.
    """

    group: str
    name: str
    sections: Sequence[JudgedSection]
    problem: str = ""


def judged(known: KnownDocument, models: Path | None) -> JudgedDocument:
    """Extract and judge one document.

    Args:
        known: The document with its truth.
        models: The folder of the models to read with; else those of the package.
    """
    try:
        with reading_with(models):
            facts, truth = known.read()
    except ReadError as error:
        return JudgedDocument(known.group, known.name, (), str(error))
    return JudgedDocument(known.group, known.name, tuple(judge(facts, truth)))


@contextmanager
def reading_with(models: Path | None) -> Iterator[None]:
    """Let the learned reader read with the models of a folder; the package knows its own alone."""
    own = entries.model
    if models is not None:
        vars(entries)["model"] = partial(_opened, models)
    try:
        yield
    finally:
        vars(entries)["model"] = own


@cache
def _opened(models: Path, name: str) -> pycrfsuite.Tagger:
    tagger = pycrfsuite.Tagger()
    tagger.open(str(models / f"{name}.crfsuite"))
    return tagger


def judged_documents(known: Sequence[KnownDocument], models: Path | None) -> Iterator[JudgedDocument]:
    """Yield all documents, judged, and tell how far it is and how much time of the processor it took."""
    begun = process_time()
    for number, each in enumerate(known, 1):
        yield (found := judged(each, models))
        if found.problem:
            sys.stderr.write(f"{found.problem}\n")
        if number % _EACH == 0 or number == len(known):
            sys.stderr.write(f"{number} of {len(known)} documents, {process_time() - begun:.1f} CPU seconds\n")
