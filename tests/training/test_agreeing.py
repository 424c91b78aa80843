"""How sure a work is, is counted by what both readers say of it, and checked by documents left out."""

from training.agreeing import MOST, left_out, lines, shares
from training.extraction import JudgedDocument
from training.judging import JudgedEntry, JudgedSection

BOTH, ALONE = "one work, both surely", "rules alone"


def document(*titles: tuple[str, bool], exists: bool = True) -> JudgedDocument:
    entries = [JudgedEntry(exists, {"title": right}, {"title": 0.5}, {"title": said}) for said, right in titles]
    return JudgedDocument("gold", "ada", "en", "md", (JudgedSection("publications", entries, len(entries)),))


def test_what_does_not_exist_is_wrong_and_other_patterns_are_not_counted() -> None:
    table = shares([document((BOTH, True), ("front matter", False)), document((BOTH, True), exists=False)])

    assert {row: share[:2] for row, share in table.items()} == {("title", BOTH): (1, 2)}


def test_many_values_of_one_document_count_less_than_as_many_of_several() -> None:
    wrong = [document((ALONE, False)) for _ in range(9)]
    together, apart = document(*[(ALONE, True)] * 9), [document((ALONE, True)) for _ in range(9)]

    assert shares([*wrong, together])["title", ALONE].expected < shares([*wrong, *apart])["title", ALONE].expected


def test_nothing_is_surer_than_the_bound_and_a_document_left_out_is_judged_by_the_others() -> None:
    several = [document(*[(BOTH, True)] * 40) for _ in range(40)]

    assert shares(several)["title", BOTH].expected == MOST
    assert left_out([*several, document((BOTH, False), (ALONE, True))])[:2] == (1600, 1601)
    assert f"publications\ttitle\t{BOTH}\t1600\t1600\t{MOST:.3f}" in list(lines(shares(several)))
