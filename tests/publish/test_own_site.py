"""A site as files has a group's own face."""

from pathlib import Path

import pytest

from kg.building import build
from kg.profile.config import read_project
from kg.publish import publishing
from kg.publish.check.checking import check
from kg.publish.check.site import open_directory
from kg.store.hosting import Hosting
from tests.conftest import CONFIG

SITE = """\
site:
  hue: 195
  style: site/our.css
  pages: site/pages
  imprint: site/imprint.md
"""
FILES = {
    "kg.yaml": CONFIG + SITE,
    "profiles/ada-lovelace.yaml": "id: ada-lovelace\nname: Ada Lovelace\n"
    "positions: [{role: Analyst, organization: Fern Works}, {role: Clerk, organization: Fern Works, start: 1840}]\n"
    "education: [{degree: Ph.D., institution: Fern Works}]\n",
    "site/our.css": ":root { --radius: 0 }",
    "site/pages/unlinked.md": "---\ntitle: Nothing leads here\n---\n{{ people() }}\n",
    "site/imprint.md": "We did it.\n",
}


def published(root: Path, site: str = "  quality: private\n") -> publishing.PublishResult:
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content + (site if name == "kg.yaml" else ""))
    release = build(read_project(root), root / "out").release
    assert release
    return publishing.publish(release, root / "public", Hosting(is_static=True, url="https://example.org/us/"))


@pytest.mark.thorough
def test_pages_and_files_of_the_group_are_published_though_nothing_leads_to_them(tmp_path: Path) -> None:
    result = published(tmp_path)

    assert result.broken == []
    assert (tmp_path / "public" / "site" / "theme.css").read_text() == ":root { --hue: 195; }\n"
    assert (tmp_path / "public" / "site" / "style.css").read_text() == FILES["site/our.css"]
    page = (tmp_path / "public" / "pages" / "unlinked" / "index.html").read_text()
    assert '<a href="../../person/ada-lovelace/">' in page
    assert "We did it." in (tmp_path / "public" / "pages" / "imprint" / "index.html").read_text()
    assert "https://example.org/us/pages/unlinked/" in (tmp_path / "public" / "sitemap.xml").read_text()
    assert not (tmp_path / "public" / "quality").exists()


@pytest.mark.thorough
def test_every_link_to_a_part_of_a_page_leads_to_it_also_where_no_date_is_known(tmp_path: Path) -> None:
    published(tmp_path, "")

    assert check(open_directory(tmp_path / "public")) == []


def test_each_language_has_its_pages_in_a_folder_and_shares_the_files(tmp_path: Path) -> None:
    result = published(tmp_path, "  languages: [en, de]\n")

    assert result.broken == []
    public = tmp_path / "public"
    german = {path.relative_to(public / "de").as_posix() for path in (public / "de").rglob("*") if path.is_file()}
    assert {path.rpartition("/")[2] for path in german} == {"index.html"}
    assert {"index.html", "person/ada-lovelace/index.html", "pages/unlinked/index.html"} <= german
    page = (public / "de" / "person" / "ada-lovelace" / "index.html").read_text()
    assert '<link rel="canonical" href="https://example.org/us/de/person/ada-lovelace/">' in page
    assert '<link rel="alternate" hreflang="en" href="https://example.org/us/person/ada-lovelace/">' in page
    assert "https://example.org/us/de/person/ada-lovelace/" in (public / "sitemap.xml").read_text()
    assert (public / "words" / "de.json").exists()
