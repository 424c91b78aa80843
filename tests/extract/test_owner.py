"""Whose page it is: a name is taken from the page, and what stands where a name may stand is not one."""

import pytest

from kg.profile.drafts.model import PERSON
from tests.support.pages import values_of


def owner(text: str) -> str:
    return str(next((found["name"] for found in values_of(PERSON, text) if "name" in found), ""))


@pytest.mark.parametrize(
    "head",
    [
        "Datos Personales", "Dados Pessoais", "Informations Personnelles", "学歴", "職歴", "学历", "工作經驗", "履历",
        "日本学術振興会 海外特別", "研究員", "Ramanujan Faculty Fellow", "Nationalité Chilienne", "Zur Person",
        "Page Not Found",
    ],
)  # fmt: skip
def test_headings_posts_and_organisations_are_no_names(head: str) -> None:
    assert owner(f"# {head}\n\n- 2010–2014 PhD, University of London\n") == ""
    assert owner(f"{head}\n\n## Education\n\n- 2010–2014 PhD, University of London\n") == ""


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("ada lovelace", "Ada Lovelace"), ("Curriculum Vitæ — Ada Lovelace", "Ada Lovelace"),
        ("Veröffentlichungen von Ada Lovelace", "Ada Lovelace"), ("Publications of Ada Lovelace", "Ada Lovelace"),
        ("山本 太郎", "山本 太郎"), ("戚扬", "戚扬"), ("김철수", "김철수"),
    ],
)  # fmt: skip
def test_names_in_lower_case_beside_a_title_and_in_other_scripts_are_names(head: str, name: str) -> None:
    assert owner(f"# {head}\n\n## Education\n\n- 2010–2014 PhD, University of London\n") == name


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("---\ntitle: Ada Vane\n---\n\nWrite to ada.vane@kg.example.org.\n", "Ada Vane"),
        ("---\ntitle: Ada Vane | Curriculum vitae\n---\n\nHello.\n", "Ada Vane"),
        ("# Panels\n\n## With Cy Rook\n\n- Moss, Oslo, 2022.\n", ""),
        ("Professore Associato Confermato (INF/01)\n\n## Formazione\n\n- 1995 Laurea, Università di Lund\n", ""),
        ("# 基本情報\n\n国籍: 日本\n", ""),
    ],
)  # fmt: skip
def test_what_has_the_form_of_a_name_is_one_where_something_else_agrees(page: str, name: str) -> None:
    assert owner(page) == name
