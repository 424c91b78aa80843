import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from kg.site.charts.bars import Bar, bars, columns
from kg.site.charts.network import NetworkEdge, NetworkNode, communities, network
from kg.site.charts.svg import SMALL, link, measure, standalone
from kg.site.charts.timeline import TimelineSpan, timeline
from tests.conftest import ROOT
from tests.support.often import often

pytestmark = pytest.mark.thorough

STYLES = ROOT / "kg" / "site" / "assets" / "charts.css"
HOSTILE = "</svg><script>alert(1)</script> \" onload='x' \x00\u202e & 上海"
CAREER = [
    TimelineSpan("B.Sc.", "1829-09", "1833", "Education", "University of London"),
    TimelineSpan("Analyst", "1842", "1843-10", "Positions", "Analytical Engine", "organization/engine/"),
    TimelineSpan("Fellow", "1840", None, "Positions", "Royal Society"),
    TimelineSpan(
        "Advisor", "1843-05", "present", "Positions", "A Society with a Name so Long that It Cannot Stand in One Line"
    ),
]
NODES = [NetworkNode(f"p{number}", f"Person {number}", 1 + number % 7, f"person/p{number}/") for number in range(40)]
EDGES = [NetworkEdge(f"p{number}", f"p{number * 7 % 40}", 1 + number % 3) for number in range(40)]
EDGES += [NetworkEdge("p0", node.id) for node in NODES]

names = st.text(max_size=60)
years = st.integers(1, 9999)
dates = st.one_of(
    st.none(), years.map("{:04}".format), st.builds("{:04}-{:02}".format, years, st.integers(1, 12)), st.just("2011-22")
)


def each_chart() -> list[Markup]:
    return [
        columns([(1842, 3), (1843, 1)], name="Works per year", unit="works"),
        columns([(1842, 2), (1843, 1)], name=HOSTILE, unit=HOSTILE),
        bars([Bar("Charles Babbage", 4, "person/charles-babbage/"), Bar(HOSTILE, 1)], name="Co-authors", unit="works"),
        bars([Bar("Charles Babbage", 4)], name="Co-authors", unit="works", width=340),
        timeline(CAREER, name="Career"),
        timeline([TimelineSpan(HOSTILE, "1842", None, HOSTILE, HOSTILE, HOSTILE)], name="Career", width=340),
        network(NODES, EDGES, name="Co-authors", unit="joint works", centre="p0"),
        network([NetworkNode("a", HOSTILE, 1, "javascript:alert(1)", note=HOSTILE)], [], name=HOSTILE),
        columns([], name="Works per year", unit="works"),
        bars([], name="Co-authors", unit="works"),
        timeline([], name="Career"),
        network([], [], name="Nobody"),
    ]


def elements(chart: Markup, tag: str, class_: str = "") -> list[ET.Element]:
    found = ET.fromstring(chart).iter(tag)  # noqa: S314  (our own)
    return [each for each in found if set(class_.split()) <= set(each.get("class", "").split())]


def number(element: ET.Element, name: str) -> float:
    return float(element.get(name, "0"))


# All charts


def test_charts_are_named_xml_without_scripts_and_styles() -> None:
    for chart in each_chart():
        svg = ET.fromstring(chart)  # noqa: S314
        tags = {each.tag for each in svg.iter()}
        assert tags <= {"svg", "desc", "title", "g", "a", "rect", "circle", "line", "polygon", "text", "tspan"}
        assert not re.search(r"<[^>]* (?:on[a-z]+|style)=\"", chart)
        assert svg.get("aria-label")
        assert (svg.findtext("desc") or "").endswith(".")
        assert svg.get("role") == ("group" if list(svg.iter("a")) else "img")
        assert all(each.get("aria-label") for each in svg.iter("a"))


def test_the_same_values_give_the_same_bytes() -> None:
    assert each_chart() == each_chart()
    assert network(NODES, EDGES, name="x") == network(NODES[::-1], EDGES[::-1], name="x")


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", " javascript:x", "data:text/html,x", "java\nscript:x", "", None]
)
def test_a_link_that_is_not_safe_is_none(href: str | None) -> None:
    assert link(href, "Ada", aria_label="Ada") == "<g>Ada</g>"


def test_a_file_has_its_own_colours_and_no_dead_links() -> None:
    for text in map(standalone, each_chart()):
        assert ET.fromstring(text.encode()).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314
        assert "var(" not in text
        assert 'href="person/' not in text


def test_all_classes_have_rules() -> None:
    used = {name for chart in each_chart() for value in re.findall(r'class="([^"]*)"', chart) for name in value.split()}
    rules = STYLES.read_text(encoding="utf-8")
    assert {name for name in used if f".{name}" not in rules} <= {"edges", "node", "columns", "bars"}


# Columns


def test_years_without_works_are_shown_as_gaps() -> None:
    chart = columns([(1842, 3), (1845, 1)], name="Works", unit="works")
    assert [each.text for each in elements(chart, "text", "tick")] == ["1842", "1843", "1844", "1845"]
    assert [each.text for each in elements(chart, "text", "value")] == ["3", "1"]


@given(st.dictionaries(st.integers(-50, 9999), st.integers(-5, 10_000), max_size=60), st.integers(280, 900))
def test_columns_and_their_labels_stay_in_the_picture(values: dict[int, int], width: int) -> None:
    chart = columns(values.items(), name="Works", unit="works", width=width)
    for rect in elements(chart, "rect"):
        assert number(rect, "x") >= 0
        assert number(rect, "x") + number(rect, "width") <= width + 0.2
        assert number(rect, "y") >= 0
    ticks = [(number(each, "x"), measure(each.text or "", SMALL) / 2) for each in elements(chart, "text", "tick")]
    assert all(middle - half >= -1 and middle + half <= width + 1 for middle, half in ticks)
    assert all(one + a <= other - b for (one, a), (other, b) in pairwise(ticks))


# Timeline


spans = st.builds(
    TimelineSpan, names, dates, st.one_of(dates, st.just("present")), st.sampled_from(["", "A", "B"]), names
)


@given(st.lists(spans, max_size=12), st.sampled_from([340, 640, 960]))
def test_labels_and_bars_of_a_timeline_stay_in_the_picture(entries: list[TimelineSpan], width: int) -> None:
    chart = timeline(entries, name="Career", width=width)
    for each in elements(chart, "text"):
        is_tick = "middle" in each.get("class", "")
        assert number(each, "x") + measure(each.text or "", SMALL) * (0.5 if is_tick else 1) <= width + 1
    for rect in elements(chart, "rect"):
        assert number(rect, "x") + number(rect, "width") <= width + 1


# Network


graphs = st.integers(1, 40).flatmap(
    lambda count: st.tuples(
        st.lists(st.tuples(names, st.floats(-5, 100)), min_size=count, max_size=count),
        st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1), st.floats(0, 50)), max_size=120),
    )
)


@given(graphs)
@settings(deadline=None, max_examples=often(50))
def test_drawn_labels_never_meet_and_never_leave_the_picture(
    graph: tuple[list[tuple[str, float]], list[tuple[int, int, float]]],
) -> None:
    nodes = [NetworkNode(str(number), name, weight) for number, (name, weight) in enumerate(graph[0])]
    edges = [NetworkEdge(str(one), str(other), weight) for one, other, weight in graph[1]]
    chart = network(nodes, edges, name="Network")
    boxes = label_places(chart)
    height = float((ET.fromstring(chart).get("height")) or 0)  # noqa: S314  (our own)
    assert all(x >= -0.2 and x + room <= 640.2 and 12 <= y <= height for x, y, room in boxes)
    for (x1, y1, room1), (x2, y2, room2) in combinations(boxes, 2):
        assert x1 + room1 <= x2 + 0.2 or x2 + room2 <= x1 + 0.2 or abs(y1 - y2) >= 14.8


def label_places(chart: Markup) -> Sequence[tuple[float, float, float]]:
    """Return left end, base line and width of each label."""
    found = []
    for node in elements(chart, "g", "node"):
        x, y = map(float, re.findall(r"[\d.]+", node.get("transform", "")))
        for label in node.iter("text"):
            classes = label.get("class", "").split()
            if "spare" in classes:
                continue
            room = measure(label.text or "", 12)
            left = x + number(label, "x") - ("end" in classes) * room - ("middle" in classes) * room / 2
            found.append((left, y + number(label, "y"), room))
    return found


@pytest.mark.parametrize(
    ("centre", "count", "width"), [(None, 2, 960), ("0", 25, 960), (None, 150, 340), ("0", 150, 340)]
)
def test_circles_keep_apart(centre: str | None, count: int, width: int) -> None:
    nodes = [NetworkNode(str(number), f"Person {number}") for number in range(count)]
    chart = network(
        nodes, [NetworkEdge("0", str(number)) for number in range(count)], name="x", centre=centre, width=width
    )
    points = [
        complex(*map(float, re.findall(r"[\d.]+", node.get("transform", "")))) for node in elements(chart, "g", "node")
    ]
    assert len(points) == count
    assert min(abs(one - other) for one, other in combinations(points, 2)) >= 24  # WCAG 2.2, 2.5.8


def test_two_circles_of_friends_are_two_communities() -> None:
    ties = {(one, other): 1.0 for group in (range(5), range(5, 9)) for one, other in combinations(group, 2)}
    assert communities(11, {**ties, (4, 5): 1.0}, most=4) == [1] * 5 + [2] * 4 + [0] * 2


def test_the_weights_of_the_same_tie_add_up_and_loops_are_left_out() -> None:
    nodes = [NetworkNode("a", "Ada"), NetworkNode("b", "Charles")]
    edges = [NetworkEdge("a", "b", 2), NetworkEdge("b", "a", 1), NetworkEdge("a", "a"), NetworkEdge("a", "nobody")]
    chart = network(nodes, edges, name="Network", unit="joint works")
    assert [each.findtext("title") for each in elements(chart, "line")] == ["Ada – Charles: 3 joint works"]
