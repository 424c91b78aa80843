"""Values and evidence as plain data, and as lines of YAML."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kg.profile.provenance import Evidence, line_range

# Write plain data as the lines of a YAML file that people like to read and every reader reads alike.

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


Lines = list[str]


def pair(key: str, value: Any, indent: int = 0) -> Lines:
    """Return the lines of a key with its value.

    >>> pair("authors", ["Ada Lovelace", "Luigi Federico Menabrea"])
    ['authors: [Ada Lovelace, Luigi Federico Menabrea]']
    >>> pair("year", 1843, 2), pair("venue", "NO")
    (['  year: 1843'], ['venue: "NO"'])
    """
    margin = " " * indent
    head = f"{margin}{_key(key)}:"
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
    if not all(isinstance(each, str) for each in value) or key not in _PACKED:
        return [head, *(line for each in value for line in item(each, indent + 2))]
    return [head, *_packed(value, indent + 2)]


_PACKED = frozenset(("proposed",))
"""The keys of lists of short keys, which fill their lines."""


def item(value: Any, indent: int) -> Lines:
    """Return the lines of an entry of a list."""
    margin = " " * indent
    if isinstance(value, str):
        return _text(f"{margin}-", value, indent)
    if not isinstance(value, Mapping):
        return [f"{margin}- {_whole_flow(value)}"]
    short = _flow(value) if _is_small(value) else None
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
    plain = _FLOW if flow else _PLAIN
    is_plain = plain.fullmatch(value) and not value.endswith((" ", ":"))
    if is_plain and value.casefold() not in _WORDS and not _NUMBER.fullmatch(value):
        return str(value)
    return f'"{_ESCAPED.sub(_escape, value)}"'


def _key(key: str) -> str:
    return scalar(key, flow=True)


def _escape(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04X}"


def _is_small(value: Mapping[str, Any]) -> bool:
    """Say whether keys and values make one thing, such as a link or a person, rather than an entry."""
    return len(value) <= 6 and "evidence" not in value and "title" not in value


def _flow(value: Any) -> str | None:
    """Return a list or a table of scalars on one line, or a scalar; None where something nests deeper."""
    if not _is_scalar(value):
        inner = value.values() if isinstance(value, Mapping) else value
        if not all(_is_scalar(each) for each in inner):
            return None
    return _whole_flow(value)


def _whole_flow(value: Any, key: str = "") -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(each)}: {_whole_flow(value[each], each)}" for each in value) + "}"
    if not _is_scalar(value):
        return "[" + ", ".join(_whole_flow(each) for each in value) + "]"
    return "null" if value is None else scalar(value, flow=True, is_date=key in _DATES)


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


def _text(head: str, value: str, indent: int, *, is_date: bool = False) -> Lines:
    on_one_line = f"{head} {scalar(value, is_date=is_date)}"
    if len(on_one_line) <= WIDTH or not _may_be_folded(value):
        return [on_one_line]
    margin = " " * (indent + 2)
    return [f"{head} >-", *(f"{margin}{line}" for line in _filled(value.split(" "), WIDTH - len(margin), " "))]


def _may_be_folded(value: str) -> bool:
    """Say whether a text in folded style reads back as it was: single spaces, nothing that would be a line end."""
    return bool(_CALM.fullmatch(value)) and "  " not in value and value == value.strip() and " " in value


def _packed(values: Sequence[str], indent: int) -> Iterator[str]:
    margin = " " * indent
    words = [f"{scalar(value, flow=True)}," for value in values]
    yield f"{margin}["
    for line in _filled(words, WIDTH - len(margin), " "):
        yield f"{margin}{line}"
    yield f"{margin}]"


def _filled(words: Sequence[str], width: int, between: str) -> Iterator[str]:
    """Yield words as lines that are filled up to a width."""
    line = ""
    for word in words:
        if line and len(line) + len(between) + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line}{between}{word}" if line else word
    if line:
        yield line


# Evidence and values as plain data: as they are written into a profile, and as they are read back.

_NUMBERS = frozenset(("year", "page", "page_count", "lines", "rank"))
_TRUTHS = frozenset(("expected", "equal_contribution", "corresponding", "more_authors"))


def evidence_data(evidence: Evidence) -> dict[str, Any]:
    """Return evidence as it is written, in a stable order."""
    found = evidence.model_dump(exclude_defaults=True)
    found["status"], found["confidence"] = evidence.status, _confidence(evidence)
    found["also"] = [_passage_data(place) for place in found.get("also", ())]
    found["conflicts"] = {
        key: [_passage_data({**each, "value": native(each["value"], key)}) for each in several]
        for key, several in found.get("conflicts", {}).items()
    }
    keys = ("fact", "status", "confidence", "source", "page", "lines", "quote", "proposed", "reason", "rank", "also")
    found = _passage_data(found)
    return {key: found[key] for key in (*keys, "conflicts") if found.get(key) not in (None, [], {}, "")}


def _confidence(evidence: Evidence) -> dict[str, float] | float:
    """Return confidence by key; one number where all are equal."""
    sure = evidence.confidence
    if isinstance(sure, dict) and len(set(sure.values())) == 1:
        return next(iter(sure.values()))
    return sure


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


def _passage_data(found: dict[str, Any]) -> dict[str, Any]:
    keys = ("value", "fact", "source", "page", "lines", "quote", "confidence", "chosen")
    found = {**found, "lines": line_range(found["lines"])} if found.get("lines") else found
    if "status" in found:
        return found
    return {key: found[key] for key in keys if key in found and found[key] is not None}
