"""The persons of a corpus as a table for Splink, and a Splink model that compares what kg compares, as levels.

Splink (https://moj-analytical-services.github.io/splink/) is a library for probabilistic record linkage:
Fellegi and Sunter's model, as kg's, whose weights it learns by expectation maximisation.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log2, nan
from pathlib import Path
from types import MappingProxyType
from typing import Any

import duckdb
from splink import DuckDBAPI, Linker, SettingsCreator
from splink import comparison_library as cl
from splink.blocking_rule_library import CustomRule

from kg.identity.corpus import Corpus
from kg.identity.person_scores import PersonScores
from kg.identity.written import short_form

_TYPES = {
    "unique_id": "INTEGER",
    "person": "VARCHAR",
    "name": "VARCHAR",
    "family": "VARCHAR",
    "given": "VARCHAR",
    "block": "VARCHAR",
    "co_authors": "VARCHAR[]",
    "organizations": "VARCHAR[]",
    "context": "VARCHAR[]",
    "words": "VARCHAR[]",
    "venues": "VARCHAR[]",
    "first_year": "INTEGER",
    "last_year": "INTEGER",
}
_PAIR = {"match_key": "VARCHAR", "join_key_l": "INTEGER", "join_key_r": "INTEGER"}
_LIST = "list_has_any({0}_l, {0}_r)"
_GIVEN = "family_l = family_r AND left(given_l, 1) = left(given_r, 1)"

BLOCK = "l.block = r.block"
_STRANGERS = "l.family = r.family and l.block <> r.block"  # certainly two, and of like circles
_MAX_PAIRS = 2e6

Level = tuple[str, str]
"""A comparison and one of its levels."""

Known = Mapping[str, float | bool]
"""What is known of a level, as Splink's settings say it: `u_probability`, `fix_u_probability` …"""

COMPARISONS = {
    "name": {
        "exact": "name_l = name_r",
        "middle": "family_l = family_r AND given_l = given_r AND length(given_l) > 1",
        "initial": f"{_GIVEN} AND (length(given_l) = 1 OR length(given_r) = 1)",
        "differs": "ELSE",
    },
    "co_authors": {
        "3 or more": "len(list_intersect(co_authors_l, co_authors_r)) >= 3",
        "2": "len(list_intersect(co_authors_l, co_authors_r)) = 2",
        "1": "len(list_intersect(co_authors_l, co_authors_r)) = 1",
        "none of many": "len(co_authors_l) >= 8 AND len(co_authors_r) >= 8",
        "none": "ELSE",
    },
    "organizations": {
        "common": _LIST.format("organizations"),
        "two": "len(organizations_l) > 0 AND len(organizations_r) > 0",
        "unknown": "ELSE",
    },
    "context": {
        "of one": "list_has_any(organizations_l, context_r) OR list_has_any(organizations_r, context_l)",
        "common": _LIST.format("context"),
        "none": "ELSE",
    },
    "words": {
        "3 or more": "len(list_intersect(words_l, words_r)) >= 3",
        "1 or 2": _LIST.format("words"),
        "none": "ELSE",
    },
    "venues": {"common": _LIST.format("venues"), "none": "ELSE"},
    "years": {
        "apart": "greatest(first_year_l - last_year_r, first_year_r - last_year_l) > 40",
        "near": "ELSE",
    },
}
"""The levels of each comparison, the closest first, each with its condition."""


def write_nodes(corpus: Corpus, meant: dict[int, int], path: Path) -> None:
    """Write the persons of a corpus as JSON Lines, each with the researcher who is meant, if that is known."""
    with path.open("w") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in _rows(corpus, meant))


def write_pairs(pairs: Iterable[tuple[int, int]], path: Path) -> None:
    """Write pairs of persons as Splink wants them."""
    with path.open("w") as lines:
        for one, other in pairs:
            lines.write(json.dumps({"match_key": "0", "join_key_l": one, "join_key_r": other}) + "\n")


def linker(
    nodes: Path,
    *,
    pairs: Path | None = None,
    rule: str = BLOCK,
    known: Mapping[Level, Known] = MappingProxyType({}),
    with_levels: bool = False,
) -> Linker:
    """Return the model for some nodes.

    Args:
        nodes: As `write_nodes` writes them.
        pairs: What to score, as `write_pairs` writes it.
        rule: What to score if that is not given: by default all pairs of a family name and initial.
        known: The probabilities of levels that are not to be learned.
        with_levels: Whether scored pairs say which levels they have.
    """
    connection = duckdb.connect()
    api = DuckDBAPI(connection=connection)
    settings = SettingsCreator(
        link_type="dedupe_only",
        comparisons=[_comparison(name, levels, known) for name, levels in COMPARISONS.items()],
        blocking_rules_to_generate_predictions=[CustomRule(rule)],
        retain_matching_columns=with_levels,
        additional_columns_to_retain=["person"],
        probability_two_random_records_match=1e-4,
    )
    made = Linker(api.register(connection.read_json(str(nodes), columns=_TYPES)), settings, log_level="ERROR")
    if pairs:
        blocked = api.register(connection.read_json(str(pairs), columns=_PAIR))
        made.table_management.register_blocked_pairs_for_predict(blocked)
    return made


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


def _comparison(name: str, levels: Mapping[str, str], known: Mapping[Level, Known]) -> cl.CustomComparison:
    return cl.CustomComparison(
        output_column_name=name,
        comparison_levels=[
            {"sql_condition": condition, "label_for_charts": label, **known.get((name, label), {})}
            for label, condition in levels.items()
        ],
    )


def _rows(corpus: Corpus, meant: dict[int, int]) -> Iterator[dict[str, object]]:
    scores = PersonScores(corpus)
    for node, person in enumerate(corpus.persons):
        features, name = scores.side(node).features, person.names[0]
        years: Sequence[int | None] = features.years or (None, None)
        yield {
            "unique_id": node,
            "person": str(meant.get(node, "")),
            "name": name.key,
            "family": name.family,
            "given": name.given[0],
            "block": short_form(name),
            "co_authors": sorted(features.co_authors),
            "organizations": sorted(features.organizations),
            "context": sorted(set(corpus.profiles[person.profile].organizations)),
            "words": sorted(features.words),
            "venues": sorted(features.venues),
            "first_year": years[0],
            "last_year": years[1],
        }
