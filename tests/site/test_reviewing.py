"""What a machine read and nobody has reviewed is marked, and what only it names is not counted on the first page."""

import sqlite3
from contextlib import closing

import pytest

from kg.site.site import Site
from kg.site.soundness import is_piece, offered, unsound
from kg.site.views.landing import kinds, left_out, overview
from kg.store.graph import Graph
from kg.store.release import Release
from tests.support.released import released
from tests.support.site_pages import html, links, texts

EVIDENCE = "{{fact: {fact}, status: {status}, confidence: {confidence}, source: cv.md, lines: {line}, quote: words}}"
PROFILE = """\
id: {id}
name: {name}
interests: [{interests}]
publications:
{publications}
evidence:
  interests: {evidence}
sources:
- {{path: cv.md, media_type: text/markdown, extractor: cv, sha256: "{hash}"}}
"""
WORK = (
    "- {{title: {title}, authors: [{name}], venue: {venue}, venue_kind: conference, year: 1843, evidence: {evidence}}}"
)
FACT = "qjj35n57z2"


def evidence(status: str, line: int, confidence: object) -> str:
    return EVIDENCE.format(fact=f"{FACT[:-1]}{line + 3}", status=status, line=line, confidence=confidence)


def sureness(venue: str) -> str:
    return f"{{title: 0.95, venue: {0.8 if venue == 'Artifacts' else 0.9}}}"


def profile(id_: str, name: str, interests: str, status: str, **venues: str) -> str:
    works = [
        WORK.format(title=title, name=name, venue=venue, evidence=evidence(status, line, sureness(venue)))
        for line, (title, venue) in enumerate(venues.items(), 2)
    ]
    return PROFILE.format(
        id=id_,
        name=name,
        interests=interests,
        publications="\n".join(works),
        evidence=evidence(status, 1, 0.8),
        hash="0" * 64,
    )


PROFILES = {
    # Nobody has reviewed what was read of Ada: '4.Zichao long*' and 'Artifacts', which are not likely right either, are
    # named by nothing else.
    "ada-lovelace": profile(
        "ada-lovelace", "Ada Lovelace", "weaving, 4.Zichao long*", "proposed", Notes="EngineConf", Sketch="Artifacts"
    ),
    # Bo has accepted everything, and shares a topic and a venue with Ada.
    "bo-chen": profile("bo-chen", "Bo Chen", "weaving, looms", "accepted", Cards="EngineConf", Drums="DrumConf"),
    # Cy writes by hand.
    "cy-moran": "id: cy-moran\nname: Cy Moran\ninterests: [music]\n"
    "publications:\n- {title: Tunes, authors: [Cy Moran], venue: TuneConf, venue_kind: conference, year: 1843}\n",
}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    return released(tmp_path_factory.mktemp("reviewing"), PROFILES)


@pytest.fixture(scope="module")
def graph(release: Release) -> Graph:
    return Graph(release)


def test_the_first_page_leaves_it_out_of_lists_and_counts(graph: Graph) -> None:
    shown = overview(graph)

    assert {graph.label(card.iri) for card in shown.topics} == {"weaving", "looms", "music"}
    assert kinds(graph) == {"person": 3, "work": 5, "venue": 3, "event": 3, "topic": 3}
    assert left_out(graph) == {"venue": 1, "event": 1, "topic": 1}


def test_a_topic_that_is_not_sound_is_not_offered_and_its_iri_answers(release: Release) -> None:
    site, graph = Site(release), Graph(release)
    (iri,) = unsound(graph)

    topics, ada = html(site, "topic/"), html(site, "person/ada-lovelace/")
    facet = texts(html(site, "person/"), '[data-facet="topic"] a')

    assert texts(topics, ".hits li") == ["looms 1 person", "music 1 person", "weaving 2 people"]
    assert "3 of 3" in " ".join(texts(topics, ".summary"))
    assert not [each for each in facet if "Zichao" in each]
    assert "Zichao" in " ".join(texts(ada, ".about dd"))
    assert links(ada, ".about a")["4.Zichao long*"].endswith("4-zichao-long&from=0#leads")
    assert not any("topic/4" in each for each in links(html(site, "queries/topics/")).values())
    assert "Ada Lovelace" in " ".join(texts(html(site, "describe/", iri=iri), "main"))
    assert texts(html(site, f"{graph.local(iri)}/"), "h1 bdi") == ["4.Zichao long*"]


def test_search_and_counts_leave_out_what_lists_do(release: Release) -> None:
    site, graph = Site(release), Graph(release)
    index = offered(graph)

    assert graph.index.find("zichao").total == 1
    assert (index.find("zichao").total, index.suggest("zich"), index.counts("zichao")) == (0, [], {})
    assert not texts(html(site, "search/", q="zichao"), ".hits li")
    for path in ("topic/", "venue/", "search/"):
        assert any(text in ("Topics 3", "Topics (3)") for text in texts(html(site, path), "nav a, label")), path
    with closing(sqlite3.connect(":memory:")) as published:
        published.deserialize(index.with_pages(graph.path))
        assert published.execute("SELECT name FROM entry WHERE kind = 'topic' ORDER BY name").fetchall() == [
            ("looms",), ("music",), ("weaving",),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("but biology will always find more ways", True),
        ("mais la vie trouve", True),
        ("systems that our group has built", True),
        ("learning for", True),
        ("machine learning", False),
        ("Internet of Things", False),
        ("MHC class I", False),
        ("WHO guidelines", False),
        ("机器学习", False),
        ("Verteilte Systeme und Netze", False),
    ],
)
def test_a_piece_of_a_sentence_is_no_topic(name: str, *, is_one: bool) -> None:
    assert is_piece(name) == is_one


def test_what_nobody_has_reviewed_is_marked_in_words_on_pages(release: Release) -> None:
    site = Site(release)

    ada, bo, cy = (html(site, f"person/{id_}/") for id_ in PROFILES)

    assert [len(ada.css(f".works .evidence.{state}")) for state in ("likely", "read")] == [1, 1]
    assert "read by machine, likely" in texts(ada, ".key span")
    for page in (bo, cy):
        assert len(page.css(".works .evidence.stated")) == len(page.css(".works .work"))
        assert texts(page, ".key span:not(.unseen)") == ["stated"]


def test_the_page_of_the_data_says_how_much_is_left_out(release: Release) -> None:
    page = html(Site(release), "data/")

    assert any("Venues 1, Events 1, Topics 1" in line for line in texts(page, "p.quiet"))
    assert "4.Zichao long*" not in str(html(Site(release), "").html)
