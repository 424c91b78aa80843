"""The quality page: what the validation found, how complete the graph is, what is missing, what is open."""

from pathlib import Path

import pytest

from kg.site.site import Site
from kg.site.views import quality
from kg.store.release import Release
from tests.support.site_pages import html, links, site_of, texts


def test_numbers_are_those_of_the_manifest(site: Site, release: Release) -> None:
    page = html(site, "quality/")
    results = release.manifest["results"]

    assert texts(page, ".numbers dd")[:3] == [str(results[each]) for each in ("violation", "warning", "info")]
    assert texts(page, ".lead") == ["The graph conforms to its shapes; what could be better is listed here."]


def test_results_of_a_shape_stand_together_and_lead_to_their_nodes(site: Site) -> None:
    page = html(site, "quality/")

    assert texts(page, "#report ~ .finding summary") == [
        "Warning a work has no year 6",
        "Remark an organisation has no identifier 5",
    ]
    assert links(page, "#report ~ .finding .listed a")["Yahoo!"] == "../organization/yahoo/"
    assert links(page, "#report ~ .finding p a")["year"] == "../vocabulary/#year"


def test_open_questions_come_once_with_their_reasons(site: Site) -> None:
    questions, number = quality.open_questions(site.graph)

    assert (len(questions), number) == (2, 2)
    cheng = next(question for question in questions if "peng-cheng" in question.one)
    assert cheng.reasons[0] == "+3.0 their works share the words training"
    assert links(html(site, "quality/"), "#questions ~ ul a")["Peng Cheng"].startswith("../person/peng-cheng-")


def test_long_lists_say_how_many_more_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quality, "MAX_LISTED", 3)
    text = "".join(f'ex:o{number} a schema:Organization ; schema:name "{number}" .\n' for number in range(10))

    page = html(site_of(tmp_path, text), "quality/")

    assert "and 7 more" in texts(page, "#gaps ~ .finding p")
