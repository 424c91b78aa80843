"""Documents for the tests of their writers."""

from typing import Any

from kg.base.reporting import clean
from kg.site.reports.model import (
    DatedItem,
    DatedItems,
    ItemList,
    Line,
    Paragraph,
    ReportDocument,
    ReportSection,
    Span,
    TextTable,
    emphasis,
    joined,
    plain,
    strong,
)

HOSTILE = (
    "# heading",
    "1. first",
    "- [x](javascript:alert(1))",
    "***",
    "`code` ``x``",
    "<script>alert(1)</script>",
    "&lt;b&gt; &amp; R&D",
    "a | b \\| c \\",
    "![image](x) [link]: y",
    "_under_ __score__ *star* ~~gone~~ $x^2$",
    "</style></title>\"'",
    "line\nbreak\r\n\r\n    code",
    "=1+1 @sum",
    "\u202eabc\u2066",
    "C# #",
    "+ plus",
    "2) second",
    "| --- |",
    "http://example.org/<b>",
)


def document(*blocks: Any, title: str = "Ada", lines: tuple[Line, ...] = ()) -> ReportDocument:
    return ReportDocument("Curriculum vitae", title, lines, (ReportSection("Section", blocks),), "Note.")


def full(text: str) -> ReportDocument:
    """Return a document that holds a text in every place where one may be."""
    line = plain(text)
    return ReportDocument(
        "Curriculum vitae",
        clean(text),
        (line, joined((strong(text), emphasis(text)))),
        (
            ReportSection(
                clean(text),
                (
                    Paragraph(line),
                    DatedItems((DatedItem(joined((strong(text), line)), clean(text), (line, line), (line,)),)),
                    ItemList((line, line), 3),
                    ItemList((line,)),
                    TextTable((clean(text), "b"), ((clean(text), clean(text)),)),
                ),
                (ReportSection(clean(text), (Paragraph((*plain("see "), *linked(text))),)),),
            ),
        ),
        clean(text),
    )


def linked(text: str) -> Line:
    return tuple(Span(run.text, href="https://ada.example.org/(a)_b*c?d=<e>&copy;=[f]`") for run in plain(text))
