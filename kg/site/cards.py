"""Pictures for previews of links: of the site, and of the people of whom there is a profile.

Typst draws them, which comes with the extra `documents`; without it pages name none.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from kg.site.members import members, shares
from kg.store.graph import Graph

if TYPE_CHECKING:
    import typst

MOST = 200
"""Up to how many people with profiles each has a picture: it takes a thirtieth of a second."""
HAS_CARDS = find_spec("typst") is not None
_TEMPLATE = Path(__file__).parent / "templates" / "card.typ"
_COLOURS = 32  # which a few letters over columns need
_PIXELS_PER_INCH = 144  # 1200 × 630, which is what previews are made for


def place(graph: Graph, iri: str = "") -> str:
    """Return where the picture of a person is, or without one that of the site, below the root; empty if nowhere."""
    known = members(graph)
    if not HAS_CARDS or not known or (iri and (iri not in known or len(known) > MOST)):
        return ""
    return f"{graph.local(iri)}/card.png" if iri else "card.png"


def places(graph: Graph) -> Iterator[str]:
    """Yield where the pictures are that pages name: those with a photograph name that."""
    for iri in ("", *graph.owners):
        if graph.url and not graph.face.photo(iri) and (found := place(graph, iri)):
            yield found


def card(graph: Graph, iri: str = "") -> bytes:
    """Return the picture of a person, or without one that of the site, as PNG; there must be a place for it."""
    import typst

    known = members(graph)
    if iri:
        title, columns = known[iri].portrait.name, known[iri].portrait.columns
        lines = [", ".join(role.name for role in known[iri].role), graph.title]
    else:
        years = sum((member.years for member in known.values()), start=Counter[int]())
        title, columns, lines = graph.title, shares(years, max(years, default=0)), [graph.face.lead]
    said = {"title": title, "lines": list(filter(None, lines)), "columns": columns, "colour": graph.face.colour}
    compiler = typst.Compiler(
        _TEMPLATE, root=_TEMPLATE.parent, font_paths=_fonts(), sys_inputs={"card": json.dumps(said)}
    )
    made = compiler.compile(format="png", ppi=_PIXELS_PER_INCH)
    assert isinstance(made, bytes)  # noqa: S101  (several pages are a list)
    small = BytesIO()
    with Image.open(BytesIO(made)) as picture:
        picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE).save(small, "PNG")
    return small.getvalue()


@cache
def _fonts() -> "typst.Fonts":
    """Return the fonts, which take longer to find than a picture to draw."""
    import typst

    return typst.Fonts()
