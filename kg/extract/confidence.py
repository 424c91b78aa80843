"""How sure a value is: how often the same pattern was right on documents with known truth.

The table is measured, never written by hand (`docs/confidence.md`). A pattern that no such document has shown is as
sure as the others of its key, its section, or all, but never above the bound that the measuring sets.
"""

from collections.abc import Mapping
from functools import cache

from kg.base.tables import rows_of

UNMEASURED = 0.75
"""For a section that no document with known truth has shown."""
ANY = "*"
"""In the table, for every key of a section or every pattern of a key that has no row of its own."""

_TABLES = ("tables/confidence.tsv", "tables/agreement.tsv")
"""Shares by what found a value, and by what both readers of works say of it."""


def of(section: str, key: str, pattern: str) -> float:
    """Return how likely a value is right that a pattern found.

    >>> of("publications", "year", "from the stars") < 0.9
    True

    Args:
        section: The key of the profile, such as `publications`.
        key: The key of the value, such as `year`.
        pattern: What found it, such as `quoted`.
    """
    table = measured()
    wanted = ((section, key, pattern), (section, key, ANY), (section, ANY, ANY))
    return next((table[row] for row in wanted if row in table), UNMEASURED)


@cache
def measured() -> Mapping[tuple[str, str, str], float]:
    """Return the measured shares, by section, key and pattern."""
    rows = (row for name in _TABLES for row in rows_of("kg.extract", name))
    return {(section, key, pattern): float(share) for section, key, pattern, _, _, share in rows}
