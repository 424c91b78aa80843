"""A published site in a browser, from a plain web space: queries, any IRI, addresses without a page, no network."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import httpx2 as httpx
import pytest
from pyoxigraph import NamedNode

from kg.publish import publishing
from kg.site.templating import ASSETS, plain
from kg.store.hosting import Hosting
from kg.store.questions import Query, queries, term_of
from kg.store.release import Release
from kg.terms.formats import iri_of
from kg.terms.vocabulary import KG
from tests.browser.conftest import Visit
from tests.conftest import Command
from tests.support.web_space import web_space

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ASSETS / "vendor" / "oxigraph.js").exists(), reason="make assets was not run"),
]

WRITE = "text => document.querySelector('.CodeMirror').CodeMirror.setValue(text)"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
FETCH = """async ([address, options]) => {
    const response = await fetch(address, options);
    return [response.status, response.headers.get("Content-Type"), await response.text()];
}"""
KEPT = """async paths => {
    const isKept = async path => {
        for (const name of await caches.keys()) {
            const kept = await (await caches.open(name)).match(new URL(path, location.href), { ignoreSearch: true });
            if (kept) return true;
        }
        return false;
    };
    for (let i = 0; i < 100; i++) {
        if ((await Promise.all(paths.map(isKept))).every(Boolean)) return true;
        await new Promise(resolve => setTimeout(resolve, 100));
    }
    return false;
}"""
COUNT = "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"


@pytest.fixture(scope="module", params=["", "kg/"], ids=["at the root", "below the root"])
def published(
    request: pytest.FixtureRequest, release: Release, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Publish the sample at the root of a web space or below it, and yield the address of the site."""
    space, place = tmp_path_factory.mktemp("space"), request.param
    hosting = Hosting(is_static=True, url=f"https://group.example.org/{place}")
    publishing.publish(release, space / place, hosting, workers=2)
    with web_space(space) as address:
        yield f"{address}/{place}"


@pytest.fixture
def context(browser: "Browser") -> Iterator["BrowserContext"]:
    with browser.new_context(viewport={"width": 1280, "height": 900}) as opened:
        yield opened


@pytest.fixture
def visit(context: "BrowserContext", published: str) -> Iterator[Visit]:
    """Open pages; in the end, nothing may have gone wrong on them."""
    visited = Visit(context, published)
    yield visited

    assert visited.complaints == []


def asked(query: str) -> str:
    """Return the path that asks a query."""
    return f"query/?query={quote(query)}"


def lenient(visit: Visit) -> None:
    """Forgive the errors that a browser reports for files that are not there."""
    visit.complaints[:] = [each for each in visit.complaints if "404" not in each]


def test_the_graph_is_asked_in_the_browser(visit: Visit) -> None:
    page = visit.open("query/").page
    page.click('#query-form button:text-is("Run")')
    page.wait_for_selector("table.result")

    assert page.inner_text("#query-status").startswith("20 rows in ")
    assert page.get_attribute('td a:has-text("Jinliang Wei")', "href") == "../person/jinliang-wei/"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT * { SERVICE <http://other.example/> { ?s ?p ?o } }", "SERVICE would use the network"),
        ("INSERT DATA { <x:a> <x:b> <x:c> }", "INSERT would change data"),
        ("SELECT (<http://x.example/f>(1) AS ?x) { }", "there is no function <http://x.example/f>"),
        (f"SELECT * {{ {'{' * 900}{'}' * 900} }}", "nested deeper than 64 levels"),
    ],
)
def test_what_cannot_be_answered_is_refused_in_a_sentence(visit: Visit, query: str, said: str) -> None:
    page = visit.open(asked(query)).page
    page.wait_for_selector('#query-result [role="alert"]')

    assert said in page.inner_text("#query-result")


def test_a_query_that_takes_long_is_cancelled_and_the_next_one_answered(visit: Visit) -> None:
    page = visit.open(asked("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?b = ?h) }")).page
    page.wait_for_function("() => !document.getElementById('query-loading').textContent")
    page.wait_for_function("() => document.getElementById('query-status').textContent === 'asking…'")
    page.click("#query-stop")

    assert page.inner_text("#query-status") == "cancelled"

    page.evaluate(WRITE, "ASK { ?s ?p ?o }")
    page.click('#query-form button:text-is("Run")')
    page.wait_for_selector(".verdict")

    assert page.inner_text(".verdict") == "Yes"


def test_the_engine_and_the_data_are_loaded_only_where_they_are_asked(visit: Visit) -> None:
    loaded: list[str] = []
    visit.page.on("request", lambda request: loaded.append(request.url))
    for path in ("", "person/jiamin-li/", "queries/"):
        visit.open(path)

    assert [url for url in loaded if "oxigraph.wasm" in url or "graph.nq" in url or "worker.js" in url] == []


def controlled(visit: Visit, path: str) -> "Page":
    """Return a page that the service worker serves."""
    page = visit.open(path).page
    page.wait_for_function(CONTROLLED)
    return page


def test_any_page_of_the_site_may_ask_the_endpoint(visit: Visit) -> None:
    page = controlled(visit, "")
    triples = {"headers": {"Accept": "application/n-triples"}}
    posted = {
        "method": "POST",
        "headers": {"Content-Type": "application/sparql-query", "Accept": "application/sparql-results+json"},
        "body": COUNT,
    }

    status, media_type, body = page.evaluate(FETCH, [f"sparql?query={quote(COUNT)}&format=csv", {}])
    assert (status, media_type) == (200, "text/csv; charset=utf-8")
    assert int(body.split()[1]) > 4000
    assert json.loads(page.evaluate(FETCH, ["sparql", posted])[2])["head"] == {"vars": ["n"]}
    construct = quote("CONSTRUCT WHERE { ?s a <https://schema.org/Course> }")
    status, media_type, body = page.evaluate(FETCH, [f"sparql?query={construct}", triples])
    assert (status, media_type) == (200, "application/n-triples")
    assert len(body.splitlines()) == 14
    evidence = quote("https://kg.example.org/graph/evidence", safe="")
    address = f"sparql?query={quote(COUNT)}&default-graph-uri={evidence}&format=csv"
    assert int(page.evaluate(FETCH, [address, {}])[2].split()[1]) > 1000


def test_what_was_seen_is_there_without_a_network(visit: Visit, context: "BrowserContext") -> None:
    page = controlled(visit, "query/?name=coauthors&person=jiamin-li")
    page.wait_for_selector("table.result")
    page = controlled(visit, "person/jiamin-li/")
    used = ("../../assets/vendor/oxigraph.wasm.gz", "../../assets/vendor/yasqe.min.js", "../../graph.nq.gz", "./")
    assert page.evaluate(KEPT, used)
    context.set_offline(True)

    page = visit.open("query/?name=coauthors&person=jiangfei-duan").page
    page.wait_for_selector("table.result")
    assert visit.open("person/jiamin-li/").page.locator("h1").first.inner_text().strip() == "Jiamin Li"
    page = visit.open("person/shen-li/").page  # never seen: told from the graph
    page.wait_for_selector("#description h1")
    assert page.inner_text("#description h1") == "Shen Li"
    context.set_offline(False)
    visit.complaints.clear()  # what the network did not answer


def test_an_iri_without_a_page_is_described(visit: Visit) -> None:
    page = visit.open("describe/?iri=https%3A%2F%2Fschema.org%2FCourse").page
    page.wait_for_selector("#description h1")

    assert page.inner_text("#description h1") == "schema:Course"
    assert page.locator("#description dd a").count() == 14
    assert page.get_attribute("#description dd a >> nth=0", "href").startswith("../course/")

    with page.expect_download() as download:
        page.click('button:text-is("N-Triples")')
    assert download.value.suggested_filename == "description.nt"


@pytest.mark.parametrize("path", ["Person/Jiamin-Li", "PERSON/jiamin-li/", "person/Jiamin-Li/index.html"])
def test_a_slip_in_an_address_leads_to_the_page(visit: Visit, published: str, path: str) -> None:
    page = visit.open(path).page
    page.wait_for_url(f"{published}person/jiamin-li/")

    assert page.locator("h1").first.inner_text().strip() == "Jiamin Li"
    lenient(visit)


def test_an_address_of_a_thing_without_a_page_is_answered_from_the_graph(visit: Visit, release: Release) -> None:
    quads = release.store().quads(predicate=NamedNode(f"{KG}startLine"))
    evidence = next(iri_of(quad.subject) for quad in quads).removeprefix(release.base)
    page = visit.open(evidence).page
    page.wait_for_selector("#description h1")

    assert page.locator('#description dt a:text-is("start line")').count() == 1
    lenient(visit)


Solutions = tuple[list[str], list[str]]


def solutions(answer: dict[str, Any]) -> Solutions:
    """Return the variables of an answer, and its rows in an order that does not depend on who gave it."""
    rows = answer["results"]["bindings"]
    return answer["head"]["vars"], sorted(json.dumps(row, sort_keys=True) for row in rows)


def examples(query: Query) -> dict[str, str]:
    """Return values that the sample has, for the parameters that a query needs."""
    return {name: each.example for name, each in query.header.parameters.items() if each.required}


def meant(query: Query, values: dict[str, str], release: Release) -> dict[str, str]:
    """Return values with IRIs in the place of names, which the field of the page puts there when one is chosen."""
    parameters, select = query.header.parameters, release.store().query
    return {name: plain(term_of(parameters[name], value, select, release.base)) for name, value in values.items()}


ASK_NAMED = """async ([name, values]) => {
    const { bound } = await import(new URL("../assets/editor/named.js", location.href));
    const site = JSON.parse(document.getElementById("site").textContent);
    const { queries } = await (await fetch("../api/queries.json")).json();
    const response = await fetch("../sparql", {
        method: "POST",
        headers: { "Content-Type": "application/sparql-query", Accept: "application/sparql-results+json" },
        body: bound(queries.find((each) => each.name === name), values, site),
    });
    return response.json();
}"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("published", [""], ids=["at the root"], indirect=True)
def test_named_queries_have_the_same_answers_in_the_browser_from_the_server_and_on_the_command_line(
    visit: Visit, server: httpx.Client, kg: Command, release: Release
) -> None:
    page = controlled(visit, "query/")
    compared, rows = 0, 0
    for name, query in queries().items():
        values = examples(query)
        given = [part for key, value in values.items() for part in (f"--{key.replace('_', '-')}", value)]
        in_browser = solutions(page.evaluate(ASK_NAMED, [name, meant(query, values, release)]))
        served = solutions(server.get(f"/queries/{name}.json", params=values).json())
        told = kg("query", name, *given, "--format", "json", "--release", release.path)

        assert in_browser == served == solutions(json.loads(told.out)), name
        compared, rows = compared + 1, rows + len(in_browser[1])

    assert compared == len(queries()) >= 24
    assert rows > 500
