"""What a reader of a page sees is read: blocks, styles, links, each with its line, in each format that people write."""

import pytest

from kg.extract.documents.model import DocumentBlock, TextRun
from kg.extract.documents.reading import read
from tests.conftest import ROOT, Golden

DOCUMENTS = ROOT / "tests" / "data" / "documents"


def shown(block: DocumentBlock) -> str:
    """Its lines, its kind and its text with marks of styles, and signs for tabs and breaks."""
    told = [f"{block.kind}{block.level or ''}", *(["depth", str(block.depth)] if block.depth else []), block.marker]
    first, last = block.lines
    where = f"{first}" if first == last else f"{first}-{last}"
    return f"{where} {' '.join(filter(None, told))}: {''.join(map(styled, block.runs))}".rstrip()


def styled(run: TextRun) -> str:
    text = run.text.replace("\t", "⇥")
    if text == "\n":
        return f"⏎{run.line} "
    for mark, is_set in (("**", run.bold), ("_", run.italic), ("^", run.raised)):
        text = f"{mark}{text}{mark}" if is_set else text
    return f"[{text}]({run.target})" if run.target else text


@pytest.mark.parametrize("name", ["page.md", "page.html", "cv.tex"])
def test_a_document_is_read_as_it_is_shown(golden: Golden, name: str) -> None:
    document = read(DOCUMENTS / name)
    lines = [*(f"{key} = {value}" for key, value in document.front_matter.items()), *map(shown, document)]

    golden(f"documents/{name}.txt", "".join(f"{line}\n" for line in lines))
