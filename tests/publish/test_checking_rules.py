"""Each rule of `kg check`: a site that keeps them all, and what is said of it when one thing is removed or damaged."""

import gzip
from pathlib import Path

import pytest

from kg.publish.check.checking import check
from kg.publish.check.fetching import opened
from kg.publish.check.report import SiteReport
from kg.publish.check.rules import CATEGORIES, known_rules
from tests.support.checked_site import ADA, NT, write_site

ADA_PAGE = "person/ada/index.html"
DOCUMENT = "person/ada.ttl"

Damage = tuple[str, str, str | None, str, str]
"""Rule, file, text to replace (None: the file goes away), the new text, and what the finding says."""

DAMAGES: tuple[Damage, ...] = (
    ("KG-NEG-01", "person/ada.ttl", None, "", "it names no document in Turtle that is there"),
    ("KG-NEG-07", ".htaccess", "RewriteRule", "Rewrite", "no RewriteRule leads on with 303"),
    ("KG-NEG-07", ".htaccess", "text/turtle", "text/plain", "nothing is said of text/turtle"),
    (
        "KG-LINK-01",
        ADA_PAGE,
        'href="../../#data"',
        'href="../babbage/"',
        "a link to person/babbage/, and there is nothing",
    ),
    ("KG-LINK-02", ADA_PAGE, 'id="life"', 'id="work"', "nothing there has this id"),
    ("KG-LINK-03", ADA_PAGE, 'href="../../"', 'href="/"', "a link to /"),
    ("KG-LINK-04", "sitemap.xml", "person/ada/<", "person/babbage/<", "person/babbage/ leads nowhere"),
    ("KG-LINK-05", "sitemap.xml", f"<url><loc>{ADA}/</loc></url>", "", "the page is not in the sitemap"),
    ("KG-LINK-06", "person/byron/index.html", "url=../ada/", "url=../byron/", "leads in a circle"),
    ("KG-LINK-06", "person/byron/index.html", "url=../ada/", "url=../gone/", "and there is nothing"),
    ("KG-LINK-07", "void.ttl", "graph.nq.gz", "all.nq.gz", "all.nq.gz leads nowhere"),
    ("KG-PRIV-01", DOCUMENT, "@prefix", "# ada@example.org\n@prefix", "'ad…rg' is an e-mail address"),
    ("KG-PRIV-01", ADA_PAGE, "She wrote", '<a href="mailto:ada@example.org">She</a> wrote', "is an e-mail address"),
    ("KG-PRIV-04", ADA_PAGE, "She wrote", "See https://ada:secret1@example.org/. She wrote", "is a credential"),
    ("KG-PRIV-04", ADA_PAGE, "She wrote", "GB82 WEST 1234 5698 7654 32. She wrote", "is a bank account"),
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
    ("KG-PRIV-04", DOCUMENT, "@prefix", "# -----BEGIN RSA PRIVATE KEY-----\n@prefix", "looks like a secret"),
    ("KG-PRIV-05", "sw.js", "self", "// /home/ada/kg/sw.js\nself", "'/home/ada/kg/sw.js' is a path of a computer"),
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a site that keeps every rule."""
    write_site(tmp_path / "site")
    return tmp_path / "site"


def report_on(root: Path, address: str = "") -> SiteReport:
    with opened(str(root), address) as site:
        return check(str(root), site)


def messages(report: SiteReport, rule: str) -> list[str]:
    return [finding.message for finding in report.findings if finding.rule == rule]


def damage(root: Path, name: str, old: str | None, new: str) -> None:
    path = root / name
    if old is None:
        path.unlink()
    else:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


def test_a_site_that_keeps_every_rule_has_no_findings(root: Path) -> None:
    report = report_on(root)

    assert report.findings == ()
    kept = {known_rules()[rule].category for rule in report.rules if report.verdict(rule) == "kept"}
    assert kept == set(CATEGORIES.values())


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rule", "name", "old", "new", "said"), DAMAGES, ids=[f"{each[0]}-{each[4]}" for each in DAMAGES]
)
def test_what_is_removed_or_damaged_is_told(
    rule: str, name: str, old: str | None, new: str, said: str, root: Path
) -> None:
    damage(root, name, old, new)

    report = report_on(root)

    assert report.verdict(rule) == "broken"
    assert any(said in message for message in messages(report, rule)), messages(report, rule)


def test_every_rule_that_looks_at_files_has_a_case() -> None:
    asked = {name for name, rule in known_rules().items() if rule.needs not in ("served", "negotiated")}

    assert asked == {each[0] for each in DAMAGES}


def test_a_contact_that_the_graph_states_is_public(root: Path) -> None:
    said = f'<{ADA}> <https://schema.org/email> "ada@example.org" .\n'
    (root / "graph.nq.gz").write_bytes(gzip.compress((NT + said).encode(), mtime=0))
    damage(root, ADA_PAGE, "She wrote", "ada@example.org wrote")

    assert messages(report_on(root), "KG-PRIV-01") == []


def test_a_contact_within_the_dump_is_found(root: Path) -> None:
    said = f'<{ADA}> <https://schema.org/description> "Write to ada@example.org" .\n'
    (root / "graph.nq.gz").write_bytes(gzip.compress((NT + said).encode(), mtime=0))

    assert [finding.path for finding in report_on(root).findings if finding.rule == "KG-PRIV-01"] == ["graph.nq.gz"]


def test_of_a_damaged_dump_what_stands_before_the_damage_is_public(root: Path) -> None:
    said = f'<{ADA}> <https://schema.org/email> "ada@example.org" .\nthis is no RDF\n'
    (root / "graph.nq.gz").write_bytes(gzip.compress(said.encode(), mtime=0))
    damage(root, ADA_PAGE, "She wrote", "ada@example.org wrote to byron@example.org")

    assert messages(report_on(root), "KG-PRIV-01") == ["'by…rg' is an e-mail address"]


def test_a_site_below_a_path_whose_things_have_other_iris_has_no_findings_either(tmp_path: Path) -> None:
    write_site(tmp_path, "https://group.github.io/kg/")

    assert report_on(tmp_path).findings == ()
