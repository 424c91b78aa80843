"""Rules for Apache, pages of old IRIs, and the folder for w3id.org."""

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote, urlsplit

from pyoxigraph import DefaultGraph, NamedNode

from kg.publish.tree import SiteTree
from kg.site.metadata.documents import PUBLISHED_FORMS
from kg.site.page import PageRequest
from kg.site.site import Site
from kg.site.templating import html
from kg.site.views.landing import publisher
from kg.store.graph import DEPRECATED, REPLACED, Graph, Moved, outside
from kg.store.hosting import DESCRIBED, shard_name
from kg.terms.formats import iri_of

FOLDER = "w3id/"
"""The folder for w3id.org, which gives the IRIs of a graph a home if they begin elsewhere than its site stands."""

# Rules for mod_rewrite that lead things to their pages and documents, by what a client accepts.

# Tells caches that the response for a thing depends on the client; mod_rewrite does so only in some cases.
_VARY = 'Header always merge Vary "Accept" "expr=%{REQUEST_STATUS} == 303"'
_PAGE = r"(?:text/html|application/xhtml\+xml)"
_WEIGHT, _END = r";\s*q\s*=\s*", r"\s*(?:[,;]|$)"
_FULL = rf"(?:{_WEIGHT}1(?:\.0*)?{_END}|,|$)"
# Weights below 1, the least first; a later band overrides an earlier one.
_BANDS = tuple(rf"{_WEIGHT}0?\.{digits}\d*{_END}" for digits in (r"\d*[1-9]", "[5-9]", "[7-9]"))
_NONE = rf"{_WEIGHT}0(?:\.0*)?{_END}"
_SOME = rf"(?:{_BANDS[0]}|{_FULL})"


def _things(graph: Graph) -> str:
    """Return a regular expression for the IRIs of things below the base."""
    return rf"(?:{'|'.join(graph.titles)})/[a-z0-9-]+"


def _rules_for_things(graph: Graph) -> Iterator[Sequence[str]]:
    """Yield the rules that lead on from things to files that exist, each with its condition, if it has one.

    What profiles are about has documents of its own, all else is described with others, in Turtle; all have pages.
    """
    to = target(graph.url)
    if owners := "|".join(map(graph.local, graph.owners)):
        yield (f"RewriteRule ^({owners})$ {to}$1%{{ENV:KG_FORM}} [R=303,L]",)
    shards = {kind: "|".join(sorted(prefixes, reverse=True)) for kind, prefixes in graph.hosting.shards.items()}
    whole = "|".join(kind for kind, begun in shards.items() if not begun)
    patterns = {f"({whole})/[a-z0-9-]+": "$1"} if whole else {}
    # The longest beginning of a name counts: others may begin it too.
    patterns |= {f"{kind}/({begun})[a-z0-9-]*": shard_name(kind, "$1") for kind, begun in shards.items() if begun}
    for pattern, shard in patterns.items():
        rule = f"RewriteRule ^{pattern}$ {to}{DESCRIBED}{shard}.ttl [R=303,L]"
        yield "RewriteCond %{ENV:KG_FORM} =.ttl", rule
    yield (f"RewriteRule ^({_things(graph)})$ {to}$1/ [R=303,L]",)


def chosen_form() -> Iterator[str]:
    """Yield the rules that set KG_FORM to the suffix of the path of a thing: `/` for its page, `.ttl`, ….

    The last rule that applies counts: from the least preferred form to the most preferred one.
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
    """Return a web address as a substitution, with the characters escaped that mod_rewrite would expand."""
    plain = quote(address, safe="!#$%&'()*+,/:;=?@[]~")
    return "".join(f"\\{character}" if character in "$%" else character for character in plain)


def _other_rules(base: str, url: str) -> Iterator[str]:
    """Yield the rules for IRIs that are not of things: the dataset, evidence, the vocabulary; `url` is a `target`."""
    yield "RewriteCond %{ENV:KG_FORM} =/"
    yield f"RewriteRule ^dataset$ {url} [R=303,L]"
    yield f"RewriteRule ^dataset$ {url}void%{{ENV:KG_FORM}} [R=303,L]"
    described = target(f"?iri={quote(base, safe='')}")
    yield f"RewriteRule ^(evidence/[a-z0-9-]+)$ {url}describe/{described}$1 [R=303,NE,L]"
    yield f"RewriteRule ^graph/evidence$ {url}graph.nq.gz [R=303,L]"
    yield f"RewriteRule ^ontology$ {url}vocabulary/ [R=303,L]"


def _by_weight(weight: str) -> Iterator[str]:
    for suffix, form in reversed(tuple(PUBLISHED_FORMS.items())):
        yield from _if(_accepts(form.media_type.replace("+", r"\+"), weight), f".{suffix}")
    yield from _if(_accepts(_PAGE, weight), "/")


def _if(condition: str, form: str) -> Iterator[str]:
    yield f"RewriteCond %{{HTTP_ACCEPT}} {condition} [NC]"
    yield f"RewriteRule ^ - [E=KG_FORM:{form}]"


def _accepts(media_range: str, weight: str) -> str:
    """Return the pattern of an `Accept` header that has a media range with a weight; it takes linear time."""
    return rf"(?:^|,)\s*{media_range}\s*(?:;(?!\s*q\s*=)[^,;]*)*{weight}"


# Old IRIs: each has a page that leads to the thing that replaced it, or says that it was withdrawn.

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
    """Return the page of a thing that was replaced: it redirects, and says so."""
    graph = site.graph
    target = f"{moved.path}/" if "://" not in moved.path else moved.path
    label = graph.label(moved.path if "://" in moved.path else graph.base + moved.path)
    return html(graph, PageRequest(path), "moved.html", target=target, label=label).body


def tombstone(site: Site, path: str) -> bytes:
    """Return the page of a thing that was withdrawn."""
    return html(site.graph, PageRequest(path), "withdrawn.html", kind=path.partition("/")[0]).body


def write_dataset(graph: Graph, site: SiteTree) -> None:
    """Write the page at the IRI of the data set, which leads to the first page, as a server does."""
    path = graph.dataset.removeprefix(graph.base)
    if graph.base and graph.dataset.startswith(graph.base) and _SLUG.fullmatch(path):
        site.write(f"{path}/", html(graph, PageRequest(f"{path}/"), "dataset.html").body)


# The site's own `.htaccess`, for hosts that run Apache, such as the home directories of universities.

_MAX_AGE = 3_600  # seconds; short, since the names of scripts and styles stay when they change
_PLAIN = {"js": "text/javascript", "svg": "image/svg+xml", "rq": "application/sparql-query", "wasm": "application/wasm"}
_TEXT = ".html .css .js .svg .csv .tsv .rq .ttl .txt"
# Media types by patterns of file names, where the suffix does not determine them.
_NAMED = {
    r"\.gz$": "application/gzip",
    r"^linkset\.json$": "application/linkset+json",
    "^void$": "text/turtle; charset=utf-8",
    "^api-catalog$": "application/linkset+json",
    "^ro-crate-metadata\\.json$": "application/ld+json",
    "^csv-metadata\\.json$": "application/csvm+json",
    "^opensearch\\.xml$": "application/opensearchdescription+xml",
}


def write_htaccess(graph: Graph, site: SiteTree) -> None:
    """Write `.htaccess` into a site."""
    site.write(".htaccess", "".join(f"{line}\n" for line in _htaccess(graph)).encode())


def _htaccess(graph: Graph) -> Iterator[str]:
    yield "# For hosts that run Apache; others do not read it. It needs AllowOverride FileInfo."
    yield "# If the host answers 500 because of it, take it away: the site works without it."
    yield ""
    yield from _within("mod_mime.c", _types())
    for pattern, media_type in _NAMED.items():
        yield f'<FilesMatch "{pattern}">\n    ForceType "{media_type}"\n</FilesMatch>'
    yield ""
    root = target(urlsplit(graph.url).path).replace("\\", "").rstrip("/")
    yield f"ErrorDocument 404 {root}/404.html"
    yield ""
    headers = (
        'Header set Access-Control-Allow-Origin "*"',
        'Header set X-Content-Type-Options "nosniff"',
        _VARY,
        f'Header set Cache-Control "max-age={_MAX_AGE}" "expr=%{{REQUEST_URI}} =~ m#/assets/#"',
    )
    yield from _within("mod_headers.c", headers)
    yield from _within("mod_rewrite.c", _htaccess_rules(graph))


def _within(module: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"<IfModule {module}>"
    yield from (f"    {line}" for line in lines)
    yield "</IfModule>\n"


def _types() -> Iterator[str]:
    for suffix, form in PUBLISHED_FORMS.items():
        yield f"AddType {form.media_type} .{suffix}"
    for suffix, media_type in _PLAIN.items():
        yield f"AddType {media_type} .{suffix}"
    yield f"AddCharset utf-8 {_TEXT}"
    yield "# The dump is a file of its own, not N-Quads that were packed for the way."
    yield "RemoveEncoding .gz"


def _htaccess_rules(graph: Graph) -> Iterator[str]:
    yield "RewriteEngine on"
    yield "# No lists of files."
    yield "RewriteCond %{REQUEST_FILENAME} -d"
    yield "RewriteCond %{REQUEST_FILENAME}/index.html !-f"
    yield "RewriteRule ^ - [R=404,L]"
    if outside(graph.base) and outside(graph.url):
        yield "# Things lead to their pages and documents: the last rule that applies says to which."
        yield from chosen_form()
        for rule in _rules_for_things(graph):
            yield "RewriteCond %{REQUEST_FILENAME} -d"
            yield from rule
        yield from _other_rules(graph.base, target(graph.url))


_PAGES_HOST = re.compile(r"([a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?)\.github\.io")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@-])")


def write_w3id(graph: Graph, site: SiteTree) -> None:
    """Write the folder into a site, if its IRIs begin elsewhere."""
    for path, text in folder(graph):
        site.write(path, text.encode())


def folder(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of the folder; none where the site is its own base."""
    if graph.base != graph.url and outside(graph.base) and outside(graph.url):
        yield f"{FOLDER}.htaccess", "".join(f"{line}\n" for line in _w3id_rules(graph))
        yield f"{FOLDER}README.md", "".join(f"{line}\n" for line in _readme(graph))


def _w3id_rules(graph: Graph) -> Iterator[str]:
    """Yield the lines of the folder's `.htaccess`; its patterns are matched below the base."""
    to = target(graph.url)
    yield f"# {target(graph.base)} leads to {to}"
    yield "# Who looks after it stands in README.md."
    yield ""
    yield "RewriteEngine on"
    yield _VARY
    yield ""
    yield "# What is added to the path of a thing, by what the client accepts: the last rule that applies counts."
    yield from chosen_form()
    yield ""
    yield "# Things are no documents: 303 leads to what tells of them."
    for rule in _rules_for_things(graph):
        yield from rule
    yield from _other_rules(graph.base, to)
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
        yield f"- <{iri}> is a thing, by its page or a document in Turtle or JSON-LD"
    yield ""
    yield "## Contact"
    yield ""
    publishers = graph.values(graph.dataset, "schema:publisher") if graph.dataset else ()
    nodes = (each.value for each in publishers if isinstance(each, NamedNode))
    stated = (page for node in nodes for page in graph.values(node, "schema:url"))
    pages = (outside(page.value) for page in stated if isinstance(page, NamedNode))
    page = next(filter(None, pages), "")
    yield f"- {_plain(publisher(graph)) or 'The publisher'}" + (f", <{page}>" if page else "")
    if found := _PAGES_HOST.fullmatch(urlsplit(graph.url).hostname or ""):
        yield f"- GitHub: [@{found[1]}](https://github.com/{found[1]})"
    else:
        yield "- GitHub username: add yours; w3id.org asks for one"


def _plain(text: str) -> str:
    """Return a text as one line of Markdown with its markup escaped."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
