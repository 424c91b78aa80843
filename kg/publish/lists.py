"""Narrow lists without a server: at which places of a list the things with a value stand, for assets/listing.js."""

import json

from kg.publish.tree import SiteTree
from kg.site.soundness import offered
from kg.site.views.index import NEWEST_FIRST, PAGE
from kg.store.graph import Graph


def write_lists(graph: Graph, site: SiteTree) -> None:
    """Write a file for the list of each kind that can be narrowed: of each value of a facet, its things.

    Raises:
        ReleaseError: If they cannot be written.
    """
    index = offered(graph)
    for kind, number in index.kinds().items():
        hits = index.listing(kind, is_newest_first=kind in NEWEST_FIRST, limit=number).hits
        places = {hit.iri: place for place, hit in enumerate(hits)}
        facets: dict[str, dict[tuple[str, str], list[int]]] = {}
        for facet, value, label, iri in index.values(kind):
            facets.setdefault(facet, {}).setdefault((value, label), []).append(places[iri])
        if facets:
            listed = {
                facet: [[*value, *_steps(each)] for value, each in having.items()] for facet, having in facets.items()
            }
            text = json.dumps({"page": PAGE, "facets": listed}, ensure_ascii=False, separators=(",", ":"))
            site.write(f"search/lists/{kind}.json", text.encode())


def _steps(places: list[int]) -> list[int]:
    """Return numbers in order as differences, which are short.

    >>> _steps([7, 3, 4])
    [3, 1, 3]
    """
    ordered = sorted(places)
    return [place - before for before, place in zip([0, *ordered], ordered, strict=False)]
