"""Train the models: the same labels and documents make the same bytes, on one platform."""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pycrfsuite

from kg.base.errors import ReadError
from training.documents import StoredDocuments
from training.grammar import written_lists
from training.labels import DocumentLabels
from training.made import made_lists
from training.references import references
from training.sequences import CAREER_FIELDS, LINES, MODELS, WORK_FIELDS, LabelledList, LabelledSequence, sequences_of

SETTINGS: Mapping[str, Mapping[str, float]] = {
    LINES: {"c1": 0.2, "c2": 0.1, "max_iterations": 90},
    WORK_FIELDS: {"c1": 0.2, "c2": 0.02, "max_iterations": 60, "feature.minfreq": 2},
    CAREER_FIELDS: {"c1": 0.15, "c2": 0.05, "max_iterations": 60, "feature.minfreq": 2},
}
"""How each model is trained by L-BFGS: c1 leaves out features, c2 keeps weights small."""


MADE_LISTS = 700
"""So many lists are made beside those that somebody wrote."""


def fit(
    labels: Sequence[DocumentLabels],
    stored: StoredDocuments,
    citations: Path | None,
    records: Path | None,
    out: Path,
    *,
    only: Sequence[str] = MODELS,
) -> None:
    """Write the models to a folder.

    Args:
        labels: The labels; documents that are not at hand are passed over.
        stored: The documents.
        citations: The folder of labelled references, if any.
        records: The file of bibliographic records, if any.
        out: Where the models go.
        only: The models to make.
    """
    trainers = {name: _trainer(name) for name in only}
    chances = {name: random.Random(name) for name in only}  # noqa: S311
    counts = Counter[str]()
    everything = _everything(labels, stored, citations, records)
    for each in (each for each in everything if each.model in trainers):
        for items, names in each.shown(chances[each.model]):
            trainers[each.model].append(items, names)
            counts[each.model] += len(names)
    out.mkdir(parents=True, exist_ok=True)
    for name in (name for name in only if counts[name]):
        sys.stderr.write(f"{name}: {counts[name]:,} items\n")
        trainers[name].train(str(out / f"{name}.crfsuite"))


def _trainer(name: str) -> pycrfsuite.Trainer:
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params(dict(SETTINGS[name]))
    return trainer


def _everything(
    labels: Sequence[DocumentLabels],
    stored: StoredDocuments,
    citations: Path | None,
    records: Path | None,
) -> Iterator[LabelledSequence | LabelledList]:
    """Yield all that is learned from, always in one order."""
    tasks = [(each, path) for each in labels if (path := stored.with_hash(each.sha256))]
    sys.stderr.write(f"{len(tasks)} of {len(labels)} labelled documents are at hand\n")
    missing = (each.name for each in labels if stored.with_hash(each.sha256) is None)
    sys.stderr.writelines(f"not at hand, so the model is another one: {name}\n" for name in missing)
    for task in tasks:
        yield from _of_document(*task)
    if citations is not None:
        yield from references(citations)
    if records is not None:
        yield from written_lists(records)
    if tasks:
        yield from made_lists(MADE_LISTS)


def _of_document(labels: DocumentLabels, path: Path) -> list[LabelledSequence | LabelledList]:
    try:
        return list(sequences_of(labels, path))
    except ReadError:
        return []
