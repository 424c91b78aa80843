"""A site of a few files that keeps every rule of `kg check`, to be damaged one rule at a time."""

import gzip
import json
from pathlib import Path

ADDRESS = "https://kg.example.org/"
ADA = f"{ADDRESS}person/ada"
LICENCE = "https://creativecommons.org/licenses/by/4.0/"
DOCUMENTS = {
    "ttl": "text/turtle",
    "jsonld": "application/ld+json",
    "nt": "application/n-triples",
}
NT = f"""\
<{ADA}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://schema.org/Person> .
<{ADA}> <https://schema.org/name> "Ada Lovelace" .
"""
TTL = f'@prefix schema: <https://schema.org/> .\n<{ADA}> a schema:Person ; schema:name "Ada Lovelace" .\n'
JSONLD = json.dumps(
    {"@context": {"@vocab": "https://schema.org/"}, "@id": ADA, "@type": "Person", "name": "Ada Lovelace"}
)

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{root}assets/site.css">
{head}
</head>
<body>
<a href="#main">Skip to the content</a>
<nav aria-label="Site"><a href="{root}">Start</a></nav>
<main id="main">
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""
ADA_BODY = """\
<h2 id="life">Life</h2>
<p>She wrote about the <a href="../../#data">data</a>.</p>
<img src="../../assets/ada.svg" alt="Ada" width="10" height="10">
<form action="../../"><label for="q">Search</label> <input id="q" name="q"> <button>Go</button></form>
"""
HTACCESS = """\
RewriteEngine On
RewriteCond %{HTTP_ACCEPT} text/turtle
RewriteRule ^(.*)$ https://kg.example.org/$1.ttl [R=303,L]
RewriteCond %{HTTP_ACCEPT} application/ld\\+json
RewriteRule ^(.*)$ https://kg.example.org/$1.jsonld [R=303,L]
RewriteCond %{HTTP_ACCEPT} text/html
RewriteRule ^(.*)$ https://kg.example.org/$1/ [R=303,L]
"""


def signposts() -> str:
    """Return the links of Ada's page."""
    described = (f'<link rel="describedby" href="../ada.{name}" type="{kind}">' for name, kind in DOCUMENTS.items())
    lines = (
        f'<link rel="cite-as" href="{ADA}">',
        '<link rel="type" href="https://schema.org/Person">',
        '<link rel="type" href="https://schema.org/AboutPage">',
        *described,
        f'<link rel="license" href="{LICENCE}">',
        '<link rel="linkset" href="../ada.linkset.json" type="application/linkset+json">',
    )
    return "\n".join(lines)


def linkset(public: str) -> str:
    """Return the linkset of Ada's page."""
    page, here = f"{public}person/ada/", f"{public}person/ada.linkset.json"
    documents = [{"href": f"{public}person/ada.{name}", "type": kind} for name, kind in DOCUMENTS.items()]
    first = {
        "anchor": page,
        "cite-as": [{"href": ADA}],
        "type": [{"href": "https://schema.org/Person"}, {"href": "https://schema.org/AboutPage"}],
        "describedby": documents,
        "license": [{"href": LICENCE}],
        "linkset": [{"href": here, "type": "application/linkset+json"}],
    }
    back = [{"anchor": each["href"], "describes": [{"href": page, "type": "text/html"}]} for each in documents]
    return json.dumps({"linkset": [first, *back]}, indent=1)


def write_site(root: Path, public: str = ADDRESS) -> None:
    """Write the site for a public address; the IRIs of its things stay."""
    dump = gzip.compress(NT.encode(), mtime=0)
    canonical = f'<link rel="canonical" href="{public}">'
    described = '<link rel="describedby" href="void.ttl" type="text/turtle">'
    start = PAGE.format(
        title="Mathematicians",
        root="./",
        head="\n".join((canonical, described)),
        body='<h2 id="data">Data</h2>\n<p><a href="person/ada/#life">Ada</a>, <a href="graph.nq.gz">all</a></p>',
    )
    ada = PAGE.format(
        title="Ada Lovelace",
        root="../../",
        head=f'{signposts()}\n<script type="application/ld+json">{JSONLD}</script>',
        body=ADA_BODY,
    )
    moved = PAGE.format(
        title="Ada Byron",
        root="../../",
        head='<meta http-equiv="refresh" content="0; url=../ada/">\n<meta name="robots" content="noindex">',
        body='<p><a href="../ada/">Ada Lovelace</a></p>',
    )
    missing = PAGE.format(
        title="Not found", root=public, head='<meta name="robots" content="noindex">', body="<p>No.</p>"
    )
    files: dict[str, str | bytes] = {
        ".htaccess": HTACCESS,
        "404.html": missing,
        "index.html": start,
        "robots.txt": f"User-agent: *\nAllow: /\n\nSitemap: {public}sitemap.xml\n",
        "sitemap.xml": '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<url><loc>{public}</loc></url><url><loc>{public}person/ada/</loc></url></urlset>\n",
        "void.ttl": f"@prefix void: <http://rdfs.org/ns/void#> .\n<{public}dataset> a void:Dataset ;\n"
        f"    void:dataDump <{public}graph.nq.gz> .\n",
        "graph.nq.gz": dump,
        "sw.js": "self.addEventListener('fetch', () => {});\n",
        "assets/site.css": "body { color: black }\n",
        "assets/ada.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><title>Ada</title></svg>\n',
        "person/ada/index.html": ada,
        "person/byron/index.html": moved,
        "person/ada.linkset.json": linkset(public),
        "person/ada.ttl": TTL,
        "person/ada.nt": NT,
        "person/ada.jsonld": JSONLD,
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
