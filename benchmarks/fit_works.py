"""Fit the weights of works, `[work]` of `kg/identity/weights.toml`, to labelled pairs, and print them in bits.

    python benchmarks/fit_works.py --pairs train.txt --catalogues DBLP_ACM_DIR [--prior -2]

A logistic regression of kg's own features of pairs (`kg.identity.work_scores`), whose weights keep the sign that their
meaning gives them. Of the pairs three fifths are learned from, two fifths judge. Needs numpy.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from aminer import publications
from dblp_acm import CATALOGUES, publication, rows, true_pairs
from scholar import Labelled, corpus_of, entry, read_pairs
from scripts import arguments

from kg.identity.person_scores import weights
from kg.identity.work_scores import WorkPair, WorkScores
from kg.identity.works import candidates, look_of
from kg.profile.titles import Likeness, Title, letters_alike, likeness

STATED = (
    *("shared_id", "id_elsewhere", "one_list", "other_imprint", "other_issue", "other_doi", "same_people"),
    *("conference_and_journal", "title_cited", "replaced_word", "added_word", "other_title_elsewhere", "far_year"),
    *("author", "same_year", "same_venue"),
    "no_authors",
)
"""What is a rule, or does not occur in the pairs."""
_POSITIVE = ("title_word", "close_word", "letters", "last_letters", "author", "names_alike", "same_year", "same_venue")
_NEGATIVE = ("some_authors", "unlisted_authors", "next_year", "near_year", "far_year", "other_venue")
SIGNS = dict.fromkeys(_POSITIVE, 1) | dict.fromkeys(_NEGATIVE, -1)
"""The signs that weights keep whatever the pairs say."""
_SLIPS = 0.93
"""The share of letters from which two titles of one person may be one with a slip."""


class Table(NamedTuple):
    """Pairs as rows of features; whether each is one work, and how much it counts."""

    x: np.ndarray
    y: np.ndarray
    weight: np.ndarray


def table(labelled: Iterable[tuple[Labelled, float]], kinds: Sequence[str]) -> tuple[Table, int]:
    """Return the pairs whose titles are alike, and how many of one work are not among them."""
    place = {kind: number for number, kind in enumerate(kinds)}
    rows, labels, counts, missed = [], [], [], 0
    for each, weight in labelled:
        scores = WorkScores(each.corpus)
        for pair in sorted(each.one | each.two):
            found = scores.features(WorkPair(each.corpus, *pair))
            if not found:
                missed += pair in each.one
                continue
            row = np.zeros(len(kinds))
            for name, amount in found:
                row[place[name]] = amount
            rows.append(row)
            labels.append(pair in each.one)
            counts.append(weight)
    return Table(np.array(rows), np.array(labels, float), np.array(counts)), missed


def fit(pairs: Table, kinds: Sequence[str], ridge: float, known: Mapping[str, float]) -> np.ndarray:
    """Return the weights in bits, by projected gradients with momentum; those that are known stay."""
    stated = np.array([kind in known for kind in kinds])
    sign = np.array([SIGNS.get(kind, 0) for kind in kinds])
    fixed = np.array([known.get(kind, 0.0) * log(2) for kind in kinds])
    x, total = pairs.x, pairs.weight.sum()
    shrink = np.array([0.0 if kind == "prior" else ridge for kind in kinds])
    step = 1 / (0.25 * np.linalg.eigvalsh((x * pairs.weight[:, None]).T @ x / total)[-1] + ridge)
    found = old = fixed.copy()
    for turn in range(1, 20_000):
        ahead = found + (turn - 1) / (turn + 2) * (found - old)
        error = 1 / (1 + np.exp(-np.clip(x @ ahead, -50, 50))) - pairs.y
        old, found = found, ahead - step * (x.T @ (error * pairs.weight) / total + shrink * ahead)
        found = np.where(found * sign < 0, 0.0, np.where(stated, fixed, found))
    bits: np.ndarray = found / log(2)
    return bits


def read_catalogues(folder: Path, part: range) -> Labelled:
    """Return the pairs of ACM and DBLP that kg compares, of three or two fifths of the entries of ACM."""
    catalogues = {name: list(rows(folder / file)) for name, file in CATALOGUES.items()}
    catalogues["acm"] = [row for row in catalogues["acm"] if sha256(row["id"].encode()).digest()[0] % 5 in part]
    corpus = corpus_of([publication(row) for row in several] for several in catalogues.values())
    ids = [row["id"] for several in catalogues.values() for row in several]
    true = true_pairs(folder)
    looks = [look_of(work, corpus.persons) for work in corpus.works]
    found = set(candidates(corpus.titles, [work.ids for work in corpus.works], looks))
    between = {pair for pair in found if pair[0] < len(catalogues["acm"]) <= pair[1]}
    one = {pair for pair in between if (ids[pair[0]], ids[pair[1]]) in true}
    return Labelled(corpus, one, between - one)


def read_lists(folder: Path, part: range) -> Labelled:
    """Return pairs of one person's publications whose titles are alike but differ in words: they are two works."""
    fields = (each for path in sorted(folder.glob("*.xml")) for each in publications(path))
    found = dict.fromkeys(tuple(each[key] for key in ("title", "authors", "jconf", "year")) for each in fields)
    several = [each for each in found if each[0]]
    corpus = corpus_of([entry(*each)] for each in several if sha256(each[1].encode()).digest()[0] % 5 in part)
    looks = [look_of(work, corpus.persons) for work in corpus.works]
    pairs = candidates(corpus.titles, [work.ids for work in corpus.works], looks)
    return Labelled(
        corpus, set(), {pair for pair in pairs if _differ_in_words(*(corpus.titles[each][0] for each in pair))}
    )


def _differ_in_words(one: Title, other: Title) -> bool:
    return likeness(one, other) not in (Likeness.EQUAL, Likeness.KIND) and letters_alike(one, other) < _SLIPS


def report(name: str, pairs: Table, missed: int, bits: np.ndarray) -> str:
    """Return a line of precision and recall at the band from which works are joined."""
    found = pairs.x @ bits >= weights().same
    right, true = (found * pairs.y).sum(), pairs.y.sum() + missed
    if not true:
        return f"# {name}: {found.sum()} of {len(found)} pairs of two works joined"
    return f"# {name}: P {right / found.sum():.4f} R {right / true:.4f} F1 {2 * right / (found.sum() + true):.4f}"


def main() -> None:
    """Print the table of weights, and how it does on pairs that it was not fitted to."""
    parser = arguments(__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--catalogues", type=Path, required=True)
    parser.add_argument("--lists", type=Path, required=True)
    parser.add_argument("--ridge", type=float, default=0.0005)
    parser.add_argument("--prior", type=float, default=0.0, help="bits that are added: pairs of lists are rarely one")
    asked = parser.parse_args()
    kinds = list(weights().work)
    learn, judge = (
        (read_pairs(asked.pairs, part), read_catalogues(asked.catalogues, fifths), read_lists(asked.lists, fifths))
        for part, fifths in (("learn", range(3)), ("judge", range(3, 5)))
    )
    stated = {kind: weights().work[kind] for kind in STATED}
    bits = fit(table([(each, 1.0) for each in learn], kinds)[0], kinds, asked.ridge, stated)
    bits[kinds.index("prior")] += asked.prior
    in_use = np.array(list(weights().work.values()))
    for name, each in zip(("Scholar", "DBLP-ACM", "Lists"), judge, strict=True):
        pairs, missed = table([(each, 1.0)], kinds)
        print(report(f"{name}, by the table in use", pairs, missed, in_use))
        print(report(f"{name}, by this table", pairs, missed, bits))
    print("\n".join(f"{kind} = {value:.1f}" for kind, value in zip(kinds, bits, strict=True)))


if __name__ == "__main__":
    main()
