"""Labelled lists as documents of another format would have them: entries as blocks, items, hanging or plain lines."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from kg.extract.learned.units import Line
from training.labels import LineLabel

_HOW = ("items", "blocks", "flat", "hanging")


def restyled(lines: Sequence[Line], labels: Sequence[LineLabel | None], seed: str) -> list[Line]:
    """Return the lines of a document, each list in another form.

    Args:
        lines: The document.
        labels: What is known of each line.
        seed: The same seed chooses the same forms.
    """
    rng = random.Random(seed)  # noqa: S311
    found: list[Line] = []
    for kind, places in groupby(range(len(lines)), lambda place: _list_of(labels[place])):
        here = list(places)
        if not kind:
            found.extend(lines[place] for place in here)
            continue
        opens = [(each := labels[place]) is not None and each.role == "B" for place in here]
        found.extend(_as(rng.choice(_HOW), [lines[place] for place in here], opens, rng.choice((0.0, 2.0, 4.0))))
    return found


def _list_of(label: LineLabel | None) -> str:
    return label.kind if label is not None and label.role in ("B", "I") else ""


def _as(how: str, lines: Sequence[Line], opens: Sequence[bool], level: float) -> Iterator[Line]:
    """Yield the lines of a list in one form."""
    block = lines[0].block
    for line, is_first in zip(lines, opens, strict=True):
        layout = line.layout._replace(indent=level, joint="\n")
        if how == "items":
            block = replace(line.block, kind="item" if is_first else "paragraph", depth=1, level=0)
            yield replace(line, block=block, opens=not line.cell, layout=layout._replace(gap=1.2 if is_first else 1.6))
        elif how == "blocks":
            block = replace(line.block, kind="paragraph", level=0) if is_first else block
            yield replace(line, block=block, opens=is_first, layout=layout._replace(gap=1.6 if is_first else 1.0))
        elif how == "flat":
            block = replace(line.block, kind="paragraph", depth=0, level=0)
            yield replace(line, block=block, opens=not line.cell, layout=layout._replace(gap=1.6))
        else:
            indent = level if is_first else level + 2
            yield replace(line, opens=is_first, layout=line.layout._replace(indent=indent, gap=1.0))
