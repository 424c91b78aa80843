"""Write a document as tagged PDF, which Typst sets after a template.

What a document says reaches the template as JSON: it is data there, whatever signs are in it. Nothing is fetched.
"""

import re
from datetime import UTC, datetime
from pathlib import Path

import typst

from kg.base.errors import Problem, ReadError
from kg.site.reports.forms import Paper, WrittenDocument
from kg.site.reports.model import ReportDocument, listed
from kg.site.reports.writers import as_json

LAYOUT = Path(__file__).parent / "templates" / "document.typ"
_PAPERS = {"a4": "a4", "letter": "us-letter"}
# Hints for line breaks and the like: Typst 0.15 fails on a link of nothing else.
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
_MISSING = re.compile(r'the text `"(.+?)"` could not be displayed')
_NUMBER = re.compile(r"\\u\{([0-9a-f]+)\}")
_ACCESSIBLE: "typst.PDFStandard" = "ua-1"  # ISO 14289-1
_MAX_LETTERS = 12  # that a remark names


def pdf(document: ReportDocument, paper: Paper = "a4", layout: Path | None = None) -> WrittenDocument:
    """Write PDF/UA-1; letters that no font has are named in a remark, since a file with such letters is no PDF/UA.

    A layout is a template of Typst in place of kg's own; it may read files beside it. Raises ReadError if it is none.
    """
    source = layout or LAYOUT
    if not source.is_file():
        raise ReadError(Problem("cannot be read: there is no such file", source))
    inputs = {"document": _UNSEEN.sub("", as_json(document)), "paper": _PAPERS[paper]}
    compiler = typst.Compiler(source, root=source.parent, sys_inputs=inputs)
    day = datetime.fromisoformat(document.day or "1970-01-01").replace(tzinfo=UTC)
    try:
        return WrittenDocument(_compiled(compiler, [_ACCESSIBLE], day))
    except typst.TypstError as error:
        missing = tuple(dict.fromkeys(map(_letter, _MISSING.findall(error.diagnostic))))
        if not missing:
            raise ReadError(Problem(f"Typst: {error.message}", source, hint="; ".join(error.hints))) from error
    letters = listed([*missing[:_MAX_LETTERS], *(["more"] if len(missing) > _MAX_LETTERS else [])])
    remark = f"no font on this machine has {letters}, which are not shown; install one that has, such as Noto Sans CJK"
    return WrittenDocument(_compiled(compiler, [], day), (remark,))


def _compiled(compiler: typst.Compiler, standards: "list[typst.PDFStandard]", day: datetime) -> bytes:
    made = compiler.compile(format="pdf", pdf_standards=standards, timestamp=day)
    assert isinstance(made, bytes)  # noqa: S101  (a list is what pictures of several pages are)
    return made


def _letter(shown: str) -> str:
    """Return a letter as people read it: of one that cannot be shown, its number in Unicode."""
    return _NUMBER.sub(lambda found: f"U+{found[1].upper():0>4}", shown)
