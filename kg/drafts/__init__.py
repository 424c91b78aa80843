"""Drafts of profiles: what sources propose, what people decided about it, and the YAML in which both meet."""

from kg.drafts.model import PERSON, Draft, Fact, Quote

__all__ = ["PERSON", "Draft", "Fact", "Quote"]
