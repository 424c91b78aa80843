"""The folder `w3id/`: what gives the IRIs of a graph a home if they begin elsewhere than its site stands.

It is handed in as a pull request to perma-id/w3id.org, and follows that project's rules (docs.w3id.org): redirects
only, no `Options`, no 301 and 406, hosts written out. Any other Apache that answers for the base does as well.
"""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from kg.formats import NamedNode
from kg.pages.graph import Graph, outside
from kg.pages.release_citation import publisher
from kg.publishing.rewriting import VARYING, chosen_form, led, target, things
from kg.publishing.tree import Tree

FOLDER = "w3id/"

_PAGES_HOST = re.compile(r"([a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?)\.github\.io")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@-])")


def write(graph: Graph, site: Tree) -> None:
    """Write the folder into a site, if its IRIs begin elsewhere."""
    for path, text in folder(graph):
        site.write(path, text.encode())


def folder(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield the files of the folder, each as its path in the site and its text; none where the site is its own base."""
    if graph.base != graph.url and outside(graph.base) and outside(graph.url):
        yield f"{FOLDER}.htaccess", "".join(f"{line}\n" for line in _rules(graph))
        yield f"{FOLDER}README.md", "".join(f"{line}\n" for line in _readme(graph))


def _rules(graph: Graph) -> Iterator[str]:
    """Yield the lines of `.htaccess`; its patterns are matched below the base."""
    to = target(graph.url)
    yield f"# {target(graph.base)} leads to {to}"
    yield "# Who looks after it stands in README.md."
    yield ""
    yield "RewriteEngine on"
    yield VARYING
    yield ""
    yield "# What is added to the path of a thing, by what the client accepts: the last rule that applies counts."
    yield from chosen_form()
    yield ""
    yield "# Things are no documents: 303 leads to what tells of them."
    yield f"RewriteRule ^({things(graph)})$ {to}$1%{{ENV:KG_FORM}} [R=303,L]"
    yield from led(graph.base, to)
    yield ""
    yield "# Pages, documents and everything else stand under the same path."
    yield f"RewriteRule ^(.*)$ {to}$1 [R=302,L]"


def _readme(graph: Graph) -> Iterator[str]:
    host, _, path = graph.base.partition("://")[2].partition("/")
    yield f"# {_plain(path.strip('/') or host)}"
    yield ""
    yield f"Permanent identifiers of {_plain(graph.title)}, a knowledge graph of researchers and their work."
    yield ""
    yield f"- <{graph.base}> leads to <{graph.url}>"
    yield f"- <{graph.base}dataset> is the dataset, by its page or its description in RDF"
    for iri in graph.examples[:1]:
        yield f"- <{iri}> is a thing, by its page or a document in Turtle, JSON-LD, N-Triples or RDF/XML"
    yield ""
    yield "## Contact"
    yield ""
    yield from (f"- {line}" for line in _contact(graph))


def _contact(graph: Graph) -> Iterator[str]:
    """Yield who publishes the graph: its name, its page and its account, as far as the data say so in public."""
    page = _page_of_publisher(graph)
    yield (_plain(publisher(graph)) or "The publisher") + (f", <{page}>" if page else "")
    if found := _PAGES_HOST.fullmatch(urlsplit(graph.url).hostname or ""):
        yield f"GitHub: [@{found[1]}](https://github.com/{found[1]})"
    else:
        yield "GitHub username: add yours; w3id.org asks for one"


def _page_of_publisher(graph: Graph) -> str:
    publishers = graph.values(graph.dataset, "schema:publisher") if graph.dataset else ()
    pages = (
        page.value
        for node in publishers
        if isinstance(node, NamedNode)
        for page in graph.values(node.value, "schema:url")
        if isinstance(page, NamedNode)
    )
    return next(filter(None, map(outside, pages)), "")


def _plain(text: str) -> str:
    """Return a text as one line of Markdown without any markup."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
