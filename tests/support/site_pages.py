"""Sites of a few lines of Turtle, and their pages as a parser sees them."""

from collections.abc import Iterator
from pathlib import Path

from pyoxigraph import DefaultGraph, NamedNode
from selectolax.lexbor import LexborHTMLParser

from kg.site.page import SitePage
from kg.site.site import Site
from kg.store.dataset import of_rdf

PREFIXES = """\
@prefix bibo: <http://purl.org/ontology/bibo/> .
@prefix ex: <http://example.com/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix kg: <https://w3id.org/profile-kg/ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix schema: <https://schema.org/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix void: <http://rdfs.org/ns/void#> .
"""
PEOPLE = """\
ex:ada a foaf:Person ; foaf:name "Ada Lovelace" ; foaf:knows ex:charles ; foaf:homepage <https://ada.example.org/> ;
    foaf:account [ foaf:accountName "ada" ; rdfs:seeAlso [ rdfs:label "deeper" ] ] .
ex:charles a foaf:Person ; foaf:name "Charles Babbage" ; foaf:knows ex:ada .
"""
THESAURUS = """\
ex:machines a skos:ConceptScheme ; skos:prefLabel "Machines"@en .
ex:engine a skos:Concept ; skos:inScheme ex:machines ; skos:prefLabel "Maschine"@de, "engine"@en ;
    skos:narrower ex:loom .
ex:loom a skos:Concept ; skos:inScheme ex:machines ; skos:prefLabel "loom"@en ; skos:broader ex:engine .
"""
HOSTILE_TEXT = "<script>alert(1)</script>\\\"'><img src=x onerror=alert(1)>"
HOSTILE_IRI = "javascript:alert(1)//"
HOSTILE = f"""\
ex:bad a <{HOSTILE_IRI}> ; rdfs:label "{HOSTILE_TEXT}" ; <{HOSTILE_IRI}> <{HOSTILE_IRI}>, "\u202e{HOSTILE_TEXT}"@en ;
    foaf:homepage <http://example.com/'onclick='alert(1)>, <data:text/html,x> ;
    foaf:name "</title></style>{HOSTILE_TEXT}" .
"""


def site_of(tmp_path: Path, *texts: str, base: str | None = None) -> Site:
    """Return the site of a release that holds some Turtle, which needs to declare no prefix."""
    files = [tmp_path / f"{number}.ttl" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(PREFIXES + text, encoding="utf-8")
    return Site(of_rdf(files, tmp_path / "released", base))


def parsed(page: SitePage) -> LexborHTMLParser:
    return LexborHTMLParser(page.body.decode())


def html(site: Site, path: str, **parameters: str) -> LexborHTMLParser:
    return parsed(site.page(path, parameters))


def things(site: Site) -> Iterator[str]:
    """Yield the path of each thing that has a page, without a slash at its end."""
    quads = site.graph.store.quads(None, None, None, DefaultGraph())
    iris = {quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode)}
    yield from sorted({local for iri in iris if "#" not in iri and (local := site.graph.local(iri))})


def texts(tree: LexborHTMLParser, selector: str) -> list[str]:
    """Return what elements say, with single spaces."""
    return [" ".join(node.text().split()) for node in tree.css(selector)]


def links(tree: LexborHTMLParser, selector: str = "a") -> dict[str, str]:
    """Return where links lead, by their text."""
    return {" ".join(node.text().split()): node.attributes.get("href") or "" for node in tree.css(selector)}


def is_harmless(tree: LexborHTMLParser) -> bool:
    """Say whether a page has no script, no event handler, no inline style, and no link but to http(s) and itself."""
    scripts = [node for node in tree.css("script") if node.attributes.get("src") is None]
    addresses = [value or "" for node in tree.css("[href], [src], [action]") for value in _addresses(node.attributes)]
    attributes = {name for node in tree.css("*") for name in node.attributes}
    return (
        all(node.attributes.get("type") == "application/ld+json" for node in scripts)
        and not tree.css("img, iframe, style")
        and not [name for name in attributes if name.startswith("on") or name == "style"]
        and all(address.startswith(("http://", "https://", "./", "../", "#")) for address in addresses)
    )


def _addresses(attributes: dict[str, str | None]) -> list[str | None]:
    return [attributes[name] for name in ("href", "src", "action") if name in attributes]
