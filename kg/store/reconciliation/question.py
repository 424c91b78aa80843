"""What is asked of a reconciliation service about one row of a table: from anywhere, so it is read within bounds.

Reconciliation Service API 0.2, section 4.2 (reconciliation queries).
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kg.base.errors import QueryError

MAX_TEXT = 1_000
"""Characters of a text; nothing is called by a longer one, so that a longer name or value finds nothing."""
MAX_VALUES = 100
"""Values of all properties of one query; also the properties and types that one may name."""
MAX_CANDIDATES = 50
_CANDIDATES = 10
_STRICT = ("any", "should", "all")


class GivenValue(NamedTuple):
    """A value of a property: a text, or a thing of this graph."""

    text: str
    id: str = ""  # of the thing, as the service calls it


class MatchQuestion(NamedTuple):
    """Which thing a row means."""

    text: str  # its name, an identifier or an IRI; may be empty where properties say enough
    types: Sequence[str]  # of which types it may be; none means all
    limit: int  # how many candidates are wanted at most
    properties: Sequence[tuple[str, Sequence[GivenValue]]]  # what else the row gives, by what the client calls it
    is_all: bool  # whether it must be of each of the types


def read_question(data: Any) -> MatchQuestion:
    """Return a query that stood in a batch, as JSON has it.

    Raises:
        QueryError: If it is not what the specification says.
    """
    _check(isinstance(data, dict), "a query is an object", 'write {"query": "Ada Lovelace"}')
    text, stated, strict = data.get("query", ""), data.get("type"), data.get("type_strict", "any")
    properties = [_property(each) for each in _list(data.get("properties"), "properties")]
    number = sum(len(values) for _, values in properties)
    _check(number <= MAX_VALUES, f"a query has at most {MAX_VALUES} values of properties", "map fewer columns")
    _check(strict in _STRICT, "'type_strict' is none that there is", f"write one of {', '.join(_STRICT)}")
    _check(bool(text or properties), "a query needs 'query' or 'properties'", 'write {"query": "Ada Lovelace"}')
    return MatchQuestion(
        "" if isinstance(text, str) and len(text) > MAX_TEXT else _text(text, "query").strip(),
        [_text(each, "type") for each in ([stated] if isinstance(stated, str) else _list(stated, "type"))],
        _limit(data.get("limit")),
        properties,
        strict == "all",
    )


def writable(text: str) -> str:
    r"""Return a text without halves of surrogate pairs, which nothing can write.

    >>> writable("Ada \ud83d")
    'Ada ?'
    """
    return text.encode(errors="replace").decode()


def _check(is_right: bool, message: str, hint: str) -> None:
    if not is_right:
        raise QueryError(message, hint=hint)


def _limit(stated: Any) -> int:
    if not stated:  # clients that have no wish send 0
        return _CANDIDATES
    is_number = isinstance(stated, int | float) and not isinstance(stated, bool) and 0 < stated < 1 << 31
    _check(is_number, "'limit' is a number from 1 on", 'write "limit": 10')
    return min(max(int(stated), 1), MAX_CANDIDATES)


def _property(data: Any) -> tuple[str, Sequence[GivenValue]]:
    is_property = isinstance(data, dict) and isinstance(data.get("pid"), str) and "v" in data
    _check(is_property, "a property has 'pid' and 'v'", 'write {"pid": "orcid", "v": "0000-0002-1825-0097"}')
    return _text(data["pid"], "pid"), list(_values(data["v"] if isinstance(data["v"], list) else [data["v"]]))


def _values(values: Sequence[Any]) -> Iterator[GivenValue]:
    for each in values:
        if isinstance(each, dict):
            is_thing = isinstance(each.get("id"), str)
            _check(is_thing, "a value that is a thing has an 'id'", 'write {"id": "organization/mit"}')
            yield GivenValue(_text(each.get("name", ""), "name"), _text(each["id"], "id"))
        elif each is not None:
            is_value = isinstance(each, str | int | float)
            _check(is_value, "a value is a text, a number, true, false or a thing", "take lists apart")
            if len(text := str(each).strip()) <= MAX_TEXT:
                yield GivenValue(writable(text))


def _list(data: Any, key: str) -> list[Any]:
    is_list = data is None or (isinstance(data, list) and len(data) <= MAX_VALUES)
    _check(is_list, f"'{key}' is a list of at most {MAX_VALUES}", "see the specification, section 4.2")
    return data or []


def _text(data: Any, key: str) -> str:
    is_text = isinstance(data, str) and len(data) <= MAX_TEXT
    _check(is_text, f"'{key}' is a text of at most {MAX_TEXT:,} characters", f'write "{key}": "…"')
    return writable(data)
