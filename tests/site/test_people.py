"""The people of a group: who leads, who does what, who has left, by what profiles say of their positions."""

from pathlib import Path

import pytest

from kg.site.members import by_role
from kg.site.site import Site
from kg.site.views.landing import overview
from kg.terms.roles import group_of
from tests.support.released import released
from tests.support.site_pages import html, links, texts

PERSON = "id: {id}\nname: {name}\n"
POSITION = "positions:\n- {{organization: Loom Institute, role: {role}{dates}}}\n"
WORK = "publications:\n- {{title: {title}, authors: [{name}], venue: Loom Letters, year: 2024{more}}}\n"
PEOPLE = {
    "Zoe Zeman": ("Professor", ", start: 2015, end: present"),
    "Ada Vane": ("Assistant Professor", ", start: 2020, end: present"),
    "Bo Quist": ("Post-doc", ", start: 2023"),
    "Cem Abara": ("Doctoral candidate", ""),
    "Dina Holm": ("PhD student", ", start: 2015, end: 2019"),
    "Edi Ito": ("Bachelor student", ""),
    "Fay Jaso": ("Lab manager", ""),
    "Gus Kamp": ("Former intern", ""),
    "Hana Lund": ("", ""),
    "Ivo Mora": ("Doktorand", ", start: 2022, end: '2099'"),
}
WORKS = {"Zoe Zeman": ", selected: true", "Ada Vane": ""}


def profile(name: str, role: str, dates: str) -> str:
    text = PERSON.format(id=name.lower().replace(" ", "-"), name=name)
    text += POSITION.format(role=role, dates=dates) if role else ""
    text += WORK.format(title=f"Looms of {name}", name=name, more=WORKS[name]) if name in WORKS else ""
    if name == "Zoe Zeman":
        text += f"- {{title: Threads, authors: [{name}], venue: Loom Letters, year: 2026}}\n"
        text += "awards:\n- {name: Golden Shuttle, year: 2026}\n- {name: Old Shuttle, year: 2001}\n"
    return text


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    profiles = {name.lower().replace(" ", "-"): profile(name, *told) for name, told in PEOPLE.items()}
    return Site(released(tmp_path_factory.mktemp("people"), profiles))


def groups(site: Site) -> dict[str, list[str]]:
    return {title: [each.portrait.name for each in having] for title, having in by_role(site.graph)}


def test_people_stand_by_role_who_leads_first_and_who_left_last(site: Site) -> None:
    assert groups(site) == {
        "Faculty": ["Zoe Zeman", "Ada Vane"],
        "Postdocs": ["Bo Quist"],
        "Doctoral researchers": ["Cem Abara", "Ivo Mora"],
        "Students": ["Edi Ito"],
        "Staff": ["Fay Jaso"],
        "": ["Hana Lund"],
        "Alumni": ["Dina Holm", "Gus Kamp"],
    }
    assert list(groups(site)) == ["Faculty", "Postdocs", "Doctoral researchers", "Students", "Staff", "", "Alumni"]


def test_the_first_page_shows_who_leads_and_names_the_others(site: Site) -> None:
    page = html(site, "")

    assert texts(page, ".faces b") == ["Zoe Zeman", "Ada Vane"]
    assert len(page.css(".names li")) == len(PEOPLE) - 2
    assert not page.css(".names .portrait")


def test_a_selected_work_leads_on_the_first_page_and_on_that_of_its_person(site: Site) -> None:
    titles = [work.title for work in overview(site.graph).chosen.works]
    assert (titles[0], sorted(titles)) == ("Looms of Zoe Zeman", ["Looms of Ada Vane", "Looms of Zoe Zeman", "Threads"])
    person = html(site, "person/zoe-zeman/")
    assert texts(person, "#publications .three .title") == ["Looms of Zoe Zeman"]
    assert len(person.css("#publications .works:not(.three) > li")) == 2
    assert not html(site, "person/ada-vane/").css(".three")
    assert links(person)


def test_people_of_several_places_have_left_none_of_them(tmp_path: Path) -> None:
    profiles = {
        "ada-vane": "id: ada-vane\nname: Ada Vane\n" + POSITION.format(role="Intern", dates=", start: 2019, end: 2020"),
        "bo-quist": "id: bo-quist\nname: Bo Quist\npositions:\n- {organization: Halle Mill, role: Professor}\n",
        "cy-moran": "id: cy-moran\nname: Cy Moran\n",
    }

    assert groups(Site(released(tmp_path, profiles))) == {
        "Faculty": ["Bo Quist"],
        "Students": ["Ada Vane"],
        "": ["Cy Moran"],
    }


@pytest.mark.parametrize(
    ("role", "group"),
    [
        ("Research assistant and PhD student", "Doctoral researchers"),
        ("Associate professor of Botany", "Faculty"),
        ("Maître de conférences", "Faculty"),
        ("计算机系副教授", "Faculty"),
        ("3rd-year biology and computer science student", "Students"),
        ("Professor emeritus", "Alumni"),
        ("loves mosses", ""),
    ],
)
def test_words_of_a_role_tell_the_group(role: str, group: str) -> None:
    assert group_of(role)[0] == group
