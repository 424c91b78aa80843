"""The site's own `.htaccess`, for hosts that run Apache, such as the home directories of universities.

It asks for no more than `AllowOverride FileInfo`: no `Options`, no `DirectoryIndex`, since Apache answers 500 for a
whole site where a directive is not allowed. Where nothing is allowed, the file is not read at all.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

from kg.pages.documents import FORMS, LINKSET
from kg.pages.graph import Graph, outside
from kg.pages.work_citations import STYLES
from kg.publishing.rewriting import VARYING, chosen_form, led, target, things
from kg.publishing.tree import Tree

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


def write(graph: Graph, site: Tree) -> None:
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
    yield from _within("mod_rewrite.c", _rules(graph))


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


def _rules(graph: Graph) -> Iterator[str]:
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
