"""Names as files: the script that reads them answers as the server's index does."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.publish import names
from kg.publish.names import NameFiles
from kg.site.site import Site
from kg.site.views.search import marked
from kg.store.dataset import of_rdf
from kg.store.graph import Graph
from kg.store.release import Release
from kg.store.search import words
from kg.store.search.index import Index
from kg.terms.identifiers import fold
from tests.conftest import ROOT
from tests.support.site_pages import PREFIXES

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
    "mit", "chen", "machine learning", "large language models", "award",
    "alpa serve", "alpaserve", "flexflow", "flex flow", "jiamin 2023", "li lyra", "wei osdi 2014", "jiamn li",
    "jinlian wei", "yinmin zong", "distributed training of unicorns", "schedulling unicorns", "jia min li", "jiaminli",
    "李 佳敏", "李佳敏 2023", "佳敏 lyra", "p", "the li of", "paramter srver", "shen lee",
)  # fmt: skip
Ask = Callable[..., list[Any]]


@pytest.fixture(scope="module")
def ask(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Return what asks the scripts, of the names of the sample or of another site."""
    if NODE is None:
        pytest.skip("node is not installed")
    folder = tmp_path_factory.mktemp("scripts")
    shutil.copytree(ROOT / "kg" / "site" / "assets", folder / "assets", ignore=shutil.ignore_patterns("vendor"))
    shutil.copy(ROOT / "tests" / "frontend" / "asking.js", folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    sample = written(Graph(release), folder / "site")

    def asked(*questions: tuple[str, ...], site: Path = sample) -> list[Any]:
        done = subprocess.run(
            [NODE, "asking.js", site], input=json.dumps(questions), capture_output=True, text=True, check=False,
            cwd=folder,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        answers: list[Any] = json.loads(done.stdout)
        return answers

    return asked


def written(graph: Graph, root: Path) -> Path:
    for path, body in NameFiles(graph).files():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(body)
    return root


@pytest.mark.thorough
def test_scripts_fold_names_as_the_index_does(ask: Ask) -> None:
    for function, here in (("fold", fold), ("spaced", words.spaced), ("key", words.key), ("asked", words.asked)):
        assert ask(*((function, text) for text in TEXTS)) == [here(text) for text in TEXTS]


def test_scripts_mark_what_pages_mark(ask: Ask) -> None:
    for looked_for in (["li", "jia"], ["strass"], ["oneil"], ["a"]):
        found = ask(*(("parts", text, looked_for) for text in TEXTS))
        as_html = [
            "".join(f"<mark>{part}</mark>" if is_marked else part for part, is_marked in parts) for parts in found
        ]
        assert as_html == [str(marked(text, looked_for)) for text in TEXTS]


@pytest.mark.thorough
def test_suggestions_are_those_of_the_server(ask: Ask, release: Release) -> None:
    index = release.index()
    for kind in ("", "person", "work"):
        kinds = (kind,) if kind else ()
        for text, found in zip(QUERIES, ask(*(("suggestions", text, kind) for text in QUERIES)), strict=True):
            assert [hit["name"] for hit in found["hits"]] == [hit.name for hit in index.suggest(text, kinds=kinds)], (
                text
            )
            assert found["read"] <= 6


def test_results_are_those_of_the_server(ask: Ask, release: Release) -> None:
    index = release.index()
    for text, found in zip(QUERIES, ask(*(("find", text) for text in QUERIES)), strict=True):
        served = index.find(text, limit=1000)
        assert found["isWhole"]
        assert (found["corrected"], found["isPartial"]) == (served.corrected, served.is_partial), text
        assert sum(found["counts"].values()) == served.total
        assert {hit["iri"] for hit in found["hits"]} == {hit.iri for hit in served.hits}
        assert [hit["iri"] for hit in found["hits"]] == [hit.iri for hit in served.hits], text


def test_a_hit_says_what_it_is_and_where_its_page_stands(ask: Ask, site: Site) -> None:
    (found,) = ask(("suggestions", "jiamin li"))

    iri = "https://kg.example.org/person/jiamin-li"
    about = site.graph.index.about(iri)
    assert about
    assert found["hits"][0] == {
        "iri": iri, "kind": "person", "name": "Jiamin Li", "note": about.detail, "path": "person/jiamin-li/"
    }  # fmt: skip


def crowd(tmp_path: Path, number: int) -> Graph:
    """Return a graph of many people of few names, and one of another vocabulary."""
    people = "\n".join(
        f'<https://kg.example.org/person/p{n}> a schema:Person ; schema:name "Li{n % 7} Wang {n:05}" .'
        for n in range(number)
    )  # fmt: skip
    file = tmp_path / "crowd.ttl"
    others = 'ex:ada a foaf:Agent ; foaf:name "Ada Wang" . ex:han a foaf:Agent ; foaf:name "李" .'
    file.write_text(f"{PREFIXES}{people}\n{others}", encoding="utf-8")
    return Graph(of_rdf([file], tmp_path / "crowd", "https://kg.example.org/"))


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a file hold so little that few things need many."""
    monkeypatch.setattr(names, "LARGEST", 10_000)
    monkeypatch.setattr(names, "LISTED", 500)


@pytest.mark.usefixtures("small_files")
def test_no_file_is_larger_than_a_reader_should_fetch(tmp_path: Path) -> None:
    files = dict(NameFiles(crowd(tmp_path, 1_000)).files())

    assert max(len(body) for path, body in files.items() if path != names.OVERVIEW) <= names.LARGEST * 1.1
    assert len(files) > 10
    listed = [row for path, body in files.items() if "/words/" in path for row in json.loads(body)]
    assert all(len(numbers) <= names.LISTED for _, *lists in listed for numbers in lists[:2])
    assert [row[0] for row in listed] == sorted(row[0] for row in listed)
    assert {row[0] for row in listed if len(row) > 3} >= {"wang", "w*", "li*"}


@pytest.mark.usefixtures("small_files")
def test_what_is_common_is_counted_and_what_is_rare_is_found(tmp_path: Path, ask: Ask) -> None:
    graph = crowd(tmp_path, 1_000)
    root = written(graph, tmp_path / "site")
    texts = ("wang", "wang 00123", "li3 wang 00990", "ada", "李")
    common, rare, both, other, han = ask(*(("find", text) for text in texts), site=root)

    assert (common["counts"], common["isWhole"]) == ({"person": 499, "agent": 1}, False)
    assert [hit["path"] for hit in rare["hits"]] == ["person/p123/"]
    assert [hit["path"] for hit in both["hits"]] == ["person/p990/"]
    assert other["hits"][0]["iri"] == "http://example.com/ada"
    assert [hit["name"] for hit in han["hits"]] == ["李"]
    assert max(each["read"] for each in (rare, both, other, han)) <= 12
    assert common["read"] < len(dict(NameFiles(graph).files()))


def test_names_are_the_same_each_time(release: Release) -> None:
    assert dict(NameFiles(Graph(release)).files()) == dict(NameFiles(Graph(release)).files())


def test_the_index_tells_all_that_it_holds(release: Release) -> None:
    index: Index = release.index()
    things = list(index.contents().things())
    found = {(use.word, use.number) for use in index.contents().words()}

    assert [thing.number for thing in things] == list(range(1, sum(index.kinds().values()) + 1))
    assert all((word, thing.number) in found for thing in things for word in words.spaced(thing.name).split())
    assert all((word, thing.number) in found for thing in things for word in thing.others)
    assert all(words.key(thing.name) in thing.keys for thing in things)
