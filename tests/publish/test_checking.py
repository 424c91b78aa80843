"""`kg check`: what it makes of directories, servers and hostile files, and how it says it."""

import functools
import gzip
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as SarifLog

from kg.base.errors import ReleaseError, StoreError
from kg.publish.check.checking import check
from kg.publish.check.fetching import FetchLimits, opened
from kg.publish.check.report import RENDERINGS, SiteReport
from kg.publish.check.rules import CATEGORIES, chosen, known_rules
from kg.publish.check.site import SiteFile, unpacked
from tests.conftest import Command
from tests.support.checked_site import ADDRESS, write_site

NU_CHECKER = Path(__file__).parents[2] / "frontend" / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a site that keeps every rule."""
    write_site(tmp_path / "site")
    return tmp_path / "site"


class Quiet(SimpleHTTPRequestHandler):
    """Sends files as a plain host does, and says nothing."""

    extensions_map = {  # noqa: RUF012  (as the class above declares it)
        **SimpleHTTPRequestHandler.extensions_map,
        ".ttl": "text/turtle",
        ".jsonld": "application/ld+json",
        ".nt": "application/n-triples",
    }

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def host(root: Path) -> Iterator[str]:
    """Serve the site from a plain host, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def report_on(target: Path | str, workers: int = 1) -> SiteReport:
    with opened(str(target)) as site:
        return check(str(target), site, workers=workers)


def page(text: str) -> SiteFile:
    return SiteFile("x.html", text.encode())


def test_what_rules_need_of_a_page_is_read_with_its_lines() -> None:
    read = page(
        '<!doctype html><html><head>\n<script type="application/ld+json">{"a": "x"}</script>\n'
        "<LINK rel='x canonical' href=y>\n<meta name=Robots content='noindex'></head>\n"
        '<body><p title="1 <b 2"\n>x<p><a\nHREF="a&amp;b" hidden>x</a><svg><image href="c"/></svg>'
    )

    found = [(tag.name, tag.line) for tag in read.tags if tag.name in ("a", "p", "image", "script")]
    assert found == [("script", 2), ("p", 5), ("p", 6), ("a", 6), ("image", 7)]
    assert list(read.links("canonical")) == ["y"]
    assert [tag.attributes for tag in read.tags if tag.name == "a"] == [{"href": "a&b", "hidden": ""}]
    assert [tag.attributes.get("title") for tag in read.tags if tag.name == "p"] == ["1 <b 2", None]
    assert read.meta("name", "robots") == "noindex"


@given(st.text(alphabet="<>/!-\"'= \nabpu&;#titlesvg", max_size=200))
def test_any_text_can_be_read_as_a_page(text: str) -> None:
    assert all(1 <= tag.line <= text.count("\n") + 1 for tag in page(text).tags)


@pytest.mark.parametrize(
    "piece", ["<a ", '<a "', "<a '\"", "<div>", "<!--", "</p>", "&", "<script>", "<p a=", "<b></i>"]
)
def test_hostile_pages_are_read_in_linear_time(piece: str) -> None:
    assert len(page(piece * 100_000).tags) <= 100_000


@pytest.mark.thorough
def test_a_gzip_bomb_is_unpacked_within_a_limit() -> None:
    bomb = gzip.compress(bytes(200 << 20), 9)

    assert len(unpacked(bomb)) == 64 << 20


HOSTILE = {
    "index.html": b"\xff\xfe<html><script type=application/ld+json>" + b'{"a":' * 5_000 + b"</script>",
    "a/index.html": b'<link rel="cite-as" href="http://[bad"><link rel=linkset href=../a.linkset.json><a href="//[x">',
    "a.linkset.json": b'{"linkset": [{"anchor": 1, "cite-as": "x"}]}',
    "a.ttl": b"\x00\x00<a> <b" + b"(" * 10_000,
    "a.jsonld": b"[" * 50_000,
    "a.nt": b"\xff\xff\xff",
    "graph.nq.gz": b"\x1f\x8b\x08\x00not gzip",
    "sitemap.xml": b"<loc>http://[bad</loc><loc>\xff</loc>",
    "robots.txt": b"\xff\x00\nSitemap: http://[",
    "x.svg": b"<svg><svg><svg",
    "bad\nname\x1b[31m.html": b"<p>",
}


def test_a_site_that_is_hostile_through_and_through_is_judged(tmp_path: Path, kg: Command) -> None:
    for name, content in HOSTILE.items():
        path = tmp_path / "hostile" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    for form in RENDERINGS:
        outcome = kg("check", tmp_path / "hostile", "--format", form, "--workers", 1)

        assert (outcome.code, outcome.err) == (1, "")
        assert "\x1b" not in outcome.out


def test_the_texts_of_licences_may_name_their_authors(root: Path) -> None:
    (root / "LICENSES.txt").write_text("Copyright (c) 2017 by Ada <ada@example.org>")
    (root / "notes.txt").write_text("Written by Ada <ada@example.org>")

    found = [each.path for each in report_on(root).findings if each.rule == "KG-PRIV-01"]

    assert found == ["notes.txt"]


def test_symbolic_links_are_not_followed(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "secret.txt").write_text("password = 'correct-horse'")
    (root / "secret.txt").symlink_to(secret / "secret.txt")
    (root / "secret").symlink_to(secret)

    assert not report_on(root).findings


def test_the_public_address_is_that_of_the_canonical_link_or_the_sitemap(root: Path) -> None:
    with opened(str(root)) as site:
        assert site.address == ADDRESS
    (root / "index.html").write_text("<p>")
    with opened(str(root)) as site:
        assert site.address == ADDRESS
    with opened(str(root), "https://elsewhere.example") as site:
        assert site.address == "https://elsewhere.example/"


def test_a_plain_host_breaks_no_rule_that_the_directory_keeps(host: str) -> None:
    report = report_on(host)

    assert report.findings == ()
    assert report.verdict("KG-NEG-02") == "kept"
    assert report.verdict("KG-NEG-03") == "not applicable"  # plain files do not negotiate


def test_a_document_that_is_sent_as_something_else_is_told(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Quiet.extensions_map, ".ttl", "text/plain")

    report = report_on(host)

    assert "person/ada.ttl" in {finding.path for finding in report.findings if finding.rule == "KG-NEG-02"}


def test_of_a_server_no_more_is_fetched_than_the_limits_say(host: str) -> None:
    with opened(host, limits=FetchLimits(files=5, file=500)) as site:
        assert len(site.files) == 5
        assert max(len(site.read(name)) for name in site.files) <= 500
        assert site.exists("")  # it is there, and too large to be kept
        assert "index.html" not in site.files


def test_what_robots_may_not_read_is_not_asked_for(host: str, root: Path) -> None:
    (root / "robots.txt").write_text("User-agent: *\nDisallow: /person/\n")

    with opened(host) as site:
        assert not [name for name in site.files if name.startswith("person/")]


@pytest.mark.thorough
def test_a_server_that_negotiates_is_asked_in_every_way(address: str) -> None:
    with opened(address, limits=FetchLimits(files=40)) as site:
        report = check(address, site, chosen(["Negotiation"]))

    # Not all documents are fetched.
    assert {rule for rule in report.rules if report.verdict(rule) == "broken"} <= {"KG-NEG-01"}
    assert report.verdict("KG-NEG-06") == "kept"


def test_what_cannot_be_checked_ends_with_2(tmp_path: Path, kg: Command) -> None:
    outcome = kg("check", tmp_path / "nowhere")

    assert outcome.code == 2
    assert "is not a directory" in outcome.err


def test_a_host_that_does_not_answer_is_an_error(kg: Command) -> None:
    outcome = kg("check", "http://127.0.0.1:9/")

    assert outcome.code == 2
    assert "cannot be reached" in outcome.err


@pytest.mark.parametrize("target", ["nowhere", "empty"])
def test_a_directory_that_holds_no_site_is_an_error(target: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    with (
        pytest.raises(ReleaseError, match="not a directory" if target == "nowhere" else "holds no page"),
        opened(str(tmp_path / target)),
    ):
        pass


def test_the_command_says_what_is_kept_and_ends_with_0(root: Path, kg: Command) -> None:
    outcome = kg("check", root, "--workers", 1)

    assert outcome.code == 0
    assert outcome.out.splitlines()[0] == "Links         7 of 7 rules kept"
    assert outcome.out.endswith("\n0 errors in 16 files.\n")


def test_the_command_tells_what_is_wrong_why_and_what_to_do(root: Path, kg: Command) -> None:
    (root / "sitemap.xml").write_text(f"<loc>{ADDRESS}person/babbage/</loc>")

    outcome = kg("check", root, "--workers", 1)

    assert outcome.code == 1
    assert "KG-LINK-04  error: Every entry of the sitemap is a page of the site\n" in outcome.out
    assert f"  sitemap.xml: {ADDRESS}person/babbage/ leads nowhere\n  hint: remove the entry" in outcome.out


def test_rules_and_categories_can_be_chosen_and_left_out(root: Path, kg: Command) -> None:
    shown = json.loads(kg("check", root, "--format", "json", "--only", "links", "--skip", "kg-link-03").out)

    assert {rule["category"] for rule in shown["rules"]} == {"Links"}
    assert "KG-LINK-03" not in {rule["id"] for rule in shown["rules"]}
    assert "there is no category or rule 'nonsense'" in kg("check", root, "--only", "nonsense").err


def test_sarif_is_valid_and_names_every_rule(root: Path) -> None:
    (root / "person" / "ada.nt").write_text("# Written by ada@example.org")

    log = json.loads(RENDERINGS["sarif"](report_on(root)))

    SarifLog.model_validate(log)
    run = log["runs"][0]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == known_rules().keys()
    found = next(result for result in run["results"] if result["ruleId"] == "KG-PRIV-01")
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "person/ada.nt"


def test_a_sample_is_always_the_same(root: Path) -> None:
    with opened(str(root)) as site:
        reports = [check("site", site, sample=5, workers=workers) for workers in (1, 2)]

    assert reports[0] == reports[1]
    assert reports[0].files == 5


def test_more_processes_find_the_same(root: Path) -> None:
    (root / "person" / "ada.nt").unlink()

    assert report_on(root, workers=2).findings == report_on(root).findings


def test_every_rule_says_what_why_and_how_to_mend() -> None:
    for rule in known_rules().values():
        assert all((rule.title, rule.why, rule.mend))
        assert not rule.title.endswith(".")
    assert {rule.category for rule in known_rules().values()} == set(CATEGORIES.values())


@pytest.mark.slow
@pytest.mark.skipif(not NU_CHECKER.exists(), reason="the Nu HTML checker is not there: make assets")
@pytest.mark.skipif(shutil.which("java") is None, reason="Java is not installed")
def test_the_nu_checker_finds_no_error_in_the_sample(published_sample: Path) -> None:
    options = ("--format", "json", "--errors-only", "--skip-non-html")
    checker = ["java", "-Xss8m", "-jar", str(NU_CHECKER), *options, str(published_sample)]
    output = subprocess.run(checker, capture_output=True, text=True, check=False, timeout=600).stderr

    assert [(each["url"], each["lastLine"], each["message"]) for each in json.loads(output)["messages"]] == []


@pytest.mark.slow
def test_the_published_sample_breaks_no_rule(published_sample: Path) -> None:
    assert report_on(published_sample, workers=2).findings == ()


@pytest.mark.slow
def test_what_is_removed_from_the_published_sample_is_told(published_sample: Path, tmp_path: Path) -> None:
    removed = {"person/jiamin-li.ttl": "KG-NEG-01", "person/jiangfei-duan/index.html": "KG-LINK-01"}
    copy = tmp_path / "copy"
    shutil.copytree(published_sample, copy, copy_function=os.link)
    for name in removed:
        (copy / name).unlink()

    report = report_on(copy, workers=2)

    assert set(removed.values()) <= report.broken.keys()


@pytest.mark.thorough
def test_a_server_that_leads_elsewhere_is_not_followed() -> None:
    class Leading(Quiet):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", "http://example.org/")
            self.end_headers()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Leading)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with (
        pytest.raises(StoreError, match="answers with 302"),
        opened(f"http://127.0.0.1:{server.server_address[1]}/"),
    ):
        pass
    server.shutdown()
    server.server_close()
