"""Write plain data and evidence as lines of YAML that people like to read and every reader reads alike."""

import re
from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from kg.profile.provenance import Evidence, line_range

WIDTH = 116

# What YAML 1.1 or 1.2 reads as null, a truth value, a number, a time, or a merge key.
_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n", "~", "<<", "=", ""))
_NUMBER = re.compile(r"[-+.]?(?:\d|\.(?:inf|nan)\b|inf\b|nan\b)[\d_.,:xoeE+/a-fA-F-]*(?:[ T].*)?", re.IGNORECASE)
_PARTIAL_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?|[1-9]\d*-[1-9]\d*", re.ASCII)
_PLAIN = re.compile(r"[^\W_](?:[\w ./()+&'’–—%;!?$*·°…-]|,(?= )|:(?=//))*+", re.UNICODE)
_FLOW = re.compile(r"[^\W_][\w ./()+&'’–—%;!$*·°…-]*+", re.UNICODE)
_CALM = re.compile(r"[^\x00-\x1f\x7f-\x9f\xa0\u2028\u2029\ufeff\ufffe\uffff]*")
_ESCAPED = re.compile('[\x00-\x1f"\\\\\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_DATES = frozenset(("start", "end", "date", "lines"))
"""The keys of what begins with digits and is a text to every reader, or of what the profile reads as a number too."""
_SHORT_KEYS = "proposed"
"""The key of a long list of short keys, which fill their lines."""

Lines = list[str]


def pair(key: str, value: Any, indent: int = 0) -> Lines:
    """Return the lines of a key with its value.

    >>> pair("authors", ["Ada Lovelace", "Luigi Federico Menabrea"])
    ['authors: [Ada Lovelace, Luigi Federico Menabrea]']
    >>> pair("year", 1843, 2), pair("venue", "NO")
    (['  year: 1843'], ['venue: "NO"'])
    """
    margin = " " * indent
    head = f"{margin}{scalar(key, flow=True)}:"
    if value is None:
        return [head]
    if isinstance(value, str):
        return _text(head, value, indent, is_date=key in _DATES)
    if isinstance(value, Mapping) and not value:
        return [f"{head} {{}}"]
    if (on_one_line := _flow(value)) is not None and len(head) + len(on_one_line) < WIDTH:
        return [f"{head} {on_one_line}"]
    if isinstance(value, Mapping):
        return [head, *(line for each in value for line in pair(each, value[each], indent + 2))]
    if key == _SHORT_KEYS and all(isinstance(each, str) for each in value):
        margin += "  "
        filled = _filled(" ".join(f"{scalar(each, flow=True)}," for each in value), margin)
        return [head, f"{margin}[", *filled, f"{margin}]"]
    return [head, *(line for each in value for line in item(each, indent + 2))]


def item(value: Any, indent: int) -> Lines:
    """Return the lines of an entry of a list."""
    margin = " " * indent
    if isinstance(value, str):
        return _text(f"{margin}-", value, indent)
    if not isinstance(value, Mapping):
        return [f"{margin}- {_whole_flow(value)}"]
    if len(value) <= 6 and "evidence" not in value and "title" not in value:  # a link or a person, not an entry
        short = _flow(value)
        if short is not None and indent + len(short) < WIDTH:
            return [f"{margin}- {short}"]
    lines = [line for key, each in value.items() for line in pair(key, each, indent + 2)]
    return [f"{margin}- {lines[0].lstrip()}", *lines[1:]]


def scalar(value: Any, *, flow: bool = False, is_date: bool = False) -> str:
    """Return a value on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) and value < 1e6 else str(value)
    if is_date and _PARTIAL_DATE.fullmatch(value):
        return str(value)
    is_plain = (_FLOW if flow else _PLAIN).fullmatch(value) and not value.endswith((" ", ":"))
    if is_plain and value.casefold() not in _WORDS and not _NUMBER.fullmatch(value):
        return str(value)
    escaped = _ESCAPED.sub(lambda match: _ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04X}", value)
    return f'"{escaped}"'


def _flow(value: Any) -> str | None:
    """Return a list or table of scalars, or a scalar, on one line; None for what is nested deeper."""
    inner = value.values() if isinstance(value, Mapping) else [value] if _is_scalar(value) else value
    return _whole_flow(value) if all(map(_is_scalar, inner)) else None


def _whole_flow(value: Any, key: str = "") -> str:
    if isinstance(value, Mapping):
        pairs = (f"{scalar(each, flow=True)}: {_whole_flow(value[each], each)}" for each in value)
        return f"{{{', '.join(pairs)}}}"
    if not _is_scalar(value):
        return f"[{', '.join(map(_whole_flow, value))}]"
    return "null" if value is None else scalar(value, flow=True, is_date=key in _DATES)


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _text(head: str, value: str, indent: int, *, is_date: bool = False) -> Lines:
    on_one_line = f"{head} {scalar(value, is_date=is_date)}"
    # In folded style, runs of spaces and what may be read as a line end would not come back as they were.
    may_be_folded = _CALM.fullmatch(value) and "  " not in value and value == value.strip() and " " in value
    if len(on_one_line) <= WIDTH or not may_be_folded:
        return [on_one_line]
    return [f"{head} >-", *_filled(value, " " * (indent + 2))]


def _filled(text: str, margin: str) -> Lines:
    return wrap(
        text,
        WIDTH,
        initial_indent=margin,
        subsequent_indent=margin,
        expand_tabs=False,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )


# Evidence and values, as they are written into a profile and read back.

_NUMBERS = frozenset(("year", "page", "page_count", "lines", "rank"))
_TRUTHS = frozenset(("expected", "equal_contribution", "corresponding", "corporate", "more_authors"))


_EVIDENCE = ("fact", "status", "confidence", "source", "page", "lines", "quote", "proposed", "reason", "rank", "also",
             "conflicts", "before")  # fmt: skip
_PASSAGE = ("value", "fact", "source", "page", "lines", "quote", "confidence", "chosen")


def evidence_data(evidence: Evidence) -> dict[str, Any]:
    """Return evidence as it is written, in a stable order."""
    data = evidence.model_dump(exclude_defaults=True)
    sure = evidence.confidence
    if isinstance(sure, dict) and len(set(sure.values())) == 1:
        sure = next(iter(sure.values()))
    data |= {"status": evidence.status, "confidence": sure}
    data["also"] = [_selected(place, _PASSAGE) for place in data.get("also", ())]
    data["conflicts"] = {
        key: [_selected({**each, "value": native(each["value"], key)}, _PASSAGE) for each in several]
        for key, several in data.get("conflicts", {}).items()
    }
    data["before"] = native(data.get("before", {}))
    return {key: value for key, value in _selected(data, _EVIDENCE).items() if value not in ([], {}, "")}


def _selected(data: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    if data.get("lines"):
        data = {**data, "lines": line_range(data["lines"])}
    return {key: data[key] for key in keys if data.get(key) is not None}


def native(value: Any, key: str = "") -> Any:
    """Return what stands in a file as it is to be written: numbers and truth values bare, where they are meant."""
    if isinstance(value, Mapping):
        return {name: native(each, "confidence" if key == "confidence" else name) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [native(each, key) for each in value]
    if key == "confidence" and isinstance(value, str):
        return float(value)
    if isinstance(value, str) and key in _NUMBERS and value.isascii() and value.isdigit() and value[0] != "0":
        return int(value)
    if isinstance(value, str) and key in _TRUTHS and value in ("true", "false"):
        return value == "true"
    return value


def textual(value: Any) -> Any:
    """Return data as a strict reader of YAML gives them back: all scalars as text."""
    if isinstance(value, Mapping):
        return {key: textual(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [textual(each) for each in value]
    return value if value is None or isinstance(value, str) else scalar(value)
