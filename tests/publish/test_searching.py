"""Search without a server: a browser asks the index of the release, by the statement with which a server asks it."""

import gzip
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.publish import tree
from kg.publish.browser import write_search
from kg.site import templating
from kg.site.site import Site
from kg.site.templating import ASSETS, SEARCH_ENGINE
from kg.site.views.search import marked
from kg.store.dataset import of_rdf
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import Release
from kg.store.search import words
from kg.terms.identifiers import fold
from tests.conftest import ROOT
from tests.support.site_pages import PREFIXES, html, texts

NODE = shutil.which("node")
TEXTS = (
    "Garth A. Gibson", "José  Núñez-Łoś", "Jiamin LI (李佳敏)", "STRASSE Straße", "O’Neil, Jürgen", "Σίσυφος",
    "ΣΊΣΥΦΟΣ", "Иван Йовков", "ガギグ がぎぐ ハ゜", "हिन्दी",
    "ไทยคำ", "שָׁלוֹם", "مُحَمَّد", "İstanbul ılık", "ﬁne ﬂow", "x² ½ Ⅷ", "Đặng Thị",
    "a_b-c.d", "한국어", "\u202eli", "e\u0301", "", " \0 ", "constructor __proto__", "𠀀𝔘𝔫𝔦", "Łódź Þór Æsir Œuvre ħ",
)  # fmt: skip
QUERIES = (
    "jiamin", "li", "Li, Jiamin", "j", "l j", "osdi", "machine learn", "hong kong", "cuhk", "lyra", "university of",
    "the", "of", "李佳敏", "distributed training", "sched gpu", "2024", "nobody is called so", "constructor", "",
    "mit", "chen", "machine learning", "large language models", "award", "\0", '"', "a OR b*", "(", "😀",
    "alpa serve", "alpaserve", "flexflow", "flex flow", "jiamin 2023", "li lyra", "wei osdi 2014", "jiamn li",
    "jinlian wei", "yinmin zong", "distributed training of unicorns", "schedulling unicorns", "jia min li", "jiaminli",
    "李 佳敏", "李佳敏 2023", "佳敏 lyra", "p", "the li of", "paramter srver", "shen lee",
)  # fmt: skip
STATIC = Hosting(is_static=True)
SENTENCE = "Names cannot be looked up here; the lists above have all things from A to Z."
Ask = Callable[..., list[Any]]

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
needs_engine = pytest.mark.skipif(NODE is None or not SEARCH_ENGINE.exists(), reason="make assets was not run")


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Return what asks the scripts, as modules, and the index of a site, if one is given."""
    folder = tmp_path_factory.mktemp("scripts")
    shutil.copytree(ASSETS, folder / "assets")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    script = ROOT / "tests" / "frontend" / "asking.mjs"

    def asked(*questions: tuple[Any, ...], site: Path | None = None) -> list[Any]:
        done = subprocess.run(
            [str(NODE), script, folder / "assets", *([site] if site else [])],
            input=json.dumps(questions), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        answers: list[Any] = json.loads(done.stdout)
        return answers

    return asked


def searchable(graph: Graph, root: Path) -> Path:
    """Write what a browser searches a graph with into a directory."""
    write_search(graph, tree.prepare(root, ""))
    if SEARCH_ENGINE.exists():
        (root / "assets" / "vendor").mkdir(parents=True)
        shutil.copy(SEARCH_ENGINE, root / "assets" / "vendor")
    return root


@pytest.mark.thorough
@needs_node
def test_scripts_fold_names_as_the_index_does(ask: Ask) -> None:
    for function, here in (("fold", fold), ("spaced", words.spaced), ("key", words.key), ("asked", words.asked)):
        assert ask(*((function, text) for text in TEXTS)) == [here(text) for text in TEXTS]
    assert set(ask(("small",))[0]) == words.SMALL


@needs_node
def test_scripts_mark_what_pages_mark(ask: Ask) -> None:
    for looked_for in (["li", "jia"], ["strass"], ["oneil"], ["a"]):
        found = ask(*(("parts", text, looked_for) for text in TEXTS))
        as_html = [
            "".join(f"<mark>{part}</mark>" if is_marked else part for part, is_marked in parts) for parts in found
        ]
        assert as_html == [str(marked(text, looked_for)) for text in TEXTS]


@needs_engine
@pytest.mark.parametrize("kind", ["", "person", "work", "data-set"])
def test_a_published_site_finds_what_a_server_finds(ask: Ask, release: Release, tmp_path: Path, kind: str) -> None:
    index, kinds, site = release.index(), (kind,) if kind else (), searchable(Graph(release, STATIC), tmp_path)
    found = ask(*(("find", {"text": text, "kind": kind}) for text in QUERIES), site=site)
    offered = ask(*(("suggestions", {"text": text, "kind": kind}) for text in QUERIES), site=site)

    for text, answer, suggestions in zip(QUERIES, found, offered, strict=True):
        served = index.find(text, kinds=kinds, limit=1000)
        assert [hit["iri"] for hit in answer["hits"]] == [hit.iri for hit in served.hits], text
        assert (answer["total"], answer["corrected"], answer["isPartial"]) == (
            served.total, served.corrected, served.is_partial,
        ), text  # fmt: skip
        assert [hit["iri"] for hit in suggestions] == [hit.iri for hit in index.suggest(text, kinds=kinds)], text


@needs_engine
def test_a_hit_leads_to_its_page_or_to_where_the_graph_describes_it(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "people.ttl"
    ada = '<https://kg.example.org/person/ada> a schema:Person ; schema:name "Ada Vane" ; foaf:knows ex:bo .'
    file.write_text(f'{PREFIXES}{ada} ex:bo a foaf:Agent ; foaf:name "Bo Quist" .', encoding="utf-8")
    graph = Graph(of_rdf([file], tmp_path / "release", "https://kg.example.org/"), STATIC)
    few = graph.at(Hosting(is_static=True, least=2))

    for each, place in ((graph, "person/ada/"), (few, "describe/?iri=https%3A%2F%2Fkg.example.org%2Fperson%2Fada")):
        site = searchable(each, tmp_path / f"site-{each.hosting.least}")
        own, other = ask(("suggestions", {"text": "vane"}), ("suggestions", {"text": "bo"}), site=site)
        assert own == [{"iri": "https://kg.example.org/person/ada", "kind": "person", "name": "Ada Vane", "note": "",
                        "path": place}]  # fmt: skip
        assert [hit["path"] for hit in other] == ["describe/?iri=http%3A%2F%2Fexample.com%2Fbo"]


@needs_engine
def test_the_index_of_a_site_is_that_of_the_release_with_the_places_of_pages(release: Release, tmp_path: Path) -> None:
    for name in ("one", "other"):
        searchable(Graph(release, STATIC), tmp_path / name)
    packed = [(tmp_path / name / "search.sqlite.gz").read_bytes() for name in ("one", "other")]

    assert packed[0] == packed[1]
    assert gzip.decompress(packed[0]).startswith(b"SQLite format 3\0")
    assert (tmp_path / "one" / "ranking.sql").read_text().rstrip().endswith("LIMIT :most")


@pytest.mark.parametrize("lack", ["engine", "small index"])
def test_a_site_that_cannot_search_has_lists_and_says_so(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lack: str
) -> None:
    if lack == "engine":
        monkeypatch.setattr(templating, "SEARCH_ENGINE", tmp_path / "none")
    else:
        monkeypatch.setattr(templating, "MAX_INDEX_BYTES", release.index().size - 1)
    page, site = html(Site(release, STATIC), "search/"), tree.prepare(tmp_path / "site", "")
    write_search(Graph(release, STATIC), site)

    assert SENTENCE in texts(page, "main p")
    assert len(page.css("main .kinds a")) > 5
    assert page.css('script[src$="search.js"]') == []
    assert page.css('html[data-hosting="lists"]'), "its fields offer nothing"
    assert site.files == {}
    assert SENTENCE not in texts(html(Site(release), "search/"), "main p"), "a server looks names up"
