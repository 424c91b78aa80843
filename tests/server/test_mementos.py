"""Former releases over real HTTP (Memento, RFC 7089)."""

import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

import httpx2 as httpx
import pytest

from kg.server.rendering import opened
from kg.store.dataset import of_rdf
from kg.store.release import MANIFEST
from tests.support.serving import served_with
from tests.support.waiting import SECONDS

BASE = "https://kg.example.org/"
LOOM = "topic/loom"
MADE = {"first": datetime(2026, 1, 10, tzinfo=UTC), "second": datetime(2026, 3, 10, 12, 30, tzinfo=UTC)}
TTL = {"accept": "text/turtle"}


def _release(root: Path, name: str, **names: str) -> None:
    """Make a release in which topics have names; one without was withdrawn."""
    lines = [
        f'<{BASE}topic/{slug}> <https://schema.org/name> "{text}" .'
        if text
        else f"<{BASE}topic/{slug}> <http://www.w3.org/2002/07/owl#deprecated> true ."
        for slug, text in names.items()
    ]
    (root / f"{name}.ttl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    made = of_rdf([root / f"{name}.ttl"], root / name, BASE).path
    shutil.move(made, root / "releases" / name)
    if name in MADE:
        os.utime(root / "releases" / name / MANIFEST, (MADE[name].timestamp(),) * 2)


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory of three releases; each renames the loom, and a topic comes, and another is withdrawn."""
    root = tmp_path_factory.mktemp("kept")
    (root / "releases").mkdir()
    _release(root, "first", loom="Hand loom", secret="Secret")
    _release(root, "second", loom="Power loom", secret="Secret", engine="Engine")
    _release(root, "third", loom="Jacquard loom", secret="", engine="Engine")
    (root / "current").symlink_to("releases/third")
    return root


@pytest.fixture(scope="module")
def archive(releases: Path) -> Iterator[httpx.Client]:
    """Return a client of a server that serves them all."""
    with served_with(releases, mementos=True) as address, httpx.Client(base_url=address, timeout=SECONDS) as client:
        yield client


def _gate(archive: httpx.Client, path: str, when: datetime) -> httpx.Response:
    return archive.get(f"/timegate/{path}", headers={"accept-datetime": format_datetime(when, usegmt=True)})


@pytest.mark.parametrize(
    ("when", "release"),
    [
        (datetime(2020, 1, 1, tzinfo=UTC), "first"),
        (MADE["first"], "first"),
        (datetime(2026, 3, 10, 12, 29, 59, tzinfo=UTC), "first"),
        (MADE["second"], "second"),
        (datetime(2100, 1, 1, tzinfo=UTC), "third"),
    ],
)
def test_a_time_leads_to_the_last_release_before_it(archive: httpx.Client, when: datetime, release: str) -> None:
    answer = _gate(archive, LOOM, when)

    assert (answer.status_code, answer.headers["location"]) == (302, f"/memento/{release}/{LOOM}")
    assert "accept-datetime" in answer.headers["vary"]
    assert answer.links["original"]["url"] == f"{BASE}{LOOM}"


def test_a_memento_is_the_thing_as_it_was(archive: httpx.Client) -> None:
    thing = archive.get(f"/memento/second/{LOOM}", headers=TTL)
    document = archive.get(thing.headers["location"])
    page = archive.get(f"/memento/second/{LOOM}/")

    assert (thing.status_code, thing.headers["location"]) == (303, f"/memento/second/{LOOM}.ttl")
    assert "Power loom" in document.text
    assert "Power loom" in page.text
    assert "Jacquard loom" in archive.get(f"/{LOOM}/").text
    for answer in (thing, document, page):
        assert answer.headers["memento-datetime"] == format_datetime(MADE["second"], usegmt=True)
    assert document.links["original"]["url"] == f"{BASE}{LOOM}.ttl"
    assert page.links["timemap"]["url"] == f"{BASE}timemap/{LOOM}/"
    assert f"</memento/second/{LOOM}.ttl>" in page.headers["link"]
    assert page.headers["x-robots-tag"] == "noindex"


def test_a_memento_says_to_people_of_when_it_is(archive: httpx.Client) -> None:
    page = archive.get(f"/memento/second/{LOOM}/").text

    assert 'Version of <time datetime="2026-03-10">2026-03-10</time>' in page
    assert f'<a href="{BASE}{LOOM}/">To the current version</a>' in page
    assert "To the current version" not in archive.get(f"/{LOOM}/").text


def test_a_page_says_where_it_is_in_former_releases(archive: httpx.Client, server: httpx.Client) -> None:
    for path in (LOOM, f"{LOOM}/", f"{LOOM}.ttl"):
        links = archive.get(f"/{path}").links
        assert links["timegate"]["url"] == f"{BASE}timegate/{path}"
        assert links["timemap"]["url"] == f"{BASE}timemap/{path}"
    assert "timegate" not in server.get("/person/jiamin-li/").links
    assert server.get("/timemap/person/jiamin-li/").status_code == 404


def test_a_list_of_mementos_has_the_releases_that_have_the_thing(archive: httpx.Client) -> None:
    answer = archive.get("/timemap/topic/engine.ttl")

    lines = answer.text.rstrip("\n").split(",\n")
    assert answer.headers["content-type"] == "application/link-format"
    assert lines[0] == f'<{BASE}topic/engine.ttl>;rel="original"'
    assert lines[3] == (
        f'<{BASE}memento/second/topic/engine.ttl>;rel="first memento";datetime="Tue, 10 Mar 2026 12:30:00 GMT"'
    )
    assert lines[4].startswith(f'<{BASE}memento/third/topic/engine.ttl>;rel="last memento";')
    assert len(lines) == 5


def test_what_was_withdrawn_has_no_mementos(archive: httpx.Client) -> None:
    paths = (
        "timegate/topic/secret",
        "timemap/topic/secret/",
        "memento/first/topic/secret.ttl",
        "memento/first/topic/secret",
    )

    assert {archive.get(f"/{path}").status_code for path in paths} == {410}


@pytest.mark.parametrize(
    ("path", "status", "leads_to"),
    [
        ("timegate/topic/nothing", 404, None),
        ("timemap/topic/", 404, None),
        ("memento/first/topic/engine/", 404, None),
        ("memento/fourth/topic/loom/", 404, None),
        ("memento/%2E%2E/topic/loom/", 404, None),
        ("memento/first/assets/kg.css", 302, "/assets/kg.css"),
        ("memento/first/search/?q=a&q=b", 302, "/search/?q=a&q=b"),
        ("memento/first//evil.example", 302, "/evil.example"),
        ("memento/first/topic/loom/embed", 308, "/memento/first/topic/loom/embed/"),
    ],
)
def test_what_is_no_page_of_a_thing_leads_to_that_of_today(
    archive: httpx.Client, path: str, status: int, leads_to: str | None
) -> None:
    answer = archive.get(f"/{path}")

    assert (answer.status_code, answer.headers.get("location")) == (status, leads_to)


def test_a_time_that_is_none_is_refused(archive: httpx.Client) -> None:
    assert archive.get(f"/timegate/{LOOM}", headers={"accept-datetime": "yesterday"}).status_code == 400


@pytest.mark.slow
def test_a_worker_that_has_opened_many_releases_is_replaced(releases: Path) -> None:
    answer = opened()
    jobs = [{"thing": LOOM, "release": str(releases / "releases" / name)} for name in ("first", "second", "third") * 3]

    assert ["last" in answer(job, b"")[0] for job in jobs] == [*[False] * 7, True, True]


@pytest.mark.slow
def test_a_release_that_is_deleted_is_gone(tmp_path: Path) -> None:
    (tmp_path / "releases").mkdir()
    for name in ("first", "second"):
        _release(tmp_path, name, loom=name)
    (tmp_path / "current").symlink_to("releases/second")
    with served_with(tmp_path, mementos=True) as address, httpx.Client(base_url=address, timeout=SECONDS) as client:
        before = client.get(f"/memento/first/{LOOM}/").status_code
        shutil.rmtree(tmp_path / "releases" / "first")

        assert (before, client.get(f"/memento/first/{LOOM}/").status_code) == (200, 404)
        assert client.get(f"/timemap/{LOOM}/").text.count('memento";') == 1
