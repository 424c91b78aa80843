"""Texts as people set them, and what a careful reader finds: `tests/data/layouts` and `tests/data/citations`."""

from typing import NamedTuple

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.profile.drafts.model import Fact
from tests.conftest import ROOT

_MEDIA_TYPES = {"md": "text/markdown", "html": "text/html", "txt": "text/plain"}


class Layout(NamedTuple):
    """A text with its suffix, and the lines of what it says."""

    suffix: str
    text: str
    stated: list[str]

    def facts(self, *sections: str, owner: str = "") -> list[Fact]:
        """Return the facts of some sections that are read in it."""
        suffix = "html" if self.text.startswith("<") else self.suffix
        page = read_text(self.text, f"page.{suffix}", _MEDIA_TYPES[suffix])
        return [fact for fact in facts_of(page, owner) if fact.section in sections]


def layouts(folder: str) -> dict[str, Layout]:
    """Return the cases of a folder: `%%% name`, the text, and behind `=>>` a line for each fact."""
    found = {}
    for path in sorted((ROOT / "tests" / "data" / folder).iterdir()):
        for case in path.read_text("utf-8").split("%%% ")[1:]:
            name, _, rest = case.partition("\n")
            text, _, stated = rest.partition("=>>\n")
            found[f"{path.stem}: {name}"] = Layout(path.suffix[1:], text, stated.splitlines())
    return found
