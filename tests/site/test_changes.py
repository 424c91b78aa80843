from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kg.base.errors import NotFound
from kg.site.site import Site
from kg.store.diff.changes import Change, Fate, GraphDifference
from kg.store.diff.history import HISTORY, History, append, initial
from kg.store.hosting import Hosting
from kg.store.release import Release, open_release

ATOM = "{http://www.w3.org/2005/Atom}"
HOSTING = Hosting(is_static=True, url="https://group.example.org/kg/")
HOSTILE = "<script>alert(1)</script> & \"'"
CHANGES = (
    Change("person/jiamin-li", Fate.CHANGED, "Jiamin Li", ("job title: 'A' → 'B'", f"skills: {HOSTILE}")),
    Change("person/long-gone", Fate.WITHDRAWN),
    Change("person/li-jiamin", Fate.MERGED, HOSTILE, into="person/jiamin-li"),
    Change("work/../../etc", Fate.NEW, "Odd"),
    Change("javascript:alert(1)", Fate.NEW, "Odder"),
)


@pytest.fixture(scope="module")
def history(release: Release) -> History:
    """Return a history of two publications."""
    return append(initial(release, "2026-01-01"), release, "2026-02-02", GraphDifference(7, 5, CHANGES), "x")


@pytest.fixture(scope="module")
def site(release: Release, history: History) -> Site:
    """Return the pages of the sample with a history."""
    return Site(release, HOSTING, history)


def test_the_feed_is_atom(site: Site) -> None:
    page = site.page("feed.xml", {})
    feed = ElementTree.fromstring(page.body)  # noqa: S314  (our own)
    entries = feed.findall(f"{ATOM}entry")

    assert page.media_type.startswith("application/atom+xml")
    for element in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(element.findall(f"{ATOM}{name}")) == 1
    assert feed.findtext(f"{ATOM}author/{ATOM}name")
    assert [link.get("href") for link in feed.findall(f"{ATOM}link[@rel='self']")] == [f"{HOSTING.url}feed.xml"]
    assert feed.findtext(f"{ATOM}updated") == "2026-02-02T00:00:00Z"
    assert [entry.findtext(f"{ATOM}id") for entry in entries] == [f"{HOSTING.url}changes/{n}/" for n in (2, 1)]
    assert all(entry.find(f"{ATOM}content[@type='xhtml']/*") is not None for entry in entries)


def test_the_feed_leads_to_public_addresses_and_keeps_names_as_texts(site: Site) -> None:
    body = site.page("feed.xml", {}).body.decode()

    assert body.count(f'<a href="{HOSTING.url}person/jiamin-li/"') == body.count("<li><a ") > 0
    assert "<bdi>person/long-gone</bdi>: <bdi>withdrawn</bdi>" in body
    assert "First publication: 151 people, 32 works, " in body
    assert "<script" not in body
    assert 'href="javascript' not in body


def test_the_feed_is_bounded(release: Release) -> None:
    history = initial(release, "2026-01-01")
    for _ in range(30):
        history = append(history, release, "2026-02-02", GraphDifference(1, 1, CHANGES * 40), "x")

    feed = ElementTree.fromstring(Site(release, HOSTING, history).page("feed.xml", {}).body)  # noqa: S314

    assert len(feed.findall(f"{ATOM}entry")) == 20
    assert "And 150 more." in "".join(feed.itertext())


def test_pages_name_the_feed_if_there_is_one(site: Site, release: Release) -> None:
    assert 'type="application/atom+xml" title="Changes" href="./feed.xml"' in _body(site, "")
    assert "feed.xml" not in _body(Site(release, HOSTING, History()), "")


def test_a_graph_without_a_public_address_has_no_feed(release: Release, history: History) -> None:
    nowhere = Site(replace(release, manifest={**release.manifest, "base": ""}), Hosting(is_static=True), history)

    with pytest.raises(NotFound, match="a feed needs the public address of the site"):
        nowhere.page("feed.xml", {})


def test_a_server_shows_the_history_that_lies_beside_the_releases(
    release: Release, history: History, tmp_path: Path
) -> None:
    (tmp_path / "releases").mkdir()
    (tmp_path / "releases" / "one").symlink_to(release.path)
    served = open_release(tmp_path / "releases" / "one")
    assert not Site(served).graph.history

    (tmp_path / HISTORY).write_text(history.to_json(), encoding="utf-8")
    assert Site(served).graph.history == history

    (tmp_path / HISTORY).write_text("damaged", encoding="utf-8")
    assert not Site(served).graph.history


def _body(site: Site, path: str) -> str:
    return site.page(path, {}).body.decode()


def test_without_a_history_there_is_no_feed(release: Release) -> None:
    with pytest.raises(NotFound, match="nothing is known yet of what changed"):
        Site(release, HOSTING, History()).page("feed.xml", {})
