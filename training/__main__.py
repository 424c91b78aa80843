"""Measure the extractor, and make its models again: `python -m training COMMAND --help`."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from training.documents import StoredDocuments
from training.extraction import judged_documents
from training.tables import markdown, tsv
from training.truth import known_documents


def judge(asked: argparse.Namespace) -> int:
    """Print what is right of what is extracted from documents with known truth."""
    known = list(known_documents(asked.gold, StoredDocuments(asked.documents)))
    if not known:
        sys.stderr.write("error: no document is known\n\nhint: check --gold and --documents\n")
        return 1
    found = list(judged_documents(known, asked.models, rules_only=asked.rules_only, workers=asked.workers))
    sys.stdout.writelines(f"{line}\n" for line in (tsv if asked.tsv else markdown)(found))
    return 0


def _judge_options(parser: argparse.ArgumentParser) -> None:
    add: Callable[..., Any] = parser.add_argument
    add("--gold", type=Path, action="append", required=True, help="folder of gold, silver or labels; may be repeated")
    add("--documents", type=Path, action="append", default=[], help="folder of the documents; may be repeated")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--models", type=Path, help="folder of models to read with instead of those of the package")
    which.add_argument("--rules-only", action="store_true", help="leave out what models read")
    add("--tsv", action="store_true", help="print tables for programs")
    add("--workers", type=int, default=min(2, os.cpu_count() or 1), help="processes")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    commands = parser.add_subparsers(required=True)
    judging = commands.add_parser("judge", help="measure what is extracted from documents with known truth")
    _judge_options(judging)
    judging.set_defaults(run=judge)
    asked = parser.parse_args(arguments)
    return int(asked.run(asked))


if __name__ == "__main__":
    sys.exit(main())
