"""Homepages as they are built, with invented people; and directories that mean harm."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.extract import nodes
from kg.extract.extraction import extract
from kg.profile.drafts.model import Draft, Fact
from kg.profile.drafts.writing import revise
from tests.conftest import ROOT, Golden
from tests.support.work import ends

SITES = ROOT / "tests" / "data" / "sites"


def facts(draft: Draft, section: str) -> list[Fact]:
    return [fact for fact in draft.facts if fact.section == section]


def person(draft: Draft) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for fact in facts(draft, ""):
        for key, value in fact.values.items():
            found.setdefault(key, value)
    return found


def site(root: Path, **files: str) -> Path:
    """Write a site; `a__b_md` is the file `a/b.md`."""
    for name, text in files.items():
        path = root / "/".join(name.replace("__", "/").rsplit("_", 1)).replace("/md", ".md").replace("/yml", ".yml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def shown(fact: Fact) -> str:
    """Where a fact stands, whether keys or sentences state it, and what it says."""
    where = f"{Path(fact.quote.source).relative_to(SITES)}:{'-'.join(map(str, fact.quote.lines))}"
    said = json.dumps(dict(fact.values), ensure_ascii=False)
    return f"{where} {fact.section or 'person'} {'stated' if fact.rank else 'prose'} {said}"


@pytest.mark.parametrize("name", ["academic", "folio", "hugo", "quarto"])
def test_a_site_says_what_its_files_hold_and_a_profile_of_it_holds_each_work_once(golden: Golden, name: str) -> None:
    draft = extract([SITES / name])
    told = [str(each).replace(f"{SITES}/", "") for each in draft.warnings]
    golden(f"sites/{name}.txt", "".join(f"{line}\n" for line in (*map(shown, draft.facts), *told)))

    revision = revise(draft)
    titles = [entry.values["title"] for entry in revision.entries if entry.section == "publications"]

    assert len(titles) == len(set(titles))
    assert len(revision.problems) == (name == "folio")  # whose is the entry that the template left?


def test_a_directory_without_documents_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no document"):
        extract([tmp_path])


def test_aliases_cannot_grow(tmp_path: Path) -> None:
    bomb = "a: &a [" + "x, " * 9 + "x]\n"
    bomb += "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(20))
    long = f"text: &t {'x' * 100_000}\nlist: [{', '.join(['*t'] * 10_000)}]\n"
    site(tmp_path, _config_yml=f"{bomb}{long}name: Ada Lovelace\n")

    with ends():
        assert person(extract([tmp_path])) == {"name": "Ada Lovelace"}


def test_hostile_yaml_gives_nodes_or_warnings() -> None:
    for text in (
        "[" * 100_000,
        "{a: " * 50_000,
        "- " * 50_000 + "x",
        "? [a, b]\n: c\nname: Ada Lovelace",
        "a: !!python/object/apply:os.system [ls]\n",
        "a: 'never closed\nname: x\n",
        "\x00\x01name: y",
        "a: *b\n",
        "--- \n--- \na: b\n...\n",
        "key: " + "x: " * 2_000,
    ):
        with ends():
            found, problems = nodes.of_yaml(text, Path("a.yml"))

        assert problems or found.value is not None or not text.strip("- \n.")


@pytest.mark.thorough
def test_many_files_are_read_up_to_a_bound_and_the_rest_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "_publications"
    folder.mkdir()
    for number in range(2_100):
        (folder / f"{number:05}.md").write_text("---\ntitle: x\n---\n")
    draft = extract([tmp_path])

    assert any("2,100 files; the first 2,000 are read" in warning.message for warning in draft.warnings)


def test_links_lead_neither_out_nor_round(tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("---\ntitle: Secret Weaving\nauthors: Ada Lovelace\n---\n")
    include = "{% include_relative ../../secret.md %}"
    root = site(tmp_path / "site", _config_yml="name: Ada Lovelace\n", _pages__about_md=include)
    (root / "_publications").mkdir()
    (root / "_publications" / "out.md").symlink_to(secret)
    (root / "_publications" / "loop").symlink_to(root, target_is_directory=True)
    (root / "_publications" / "round.md").symlink_to(root / "_publications" / "round.md")
    draft = extract([root])

    assert "Secret" not in repr(draft.facts)
    assert sum("leads out of the site" in warning.message for warning in draft.warnings) >= 1


def test_binary_and_large_files_are_warnings(tmp_path: Path) -> None:
    root = site(tmp_path, _config_yml="name: Ada Lovelace\n")
    (root / "_publications").mkdir()
    (root / "_publications" / "a.md").write_bytes(bytes(range(32)) * 1_000)
    (root / "_publications" / "b.md").write_bytes(b"x" * (3 << 20))
    (root / "_talks").mkdir()
    (root / "_talks" / "c.md").write_text("---\ntitle: [1, {2: 3}]\nvenue: {a: b}\ndate: [x]\n---\n")
    draft = extract([root])
    said = [warning.message for warning in draft.warnings]

    assert any("is not text" in each for each in said)
    assert any("at most 2,097,152 are read" in each for each in said)
    assert not facts(draft, "talks")


def test_includes_end(tmp_path: Path) -> None:
    files = {f"_includes__p{n}_md": f"{{% include p{n + 1}.md %}}{{% include p{n - 1}.md %}}\n" for n in range(100)}
    root = site(tmp_path, _config_yml="name: Ada Lovelace\n", _pages__about_md="{% include p1.md %}\n" * 500, **files)

    assert person(extract([root])) == {"name": "Ada Lovelace"}


def page(root: Path, name: str, head: str) -> Draft:
    """What a page with a head says."""
    (root / name).write_text(f"---\n{head}---\n", "utf-8")
    return extract([root / name])


@pytest.mark.parametrize(
    ("keys", "variants"),
    [
        ("name_degree: Lianwen (Lina) Vane, PhD\ntitle: Lina Vane", ["Lianwen Vane"]),
        ("name: Lianwen (Lina) Vane, BS, MBI", ["Lina Vane"]),
        ("title: Lianwen Vane\naliases: [Lina Vane]", ["Lina Vane"]),
    ],
)
def test_names_that_keys_of_a_page_give_are_spellings_of_one_person(
    tmp_path: Path, keys: str, variants: list[str]
) -> None:
    draft = page(tmp_path, "vane.md", f"{keys}\nrole: Reader\ngithub: lina-vane\n")
    whole = site(
        tmp_path / "lab", _config_yml="title: Moss Lab\n", _members__vane_md=f"---\n{keys}\nrole: Reader\n---\n"
    )

    assert revise(draft, previous="id: lina-vane\nname: Lina Vane\n").id == "lina-vane"
    assert person(draft)["variants"] == variants
    assert person(extract([whole], name="Lina Vane"))["job_title"] == "Reader"
    with pytest.raises(ReadError, match="is about Cy Rook"):
        revise(draft, previous="id: cy-rook\nname: Cy Rook\n")
