"""Drafts for the tests: facts about Ada Lovelace, as documents might propose them."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from kg.profile.drafts.model import PERSON, Draft, Fact, Quote
from kg.profile.records import Source

CV, BIB = "cv.md", "papers.bib"
NOTES = {"title": "Notes by the Translator", "authors": ["A. Lovelace"], "venue": "Scientific Memoirs", "year": 1843}


def fact(
    section: str,
    values: Mapping[str, Any],
    words: str = "",
    *,
    line: int = 1,
    source: str = CV,
    sure: float = 0.97,
    rank: int = 0,
    reason: str = "",
) -> Fact:
    """Return a fact; its words are its values, unless given."""
    said = words or ", ".join(str(value) for value in values.values())
    confidence = dict.fromkeys(values, sure)
    return Fact(section, values, Quote(source, said, (line, line)), confidence, reason=reason, rank=rank)


def draft(*facts: Fact, sources: tuple[str, ...] = ()) -> Draft:
    """Return a draft of the documents that its facts name, or of others."""
    paths = dict.fromkeys((*sources, *(each.quote.source for each in facts)))
    return Draft(facts, tuple(Source(path, "text/markdown", "cv", sha256(path.encode()).hexdigest()) for path in paths))


def name(text: str = "Ada Lovelace", **more: Any) -> Fact:
    """Return the fact that states the name."""
    return fact(PERSON, {"name": text}, **more)


def paper(words: str = "", **changes: Any) -> Fact:
    """Return the fact of a publication; keyword arguments of `fact` apply to it, others are values."""
    options = {key: changes.pop(key) for key in ("line", "source", "sure", "rank", "reason") if key in changes}
    values = {key: value for key, value in {**NOTES, **changes}.items() if value is not None}
    return fact("publications", values, words, **options)
