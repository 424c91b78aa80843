"""PDF of documents: tagged, with what is said as it was said, whatever signs are in it."""

import sys
import unicodedata
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import raw

from kg.base.errors import ConfigError, ReadError
from kg.base.reporting import clean
from kg.cli.rendering import written
from kg.site.reports.forms import Form
from kg.site.reports.model import Paragraph, ReportDocument, Span, plain
from kg.site.reports.typesetting import LAYOUT, pdf
from tests.support.reports import HOSTILE, document, full

MARKUP = (
    '#read("/etc/passwd")',
    "$x^2$ #[a]",
    "@ada <label>",
    "*strong* _soft_ `raw` \\",
    '#import "@preview/a:1.0.0"',
)


def opened(made: ReportDocument) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf(made).content)


def said(file: pypdfium2.PdfDocument) -> str:
    """Return the text of all pages without spaces, and without what only breaks a line."""
    text = "".join(page.get_textpage().get_text_bounded() for page in file)
    return "".join(text.replace("\u200b", "").replace("\ufffe", "").split())


@pytest.mark.parametrize("text", [*HOSTILE, *MARKUP])
def test_what_a_text_says_is_never_code(text: str) -> None:
    written = pdf(full(text))
    expected = "".join(clean(text).split())

    assert written.remarks == ()
    assert said(pypdfium2.PdfDocument(written.content)).count(expected) >= 10


def is_seen(text: str) -> bool:
    return any(unicodedata.category(character)[0] in "LNPS" for character in clean(text))


@pytest.mark.thorough
@given(st.text(min_size=1, max_size=40).filter(is_seen))
def test_every_text_can_be_set(text: str) -> None:
    assert pdf(full(text)).content.startswith(b"%PDF-")


def test_a_pdf_is_accessible_and_says_what_it_is() -> None:
    made = replace(document(Paragraph(plain("Notes")), title="Ada Lovelace"), day="1843-07-01")
    file, content = opened(made), pdf(made).content

    assert raw.FPDFCatalog_IsTagged(file)
    assert file.get_metadata_dict() | {"Producer": "", "Creator": ""} == {
        "Title": "Ada Lovelace · Curriculum vitae",
        "Author": "Ada Lovelace",
        "Subject": "Note.",
        "Keywords": "",
        "Creator": "",
        "Producer": "",
        "CreationDate": "D:18430701000000Z",
        "ModDate": "D:18430701000000Z",
    }
    assert b"<pdfuaid:part>1</pdfuaid:part>" in content
    assert b"/Lang (en)" in content or b"/Lang(en)" in content


def test_letters_that_no_font_has_are_named() -> None:
    written = pdf(document(Paragraph(plain("Ada \u0378")), title="Ada"))  # which Unicode has not given to any letter

    assert "no font on this machine has U+0378, which are not shown" in written.remarks[0]
    assert "Ada" in said(pypdfium2.PdfDocument(written.content))


def test_links_lead_where_they_lead() -> None:
    content = pdf(document(Paragraph((Span("Ada", href="https://ada.example.org/(a)?b=c"),)))).content

    assert b"https://ada.example.org/" in content


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own.typ"


def test_a_layout_of_ones_own_is_used(own: Path) -> None:
    own.write_text(LAYOUT.read_text(encoding="utf-8").replace("upper(said.kind)", '"OUR GROUP"'), encoding="utf-8")

    assert "OURGROUP" in said(pypdfium2.PdfDocument(pdf(document(), layout=own).content))


def test_a_layout_that_is_none_is_an_error_that_says_where(own: Path) -> None:
    with pytest.raises(ReadError, match="cannot be read"):
        pdf(document(), layout=own)
    own.write_text("#no-such-function()", encoding="utf-8")
    with pytest.raises(ReadError, match="unknown variable"):
        pdf(document(), layout=own)


@pytest.mark.parametrize(
    ("form", "module", "library"), [("pdf", "typesetting", "typst"), ("docx", "word_processing", "docx")]
)
def test_without_the_extra_it_is_said_how_to_get_it(form: Form, module: str, library: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, f"kg.site.reports.{module}", raising=False)
        patch.setitem(sys.modules, library, None)  # as if it were not installed
        with pytest.raises(ConfigError, match=f"needs the extra .documents.: {library} is not"):
            written(document(), form)
