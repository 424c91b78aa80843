"""Options of 'kg query' that come from the query's own header: `--person "Jinliang Wei"`."""

from collections.abc import Mapping, Sequence

from kg.base.errors import QueryError
from kg.store.questions import Query, term_of
from kg.store.store import Store
from kg.terms.formats import Term
from kg.terms.typed_yaml import nearest

HELP = ("-h", "--help")
OPTIONS = ("format", "release", "endpoint", "timeout", "output", "iris")
"""The options that all queries have."""


def asks_for_help(arguments: Sequence[str]) -> bool:
    """Say whether help is asked for."""
    return any(argument in HELP for argument in arguments)


def bound(query: Query, arguments: Sequence[str], store: Store, base: str) -> Mapping[str, Term]:
    """Return the terms that the options of a command line give to a query's parameters.

    Raises:
        QueryError: If an option is unknown, has no value, or names several things.
        NotFound: If a name is not in the store.
    """
    return {
        name: term_of(query.header.parameters[name], text, store.query, base)
        for name, text in _options(query, arguments).items()
    }


def _options(query: Query, arguments: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        option = rest.pop(0)
        if not option.startswith("--"):
            raise QueryError(f"'{option}' belongs to no option", hint=query.usage)
        key, equals, value = option[2:].partition("=")
        name = key.replace("-", "_")
        if name not in query.header.parameters:
            raise unknown_option(key, query)
        if not equals:
            if not rest:
                raise QueryError(f"'--{key}' needs a value", hint=query.usage)
            value = rest.pop(0)
        found[name] = value
    return found


def unknown_option(key: str, query: Query | None = None) -> QueryError:
    """Return the error of an option that does not exist, with the nearest one that does."""
    known = [*(query.header.parameters if query else ()), *OPTIONS]
    near = nearest(key.replace("-", "_"), known)
    asked = f"kg query {query.name}" if query else "kg query"
    hint = f"did you mean '--{near.replace('_', '-')}'?" if near else f"see: {asked} --help"
    subject = f"the query '{query.name}'" if query else "'kg query'"
    return QueryError(f"{subject} has no option '--{key}'", hint=hint)
