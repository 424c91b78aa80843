"""The quality page: what the validation found, how complete the graph is, what is missing, what is open."""

from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from kg.building import build
from kg.profile.config import read_project
from kg.site.site import Site
from kg.site.views import quality
from kg.site.views.quality import findings_of
from kg.store.graph import Graph
from kg.store.release import Release
from kg.store.store import LocalStore
from kg.terms.vocabulary import KG
from tests.support.site_pages import PEOPLE, html, links, site_of, texts


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


def test_gaps_are_those_of_the_query(site: Site) -> None:
    asked = [row[0].value for row in site.graph.ask("gaps").rows]  # type: ignore[union-attr]

    assert {gap.name: gap.count for gap in quality.gaps(site.graph)} == {each: asked.count(each) for each in asked}
    assert len(texts(html(site, "quality/"), "#gaps ~ .finding .listed li")) == len(asked)


def test_shares_are_counted(site: Site, release: Release) -> None:
    shares = {share.name: share for share in quality.shares(site.graph)}

    assert shares["Works with a year"].whole == release.manifest["counts"]["work"]
    assert shares["Works with a year"].part == release.manifest["counts"]["work"] - 6
    assert shares["Profiles with an ORCID iD"].whole == release.manifest["counts"]["profiles"]
    assert "26 of 32" in texts(html(site, "quality/"), ".shares small")


def test_only_all_is_a_hundred_percent() -> None:
    assert [quality.Share("", part, 1000).percent for part in (0, 999, 1000)] == [0, 99, 100]


def test_open_questions_come_once_with_their_reasons(site: Site) -> None:
    questions, number = quality.open_questions(site.graph)

    assert (len(questions), number) == (2, 2)
    cheng = next(question for question in questions if "peng-cheng" in question.one)
    assert cheng.reasons[0] == "+3.0 their works share the words training"
    assert links(html(site, "quality/"), "#questions ~ ul a")["Peng Cheng"].startswith("../person/peng-cheng-")


def test_the_weightiest_reasons_come_first_whether_for_or_against(release: Release) -> None:
    graph = Graph(release)
    one, other, node = (NamedNode(f"{graph.base}{path}") for path in ("person/a", "person/b", "evidence/e"))
    graph.store = LocalStore.in_memory(
        [
            Quad(one, NamedNode(f"{KG}possiblySameAs"), other),
            *(Quad(node, NamedNode(f"{KG}candidate"), each) for each in (one, other)),
            *(Quad(node, NamedNode(f"{KG}reason"), Literal(f"{bits} bits")) for bits in ("+1.0", "-3.0", "+2.0")),
        ]
    )

    ((question,), _) = quality.open_questions(graph)

    assert question.reasons == ("-3.0 bits", "+2.0 bits", "+1.0 bits")


def test_long_lists_say_how_many_more_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quality, "MAX_LISTED", 3)
    text = "".join(f'ex:o{number} a schema:Organization ; schema:name "{number}" .\n' for number in range(10))

    page = html(site_of(tmp_path, text), "quality/")

    assert "and 7 more" in texts(page, "#gaps ~ .finding p")


def test_a_release_that_was_not_validated_says_so(project: Path, tmp_path: Path) -> None:
    release = build(read_project(project), tmp_path / "out", check=False).release

    assert release is not None
    assert texts(html(Site(release), "quality/"), ".lead") == ["The graph has not been validated."]
    assert findings_of(release) == []


def test_a_foreign_graph_has_nothing_to_judge(tmp_path: Path) -> None:
    page = html(site_of(tmp_path, PEOPLE), "quality/")

    assert texts(page, ".lead") == ["The graph has not been validated."]
    assert texts(page, "h2") == []
