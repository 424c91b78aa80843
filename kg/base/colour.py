"""Lightness, chroma and hue of a colour in OKLCH.

Formulas: Björn Ottosson, "A perceptual color space for image processing" (2020); sRGB: IEC 61966-2-1.
"""

from math import atan2, cbrt, degrees, hypot
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
