"""The stream of events (LDES), over publications of a small project."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, QuerySolutions, RdfFormat, Store

from kg.base.errors import NotFound
from kg.pipeline.build import build
from kg.profile.config import read_project
from kg.site.site import Site
from kg.site.views import feed
from kg.store.diff.continuing import keep
from kg.store.diff.history import HISTORY, first, grown, read
from kg.store.diff.model import Change, Fate, GraphDifference
from kg.store.release import Release
from tests.conftest import ADA
from tests.support.change_scenes import LEAVING

BASE = "https://kg.example.org/"
AS = "https://www.w3.org/ns/activitystreams#"
TREE = "https://w3id.org/tree#"
Built = Callable[..., Release]
_EVENTS = f"""
SELECT ?verb ?thing {{
  ?stream <{TREE}member> ?event .
  ?event a ?verb ; <http://purl.org/dc/terms/isVersionOf> ?thing ; <{AS}published> ?time
}} ORDER BY ?time ?thing
"""


@pytest.fixture
def built(project: Path, tmp_path: Path) -> Built:
    """Return what builds the project with some profiles into the same directory, which has a history."""

    def made(**profiles: str) -> Release:
        for path in (project / "profiles").iterdir():
            path.unlink()
        for name, text in profiles.items():
            (project / "profiles" / f"{name}.yaml").write_text(text)
        release = build(read_project(project), tmp_path / "out").release
        assert release is not None
        keep(release, begins=True)
        return release

    return made


def _events(site: Site) -> list[tuple[str, str]]:
    """Return what happened to people, in the order of the pages."""
    store = Store()
    for path in feed.paths(site.graph)[1:]:
        store.load(site.page(path, {}).body, RdfFormat.TURTLE)
    rows = store.query(_EVENTS)
    assert isinstance(rows, QuerySolutions)
    found = [(row["verb"].value.removeprefix(AS), row["thing"].value.removeprefix(BASE)) for row in rows]
    return [(verb, thing) for verb, thing in found if thing.startswith("person/")]


def test_what_happened_is_told_in_order_and_what_was_told_stays(built: Built) -> None:
    told: dict[str, bytes] = {}
    changed = f"{ADA}job_title: Analyst\n"
    for profiles in (
        {"ada-lovelace": ADA, "john-doe": LEAVING},
        {"ada-lovelace": changed},
        {"ada-lovelace": changed, "mary-somerville": "id: mary-somerville\nname: Mary Somerville\n"},
    ):
        site = Site(built(**profiles))
        assert {path: site.page(path, {}).body for path in told} == told
        told = {path: site.page(path, {}).body for path in feed.paths(site.graph)[1:]}

    assert _events(site) == [
        ("Create", "person/ada-lovelace"),
        ("Create", "person/john-doe"),
        ("Update", "person/ada-lovelace"),
        ("Delete", "person/john-doe"),
        ("Create", "person/mary-somerville"),
    ]


def test_a_build_continues_a_history_before_servers_see_the_release(built: Built, tmp_path: Path) -> None:
    built(**{"ada-lovelace": ADA})
    release = build(read_project(tmp_path / "project"), tmp_path / "out", anew=True).release
    (tmp_path / "project" / "profiles" / "ada-lovelace.yaml").write_text(f"{ADA}job_title: Analyst\n")
    second = build(read_project(tmp_path / "project"), tmp_path / "out").release

    history = read(tmp_path / "out")
    assert release is not None
    assert second is not None
    assert history is not None
    assert [each.after for each in history.publications] == [second.path.name, release.path.name]


def test_a_build_begins_no_history_by_itself_and_leaves_that_of_others(project: Path, tmp_path: Path) -> None:
    release = build(read_project(project), tmp_path / "out").release
    assert release is not None
    assert not (tmp_path / "out" / HISTORY).exists()

    (tmp_path / "out" / HISTORY).write_text('{"release": "elsewhere", "publications": []}')
    keep(release, begins=True)

    assert "elsewhere" in (tmp_path / "out" / HISTORY).read_text()


def test_the_stream_says_how_it_is_read(site: Site) -> None:
    store = Store()
    store.load(site.page("feed.ttl", {}).body, RdfFormat.TURTLE)
    stream, root = NamedNode(f"{BASE}feed"), NamedNode(f"{BASE}feed.ttl")

    said = {
        quad.predicate.value.rpartition("#")[2]: quad.object for quad in store.quads_for_pattern(stream, None, None)
    }
    assert said["timestampPath"] == NamedNode(f"{AS}published")
    assert said["versionDeleteObject"] == NamedNode(f"{AS}Delete")
    assert said["view"] == root
    nodes = {quad.object.value for quad in store.quads_for_pattern(None, NamedNode(f"{TREE}node"), None)}  # type: ignore[union-attr]
    assert nodes == {BASE + path for path in feed.paths(site.graph)[1:]}
    assert b"ldes:EventStream" in site.page("feed.ttl", {}).body
    assert site.page("feed.jsonld", {}).media_type == "application/ld+json"


def test_pages_are_bounded_and_name_each_thing_once(release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "MOST_EVENTS", 100)
    site = Site(release)
    pages = feed.pages(site.graph)

    assert [len(each.events) for each in pages[:-1]] == [100] * (len(pages) - 1)
    paths = [event.path for each in pages for event in each.events]
    assert len(paths) == len(set(paths)) > 300
    assert not any(path.startswith("source/") for path in paths)


def test_after_a_publication_that_is_not_told_whole_all_begins_again(release: Release) -> None:
    change = Change("person/jiamin-li", Fate.CHANGED, "Jiamin Li", ("a",))
    history = first(release, "2026-01-01")
    history = grown(history, release, "2026-02-02", GraphDifference(1, 1, (change,) * 501), "x")
    history = grown(history, release, "2026-03-03", GraphDifference(1, 1, (change,)), "x")
    pages = feed.pages(Site(release, history=history).graph)

    assert [(each.name[0], each.publication.date) for each in pages] == [("2", "2026-02-02"), ("3", "2026-03-03")]
    assert len(pages[1].events) == 1


def test_only_things_of_the_graph_are_told(release: Release) -> None:
    changes = [Change(path, Fate.NEW) for path in ("work/../../etc", "javascript:alert(1)", "dataset", "work/new")]
    merged = Change("person/li", Fate.MERGED, into='person/x"> <y')
    history = grown(first(release, "2026-01-01"), release, "2026-02-02", GraphDifference(1, 1, (*changes, merged)), "x")
    site = Site(release, history=history)
    page = site.page(feed.paths(site.graph)[-1], {}).body

    assert [each.path for each in feed.pages(site.graph)[-1].events] == ["work/new", "person/li"]
    assert b"isReplacedBy" not in page


def test_there_are_no_pages_but_those_of_the_stream(site: Site) -> None:
    with pytest.raises(NotFound):
        site.page("feed/1-x.ttl", {})
