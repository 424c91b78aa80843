"""Rules for Apache, redirects, and the w3id folder."""

import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from pyoxigraph import DefaultGraph, NamedNode

from kg.publish.tree import Tree
from kg.site.documents import FORMS, LINKSET
from kg.site.page import PageRequest
from kg.site.site import Site
from kg.site.templating import html
from kg.site.views.landing import publisher
from kg.site.views.work import STYLES
from kg.store.graph import DEPRECATED, REPLACED, Graph, Moved, outside
from kg.terms.formats import iri_of

# Rules for Apache's mod_rewrite that lead things to their pages and documents, by what a client accepts.

VARYING = 'Header always merge Vary "Accept" "expr=%{REQUEST_STATUS} == 303"'
"""What tells caches that the answer for a thing depends on the client; mod_rewrite does so only now and then."""

_PAGE = r"(?:text/html|application/xhtml\+xml)"
_WEIGHT, _END = r";\s*q\s*=\s*", r"\s*(?:[,;]|$)"
_FULL = rf"(?:{_WEIGHT}1(?:\.0*)?{_END}|,|$)"
_BANDS = tuple(rf"{_WEIGHT}0?\.{digits}\d*{_END}" for digits in (r"\d*[1-9]", "[5-9]", "[7-9]"))
"""Weights below 1, the least first; a later band overrides an earlier one."""
_NONE = rf"{_WEIGHT}0(?:\.0*)?{_END}"
_SOME = rf"(?:{_BANDS[0]}|{_FULL})"


def things(graph: Graph) -> str:
    """Return what the IRIs of things look like below the base, as a regular expression."""
    return rf"(?:{'|'.join(graph.titles)})/[a-z0-9-]+"


def chosen_form() -> Iterator[str]:
    """Yield the rules that set KG_FORM to what is added to the path of a thing: `/` for its page, `.ttl`, ….

    The last rule that applies counts: from what is liked least to what is liked best.
    """
    yield "RewriteRule ^ - [E=KG_FORM:/]"
    yield from _if(_accepts(r"application/(?:\*|json)", _SOME), ".jsonld")
    for weight in _BANDS:
        yield from _by_weight(weight)
    yield from _if(_accepts(r"\*/\*", _FULL), "/")
    yield f"RewriteCond %{{HTTP_ACCEPT}} {_accepts('text/html', _NONE)} [NC]"
    yield from _if(_accepts(r"\*/\*", _SOME), ".ttl")
    yield from _by_weight(_FULL)


def target(address: str) -> str:
    """Return a web address as a substitution takes it: what mod_rewrite would expand is escaped."""
    plain = quote(address, safe="!#$%&'()*+,/:;=?@[]~")
    return "".join(f"\\{character}" if character in "$%" else character for character in plain)


def led(base: str, url: str) -> Iterator[str]:
    """Yield the rules that lead what is no page of its own kind: the dataset, pieces of evidence, the vocabulary.

    Args:
        base: The base of the IRIs.
        url: The public address of the site, as `target` makes it.
    """
    yield "RewriteCond %{ENV:KG_FORM} =/"
    yield f"RewriteRule ^dataset$ {url} [R=303,L]"
    yield f"RewriteRule ^dataset$ {url}void%{{ENV:KG_FORM}} [R=303,L]"
    described = target(f"?iri={quote(base, safe='')}")
    yield f"RewriteRule ^(evidence/[a-z0-9-]+)$ {url}describe/{described}$1 [R=303,NE,L]"
    yield f"RewriteRule ^graph/evidence$ {url}graph.nq.gz [R=303,L]"
    yield f"RewriteRule ^ontology$ {url}vocabulary/ [R=303,L]"


def _by_weight(weight: str) -> Iterator[str]:
    for suffix, form in reversed(tuple(FORMS.items())):
        yield from _if(_accepts(form.media_type.replace("+", r"\+"), weight), f".{suffix}")
    yield from _if(_accepts(_PAGE, weight), "/")


def _if(condition: str, form: str) -> Iterator[str]:
    yield f"RewriteCond %{{HTTP_ACCEPT}} {condition} [NC]"
    yield f"RewriteRule ^ - [E=KG_FORM:{form}]"


def _accepts(media_range: str, weight: str) -> str:
    """Return the pattern of an `Accept` header that has a media range with a weight; it takes linear time."""
    return rf"(?:^|,)\s*{media_range}\s*(?:;(?!\s*q\s*=)[^,;]*)*{weight}"


# Old IRIs: a page for each that leads to the thing that answers for it now, or says that it was withdrawn.

_SLUG = re.compile(r"[a-z0-9-]+")


def old_paths(site: Site) -> Iterator[str]:
    """Yield the paths of the pages of things that were merged into others or withdrawn, sorted."""
    graph = site.graph
    found = {
        graph.local(iri_of(quad.subject))
        for predicate in (REPLACED, DEPRECATED)
        for quad in graph.store.quads(None, predicate, None, DefaultGraph())
    }
    yield from (f"{local}/" for local in sorted(found) if local)


def redirect(site: Site, path: str, moved: Moved) -> bytes:
    """Return the page of a thing that another one answers for: it leads there by itself, and says so."""
    graph = site.graph
    target = f"{moved.path}/" if "://" not in moved.path else moved.path
    label = graph.label(moved.path if "://" in moved.path else graph.base + moved.path)
    return html(graph, PageRequest(path), "moved.html", target=target, label=label).body


def tombstone(site: Site, path: str) -> bytes:
    """Return the page of a thing that was published once: it says so, and no more."""
    return html(site.graph, PageRequest(path), "withdrawn.html", kind=path.partition("/")[0]).body


def write_dataset(graph: Graph, site: Tree) -> None:
    """Write the page under the IRI of the data set, which is described on the first page; a server leads there too."""
    path = graph.dataset.removeprefix(graph.base)
    if graph.base and graph.dataset.startswith(graph.base) and _SLUG.fullmatch(path):
        site.write(f"{path}/", html(graph, PageRequest(f"{path}/"), "dataset.html").body)


# The site's own `.htaccess`, for hosts that run Apache, such as the home directories of universities.

_KEPT = 3_600
"""For how many seconds scripts and styles are not asked for again: their names stay when they change."""
_PLAIN = {"js": "text/javascript", "svg": "image/svg+xml", "rq": "application/sparql-query", "wasm": "application/wasm"}
_TEXT = ".html .css .js .svg .csv .tsv .rq .ttl .bib .txt"
_NAMED = {
    r"\.gz$": "application/gzip",
    rf"(^|\.){LINKSET.replace('.', chr(92) + '.')}$": "application/linkset+json",
    r"\.csl\.json$": "application/vnd.citationstyles.csl+json",
    "^void$": "text/turtle; charset=utf-8",
    "^api-catalog$": "application/linkset+json",
    "^ro-crate-metadata\\.json$": "application/ld+json",
    "^csv-metadata\\.json$": "application/csvm+json",
    "^opensearch\\.xml$": "application/opensearchdescription+xml",
}
"""What one suffix does not tell: patterns of names of files."""


def write_htaccess(graph: Graph, site: Tree) -> None:
    """Write `.htaccess` into a site."""
    site.write(".htaccess", "".join(f"{line}\n" for line in _lines(graph)).encode())


def _lines(graph: Graph) -> Iterator[str]:
    yield "# For hosts that run Apache; others do not read it. It needs AllowOverride FileInfo."
    yield "# If the host answers 500 because of it, take it away: the site works without it."
    yield ""
    yield from _within("mod_mime.c", _types())
    for pattern, media_type in _NAMED.items():
        yield f'<FilesMatch "{pattern}">\n    ForceType "{media_type}"\n</FilesMatch>'
    yield ""
    yield f"ErrorDocument 404 {_root(graph.url)}404.html"
    yield ""
    yield from _within("mod_headers.c", _headers())
    yield from _within("mod_rewrite.c", _htaccess_rules(graph))


def _within(module: str, lines: Iterator[str]) -> Iterator[str]:
    yield f"<IfModule {module}>"
    yield from (f"    {line}" for line in lines)
    yield "</IfModule>\n"


def _types() -> Iterator[str]:
    for suffix, form in FORMS.items():
        yield f"AddType {form.media_type} .{suffix}"
    for suffix, media_type in _PLAIN.items():
        yield f"AddType {media_type} .{suffix}"
    yield f"AddType {STYLES['bib'].media_type.partition(';')[0]} .bib"
    yield f"AddCharset utf-8 {_TEXT}"
    yield "# The dump is a file of its own, not N-Quads that were packed for the way."
    yield "RemoveEncoding .gz"


def _headers() -> Iterator[str]:
    yield 'Header set Access-Control-Allow-Origin "*"'
    yield 'Header set X-Content-Type-Options "nosniff"'
    yield VARYING
    yield f'Header set Cache-Control "max-age={_KEPT}" "expr=%{{REQUEST_URI}} =~ m#/assets/#"'


def _htaccess_rules(graph: Graph) -> Iterator[str]:
    yield "RewriteEngine on"
    yield "# No lists of files."
    yield "RewriteCond %{REQUEST_FILENAME} -d"
    yield "RewriteCond %{REQUEST_FILENAME}/index.html !-f"
    yield "RewriteRule ^ - [R=404,L]"
    if outside(graph.base) and outside(graph.url):
        yield "# Things lead to their pages and documents: the last rule that applies says to which."
        yield from chosen_form()
        yield "RewriteCond %{REQUEST_FILENAME} -d"
        yield f"RewriteRule ^({things(graph)})$ {target(graph.url)}$1%{{ENV:KG_FORM}} [R=303,L]"
        yield from led(graph.base, target(graph.url))


def _root(url: str) -> str:
    """Return the path of the site's root on its host.

    >>> _root("https://group.github.io/kg/"), _root("https://kg.example.org"), _root("")
    ('/kg/', '/', '/')
    """
    path = target(urlsplit(url).path).replace("\\", "")
    return f"{path.rstrip('/')}/"


# The folder `w3id/`: what gives the IRIs of a graph a home if they begin elsewhere than its site stands.

FOLDER = "w3id/"

_PAGES_HOST = re.compile(r"([a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?)\.github\.io")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@-])")


def write_w3id(graph: Graph, site: Tree) -> None:
    """Write the folder into a site, if its IRIs begin elsewhere."""
    for path, text in folder(graph):
        site.write(path, text.encode())


def folder(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield the files of the folder, each as its path in the site and its text; none where the site is its own base."""
    if graph.base != graph.url and outside(graph.base) and outside(graph.url):
        yield f"{FOLDER}.htaccess", "".join(f"{line}\n" for line in _w3id_rules(graph))
        yield f"{FOLDER}README.md", "".join(f"{line}\n" for line in _readme(graph))


def _w3id_rules(graph: Graph) -> Iterator[str]:
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
