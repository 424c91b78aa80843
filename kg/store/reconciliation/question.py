"""What is asked of a reconciliation service about one row of a table: from anywhere, so it is read within bounds.

Reconciliation Service API 0.2, section 4.2 (reconciliation queries).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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


class GivenProperty(NamedTuple):
    """What a row says beside the name."""

    key: str
    values: Sequence[GivenValue]


@dataclass(frozen=True)
class MatchQuestion:
    """Which thing a row means."""

    text: str  # its name, an identifier or an IRI; may be empty where properties say enough
    types: Sequence[str] = ()  # of which types it may be; none means all
    limit: int = _CANDIDATES  # how many candidates are wanted at most
    properties: Sequence[GivenProperty] = ()  # what else the row says
    is_all: bool = False  # whether it must be of each of the types


def read_question(data: Any) -> MatchQuestion:
    """Return a query that stood in a batch, as JSON has it.

    Raises:
        QueryError: If it is not what the specification says.
    """
    if not isinstance(data, dict):
        raise QueryError("a query is an object", hint='write {"query": "Ada Lovelace"}')
    stated = data.get("type")
    types = [stated] if isinstance(stated, str) else _list(stated, "type")
    properties = [_property(each) for each in _list(data.get("properties"), "properties")]
    if sum(len(each.values) for each in properties) > MAX_VALUES:
        raise QueryError(f"a query has at most {MAX_VALUES} values of properties", hint="map fewer columns")
    if data.get("type_strict", "any") not in _STRICT:
        raise QueryError("'type_strict' is none that there is", hint=f"write one of {', '.join(_STRICT)}")
    text = data.get("query", "")
    text = "" if isinstance(text, str) and len(text) > MAX_TEXT else _text(text, "query").strip()
    question = MatchQuestion(
        text,
        tuple(_text(each, "type") for each in types),
        _limit(data.get("limit")),
        properties,
        data.get("type_strict") == "all",
    )
    if not data.get("query") and not properties:
        raise QueryError("a query needs 'query' or 'properties'", hint='write {"query": "Ada Lovelace"}')
    return question


def _limit(stated: Any) -> int:
    if not stated:  # clients that have no wish send 0
        return _CANDIDATES
    if isinstance(stated, bool) or not isinstance(stated, int | float) or not 0 < stated < 1 << 31:
        raise QueryError("'limit' is a number from 1 on", hint='write "limit": 10')
    return min(max(int(stated), 1), MAX_CANDIDATES)


def _property(data: Any) -> GivenProperty:
    if not isinstance(data, dict) or not isinstance(data.get("pid"), str) or "v" not in data:
        raise QueryError("a property has 'pid' and 'v'", hint='write {"pid": "orcid", "v": "0000-0002-1825-0097"}')
    values = data["v"] if isinstance(data["v"], list) else [data["v"]]
    return GivenProperty(_text(data["pid"], "pid"), tuple(_values(values)))


def _values(values: Sequence[Any]) -> Iterator[GivenValue]:
    for each in values:
        if isinstance(each, dict):
            if not isinstance(each.get("id"), str):
                raise QueryError("a value that is a thing has an 'id'", hint='write {"id": "organization/mit"}')
            yield GivenValue(_text(each.get("name", ""), "name"), _text(each["id"], "id"))
        elif isinstance(each, str | int | float):
            if len(text := str(each).strip()) <= MAX_TEXT:
                yield GivenValue(_text(text, "v"))
        elif each is not None:
            raise QueryError("a value is a text, a number, true, false or a thing", hint="take lists apart")


def _list(data: Any, key: str) -> list[Any]:
    if data is None:
        return []
    if not isinstance(data, list) or len(data) > MAX_VALUES:
        raise QueryError(f"'{key}' is a list of at most {MAX_VALUES}", hint="see the specification, section 4.2")
    return data


def writable(text: str) -> str:
    r"""Return a text without halves of surrogate pairs, which nothing can write.

    >>> writable("Ada \ud83d")
    'Ada ?'
    """
    return text.encode(errors="replace").decode()


def _text(data: Any, key: str) -> str:
    if not isinstance(data, str) or len(data) > MAX_TEXT:
        raise QueryError(f"'{key}' is a text of at most {MAX_TEXT:,} characters", hint=f'write "{key}": "…"')
    return writable(data)
