"""Fill templates: what data hold is escaped, and what leads elsewhere is checked."""

import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from pyoxigraph import Literal, NamedNode

from kg.site.addresses import anchor, short
from kg.site.evidence import EvidenceMarks
from kg.site.metadata.dataset import licence
from kg.site.page import Metadata, PageRequest, SitePage, TypedLink, root
from kg.site.panels import MOST, WIDTHS
from kg.site.works import key
from kg.store.columns import is_number
from kg.store.diff.model import titles_of
from kg.store.graph import Graph, outside
from kg.terms.formats import Term
from kg.terms.labels import wording
from kg.terms.vocabulary import curie

ASSETS = Path(__file__).parent / "assets"
"""The files that pages refer to: style, scripts, icons."""
_SAFE_IN_SCRIPTS = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def html(
    graph: Graph, request: PageRequest, template: str, /, links: tuple[TypedLink, ...] = (), **values: Any
) -> SitePage:
    """Return a page made of a template.

    Args:
        graph: The release.
        request: What is asked for; its depth makes links relative.
        template: The name of a file of `templates/`.
        links: The typed links of what the page is about.
        values: What the template needs besides; `marks` is the evidence of the page, if it shows any, `metadata` what
            it says of itself to machines, and `root` how to get to the site's root, if its path does not say.
    """
    text = (
        _pages()
        .get_template(template)
        .render(
            {"marks": EvidenceMarks(graph, ()), "metadata": Metadata(), "root": root(request.path)} | values,
            graph=graph, request=request, links=links, canonical=canonical(graph, request),
        )
    )  # fmt: skip
    return SitePage(text.encode(), links=links)


def canonical(graph: Graph, request: PageRequest) -> str:
    """Return the whole address of a page; empty if a query string made it what it is, or nobody knows the site's.

    The page of a panel is a part of the page of its thing, which search engines list in its place.
    """
    is_one_of_many = request.parameters and "=" not in request.path
    path = f"{request.local}/" if "panel" in request.match else quote(request.path, safe="/=%")
    return f"{graph.url}{path}" if graph.url and not is_one_of_many else ""


def script_data(text: str) -> Markup:
    """Return JSON as it may stand in a script element: nothing in it ends the element."""
    for character, escaped in _SAFE_IN_SCRIPTS.items():
        text = text.replace(character, escaped)
    return Markup(text)  # noqa: S704  (no character is left that HTML knows)


@cache
def environment(package: str) -> Environment:
    """Return what fills the templates of a package: what they are given is escaped, and nothing may be missing."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


@cache
def _pages() -> Environment:
    pages = environment("kg.site")
    pages.filters.update(
        href=_href, outside=outside, plain=plain, script_data=script_data, json=_json, curie=curie, facet_key=key
    )
    pages.filters.update(anchor=anchor, capitalize_first=_capitalized, licence=licence, short=short, wording=wording)
    pages.tests.update(node=_is_node, literal=_is_literal, number=is_number)
    pages.globals.update(titles_of=titles_of, MOST=MOST, WIDTHS=WIDTHS)
    return pages


@pass_context
def _href(context: Context, iri: str) -> str:
    """Return the relative address of the page of a thing."""
    graph: Graph = context["graph"]
    return f"{context['root']}{graph.path(iri)}"


def _capitalized(text: str) -> str:
    """Return a text with a capital letter in front; what follows stays as it is."""
    return text[:1].upper() + text[1:]


def _json(value: Any) -> Markup:
    return script_data(json.dumps(value, ensure_ascii=False))


def _is_node(term: object) -> bool:
    return isinstance(term, NamedNode)


def _is_literal(term: object) -> bool:
    return isinstance(term, Literal)


def plain(term: Term | None) -> str:
    """Return a term as people read it: the value of a literal, the IRI of a node."""
    return term.value if isinstance(term, Literal | NamedNode) else "" if term is None else str(term)
