"""One tree for all notations: each value knows the characters and the lines where it stands."""

from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest

from kg.base import strict_yaml
from kg.base.node import Node
from kg.extract import nodes
from kg.interchange.parsed_text import parse_json, parse_xml

PATH = Path("night")
XML = """<?xml version="1.0"?>
<night>
  <p>&eacute;t&eacute; &amp; <i>sea</i></p><sky moon="full"/>
  <stars>&pi;<star>Vega</star>
    <star>Deneb</star></stars>
</night>
"""
NOTATIONS: dict[str, tuple[Callable[[str, Path], Node], str]] = {
    "json": (parse_json, '{"night": {"sky":\n "a \\"b\\" c",\n "stars": ["Vega", 12.50, true,\n {"Deneb": null}]}}'),
    "yaml": (strict_yaml.parse, "night:\n  sky: |\n    clear\n    and cold\n\n  stars: [Vega,\n   'Deneb']\n"),
    "lenient": (lambda *of: nodes.of_yaml(*of)[0], "title: &t Ah\nNight-sky:\n- {alt: *t}\n- Vega\n"),
    "front matter": (
        lambda text, path: nodes.of_yaml(text, path, 4, 26)[0],
        "---\nnight:\n- sky: Vega\n  \n---\nLines\n",
    ),
    "xml": (parse_xml, XML),
}


def _within(node: Node) -> Iterator[Node]:
    for each in node.inner:
        yield each
        yield from _within(each)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_value_stands_where_its_characters_are(notation: str) -> None:
    parse, text = NOTATIONS[notation]
    found = list(_within(parse(text, PATH)))

    assert len(found) > 2
    for node in found:
        words = text[node.start : node.end]
        first, last = node.lines
        assert "\n".join(text.split("\n")[first - 1 : last]).find(words.rstrip("\n")) >= 0
        assert node.place[0] == first
        if node.key and notation != "xml":
            assert words.lstrip('"').startswith(node.key)
        if isinstance(node.value, str):
            assert notation in ("lenient", "json") or node.value.split()[-1] in unescape(words)


def test_an_element_reaches_from_its_first_tag_to_its_last_one_also_behind_entities() -> None:
    root = parse_xml(XML, PATH)
    [star, other] = root.value["stars"].value["star"].items

    assert XML[star.start : star.end] == "<star>Vega</star>"
    assert XML[other.start : other.end] == "<star>Deneb</star>"
    assert (star.lines, other.lines, root.value["stars"].lines) == ((4, 4), (5, 5), (4, 5))
    assert XML[root.value["sky"].start : root.value["sky"].end] == '<sky moon="full"/>'
    assert root.value["p"].value == "été & sea"


def test_numbers_are_the_digits_that_stand_there() -> None:
    assert parse_json('{"a": [1.50, -0, 1e3, true, false, null]}', PATH).data == {
        "a": ["1.50", "-0", "1e3", True, False, None]
    }
