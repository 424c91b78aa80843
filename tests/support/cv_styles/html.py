"""Write a CV as a page of HTML in the look of its style."""

from collections.abc import Iterable
from html import escape

from tests.support.cv_styles.tree import Columns, Dated, Heading, Line, Listing, Node, Paragraph, Rule, Table

_LOOKS = {
    "plain": "body{font:11pt 'Liberation Serif',serif;max-width:46em;margin:auto}",
    "classic": "body{font:11pt 'DejaVu Serif',serif;max-width:46em;margin:auto}h2{font-variant:small-caps}",
    "modern": "body{font:10pt 'Liberation Sans',sans-serif;margin:1em}h1,h2{color:#36c}h2{border-bottom:1px solid}",
    "web": "body{font:12pt 'DejaVu Sans',sans-serif;max-width:52em;margin:auto}h2{margin-top:1.5em}",
    "bare": "",
}
_CSS = (
    "td,th{vertical-align:top;text-align:left;padding:.1em .6em .1em 0}.dated{display:flex;"
    "justify-content:space-between}.ruled td,.ruled th{border:1px solid #999;padding:.2em}"
    "table{border-collapse:collapse}.columns{display:flex;gap:1.5em}.columns>:first-child{flex:0 0 32%}"
    ".columns>*{min-width:0}.centred{text-align:center}"
)


def write(nodes: Iterable[Node], look: str, title: str) -> str:
    """Return the page."""
    style = _CSS + _LOOKS[look]
    body = "\n".join(_block(node) for node in nodes)
    head = f'<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>{style}</style>'
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def inline(text: Line) -> str:
    """Return runs as HTML; a run in several styles is nested."""
    made = ""
    for run in text:
        body = escape(run.text, quote=False).replace("\n", "<br>\n")
        for wanted, tag in ((run.raised, "sup"), (run.italic, "em"), (run.bold, "b")):
            body = f"<{tag}>{body}</{tag}>" if wanted and body.strip() else body
        made += f'<a href="{escape(run.target)}">{body}</a>' if run.target else body
    return made


def _block(node: Node) -> str:
    match node:
        case Heading(level, text):
            return f"<h{level}>{inline(text)}</h{level}>"
        case Paragraph(text, centred):
            return f"<p{' class=centred' if centred else ''}>{inline(text)}</p>"
        case Dated(left, right):
            return f'<div class="dated"><span>{inline(left)}</span> <span>{inline(right)}</span></div>'
        case Listing():
            return _list(node)
        case Table():
            return _table(node)
        case Columns(left, right):
            sides = ("\n".join(_block(inner) for inner in side) for side in (left, right))
            return '<div class="columns">' + "".join(f"<div>\n{side}\n</div>" for side in sides) + "</div>"
        case Rule():
            return "<hr>"


def _list(node: Listing) -> str:
    if node.marks == "1.":
        turned = " reversed" if node.down else ""
        start = node.number(0)
        return f'<ol start="{start}"{turned}>\n' + _items(node) + "</ol>"
    return "<ul>\n" + _items(node) + "</ul>"


def _items(node: Listing) -> str:
    made = ""
    for index, item in enumerate(node.items):
        mark = f"[{node.number(index)}] " if node.marks == "[1]" else ""
        first, *rest = item
        text = inline(first.line) if isinstance(first, Paragraph) else _block(first)
        made += f"<li>{mark}{text}" + "".join("\n" + _block(inner) for inner in rest) + "</li>\n"
    return made


def _table(node: Table) -> str:
    head = "<tr>" + "".join(f"<th>{inline(cell)}</th>" for cell in node.header) + "</tr>\n" if node.header else ""
    width = f' width="{node.share}%"'
    rows = ""
    for row in node.rows:
        cells = (f"<td{'' if index else width}>{inline(cell)}</td>" for index, cell in enumerate(row))
        rows += "<tr>" + "".join(cells) + "</tr>\n"
    return f"<table{' class=ruled' if node.ruled else ''}>\n{head}{rows}</table>"
