"""Templates of pages: values are escaped, and links that lead elsewhere are checked."""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from pyoxigraph import Literal, NamedNode

from kg.base.reporting import clean
from kg.site import words
from kg.site.addresses import anchor, short
from kg.site.embedding import html as own_html
from kg.site.embedding import pieces as shown_pieces
from kg.site.evidence import STATES, CitedEvidence, EvidenceMarks
from kg.site.members import members
from kg.site.metadata.dataset import licence
from kg.site.page import Metadata, PageRequest, SitePage, TypedLink, files, root
from kg.site.panels import MOST
from kg.site.soundness import page_of
from kg.site.works import key
from kg.store.columns import is_number
from kg.store.diff.changes import titles_of
from kg.store.graph import Graph, outside
from kg.terms.formats import Term
from kg.terms.labels import wording
from kg.terms.vocabulary import curie

ASSETS = Path(__file__).parent / "assets"
"""The files that pages refer to: style, scripts, icons."""
SEARCH_ENGINE = ASSETS / "vendor" / "sqlite3.wasm.gz"
"""SQLite's engine, which searches in the browser; `make assets` fetches it."""
MAX_INDEX_BYTES = 20_000_000
"""How large an index may be that a browser loads."""
_FONTS = ASSETS / "vendor" / "fonts.css"
_SAFE_IN_SCRIPTS = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def html(
    graph: Graph, request: PageRequest, template: str, /, links: tuple[TypedLink, ...] = (), **values: Any
) -> SitePage:
    """Return a page made of a file of `templates/`, with the typed links of what it is about.

    Of the values that the template gets, `marks` is the evidence of the page, if it shows any, `metadata` what it says
    of itself to machines, and `root` how to get to the site's root, if its path does not say.
    """
    up = root(request.path)  # to the first page in this language; `files` leads to what is there once for all
    defaults = {
        "marks": EvidenceMarks(graph, ()),
        "metadata": Metadata(),
        "root": up,
        "files": values.get("root") or files(request),
    }
    given = {**defaults, **values, "graph": graph, "request": request, "links": links}
    with words.reading(graph.language, graph.face.words):  # also where no route made the page, such as redirects
        text = _pages().get_template(template).render(given, canonical=canonical(graph, request))
    return SitePage(text.encode(), links=links)


def canonical(graph: Graph, request: PageRequest) -> str:
    """Return the whole address of a page; empty if a query string made it what it is, or nobody knows the site's.

    The page of a panel is a part of the page of its thing, which search engines list in its place.
    """
    is_one_of_many = request.parameters and "=" not in request.path
    path = f"{request.local}/" if "panel" in request.match else quote(request.path, safe="/=%")
    return f"{graph.url}{request.place}{path}" if graph.url and not is_one_of_many else ""


class ForeignPage(NamedTuple):
    """The same page in another language, or in this one: the tag, what the language calls itself, where it is."""

    language: str
    name: str
    path: str


def in_languages(graph: Graph, request: PageRequest) -> list[ForeignPage]:
    """Return a page in all languages of the site, with paths below the root of its files; nothing if it has one."""
    first, *others = graph.face.languages
    places = {first: "", **{tag: f"{tag}/" for tag in others}} if others else {}
    path = quote(request.path, safe="/=%")
    return [ForeignPage(tag, words.own_name(tag), f"{place}{path}") for tag, place in places.items()]


def script_data(text: str) -> Markup:
    """Return JSON as it may stand in a script element: nothing in it ends the element."""
    for character, escaped in _SAFE_IN_SCRIPTS.items():
        text = text.replace(character, escaped)
    return Markup(text)  # noqa: S704  (no character is left that HTML knows)


@cache
def environment(package: str) -> Environment:
    """Return the environment of the templates of a package: values are escaped, and none may be missing."""
    made = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(words.gettext, words.ngettext, newstyle=True)  # type: ignore[attr-defined]
    made.policies["ext.i18n.trimmed"] = True
    return made


@cache
def _pages() -> Environment:
    pages = environment("kg.site")
    pages.filters |= {
        "anchor": anchor,
        "begun": begun,
        "clean": clean,
        "correction": correction,
        "capitalize_first": lambda text: text[:1].upper() + text[1:],
        "curie": curie,
        "facet_key": key,
        "href": _href,
        # A space ends an address, which would else look as if it had a password before the next "@".
        "json": lambda value: script_data(json.dumps(value, ensure_ascii=False, separators=(", ", ":"))),
        "licence": licence,
        "number": words.number,
        "outside": outside,
        "own_html": pass_context(lambda context, text: own_html(text, context["root"], context["files"])),
        "pieces": pass_context(lambda of, text: shown_pieces(of["graph"], text, of["root"], of["files"])),
        "plain": plain,
        "script_data": script_data,
        "said": words.gettext,
        "short": short,
        "wording": wording,
    }
    pages.tests |= {
        "literal": lambda term: isinstance(term, Literal),
        "node": lambda term: isinstance(term, NamedNode),
        "number": is_number,
    }
    pages.globals |= {"titles_of": titles_of, "MOST": MOST, "STATES": STATES, "HAS_FONTS": _FONTS.exists()}
    pages.globals |= {
        "is_searched": is_searched,
        "in_languages": in_languages,
        "language_of_page": words.language,
        "members": members,
    }
    return pages


def is_searched(graph: Graph) -> bool:
    """Whether names are looked up: by a server, or in the browser where there are an engine and a small index."""
    return not graph.hosting.is_static or (SEARCH_ENGINE.exists() and graph.index.size <= MAX_INDEX_BYTES)


def correction(address: str, of: str, page: str, evidence: CitedEvidence) -> str:
    """Return where a reader suggests a correction of a fact: an issue or a mail that says already what it is about.

    >>> stated = CitedEvidence("", "", "ada.yaml", "3", "3", "", "Ada", "yaml", "1", "")
    >>> correction("mailto:web@example.org", "Ada", "https://kg.example.org/person/ada/", stated)[:58]
    'mailto:web@example.org?subject=Correction%3A%20Ada&body=ht'
    """
    where = ", ".join(filter(None, (evidence.file, evidence.place)))
    quoted = f"> {evidence.quote}\n\n" if evidence.quote else ""
    title = "subject" if address.startswith("mailto:") else "title"
    filled = {title: f"Correction: {of}", "body": f"{page}\n{where}\n\n{quoted}It should say: "}
    return f"{address}{'&' if '?' in address else '?'}{urlencode(filled, quote_via=quote)}"


def begun(text: str, most: int = 420) -> tuple[str, str]:
    """Return the beginning of a text and its rest, which is empty if the text is short; sentences stay whole.

    >>> begun("One. Two. Three.", 10), begun("One. Two.")
    (('One. Two.', 'Three.'), ('One. Two.', ''))
    """
    if len(text) <= most * 1.25:
        return text, ""
    end = max(text.rfind(sign, 0, most) + 1 for sign in (". ", "? ", "! ", "。"))
    end = end if end > most // 3 else text.rfind(" ", 0, most)
    return (text[:end].rstrip(), text[end:].lstrip()) if end > 0 else (text[:most], text[most:])


@pass_context
def _href(context: Context, iri: str) -> str:
    """Return the relative address of the page of a thing."""
    return f"{context['root']}{page_of(context['graph'], iri)}"


def plain(term: Term | None) -> str:
    """Return a term as people read it: the value of a literal, the IRI of a node."""
    return term.value if isinstance(term, Literal | NamedNode) else "" if term is None else str(term)
