"""Say reasons, joins and obstacles in words."""

from kg.base.tables import pairs_of
from kg.identity.person_scores import Reason

_PHRASES = pairs_of("kg.identity", "tables/wording_of_scores.tsv")
_ORIGINS = pairs_of("kg.identity", "tables/wording_of_origins.tsv")
_OBSTACLES = pairs_of("kg.identity", "tables/wording_of_obstacles.tsv")


def phrase(reason: Reason) -> str:
    """Return a reason as a line: its bits, and what it is about.

    >>> phrase(Reason("co_author", 12.5, "ion stoica"))
    '+12.5 both write with ion stoica'
    """
    return f"{reason.bits:+.1f} {said(reason)}"


def said(reason: Reason) -> str:
    """Return what a reason is about, without its bits.

    >>> said(Reason("name", -2.0, "hao zhang"))
    "the name 'hao zhang', which many bear"
    """
    if reason.kind == "name":
        words = "the rare name '{}'" if reason.bits > 0 else "the name '{}', which many bear"
    else:
        words = _PHRASES[reason.kind]
    return words.format(reason.detail)


def origin(kind: str) -> str:
    """Return in words what made an edge."""
    return _ORIGINS[kind]


def obstacle(kind: str) -> str:
    """Return in words why two nodes were not joined."""
    return _OBSTACLES[kind]
