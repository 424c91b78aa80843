"""Show the account of a release: what was read of each profile, and what became of it."""

from collections.abc import Iterator
from typing import cast

from pyoxigraph import Literal, QuerySolutions

from kg.base.errors import NotFound
from kg.cli.tables import Look, drawn
from kg.profile.account import ProfileAccount, in_words, read_accounts
from kg.store.columns import Row, value
from kg.store.release import Release
from kg.terms.vocabulary import PREFIXES

_SHARED = """
SELECT ?title (GROUP_CONCAT(DISTINCT ?file; separator=", ") AS ?files) WHERE {{
  GRAPH <{base}graph/evidence> {{
    ?own kg:supports ?work ; prov:wasDerivedFrom ?source .
    ?evidence kg:supports ?work ; prov:wasDerivedFrom ?other .
  }}
  ?source schema:mainEntity <{base}{person}> .
  ?work schema:author|schema:editor|schema:translator ?somebody ; schema:name ?title .
  ?other schema:name ?file .
  FILTER NOT EXISTS {{ ?other schema:mainEntity <{base}{person}> }}
}} GROUP BY ?work ?title ORDER BY ?title
"""
"""The works of a profile that other lists name too, with these."""


def account_lines(release: Release, person: str = "", *, as_json: bool = False) -> Iterator[str]:
    """Yield the account of a release, a line each; with the id of a person, that of their profile.

    Raises:
        NotFound: If no profile has that id.
        ReleaseError: If the release has no account.
    """
    found = [each for each in read_accounts(release.path) if not person or each.person == f"person/{person}"]
    if not found:
        raise NotFound(f"no profile has the id '{person}'", hint="see them all: kg info --account")
    if as_json:
        yield from (each.as_json() for each in found)
        return
    yield drawn(list(_HEAD), [_row(each) for each in found], Look()).rstrip()
    if not person:
        yield f"\n{in_words(release.manifest['account'])}"
    for each in found:
        for left in each.left_out:
            several = f" ({left.number} {_PLURALS[left.unit]})" if left.number > 1 else ""
            yield f"{each.source}:{left.line}: left out: {left.what}{several}: {left.reason}"
        if person:
            yield from _joined(release, each)


_PLURALS = {"entry": "entries", "field": "values"}
_HEAD = ("profile", "file", "entries", "joined", "left out", "authors", "fields", "fields left out")


def _row(each: ProfileAccount) -> Row:
    numbers = (
        sum(each.entries.values()),
        each.shared,
        each.number_left_out("entry"),
        each.authorships,
        each.fields,
        each.number_left_out("field"),
    )
    return (Literal(each.person.removeprefix("person/")), Literal(each.source), *map(Literal, numbers))


def _joined(release: Release, each: ProfileAccount) -> Iterator[str]:
    query = _SHARED.format(base=release.base, person=each.person)
    answer = release.store().query(query, prefixes=PREFIXES)
    for title, files in cast(QuerySolutions, answer):
        yield f"joined: '{value(title)}' with {value(files)}"
