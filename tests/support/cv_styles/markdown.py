"""Write a CV as Markdown, as people do: HTML where Markdown has nothing."""

import re
from collections.abc import Iterable, Sequence

from tests.support.cv_styles.tree import Columns, Dated, Heading, Line, Listing, Node, Paragraph, Rule, Table, Text

_SPECIAL = re.compile(r"([\\`*_<\[\]])")
_START = re.compile(r"^(\s*)(\d{1,9})([.)])(?=\s|$)|^(\s*)([-+#>=])(?=\s|$)")


def write(nodes: Iterable[Node]) -> str:
    """Return the document; a flush right date stands in a span, as on pages that have one."""
    return "\n\n".join(_block(node) for node in nodes) + "\n"


def _block(node: Node) -> str:
    match node:
        case Heading(level, text):
            return f"{'#' * level} {_inline(text)}"
        case Paragraph(text, centred):
            return f'<p align="center">{_html(text)}</p>' if centred else _start(_inline(text))
        case Dated(left, right):
            return f'{_inline(left)} <span style="float:right;">{_inline(right)}</span>'
        case Listing():
            return "\n".join(_item(node, index) for index in range(len(node.items)))
        case Table():
            return _table(node)
        case Columns(left, right):
            return "\n\n".join(_block(inner) for inner in (*left, *right))
        case Rule():
            return "---"


def _item(node: Listing, index: int) -> str:
    number = node.number(index)
    mark = {"bullet": "-", "1.": f"{number}.", "[1]": f"- \\[{number}\\]", "none": "-"}[node.marks]
    indent = " " * (2 if mark.startswith("-") else len(mark) + 1)
    first, *rest = node.items[index]
    text = _block(first).replace("\n", "\n" + indent)
    below = ["\n" + indent + _block(inner).replace("\n", "\n" + indent) for inner in rest]
    return f"{mark} {text}" + "".join(below)


def _table(table: Table) -> str:
    """A pipe table; where no header is, an empty one, which Markdown needs."""
    width = max(len(row) for row in table.rows)
    header = "| " + " | ".join(_cell(text) for text in table.header or [()] * width) + " |"
    rows = ["| " + " | ".join(_cell(text) for text in row) + " |" for row in table.rows]
    return "\n".join([header, "|" + " --- |" * width, *rows])


def _cell(text: Line) -> str:
    return _inline(text, "<br>").replace("|", "\\|")


def _inline(text: Line, line_break: str = "  \n") -> str:
    """Set runs; neighbours in the same style are one run, since `**a****b**` is none."""
    made = ""
    for run in _merged(text):
        if run.text == "\n":
            made = made.rstrip() + line_break
            continue
        body = _escaped(run.text).replace("\n", line_break)
        core = body.strip()
        around = body.partition(core) if core else (body, "", "")
        made += around[0] + _styled(core, run) + around[2] if core else body
    return made


def _styled(core: str, run: Text) -> str:
    signs = "*" * (2 * run.bold + run.italic)
    core = f"<sup>{core}</sup>" if run.raised else core
    core = f"{signs}{core}{signs}"
    return f"[{core}]({run.target})" if run.target else core


def _merged(text: Line) -> Sequence[Text]:
    """Join neighbours of one style; a line break is a run of its own."""
    made: list[Text] = []
    for run in text:
        for piece in re.split(r"(\n)", run.text):
            if not piece:
                continue
            same = made and piece != "\n" and made[-1].text != "\n" and _style(made[-1]) == _style(run)
            if same:
                made[-1] = Text(made[-1].text + piece, *_style(run))
            else:
                made.append(Text(piece, *_style(run)))
    return made


def _style(run: Text) -> tuple[bool, bool, bool, str]:
    return run.bold, run.italic, run.raised, run.target


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _start(text: str) -> str:
    """Escape what would begin a list or a heading at the start of a line."""
    return "\n".join(
        _START.sub(lambda m: f"{m[1]}{m[2]}\\{m[3]}" if m[2] else f"{m[4]}\\{m[5]}", row) for row in text.split("\n")
    )


def _html(text: Line) -> str:
    """Inside a tag of its own block Markdown is not read."""
    from tests.support.cv_styles.html import inline

    return inline(text)
