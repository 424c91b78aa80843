"""A site as files has a group's own face."""

from pathlib import Path

from kg.pipeline.build import build
from kg.profile.config import read_project
from kg.publish import publishing
from kg.store.hosting import Hosting
from tests.conftest import CONFIG

SITE = """\
site:
  hue: 195
  style: site/our.css
  pages: site/pages
  imprint: site/imprint.md
  quality: private
"""
FILES = {
    "kg.yaml": CONFIG + SITE,
    "profiles/ada-lovelace.yaml": "id: ada-lovelace\nname: Ada Lovelace\n",
    "site/our.css": ":root { --radius: 0 }",
    "site/pages/unlinked.md": "---\ntitle: Nothing leads here\n---\n{{ people() }}\n",
    "site/imprint.md": "We did it.\n",
}


def test_pages_and_files_of_the_group_are_published_though_nothing_leads_to_them(tmp_path: Path) -> None:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    release = build(read_project(tmp_path), tmp_path / "out").release
    assert release

    result = publishing.publish(release, tmp_path / "public", Hosting(is_static=True, url="https://example.org/us/"))

    assert result.broken == []
    assert (tmp_path / "public" / "site" / "theme.css").read_text() == ":root { --hue: 195; }\n"
    assert (tmp_path / "public" / "site" / "style.css").read_text() == FILES["site/our.css"]
    page = (tmp_path / "public" / "pages" / "unlinked" / "index.html").read_text()
    assert '<a href="../../person/ada-lovelace/">' in page
    assert "We did it." in (tmp_path / "public" / "pages" / "imprint" / "index.html").read_text()
    assert "https://example.org/us/pages/unlinked/" in (tmp_path / "public" / "sitemap.xml").read_text()
    assert not (tmp_path / "public" / "quality").exists()
