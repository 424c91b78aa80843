"""How sure a value is, is counted on documents that are known, and checked on documents left out."""

from collections.abc import Sequence
from pathlib import Path

from kg.extract.confidence import STEPS, Way
from tests.conftest import ROOT
from training.__main__ import main
from training.measuring import ENOUGH, MARK, Claim, left_out, report, shares

BOLD = Way("talks", "title", "bold", state="heading")


def several(way: Way, *rights: Sequence[bool]) -> list[Claim]:
    return [Claim(str(document), way, right) for document, values in enumerate(rights) for right in values]


def expected(way: Way, *rights: Sequence[bool]) -> float:
    return shares(several(way, *rights))[way].expected


def test_few_of_few_are_not_nearly_all_and_many_in_many_documents_are() -> None:
    assert expected(BOLD, [True] * ENOUGH) < 0.9
    assert expected(BOLD, *[[True] * 3] * 50) > 0.95


def test_a_rare_way_is_as_sure_as_the_alike_ones() -> None:
    known = several(BOLD, *[[True] * 5] * 20)
    rare = BOLD._replace(key="venue")
    doubtful = several(BOLD, *[[False] * 5] * 20)

    assert shares([*known, *[Claim("x", rare, True)] * ENOUGH])[rare].expected > 0.9
    assert shares([*doubtful, *[Claim("x", rare, True)] * ENOUGH])[rare].expected < 0.7
    assert rare not in shares([*known, Claim("x", rare, True)])


def test_where_a_model_is_surer_a_value_is_never_less_sure() -> None:
    high, low = BOLD._replace(step=f"{STEPS[-1]:g}"), BOLD._replace(step=f"{STEPS[1]:g}")
    table = shares([*several(low, [True] * 20), *several(high, [False] * ENOUGH)])

    assert table[high].expected == table[low].expected < 0.9


def test_a_document_left_out_is_judged_by_the_others() -> None:
    found = left_out([*several(BOLD, *[[True] * 5] * 20), Claim("odd", BOLD, False)])

    assert [sure > 0.95 for claim, sure in found if claim.document == "odd"] == [True]
    assert list(report(found, (0.95,)))[2] == "| all | 101 | 0.990 | 101 | 0.990 |"


def test_the_command_writes_the_table_and_the_figures_of_its_page(tmp_path: Path) -> None:
    cvs, table, page = ROOT / "tests" / "data" / "cvs", tmp_path / "table.tsv", tmp_path / "page.md"
    page.write_text(f"# Confidence\n\n{MARK}\nold figures\n", encoding="utf-8")
    folders = [f"--{name}={cvs}" for name in ("gold", "documents")]

    main(["measure", *folders, f"--models={ROOT / 'kg' / 'extract' / 'models'}", f"--out={table}", f"--page={page}"])

    assert "\npublications\t" in table.read_text("utf-8")
    assert page.read_text("utf-8").startswith(f"# Confidence\n\n{MARK}\n| section |")
    assert "old figures" not in page.read_text("utf-8")
