"""`kg check`: a site that keeps all rules, what is said when one thing is removed or damaged, and hostile files."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from kg.base.errors import ReleaseError
from kg.base.reporting import Finding
from kg.publish.check.checking import check
from kg.publish.check.site import RULES, open_directory, unpacked
from tests.conftest import Command
from tests.support.checked_site import ADA, ADDRESS, NT, write_site

NU_CHECKER = Path(__file__).parents[2] / "frontend" / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
ADA_PAGE = "person/ada/index.html"
DOCUMENT = "person/ada.ttl"

DAMAGES: tuple[tuple[str, str, str | None, str, str], ...] = (
    ("KG-NEG-01", "person/ada.ttl", None, "", "it names no document in Turtle that is there"),
    ("KG-NEG-02", ".htaccess", "RewriteRule", "Rewrite", "no RewriteRule leads on with 303"),
    ("KG-NEG-02", ".htaccess", "text/turtle", "text/plain", "nothing is said of text/turtle"),
    ("KG-LINK-01", ADA_PAGE, 'href="../../#data"', 'href="../babbage/"', "a link to person/babbage/, and there is"),
    ("KG-LINK-01", "sitemap.xml", "person/ada/<", "person/babbage/<", "a link to person/babbage/, and there is"),
    ("KG-LINK-01", "person/byron/index.html", "url=../ada/", "url=../gone/", "a link to person/gone/, and there is"),
    ("KG-LINK-01", "void.ttl", "graph.nq.gz", "all.nq.gz", "a link to all.nq.gz, and there is nothing"),
    ("KG-LINK-02", ADA_PAGE, 'id="life"', 'id="work"', "nothing there has this id"),
    ("KG-LINK-03", ADA_PAGE, 'href="../../"', 'href="/"', "a link to /"),
    ("KG-LINK-03", "404.html", '<a href="https://kg.example.org/">', '<a href="person/ada/">', "a link to person/ada/"),
    ("KG-PRIV-01", DOCUMENT, "@prefix", "# ada@example.org\n@prefix", "'ad…rg' is an e-mail address"),
    ("KG-PRIV-01", ADA_PAGE, "She wrote", '<a href="mailto:ada@example.org">She</a> wrote', "is an e-mail address"),
    ("KG-PRIV-02", ADA_PAGE, "She wrote", "Phone +44 20 7946 0958. She wrote", "is a telephone number"),
    (
        "KG-PRIV-03",
        ADA_PAGE,
        '"Person", "name"',
        '"Person", "address": {"streetAddress": "12 St James"}, "name"',
        "postal address",
    ),
    (
        "KG-PRIV-04",
        "sw.js",
        "self",
        "const key = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'; self",
        "looks like a secret",
    ),
    ("KG-PRIV-05", "sw.js", "self", "// /home/ada/kg/sw.js\nself", "'/home/ada/kg/sw.js' is a path of a computer"),
)
"""Rule, file, text to replace (None: the file goes away), the new text, and what the finding says."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a site that keeps every rule."""
    write_site(tmp_path / "site")
    return tmp_path / "site"


def found(root: Path, address: str = "", workers: int = 1) -> list[Finding]:
    return check(open_directory(root, address), workers=workers)


def of(root: Path, rule: str) -> list[Finding]:
    return [finding for finding in found(root) if finding.rule == rule]


def damage(root: Path, name: str, old: str | None, new: str) -> None:
    path = root / name
    if old is None:
        path.unlink()
    else:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


def test_a_site_that_keeps_every_rule_has_no_findings(root: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "below", "https://group.github.io/kg/")

    assert found(root) == found(tmp_path / "below") == []


@pytest.mark.parametrize(
    ("rule", "name", "old", "new", "said"), DAMAGES, ids=[f"{each[0]}-{each[4]}" for each in DAMAGES]
)
def test_what_is_removed_or_damaged_is_told(
    rule: str, name: str, old: str | None, new: str, said: str, root: Path
) -> None:
    damage(root, name, old, new)

    assert any(said in finding.message for finding in of(root, rule)), found(root)


def test_every_rule_has_a_case() -> None:
    assert RULES.keys() == {each[0] for each in DAMAGES}


def test_a_contact_that_the_graph_states_is_public(root: Path) -> None:
    said = f'<{ADA}> <https://schema.org/email> "ada@example.org" .\n'
    (root / "graph.nq.gz").write_bytes(gzip.compress((NT + said).encode(), mtime=0))
    damage(root, ADA_PAGE, "She wrote", "ada@example.org wrote")

    assert found(root) == []


def test_a_contact_within_the_dump_is_found(root: Path) -> None:
    said = f'<{ADA}> <https://schema.org/description> "Write to ada@example.org" .\n'
    (root / "graph.nq.gz").write_bytes(gzip.compress((NT + said).encode(), mtime=0))

    assert [finding.path for finding in of(root, "KG-PRIV-01")] == ["graph.nq.gz"]


@pytest.mark.thorough
def test_a_gzip_bomb_is_unpacked_within_a_limit() -> None:
    assert len(unpacked(gzip.compress(bytes(200 << 20), 9))) == 64 << 20


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
    "bad\nname\x1b[31m.html": b"<p><a href=/>",
}


def test_a_site_that_is_hostile_through_and_through_is_judged(tmp_path: Path, kg: Command) -> None:
    for name, content in HOSTILE.items():
        path = tmp_path / "hostile" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    for form in ("text", "json"):
        outcome = kg("check", tmp_path / "hostile", "--format", form, "--workers", 1)

        assert (outcome.code, outcome.err) == (1, "")
        assert "\x1b" not in outcome.out


def test_symbolic_links_are_not_followed(root: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "secret.txt").write_text("password = 'correct-horse'")
    (root / "secret.txt").symlink_to(secret / "secret.txt")
    (root / "secret").symlink_to(secret)

    assert found(root) == []


@pytest.mark.parametrize("target", ["nowhere", "empty"])
def test_a_directory_that_holds_no_site_is_an_error(target: str, tmp_path: Path, kg: Command) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(ReleaseError, match="not a directory" if target == "nowhere" else "holds no page"):
        open_directory(tmp_path / target)
    assert kg("check", tmp_path / target).code == 2


def test_the_command_tells_what_is_wrong_and_what_to_do(root: Path, kg: Command) -> None:
    assert kg("check", root, "--workers", 1)[:2] == (0, "0 errors.\n")
    (root / "sitemap.xml").write_text(f"<loc>{ADDRESS}person/babbage/</loc>")

    outcome = kg("check", root, "--workers", 1)

    assert outcome.code == 1
    assert outcome.out == (
        "KG-LINK-01  sitemap.xml: a link to person/babbage/, and there is nothing\n"
        "  hint: publish what is linked, or remove the link\n\n1 error.\n"
    )
    assert json.loads(kg("check", root, "--format", "json").out)[0]["path"] == "sitemap.xml"


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
    assert found(published_sample, workers=2) == []


def test_of_a_damaged_dump_what_stands_before_the_damage_is_public(root: Path) -> None:
    said = f'<{ADA}> <https://schema.org/email> "ada@example.org" .\nthis is no RDF\n'
    (root / "graph.nq.gz").write_bytes(gzip.compress(said.encode(), mtime=0))
    damage(root, ADA_PAGE, "She wrote", "ada@example.org wrote to byron@example.org")

    assert [finding.message for finding in of(root, "KG-PRIV-01")] == ["'by…rg' is an e-mail address"]
