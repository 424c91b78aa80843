"""Learn what agreement is worth with Splink's expectation maximisation, and print it beside kg's weights.

    python benchmarks/train_identity.py [--mentions 25000]            invented researchers, with the truth
    python benchmarks/train_identity.py --archive identity.sqlite     the persons of a release, without

All figures are bits, the logarithm to base 2 of how much likelier a level is for one person than for two
whose names agree. So they are comparable with `kg/identity/weights.toml`, where a name's bits are the odds of
the name alone: in the rows of `name` the odds of a match are added to what is learned. How often two people
have a level (u) is counted among those of one family name with other initials; how often one has it (m) is
learned. `kg` is what kg gives to the pairs of a level on average, which depends on how rare names are;
`stated` is what the file says.

What is learned is evidence for the one who sets the weights, not a setting. Invented researchers behave as
they were invented. The fewer people a corpus holds, the rarer are namesakes, and the likelier is it that two
people have co-authors in common; kg counts on a million, so its names say less and its co-authors more.
And each comparison is taken for itself: co-authors, words and venues go together, and kg, which adds them
up, gives most of their common weight to the co-authors.
"""

import argparse
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import log2, nan
from pathlib import Path
from typing import Any

from researchers import invented_corpus
from splink.blocking_rule_library import CustomRule
from splink_model import BLOCK, COMPARISONS, Known, Level, linker, write_nodes

from kg.identity.corpus import Corpus
from kg.identity.explaining.archive import open_archive
from kg.identity.person_scores import PersonScores, weights

_MAX_PAIRS = 2e6
_FEW = 30  # pairs that are too few to learn from
_STRANGERS = "l.family = r.family and l.block <> r.block"  # certainly two, and of like circles
_KINDS = {
    "name": ("name", *weights().name),
    "co_authors": ("co_author", "circle", "no_common_co_author"),
    "organizations": ("organization", "other_organization"),
    "context": ("context_organization", "common_context"),
    "words": ("title_words",),
    "venues": ("venue",),
    "years": ("years_apart",),
}
"""The reasons of kg that a comparison takes together."""

_STATED = {
    ("co_authors", "1"): "at most {one_co_author:g}",
    ("co_authors", "2"): "{further_co_author:g} of each further",
    ("co_authors", "3 or more"): "at most {all_co_authors:g}",
    ("co_authors", "none of many"): "{no_common_co_author:g}; circle at most {in_circle:g}",
    ("co_authors", "none"): "circle at most {in_circle:g}",
    ("organizations", "common"): "{organization:g}",
    ("organizations", "two"): "{other_organization:g}",
    ("context", "of one"): "{context_organization:g}",
    ("context", "common"): "{common_context:g}",
    ("words", "3 or more"): "at most {all_title_words:g}",
    ("words", "1 or 2"): "at most {rare_title_word:g} each",
    ("venues", "common"): "{venue:g}",
    ("years", "apart"): "{years_apart:g}",
}


def learned(nodes: Path) -> dict[Level, float]:
    """Return the bits of each level after expectation maximisation; with the odds of a match where names agree."""
    known = among_strangers(scored(nodes, _STRANGERS))
    known["name", "differs"] = {"m_probability": 1e-6, "fix_m_probability": True}
    session = linker(nodes, known=known).training.estimate_parameters_using_expectation_maximisation(
        CustomRule(BLOCK), fix_u_probabilities=False, max_pairs=_MAX_PAIRS
    )
    share = session.core_model_settings.probability_two_random_records_match
    found = {}
    for comparison in session.core_model_settings.comparisons:
        for level in comparison.comparison_levels:
            name, bits = comparison.output_column_name, ratio(level.m_probability, level.u_probability)
            found[name, level.label_for_charts] = bits + (log2(share / (1 - share)) if name == "name" else 0)
    return found


def scored(nodes: Path, rule: str = BLOCK, pairs: Path | None = None) -> list[dict[str, Any]]:
    """Return pairs, those given or those that a rule selects: who they are, and the number of each level."""
    found = (
        linker(nodes, pairs=pairs, rule=rule, with_levels=True)
        .inference.predict(warning_mode="never")
        .as_duckdbpyrelation()
    )
    columns = [f"{name}_{side}" for name in ("unique_id", "person") for side in "lr"]
    columns += [f"gamma_{name}" for name in COMPARISONS]
    return [dict(zip(columns, row, strict=True)) for row in found.select(*columns).fetchall()]


def among_strangers(pairs: Sequence[dict[str, Any]]) -> dict[Level, Known]:
    """Return how often pairs that are certainly two have each level, apart from the name."""
    counts = _counted(pairs)
    return {
        (name, level): {
            "u_probability": (counts[name, level] + 0.5) / (len(pairs) + 0.5 * len(COMPARISONS[name])),
            "fix_u_probability": True,
        }
        for name, level in _levels()
        if name != "name"
    }


def true_bits(pairs: Iterable[dict[str, Any]]) -> dict[Level, float]:
    """Return the bits of each level where the truth is known."""
    kinds = {True: list[dict[str, Any]](), False: list[dict[str, Any]]()}
    for pair in pairs:
        kinds[pair["person_l"] == pair["person_r"]].append(pair)
    same, two = _counted(kinds[True]), _counted(kinds[False])
    odds = ratio(len(kinds[True]), len(kinds[False]))
    return {level: ratio(same[level], two[level]) - (0 if level[0] == "name" else odds) for level in _levels()}


def given(corpus: Corpus, pairs: Iterable[dict[str, Any]]) -> dict[Level, float]:
    """Return what kg gives to the pairs of each level on average, of those whose names agree."""
    scores = PersonScores(corpus)
    sums: dict[Level, float] = defaultdict(float)
    counts: dict[Level, int] = defaultdict(int)
    for pair in sorted(pairs, key=lambda pair: (pair["unique_id_l"], pair["unique_id_r"])):
        reasons = scores.reasons(pair["unique_id_l"], pair["unique_id_r"])
        for level in levels_of(pair) if reasons else ():
            counts[level] += 1
            sums[level] += sum(reason.bits for reason in reasons if reason.kind in _KINDS[level[0]])
    return {level: sums[level] / count for level, count in counts.items()}


def levels_of(pair: dict[str, Any]) -> Iterator[Level]:
    """Yield the level that each comparison of a scored pair has; Splink counts levels from the last."""
    for name, levels in COMPARISONS.items():
        yield name, list(levels)[-1 - pair[f"gamma_{name}"]]


def ratio(one: float | None, other: float | None) -> float:
    """Return the logarithm of a ratio, or NaN if it is unknown."""
    return log2(one / other) if one and other else nan


def _counted(pairs: Iterable[dict[str, Any]]) -> Counter[Level]:
    return Counter(level for pair in pairs for level in levels_of(pair))


def _levels() -> Iterator[Level]:
    return ((name, level) for name, levels in COMPARISONS.items() for level in levels)


def _stated(level: Level) -> str:
    if level[0] == "name" and level[1] in weights().name:
        return f"rarity {weights().name[level[1]]:+g}"
    return _STATED.get(level, "").format(**weights().person)


def report(corpus: Corpus, meant: dict[int, int]) -> Iterator[str]:
    """Yield the lines of the table."""
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        nodes = Path(name) / "nodes.jsonl"
        write_nodes(corpus, meant, nodes)
        columns = {"EM": learned(nodes)}
        pairs = [pair for pair in scored(nodes, BLOCK) if ("name", "differs") not in levels_of(pair)]
    if meant:
        columns["truth"] = true_bits(pairs)
    columns["kg"] = given(corpus, pairs)
    counts = _counted(pairs)
    yield f"{len(corpus.persons):,} persons, {len(pairs):,} pairs whose names agree\n"
    yield f"| comparison | level | pairs | {' | '.join(columns)} | stated |"
    yield "|---|---|--:|" + "--:|" * len(columns) + "---|"
    for level in _levels():
        if counts[level] < _FEW:
            continue
        figures = " | ".join(f"{found.get(level, nan):+.1f}" for found in columns.values())
        yield f"| {level[0]} | {level[1]} | {counts[level]:,} | {figures} | {_stated(level)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--mentions", type=int, default=25_000)
    parser.add_argument("--archive", type=Path, help="the identity.sqlite of a release")
    arguments = parser.parse_args()
    if arguments.archive:
        corpus, meant = open_archive(arguments.archive).corpus, {}
    else:
        corpus, nodes, _ = invented_corpus(arguments.mentions)
        meant = dict(reversed(nodes))
    for line in report(corpus, meant):
        print(line)


if __name__ == "__main__":
    main()
