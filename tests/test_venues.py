"""Venues are what the source says, and a bibliography comes back with the types of its entries."""

import re
from collections import Counter
from pathlib import Path

import pytest

from kg.drafts import Draft
from kg.interchange import bibtex, publishing
from kg.interchange.writers import bibtex as writer
from kg.profile import Profile

JOURNALS = ("Nature of Engines", "Langmuir", "Zeitschrift für Maschinen", "软件学报", "Zootaxa")
OTHERS = """
@inproceedings{c, title={At a meeting}, author={Ada Lovelace}, booktitle={Meeting on Looms}, year=1840}
@proceedings{p, title={The meeting}, editor={Lovelace, Ada and Babbage, Charles}, year=1840}
@techreport{t, title={A report}, author={{Society of Looms}}, institution={Looms}, year=1841}
@patent{q, title={An engine}, author={Babbage, Charles}, year=1841}
@misc{s, title={A norm}, year=1841}
@mastersthesis{m, title={A thesis}, author={Ada Lovelace}, school={London}, year=1838}
@phdthesis{d, title={Another thesis}, author={Ada Lovelace}, school={London}, year=1840}
@incollection{i, title={A part}, author={Ada Lovelace}, booktitle={A whole}, editor={Mary Somerville}, year=1841}
@inbook{n, title={Pages}, author={Ada Lovelace}, year=1841}
@book{b, title={A book}, author={Ada Lovelace}, year=1842}
"""


def read(path: Path, text: str | bytes) -> Draft:
    path = path / "works.bib"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return bibtex.read(path)


def profile(draft: Draft) -> Profile:
    works = [fact.values for fact in draft.facts if fact.section == "publications"]
    return Profile.model_validate({"id": "ada", "name": "Ada Lovelace", "publications": works})


def types(text: str) -> Counter[str]:
    return Counter(re.findall(r"^@(\w+)", text, re.MULTILINE))


def test_entries_come_back_with_their_types(tmp_path: Path) -> None:
    articles = (
        f"@article{{a{number}, title={{Work {number}}}, author={{Ada Lovelace}}, "
        f"journal={{{JOURNALS[number % 5]}}}, year=1843}}"
        for number in range(30)
    )
    text = "\n".join(articles) + OTHERS

    assert types(writer.write(profile(read(tmp_path, text)))) == types(text)


def test_editors_are_editors_and_bodies_are_no_people(tmp_path: Path) -> None:
    works = {work.title: work for work in profile(read(tmp_path, OTHERS)).publications}

    assert [person.name for person in works["The meeting"].editors] == ["Ada Lovelace", "Charles Babbage"]
    assert works["The meeting"].authors == ()
    assert works["A report"].corporate_authors == ("Society of Looms",)
    assert works["A norm"].authors == ()
    assert works["An engine"].type == "patent"


def test_works_of_others_are_marked(tmp_path: Path) -> None:
    draft = publishing.with_roles(read(tmp_path, OTHERS), "Ada Lovelace")
    roles = {work.title: work.role for work in profile(draft).publications}

    assert roles["The meeting"] == "editor"
    assert roles["An engine"] == "none"
    assert roles["A book"] == "author"


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_bibtex_is_read_in_the_encoding_it_has(encoding: str, tmp_path: Path) -> None:
    text = "@article{a, title={Über größere Änderungen für Zürich}, author={Müller, Jürgen and Weiß, Käthe}}"
    (work,) = profile(read(tmp_path, text.encode(encoding))).publications

    assert work.title == "Über größere Änderungen für Zürich"
    assert [author.name for author in work.authors] == ["Jürgen Müller", "Käthe Weiß"]


@pytest.mark.parametrize("head", ["", "% Encoding: GBK\n"])
def test_bibtex_in_gbk_is_read(head: str, tmp_path: Path) -> None:
    text = (
        head + "@article{a, title={面向软件定义网络的流量调度方法研究}, author={李明 and 王小红}, journal={软件学报}}"
    )
    draft = read(tmp_path, text.encode("gbk"))

    assert profile(draft).publications[0].title == "面向软件定义网络的流量调度方法研究"
    assert any("names no encoding" in warning.message for warning in draft.warnings) is not bool(head)
