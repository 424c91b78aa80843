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
from kg.base.progress import SILENT
from kg.publish.check.checking import bundles, check
from kg.publish.check.html import HtmlPage
from kg.publish.check.report import RENDERINGS, SiteReport, Verdict, chosen, verdict
from kg.publish.check.rule import Category
from kg.publish.check.rules import RULES
from kg.publish.check.rules.privacy import SECRET
from kg.publish.check.served import FetchLimits, fetched, opened, public_address
from kg.publish.check.site import unpacked
from tests.conftest import Command
from tests.support.checked_site import ADDRESS, write_site, write_sums

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


def test_what_rules_need_of_a_page_is_read_with_its_lines() -> None:
    page = HtmlPage(
        "x.html",
        '<!doctype html><html><head>\n<script type="application/ld+json">{"a": "<b c>\\n"}</script>\n'
        "<LINK rel='x canonical' href=y>\n<meta name=Robots content=' noindex '><style>p {}</style></head>\n"
        '<body><!-- <a href="no"> --><p title="1 <b 2"\n>x<p><a\nHREF="a&amp;b">x</a><svg><image href="c"/></svg>',
    )

    assert [(each.name, each.line) for each in page.all("a", "p", "image", "script")] == [
        ("script", 2),
        ("p", 5),
        ("p", 6),
        ("a", 6),
        ("image", 7),
    ]
    assert [each.get("href") for each in page.links("canonical")] == ["y"]
    assert [each.text for each in page.all("script", "style", "a")] == ['{"a": "<b c>\\n"}', "p {}", ""]
    assert [each.get("title") for each in page.all("p")] == ["1 <b 2", ""]
    assert [each.get("href") for each in page.all("a")] == ["a&b"]
    assert page.meta("robots") == "noindex"


@given(st.text(alphabet="<>/!-\"'= \nabpu&;#titlesvg", max_size=200))
def test_any_text_can_be_read_as_a_page(text: str) -> None:
    page = HtmlPage("x.html", text)

    assert all(1 <= each.line <= text.count("\n") + 1 for each in page.all("p", "b", "u", "[a]"))
    assert "kg-line" not in "".join(each.text for each in page.all("script", "style"))


def test_hostile_pages_are_read_in_linear_time() -> None:
    for piece in ("<a ", '<a "', "<div>", "<!--", "<svg>", "</p>", "&", "<script>", "<p " + "a" * 50, "<b></i>"):
        assert len(list(HtmlPage("x.html", piece * 100_000).all("a", "div"))) < 100_000


def test_a_page_that_is_not_hostile_is_not_cut() -> None:
    body = "<p>x<br><img src=y>" * 6_000 + "<b><i>x</i></b>" * 6_000

    assert next(HtmlPage("x.html", f"{body}<a href=z>").all("a")).get("href") == "z"


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
    "SHA256SUMS": b"\xff\nnonsense\n" + b"0" * 64 + b"  ../../etc/passwd\n",
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
    (tmp_path / "secret.txt").write_text("password = 'correct-horse'")
    (root / "secret.txt").symlink_to(tmp_path / "secret.txt")

    assert not report_on(root).broken[SECRET.id]


def test_the_public_address_is_that_of_the_canonical_link_or_the_sitemap_or_a_thing(root: Path) -> None:
    with opened(str(root)) as site:
        assert public_address(site) == ADDRESS
    (root / "index.html").write_text("<p>")
    with opened(str(root)) as site:
        assert site.address == ADDRESS
    (root / "sitemap.xml").unlink()
    with opened(str(root)) as site:
        assert site.address == ADDRESS


def test_a_plain_host_gets_the_same_marks_as_the_directory(host: str) -> None:
    report = report_on(host)

    assert report.findings == ()
    assert report.verdicts["KG-NEG-02"] is Verdict.KEPT
    assert report.verdicts["KG-NEG-03"] is Verdict.NOT_APPLICABLE  # plain files do not negotiate


def test_a_document_that_is_sent_as_something_else_is_told(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Quiet.extensions_map, ".ttl", "text/plain")

    report = report_on(host)

    assert "person/ada.ttl" in {finding.path for finding in report.findings if finding.rule == "KG-NEG-02"}


def test_of_a_server_no_more_is_fetched_than_the_limits_say(host: str, tmp_path: Path) -> None:
    site = fetched(host, tmp_path, SILENT, limits=FetchLimits(files=5, file=1_400))

    assert len(site.files) == 5
    assert max(site.sizes.values()) <= 1_400
    assert site.exists("")  # it is there, and too large to be kept
    assert "index.html" not in site.files


def test_what_robots_may_not_read_is_not_asked_for(host: str, root: Path, tmp_path: Path) -> None:
    (root / "robots.txt").write_text("User-agent: *\nDisallow: /person/\n")

    assert not [name for name in fetched(host, tmp_path, SILENT).files if name.startswith("person/")]


@pytest.mark.thorough
def test_a_server_that_negotiates_is_asked_in_every_way(address: str, tmp_path: Path) -> None:
    site = fetched(address, tmp_path, SILENT, limits=FetchLimits(files=40))

    report = check(address, site, chosen(["Negotiation"]))

    assert [
        rule for rule, verdict in report.verdicts.items() if verdict is Verdict.BROKEN and rule != "KG-NEG-01"
    ] == []
    assert report.verdicts["KG-NEG-06"] is Verdict.KEPT


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


def test_the_command_says_full_marks_and_ends_with_0(root: Path, kg: Command) -> None:
    outcome = kg("check", root, "--workers", 1)

    assert outcome.code == 0
    assert outcome.out.splitlines()[0].split() == ["Category", "Marks", "Rules", "kept"]
    assert outcome.out.endswith("Full marks: 0 errors, 0 warnings in 18 files.\n")


def test_the_command_tells_what_is_wrong_why_and_what_to_do(root: Path, kg: Command) -> None:
    (root / "404.html").unlink()
    write_sums(root)

    outcome = kg("check", root, "--workers", 1)

    assert outcome.code == 1
    assert "KG-HOST-02  error: There is a page 404.html for addresses that are gone\n" in outcome.out
    assert "  the site: there is no 404.html\n  hint: put a page 404.html at the root\n" in outcome.out


def test_warnings_fail_only_if_asked(root: Path, kg: Command) -> None:
    page = root / "person" / "ada" / "index.html"
    page.write_text(page.read_text().replace('"Person", "name"', '"Person", "colleagues": "C", "name"'))
    write_sums(root)

    assert kg("check", root, "--workers", 1).code == 0
    assert kg("check", root, "--workers", 1, "--fail-on", "warning").code == 1


def test_rules_and_categories_can_be_chosen_and_left_out(root: Path, kg: Command) -> None:
    shown = json.loads(kg("check", root, "--format", "json", "--only", "links", "--skip", "kg-link-03").out)

    assert {rule["category"] for rule in shown["rules"]} == {"Links"}
    assert "KG-LINK-03" not in {rule["id"] for rule in shown["rules"]}
    assert "there is no category or rule 'nonsense'" in kg("check", root, "--only", "nonsense").err


def test_sarif_is_valid_and_names_every_rule(root: Path) -> None:
    (root / "person" / "ada.nt").write_text("nonsense")

    log = json.loads(RENDERINGS["sarif"](report_on(root)))

    SarifLog.model_validate(log)
    run = log["runs"][0]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == RULES.keys()
    found = next(result for result in run["results"] if result["ruleId"] == "KG-REPR-01")
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "person/ada.nt"


def test_a_sample_is_always_the_same_and_has_the_files_at_the_root() -> None:
    names = ["index.html", *(f"person/p{number}{end}" for number in range(50) for end in (".ttl", "/index.html"))]

    first, second = bundles(names, 5), bundles(list(reversed(names)), 5)

    assert first == second
    assert len(first) == 6
    assert all(len(files) == 2 for stem, files in first if stem.startswith("person/"))


def test_more_processes_find_the_same(root: Path) -> None:
    (root / "person" / "ada.nt").unlink()

    assert report_on(root, workers=2).findings == report_on(root).findings


def test_every_rule_says_what_why_and_how_to_mend() -> None:
    for name, rule in RULES.items():
        assert name.startswith("KG-")
        assert all((rule.title, rule.why, rule.mend))
        assert not rule.title.endswith(".")
    assert {rule.category for rule in RULES.values()} == set(Category)


@pytest.mark.slow
@pytest.mark.skipif(not NU_CHECKER.exists(), reason="the Nu HTML checker is not there: make assets")
@pytest.mark.skipif(shutil.which("java") is None, reason="Java is not installed")
def test_the_nu_checker_finds_no_error_in_the_sample(published_sample: Path) -> None:
    options = ("--format", "json", "--errors-only", "--skip-non-html")
    checker = ["java", "-Xss8m", "-jar", str(NU_CHECKER), *options, str(published_sample)]
    output = subprocess.run(checker, capture_output=True, text=True, check=False, timeout=600).stderr

    assert [(each["url"], each["lastLine"], each["message"]) for each in json.loads(output)["messages"]] == []


@pytest.mark.slow
def test_the_published_sample_has_full_marks(published_sample: Path) -> None:
    report = report_on(published_sample, workers=2)

    assert report.findings == ()
    assert verdict(report).startswith("Full marks: 0 errors, 0 warnings")


@pytest.mark.slow
def test_what_is_removed_from_the_published_sample_is_told(published_sample: Path, tmp_path: Path) -> None:
    removed = {
        "404.html": "KG-HOST-02",
        "robots.txt": "KG-HOST-03",
        "sitemap.xml": "KG-HOST-04",
        "SHA256SUMS": "KG-HOST-05",
        ".nojekyll": "KG-HOST-01",
        "graph.nq.gz": "KG-REPR-05",
        "person/jiamin-li.nt": "KG-REPR-03",
        "person/jiamin-li.linkset.json": "KG-SIGN-05",
        "person/jiangfei-duan/index.html": "KG-LINK-01",
    }
    copy = tmp_path / "copy"
    shutil.copytree(published_sample, copy, copy_function=os.link)
    for name in removed:
        (copy / name).unlink()

    with opened(str(copy)) as site:
        report = check("copy", site, chosen(list(removed.values())), workers=2)

    assert {rule: report.verdicts[rule] for rule in removed.values()} == dict.fromkeys(removed.values(), Verdict.BROKEN)


@pytest.mark.thorough
def test_a_server_that_leads_elsewhere_is_not_followed(tmp_path: Path) -> None:
    class Leading(Quiet):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", "http://example.org/")
            self.end_headers()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Leading)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with pytest.raises(StoreError, match="answers with 302"):
        fetched(f"http://127.0.0.1:{server.server_address[1]}/", tmp_path, SILENT)
    server.shutdown()
    server.server_close()
