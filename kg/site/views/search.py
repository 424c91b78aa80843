"""The search page."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from kg.site.addresses import changed, number, page_number
from kg.site.page import PageRequest, SitePage, json_page
from kg.site.soundness import offered
from kg.site.templating import html
from kg.store.graph import Graph
from kg.store.search import words
from kg.store.search.index import MAX_HITS, Hit, SearchResult
from kg.terms.identifiers import fold

_WORD = re.compile(r"\w+")
_FEW = 5
_PAGE = 50
_SUGGESTED = 8
_MOST = 100


def marked(text: str, folded: Sequence[str]) -> Markup:
    """Return a text as HTML with the beginnings of words marked that were searched, given folded as the index has them.

    >>> marked("Jiamin <Li>", ["jia", "li"])
    Markup('<mark>Jia</mark>min &lt;<mark>Li</mark>&gt;')
    """
    parts: list[str] = []
    end = 0
    for word in _WORD.finditer(text):
        length = max((_covered(word[0], each) for each in folded), default=0)
        if length:
            parts += [escape(text[end : word.start()]), Markup("<mark>{}</mark>").format(word[0][:length])]
            end = word.start() + length
    return Markup("").join([*parts, escape(text[end:])])


def _covered(word: str, start: str) -> int:
    """Return how many characters of a word stand for its folded start, 0 if it begins otherwise."""
    if not fold(word).startswith(start):
        return 0
    return next((n for n in range(1, len(word)) if fold(word[:n]).startswith(start)), len(word))


@dataclass(frozen=True)
class KindHits:
    """How many things of a kind were found, and the first of them or a page of them."""

    kind: str
    total: int
    hits: tuple[Hit, ...]


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return what is called as a text says: the first of each kind, or a page of one kind."""
    text, kind = request.parameters.get("q", "").strip(), request.parameters.get("kind", "")
    page = page_number(request.parameters)
    best = offered(graph).find(text, limit=MAX_HITS)
    looked_for = best.corrected or text
    kinds = _counts(graph, best, looked_for)
    if kind:
        found = offered(graph).find(looked_for, kinds=(kind,), limit=_PAGE, offset=(page - 1) * _PAGE)
        groups = [KindHits(kind, found.total, found.hits)]
    else:  # the kind of the best one comes first
        several: dict[str, list[Hit]] = {}
        for hit in best.hits:
            several.setdefault(hit.kind, []).append(hit)
        groups = [KindHits(each, kinds[each], tuple(hits[:_FEW])) for each, hits in several.items()]
    return html(
        graph, request, "search.html",
        text=text, kind=kind, titles=graph.titles, changed=changed, found=best, groups=groups, page=page, kinds=kinds,
        all_kinds=offered(graph).kinds(),
        pages=-(-min(kinds.get(kind, 0), MAX_HITS) // _PAGE),
        marked=lambda name: marked(name, words.asked(looked_for)),
    )  # fmt: skip


def _counts(graph: Graph, best: SearchResult, looked_for: str) -> dict[str, int]:
    if best.total > len(best.hits):
        return offered(graph).counts(looked_for)
    counted = Counter(hit.kind for hit in best.hits)
    return {kind: counted[kind] for kind in offered(graph).kinds() if kind in counted}


def results(graph: Graph, request: PageRequest) -> SitePage:
    """Return what is called as a text says, as JSON; raises QueryError."""
    limit = number(request.parameters, "limit", 20, _MOST)
    offset = number(request.parameters, "offset", 0, MAX_HITS)
    found = offered(graph).find(request.parameters.get("q", ""), kinds=_kinds(request), limit=limit, offset=offset)
    hits = [_record(graph, hit) for hit in found.hits]
    answer = {"total": found.total, "offset": offset, "limit": limit, "corrected": found.corrected}
    return json_page(answer | {"partial": found.is_partial, "results": hits})


def suggestions(graph: Graph, request: PageRequest) -> SitePage:
    """Return what a person may mean who is still typing, as JSON; raises QueryError."""
    limit = number(request.parameters, "limit", _SUGGESTED, _MOST)
    hits = offered(graph).suggest(request.parameters.get("q", ""), limit, kinds=_kinds(request))
    return json_page({"suggestions": [_record(graph, hit) for hit in hits]})


def _kinds(request: PageRequest) -> tuple[str, ...]:
    kind = request.parameters.get("kind", "")
    return (kind,) if kind else ()


def _record(graph: Graph, hit: Hit) -> dict[str, Any]:
    """Return a hit with the place of its page below the site's root."""
    return {"iri": hit.iri, "kind": hit.kind, "name": hit.name, "note": hit.detail, "path": graph.path(hit.iri)}
