import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from kg.base.errors import ReleaseError
from kg.building import build
from kg.profile.config import read_project
from kg.publish import browser, publishing, tree
from kg.publish.rendering import internal
from kg.publish.tree import JOURNAL, STATE
from kg.site.site import Site
from kg.store.diff.dump_sources import open_source
from kg.store.diff.history import read
from kg.store.face import FACE, Face, write_face
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import Release
from kg.store.search.facts import KINDS
from tests.conftest import HOSTED, ROOT, Command
from tests.support.site_pages import site_of

STATIC = Hosting(is_static=True)


SHAPES = ROOT / "tests" / "data" / "shapes"


class Published(NamedTuple):
    """A release, its pages as files, and the path of a person in it."""

    release: Release
    root: Path
    person: str


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Return a release of one profile that says something of everything."""
    root = tmp_path_factory.mktemp("small")
    (root / "profiles").mkdir()
    for name in ("kg.yaml", "organizations.yaml", "venues.yaml"):
        (root / name).write_bytes((SHAPES / name).read_bytes())
    (root / "profiles" / "ada-lovelace.yaml").write_bytes((SHAPES / "ada-lovelace.yaml").read_bytes())
    built = build(read_project(root), root / "build").release
    assert built is not None
    return built


@pytest.fixture(scope="module", params=["small", pytest.param("sample", marks=pytest.mark.slow)])
def published(
    request: pytest.FixtureRequest, release: Release, small: Release, tmp_path_factory: pytest.TempPathFactory
) -> Published:
    """Publish a release once for all tests that leave the files as they are."""
    if request.param == "sample":
        return Published(release, request.getfixturevalue("published_sample"), "person/jiamin-li")
    root = tmp_path_factory.mktemp("published") / "site"
    publishing.publish(small, root, HOSTED, workers=2)
    return Published(small, root, "person/ada-lovelace")


def test_the_pages_are_those_that_are_rendered_by_their_paths(published: Published) -> None:
    site, person = Site(published.release, HOSTED, read(published.root)), published.person

    for path in (f"{person}/", "work/"):
        assert (published.root / path / "index.html").read_bytes() == site.page(path, {}).body
    assert (published.root / f"{person}.ttl").read_bytes() == site.page(f"{person}.ttl", {}).body


def test_no_link_of_a_page_leads_nowhere(published: Published) -> None:
    pages = list(published.root.rglob("*.html"))
    assert pages
    for page in pages:
        path = page.relative_to(published.root).as_posix().removesuffix("index.html")
        for target in internal(path, page.read_text(encoding="utf-8")):
            name = f"{target}index.html" if target.endswith("/") or not target else target
            assert (published.root / name).is_file(), f"{path} leads to {target}"


@pytest.mark.thorough
def test_a_file_that_is_gone_comes_back_and_the_others_are_not_touched(small: Release, tmp_path: Path) -> None:
    root = tmp_path / "site"
    publishing.publish(small, root, STATIC)
    gone = root / "person" / "ada-lovelace.jsonld"
    body = gone.read_bytes()
    gone.unlink()

    assert publishing.publish(small, root, STATIC).written == 1
    assert gone.read_bytes() == body


def test_a_directory_that_holds_something_else_is_left_alone(release: Release, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")

    with pytest.raises(ReleaseError, match="holds files that are not of a published site"):
        publishing.publish(release, tmp_path, STATIC)
    assert not (tmp_path / STATE).exists()


OLD = """
<http://example.com/person/old> <http://purl.org/dc/terms/isReplacedBy> <http://example.com/person/new> .
<http://example.com/person/gone> <http://www.w3.org/2002/07/owl#deprecated> true .
<http://example.com/person/new> a <https://schema.org/Person> ; <https://schema.org/name> "Ada <Lovelace>" .
"""


def test_an_old_iri_leads_to_the_thing_that_answers_for_it_now(tmp_path: Path) -> None:
    site = site_of(tmp_path, OLD, base="http://example.com/")

    publishing.publish(site.graph.release, tmp_path / "site", STATIC)
    page = (tmp_path / "site" / "person" / "old" / "index.html").read_text(encoding="utf-8")

    assert '<meta http-equiv="refresh" content="0; url=../../person/new/">' in page
    assert '<a href="../../person/new/"><bdi>Ada &lt;Lovelace&gt;</bdi></a>' in page
    assert "This was published once" in (tmp_path / "site" / "person" / "gone" / "index.html").read_text("utf-8")


def test_a_page_that_leads_on_is_in_the_first_language_of_the_site(tmp_path: Path) -> None:
    release = site_of(tmp_path, OLD, base="http://example.com/").graph.release
    (release.path / FACE).write_text(write_face(Face(languages=("de", "en"))), encoding="utf-8")

    publishing.publish(release, tmp_path / "site", STATIC)

    page = (tmp_path / "site" / "person" / "old" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="de"' in page
    assert "<h1>Verschoben</h1>" in page
    assert '<html lang="en"' in (tmp_path / "site" / "en" / "person" / "new" / "index.html").read_text("utf-8")


@pytest.mark.thorough
def test_what_is_no_longer_published_goes_away_and_what_people_added_stays(tmp_path: Path) -> None:
    root = tmp_path / "site"
    publishing.publish(site_of(tmp_path, OLD, base="http://example.com/").graph.release, root, STATIC)
    (root / "CNAME").write_text("kg.example.org")

    smaller = site_of(tmp_path, OLD.replace("person/new", "person/other"), base="http://example.com/")
    outcome = publishing.publish(smaller.graph.release, root, STATIC)

    assert outcome.removed
    assert not (root / "person" / "new").exists()
    assert (root / "person" / "other" / "index.html").exists()
    assert (root / "CNAME").read_text() == "kg.example.org"


@pytest.mark.thorough
def test_of_a_large_graph_what_matters_most_has_files_and_the_rest_is_described_on_request(
    release: Release, tmp_path: Path
) -> None:
    root = tmp_path / "site"

    outcome = publishing.publish(release, root, STATIC, most=40)
    things = {path for path in root.glob("*/*/index.html") if path.parent.parent.name in KINDS}
    page = (root / "person" / "jiamin-li" / "index.html").read_text(encoding="utf-8")

    assert 20 < len(things) <= 45
    assert all((root / "person" / slug).exists() for slug in ("jiamin-li", "jinliang-wei", "yinmin-zhong"))
    assert "../../describe/?iri=https%3A%2F%2Fkg.example.org%2Fperson%2F" in page
    assert "query/?name=coauthor-network&amp;person=jiamin-li" in page
    assert not outcome.broken


def test_as_many_things_have_files_as_are_allowed(tmp_path: Path) -> None:
    here, base = "https://kg.example.org/organization/o", "https://kg.example.org/"
    people = (
        f"<{base}person/p{n}> a schema:Person ; schema:name 'P' ; schema:affiliation <{here}> ." for n in range(3)
    )
    organization = f"<{here}> a schema:Organization ; schema:name 'O' ."
    site = site_of(tmp_path, "\n".join((*people, organization)), base=base)

    publishing.publish(site.graph.release, tmp_path / "out", STATIC, most=1)

    assert (tmp_path / "out" / "organization" / "o").exists()
    assert not (tmp_path / "out" / "person" / "p1").exists()
    assert "<person/p1> " in (tmp_path / "out" / "described" / "person.ttl").read_text()


@pytest.mark.parametrize("max_piece", [20_000_000, 1 << 20])
def test_a_site_can_be_compared_with_its_release(release: Release, tmp_path: Path, max_piece: int) -> None:
    browser.write_data(Graph(release, STATIC), tree.prepare(tmp_path, ""), max_piece)

    dumps = (b"".join(open_source(path).texts()).splitlines() for path in (tmp_path, release.path))
    assert [line for line in next(dumps) if line] == [line for line in next(dumps) if line]


def test_all_that_the_service_worker_keeps_from_the_beginning_is_there(published: Published) -> None:
    text = (published.root / "sw.js").read_text(encoding="utf-8")
    (shell,) = re.findall(r"const SHELL = (\[.*?\]);", text, re.DOTALL)
    (imported,) = re.findall(r"importScripts\((.*)\)", text)

    named = [*json.loads(shell), *json.loads(f"[{imported}]")]
    assert {"", "query/", "describe/", "404.html", "assets/browser/keeping.js"} <= set(named)
    assert [path for path in named if not (published.root / tree.file_name(path)).is_file()] == []


@pytest.mark.parametrize("url", ["nonsense", "https://example.org/?a=b"])
def test_an_address_below_which_no_site_can_stand_is_refused(url: str, tmp_path: Path, kg: Command) -> None:
    outcome = kg("publish", tmp_path / "site", "--url", url)

    assert outcome.code == 2
    assert url in outcome.err
    assert not (tmp_path / "site").exists()


@pytest.mark.thorough
def test_a_run_that_was_cut_short_is_taken_up_and_leaves_nothing_behind(small: Release, tmp_path: Path) -> None:
    root = tmp_path / "site"
    begun = tree.prepare(root, "cut short")
    begun.write("person/nobody/", b"of another release")
    begun.write("index.html", b"half a page")

    publishing.publish(small, root, STATIC)

    assert not (root / "person" / "nobody").exists()
    assert not (root / JOURNAL).exists()
    assert b"half a page" not in (root / "index.html").read_bytes()


@pytest.mark.parametrize("line", ["../thesis.txt\t5\tabc", "no tabs", "x\tmany\tabc"])
def test_a_state_that_was_changed_leads_to_no_file_of_others(line: str, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine!")
    root = tmp_path / "site"
    site = tree.prepare(root, "first")
    site.write("a.txt", b"a")
    site.finish()
    with (root / STATE).open("a") as state:
        state.write(f"{line}\n")

    again = tree.prepare(root, "second")
    again.write("b.txt", b"b")
    again.finish()

    assert (tmp_path / "thesis.txt").read_text() == "mine!"
    assert (root / "b.txt").exists()
    assert not (root / "a.txt").exists()


@pytest.mark.thorough
def test_a_second_run_writes_nothing(small: Release, tmp_path: Path) -> None:
    assert publishing.publish(small, tmp_path / "site", STATIC).written > 0
    assert publishing.publish(small, tmp_path / "site", STATIC).written == 0


def test_a_source_of_many_lines_shows_the_first_ones(release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.site.views.entity.MOST", 10)
    page = Site(release).page("source/jiamin-li/", {}).body.decode()

    assert page.count('<p class="place">') == 10
    assert "The first 10 places are shown" in page
