"""What a group adds to the site beside the graph: its pages, colours and files."""

import mimetypes

from kg.base.errors import NotFound
from kg.site.page import PageRequest, SitePage, json_page
from kg.site.templating import html
from kg.site.words import ENGLISH, languages, of_scripts
from kg.store.graph import Graph

_UTF8 = ("text/css",)


def page(graph: Graph, request: PageRequest) -> SitePage:
    """Return a page that the group has written; raises NotFound if there is none of that name."""
    name = request.match["name"]
    if name not in graph.face.pages:
        raise NotFound(f"there is no page '{name}'", hint="start at the first page")
    return html(graph, request, "own_page.html", page=graph.face.pages[name])


def theme(graph: Graph, request: PageRequest) -> SitePage:
    """Return the colours of the group as custom properties, from which the style sheet makes all others.

    Raises NotFound if the group has none.
    """
    face = graph.face
    if face.hue is None:
        raise NotFound(f"there is no /{request.path}", hint="say 'hue' or 'colour' below 'site' in kg.yaml")
    chroma = "" if face.chroma is None else f" --chroma: {face.chroma:g};"
    return SitePage(f":root {{ --hue: {face.hue:g};{chroma} }}\n".encode(), "text/css; charset=utf-8")


def words(_: Graph, request: PageRequest) -> SitePage:
    """Return what scripts say in a language; raises NotFound if pages do not speak it."""
    language = request.match["language"]
    if language not in languages():
        raise NotFound(f"there is no /{request.path}", hint="start at the first page")
    return json_page(of_scripts(language) if language != ENGLISH else {})


def file(graph: Graph, request: PageRequest) -> SitePage:
    """Return a file of the group's own; raises NotFound if the release names none of that path."""
    if request.path not in graph.face.files:  # so that no path leads out of the folder
        raise NotFound(f"there is no /{request.path}", hint="start at the first page")
    media_type = mimetypes.guess_type(request.path)[0] or "application/octet-stream"
    text = "; charset=utf-8" if media_type in _UTF8 else ""
    return SitePage((graph.release.path / request.path).read_bytes(), f"{media_type}{text}")
