"""Say what a list in a page of the group's own means: each thing that it names must be in the graph."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from pyoxigraph import Literal

from kg.base.errors import NotFound, QueryError
from kg.site.own.prose import ListError, WrittenList
from kg.store.face import EmbeddedList
from kg.store.questions import Query, Select, term_of
from kg.terms import typed_yaml
from kg.terms.formats import iri_of

KEYS: Mapping[str, tuple[str, ...]] = {
    "works": ("person", "role", "year", "venue", "topic", "system", "limit"),
    "people": ("role",),
}
"""By what lists of the graph are narrowed down; that of a question has its parameters."""


class FindThing(Protocol):
    """Returns the IRI of a thing; raises NotFound and QueryError."""

    def __call__(self, kind: str, name: str) -> str: ...  # noqa: D102


class ListReader:
    """Looks up what lists name.

    Args:
        find: Finds things of the graph.
        roles: The roles of members.
        queries: Returns the named questions, when one is needed.
        select: Asks the store.
        base: The base of the IRIs.
    """

    def __init__(
        self,
        find: FindThing,
        roles: Collection[str],
        queries: Callable[[], Mapping[str, Query]],
        select: Select,
        base: str,
    ) -> None:
        self._find, self._roles, self._queries, self._select, self._base = find, roles, queries, select, base

    def __call__(self, written: WrittenList) -> EmbeddedList:
        """Return what a list means; raises ListError."""
        try:
            if written.kind == "question":
                return self._question(written)
            keys = KEYS[_known(written.kind, (*KEYS, "question"), "list")]
            if written.names:
                raise ListError(f"'{written.names[0]}' has no key", f"keys are {', '.join(keys)}")
            values = {_known(key, keys, "key"): self._value(key, text) for key, text in written.values.items()}
            return EmbeddedList(written.kind, values=values)
        except (NotFound, QueryError) as error:
            raise ListError(str(error), error.hint) from error

    def _value(self, key: str, text: str) -> str:
        if key == "role":
            return _known(text, self._roles, "role")
        if key in ("year", "limit"):
            if not re.fullmatch(r"[1-9]\d{0,3}", text):
                raise ListError(f"'{text}' is not a {'year' if key == 'year' else 'number'}", "write digits")
            return text
        return self._find(key, text)

    def _question(self, written: WrittenList) -> EmbeddedList:
        if len(written.names) != 1:
            raise ListError("a question has one name", "write it first: {{ question(awards, person=ada-lovelace) }}")
        query = self._queries()[_known(written.names[0], self._queries(), "question")]
        parameters = query.header.parameters
        terms = {
            key: term_of(parameters[_known(key, parameters, "parameter")], text, self._select, self._base)
            for key, text in written.values.items()
        }
        query.bind(terms)
        values = {key: each.value if isinstance(each, Literal) else iri_of(each) for key, each in terms.items()}
        return EmbeddedList("question", query.name, values)


def _known(word: str, words: Collection[str], what: str) -> str:
    if word in words:
        return word
    listed = ", ".join(words) if len(words) <= 12 else "listed by: kg query"
    raise ListError(f"there is no {what} '{word}'", typed_yaml.hint_for(word, words, f"there are {listed or 'none'}"))
