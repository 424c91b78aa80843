"""Things, pages and documents over real HTTP."""

import gzip
import json
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest
from rdflib import Graph
from rdflib.compare import isomorphic

from kg.server.codings import PACKERS, coding_of
from kg.store.face import FACE, Face, write_face
from kg.store.release import DUMP, SEAL, Release, write_seal
from tests.server.test_protocol import unpacked
from tests.support.clients import CLIENTS
from tests.support.serving import served
from tests.support.site_pages import site_of

ADA = "/person/jiamin-li"


@pytest.mark.parametrize(
    ("accept", "leads_to", "media_type"),
    [
        ("text/turtle; version=1.2", f"{ADA}.evidence.ttl", "text/turtle; charset=utf-8; version=1.2"),
        (
            'text/turtle;q=0.1, application/n-triples;version="1.2"',
            f"{ADA}.evidence.nt",
            "application/n-triples; version=1.2",
        ),
        ("application/ld+json;version=1.2", f"{ADA}.jsonld", "application/ld+json"),
    ],
)
def test_who_reads_rdf_1_2_gets_evidence_as_triple_terms(
    server: httpx.Client, accept: str, leads_to: str, media_type: str
) -> None:
    answer = server.get(ADA, headers={"accept": accept})

    assert answer.headers["location"] == leads_to
    assert server.get(leads_to).headers["content-type"] == media_type


@pytest.mark.parametrize(("accept", "chosen"), CLIENTS.values(), ids=CLIENTS.keys())
def test_each_client_is_led_to_what_it_likes_best(server: httpx.Client, accept: str | None, chosen: str | None) -> None:
    request = server.build_request("GET", ADA)
    del request.headers["accept"]
    if accept is not None:
        request.headers["accept"] = accept
    answer = server.send(request)

    assert answer.status_code == (406 if chosen is None else 303)
    assert answer.headers.get("location") == (None if chosen is None else f"{ADA}{chosen}")


def test_all_forms_of_a_thing_hold_the_same_triples(server: httpx.Client) -> None:
    for path in ("/person/jiamin-li", "/system/lyra", "/organization/cityu-hk", "/venue/osdi"):
        graphs = [
            Graph().parse(data=server.get(f"{path}.ttl").text, format="turtle"),
            Graph().parse(data=server.get(f"{path}.jsonld").text, format="json-ld"),
            Graph().parse(data=server.get(f"{path}.nt").text, format="nt"),
        ]

        assert len(graphs[0]) > 3
        assert all(isomorphic(graphs[0], each) for each in graphs[1:])


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/catalog.ttl", "text/turtle; charset=utf-8"),
        ("/ro-crate-metadata.json", "application/ld+json"),
        ("/linkset.json", "application/linkset+json"),
        ("/.well-known/api-catalog", 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'),
        ("/opensearch.xml", "application/opensearchdescription+xml"),
        ("/robots.txt", "text/plain; charset=utf-8"),
        ("/sitemap.xml", "application/xml"),
    ],
)
def test_what_machines_look_for_has_its_media_type(path: str, media_type: str, server: httpx.Client) -> None:
    answer = server.get(path)

    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)
    assert server.get("/sitemap-2.xml").status_code == 404


@pytest.mark.parametrize("path", [f"{ADA}/", "/sitemap.xml", "/catalog.ttl", "/.well-known/api-catalog"])
def test_parameters_that_a_page_does_not_read_make_no_other_page(path: str, server: httpx.Client) -> None:
    held = cache_bytes(server)
    for number in range(20):
        assert server.get(path, params={"utm_source": str(number)}).status_code == 200

    assert cache_bytes(server) - held < 400_000


def test_what_strangers_ask_in_their_own_words_is_kept_when_it_is_asked_again(server: httpx.Client) -> None:
    held = [cache_bytes(server)]
    for words in ("zqone", "zqtwo", "zqthree", "zqtwo"):
        assert server.get("/search/", params={"q": words}).status_code == 200
        held.append(cache_bytes(server))

    assert held[0] == held[1] == held[2] == held[3] < held[4]


@pytest.mark.parametrize("path", ["person/%E2%80%AE=x", "queries/%E2%80%AE=", "describe?iri=%E2%80%AE"])
def test_what_is_no_latin_leads_on_as_it_may_stand_in_a_header(path: str, server: httpx.Client) -> None:
    answer = server.get(path)

    assert answer.status_code in (303, 308, 404)
    assert answer.headers.get("location", "").isascii()


@pytest.mark.parametrize(
    "path", ["a%0Ab/", "person/a%0D%0AX-Evil:%201", "//evil.example/%0A/", "queries%00//", "%00", "assets/%00"]
)
def test_control_characters_are_in_no_address(path: str, server: httpx.Client) -> None:
    answer = server.get(f"/{path}")

    assert (answer.status_code, answer.json()["detail"]) == (400, "an address has no control characters")
    assert "x-evil" not in answer.headers


def cache_bytes(server: httpx.Client) -> float:
    return float(re.findall(r"^kg_cache_bytes (\S+)", server.get("/metrics").text, re.MULTILINE)[0])


def test_a_document_that_the_client_has_is_not_sent_again(server: httpx.Client) -> None:
    first = server.get(f"{ADA}.ttl", headers={"accept-encoding": "identity"})
    tag = first.headers["etag"]

    for held in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = server.get(f"{ADA}.ttl", headers={"if-none-match": held, "accept-encoding": "identity"})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert server.get(f"{ADA}.ttl", headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize("name", PACKERS)
@pytest.mark.parametrize("path", [f"{ADA}.ttl", "/assets/kg.css", "/api/openapi.json", "/reconcile"])
def test_what_is_kept_is_packed_for_who_can_read_it(server: httpx.Client, path: str, name: str) -> None:
    plain = server.get(path, headers={"accept-encoding": "identity"})
    with server.stream("GET", path, headers={"accept-encoding": name}) as answer:
        packed = b"".join(answer.iter_raw())

    assert "content-encoding" not in plain.headers
    assert answer.headers["content-encoding"] == name
    assert "Accept-Encoding" in answer.headers["vary"]
    assert unpacked(name, packed) == plain.content
    if tag := plain.headers.get("etag"):
        assert answer.headers["etag"] == f'{tag[:-1]}-{name}"'


@pytest.mark.parametrize(
    "path", [f"{ADA}/", f"{ADA}.ttl", "/api/queries/coauthors?person=jiamin-li", f"/{DUMP}", "/data?default"]
)
def test_who_has_it_since_the_release_was_made_need_not_fetch_it_again(
    server: httpx.Client, release: Release, path: str
) -> None:
    modified = server.get(path).headers["last-modified"]

    def status(**headers: str) -> int:
        return server.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}).status_code

    assert parsedate_to_datetime(modified) == release.made
    earlier, later = (format_datetime(release.made + timedelta(seconds=by), usegmt=True) for by in (-1, 1))
    assert [status(if_modified_since=each) for each in (earlier, modified, later)] == [200, 304, 304]
    assert status(if_modified_since="yesterday") == 200
    assert status(if_modified_since=modified, if_none_match='"another"') == 200
    assert server.get(path, headers={"if-modified-since": modified}).headers["last-modified"] == modified


@pytest.mark.parametrize("path", [ADA, f"{ADA}/", f"{ADA}.ttl", "/assets/kg.css", "/health", "/person/nobody"])
def test_head_is_get_without_the_body(server: httpx.Client, path: str) -> None:
    got, head = server.get(path), server.head(path)
    varying = {"date", "content-length"} if path == "/person/nobody" else {"date"}

    assert head.content == b""
    assert head.status_code == got.status_code
    assert {name: value for name, value in head.headers.items() if name not in varying} == {
        name: value for name, value in got.headers.items() if name not in varying
    }


def test_options_say_what_may_be_asked(server: httpx.Client) -> None:
    answer = server.options(f"{ADA}.ttl", headers={"origin": "https://elsewhere.example"})

    assert answer.status_code == 204
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"
    assert answer.headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize("path", [f"{ADA}.ttl", "/sparql", "/data?default", f"/{DUMP}", "/api/work", "/reconcile"])
def test_nothing_can_be_changed(server: httpx.Client, path: str, method: str) -> None:
    if method == "POST" and path in ("/sparql", "/reconcile"):
        pytest.skip("questions, which may be long")
    answer = server.request(method, path, content=b"<a:a> <a:b> <a:c> .")

    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS" + ", POST" * (path in ("/sparql", "/reconcile"))
    assert "kg build" in answer.json()["hint"]


def test_a_document_has_the_links_of_signposting(server: httpx.Client) -> None:
    links = server.get(f"{ADA}/").headers["link"]
    linkset = server.get(f"{ADA}.linkset.json")

    for rel in ("cite-as", "describedby", "type", "license", "linkset"):
        assert f'rel="{rel}"' in links
    assert '<https://kg.example.org/person/jiamin-li>; rel="cite-as"' in links
    assert '</person/jiamin-li.ttl>; rel="describedby"; type="text/turtle"' in links
    assert linkset.headers["content-type"] == "application/linkset+json"
    assert linkset.json()["linkset"][0]["anchor"] == "https://kg.example.org/person/jiamin-li/"


@pytest.mark.parametrize(
    "path",
    ["/person/nobody", "/person/nobody/", "/person/nobody.ttl", "/nothing", "/person/jiamin-li.exe", "/ä"],
)
def test_what_is_not_there_is_not_found(server: httpx.Client, path: str) -> None:
    answer = server.get(path)

    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/person", "/query", "/queries/coauthors"])
def test_a_page_without_its_slash_leads_to_it(server: httpx.Client, path: str) -> None:
    answer = server.get(path)

    assert (answer.status_code, answer.headers["location"]) == (308, f"{path}/")
    asked = server.get(f"{path}?q=Hong%20Xu%0D%0A&kind=person").headers["location"]
    assert asked == f"{path}/?q=Hong+Xu%0D%0A&kind=person"


def test_what_has_no_page_of_its_kind_is_described(server: httpx.Client) -> None:
    turtle = {"accept": "text/turtle"}
    evidence = server.get("/evidence/cv2zraalrbf4y", headers=turtle)
    described = server.get(evidence.headers["location"])

    assert evidence.headers["location"].startswith("/describe.ttl?iri=https%3A%2F%2Fkg.example.org%2Fevidence%2F")
    assert described.status_code == 200
    assert server.get("/dataset", headers=turtle).headers["location"] == "/void.ttl"
    assert server.get("/dataset", headers={"accept": "text/html"}).headers["location"] == "/"


def test_people_get_errors_as_a_page(server: httpx.Client) -> None:
    answer = server.get("/person/<script>alert(1)</script>", headers={"accept": "text/html"})

    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "<script" not in answer.text
    assert "<p>Look for it by its name.</p>" in server.get("/person/nobody/", headers={"accept": "text/html"}).text


def test_an_address_without_end_is_refused(server: httpx.Client) -> None:
    assert server.get("/?q=" + "a" * 20_000).status_code == 414


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../page.py",
    ],
)
def test_only_the_pages_own_files_are_given_out(server: httpx.Client, path: str) -> None:
    address = urlsplit(str(server.base_url))
    with socket.create_connection((address.hostname or "", address.port or 0)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))

    assert answer.startswith(b"HTTP/1.1 404")


def test_every_answer_has_the_safe_headers(server: httpx.Client) -> None:
    for path in ("/", f"{ADA}.ttl", "/nothing", "/health", "/assets/kg.css"):
        headers = server.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_other_sites_may_frame_what_is_made_for_it_alone(server: httpx.Client) -> None:
    framed = {
        path: server.get(path).headers["content-security-policy"]
        for path in ("/", "/embed/", f"{ADA}/embed/", f"{ADA}/")
    }

    assert [path for path, policy in framed.items() if "frame-ancestors" not in policy] == ["/embed/", f"{ADA}/embed/"]


@pytest.mark.thorough
def test_a_missing_release_and_a_taken_port_are_errors_with_advice(release: Release, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        cases = {
            (tmp_path, "127.0.0.1", "0"): "there is no release in",
            (release.path, "127.0.0.1", port): "choose another port",
            (release.path, "192.0.2.1", "0"): "choose an address of this machine: --host",
        }
        for (source, host, number), message in cases.items():
            command = [sys.executable, "-m", "kg", "serve", str(source), "--host", host, "--port", number]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

            assert done.returncode == 2
            assert message in done.stderr
            assert "hint:" in done.stderr
            assert "Traceback" not in done.stderr


HISTORY = """\
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix schema: <https://schema.org/> .
@base <https://kg.example.org/> .
<person/ada> schema:name "Ada" .
<person/a-lovelace> owl:deprecated true ; dcterms:isReplacedBy <person/ada> .
<person/nobody> owl:deprecated true .
"""


@pytest.mark.thorough
def test_what_was_merged_leads_on_in_the_language_of_the_reader_and_what_was_withdrawn_is_gone(tmp_path: Path) -> None:
    release = site_of(tmp_path, HISTORY, base="https://kg.example.org/").graph.release
    (release.path / FACE).write_text(write_face(Face(languages=("en", "de"))), encoding="utf-8")
    (release.path / SEAL).write_text(write_seal(release.path), encoding="utf-8")

    with served(release.path) as address, httpx.Client(base_url=address) as client:
        for added in ("", "/", ".ttl", ".jsonld"):
            moved = client.get(f"/person/a-lovelace{added}")
            assert (moved.status_code, moved.headers["location"]) == (301, f"/person/ada{added}")
            assert client.get(f"/person/nobody{added}").status_code == 410
        assert client.get("/person/ada.nt").text.startswith("<https://kg.example.org/person/ada> <")
        assert client.get("/de/person/a-lovelace/").headers["location"] == "/de/person/ada/"
        assert client.get("/de/person/ada").headers["location"] == "/de/person/ada/"
        assert client.get("/de/person/nobody/").status_code == 410


@pytest.mark.thorough
def test_the_access_log_names_no_client_and_a_release_that_went_away_is_no_fault_of_the_client(
    release: Release, tmp_path: Path
) -> None:
    copy, log = Path(shutil.copytree(release.path, tmp_path / "release")), tmp_path / "access.jsonl"
    with served(copy, "--access-log", log) as address:
        shutil.rmtree(copy)
        answer = httpx.get(f"{address}/person/jiamin-li/", headers={"accept": "application/json"})
        httpx.get(f"{address}/search/?q=secret", headers={"user-agent": "Browser/1"})
    line = json.loads(log.read_text(encoding="utf-8").splitlines()[-1])

    assert set(line) == {"time", "method", "path", "status", "bytes", "ms"}
    assert line["path"] == "/search/"
    assert answer.status_code == 503
    assert answer.json()["detail"] == "the release cannot be read at present"
    assert str(tmp_path) not in answer.text


@pytest.mark.parametrize(
    "host",
    [
        "localhost:evil",
        "[::1",
        "",
        "evil.example:80",
    ],
)
def test_a_host_that_is_none_is_not_answered(server: httpx.Client, host: str) -> None:
    assert server.get("/sparql", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:", "[::1]:8000", "kg.example.org"])
def test_its_own_hosts_are_answered_at_any_port(server: httpx.Client, host: str) -> None:
    assert server.get("/health", headers={"host": host}).status_code == 200


def test_the_coding_is_the_one_that_a_client_likes_best() -> None:
    for accept_encoding, name, least in (
        ("", "identity", 860),
        ("gzip", "gzip", 860),
        ("*", "gzip", 860),
        ("gzip;q=0", "identity", 860),
        ("gzip;q=0.2, identity;q=0.5", "identity", 860),
        ("gzip, identity;q=0", "gzip", 0),
        ("gzip;q=x", "identity", 860),
    ):
        assert coding_of(accept_encoding.encode(), ("gzip",)) == (name, least)


def test_the_dump_is_the_file_of_the_release(server: httpx.Client, release: Release) -> None:
    answer = server.get(f"/{DUMP}", headers={"accept-encoding": "gzip"})

    assert answer.headers["content-type"] == "application/gzip"
    assert "content-encoding" not in answer.headers
    assert answer.content == (release.path / DUMP).read_bytes()
    assert sha256(gzip.decompress(answer.content)).hexdigest() == release.manifest["dump"]["sha256"]


# Below the path of a proxy


HTML = {"accept": "text/html"}
CONTACT = "mailto:security@example.org"


@pytest.fixture(scope="module")
def below(release: Release) -> Iterator[str]:
    with served(release.path, "--root-path", "/kg", "--security-contact", CONTACT) as address:
        yield address


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", "/kg"], ids=["taken off by the proxy", "not taken off by the proxy"])
def test_all_addresses_stand_below_the_path_of_the_proxy(below: str, path: str) -> None:
    with httpx.Client(base_url=f"{below}{path}", headers=HTML) as client:
        links = [client.get("/person/jiamin-li/").headers["link"] for _ in range(2)]  # made, and kept
        described = client.get("/sparql", headers={"accept": "text/turtle"}).text
        reported = client.get("/.well-known/security.txt").text
        forged = client.get("/query", headers={"x-forwarded-prefix": "/evil"}).headers["location"]

        assert [client.get(each).headers["location"] for each in ("/person/jiamin-li", "/sparql", "/favicon.ico")] == [
            *("/kg/person/jiamin-li/", "/kg/query/", "/kg/assets/icon.svg"),
        ]
        for each in ("/nothing", "/sparql?query=x&query=y"):
            page = client.get(each).text
            assert 'href="/kg/assets/kg.css"' in page
            assert '<a href="/kg/">' in page
        assert client.get("/reconcile").json()["suggest"]["entity"]["service_url"] == f"{below}/kg"

    assert reported.startswith("Contact: mailto:security@example.org\nExpires: 2")
    assert all("</kg/person/jiamin-li.ttl>" in each and "</person" not in each for each in links)
    assert f"{below}/kg/sparql>" in described
    assert forged == "/kg/query/"
