"""What stands in the files of the published sample: terms of schema.org, documents that agree, nothing foreign."""

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import DefaultGraph, NamedNode, RdfFormat, Store, parse
from selectolax.lexbor import LexborHTMLParser

from tests.conftest import ROOT

pytestmark = pytest.mark.slow
TERMS = [row.split("\t") for row in (ROOT / "tests" / "data" / "schema_org_30_all.tsv").read_text().splitlines()[3:]]
SYNTAXES = {"ttl": RdfFormat.TURTLE, "jsonld": RdfFormat.JSON_LD}
LOADING = "script[src], img[src], iframe[src], audio[src], video[src], source[src], embed[src], object[data], use[href]"
LOADED_LINKS = (
    "link[rel~=stylesheet], link[rel~=icon], link[rel~=preload], link[rel~=modulepreload], link[rel~=manifest]"
)


def pages(site: Path) -> Iterator[tuple[str, LexborHTMLParser]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), LexborHTMLParser(path.read_text(encoding="utf-8"))


def terms(said: Any) -> Iterator[tuple[str, str]]:
    """Yield the kinds and names of the terms in a piece of JSON-LD whose context is that of schema.org."""
    if isinstance(said, list):
        for each in said:
            yield from terms(each)
    elif isinstance(said, dict):
        for key, value in said.items():
            if key == "@type":
                yield from (("class", name) for name in ([value] if isinstance(value, str) else value))
            elif not key.startswith("@"):
                yield "property", key
            yield from terms(value if key != "@type" else None)


def test_pages_say_to_search_engines_what_schema_org_has(published_sample: Path) -> None:
    known = {(kind, name) for name, kind, status in TERMS if status != "superseded"}
    unknown = defaultdict(set)
    for name, page in pages(published_sample):
        for script in page.css('script[type="application/ld+json"]'):
            said = json.loads(script.text())
            assert said["@context"] == "https://schema.org", name
            for term in set(terms(said)) - known:
                unknown[term].add(name)

    assert unknown == {}


def test_no_page_loads_anything_from_another_host(published_sample: Path) -> None:
    for name, page in pages(published_sample):
        loaded = [node.attributes.get("src") or node.attributes.get("data") for node in page.css(LOADING)]
        loaded += [node.attributes.get("href") for node in page.css(LOADED_LINKS)]
        assert [each for each in loaded if re.match("(?:https?:)?//", each or "")] == [], name


def test_the_documents_of_a_thing_say_what_the_dump_says_of_it(published_sample: Path) -> None:
    dump = Store()
    dump.extend(parse(gzip.decompress((published_sample / "graph.nq.gz").read_bytes()), RdfFormat.N_QUADS))
    said = defaultdict(set)
    for quad in dump.quads_for_pattern(None, None, None, DefaultGraph()):
        if isinstance(quad.subject, NamedNode):
            said[quad.subject.value.partition("#")[0]].add(quad.triple)
    things = [path.with_suffix("") for path in sorted(published_sample.glob("person/*.ttl"))]
    assert len(things) == 5

    for thing in things:
        forms = {
            suffix: {quad.triple for quad in parse(path=f"{thing}.{suffix}", format=syntax)}
            for suffix, syntax in SYNTAXES.items()
        }
        iri = f"https://kg.example.org/{thing.relative_to(published_sample).as_posix()}"
        own = {triple for triple in forms["ttl"] if str(triple.subject).partition("#")[0].strip("<>") == iri}
        assert forms["ttl"] == forms["jsonld"], thing
        assert own == said[iri], thing
