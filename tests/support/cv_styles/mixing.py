"""Styles nobody wrote: each takes its parts from styles of the catalogue at random, so that no reader can know it."""

import random
from collections.abc import Sequence

from tests.support.cv_styles.catalogue import STYLES
from tests.support.cv_styles.style import Style

SHARE = 0.6
"""How likely a mixed style says each optional fact."""

KEPT_BACK = frozenset({"cards", "guided", "lecture", "tables"})
"""Styles of which no style of an even number takes anything, so that one can measure what unknown styles do."""

_KNOWN: Sequence[Style] = tuple(STYLES.values())
_USUAL: Sequence[Style] = tuple(style for style in _KNOWN if style.name not in KEPT_BACK)
_OPTIONAL = sorted({fact for style in _KNOWN for fact in style.says})


def mixed(number: int) -> Style:
    """Return a style of that number, always the same one: the references of one style, the careers of another."""
    rng = random.Random(f"style {number}")  # noqa: S311  (no secret)

    def some() -> Style:
        return rng.choice(_KNOWN if number % 2 else _USUAL)

    references, lists = some(), some()
    return Style(
        name=f"mixed{number}",
        dates=some().dates,
        head=some().head,
        cite=references.cite,
        names=references.names,
        at_most=references.at_most,
        stints=some().stints,
        degrees=some().degrees,
        prizes=some().prizes,
        order=some().order,
        titles=some().titles,
        grouping=some().grouping,
        marks=lists.marks,
        down=lists.down,
        says=frozenset(fact for fact in _OPTIONAL if rng.random() < SHARE),
        look=some().look,
    )
