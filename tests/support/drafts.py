"""What a draft says."""

from collections.abc import Callable
from typing import Any

from kg.profile.drafts.model import Draft

Read = Callable[[str, Any], Draft]
"""Reads a content in a format."""


def entries(draft: Draft, section: str = "publications") -> list[dict[str, Any]]:
    """Return the values of the entries of a section."""
    return [dict(fact.values) for fact in draft.facts if fact.section == section]


def said(draft: Draft) -> str:
    """Return the warnings, each behind its line."""
    return "\n".join(f"{problem.line}: {problem.message}" for problem in draft.warnings)
