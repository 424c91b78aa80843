"""Each rule of `kg check`: a site that keeps them all, and what is said of it when one thing is removed or damaged."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.publish.check.checking import check
from kg.publish.check.report import SiteReport, Verdict
from kg.publish.check.rule import Category, Scope
from kg.publish.check.rules import RULES
from kg.publish.check.served import opened
from tests.support.checked_site import ADA, ADDRESS, LICENCE, NT, write_site, write_sums

ADA_PAGE = "person/ada/index.html"
DOCUMENT = "person/ada.ttl"
LINKSET = "person/ada.linkset.json"

Damage = tuple[str, str, str | None, str, str]
"""Rule, file, text to replace (None: the file goes away), the new text, and what the finding says."""

DAMAGES: tuple[Damage, ...] = (
    ("KG-FAIR-F1-01D", "index.html", f'"@id": "{ADDRESS}dataset", "@type"', '"@type"', "it has no @id"),
    (
        "KG-FAIR-F1-02D",
        ADA_PAGE,
        f'"cite-as" href="{ADA}"',
        '"cite-as" href="https://kg.example.org:8080/ada"',
        "names a machine",
    ),
    ("KG-FAIR-F1-02D", ADA_PAGE, f'"cite-as" href="{ADA}"', f'"cite-as" href="{ADA}.php"', "names a program or a file"),
    ("KG-FAIR-F2-01M", "index.html", '"keywords": "mathematics", ', "", "the data set has no keywords"),
    ("KG-FAIR-F3-01M", "index.html", '"contentUrl"', '"url"', "no distribution with a contentUrl"),
    ("KG-FAIR-F4-01M", "sitemap.xml", None, "", "the sitemap"),
    ("KG-FAIR-A1-01M", "index.html", '"isAccessibleForFree": true, ', "", "neither isAccessibleForFree nor"),
    ("KG-FAIR-A1-03D", "graph.nq.gz", None, "", "graph.nq.gz leads nowhere"),
    ("KG-FAIR-I1-01M", "index.html", '<script type="application/ld+json">', '<script type="text/plain">', "no JSON-LD"),
    (
        "KG-FAIR-I2-01M",
        "index.html",
        '"@context": "https://schema.org/"',
        '"@context": {"@vocab": "https://a.example/"}',
        "no term of a known",
    ),
    ("KG-FAIR-I3-01M", "index.html", '"isBasedOn"', '"abstract"', "none of isBasedOn"),
    ("KG-FAIR-R1-01MD", "index.html", '"contentSize"', '"name"', "no type or size is stated of"),
    ("KG-FAIR-R1-01MD", "index.html", '"contentSize": "', '"contentSize": "9', "bytes, and not 9"),
    ("KG-FAIR-R1.1-01M", "index.html", LICENCE, f"{ADDRESS}terms", "the licence is"),
    ("KG-FAIR-R1.2-01M", "index.html", '"dateModified": "2026-11-22", ', "", "the data set has no dateModified"),
    ("KG-FAIR-R1.3-01M", "void.ttl", None, "", "none of catalog.ttl"),
    (
        "KG-FAIR-R1.3-02D",
        "index.html",
        "application/n-quads",
        "application/x-secret",
        "the formats are: application/x-secret",
    ),
    ("KG-SIGN-01", ADA_PAGE, '<link rel="cite-as"', '<link rel="alternate"', "there are 0 links cite-as"),
    (
        "KG-SIGN-02",
        ADA_PAGE,
        '<link rel="type" href="https://schema.org/AboutPage">',
        "",
        "the types are: https://schema.org/Person",
    ),
    (
        "KG-SIGN-03",
        ADA_PAGE,
        'type="text/turtle"',
        'type="text/plain"',
        "is announced as 'text/plain', not as text/turtle",
    ),
    ("KG-SIGN-04", ADA_PAGE, '<link rel="license"', '<link rel="alternate"', "there is no link to a licence"),
    ("KG-SIGN-05", ADA_PAGE, '<link rel="linkset"', '<link rel="alternate"', "there is no link linkset"),
    ("KG-SIGN-05", LINKSET, '"linkset"', '"links"', "the linkset cannot be read"),
    ("KG-SIGN-06", LINKSET, LICENCE, f"{LICENCE}deed", "is missing in the linkset"),
    ("KG-SIGN-08", LINKSET, '"describes"', '"related"', "nothing leads back from"),
    ("KG-NEG-01", "person/ada.ttl", None, "", "there is no person/ada.ttl"),
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
    ("KG-SDO-01", ADA_PAGE, '"name": "Ada Lovelace"}', '"name": "Ada', "the JSON-LD cannot be read"),
    (
        "KG-SDO-02",
        ADA_PAGE,
        '"Person", "name"',
        '"Person", "brilliance": 1, "name"',
        "schema.org has no property 'brilliance'",
    ),
    (
        "KG-SDO-03",
        ADA_PAGE,
        '"Person", "name"',
        '"Person", "colleagues": "C", "name"',
        "the property 'colleagues' was superseded",
    ),
    ("KG-SDO-04", "index.html", '"encodingFormat"', '"fileFormat"', "is a DataDownload without encodingFormat"),
    ("KG-SDO-05", ADA_PAGE, f'"@id": "{ADA}"', f'"@id": "{ADA}-byron"', "the JSON-LD says nothing of"),
    (
        "KG-SDO-06",
        ADA_PAGE,
        '<script type="application/ld+json">',
        '<script type="text/plain">',
        "the page has no JSON-LD",
    ),
    ("KG-REPR-01", DOCUMENT, "a schema:Person", "a schema Person", "this is no Turtle"),
    ("KG-REPR-02", "person/ada.nt", '"Ada Lovelace"', '"Ada King"', "1 triples are missing and 1 too many"),
    ("KG-REPR-03", "person/ada.nt", None, "", "there is no N-Triples at person/ada.nt"),
    ("KG-REPR-05", "graph.nq.gz", None, "", "there is no dump"),
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
    ("KG-HOST-01", ".nojekyll", None, "", "there is no .nojekyll"),
    ("KG-HOST-02", "404.html", None, "", "there is no 404.html"),
    ("KG-HOST-03", "robots.txt", None, "", "there is no robots.txt"),
    ("KG-HOST-03", "robots.txt", "Sitemap:", "Map:", "it names no sitemap"),
    ("KG-HOST-03", "robots.txt", "Allow: /\n", "Disallow: /\n", "it keeps all robots out"),
    ("KG-HOST-04", "sitemap.xml", "</urlset>", "", "it is no sitemap, or is cut"),
    ("KG-HOST-05", "SHA256SUMS", None, "", "there is no SHA256SUMS"),
    ("KG-HOST-05", "SHA256SUMS", "  404.html", "  500.html", "500.html is listed, and is not there"),
    (
        "KG-HOST-08",
        ADA_PAGE,
        "</head>",
        '<script src="https://cdn.example.com/x.js"></script></head>',
        "script loads https://cdn",
    ),
    ("KG-HOST-10", "sw.js", "", "", "differs from"),
    (
        "KG-HOST-11",
        "assets/site.css",
        "color",
        "background: url(https://cdn.example.com/x.png); color",
        "a style loads https://cdn",
    ),
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


def test_a_site_that_keeps_every_rule_has_full_marks(root: Path) -> None:
    report = report_on(root)

    assert report.findings == ()
    assert report.marks().is_full
    assert all(report.marks(category).possible for category in Category)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("rule", "name", "old", "new", "said"), DAMAGES, ids=[f"{each[0]}-{each[4]}" for each in DAMAGES]
)
def test_what_is_removed_or_damaged_is_told(
    rule: str, name: str, old: str | None, new: str, said: str, root: Path
) -> None:
    damage(root, name, old, new)
    if rule == "KG-HOST-10":
        (root / "SW.js").write_text("")
    if name != "SHA256SUMS":
        write_sums(root)

    report = report_on(root)

    assert report.verdicts[rule] is Verdict.BROKEN
    assert any(said in message for message in messages(report, rule)), messages(report, rule)
    assert not report.marks().is_full


def add_large_page(root: Path) -> None:
    noise = "".join(f"<p>{number * 7919 % 104729:x}</p>" for number in range(20_000))
    damage(root, ADA_PAGE, "</main>", f"{noise}</main>")


def add_large_file(root: Path) -> None:
    with (root / "large.bin").open("wb") as file:
        file.truncate(100 * 10**6)


def add_deep_worker(root: Path) -> None:
    (root / "assets" / "sw.js").write_text("")


def change_the_dump(root: Path) -> None:
    (root / "graph.nq.gz").write_bytes(gzip.compress(NT.replace("Lovelace", "King").encode(), mtime=0))


def damage_the_dump(root: Path) -> None:
    (root / "graph.nq.gz").write_bytes(gzip.compress(b"this is no RDF", mtime=0))


def change_after_the_sums(root: Path) -> None:
    damage(root, "sw.js", "self", "this")


@pytest.mark.parametrize(
    ("rule", "harm", "said"),
    [
        ("KG-HOST-05", change_after_the_sums, "the file is not as SHA256SUMS says"),
        ("KG-HOST-06", add_large_page, "kB, packed"),
        ("KG-HOST-07", add_large_file, "the file has 100 MB"),
        ("KG-HOST-09", add_deep_worker, "it controls only what is below assets/"),
        ("KG-REPR-04", change_the_dump, f"has 2 triples of {ADA}, the documents have 2, and they differ"),
        ("KG-REPR-05", damage_the_dump, "the dump cannot be read"),
    ],
)
def test_what_is_added_or_made_otherwise_is_told(
    rule: str, harm: Callable[[Path], None], said: str, root: Path
) -> None:
    harm(root)

    assert any(said in message for message in messages(report_on(root), rule))


def test_a_site_whose_address_nobody_knows_is_told_so(root: Path) -> None:
    for name in ("index.html", "sitemap.xml", ADA_PAGE):
        damage(root, name, ADDRESS, "")
    (root / "sitemap.xml").unlink()

    assert "the public address of the site is not known" in messages(report_on(root), "KG-FAIR-A1-02M")[0]


def test_every_rule_that_looks_at_files_has_a_case() -> None:
    elsewhere = {"KG-SIGN-07", "KG-HOST-06", "KG-HOST-07", "KG-HOST-09", "KG-REPR-04", "KG-FAIR-A1-02M"}
    asked = {rule.id for rule in RULES.values() if rule.scope not in (Scope.SERVED, Scope.NEGOTIATED)}

    assert asked - {each[0] for each in DAMAGES} - elsewhere == set()


def test_a_contact_that_the_graph_states_is_public(root: Path) -> None:
    said = f'<{ADA}> <https://schema.org/email> "ada@example.org" .\n'
    (root / "graph.nq.gz").write_bytes(gzip.compress((NT + said).encode(), mtime=0))
    damage(root, ADA_PAGE, "She wrote", "ada@example.org wrote")

    assert messages(report_on(root), "KG-PRIV-01") == []


def test_a_contact_within_the_dump_is_found(root: Path) -> None:
    said = f'<{ADA}> <https://schema.org/description> "Write to ada@example.org" .\n'
    (root / "graph.nq.gz").write_bytes(gzip.compress((NT + said).encode(), mtime=0))

    assert [finding.path for finding in report_on(root).findings if finding.rule == "KG-PRIV-01"] == ["graph.nq.gz"]


def test_a_site_below_a_path_whose_things_have_other_iris_has_full_marks_too(tmp_path: Path) -> None:
    write_site(tmp_path, "https://group.github.io/kg/")

    report = report_on(tmp_path)

    assert report.findings == ()
    assert report.marks().is_full


def test_a_work_whose_page_names_no_author_is_told(root: Path) -> None:
    damage(root, ADA_PAGE, "https://schema.org/Person", "https://schema.org/ScholarlyArticle")
    damage(root, ADA_PAGE, '"Person", "name"', '"Person", "author": {"@id": "https://orcid.org/1"}, "name"')

    assert messages(report_on(root), "KG-SIGN-07") == ["there is no link to an author"]
