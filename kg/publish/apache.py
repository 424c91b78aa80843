"""Files for Apache: the site's `.htaccess`, and the folder for w3id.org, a home for IRIs that begin elsewhere."""

import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

from pyoxigraph import NamedNode

from kg.publish.tree import SiteTree
from kg.site.views.landing import publisher
from kg.store.graph import Graph, outside
from kg.store.hosting import DESCRIBED, shard_name

_ACCEPTED = {".ttl": "text/turtle", ".jsonld": r"application/ld\+json|application/json|application/\*"}
_PAGE = r"text/html|application/xhtml\+xml"
# Tells caches that the answer depends on the client, which mod_rewrite does only in some cases.
_VARY = 'Header always merge Vary "Accept" "expr=%{REQUEST_STATUS} == 303"'
_SITE = rf"""# For hosts that run Apache; others do not read it. It needs AllowOverride FileInfo.
# If the host answers 500 because of it, take it away: the site works without it.

<IfModule mod_mime.c>
    AddType text/turtle .ttl
    AddType application/ld+json .jsonld
    AddType text/javascript .js
    AddType image/svg+xml .svg
    AddType application/sparql-query .rq
    AddType application/wasm .wasm
    AddCharset utf-8 .html .css .js .svg .csv .tsv .rq .ttl .txt
    # The dump is a file of its own, not N-Quads that were packed for the way.
    RemoveEncoding .gz
</IfModule>
<IfModule mod_headers.c>
    Header set Access-Control-Allow-Origin "*"
    Header set X-Content-Type-Options "nosniff"
    {_VARY}
    Header set Cache-Control "max-age=3600" "expr=%{{REQUEST_URI}} =~ m#/assets/#"
</IfModule>
"""
# Media types by patterns of file names, where the suffix does not determine them.
_NAMED = {
    r"\.gz$": "application/gzip",
    r"^linkset\.json$": "application/linkset+json",
    "^void$": "text/turtle; charset=utf-8",
    "^api-catalog$": "application/linkset+json",
    r"^ro-crate-metadata\.json$": "application/ld+json",
    r"^csv-metadata\.json$": "application/csvm+json",
    r"^opensearch\.xml$": "application/opensearchdescription+xml",
}
_PAGES_HOST = re.compile(r"([a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?)\.github\.io")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+!|~&@-])")


def write_files(graph: Graph, site: SiteTree) -> None:
    """Write `.htaccess` into a site, and the folder for w3id.org if its IRIs begin elsewhere."""
    site.write(".htaccess", _htaccess(graph).encode())
    for path, text in folder(graph):
        site.write(path, text.encode())


def _htaccess(graph: Graph) -> str:
    named = (f'<FilesMatch "{name}">\n    ForceType "{form}"\n</FilesMatch>\n' for name, form in _NAMED.items())
    root = target(urlsplit(graph.url).path).replace("\\", "").rstrip("/")
    no_lists = ("RewriteCond %{REQUEST_FILENAME} -d", "RewriteCond %{REQUEST_FILENAME}/index.html !-f")
    lines = ["RewriteEngine on", "# No lists of files.", *no_lists, "RewriteRule ^ - [R=404,L]"]
    if outside(graph.base) and outside(graph.url):
        unknown = f"RewriteRule ^{_things(graph)}$ - [L]"
        lines += ["# What has no page is unknown.", "RewriteCond %{REQUEST_FILENAME} !-d", unknown, *rules(graph)]
    rewriting = "".join(f"    {line}\n" for line in lines)
    return (
        f"{_SITE}{''.join(named)}ErrorDocument 404 {root}/404.html\n<IfModule mod_rewrite.c>\n{rewriting}</IfModule>\n"
    )


def rules(graph: Graph) -> Iterator[str]:
    """Yield the rules for IRIs: 303 leads to a page or document, by what the client accepts.

    What profiles are about has documents of its own, all else is described with others, in Turtle; all have pages.
    """
    to = target(graph.url)
    yield "# What a client names first counts; the page if it names none of these."
    yield from chosen_form()
    if owners := "|".join(map(graph.local, graph.owners)):
        yield f"RewriteRule ^({owners})$ {to}$1%{{ENV:KG_FORM}} [R=303,L]"
    shards = {kind: "|".join(sorted(prefixes, reverse=True)) for kind, prefixes in graph.hosting.shards.items()}
    whole = "|".join(kind for kind, begun in shards.items() if not begun)
    patterns = {f"({whole})/[a-z0-9-]+": "$1"} if whole else {}
    # The longest beginning of a name counts: others may begin it too.
    patterns |= {f"{kind}/({begun})[a-z0-9-]*": shard_name(kind, "$1") for kind, begun in shards.items() if begun}
    for pattern, shard in patterns.items():
        yield "RewriteCond %{ENV:KG_FORM} =.ttl"
        yield f"RewriteRule ^{pattern}$ {to}{DESCRIBED}{shard}.ttl [R=303,L]"
    yield f"RewriteRule ^({_things(graph)})$ {to}$1/ [R=303,L]"
    yield "RewriteCond %{ENV:KG_FORM} =/"
    yield f"RewriteRule ^dataset$ {to} [R=303,L]"
    yield f"RewriteRule ^dataset$ {to}void%{{ENV:KG_FORM}} [R=303,L]"
    described = target(f"?iri={quote(graph.base, safe='')}")
    yield f"RewriteRule ^(evidence/[a-z0-9-]+)$ {to}describe/{described}$1 [R=303,NE,L]"
    yield f"RewriteRule ^graph/evidence$ {to}graph.nq.gz [R=303,L]"
    yield f"RewriteRule ^ontology$ {to}vocabulary/ [R=303,L]"


def chosen_form() -> Iterator[str]:
    """Yield the rules that set KG_FORM to the suffix of the path of a thing: `/` for its page, `.ttl`, …."""
    yield "RewriteRule ^ - [E=KG_FORM:/]"
    for suffix, accepted in _ACCEPTED.items():
        others = "|".join((_PAGE, *(each for form, each in _ACCEPTED.items() if form != suffix)))
        yield rf"RewriteCond %{{HTTP_ACCEPT}} ^(?:(?!{others}).)*(?:{accepted}) [NC]"
        yield f"RewriteRule ^ - [E=KG_FORM:{suffix}]"


def target(address: str) -> str:
    """Return a web address as a substitution, with the characters escaped that mod_rewrite would expand."""
    plain = quote(address, safe="!#$%&'()*+,/:;=?@[]~")
    return "".join(f"\\{character}" if character in "$%" else character for character in plain)


def _things(graph: Graph) -> str:
    return rf"(?:{'|'.join(graph.titles)})/[a-z0-9-]+"


def folder(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file of the folder; none where the site is its own base."""
    if graph.base != graph.url and outside(graph.base) and outside(graph.url):
        to = target(graph.url)
        head = f"# {target(graph.base)} leads to {to}\n# Who looks after it stands in README.md.\n\nRewriteEngine on\n"
        others = "# Pages, documents and everything else stand under the same path."
        lines = (_VARY, "", *rules(graph), "", others, f"RewriteRule ^(.*)$ {to}$1 [R=302,L]\n")
        yield "w3id/.htaccess", head + "\n".join(lines)
        yield "w3id/README.md", _readme(graph)


def _readme(graph: Graph) -> str:
    host, _, path = graph.base.partition("://")[2].partition("/")
    publishers = graph.values(graph.dataset, "schema:publisher") if graph.dataset else ()
    nodes = (each.value for each in publishers if isinstance(each, NamedNode))
    stated = (page for node in nodes for page in graph.values(node, "schema:url"))
    page = next(filter(None, (outside(page.value) for page in stated if isinstance(page, NamedNode))), "")
    example = "".join(
        f"- <{iri}> is a thing, by its page or a document in Turtle or JSON-LD\n" for iri in graph.examples[:1]
    )
    user = _PAGES_HOST.fullmatch(urlsplit(graph.url).hostname or "")
    account = (
        f"GitHub: [@{user[1]}](https://github.com/{user[1]})"
        if user
        else "GitHub username: add yours; w3id.org asks for one"
    )
    return f"""# {_plain(path.strip("/") or host)}

Permanent identifiers of {_plain(graph.title)}, a knowledge graph of researchers and their work.

- <{graph.base}> leads to <{graph.url}>
- <{graph.base}dataset> is the dataset, by its page or its description in RDF
{example}
## Contact

- {_plain(publisher(graph)) or "The publisher"}{f", <{page}>" if page else ""}
- {account}
"""


def _plain(text: str) -> str:
    """Return a text as one line of Markdown with its markup escaped."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
