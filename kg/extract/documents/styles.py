"""What tags and their attributes say about how text is set."""

import re
from collections.abc import Mapping

from kg.extract.documents.pieces import TextStyle

VOID = frozenset((
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
))  # fmt: skip
"""Elements without an end tag."""

HIDDEN = frozenset((
    "applet", "audio", "button", "canvas", "datalist", "head", "iframe", "map", "math", "nav", "noembed",
    "noframes", "noscript", "object", "option", "progress", "script", "select", "style", "svg", "template",
    "textarea", "title", "video",
))  # fmt: skip
"""Elements whose content is no text of the page."""

_BOLD = frozenset(("b", "strong", "th"))
_ITALIC = frozenset(("i", "em", "u", "cite", "dfn", "var", "ins"))
_CHANGING = frozenset((*_BOLD, *_ITALIC, "a", "sup"))

_UNSEEN = re.compile(r"display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden", re.I)
_UNSEEN_CLASS = re.compile(
    r"(?<![\w:-])(?:sr-only|visually-hidden|visuallyhidden|screen-reader-text|hidden|d-none)(?![\w:-])"
)
_SEEN_WIDE = re.compile(r"(?<![\w-])(?:(?:sm|md|lg|xl):|d-(?:sm|md|lg|xl)-)")
"""Classes that show an element on wide screens only."""

_APART = re.compile(r"float\s{0,3}:\s{0,3}right|margin-left\s{0,3}:\s{0,3}auto", re.I)
_APART_CLASS = re.compile(r"(?<![\w-])(?:(?:pull|float)-(?:right|end)|ms-auto|ml-auto)(?![\w-])")
_HEAVY = re.compile(r"font-weight\s{0,3}:\s{0,3}(?:bold|[6-9]00)", re.I)
_SLANTED = re.compile(
    r"font-style\s{0,3}:\s{0,3}(?:italic|oblique)|text-decoration[a-z-]{0,9}\s{0,3}:\s{0,3}underl", re.I
)
_LIFTED = re.compile(r"vertical-align\s{0,3}:\s{0,3}super", re.I)
_NO_TARGET = re.compile(r"\s{0,9}(?:javascript|data|vbscript)\s{0,9}:", re.I)
_MAX_TARGET = 2000
_MAX_STYLE = 2000


def is_hidden(attributes: Mapping[str, str]) -> bool:
    """Whether an element with some attributes is not shown."""
    if "hidden" in attributes:
        return True
    names = attributes.get("class", "")[:_MAX_STYLE]
    if names and _UNSEEN_CLASS.search(names) and not _SEEN_WIDE.search(names):
        return True
    return bool(_UNSEEN.search(attributes.get("style", "")[:_MAX_STYLE]))


def is_apart(attributes: Mapping[str, str]) -> bool:
    """Whether an element stands at the right end of its line, as dates do."""
    css, names = attributes.get("style", ""), attributes.get("class", "")
    return bool((css and _APART.search(css[:_MAX_STYLE])) or (names and _APART_CLASS.search(names[:_MAX_STYLE])))


def restyled(style: TextStyle, tag: str, attributes: Mapping[str, str]) -> TextStyle:
    """Return the style within an element that stands in text of some style."""
    if not attributes and tag not in _CHANGING:
        return style
    css = attributes.get("style", "")[:_MAX_STYLE]
    target = target_of(attributes.get("href", "")) if tag in ("a", "span") else ""
    return TextStyle(
        style.bold or tag in _BOLD or bool(css and _HEAVY.search(css)),
        style.italic or tag in _ITALIC or bool(css and _SLANTED.search(css)),
        style.raised or tag == "sup" or bool(css and _LIFTED.search(css)),
        target or style.target,
    )


def target_of(href: str) -> str:
    """Return where a link leads; empty where it leads to no other place, as a script does not."""
    href = href.strip()
    return "" if len(href) > _MAX_TARGET or _NO_TARGET.match(href) else href
