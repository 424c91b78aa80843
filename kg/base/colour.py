"""Lightness, chroma and hue of a colour in OKLCH, and back.

Formulas: Björn Ottosson, "A perceptual color space for image processing" (2020); sRGB: IEC 61966-2-1.
"""

from math import atan2, cbrt, cos, degrees, hypot, radians, sin
from typing import NamedTuple


class Oklch(NamedTuple):
    """A colour: lightness from 0 to 1, chroma from 0 to about 0.32 within sRGB, hue in degrees."""

    lightness: float
    chroma: float
    hue: float


def oklch(colour: str) -> Oklch:
    """Return a colour that is written `#rrggbb`; the hue of a grey is 0.

    >>> [round(value, 2) for value in oklch("#ff0000")], oklch("#808080").chroma
    ([0.63, 0.26, 29.23], 0.0)
    """
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    chroma = round(hypot(a, b), 4)
    return Oklch(round(lightness, 4), chroma, round(degrees(atan2(b, a)) % 360, 2) if chroma else 0.0)


def _linear(share: float) -> float:
    """Return the light of a channel of sRGB."""
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def srgb(colour: Oklch) -> tuple[int, int, int]:
    """Return a colour as red, green and blue from 0 to 255; what lies outside sRGB is cut.

    >>> srgb(oklch("#8a1538")), srgb(Oklch(1, 0, 0))
    ((138, 21, 56), (255, 255, 255))
    """
    a, b = colour.chroma * cos(radians(colour.hue)), colour.chroma * sin(radians(colour.hue))
    long = (colour.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (colour.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (colour.lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _value(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
        _value(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
        _value(-0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short),
    )


def _value(light: float) -> int:
    """Return the value of a channel of sRGB."""
    share = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * min(max(share, 0), 1))
