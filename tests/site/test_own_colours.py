"""Whatever hue and chroma a group chooses, its pages can be read."""

import pytest

from kg.base.colour import oklch
from kg.site.own.face import MOST_CHROMA
from kg.site.templating import ASSETS
from tests.support.oklch import contrast, linear, tokens

CSS = (ASSETS / "kg.css").read_text(encoding="utf-8")
READ = (("accent", "paper"), ("ink", "paper"), ("quiet", "paper"), ("quiet", "card"), ("on-accent", "accent"))

pytestmark = pytest.mark.skipif("--hue" not in CSS, reason="the style sheet has colours of its own")


@pytest.mark.parametrize("text", READ, ids="-on-".join)
@pytest.mark.parametrize("clipped", [True, False], ids=["clipped", "reduced"])
@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_text_is_readable_in_every_hue_and_chroma(is_dark: bool, clipped: bool, text: tuple[str, str]) -> None:
    scheme = tokens(CSS)[is_dark]
    chosen = [(hue, step * MOST_CHROMA / 10) for hue in range(0, 360, 5) for step in range(11)]
    found = {
        (hue, chroma): contrast(*(linear(scheme[name], chroma, hue, clipped=clipped) for name in text))
        for hue, chroma in chosen
    }

    assert {where: value for where, value in found.items() if value < 4.5} == {}


def test_a_colour_of_the_web_is_the_one_that_the_style_sheet_makes_of_it() -> None:
    for colour in ("#8a1538", "#00693e", "#123456", "#ffcc00"):
        lightness, chroma, hue = oklch(colour)
        light = linear(f"{lightness * 100}% var(--chroma) var(--hue)", chroma, hue, clipped=True)
        encoded = [12.92 * each if each <= 0.0031308 else 1.055 * each ** (1 / 2.4) - 0.055 for each in light]

        assert "#" + "".join(f"{round(each * 255):02x}" for each in encoded) == colour
