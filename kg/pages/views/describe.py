"""The page of anything that has none of its own, and its documents: `describe/?iri=…`."""

import re
from typing import Any
from urllib.parse import quote

from kg.errors import IdentifierError, NotFound, QueryError
from kg.formats import MEDIA_TYPES
from kg.identifiers import MAX_IRI, valid_iri
from kg.pages.description import Description, describe
from kg.pages.documents import FORMS
from kg.pages.graph import Graph
from kg.pages.page import Asked, Link, Page, root
from kg.pages.query_string import number
from kg.pages.templating import html
from kg.pages.terms import NAMESPACES
from kg.pages.triples import serialized, triples
from kg.pages.views.query import has_engine, known
from kg.wording import meanings

_BLANK = re.compile(r"_:[A-Za-z0-9_]+")
_MAX_START = 900_000


def view(graph: Graph, asked: Asked) -> Page:
    """Return the page of a node; without an IRI, a form that asks for one. As a file its script tells of any.

    Raises:
        NotFound: If nothing is said of it.
        QueryError: If it cannot be an IRI.
    """
    if graph.hosting.is_static:
        return html(
            graph, asked, "describe_static.html", has_engine=has_engine(), site=looking(graph, root(asked.path))
        )
    name = _name(asked)
    if not name:
        return html(graph, asked, "describe.html", name="", label="Describe")
    start = number(asked.parameters, "from", 0, _MAX_START)
    description = _found(graph, name, start)
    return html(
        graph,
        asked,
        "describe.html",
        _links(name),
        name=name,
        label=graph.label(name),
        description=description,
        start=start,
        own=graph.local(name),
        forms=FORMS,
    )


def looking(graph: Graph, to_root: str) -> dict[str, Any]:
    """Return what scripts know that describe any IRI in the browser: the graph, and what its terms are called."""
    wordings = {iri: meaning.label for iri, meaning in meanings().items() if meaning.label}
    return known(graph, to_root) | {"prefixes": NAMESPACES, "wordings": wordings}


def document(graph: Graph, asked: Asked) -> Page:
    """Return what is said of a node, and of the blank nodes that hang on it, in one of `FORMS`.

    Raises:
        NotFound: If nothing is said of it.
        QueryError: If it cannot be an IRI, or is too large, or the syntax cannot hold it.
    """
    name, form = _name(asked), FORMS[asked.match["suffix"]]
    _found(graph, name, 0)
    return Page(serialized(triples(graph, name), form.name), MEDIA_TYPES[form.name], _links(name))


def _name(asked: Asked) -> str:
    """Return the IRI that is asked for, or `_:` and the label of a blank node, or nothing."""
    name = asked.parameters.get("iri", "").strip()
    if not name or _BLANK.fullmatch(name):
        return name[:MAX_IRI]
    if len(name) > MAX_IRI:
        raise QueryError(f"the IRI is longer than {MAX_IRI} characters")
    try:
        iri = valid_iri(name)
    except IdentifierError as error:
        raise QueryError(str(error), hint="give a whole IRI, such as https://schema.org/Person") from error
    return iri.replace("http://schema.org/", "https://schema.org/", 1) if iri.startswith("http://schema.org/") else iri


def _found(graph: Graph, name: str, start: int) -> Description:
    if not name:
        raise NotFound("no IRI is given", hint="add ?iri= and an IRI")
    description = describe(graph, name, start)
    if not description and not start:
        raise NotFound(f"nothing is said of {name}", hint="look for it by its name")
    return description


def _links(name: str) -> tuple[Link, ...]:
    query = quote(name, safe="")
    return tuple(Link(f"describe.{suffix}?iri={query}", "alternate", form.media_type) for suffix, form in FORMS.items())
