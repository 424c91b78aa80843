"""The words of a text as tokens, and the lists of names that are found in them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kg.extract.citations.venues import is_known
from kg.extract.citations.words import BREAK
from kg.extract.names import common_words, is_particle

TokenKind = Literal["word", "initial", "comma", "semicolon", "and", "mark", "break", "et al", "other"]

_LETTER = "[^\\W\\d_⁰¹²³⁴⁵⁶⁷⁸⁹]"
_AFFILIATION = (
    r"(?<=[^\W_] )\((?!with\b|joint|and\b)(?=[^\W\d_])(?:"
    r"[^(),\n\d]{2,60}\)(?=\s*(?:[,;]\s?(?:and\s)?(?-i:[A-Z])[^\s,]{0,20}\s(?-i:[A-Z])|&|and\b))"
    r"|(?=[^()\n]{0,60}?(?:Univ|Instit|Colleg|School|Lab|Inc\b|(?-i:[A-Z]{3})))[^()\n\d]{2,60}\)(?=\s*[,;.&]))"
)
"""What stands in brackets behind an author: where from."""

ET_AL = (
    r"(?:(?:,?\s?\band\s+)?\bet\.?\s?al\b\.?"
    r"|,?\s?(?:\band\b|&|\+)\s+(?:\d{1,4}\s+)?(?:more|other)\s+(?:co-?)?authors\b"
    r"|,?\s?(?:\band\b|&)\s+(?:\d{1,4}\s+)?(?:(?:many|several)\s+)?(?:others|more)\b"
    r"|,?\s?\b(?:and|for|on behalf of)\s+the\s+(?:[^\W\d_][\w-]{0,20}\s+){1,4}"
    r"(?:collaboration|consortium|team|group)\b)"
    r"(?:\s?\(\d{1,4} (?:co-?)?authors\))?"
)
"""How a list of authors says that it is not complete."""

_TOKEN = re.compile(
    rf"(?P<etal>{ET_AL}|…|\.{{3}})"
    r"|(?P<suffix>,\s?(?:[JS]r\b\.?|II|III|IV)(?=\s*(?:[,;.&]|and\b|\n|$)))"
    r"|(?P<nickname>(?<=[^\W\d_] )\((?-i:[A-Z])[^\W\d_]{1,14}\)(?= (?-i:[A-Z])))"
    r"|(?P<and>\b(?:and|und|et)\b|&)"
    rf"|(?P<with>(?:^|(?<=[.,] )|(?<={BREAK}))by\b"
    rf"|(?:^|(?<=[(\[{BREAK}])|(?<=, )|(?<=joint )|(?<=jointly )|(?<=work ))with\b)"
    rf"|(?P<initial>{_LETTER}\.(?:[-‐‑ ]?{_LETTER}\.){{0,3}})"
    rf"|(?P<word>(?<![^\W_])['’]t(?= )|{_LETTER}(?:{_LETTER}|['’`´‐‑−–-](?={_LETTER})){{0,40}}+"
    r"(?:(?<=\b[JSjs]r)\.|(?<=\b[Ss]t)\.(?= ))?)"
    r"|(?P<mark>\\?[*†‡§¶✉⋆★♠♣♦♥#^]|[¹²³⁴⁵⁶⁷⁸⁹⁰]|\$\^?|\(\*\)|(?<=[^\W_])\d(?=[ ,.;\n*†]|$)"
    rf"|(?<=[^\W\d_] )0\d{{3}}\b|{_AFFILIATION})"
    r"|(?P<comma>,)|(?P<semicolon>[;·•])"
    rf"|(?P<break>{BREAK})"
    r"|(?P<other>\S)",
    re.IGNORECASE,
)
SUFFIXES = frozenset(("Jr", "Jr.", "Sr", "Sr.", "II", "III", "IV"))
"""What may stand behind a family name."""

_KINDS: dict[str, TokenKind] = {"etal": "et al", "suffix": "word", "nickname": "word", "with": "other"}
MAX_TOKENS = 5
"""A name has at most five parts."""


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a text: a word, an initial, something that parts names, something else."""

    kind: TokenKind
    text: str
    start: int
    end: int

    @property
    def parts(self) -> bool:
        """Whether it stands between names."""
        return self.kind in ("comma", "semicolon", "and")


@dataclass(frozen=True, slots=True)
class Name:
    """One author: the name in spoken order, the marks behind it, and its place in the text."""

    name: str
    marks: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Run:
    """A list of authors.

    Attributes:
        names: In order.
        start: The first character of the list.
        end: The character behind its last.
        incomplete: Whether it ends in `et al.`
        glued: Whether its begin or end is a guess, as no punctuation parts it from what stands around it.
        implied: Whether the page's owner is among them only since the page is his or hers.
    """

    names: tuple[Name, ...]
    start: int
    end: int
    incomplete: bool = False
    glued: bool = False
    implied: bool = False


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens of a text, in order."""
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        text = match[0].strip("(), ") if kind in ("suffix", "nickname") else match[0]
        yield Token(_KINDS.get(kind, kind), text, match.start(), match.end())  # type: ignore[arg-type]


def is_of_venue(token: Token) -> bool:
    """Say whether a word is the name of a venue: `NeurIPS`, `Bioinformatics`."""
    is_acronym = len(token.text) > 2 and sum(letter.isupper() for letter in token.text) > 1
    return (is_acronym or len(token.text) > 8) and is_known(token.text)


def may_be_of_name(token: Token) -> bool:
    """Say whether a token may be a part of a name."""
    if token.kind == "initial":
        return True
    if token.kind != "word":
        return False
    if is_of_venue(token):
        return False
    is_capital = token.text[0].isupper() or token.text.casefold().startswith(("d'", "d’", "al-", "el-"))
    return (is_capital and token.text.casefold() not in common_words()) or is_particle(token.text)
