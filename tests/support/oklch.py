"""Colours of a style sheet in OKLCH, as screens of sRGB show them, and their contrast (WCAG 2.2).

Formulas: Björn Ottosson, "A perceptual color space for image processing" (2020).
"""

import re
from collections.abc import Mapping
from math import cos, radians, sin

Linear = tuple[float, float, float]

_TOKEN = re.compile(r"--([a-z-]+):\s*oklch\(([^;]+)\);")
_CHROMA = re.compile(r"calc\(var\(--chroma\)\s*\*\s*([\d.]+)\)|var\(--chroma\)")


def tokens(css: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the colours of a style sheet in the light and in the dark, by name, as they are written."""
    light, _, dark = css.partition("prefers-color-scheme: dark")
    both = [dict(_TOKEN.findall(part.partition("\n}\n")[0])) for part in (light, dark)]
    return both[0], {**both[0], **both[1]}


def linear(written: str, chroma: float, hue: float, *, clipped: bool) -> Linear:
    """Return the light of a colour in linear sRGB: out of gamut, its channels are clipped, or its chroma is reduced."""
    text = _CHROMA.sub(lambda found: f"{chroma * float(found[1] or 1):.6f}", written).replace("var(--hue)", f"{hue}")
    lightness, own, angle = text.split()
    share = float(lightness.removesuffix("%")) / 100
    light = _rgb(share, float(own), float(angle))
    if not clipped:
        least, most = 0.0, float(own)
        for _ in range(20):
            middle = (least + most) / 2
            least, most = (middle, most) if _is_shown(_rgb(share, middle, float(angle))) else (least, middle)
        light = light if _is_shown(light) else _rgb(share, least, float(angle))
    red, green, blue = (min(max(channel, 0.0), 1.0) for channel in light)
    return red, green, blue


def _is_shown(light: Linear) -> bool:
    return all(-1e-6 <= channel <= 1 + 1e-6 for channel in light)


def _rgb(lightness: float, chroma: float, hue: float) -> Linear:
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )


def contrast(one: Linear, other: Linear) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    brighter, darker = sorted(
        (0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (one, other)), reverse=True
    )
    return (brighter + 0.05) / (darker + 0.05)
