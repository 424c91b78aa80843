"""Of what the models of the package are made, and by which features: `kg/extract/models/features.tsv`.

A model knows features by their names. Where the code yields others than those that a model was trained on, it reads
worse without saying so; a hash of what the code yields for a fixed document shows it.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path

from kg.extract.documents.reading import read_text
from kg.extract.learned import labelling
from kg.extract.learned.tokens import Styled, does, features, habits, tokens_of, with_habits
from kg.extract.learned.units import lines_of
from training.sequences import CAREER_FIELDS, LINES, MODELS, WORK_FIELDS

_OWNER = frozenset(("ada", "lovelace"))
_CV = """# Ada Lovelace

## EDUCATION

- **Ph.D. in Mathematics**, *University of London*, 2009–2013. Advisor: Mary Somerville

| 2014–present | Professor, Royal Society, London |
|---|---|
| 2013 | Prize of the Engine (£20,000) |

## Publications

1. Lovelace, A., & Babbage, C. (2013). “Notes on the Analytical Engine”. *Scientific Memoirs* 3(1), 666–731. doi:10.1/1
2. 洛夫莱斯: 分析机. In: M. Somerville (ed.), *Engines*, pp. 1–9. Paris: Gauthier, 2015 (forthcoming), with C. Babbage.

Invited talk at the Workshop on Looms, Torino, 3 May 2016; reviewer for *Nature*. https://ada.example.org
"""
_WORKS = (
    (
        Styled("Lovelace, A., & Babbage, C. (2013). “Notes on Looms”. "), Styled("Scientific Memoirs", italic=True),
        Styled(" 3(1), 666–731."),
    ),
    (Styled("Ada Lovelace", bold=True), Styled(".\nPoincaré's loom", linked=True), Styled("\tJ. Eng., to appear 2014")),
)  # fmt: skip
_FIELDS = ("author", "title", "container", "date")
_STINTS = (
    (Styled("2009–2013\tPhD in Mathematics, University of London. Supervisor: Mary Somerville"),),
    (Styled("Professor", bold=True), Styled(", Royal Society, London (2014 – present)")),
)


def feature_hashes() -> Mapping[str, str]:
    """Return for each model a hash of the features that the code yields for a fixed document."""
    seen = {
        LINES: labelling.features(lines_of(read_text(_CV, "ada.md")), _OWNER),
        WORK_FIELDS: _of_entries(_WORKS, "pub"),
        CAREER_FIELDS: _of_entries(_STINTS, "pos"),
    }
    return {name: _digest(seen[name]) for name in MODELS}


def _of_entries(entries: Sequence[Iterable[Styled]], kind: str) -> list[list[str]]:
    read = [tokens_of(runs)[1] for runs in entries]
    common = habits(does(tokens, [f"B-{name}" for name in islice(cycle(_FIELDS), len(tokens))]) for tokens in read[:1])
    rows = [features(tokens, kind, _OWNER, labelling.lexicon()) for tokens in read]
    return [item for row, tokens in zip(rows, read, strict=True) for item in with_habits(row, tokens, common)]


def _digest(items: Iterable[Iterable[str]]) -> str:
    """Return a hash of the features of some items; their order within an item says nothing."""
    text = "\n".join("\t".join(sorted(item)) for item in items)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def sha256_of(path: Path) -> str:
    """Return the hash of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
