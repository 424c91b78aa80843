"""Files that describe many things each: each thing is in the one that its page names, and none is large."""

import json
import re
from pathlib import Path

import pytest
from pyoxigraph import DefaultGraph, RdfFormat, parse

from kg.publish import apache, shards, tree
from kg.site.site import Site
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import Release
from tests.support.site_pages import html

STATIC = Hosting(is_static=True, url="https://group.github.io/kg/")
LARGE = 20_000
HEAD = 1_500
"""The prefixes of a file."""


@pytest.fixture
def parted(release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """Return the pages of the sample as files, where the files that describe its things are small."""
    monkeypatch.setattr(shards, "LARGEST", LARGE)
    found = shards.publish(Graph(release, STATIC), tree.prepare(tmp_path, ""))
    return Site(release, Hosting(is_static=True, url=STATIC.url, shards=found))


def test_the_files_together_say_what_the_graph_says_of_its_things_but_for_what_has_documents(
    parted: Site, tmp_path: Path
) -> None:
    graph = parted.graph
    files = tmp_path.glob("described/*.ttl")
    said = {quad.triple for path in files for quad in parse(path=path, format=RdfFormat.TURTLE)}

    quads = graph.store.quads(None, None, None, DefaultGraph())
    others = {graph.local(iri) for iri in graph.owners}
    local = {quad.triple: graph.local(str(quad.subject).strip("<>")) for quad in quads}
    assert said == {triple for triple, of in local.items() if of and of.partition("#")[0] not in others}
    assert len(graph.hosting.shards["work"]) > 1


@pytest.mark.thorough
def test_each_thing_is_in_the_file_that_its_page_names(parted: Site, tmp_path: Path) -> None:
    graph = parted.graph
    for kind in graph.index.kinds():
        for hit in graph.index.best(kind, 8):
            page = html(parted, f"{graph.local(hit.iri)}/")
            (named, *own) = [str(link.attributes["href"]) for link in page.css("link[rel=describedby]")]
            assert bool(own) == graph.is_subject(hit.iri)
            if not own:
                text = (tmp_path / named.removeprefix("../../")).read_text(encoding="utf-8")
                assert f"\n<{graph.local(hit.iri)}> " in text
                described = {line.partition("#")[0].partition(">")[0] for line in text.splitlines() if line[:1] == "<"}
                assert len(text.encode()) <= LARGE + HEAD or len(described) == 1, "itself, with the parts of it"


def test_for_turtle_the_rules_lead_to_documents_that_are_there(parted: Site, tmp_path: Path) -> None:
    graph = parted.graph
    lines = dict(apache.folder(graph))["w3id/.htaccess"].splitlines()
    rules = [line.split()[1:3] for line in lines if ".ttl [" in line]
    assert len(rules) < 20

    for kind in graph.index.kinds():
        for hit in graph.index.best(kind, graph.index.count(kind)):
            local = graph.local(hit.iri)
            found, leads_to = next((re.match(pattern, local), to) for pattern, to in rules if re.match(pattern, local))
            path = leads_to.removeprefix(STATIC.url).replace("$1", found[1] if found else "")
            if graph.is_subject(hit.iri):
                assert path == f"{local}.ttl"
            else:
                assert f"\n<{local}> " in (tmp_path / path).read_text(encoding="utf-8")


def test_the_explorer_reads_what_is_tied_to_many_things_from_one_file(parted: Site, site: Site) -> None:
    graph = parted.graph
    shard = graph.hosting.shard("person/jiamin-li")
    told = json.loads(parted.page(f"explore/{shard}.json", {}).body)
    alone = json.loads(site.page("explore/person/jiamin-li.json", {}).body)

    ties = [tie if isinstance(tie, list) else [tie, 1] for tie in told["around"]["person/jiamin-li"]["ties"]]
    assert [[*told["names"][place], weight] for place, weight in ties] == alone["ties"]
    assert {graph.hosting.shard(local) for local in told["around"]} == {shard}
    data = html(parted, "explore/").css("#site")[0].text()
    assert json.loads(data)["shards"]["work"] == list(graph.hosting.shards["work"])
