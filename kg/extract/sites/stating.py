"""Values of structured files, and the facts they state."""

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kg.extract import confidence
from kg.extract.nodes import ValueNode
from kg.extract.page import MAX_QUOTE
from kg.profile.drafts.model import PERSON, Fact, Quote
from kg.profile.written_names import WrittenName

# Values of structured files as a reader of the page sees them, and what of them is a template's and nobody's.

MAX_LENGTH = 20_000

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,1000}>")
_LINE_BREAK = re.compile(r"<(?:br|/p|/li|/div)\s{0,3}/?>", re.IGNORECASE)
_ANCHOR = re.compile(
    r"<a\s[^<>]{0,300}?href\s{0,3}=\s{0,3}[\"']([^\"'<>]{1,1000})[\"'][^<>]{0,300}>([^<>]{1,200})</a>", re.I
)
_MARKDOWN_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\(([^()\s]{0,1000})\)")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,500})(?<=[^\s*])\1(?![\w*])")
_UNDERLINED = re.compile(r"(?<!\w)(_{1,2})(?=[^\s_])([^_\n]{1,500})(?<=[^\s_])\1(?!\w)")
_LIQUID = re.compile(r"\{[{%][^{}]{0,1000}[}%]\}")

_PLACEHOLDER = re.compile(
    r"\byour (?:sidebar |site |full |first |last |middle )?name\b|\byou r\. name\b|\bname surname\b"
    r"|\bfirst ?name last ?name\b|\bgit ?hub university\b|\bversion control theory\b|\bpaper title number \d"
    r"|\bon relevant topic in your field\b|^teaching experience \d+$|^portfolio item number|^project \d{1,2}$"
    r"|\blorem ipsum\b|\bred brick university\b|\bshort biography for the left-hand sidebar\b"
    r"|^this is a description of |\buniversity 1, department\b|\bdepartment of testing\b"
    r"|^an example (?:journal|conference|preprint)|\bexample (?:talk|project|page)\b$|\bjohn doe\b|\bjane doe\b",
    re.IGNORECASE,
)  # fmt: skip
"""Words of the unedited templates of homepages, which speak of nobody."""

_PLACEHOLDER_VALUE = re.compile(
    r"\bacademicpages\b|\byour[- ]?(?:site|github|email|username|user|bio|id|orcid)|\[your", re.IGNORECASE
)
"""The same for the values of settings, which are no sentences."""


def plain(text: str) -> str:
    """Return a value without tags, entities, emphasis and templates; links leave their words.

    >>> plain("<b>Ada Lovelace</b>, *Notes* &amp; [Code](https://example.org)")
    'Ada Lovelace, Notes & Code'
    """
    return " ".join(lines(text).split())


def lines(text: str) -> str:
    """Return a value as `plain` does, with its line breaks."""
    text = text[:MAX_LENGTH]
    if "<" in text:
        text = _TAG.sub("", _LINE_BREAK.sub("\n", text))
    if "{" in text:
        text = _LIQUID.sub("", text)
    if "&" in text:
        text = html.unescape(text)
    if "[" in text:
        text = _MARKDOWN_LINK.sub(r"\1", text)
    if "*" in text:
        text = _EMPHASIS.sub(r"\2", text)
    if "_" in text:
        text = _UNDERLINED.sub(r"\2", text)
    return text.replace("\\*", "*").strip()


def squeeze(key: str, affix: str) -> str:
    """A key without what stands before or behind its word: `urlslides` and `slidesurl` are `slides`."""
    return key.removeprefix(affix).removesuffix(affix)


def links(text: str) -> list[tuple[str, str]]:
    """Return the links of a value: their words and addresses."""
    text = text[:MAX_LENGTH]
    found = [(plain(words), html.unescape(url)) for url, words in _ANCHOR.findall(text)]
    return found + [(plain(words), url) for words, url in _MARKDOWN_LINK.findall(text)]


def is_placeholder_value(text: str) -> bool:
    """Say whether the value of a setting is one of an unedited template.

    >>> is_placeholder_value("http://orcid.org/yourorcidurl"), is_placeholder_value("ada-lovelace")
    (True, False)
    """
    return is_placeholder(text) or _PLACEHOLDER_VALUE.search(text[:MAX_LENGTH]) is not None


def is_placeholder(text: str) -> bool:
    """Say whether a text is of an unedited template.

    >>> is_placeholder("Your Sidebar Name"), is_placeholder("Ada Lovelace")
    (True, False)
    """
    return _PLACEHOLDER.search(text[:MAX_LENGTH]) is not None


# Make facts of the values of structured files: each with the keys that say so as its quote, and their lines.

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
        said: Iterable[ValueNode],
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

    def of_person(self, field: str, value: Any, *said: ValueNode) -> Fact:
        """Return a fact about a field of the person."""
        return self.fact(PERSON, {field: [value] if field == "same_as" else value}, said)

    def of_name(self, found: WrittenName, *said: ValueNode, reason: str = "") -> Iterator[Fact]:
        """Yield facts about a name and its other forms."""
        yield self.fact(PERSON, {"name": found.name}, said, reason=reason)
        if found.variants:
            yield self.fact(PERSON, {"variants": list(found.variants)}, said, reason=reason)

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.source)


def with_doubt(fact: Fact, key: str) -> Fact:
    """A fact of which one value does not stand in the source as such."""
    return replace(fact, confidence={**fact.confidence, key: CUT_OUT})


def shown(node: ValueNode) -> str:
    """Return what a value says as words, behind its key."""
    words = " · ".join(filter(None, map(plain, leaves(node))))
    return f"{node.key}: {words}" if node.key and words else words


def leaves(node: ValueNode, depth: int = 0) -> Iterable[str]:
    """Yield the texts in a value."""
    if isinstance(node.value, str):
        yield node.value
    elif depth < 8:
        for each in node.value.values() if isinstance(node.value, dict) else node.value or ():
            yield from leaves(each, depth + 1)


def strings(value: Any) -> Iterable[str]:
    """Yield the texts in the values of a fact."""
    if isinstance(value, Mapping | list | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from strings(each)
    else:
        yield str(value)


def _sure(section: str, key: str, pattern: str, is_cut: bool) -> float:
    own = CUT_OUT if is_cut else STATED
    return confidence.measured().get((section, key, pattern), own)
