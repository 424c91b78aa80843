"""Values of structured files as a reader of the page sees them, and what of them is a template's and nobody's."""

import html
import re

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
