"""A server that a proxy shows under a path; docs/guides/server.md has configurations of proxies."""

import httpx2 as httpx
import pytest

from kg.store.release import Release
from tests.support.serving import served

HTML = {"accept": "text/html"}
CONTACT = "mailto:security@example.org"
FORGED = ("//evil.example", "/kg/../..", "/<script>", "kg", "https://evil.example")


def test_a_client_that_is_no_proxy_cannot_say_where_the_server_is(server: httpx.Client) -> None:
    headers = {**HTML, "x-forwarded-prefix": "/kg"}

    assert server.get("/person/jiamin-li", headers=headers).headers["location"] == "/person/jiamin-li/"
    assert 'href="/assets/kg.css"' in server.get("/nothing", headers=headers).text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "headers", "path"),
    [
        ((), {"x-forwarded-prefix": "/kg/"}, ""),
        (("--root-path", "/kg", "--security-contact", CONTACT), {}, ""),
        (("--root-path", "/kg", "--security-contact", CONTACT), {}, "/kg"),
    ],
    ids=["stated by the proxy", "stated by the operator", "not taken off by the proxy"],
)
def test_all_addresses_stand_below_the_path_of_the_proxy(
    release: Release, options: tuple[str, ...], headers: dict[str, str], path: str
) -> None:
    with (
        served(release.path, "--proxy", "127.0.0.1", *options) as address,
        httpx.Client(base_url=f"{address}{path}", headers={**HTML, **headers}) as client,
    ):
        moved = [client.get(each).headers["location"] for each in ("/person/jiamin-li", "/sparql", "/query")]
        links = [client.get("/person/jiamin-li/").headers["link"] for _ in range(2)]  # made, and kept
        missing = client.get("/nothing")
        refused = client.get("/sparql?query=x&query=y")
        described = client.get("/sparql", headers={"accept": "text/turtle"}).text
        manifest = client.get("/reconcile").json()
        icon = client.get("/favicon.ico").headers["location"]
        reported = client.get("/.well-known/security.txt")
        forged = [client.get("/query", headers={"x-forwarded-prefix": each}).headers["location"] for each in FORGED]

    assert moved == ["/kg/person/jiamin-li/", "/kg/query/", "/kg/query/"]
    assert icon == "/kg/assets/icon.svg"
    assert reported.status_code == (200 if options else 404)
    assert not options or reported.text.startswith("Contact: mailto:security@example.org\nExpires: 2")
    assert all("</kg/person/jiamin-li.ttl>" in each and "</person" not in each for each in links)
    for page in (missing, refused):
        assert 'href="/kg/assets/kg.css"' in page.text
        assert '<a href="/kg/">' in page.text
    assert f"{address}/kg/sparql>" in described
    assert manifest["suggest"]["entity"]["service_url"] == f"{address}/kg"
    assert set(forged) == {"/kg/query/" if options else "/query/"}
