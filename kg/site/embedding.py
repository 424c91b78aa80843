"""Show a text of the group's own, with the lists that are embedded in it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup
from pyoxigraph import Literal, NamedNode

from kg.site import grids
from kg.site.grids import Grid
from kg.site.members import GroupMember, members
from kg.site.works import Works, works_on_page
from kg.store.columns import value
from kg.store.face import ROOT, SITE, EmbeddedList, Prose
from kg.store.graph import Graph
from kg.terms.formats import XSD, Term, term_text

MAX_LISTED = 500

_WORKS = """
SELECT DISTINCT ?work ?year ?title WHERE {{
  ?work schema:author ?person ; schema:name ?title .
  {narrowed}
  FILTER(STRSTARTS(STR(?work), {works}))
  OPTIONAL {{ ?work kg:year ?year }}
}} ORDER BY DESC(?year) ?title ?work LIMIT {most}
"""
_NARROWED = {
    "person": "?work schema:author {} .",
    "venue": "?work schema:isPartOf|kg:presentedAt|(kg:presentedAt/schema:superEvent) {} .",
    "topic": "?work schema:about {} .",
    "system": "?work kg:describes {} .",
    "year": "?work kg:year {} .",
}


@dataclass(frozen=True)
class ShownPiece:
    """A piece of a text: HTML, or a list of works or people, or the rows of an answer."""

    html: str = ""
    works: Works | None = None
    people: tuple[GroupMember, ...] = ()
    grid: Grid | None = None
    caption: str = ""


def pieces(graph: Graph, text: Prose, root: str, files: str) -> Iterator[ShownPiece]:
    """Yield a text piece by piece, given how to get from the page to the first page, and to the site's files."""
    for piece in text:
        yield _list(graph, piece) if isinstance(piece, EmbeddedList) else ShownPiece(html(piece, root, files))


def html(piece: str, root: str, files: str) -> Markup:
    """Return HTML that a build has made of Markdown, whose links lead from where the page is."""
    text = piece.replace(f"{ROOT}{SITE}/", f"{files}{SITE}/").replace(ROOT, root)
    return Markup(text)  # noqa: S704  (no HTML passes kg.site.own.prose)


def _list(graph: Graph, embedded: EmbeddedList) -> ShownPiece:
    if embedded.kind == "people":
        known = members(graph)
        shown = _people(graph, embedded.values.get("role", ""))
        return ShownPiece(people=tuple(known[iri] for iri in shown if iri in known))
    if embedded.kind == "works":
        return ShownPiece(works=works_on_page(graph, _works(graph, embedded)))
    query = graph.queries[embedded.name]
    types = {key: each.type for key, each in query.header.parameters.items()}
    terms = {key: _term(types[key], text) for key, text in embedded.values.items()}
    table = graph.select(query.bind(terms))
    table = replace(table, rows=table.rows[:MAX_LISTED])
    return ShownPiece(grid=grids.grid(graph, table), caption=query.header.summary)


def newest_works(graph: Graph, most: int) -> Works:
    """Return the newest works of all."""
    return works_on_page(graph, _works(graph, EmbeddedList("works", "", {"limit": str(most)})))


def _term(kind: str, text: str) -> Term:
    if kind == "year":
        return Literal(text, datatype=NamedNode(f"{XSD}integer"))
    return Literal(text) if kind == "text" else NamedNode(text)


def _people(graph: Graph, role: str) -> tuple[str, ...]:
    roles = dict(graph.face.roles)
    return (roles.get(role, ()) if role else graph.face.members or graph.owners)[:MAX_LISTED]


def _works(graph: Graph, embedded: EmbeddedList) -> list[str]:
    values = dict(embedded.values)
    most = min(int(values.pop("limit", MAX_LISTED)), MAX_LISTED)
    narrowed = []
    if role := values.pop("role", ""):
        members = " ".join(term_text(NamedNode(iri)) for iri in _people(graph, role))
        narrowed.append(f"VALUES ?person {{ {members} }}")
    narrowed += (_NARROWED[key].format(term_text(_term(key, text))) for key, text in values.items())
    works = term_text(Literal(f"{graph.base}work/"))
    rows = graph.select(_WORKS.format(narrowed="\n  ".join(narrowed), works=works, most=most)).rows
    return [value(row[0]) for row in rows]
