"""How sure a value is: how often the same pattern was right on documents with known truth."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

UNMEASURED = 0.75
"""For a pattern that no document with known truth has shown."""


def of(section: str, key: str, pattern: str) -> float:
    """Return how likely a value is right that a pattern found.

    Args:
        section: The key of the profile, such as `publications`.
        key: The key of the value, such as `year`.
        pattern: What found it, such as `quoted`.
    """
    return _table().get((section, key, pattern), UNMEASURED)


@cache
def _table() -> Mapping[tuple[str, str, str], float]:
    """Return the measured shares, by section, key and pattern."""
    text = (files("kg.extract") / "tables" / "confidence.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {(section, key, pattern): float(share) for section, key, pattern, _, _, share in rows}
