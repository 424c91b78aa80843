"""Measure the extractor, and make its models again: `python -m training COMMAND --help`."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.extract import confidence
from training import measuring
from training.documents import StoredDocuments, is_held_out
from training.extraction import judged_documents
from training.fitting import fit
from training.labels import read_labels
from training.provenance import feature_hashes, sha256_of
from training.sequences import MODELS
from training.tables import SURE, SURER, table
from training.truth import known_documents

_GOLD = "folder of gold, of entries pointed to or of labels; may be repeated"


def judge(asked: argparse.Namespace) -> int:
    """Print what is right of what is extracted from documents with known truth."""
    known = list(known_documents(asked.gold, StoredDocuments(asked.documents)))
    if asked.held_out:
        known = [each for each in known if is_held_out(each.name)]
    if not known:
        sys.stderr.write("error: no document is known\n\nhint: check --gold and --documents\n")
        return 1
    found = list(judged_documents(known, asked.models))
    sys.stdout.writelines(f"{line}\n" for line in table(found))
    return 0


def _judge_options(parser: argparse.ArgumentParser) -> None:
    _document_options(parser)
    add: Callable[..., Any] = parser.add_argument
    add("--gold", type=Path, action="append", required=True, help=_GOLD)
    add("--held-out", action="store_true", help="only documents that 'train --held-out' leaves out")
    add("--models", type=Path, help="folder of models to read with instead of those of the package")


def measure(asked: argparse.Namespace) -> int:
    """Measure how often values are right by the way they are found: the table of the package, and of its page.

    Only documents count that 'train --held-out' leaves out; they are read with the models that it makes.
    """
    known = [each for each in known_documents(asked.gold, StoredDocuments(asked.documents)) if each.is_unseen]
    vars(confidence)["LEAST"] = 0.0  # what is not believed is measured too
    claims = list(measuring.claims(judged_documents(known, asked.models)))
    asked.out.write_text("".join(f"{line}\n" for line in measuring.lines(measuring.shares(claims))), encoding="utf-8")
    report = "".join(f"{line}\n" for line in measuring.report(measuring.left_out(claims), (SURER, SURE)))
    head, mark, _ = asked.page.read_text("utf-8").partition(measuring.MARK)
    asked.page.write_text(f"{head}{mark}\n{report}", encoding="utf-8")
    sys.stdout.write(report)
    return 0


def _measure_options(parser: argparse.ArgumentParser) -> None:
    _document_options(parser)
    add: Callable[..., Any] = parser.add_argument
    add("--gold", type=Path, action="append", required=True, help=_GOLD)
    add("--models", type=Path, required=True, help="folder of models made by 'train --held-out'")
    add("--out", type=Path, default=Path("kg/extract/tables/confidence.tsv"), help="the table to write")
    add("--page", type=Path, default=Path("docs/confidence.md"), help="the page whose figures are written")


def train(asked: argparse.Namespace) -> int:
    """Make the models again, of labels and of the documents that they are about; print their rows for features.tsv."""
    labels = [each for path in sorted(asked.labels.glob("*.jsonl.gz")) for each in read_labels(path)]
    if asked.held_out:
        labels = [each for each in labels if not is_held_out(each.name)]
    only = asked.only or MODELS
    sources = StoredDocuments(asked.documents), asked.citations, asked.records
    fit(labels, *sources, asked.out, only=only)
    made = [name for name in MODELS if (asked.out / f"{name}.crfsuite").is_file()]
    hashes = feature_hashes()
    rows = (f"{name}\t{hashes[name]}\t{sha256_of(asked.out / f'{name}.crfsuite')}\n" for name in made)
    sys.stdout.writelines(rows)
    return 0


def _train_options(parser: argparse.ArgumentParser) -> None:
    _document_options(parser)
    add: Callable[..., Any] = parser.add_argument
    add("--labels", type=Path, default=Path("training/labels"), help="folder of labels")
    add("--citations", type=Path, help="folder of labelled references, as training/labels/README.md names them")
    add("--records", type=Path, help="file of bibliographic records, CSL-JSON a line, compressed")
    add("--held-out", action="store_true", help="leave out the documents by which models are compared")
    add("--only", choices=MODELS, action="append", help="make this model alone; may be repeated")
    add("--out", type=Path, default=Path("build/training"), help="folder of the models")


def _document_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--documents", type=Path, action="append", default=[], help="folder of the documents; may be repeated"
    )


COMMANDS: Mapping[str, tuple[Callable[[argparse.Namespace], int], Callable[[argparse.ArgumentParser], None], str]] = {
    "judge": (judge, _judge_options, "measure what is extracted from documents with known truth"),
    "measure": (measure, _measure_options, "measure how sure the package may be, and write its table"),
    "train": (train, _train_options, "make the models again"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, (run, options, about) in COMMANDS.items():
        command = commands.add_parser(name, help=about, description=run.__doc__)
        options(command)
        command.set_defaults(run=run)
    asked = parser.parse_args(arguments)
    return int(asked.run(asked))


if __name__ == "__main__":
    sys.exit(main())
