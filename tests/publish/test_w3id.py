"""The files for Apache: IRIs lead to pages and documents, by the rules alone and by the real program."""

import re
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx2 as httpx
import pytest

from kg.building import build
from kg.profile.config import read_project
from kg.publish import publishing
from kg.publish.apache import folder, target
from kg.publish.apache import rules as apache_rules
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import Release
from tests.support import apache
from tests.support.clients import CLIENTS

URL = "https://group.github.io/kg/"
BASE = "https://w3id.org/my-group/"
DOCUMENTS = (".ttl", ".jsonld")
BY_WEIGHT = ("anything but HTML", "Turtle refused", "a weight that is none")
EXPECTED = {
    name: (accept, chosen if chosen in DOCUMENTS else "/")
    for name, (accept, chosen) in CLIENTS.items()
    if name not in BY_WEIGHT
}
"""What clients send, and what they are led to: who accepts nothing that there is gets the page, not 406."""


@pytest.fixture(scope="module")
def rules(release: Release) -> list[str]:
    return list(apache_rules(Graph(release, Hosting(is_static=True, url=URL))))


def led(rules: list[str], accept: str | None, path: str = "person/jiamin-li") -> str:
    """Return where the rules lead for an IRI, read as Apache reads them."""
    holds = True
    for directive, tested, pattern, *_ in (line.split(" ") for line in rules if line.startswith("Rewrite")):
        if directive == "RewriteCond":
            holds = re.search(pattern, accept or "", re.IGNORECASE) is not None
        elif holds and (found := re.match(tested, path)):
            return pattern.replace("$1", found[1] if found.re.groups else "").removeprefix(URL)
        else:
            holds = True
    raise AssertionError(path)


@pytest.mark.parametrize(("accept", "chosen"), EXPECTED.values(), ids=EXPECTED.keys())
def test_the_rules_choose_for_each_client_what_the_server_chooses(
    rules: list[str], accept: str | None, chosen: str
) -> None:
    assert led(rules, accept) == f"person/jiamin-li{chosen}"
    assert led(rules, accept, "dataset") == ("" if chosen == "/" else f"void{chosen}")


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("text/html;q=0.8, text/turtle;q=0.9", "/"),  # weights do not count: the server would take Turtle
        ("text/turtle, */*", ".ttl"),  # the server would take the page
        ("image/png", "/"),  # the server would refuse
        ("", "/"),
    ],
)
def test_where_the_rules_differ_from_the_server_they_do_as_they_say(rules: list[str], accept: str, chosen: str) -> None:
    assert led(rules, accept) == f"person/jiamin-li{chosen}"


def test_what_apache_would_expand_is_escaped() -> None:
    assert target("https://example.org/%20$1%{HTTP_HOST}/ä b\n/") == (
        r"https://example.org/\%20\$1\%\%7BHTTP_HOST\%7D/\%C3\%A4\%20b\%0A/"
    )


def files(release: Release, url: str) -> dict[str, str]:
    return dict(folder(Graph(release, Hosting(is_static=True, url=url))))


def test_the_folder_is_made_where_the_base_is_not_the_address_of_the_site(release: Release) -> None:
    assert files(release, "") == files(release, release.base) == {}
    assert set(files(release, URL)) == {"w3id/.htaccess", "w3id/README.md"}


def test_the_folder_keeps_the_rules_of_w3id_org(release: Release) -> None:
    text = files(release, URL)["w3id/.htaccess"]
    rules = [line for line in text.splitlines() if line.startswith("RewriteRule ")]

    assert "RewriteEngine on\n" in text
    assert not re.search(r"Options|R=301|R=406|\[P|, [A-Z]|[ \t]$|\n\n\n", text, re.MULTILINE)
    assert all(rule.split(" ")[1].startswith("^") for rule in rules)
    assert all(rule.split(" ")[2].startswith((URL, "-")) for rule in rules)


class Sites(NamedTuple):
    """Where Apache serves a site: the host of its IRIs, and the site with more or less of its `.htaccess`."""

    iris: str
    site: str
    own: str
    deaf: str


def published(place: Path, base: str, url: str) -> Path:
    """Build a small project with a base, publish it, and return the site."""
    project = place / "project"
    (project / "profiles").mkdir(parents=True)
    config = f"base: {base}\ntitle: A test\nlicense: https://creativecommons.org/licenses/by/4.0/\n"
    (project / "kg.yaml").write_text(config + "publisher: {name: Nobody}\n", encoding="utf-8")
    profile = "id: ada-lovelace\nname: Ada Lovelace\ninterests: [Engines]\n"
    (project / "profiles" / "ada-lovelace.yaml").write_text(profile, encoding="utf-8")
    built = build(read_project(project), place / "release")
    assert built.release is not None
    publishing.publish(built.release, place / "site", Hosting(is_static=True, url=url))
    return place / "site"


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    """Serve a site below `/~group/kg/` as Debian serves home directories, and its IRIs elsewhere."""
    iris, site, own, deaf = apache.free_ports(4)
    url, home = f"http://127.0.0.1:{site}/~group/kg/", f"http://127.0.0.1:{own}/kg/"
    elsewhere = published(tmp_path_factory.mktemp("elsewhere"), BASE, url)
    at_home = published(tmp_path_factory.mktemp("at-home"), home, "")
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        root.chmod(0o755)
        served = apache.copied(elsewhere, root / "site")
        (served / "empty").mkdir(mode=0o755)
        hosts = (
            apache.Host(iris, apache.copied(elsewhere / "w3id", root / "ids"), "/my-group/"),
            apache.Host(site, served, "/~group/kg/", *apache.USERDIR),
            apache.Host(own, apache.copied(at_home, root / "own"), "/kg/", "FileInfo"),
            apache.Host(deaf, served, "/kg/", "None"),
        )
        with apache.running(root, *hosts):
            yield Sites(f"http://127.0.0.1:{iris}/my-group/", url, home, f"http://127.0.0.1:{deaf}/kg/")


def asked(address: str, accept: str | None = None) -> httpx.Response:
    request = httpx.Request("GET", address, headers={} if accept is None else {"accept": accept})
    with httpx.Client() as client:
        return client.send(request)


TYPES = {
    "/": "text/html; charset=utf-8",
    ".ttl": "text/turtle; charset=utf-8",
    ".jsonld": "application/ld+json",
}


@pytest.mark.slow
@apache.needed
@pytest.mark.parametrize(("accept", "chosen"), EXPECTED.values(), ids=EXPECTED.keys())
def test_apache_leads_each_client_to_what_it_likes_best(sites: Sites, accept: str | None, chosen: str) -> None:
    for base, site in ((sites.iris, sites.site), (sites.site, sites.site), (sites.own, sites.own)):
        answer = asked(f"{base}person/ada-lovelace", accept)
        document = asked(answer.headers["location"], accept)

        assert (answer.status_code, answer.headers["location"]) == (303, f"{site}person/ada-lovelace{chosen}")
        assert "Accept" in answer.headers["vary"].split(", ")
        assert (document.status_code, document.headers["content-type"]) == (200, TYPES[chosen])
        assert document.headers["access-control-allow-origin"] == "*"


@pytest.mark.slow
@apache.needed
def test_what_has_no_page_of_its_kind_and_everything_else_is_found(sites: Sites) -> None:
    described = f"describe/?iri={BASE.replace(':', '%3A').replace('/', '%2F')}evidence%2F2x25vo3m233uv"
    places = {
        "dataset": (303, ""),
        "evidence/2x25vo3m233uv": (303, described.replace("evidence%2F", "evidence/")),
        "graph/evidence": (303, "graph.nq.gz"),
        "ontology": (303, "vocabulary/"),
        "": (302, ""),
        "person/": (302, "person/"),
        "person/ada-lovelace.ttl": (302, "person/ada-lovelace.ttl"),
        "search/?q=Ada%20L": (302, "search/?q=Ada%20L"),
    }
    for path, (status, leads_to) in places.items():
        answer = asked(f"{sites.iris}{path}", "text/html")
        assert (answer.status_code, answer.headers["location"]) == (status, f"{sites.site}{leads_to}"), path
    turtle = asked(f"{sites.iris}dataset", "text/turtle").headers["location"]
    assert turtle == f"{sites.site}void.ttl"
    assert asked(turtle).headers["content-type"] == TYPES[".ttl"]


@pytest.mark.slow
@apache.needed
@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/",
        "/evil.example",
        "%2F%2Fevil.example",
        "%5C%5Cevil.example",
        "@evil.example/",
        "https://evil.example/",
        "person/ada%0d%0aSet-Cookie:%20a=b",
        "%0d%0aLocation:%20https://evil.example/",
        "%2e%2e/%2e%2e/evil",
        "person/%24%7BHTTP_HOST%7D%25%7BENV:PATH%7D$1",
        "%3Fa=b%26c",
        "person/ada-lovelace%00.ttl",
        "person/<script>alert(1)</script>",
        "%ff%fe",
        "?%0d%0aSet-Cookie:%20a=b",
    ],
)
def test_strange_paths_lead_nowhere_else(sites: Sites, path: str) -> None:
    port = int(sites.iris.split(":")[2].split("/")[0])
    with socket.create_connection(("127.0.0.1", port)) as raw:
        raw.sendall(f"GET /my-group/{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        head = b"".join(iter(lambda: raw.recv(65536), b"")).partition(b"\r\n\r\n")[0].decode("latin-1")
    fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:])

    assert "Set-Cookie" not in fields
    assert fields.get("Location", sites.site).startswith(sites.site)
    assert int(head.split(" ")[1]) in {302, 400, 403, 404}


@pytest.mark.slow
@apache.needed
def test_the_site_answers_with_its_types_and_errors(sites: Sites) -> None:
    dump, style = asked(f"{sites.site}graph.nq.gz"), asked(f"{sites.site}assets/kg.css")

    assert (dump.headers["content-type"], dump.headers.get("content-encoding")) == ("application/gzip", None)
    assert (style.headers["content-type"], style.headers["cache-control"]) == (
        "text/css; charset=utf-8",
        "max-age=3600",
    )
    assert asked(f"{sites.site}linkset.json").headers["content-type"] == "application/linkset+json"
    assert asked(f"{sites.site}empty/").status_code == 404
    assert asked(f"{sites.site}nothing/at/all").status_code == 404
    assert asked(f"{sites.site}.htaccess").status_code in {403, 404}
    assert asked(f"{sites.own}person/nobody", "text/turtle").status_code == 404


@pytest.mark.slow
@apache.needed
def test_where_nothing_is_allowed_the_file_does_no_harm(sites: Sites) -> None:
    assert [asked(f"{sites.deaf}{path}").status_code for path in ("", "person/", "person/ada-lovelace.ttl")] == [
        200
    ] * 3
