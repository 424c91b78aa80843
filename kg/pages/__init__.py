"""The pages that people read, and the documents that machines read: HTML, SVG and RDF of one release.

`Site` is the face: a path in, a page out. Each kind of page is a module in `views/` with a template of
its name; what it shows comes from named queries (`kg.queries`), so that every panel can be asked again.
Nothing here knows of HTTP: the server sends pages, and a static site is the same pages as files.
"""

from pathlib import Path

from kg.pages.page import Asked, Link, Moved, Page, Withdrawn
from kg.pages.site import Site

ASSETS = Path(__file__).parent / "assets"
"""The files that pages refer to: style, scripts, icons."""

__all__ = ["ASSETS", "Asked", "Link", "Moved", "Page", "Site", "Withdrawn"]
