"""The pages that people read, and the documents that machines read: HTML, SVG and RDF of one release.

`Site` is the face: a path in, a page out. What pages show comes from named queries (`kg.queries`), so that
every panel can be asked again.

    site ▸ views/                                     which path is which page: a module for each kind, and templates/
    graph, page, templating, query_string             what all views are made with
    heading, panels, works, evidence                  parts of the pages of things
    documents, triples, work_citations                things as documents: RDF, links, BibTeX
    overview, release_citation, findings, coverage    parts of the pages about the whole graph
    statistics, terms, vocabulary, description        the same for graphs of any vocabulary
    grids, pictures, charts/                          answers as tables and as drawings
    pairs                                             the comparisons of two people that are pages of files
    addresses, highlighting                           how places on the web and what is found are shown
    chains, neighbours                                ways through the graph

Nothing here knows of HTTP: the server sends pages, and a static site is the same pages as files.
"""

from pathlib import Path

from kg.pages.page import Asked, Link, Moved, Page, Withdrawn
from kg.pages.site import Site

ASSETS = Path(__file__).parent / "assets"
"""The files that pages refer to: style, scripts, icons."""

__all__ = ["ASSETS", "Asked", "Link", "Moved", "Page", "Site", "Withdrawn"]
