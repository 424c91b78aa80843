"""Nobody is added to a stated list: the owner of a profile is an author of what names the owner, or nobody."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from kg.profile.authorship import role_in
from kg.profile.model import Publication
from tests.conftest import Command

MINE, OTHERS = "Engines that weave", "Looms and bells"
HEAD = "# Ada Lovelace\n\n## Publications\n\n"
PAGE = f"""\
# Publications

- M. Somerville and G. Boole. {OTHERS}. _Annals of Looms_, 4(2): 12–19, 1943.
- A. Lovelace and G. Boole. {MINE}. _Annals of Looms_, 3(1): 1–8, 1942.
"""
BIBLIOGRAPHY = f"""\
@article{{a, title={{{OTHERS}}}, author={{Somerville, Mary and Boole, George}}, journal={{Annals of Looms}}, year=1843}}
@article{{b, title={{{MINE}}}, author={{Lovelace, Ada and Boole, George}}, journal={{Annals of Looms}}, year=1842}}
"""
AUTHORS = "SELECT ?name { ?work schema:name ?title ; kg:authorship [ kg:nameAsWritten ?name ] FILTER (?title = '%s') }"


def authors(kg: Command, title: str) -> set[str]:
    return set(kg("sparql", AUTHORS % title, "--format", "csv").out.split("\r\n")[1:-1])


def listing(project: Path, *works: Mapping[str, object], **person: object) -> Path:
    path = project / "profiles" / "ada-lovelace.yaml"
    path.write_text(yaml.safe_dump({"id": "ada-lovelace", "name": "Ada Lovelace", **person, "publications": [*works]}))
    return path


def roles(path: Path) -> dict[str, str]:
    return {work["title"]: work.get("role", "") for work in yaml.safe_load(path.read_text())["publications"]}


@pytest.mark.parametrize("name", ["page.md", "works.bib", "import", "site"])
def test_readers_of_all_forms_say_the_same_of_a_list_that_names_others(name: str, project: Path, kg: Command) -> None:
    command: tuple[object, ...] = ("extract", path := project / name)
    if name == "site":
        (path / "_bibliography").mkdir(parents=True)
        (path / "_bibliography" / "papers.bib").write_text(BIBLIOGRAPHY)
        (path / "_config.yml").write_text("title: Ada Lovelace\n")
    elif name == "import":
        path.write_text(BIBLIOGRAPHY)
        command = "import", "bibtex", path
    else:
        path.write_text(PAGE if name == "page.md" else BIBLIOGRAPHY)
    profile = project / "profiles" / "ada-lovelace.yaml"  # which says whose it is

    outcome = kg(*command, "-o", profile)

    assert outcome.code == 0, outcome.err
    assert roles(profile) == {MINE: "", OTHERS: "none"}
    assert outcome.err.count("whose list is this? 1 of 2 works name others and not Ada Lovelace") == 1
    assert kg("build", project).code == 0
    assert len(authors(kg, OTHERS)) == 2
    shown = kg("render", "publications", "ada-lovelace").out
    resume = kg("convert", profile, "--to", "json-resume").out
    assert [(MINE in each, OTHERS in each) for each in (shown, resume)] == [(True, False)] * 2


@pytest.mark.thorough
def test_whose_a_list_is_is_asked_once_and_answered_by_a_variant(project: Path, kg: Command) -> None:
    works = [
        {"title": f"{MINE} {number}", "authors": ["A. Byron", "George Boole"], "year": 1842} for number in (1, 2, 3)
    ]
    listing(project, *works)

    asked = kg("build", project).err

    assert asked.count("whose list is this? 3 of 3 works name others and not Ada Lovelace") == 1
    assert "ada-lovelace.yaml:4 (publications)" in asked
    assert "if 'A. Byron' is Ada Lovelace, add it to 'variants', or: kg same ada-lovelace 'A. Byron'" in asked
    assert authors(kg, f"{MINE} 1") == {"A. Byron", "George Boole"}
    listing(project, *works, variants=["Ada Byron"])
    assert "whose" not in kg("build", project).err
    assert f"{MINE} 3" in kg("render", "publications", "ada-lovelace").out


def test_who_is_an_author_where_nobody_is_named_is_implied_and_counted(project: Path, kg: Command) -> None:
    stated = {"title": OTHERS, "authors": ["George Boole"], "role": "author", "year": 1843}
    listing(project, {"title": MINE, "year": 1842}, stated)

    outcome = kg("build", project)

    account = kg("info", "--account").out
    assert "1 authorship read: 1 in the graph, 2 implied" in account
    assert "whose" not in outcome.err
    assert (authors(kg, MINE), authors(kg, OTHERS)) == ({"Ada Lovelace"}, {"George Boole", "Ada Lovelace"})


@pytest.mark.parametrize("mark", ["———", "_____", "me"])
def test_a_mark_in_place_of_a_name_is_the_owner(mark: str, project: Path, kg: Command) -> None:
    listing(project, {"title": MINE, "authors": ["George Boole", mark], "year": 1942})
    page = project / "page.md"
    page.write_text(f"{HEAD}- Boole, G., {mark}, & Rook, C. (1943). {OTHERS}. _Annals of Looms_, 2(2), 8–9.\n")

    assert kg("build", project).code == 0
    assert MINE in kg("render", "publications", "ada-lovelace").out
    (work,) = yaml.safe_load(kg("extract", page).out)["publications"]
    assert work["authors"] == ["G. Boole", "Ada Lovelace", "C. Rook"]


def test_a_dash_before_a_work_repeats_the_authors_of_the_one_above(project: Path, kg: Command) -> None:
    page = project / "page.md"
    above = f"- Boole, G., Rook, C. (1943). {OTHERS}. _Annals of Looms_, 2(2), 8–9."
    page.write_text(f"{HEAD}{above}\n- ———. (1942). {MINE}. _Annals of Looms_, 1(1), 1–8.\n")

    works = yaml.safe_load(kg("extract", page).out)["publications"]
    assert [(work["authors"], work["role"]) for work in works] == [(["G. Boole", "C. Rook"], "none")] * 2


def test_a_list_that_names_somebody_says_all_of_whom_it_is() -> None:
    for work, naming, role in (
        ({"authors": ["George Boole"]}, [], "none"),
        ({"authors": ["George Boole"], "more_authors": True}, [], "none"),
        ({"authors": ["George Boole", "A. Lovelace"]}, ["authors"], "author"),
        ({"authors": ["George Boole"], "editors": ["A. Lovelace"]}, ["editors"], "editor"),
        ({"corporate_authors": ["Royal Society"]}, [], "none"),
        ({"editors": ["George Boole"], "type": "book"}, [], "none"),
        ({"editors": ["George Boole"], "type": "chapter", "venue": "Handbook of Looms"}, [], "author"),
        ({}, [], "author"),
    ):
        assert role_in(work, naming) == role


@pytest.mark.parametrize(
    "words",
    [
        "with",
        "joint work with",
        "mit",
        "gemeinsam mit",
        "avec",
        "en colaboración con",
        "con",
        "com",
        "met",
        "wspólnie z",
    ],
)
def test_who_introduces_the_others_with_with_is_one_of_them(words: str, project: Path, kg: Command) -> None:
    page = project / "page.md"
    page.write_text(f'{HEAD}- "{MINE}" ({words} George Boole). *Annals of Looms*, 1842.\n')
    profile = project / "profiles" / "ada-lovelace.yaml"

    assert kg("extract", page, "-o", profile).code == 0
    (work,) = yaml.safe_load(profile.read_text())["publications"]
    assert (work["title"], work["authors"]) == (MINE, ["Ada Lovelace", "George Boole"])


@pytest.mark.parametrize(
    "written",
    [["Ada Lovelace", "others"], ["Ada Lovelace", "et al."], ["Ada Lovelace and others"], "Ada Lovelace, …"],
)
def test_others_are_nobody_but_more_authors(written: object) -> None:
    work = Publication.model_validate({"title": OTHERS, "authors": written})

    assert ([each.name for each in work.authors], work.more_authors) == (["Ada Lovelace"], True)


@pytest.mark.parametrize("name", ["Ada Others-More", "Bo Pascal", "Others Bo"])
def test_a_name_that_only_resembles_others_is_one(name: str) -> None:
    work = Publication.model_validate({"title": OTHERS, "authors": [name]})

    assert ([each.name for each in work.authors], work.more_authors) == ([name], False)
