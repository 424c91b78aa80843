import csv
import gzip
import hashlib
import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
import yaml
from rdflib import Graph as Triples
from rdflib.compare import isomorphic

from kg.publish import publishing, shards, tables, tree
from kg.publish.tables import SEPARATOR, tables_of
from kg.site.metadata.documents import PUBLISHED_FORMS
from kg.site.site import Site
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import Release
from kg.terms.declaration import kg_declaration
from kg.terms.formats import read_rdf
from tests.conftest import HOSTED, ROOT
from tests.support.site_pages import site_of

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


WORK = "work/accelerating-distributed-moe-training-and-inference-with-vpl7ab"
THINGS = ("person/jiamin-li", WORK, "organization/cityu-hk")
PATHS = (
    "data/",
    *("", "queries/", "query/", "robots.txt", "opensearch.xml", "ro-crate-metadata.json", "linkset.json"),
    *(".well-known/void", ".well-known/api-catalog"),
    *(f"{name}.{suffix}" for name in ("void", "catalog", THINGS[0]) for suffix in PUBLISHED_FORMS),
    *(f"{thing}/" for thing in THINGS),
)
"""What the tests read; the rest of the site is left out, since it takes long."""
TABLES: Mapping[str, str | None] = yaml.safe_load((ROOT / "tests" / "data" / "tables.yaml").read_text(encoding="utf-8"))
"""Spreadsheets refer to tables and columns by these names."""


class Served(NamedTuple):
    """A site that was published for the address at which it is served, as files and nothing else."""

    root: Path
    url: str

    def json(self, path: str) -> Any:
        return json.loads((self.root / path).read_text(encoding="utf-8"))


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def served(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the files of the whole, and some of the pages."""
    root = tmp_path_factory.mktemp("served") / "site"
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root))) as server:
        hosting = Hosting(is_static=True, url=f"http://127.0.0.1:{server.server_port}/", date="2026-11-22")
        made = tree.prepare(root, "test")
        graph = Graph(release, hosting)
        described = shards.publish(graph, made)
        site = Site(release, replace(hosting, shards=described, downloads=tables.publish(graph, made)))
        for path in PATHS:
            made.write(path, site.page(path, {}).body)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield Served(root, hosting.url)
        server.shutdown()


@pytest.fixture(scope="module")
def published(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Served:
    """Publish all of the sample for an address."""
    root, hosting = tmp_path_factory.mktemp("published") / "site", replace(HOSTED, url="https://group.example.org/kg/")
    publishing.publish(release, root, hosting, workers=2)
    return Served(root, hosting.url)


def test_each_file_of_the_whole_graph_has_the_hash_that_is_stated(served: Served) -> None:
    lines = (served.root / "SHA256SUMS").read_text().splitlines()
    stated = {path: digest for digest, path in (line.split("  ") for line in lines)}

    assert {"graph.nq.gz", "graph.ttl.gz", "graph.jsonld.gz", "tables/people.csv"} <= stated.keys()
    for path, digest in stated.items():
        assert hashlib.sha256((served.root / path).read_bytes()).hexdigest() == digest, path


def unpacked(served: Served, name: str, directory: Path) -> set[str]:
    """Return the quads of a packed file."""
    path = directory / name.removesuffix(".gz")
    path.write_bytes(gzip.decompress((served.root / name).read_bytes()))
    return set(map(str, read_rdf(path)))


def test_the_other_syntaxes_hold_what_the_graph_holds(served: Served, release: Release, tmp_path: Path) -> None:
    quads = set(map(str, release.store().backend))

    assert unpacked(served, "graph.jsonld.gz", tmp_path) == quads
    assert unpacked(served, "graph.ttl.gz", tmp_path) == {q for q in quads if not q.endswith("graph/evidence>")}


def test_a_foreign_graph_has_its_dump_and_its_hash(tmp_path: Path) -> None:
    site = tree.prepare(tmp_path / "site", "test")
    graph = site_of(tmp_path, '[] foaf:name "Ada" .').graph

    assert [each.path for each in tables.publish(graph, site)] == ["graph.nq.gz"]
    assert "SHA256SUMS" in site.files
    assert not [path for path in site.files if path.startswith("tables/")]


def rows(served: Served, name: str) -> list[dict[str, str]]:
    with (served.root / f"tables/{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_tables_have_the_columns_that_their_metadata_state(served: Served) -> None:
    metadata = served.json("tables/csv-metadata.json")

    assert metadata["@context"][0] == "http://www.w3.org/ns/csvw"
    assert [table["url"] for table in metadata["tables"]] == [f"{name}.csv" for name in TABLES]
    for table in metadata["tables"]:
        with (served.root / "tables" / table["url"]).open(encoding="utf-8-sig", newline="") as file:
            header, *body = csv.reader(file)
        assert header == [column["name"] for column in table["tableSchema"]["columns"]]
        assert all(len(row) == len(header) for row in body)
        assert body
        assert len({row[0] for row in body}) == len(body)


def test_tables_hold_each_thing_once(served: Served, release: Release) -> None:
    counts = release.manifest["counts"]
    names = {"people": "person", "works": "work", "organisations": "organization", "venues": "venue"}

    assert {name: len(rows(served, name)) for name in names} == {name: counts[kind] for name, kind in names.items()}
    assert len(rows(served, "authorships")) == 254


def test_a_table_says_of_a_thing_what_the_graph_says(served: Served) -> None:
    [jiamin] = [row for row in rows(served, "people") if row["iri"].endswith("/jiamin-li")]
    [work] = [row for row in rows(served, "works") if row["title"].endswith("with Lina")]
    [phd] = [row for row in rows(served, "degrees") if row["person_name"] == "Jiamin Li" and row["degree"] == "Ph.D."]

    assert (jiamin["given_name"], jiamin["affiliation_names"]) == ("Jiamin", "The University of Texas at Austin")
    assert work["author_names"] == "Jiamin Li|Yimin Jiang|Yibo Zhu|Cong Wang|Hong Xu"
    assert (work["year"], work["status_name"]) == ("2023", "published")
    assert (phd["start"], phd["start_year"], phd["organisation_name"]) == (
        "2019-09", "2019", "City University of Hong Kong",
    )  # fmt: skip


def test_tables_keep_their_columns() -> None:
    """Spreadsheets refer to columns by these names."""
    columns = {table.name: {column.name for column in table.columns} for table in tables_of(kg_declaration())}

    for name, known in TABLES.items():
        assert set((known or "").split()) <= columns[name], name


def test_hostile_names_are_harmless_in_tables(tmp_path: Path) -> None:
    name = '=HYPERLINK(\\"http://evil.example\\",\\"x\\")'
    turtle = f"""\
<https://kg.example.org/person/ada> a schema:Person ; schema:name "{name}" ; schema:alternateName "a|b", "@c" .
"""
    site = tree.prepare(tmp_path / "site", "test")
    tables.publish(site_of(tmp_path, turtle, base="https://kg.example.org/").graph, site)
    [ada] = rows(Served(tmp_path / "site", ""), "people")

    assert ada["name"] == '\'=HYPERLINK("http://evil.example","x")'
    assert ada["also"] == "'@c|a¦b"
    assert SEPARATOR not in ada["name"]


def locations(path: Path) -> list[str]:
    return [loc.text or "" for loc in ElementTree.parse(path).iter(f"{SITEMAP}loc")]  # noqa: S314


@pytest.mark.slow
def test_the_sitemap_names_the_pages_that_stand_for_themselves(published_sample: Path) -> None:
    found, url = locations(published_sample / "sitemap.xml"), "https://kg.example.org/"

    assert len(found) == len(set(found)) > 350
    assert {url, f"{url}person/jiamin-li/"} <= set(found)
    for address in found:
        body = (published_sample / address.removeprefix(url) / "index.html").read_text(encoding="utf-8")
        assert f'<link rel="canonical" href="{address}">' in body
        assert 'content="noindex"' not in body


def addresses(value: Any) -> Iterator[str]:
    """Yield the texts in a document."""
    if isinstance(value, dict):
        for each in value.values():
            yield from addresses(each)
    elif isinstance(value, list):
        for each in value:
            yield from addresses(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("name", ["linkset.json", "ro-crate-metadata.json", ".well-known/api-catalog"])
def test_all_that_documents_about_the_whole_name_is_there(name: str, served: Served) -> None:
    named = [text for text in addresses(served.json(name)) if text.startswith(served.url)]

    assert named
    for address in named:
        assert (served.root / tree.file_name(address.removeprefix(served.url))).is_file(), address


def test_the_files_of_a_research_object_are_there_with_their_sizes(served: Served) -> None:
    parts = [each for each in served.json("ro-crate-metadata.json")["@graph"] if each["@type"] == "File"]

    assert len(parts) > 20
    for part in parts:
        file = served.root / part["@id"]
        assert file.is_file()
        assert part.get("contentSize", str(file.stat().st_size)) == str(file.stat().st_size)


def test_the_page_of_the_data_lists_all_files_with_their_sizes(served: Served) -> None:
    body = (served.root / "data" / "index.html").read_text(encoding="utf-8")

    for line in (served.root / "SHA256SUMS").read_text().splitlines():
        assert f'href="../{line.split("  ")[1]}"' in body
    assert f"{len(TABLES)} tables" in body


def test_the_well_known_description_is_the_description(served: Served) -> None:
    assert (served.root / ".well-known/void").read_bytes() == (served.root / "void.ttl").read_bytes()
    catalogs = [
        Triples().parse(served.root / f"catalog.{suffix}", format=form)
        for suffix, form in (("ttl", "turtle"), ("jsonld", "json-ld"))
    ]
    assert all(isomorphic(catalogs[0], each) for each in catalogs[1:])


SIGNPOSTING = """\
import sys
from signposting import find_signposting_html, find_signposting_linkset
page, *linksets = sys.argv[1:]
for found in (find_signposting_html(page), *(find_signposting_linkset(each).for_context(page) for each in linksets)):
    print(found.citeAs.target, found.license.target, len(found.types), len(found.describedBy), len(found.items),
          len(found.authors), *sorted(str(each.target) for each in found.linksets))
"""


@pytest.fixture(scope="module")
def validator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Python that has the package `signposting`, apart from ours: one of its parts is under the GPL."""
    root = tmp_path_factory.mktemp("signposting")
    subprocess.run([sys.executable, "-m", "venv", root], check=True)
    python = root / "bin" / "python"
    lock = ROOT / "requirements" / "signposting.txt"
    install = [str(python), "-m", "pip", "install", "-q", "--no-deps", "--require-hashes", "-r", str(lock)]
    if subprocess.run(install, capture_output=True, check=False).returncode:
        pytest.skip("the package signposting cannot be had: no package index answers")
    return python


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("path", "described", "items", "authors"),
    [("", 5, 21, 1), ("person/jiamin-li/", 2, 0, 0), (f"{WORK}/", 1, 0, 5), ("organization/cityu-hk/", 1, 0, 0)],
)
def test_signposting_is_found_and_of_the_first_page_at_both_levels(
    path: str, described: int, items: int, authors: int, served: Served, validator: Path
) -> None:
    page = f"{served.url}{path}"
    linksets = () if path else (f"{page}linkset.json",)

    done = subprocess.run([validator, "-c", SIGNPOSTING, page, *linksets], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    embedded, *level_2 = done.stdout.splitlines()
    assert level_2 == [embedded for _ in linksets]
    cited, licence, types, *counts = embedded.split()
    assert cited == f"https://kg.example.org/{path.rstrip('/') or 'dataset'}"
    assert licence == "https://creativecommons.org/licenses/by/4.0/"
    assert int(types) >= 2
    assert counts == [str(described), str(items), str(authors), *linksets]
