"""No value of a registry is lost in silence: leaving out any changes what is read, or what is reported."""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from kg.interchange.formats import FORMATS, read
from tests.interchange import test_crossref, test_openalex, test_orcid

Place = tuple[str | int, ...]

RECORD: dict[str, Any] = test_orcid.work(**{
    "language-code": "en",
    "short-description": "On an engine.",
    "external-ids": {"external-id": [test_orcid.external("pmid", "123")]},
    "citation": {"citation-type": "bibtex", "citation-value": "@article{a, volume = 3}"},
    "contributors": {"contributor": [{"credit-name": {"value": "Ada Lovelace"}}]},
})  # fmt: skip
RECORD["activities-summary"] |= test_orcid.fundings(test_orcid.FUNDING)["activities-summary"]

DOCUMENTS: Mapping[str, tuple[Any, Collection[str]]] = {
    "orcid": (RECORD, FORMATS["orcid"].silent),
    "openalex": (test_openalex.WORK, FORMATS["openalex"].silent),
    "crossref": (test_crossref.WORK, FORMATS["crossref"].silent),
}
UNSAID = frozenset(
    ("external-id-type", "external-id-relationship", "citation-type", "type", "id-type", "content-version", "sequence",
     "disambiguation-source", "vocabulary", "is_oa", "role", "first_page", "last_page", "display_name", "name",
     "value", "key", "score", "unstructured", "title", "abstract_inverted_index", "id", "DOI", "address",
     "contributor-role", "contributor-attributes", "raw_author_name")
)  # fmt: skip
"""Keys that say what a value beside them is, for which others stand in, or that are reported as a whole."""

SAID_TWICE: frozenset[Place] = frozenset(
    (("primary_location", "landing_page_url"), ("locations", 0), ("locations", 0, "landing_page_url"),
     ("primary_location", "source", "issn_l"), ("publication_year",),
     ("authorships", 0, "raw_affiliation_strings"), ("authorships", 0, "raw_affiliation_strings", 0),
     ("locations", 1, "source", "issn"), ("locations", 1, "source", "issn", 0),
     ("awards", 0, "funder_display_name"), ("doi",))
)  # fmt: skip
"""Pages that ids lead to and say them, what is said of a repository that is itself counted, and a funder's name."""


def _places(node: Any, ignored: Collection[str], here: Place = ()) -> Iterator[Place]:
    """Yield the places of values, besides those that the reader says it ignores."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if key in ignored or value in (None, "", [], {}, False):
            continue
        if key not in UNSAID:
            yield (*here, key)
        if isinstance(value, dict | list) and key not in UNSAID:
            yield from _places(value, ignored, (*here, key))


def _without(document: Any, place: Place) -> Any:
    copy = json.loads(json.dumps(document))
    inside = copy
    for key in place[:-1]:
        inside = inside[key]
    del inside[place[-1]]
    return copy


def _said(form: str, document: Any, path: Path) -> Any:
    path.write_text(json.dumps(document), encoding="utf-8")  # on one line, so that lines do not tell the difference
    draft = read(form, path)
    return [fact.values for fact in draft.facts], [str(warning) for warning in draft.warnings]


@pytest.mark.parametrize("form", DOCUMENTS)
def test_leaving_out_any_value_changes_what_is_read_or_reported(form: str, tmp_path: Path) -> None:
    document, ignored = DOCUMENTS[form]
    path = tmp_path / "document.json"
    whole = _said(form, document, path)
    places = list(_places(document, ignored))

    silent = [place for place in places if _said(form, _without(document, place), path) == whole]
    assert len(places) > 30
    assert set(silent) <= SAID_TWICE
