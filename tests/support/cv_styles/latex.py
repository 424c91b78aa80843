"""Write a CV as LaTeX, for pdflatex and its fonts, and spell names as LaTeX can."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from tests.support.cv_styles.tree import Columns, Dated, Heading, Line, Listing, Node, Paragraph, Rule, Table

_Value = TypeVar("_Value")
_LETTERS = "ĂăĄąĆćČčĎďĚěĘęĞğĹĺĽľŁłŃńŇňŐőŔŕŘřŚśŠšŞşŤťŢţŰűŮůŹźŽžŻżİı–—“”‘’•†’"  # of T1 beside Latin-1; its Đ reads as Ð
_OLD = str.maketrans("ðÐþÞłŁđĐąĄęĘıİ", "dDtTlLdDaAeEiI")  # which the first encoding of TeX cannot make
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "|": r"\textbar{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "$": r"\$",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "\t": r"\quad ",
}
_MATHS = re.compile(r"(\$[^$]{1,60}\$)")
_FONTS = {
    "plain": r"\usepackage[T1]{fontenc}\usepackage{tgtermes}",
    "classic": "",  # Computer Modern in its first encoding: accents are glyphs of their own
    "modern": r"\usepackage[T1]{fontenc}\usepackage{tgheros}\renewcommand{\familydefault}{\sfdefault}",
    "web": r"\usepackage[T1]{fontenc}\usepackage{tgpagella}",
    "bare": r"\usepackage[T1]{fontenc}\usepackage{tgschola}",
}
_TITLES = (r"\begin{center}{\LARGE\bfseries TEXT}\end{center}", r"\section*{TEXT}", r"\subsection*{TEXT}")
_HEAD = r"""\documentclass[10pt,a4paper]{article}
\usepackage[utf8]{inputenc}
FONTS
\usepackage{textcomp}
\usepackage[margin=2cm]{geometry}
\usepackage{longtable,enumitem,paracol,titlesec}
\usepackage[hidelinks]{hyperref}
\setlength{\parindent}{0pt}\setlength{\parskip}{3pt}
\setlist{leftmargin=2.2em,itemsep=1pt,parsep=0pt}
\titleformat{\section}{\large\bfseries}{}{0pt}{}[\titlerule]
\titleformat{\subsection}{\normalsize\bfseries}{}{0pt}{}
\begin{document}
"""
_USED = re.findall(r"\\usepackage(?:\[[^]]*\])?\{([^}]*)\}", _HEAD + "".join(_FONTS.values()))
PACKAGES = tuple(name for names in _USED for name in names.split(","))
"""The packages that a source may ask for, fonts among them; distributions pack them one by one."""


def spelled(value: _Value, look: str) -> _Value:
    """Return a person, or any part of one, in letters that the fonts have: `Nguyễn` becomes `Nguyen`."""

    def spell(text: str) -> str:
        text = text.translate(_OLD) if look == "classic" else text
        return "".join(letter if ord(letter) < 0x100 or letter in _LETTERS else _base(letter) for letter in text)

    made: _Value = _mapped(value, spell)
    return made


def write(nodes: Iterable[Node], look: str) -> str:
    """Return the source."""
    body = "\n\n".join(_block(node) for node in nodes)
    return _HEAD.replace("FONTS", _FONTS[look]) + body + "\n\\end{document}\n"


def _mapped(value: Any, spell: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return spell(value)
    if isinstance(value, tuple):
        return tuple(_mapped(item, spell) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _mapped(getattr(value, each.name), spell) for each in fields(value)})
    return value


def _base(letter: str) -> str:
    letter = letter.translate(_OLD)
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))


def _block(node: Node) -> str:
    match node:
        case Heading(level, text):
            return _TITLES[level - 1].replace("TEXT", _inline(text))
        case Paragraph(text, centred):
            return rf"\begin{{center}}{_inline(text)}\end{{center}}" if centred else _inline(text)
        case Dated(left, right):
            return rf"{_inline(left)} \hfill {_inline(right)}"
        case Listing():
            return _list(node)
        case Table():
            return _table(node)
        case Columns():
            return _columns(node)
        case Rule():
            return r"\hrule"


def _columns(node: Columns) -> str:
    sides = ("\n\n".join(_block(inner) for inner in side) for side in (node.left, node.right))
    body = "\n\\switchcolumn\n".join(sides)
    return f"\\columnratio{{0.34}}\n\\begin{{paracol}}{{2}}\n\\raggedright\n{body}\n\\end{{paracol}}"


def _list(node: Listing) -> str:
    rows = []
    for index, item in enumerate(node.items):
        number = node.number(index)
        label = {"1.": f"[{number}.]", "[1]": f"[{{[{number}]}}]"}.get(node.marks, "")
        rows.append(rf"\item{label} " + "\n".join(_block(inner) for inner in item))
    return "\\begin{itemize}\n" + "\n".join(rows) + "\n\\end{itemize}"


def _table(node: Table) -> str:
    width = max(len(row) for row in node.rows)
    shares = [node.share / 100 * 0.95] + [(100 - node.share) / 100 * 0.95 / (width - 1)] * (width - 1)
    if width > 2:
        shares = [0.95 / width] * width
    columns = "".join(rf"p{{{share:.3f}\textwidth}}" for share in shares)
    line_end = r" \\ \hline" if node.ruled else r" \\"
    rows = [
        " & ".join(_inline(cell, r"\newline ") for cell in row) + line_end for row in (node.header, *node.rows) if row
    ]
    return f"\\begin{{longtable}}{{@{{}}{columns}@{{}}}}\n" + "\n".join(rows) + "\n\\end{longtable}"


def _inline(text: Line, line_break: str = "\\\\{}\n") -> str:  # without {} a following [ is its argument
    made = ""
    for run in text:
        body = _escaped(run.text).replace("\n", line_break)
        for wanted, command in ((run.raised, "textsuperscript"), (run.italic, "textit"), (run.bold, "textbf")):
            body = rf"\{command}{{{body}}}" if wanted and body.strip() and line_break not in body else body
        made += rf"\href{{{_address(run.target)}}}{{{body}}}" if run.target else body
    return made


def _escaped(text: str) -> str:
    """Escape all but formulas."""
    pieces = _MATHS.split(text)
    return "".join(
        piece if index % 2 else "".join(_ESCAPES.get(letter, letter) for letter in piece)
        for index, piece in enumerate(pieces)
    )


def _address(target: str) -> str:
    return target.replace("%", r"\%").replace("#", r"\#")
