"""No cell of a CSV file that is made for spreadsheets is read as a formula, and numbers stay numbers."""

import csv
from io import StringIO
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kg.store.columns import safe, safe_csv
from tests.conftest import Command

FORMULA = "=cmd|'/C calc'!A0"


@given(st.lists(st.lists(st.text(st.sampled_from("=+-@,\"\n\t' a1＝")), min_size=1), min_size=1))
def test_a_file_keeps_its_cells_and_none_is_a_formula(rows: list[list[str]]) -> None:
    out = StringIO()
    csv.writer(out).writerows(rows)

    read = list(csv.reader(StringIO(safe_csv(out.getvalue().encode()).decode(), newline="")))

    assert read == [[safe(cell) for cell in row] for row in csv.reader(StringIO(out.getvalue(), newline=""))]


def test_a_named_query_writes_no_formula_and_sparql_follows_its_standard(project: Path, kg: Command) -> None:
    profile = project / "profiles" / "ada.yaml"
    profile.write_text(f'id: ada-l\nname: Ada L\nsystems: [{{name: "{FORMULA}"}}]\n', encoding="utf-8")
    assert kg("build", project).code == 0

    named = kg("query", "systems", "--format", "csv").out
    standard = kg("sparql", "SELECT ?name { ?s a kg:System ; schema:name ?name }", "--format", "csv").out

    assert f"'{FORMULA}" in named
    assert f"\n{FORMULA}" in standard.replace("\r", "")
