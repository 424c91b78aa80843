"""Values of structured files as a reader of the page sees them, and the facts they state: with keys and lines."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.base.node import Node
from kg.base.tables import lines_of
from kg.profile.drafts.model import MAX_QUOTE, PERSON, Fact, Quote
from kg.profile.written_names import WrittenName

MAX_LENGTH = 20_000
RANK = 1  # Structured files outrank prose
STATED = 0.98  # For a value under a key of its own, where nothing was measured: keys say what they hold
CUT_OUT = 0.9  # For a value that is a part of what stands under a key

_ANCHOR = re.compile(
    r"<a\s[^<>]{0,300}?href\s{0,3}=\s{0,3}[\"']([^\"'<>]{1,1000})[\"'][^<>]{0,300}>([^<>]{1,200})</a>", re.I
)
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\(([^()\s]{0,1000})\)")
_MARKUP = (
    (re.compile(r"<(?:br|/p|/li|/div)\s{0,3}/?>", re.IGNORECASE), "\n"),
    (re.compile(r"</?[A-Za-z][^<>]{0,1000}>"), ""),
    (re.compile(r"\{[{%][^{}]{0,1000}[}%]\}"), ""),
    (re.compile(r"&#?\w{1,30};"), lambda entity: html.unescape(entity[0])),
    (_LINK, r"\1"),
    (re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,500})(?<=[^\s*])\1(?![\w*])"), r"\2"),
    (re.compile(r"(?<!\w)(_{1,2})(?=[^\s_])([^_\n]{1,500})(?<=[^\s_])\1(?!\w)"), r"\2"),
)
_PLACEHOLDER, _PLACEHOLDER_VALUE = (
    re.compile(pattern, re.IGNORECASE) for pattern in lines_of("kg.extract", "tables/placeholders.txt")
)


def plain(text: str) -> str:
    """A value without tags, entities, emphasis and templates; links leave their words.

    >>> plain("<b>Ada Lovelace</b>, *Notes* &amp; [Code](https://example.org)")
    'Ada Lovelace, Notes & Code'
    """
    return " ".join(lines(text).split())


def lines(text: str) -> str:
    """A value as `plain` has it, with its line breaks."""
    text = text[:MAX_LENGTH]
    for pattern, words in _MARKUP if any(sign in text for sign in "<{&[*_") else ():
        text = pattern.sub(words, text)
    return text.replace("\\*", "*").strip()


def links(text: str) -> list[tuple[str, str]]:
    """The links of a value: their words and addresses."""
    text = text[:MAX_LENGTH]
    found = [(plain(words), html.unescape(url)) for url, words in _ANCHOR.findall(text)]
    return found + [(plain(words), url) for words, url in _LINK.findall(text)]


def is_placeholder_value(text: str) -> bool:
    """Whether the value of a setting is one of an unedited template.

    >>> is_placeholder_value("http://orcid.org/yourorcidurl"), is_placeholder_value("ada-lovelace")
    (True, False)
    """
    return is_placeholder(text) or _PLACEHOLDER_VALUE.search(text[:MAX_LENGTH]) is not None


def is_placeholder(text: str) -> bool:
    """Whether a text is of an unedited template.

    >>> is_placeholder("Your Sidebar Name"), is_placeholder("Ada Lovelace")
    (True, False)
    """
    return _PLACEHOLDER.search(text[:MAX_LENGTH]) is not None


@dataclass(frozen=True)
class Body:
    """What stands below the head of a page."""

    words: str = ""  # Its sentences, or the labels of its links
    links: tuple[tuple[str, str], ...] = ()  # Label and target
    last: int = 0  # Its last line


NOTHING = Body()


@dataclass(frozen=True)
class Stating:
    """What one file says, in one manner."""

    source: str  # The file, as its source is called
    how: str  # What kind of file it is: `front matter`, `site config`, `cv data`

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.source)

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
        """A fact.

        Args:
            section: The key of the profile, or `PERSON`.
            values: What is said, under the keys of the profile; empty ones are ignored.
            said: What says so, key by key.
            cut: The keys of the profile whose values were cut out of longer ones.
            body: What stands below the keys and is said too.
            reason: Why it is proposed, where the words alone do not say so.
        """
        given = {key: value for key, value in values.items() if value not in (None, "", [], ())}
        used = sorted((node for node in said if node.value is not None), key=lambda node: node.lines)
        words = "\n".join([*dict.fromkeys(filter(None, map(shown, used))), *filter(None, [body.words])])
        first = min((node.lines[0] for node in used), default=1)
        last = max([first, *(node.lines[1] for node in used), body.last if body.words else 0])
        parts = frozenset(cut)
        how = {key: f"{self.how}, cut out" if key in parts else self.how for key in given}
        sure = {key: CUT_OUT if key in parts else STATED for key in given}
        return Fact(section, given, Quote(self.source, words[:MAX_QUOTE], (first, last)), sure, how, reason, RANK)

    def of_person(self, field: str, value: Any, *said: Node) -> Fact:
        """A fact about a field of the person."""
        return self.fact(PERSON, {field: [value] if field == "same_as" else value}, said)

    def of_name(self, found: WrittenName, *said: Node, reason: str = "") -> Iterator[Fact]:
        """Yield facts about a name and its other forms."""
        yield self.fact(PERSON, {"name": found.name}, said, reason=reason)
        if found.variants:
            yield self.fact(PERSON, {"variants": list(found.variants)}, said, reason=reason)


def name_in_facts(facts: Iterable[Fact]) -> str:
    """The name that facts state, or nothing."""
    return next((str(fact.values["name"]) for fact in facts if "name" in fact.values and fact.section == PERSON), "")


def shown(node: Node) -> str:
    """What a value says as words, behind its key."""
    words = " · ".join(filter(None, map(plain, leaves(node))))
    return f"{node.key}: {words}" if node.key and words else words


def leaves(node: Any, depth: int = 0) -> Iterator[str]:
    """Yield the texts in a value of a file or of a fact."""
    value = node.value if isinstance(node, Node) else node
    if isinstance(value, Mapping | list | tuple):
        for each in (value.values() if isinstance(value, Mapping) else value) if depth < 8 else ():
            yield from leaves(each, depth + 1)
    elif value is not None:
        yield str(value)
