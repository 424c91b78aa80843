"""A release in an endpoint, read without a server: its pages, what is kept of it on disk, and what fails."""

import os
import random
import re
import shutil
import threading
import time
import urllib.request
from collections.abc import Iterator
from email.message import Message
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from pyoxigraph import DefaultGraph, NamedNode, Quad

from kg.base.errors import KgError, StoreError, Unanswered, Unavailable
from kg.build.build import build
from kg.profile.config import read_project
from kg.site.metadata.documents import FORMS, LINKSET
from kg.site.page import SitePage
from kg.site.site import Site
from kg.store.endpoint.batching import BatchingStore
from kg.store.endpoint.copying import UNMARKED_SECONDS, copied, store_of, store_of_release
from kg.store.endpoint.store import Endpoint, EndpointClient, EndpointQuery, EndpointStore, Pattern, ask_nobody_else
from kg.store.push.pushing import PushOptions, push
from kg.store.release import DUMP, MANIFEST, REPORT, Release, open_release
from kg.store.remote import marker as markers
from kg.store.remote.addresses import Addresses
from kg.store.remote.store import RemoteStore
from kg.store.search.index import Index
from tests.store.test_remote import RESULTS_JSON, answer, serving
from tests.support.endpoints import passing, pushed
from tests.support.servers import Server, deaf_port, oxigraph_server, virtuoso_needed, virtuoso_server
from tests.support.waiting import SECONDS

FACTS = "https://kg.example.org/graph/facts"
WHOLE = (
    "", "search/", "explore/", "explore.json", "query/", "queries/", "quality/", "changes/", "changes.json", "feed.xml",
    "vocabulary/", "vocabulary.json", "void.ttl", ".well-known/void", ".well-known/api-catalog", "catalog.jsonld",
    "ro-crate-metadata.json", "linkset.json", "opensearch.xml", "sitemap.xml", "robots.txt", "api/", "api/queries",
    "compare/", "404.html", "api/search?q=sys", "api/suggest?q=j", "search/?q=wei",
    "describe/?iri=https://kg.example.org/person/jinliang-wei", "describe/?iri=https://schema.org/Person",
    "describe.ttl?iri=https://kg.example.org/person/jinliang-wei", "describe/?iri=https://schema.org/name",
    "compare/?one=jinliang-wei&other=jiamin-li", "person/nobody/", "nowhere/",
)  # fmt: skip
"""Pages and documents of the whole graph, one of each kind."""


@pytest.fixture(scope="module")
def bare(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the pages of the release without what no push brings to an endpoint: its dump and its report."""
    path = tmp_path_factory.mktemp("bare") / release.path.name
    shutil.copytree(release.path, path, ignore=shutil.ignore_patterns(DUMP, REPORT))
    return Site(Release(path, release.manifest))


@pytest.fixture(
    scope="module",
    params=["", pytest.param(FACTS, marks=pytest.mark.slow)],
    ids=["default graph", "named graph"],
)
def endpoint(
    request: pytest.FixtureRequest, release: Release, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Endpoint]:
    """Yield an endpoint that holds the sample."""
    with pushed(release, tmp_path_factory.mktemp("server") / "store", facts=request.param) as server:
        yield Endpoint(server.query)


@pytest.fixture(scope="module")
def far(endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the pages that are made from it."""
    return site_of(endpoint, tmp_path_factory.mktemp("kept"))


def site_of(endpoint: Endpoint, directory: Path) -> Site:
    release = copied(endpoint, directory)
    return Site(release, rounds=store_of(release, endpoint))


def page(site: Site, path: str) -> SitePage | str:
    """Return a page, whose path may have a query string, or the error in its place."""
    place, _, query = path.partition("?")
    try:
        return site.page(place, dict(parse_qsl(query)))
    except KgError as error:
        return f"{type(error).__name__}: {error}"


def things(site: Site, most: int) -> Iterator[str]:
    """Yield the path of the best known things of each kind."""
    for kind in site.graph.index.kinds():
        yield from (site.graph.local(hit.iri) for hit in site.graph.index.best(kind, most))


def quality(site: Site) -> list[bytes]:
    """Return the words of the quality page without what became of each profile."""
    body = site.page("quality/", {}).body
    return re.sub(rb"(?s)<details[^>]*><summary>By profile.*?</details>", b"", body).split()


@pytest.mark.thorough
def test_the_pages_of_the_whole_graph_are_the_same(bare: Site, far: Site) -> None:
    kinds = [f"{kind}/" for kind in bare.graph.index.kinds()]

    for path in (*WHOLE, *kinds):
        if path != "quality/":
            assert page(far, path) == page(bare, path), path
    mine, others = map(quality, (far, bare))
    assert mine == others, "what became of each profile lies beside a release, and is not pushed"
    missing = {path for path in WHOLE if isinstance(page(bare, path), str)}
    assert missing == {"changes.json", "feed.xml", "404.html", "person/nobody/", "nowhere/"}


@pytest.mark.thorough
def test_the_pages_and_documents_of_things_are_the_same_byte_by_byte(bare: Site, far: Site) -> None:
    suffixes = ("/", f".{LINKSET}", *(f".{suffix}" for suffix in FORMS))

    for thing in things(bare, 2):
        for suffix in suffixes:
            assert page(far, f"{thing}{suffix}") == page(bare, f"{thing}{suffix}"), f"{thing}{suffix}"
        assert page(far, f"explore/{thing}.json") == page(bare, f"explore/{thing}.json")


@pytest.mark.thorough
def test_the_panels_are_the_same(bare: Site, far: Site) -> None:
    for thing in things(bare, 1):
        for panel in bare.graph.panels[thing.partition("/")[0]]:
            for suffix in ("/", ".csv", ".svg"):
                path = f"{thing}/{panel.name}{suffix}"
                assert page(far, path) == page(bare, path), path


@pytest.mark.thorough
def test_the_named_questions_have_the_same_answers(bare: Site, far: Site) -> None:
    for name, query in bare.graph.queries.items():
        values = {parameter: each.example for parameter, each in query.header.parameters.items()}
        for form in ("json", "csv"):
            asked = values | {"format": form}
            assert far.page(f"api/queries/{name}", asked) == bare.page(f"api/queries/{name}", asked), name


def test_only_dump_and_report_are_missed(site: Site, far: Site) -> None:
    landing, quality = site.page("", {}).body.decode(), site.page("quality/", {}).body.decode()
    there, its_quality = far.page("", {}).body.decode(), far.page("quality/", {}).body.decode()

    assert DUMP in landing
    assert DUMP not in there
    assert "What the shapes found" in quality
    assert "in the report of the release, which is not here" in its_quality
    for number in ("<dt>Warnings</dt><dd>6</dd>", "<dt>Remarks</dt><dd>5</dd>"):
        assert number in quality
        assert number in its_quality


def test_search_is_the_same_byte_by_byte(release: Release, endpoint: Endpoint, tmp_path: Path) -> None:
    kept = copied(endpoint, tmp_path)

    assert (kept.path / "search.sqlite").read_bytes() == (release.path / "search.sqlite").read_bytes()
    assert kept.path.name == release.path.name
    assert kept.date == release.date


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["", "person/jinliang-wei/", "work/pytorch-distributed/", "explore.json", "void.ttl"])
def test_a_page_needs_few_requests(endpoint: Endpoint, far: Site, tmp_path: Path, path: str) -> None:
    requests: list[str] = []

    def look(_: Message, query: str) -> int:
        requests.append(query)
        return 200

    with passing(endpoint.address, look) as address:
        counted = site_of(Endpoint(address), tmp_path)
        requests.clear()
        page(counted, path)
        first = len(requests)
        page(counted, path)

    assert 0 < first <= 30
    assert len(requests) == first  # the second time, all is known


@pytest.mark.thorough
def test_every_kind_of_pattern_is_answered_as_by_the_embedded_store(release: Release, endpoint: Endpoint) -> None:
    local, store = release.store(), store_of_release(endpoint.asker(), markers.find_marker(endpoint.asker()))
    drawn = random.Random(0).sample(sorted(local.quads(), key=str), 12)  # noqa: S311  (no secret)
    patterns = [pattern for quad in drawn for pattern in _patterns(quad)]

    for pattern in patterns:
        ours = {str(quad) for quad in local.quads(*pattern[:4])}
        theirs = [str(quad) for quad in store.quads(*pattern[:4], limit=pattern.limit)]
        wanted = len(ours) if pattern.limit is None else min(pattern.limit, len(ours))
        assert len(theirs) == wanted, pattern
        assert set(theirs) <= ours, pattern
    asked = [pattern.asked for pattern in patterns]
    assert store.fetch(asked).keys() == set(asked)
    assert len(store) == len(local)
    assert set(store.graph_names()) == set(local.graph_names())


def _patterns(quad: Quad) -> Iterator[Pattern]:
    for chosen in range(1, 16):
        terms = (quad.subject, quad.predicate, quad.object, quad.graph_name)
        kept = [term if chosen >> place & 1 else None for place, term in enumerate(terms)]
        is_small = bool(chosen & 5)  # of one subject or one object
        yield Pattern(*kept, limit=None if is_small else 7)  # type: ignore[misc,arg-type]  # of many types


@pytest.mark.thorough
def test_a_release_is_copied_once_and_again_when_it_changes(
    release: Release, sample_copy: Path, tmp_path: Path
) -> None:
    with pushed(release, tmp_path / "server") as server:
        endpoint = Endpoint(server.query)
        first = copied(endpoint, tmp_path / "kept")
        made = (first.path / "search.sqlite").stat().st_ino
        again = copied(endpoint, tmp_path / "kept")
        assert (again.path / "search.sqlite").stat().st_ino == made
        (sample_copy / "profiles" / "jiamin-li.yaml").unlink()
        changed = build(read_project(sample_copy), tmp_path / "build").release
        assert changed is not None
        push(changed, Addresses(server.query))
        second = copied(endpoint, tmp_path / "kept")

    assert second.path.name == changed.path.name != first.path.name
    assert open_release(tmp_path / "kept").path == second.path
    assert page(Site(second), "search/?q=jiamin") == page(Site(changed), "search/?q=jiamin")


@pytest.mark.thorough
def test_of_several_releases_one_is_named(release: Release, tmp_path: Path, project: Path) -> None:
    (project / "kg.yaml").write_text((project / "kg.yaml").read_text().replace("kg.example.org", "other.example.org"))
    other = build(read_project(project), tmp_path / "build").release
    assert other is not None
    with pushed(release, tmp_path / "server", facts=FACTS) as server:
        push(other, Addresses(server.query), wishes=PushOptions(graph="https://other.example.org/graph/facts"))
        with pytest.raises(StoreError, match="several releases; there are https://kg") as error:
            copied(Endpoint(server.query), tmp_path / "kept")
        meant = copied(Endpoint(server.query, "https://other.example.org/"), tmp_path / "kept")
        with pytest.raises(StoreError, match=r"no release of https://no\.example/; there are"):
            copied(Endpoint(server.query, "https://no.example/"), tmp_path / "kept")

    assert error.value.hint == "name the base of the one that is meant: --base"
    assert meant.base == "https://other.example.org/"
    assert Index.open(meant.path / "search.sqlite").kinds()["person"] == 1


@pytest.mark.thorough
def test_what_no_push_has_brought_is_served_by_what_it_says_of_itself(site: Site, tmp_path: Path) -> None:
    with oxigraph_server(tmp_path / "server") as server:
        _put(server, site)
        endpoint = Endpoint(server.query)
        kept = copied(endpoint, tmp_path / "kept")
        far = Site(kept, rounds=store_of(kept, endpoint))
        shown = far.page("person/jinliang-wei.ttl", {})
        same = copied(endpoint, tmp_path / "kept")
        old = time.time() - UNMARKED_SECONDS - 1
        os.utime(kept.path / MANIFEST, (old, old))
        anew = copied(endpoint, tmp_path / "kept")

    assert (kept.base, kept.title, kept.license) == (site.graph.base, site.graph.title, site.graph.license)
    assert shown == site.page("person/jinliang-wei.ttl", {})
    assert same.path == kept.path
    assert anew.path != kept.path  # what may have changed unseen is looked at anew after an hour


def _put(server: Server, site: Site) -> None:
    dump = b"".join(f"{quad} .\n".encode() for quad in site.graph.store.quads())
    request = urllib.request.Request(server.graph_store, dump, {"Content-Type": "application/n-quads"}, method="POST")
    urllib.request.urlopen(request).close()


def test_a_release_of_no_endpoint_is_told_from_others(release: Release) -> None:
    with pytest.raises(KgError, match="is of no endpoint") as error:
        store_of(release, Endpoint("http://127.0.0.1:1/query"))

    assert error.value.hint == "serve it without --endpoint"


@pytest.mark.thorough
def test_an_endpoint_that_is_away_is_left_alone_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    is_over = threading.Event()

    def hang(_: BaseHTTPRequestHandler) -> None:
        is_over.wait(SECONDS)

    with serving(hang) as address:
        asker = EndpointClient(RemoteStore(address, timeout=1))
        monkeypatch.setattr("kg.store.endpoint.store.PAUSE", 3600.0)  # the moment is longer than this test takes
        for _ in range(50):
            with pytest.raises(Unavailable, match="did not answer within 1 seconds"):
                asker.query("ASK {}")
        is_over.set()

    assert asker.asked == 1


@pytest.mark.thorough
def test_an_endpoint_that_was_away_is_asked_again_after_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.store.endpoint.store.PAUSE", 0.0)
    with deaf_port() as port:
        asker = EndpointClient(RemoteStore(f"http://127.0.0.1:{port}/sparql", timeout=SECONDS))
        for _ in range(3):
            with pytest.raises(Unavailable):
                asker.query("ASK {}")

    assert asker.asked == 3


@pytest.mark.thorough
def test_nothing_is_followed_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urllib.request, "_opener", None)
    seen: list[str] = []

    def redirect(request: BaseHTTPRequestHandler) -> None:
        seen.append(request.path)
        answer(request, 302, Location="/elsewhere")

    with serving(redirect) as address:
        ask_nobody_else()
        with pytest.raises(StoreError, match="answers with 302"):
            RemoteStore(address).query("ASK {}")

    assert seen == ["/sparql"]


def _results(first: int, number: int) -> bytes:
    rows = ",".join(f'{{"n": {{"type": "literal", "value": "{n}"}}}}' for n in range(first, first + number))
    return f'{{"head": {{"vars": ["n"]}}, "results": {{"bindings": [{rows}]}}}}'.encode()


@pytest.mark.thorough
def test_answers_that_a_server_cuts_are_asked_for_to_their_end() -> None:
    offsets: list[int] = []

    def cutting(request: BaseHTTPRequestHandler) -> None:
        first = (0, 2_000, 4_000)[len(offsets)]
        offsets.append(first)
        answer(request, 200, _results(first, 2_000 if first < 4_000 else 17), RESULTS_JSON)

    with serving(cutting) as address:
        kept = EndpointStore(Endpoint(address).asker()).answer(EndpointQuery("SELECT ?n { ?s ?p ?n } # all"))

    assert kept.number == 4_017
    assert [row["n"].value for row in kept.rows()] == [str(n) for n in range(4_017)]  # type: ignore[union-attr]


class Short(EndpointStore):
    """A store that knows nothing but a few names, and fails at one question."""

    def __init__(self) -> None:
        super().__init__(Endpoint("http://127.0.0.1:1/query").asker())

    def fetch(self, patterns: object) -> dict[Pattern, tuple[Quad, ...]]:
        name = NamedNode("https://schema.org/name")
        return {pattern: (Quad(pattern.subject, name, name),) for pattern in patterns}  # type: ignore[attr-defined]


def test_what_is_raised_on_half_the_facts_means_nothing() -> None:
    ada = NamedNode("https://kg.example.org/person/ada")
    rounds = BatchingStore(Short())
    calls: list[int] = []

    def asked() -> Quad:
        calls.append(1)
        return next(rounds.quads(ada))

    assert rounds.answered(asked).subject == ada
    assert len(calls) == 2


def test_what_is_raised_on_all_the_facts_is_raised() -> None:
    rounds = BatchingStore(Short())

    with pytest.raises(ZeroDivisionError):
        rounds.answered(lambda: [*rounds.quads(NamedNode("https://kg.example.org/person/ada")), 1 / 0])


def test_who_never_stops_asking_is_stopped() -> None:
    rounds = BatchingStore(Short())
    numbers = iter(range(10_000))

    with pytest.raises(StoreError, match="ever more questions"):
        rounds.answered(lambda: list(rounds.quads(NamedNode(f"https://kg.example.org/topic/{next(numbers)}"))))


def test_blank_nodes_and_whole_graphs_are_not_asked_for() -> None:
    store = EndpointStore(Endpoint("http://127.0.0.1:1/query").asker())

    assert list(store.quads()) == []
    assert list(store.quads(graph=DefaultGraph(), limit=0)) == []


@pytest.mark.thorough
def test_what_an_endpoint_cannot_answer_is_left_out_of_pages_that_say_so(endpoint: Endpoint, tmp_path: Path) -> None:
    def look(_: Message, query: str) -> int:
        return 500 if "SELECT ?title ?authors ?venue ?year ?status" in query else 200

    with passing(endpoint.address, look) as address:
        far = site_of(Endpoint(address), tmp_path)
        shown = far.page("person/jinliang-wei/", {}).body.decode()
        with pytest.raises(Unanswered, match="what this file is made from"):
            far.page("person/jinliang-wei/publications.csv", {})
        with pytest.raises(Unanswered, match="cannot answer this question"):
            far.page("api/queries/publications", {"person": "jinliang-wei"})

    assert "could not answer 1 of the questions that this page is made from" in shown
    assert 'id="publications"' not in shown
    assert "Jinliang Wei" in shown


@pytest.fixture(scope="module")
def virtuoso(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Yield the pages that are made from Virtuoso 7."""
    with virtuoso_server(tmp_path_factory.mktemp("virtuoso") / "database") as server:
        push(release, Addresses(server.query), server.credentials, PushOptions(graph=FACTS))
        yield site_of(Endpoint(server.query), tmp_path_factory.mktemp("kept"))


@pytest.mark.slow
@virtuoso_needed
def test_virtuoso_gives_the_same_documents(bare: Site, virtuoso: Site) -> None:
    for thing in things(bare, 3):
        for suffix in (LINKSET, "ttl", "jsonld"):
            assert page(virtuoso, f"{thing}.{suffix}") == page(bare, f"{thing}.{suffix}"), f"{thing}.{suffix}"
        # The line formats have the order of the engine.
        ours, theirs = (site.page(f"{thing}.nt", {}).body.splitlines() for site in (bare, virtuoso))
        assert sorted(theirs) == sorted(ours)


@pytest.mark.slow
@virtuoso_needed
def test_every_page_is_made_from_virtuoso(bare: Site, virtuoso: Site) -> None:
    kinds = [f"{kind}/" for kind in bare.graph.index.kinds()]
    pages = (path for path in (*WHOLE, *kinds) if "." not in path)
    for path in (*pages, *(f"{thing}/" for thing in things(bare, 2))):
        ours, theirs = page(bare, path), page(virtuoso, path)
        assert type(theirs) is type(ours), (path, theirs)


@pytest.mark.thorough
def test_what_is_too_large_for_an_index_is_served_without_lists(
    endpoint: Endpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.store.endpoint.copying.MOST_NAMES", 10)
    far = site_of(endpoint, tmp_path)

    for parameters in ({}, {"q": "wei"}):
        assert "too large to be listed and searched by names" in far.page("search/", parameters).body.decode()
    for path in ("", "person/jinliang-wei/", "sitemap.xml", "explore/", "vocabulary/"):
        assert far.page(path, {}).body
    assert far.page("person/jinliang-wei.ttl", {}).body.startswith(b"@base")
