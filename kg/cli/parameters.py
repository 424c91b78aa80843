"""Options of 'kg query' that come from the query's own header: `--person "Jinliang Wei"`."""

from collections.abc import Mapping, Sequence

from kg.errors import QueryError
from kg.formats import Term
from kg.queries import Query, term_of
from kg.store import Store
from kg.typed_yaml import nearest

HELP = ("-h", "--help")


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
            raise _unknown(query, key)
        if not equals:
            if not rest:
                raise QueryError(f"'--{key}' needs a value", hint=query.usage)
            value = rest.pop(0)
        found[name] = value
    return found


def _unknown(query: Query, key: str) -> QueryError:
    near = nearest(key.replace("-", "_"), query.header.parameters)
    hint = f"did you mean '--{near}'?" if near else f"see: kg query {query.name} --help"
    return QueryError(f"the query '{query.name}' has no option '--{key}'", hint=hint)
