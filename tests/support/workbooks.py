"""Workbooks as spreadsheet programs save them, reduced to what their readers need."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_ODS = "urn:oasis:names:tc:opendocument:xmlns:"

Cells = Sequence[Sequence[str | float]]


def xlsx(
    sheets: Mapping[str, Cells], *, merged: Sequence[str] = (), hidden: Sequence[str] = (), more: str = ""
) -> bytes:
    """Return a workbook of Excel.

    Args:
        sheets: The rows of each sheet by its name.
        merged: Ranges of merged cells of the first sheet: `A1:C1`.
        hidden: Names of sheets that nobody sees.
        more: Further rows of the first sheet, as XML.
    """
    names = list(sheets)
    states = {name: "hidden" if name in hidden else "visible" for name in names}
    listed = "".join(
        f'<sheet name="{name}" sheetId="{at}" r:id="rId{at}" state="{states[name]}"/>'
        for at, name in enumerate(names, start=1)
    )
    related = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(names) + 1)
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        f'"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="{kind}.'
        f'worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{related}</Relationships>',
    }
    for at, name in enumerate(names, start=1):
        rows = "".join(_row(number, cells) for number, cells in enumerate(sheets[name], start=1))
        ranges = "".join(f'<mergeCell ref="{each}"/>' for each in merged) if at == 1 else ""
        ranges = f"<mergeCells>{ranges}</mergeCells>" if ranges else ""
        body = f"<sheetData>{rows}{more if at == 1 else ''}</sheetData>{ranges}"
        parts[f"xl/worksheets/sheet{at}.xml"] = f'<worksheet xmlns="{_MAIN}">{body}</worksheet>'
    return _packed(parts)


def ods(sheets: Mapping[str, Cells]) -> bytes:
    """Return a workbook in the OpenDocument format."""
    tables = "".join(
        f'<table:table table:name="{name}">{"".join(map(_table_row, rows))}</table:table>'
        for name, rows in sheets.items()
    )
    spaces = "".join(f' xmlns:{name}="{_ODS}{name}:1.0"' for name in ("office", "table", "text"))
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    content = f'<office:document-content{spaces} office:version="1.2">{body}</office:document-content>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{_ODS}manifest:1.0"><manifest:file-entry manifest:full-path="/"'
        f' manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return _packed({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def _row(number: int, cells: Sequence[str | float]) -> str:
    shown = (_cell(f"{chr(ord('A') + at)}{number}", value) for at, value in enumerate(cells) if value != "")
    return f'<row r="{number}">{"".join(shown)}</row>'


def _cell(place: str, value: str | float) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


def _table_row(cells: Sequence[str | float]) -> str:
    return f"<table:table-row>{''.join(map(_table_cell, cells))}</table:table-row>"


def _table_cell(value: str | float) -> str:
    if value == "":
        return "<table:table-cell/>"
    kind = "string" if isinstance(value, str) else "float"
    number = "" if isinstance(value, str) else f' office:value="{value}"'
    return (
        f'<table:table-cell office:value-type="{kind}"{number}><text:p>{escape(str(value))}</text:p></table:table-cell>'
    )


def _packed(parts: Mapping[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            is_kind = name == "mimetype"  # by which a file is known before it is unpacked
            archive.writestr(name, text, zipfile.ZIP_STORED if is_kind else zipfile.ZIP_DEFLATED)
    return made.getvalue()
