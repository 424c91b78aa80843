"""Make facts of the values of structured files: each with the keys that say so as its quote, and their lines."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kg.extract import confidence
from kg.extract.page import MAX_QUOTE
from kg.extract.sites.node import Node
from kg.extract.sites.plain import plain
from kg.profile.drafts.model import PERSON, Fact, Quote

RANK = 1
"""Structured files outrank prose."""

STATED = 0.98
"""For a value that stands under a key of its own, where nothing was measured: keys say what they hold."""

CUT_OUT = 0.9
"""For a value that is a part of what stands under a key."""


@dataclass(frozen=True)
class Body:
    """What stands below the head of a page.

    Attributes:
        words: Its sentences, or the labels of its links.
        links: Its links: label and target.
        last: Its last line.
    """

    words: str = ""
    links: tuple[tuple[str, str], ...] = ()
    last: int = 0


NOTHING = Body()


@dataclass(frozen=True)
class Stating:
    """What one file says, in one manner.

    Attributes:
        source: The file, as its source is called.
        how: What kind of file it is: `front matter`, `site config`, `cv data`.
    """

    source: str
    how: str

    def fact(
        self,
        section: str,
        values: Mapping[str, Any],
        said: Iterable[Node],
        *,
        cut: Iterable[str] = (),
        body: Body = NOTHING,
        reason: str = "",
    ) -> Fact:
        """Return a fact.

        Args:
            section: The key of the profile, or `PERSON`.
            values: What is said, under the keys of the profile; empty ones are left out.
            said: What says so, key by key.
            cut: The keys of the profile whose values were cut out of longer ones.
            body: What stands below the keys and is said too.
            reason: Why it is proposed, where the words alone do not say so.
        """
        given = {key: value for key, value in values.items() if value not in (None, "", [], ())}
        used = sorted((node for node in said if node.value is not None), key=lambda node: node.lines)
        words = "\n".join([*dict.fromkeys(filter(None, map(shown, used))), *filter(None, [body.words])])
        first = min((node.lines[0] for node in used), default=1)
        last = max(max((node.lines[1] for node in used), default=first), body.last if body.words else 0)
        parts = frozenset(cut)
        how = {key: f"{self.how}, cut out" if key in parts else self.how for key in given}
        sure = {key: _sure(section, key, pattern, key in parts) for key, pattern in how.items()}
        quote = Quote(self.source, words[:MAX_QUOTE], (first, last))
        return Fact(section, given, quote, sure, how, reason, RANK)

    def of_person(self, field: str, value: Any, *said: Node) -> Fact:
        """Return a fact about a field of the person."""
        return self.fact(PERSON, {field: value}, said)


def shown(node: Node) -> str:
    """Return what a value says as words, behind its key."""
    words = " · ".join(filter(None, map(plain, leaves(node))))
    return f"{node.key}: {words}" if node.key and words else words


def leaves(node: Node, depth: int = 0) -> Iterable[str]:
    """Yield the texts in a value."""
    if isinstance(node.value, str):
        yield node.value
    elif depth < 8:
        for each in node.value.values() if isinstance(node.value, dict) else node.value or ():
            yield from leaves(each, depth + 1)


def _sure(section: str, key: str, pattern: str, is_cut: bool) -> float:
    own = CUT_OUT if is_cut else STATED
    return confidence.measured().get((section, key, pattern), own)
