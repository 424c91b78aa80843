"""Reasons: what speaks for or against two nodes' being one, in bits and in words."""

from typing import NamedTuple


class Reason(NamedTuple):
    """One piece of evidence.

    Attributes:
        kind: Its name in `weights.toml`.
        bits: How much it speaks for (positive) or against (negative) one entity.
        detail: What it is about: a name, a title, an organisation.
    """

    kind: str
    bits: float
    detail: str = ""
