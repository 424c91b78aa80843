"""Files for Apache: the site's `.htaccess`, and the folder for w3id.org, a home for IRIs that begin elsewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

from kg.publish.tree import SiteTree
from kg.site.views.landing import publisher
from kg.store.graph import Graph, outside
from kg.store.hosting import DESCRIBED, shard_name

_PAGE = r"text/html|application/xhtml\+xml"
_TURTLE = "text/turtle"
_JSON = r"application/ld\+json|application/json|application/\*"
_VARY = 'Header always merge Vary "Accept" "expr=%{REQUEST_STATUS} == 303"'
_README = """# {title}

Permanent identifiers of a knowledge graph of researchers and their work.

- <{base}> leads to <{url}>
- <{base}dataset> is the dataset, by its page or its description in RDF

## Contact

- {publisher}
- GitHub username: add yours; w3id.org asks for one
"""


def write_files(graph: Graph, site: SiteTree) -> None:
    """Write `.htaccess` into a site, and the folder for w3id.org if its IRIs begin elsewhere."""
    site.write(".htaccess", _htaccess(graph).encode())
    for path, text in folder(graph):
        site.write(path, text.encode())


def _htaccess(graph: Graph) -> str:
    root = target(urlsplit(graph.url).path).replace("\\", "").rstrip("/")
    types = Path(__file__).with_name("htaccess.txt").read_text(encoding="utf-8")
    lines = []
    if outside(graph.base) and outside(graph.url):
        unknown = f"RewriteRule ^{_things(graph)}$ - [L]"
        lines = ["# What has no page is unknown.", "RewriteCond %{REQUEST_FILENAME} !-d", unknown, *rules(graph)]
    rewriting = "".join(f"    {line}\n" for line in lines)
    return f"{types}ErrorDocument 404 {root}/404.html\n<IfModule mod_rewrite.c>\n{rewriting}</IfModule>\n"


def rules(graph: Graph) -> Iterator[str]:
    """Yield the rules for IRIs: 303 leads to a page or document, by what the client names first.

    What profiles are about has documents of its own, all else is described with others, in Turtle; all have pages.
    """
    owners = f"({'|'.join(map(graph.local, graph.owners))})"
    leads = [(_TURTLE, owners, "$1.ttl"), (_JSON, owners, "$1.jsonld")] if graph.owners else []
    shards = graph.hosting.shards
    if whole := "|".join(kind for kind, beginnings in shards.items() if not any(beginnings)):
        leads.append((_TURTLE, f"({whole})/[a-z0-9-]+", f"{DESCRIBED}$1.ttl"))
    for kind, beginnings in shards.items():
        if begun := "|".join(sorted(beginnings, reverse=True)):  # the longest counts: others may begin a name too
            leads.append((_TURTLE, f"{kind}/({begun})[a-z0-9-]*", f"{DESCRIBED}{shard_name(kind, '$1')}.ttl"))
    leads += [("", f"({_things(graph)})", "$1/"), (_TURTLE, "dataset", "void.ttl"), (_JSON, "dataset", "void.jsonld")]
    described = target(f"?iri={quote(graph.base, safe='')}")
    leads += [("", "dataset", ""), ("", "(evidence/[a-z0-9-]+)", f"describe/{described}$1")]
    leads += [("", "graph/evidence", "graph.nq.gz"), ("", "ontology", "vocabulary/")]
    yield "# What a client names first counts; the page if it names none of these."
    for accepted, pattern, address in leads:
        if accepted:
            others = "|".join(each for each in (_PAGE, _TURTLE, _JSON) if each != accepted)
            yield f"RewriteCond %{{HTTP_ACCEPT}} ^(?:(?!{others}).)*(?:{accepted}) [NC]"
        yield f"RewriteRule ^{pattern}$ {target(graph.url)}{address} [R=303,NE,L]"


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
        yield (
            "w3id/README.md",
            _README.format(
                base=graph.base,
                url=graph.url,
                title=_plain(graph.title),
                publisher=_plain(publisher(graph)) or "The publisher",
            ),
        )


def _plain(text: str) -> str:
    """Return a text as one line of Markdown with its markup escaped."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|~&@-])", r"\\\1", " ".join(text.split()))
