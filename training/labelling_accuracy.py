"""How well models label: the kinds of lines, and the fields of references and of entries."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kg.base.errors import ReadError
from kg.extract.learned import entries
from kg.extract.learned.tokens import spans
from training.documents import StoredDocuments
from training.extraction import reading_with
from training.labels import DocumentLabels
from training.references import TESTED, references
from training.sequences import LINES, MODELS, LabelledList, LabelledSequence, sequences_of
from training.tables import RightCount

ALL = "all"

Place = tuple[str, int, int]
"""A label, and the first and the last but one of what it is given to."""


def accuracy(
    labels: Sequence[DocumentLabels],
    stored: StoredDocuments,
    citations: Path | None,
    models: Path | None,
) -> Iterator[tuple[str, str, RightCount]]:
    """Yield for each model, and each label of it, how many are right: lines by kind, fields as whole stretches.

    Args:
        labels: What somebody labelled.
        stored: The documents.
        citations: The folder of labelled references, if any; what is kept for testing is used.
        models: The folder of the models; else those of the package.
    """
    tasks = [(each, path) for each in labels if (path := stored.with_hash(each.sha256))]
    counts: dict[str, Counter[tuple[str, str]]] = {name: Counter() for name in (*MODELS, "references")}
    with reading_with(models):
        for task in tasks:
            for name, found in _of_document(*task).items():
                counts[name].update(found)
        if citations is not None:
            counts["references"].update(_counted(references(citations, TESTED)).get("works", Counter()))
    for name, found in counts.items():
        for label in sorted({label for _, label in found}):
            right, proposed, wanted = (found[what, label] for what in ("right", "proposed", "wanted"))
            yield name, label, RightCount(right, proposed, wanted)


def _of_document(labels: DocumentLabels, path: Path) -> dict[str, Counter[tuple[str, str]]]:
    try:
        return _counted(sequences_of(labels, path))
    except ReadError:
        return {}


def _counted(sequences: Iterable[LabelledSequence | LabelledList]) -> dict[str, Counter[tuple[str, str]]]:
    """Count by model how many of each label are wanted, proposed and right."""
    counts: dict[str, Counter[tuple[str, str]]] = {}
    for each in sequences:
        found = counts.setdefault(each.model, Counter())
        for wanted, proposed in _labelled(each):
            for what, several in (("wanted", wanted), ("proposed", proposed), ("right", wanted & proposed)):
                found.update((what, label) for place in several for label in (place[0], ALL))
    return counts


def _labelled(each: LabelledSequence | LabelledList) -> Iterator[tuple[set[Place], set[Place]]]:
    """Yield what there is, and what the models find: kinds of lines, or fields of each entry of a list."""
    if isinstance(each, LabelledSequence):
        yield _kinds(each.labels), _kinds(entries.model(LINES).tag(each.items))
    else:
        found = entries.labels_of([tokens for tokens, _ in each.entries], each.kind, each.owner)
        for (_, labels), (named, _) in zip(each.entries, found, strict=True):
            yield set(spans(labels)), set(spans(named))


def _kinds(labels: Sequence[str]) -> set[Place]:
    return {(label.partition(".")[0], index, index + 1) for index, label in enumerate(labels)}
