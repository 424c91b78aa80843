"""What attributes of HTML may say, as far as it matters to readers and programs."""

import re
from collections.abc import Iterator, Mapping

from kg.publish.check.html.elements import ATTRIBUTES, GLOBAL

_ADDRESSES = frozenset(("href", "src", "action", "cite", "data", "poster", "formaction", "ping"))
_ADDRESS_FAULT = re.compile(r"[\s\x00-\x1f\"<>\\^`{|}]|%(?![0-9A-Fa-f]{2})")
_NUMBERS = frozenset(
    ("width", "height", "colspan", "rowspan", "maxlength", "minlength", "size", "span", "rows", "cols", "start")
)
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*|x(?:-[A-Za-z0-9]{1,8})+|")
_INTEGER = re.compile(r"-?\d{1,9}")
_BOOLEAN = frozenset(
    [
        "async",
        "autofocus",
        "autoplay",
        "checked",
        "controls",
        "default",
        "defer",
        "disabled",
        "formnovalidate",
        "inert",
        "ismap",
        "itemscope",
        "loop",
        "multiple",
        "muted",
        "nomodule",
        "novalidate",
        "open",
        "playsinline",
        "readonly",
        "required",
        "reversed",
        "selected",
    ]
)
_ENUMERATED: Mapping[str, frozenset[str]] = {
    name: frozenset(text.split(" "))
    for name, text in {
        "dir": "ltr rtl auto",
        "draggable": "true false",
        "method": "get post dialog",
        "scope": "row col rowgroup colgroup",
        "loading": "lazy eager",
        "translate": " yes no",
        "contenteditable": " true false plaintext-only",
    }.items()
}
_INPUT_TYPES = frozenset(
    [
        "button",
        "checkbox",
        "color",
        "date",
        "datetime-local",
        "email",
        "file",
        "hidden",
        "image",
        "month",
        "number",
        "password",
        "radio",
        "range",
        "reset",
        "search",
        "submit",
        "tel",
        "text",
        "time",
        "url",
        "week",
    ]
)
_ARIA = frozenset(
    [
        "activedescendant",
        "atomic",
        "autocomplete",
        "braillelabel",
        "brailleroledescription",
        "busy",
        "checked",
        "colcount",
        "colindex",
        "colindextext",
        "colspan",
        "controls",
        "current",
        "describedby",
        "description",
        "details",
        "disabled",
        "errormessage",
        "expanded",
        "flowto",
        "haspopup",
        "hidden",
        "invalid",
        "keyshortcuts",
        "label",
        "labelledby",
        "level",
        "live",
        "modal",
        "multiline",
        "multiselectable",
        "orientation",
        "owns",
        "placeholder",
        "posinset",
        "pressed",
        "readonly",
        "relevant",
        "required",
        "roledescription",
        "rowcount",
        "rowindex",
        "rowindextext",
        "rowspan",
        "selected",
        "setsize",
        "sort",
        "valuemax",
        "valuemin",
        "valuenow",
        "valuetext",
    ]
)
_ROLES = frozenset(
    [
        "alert",
        "alertdialog",
        "application",
        "article",
        "banner",
        "blockquote",
        "button",
        "caption",
        "cell",
        "checkbox",
        "code",
        "columnheader",
        "combobox",
        "complementary",
        "contentinfo",
        "definition",
        "deletion",
        "dialog",
        "directory",
        "document",
        "emphasis",
        "feed",
        "figure",
        "form",
        "generic",
        "grid",
        "gridcell",
        "group",
        "heading",
        "img",
        "image",
        "insertion",
        "link",
        "list",
        "listbox",
        "listitem",
        "log",
        "main",
        "mark",
        "marquee",
        "math",
        "menu",
        "menubar",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "meter",
        "navigation",
        "none",
        "note",
        "option",
        "paragraph",
        "presentation",
        "progressbar",
        "radio",
        "radiogroup",
        "region",
        "row",
        "rowgroup",
        "rowheader",
        "scrollbar",
        "search",
        "searchbox",
        "separator",
        "slider",
        "spinbutton",
        "status",
        "strong",
        "subscript",
        "suggestion",
        "superscript",
        "switch",
        "tab",
        "table",
        "tablist",
        "tabpanel",
        "term",
        "textbox",
        "time",
        "timer",
        "toolbar",
        "tooltip",
        "tree",
        "treegrid",
        "treeitem",
    ]
)


def faults(element: str, attributes: Mapping[str, str]) -> Iterator[str]:
    """Yield what is wrong with the attributes of an element, as sentences."""
    for name, value in attributes.items():
        if not _is_known(element, name):
            yield f"an element {element} has no attribute '{name}'"
        elif fault := _fault(element, name, value):
            yield fault


def _is_known(element: str, name: str) -> bool:
    if name in GLOBAL or name in ATTRIBUTES.get(element, ()) or "-" in element:
        return True
    prefix, _, rest = name.partition("-")
    if prefix == "aria":
        return rest in _ARIA
    return (prefix == "data" and bool(rest)) or (name.startswith("on") and name.isalpha()) or ":" in name


def _fault(element: str, name: str, value: str) -> str:
    """Return what is wrong with a value, or nothing."""
    said = f'{name}="{value}" of an element {element}'
    if name in _ADDRESSES and not value.startswith(("data:", "javascript:")) and _ADDRESS_FAULT.search(value.strip()):
        return f"{said} is no address: it holds what must be written with %"
    if name == "id" and (not value or any(map(str.isspace, value))):
        return f"{said} is empty or holds a space"
    if name in _NUMBERS and not value.isdecimal():
        return f"{said} is no whole number"
    if name == "tabindex" and not _INTEGER.fullmatch(value):
        return f"{said} is no whole number"
    return _word_fault(element, name, value, said)


def _word_fault(element: str, name: str, value: str, said: str) -> str:
    """Return what is wrong with a value that is one of some words, or nothing."""
    if name == "lang" and not _LANGUAGE.fullmatch(value):
        return f"{said} is no language tag (BCP 47)"
    if name in _BOOLEAN and value.lower() not in ("", name):
        return f"{said} is neither empty nor '{name}'"
    if name in _ENUMERATED and value.lower() not in _ENUMERATED[name]:
        return f"{said} is none of: {', '.join(sorted(filter(None, _ENUMERATED[name])))}"
    if element == "input" and name == "type" and value.lower() not in _INPUT_TYPES:
        return f"{said} is no type of field"
    if name == "role" and not set(value.lower().split()) <= _ROLES and not value.startswith(("doc-", "graphics-")):
        return f"{said} is no role of WAI-ARIA"
    return ""
