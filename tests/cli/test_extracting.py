"""`kg extract`: from documents to a profile for review, and again."""

from pathlib import Path
from typing import Any

import pytest

from kg.base import strict_yaml
from tests.conftest import Command

CV = """\
# Ada Lovelace

## Publications

- **Notes by the Translator**. Ada Lovelace, Luigi Menabrea. Scientific Memoirs, 1843.
- **Sketch of the Analytical Engine**. Luigi Menabrea, Ada Lovelace. Bibliotheque Universelle, 1842.
- **On the Numbers of Bernoulli**. Ada Lovelace, Charles Babbage. Taylor's Journal, 1844.
"""


@pytest.fixture
def cv(tmp_path: Path) -> Path:
    """Return a CV, in the directory in which commands run."""
    path = tmp_path / "cv.md"
    path.write_text(CV)
    return Path("cv.md")


def data(path: Path) -> Any:
    return strict_yaml.parse(path.read_text(), path).data


def test_a_key_that_is_not_imported_is_one_line_for_all_files(kg: Command, tmp_path: Path) -> None:
    (tmp_path / "people").mkdir()
    for name in ("Ada Vane", "Bo Quist", "Cy Rook"):
        head = f"name: {name}\nrole: Reader\nphoto: x.png\nalt: x\nlayout: member\nmoon: full\nstar: {name[0]}\n"
        (tmp_path / "people" / f"{name[:2]}.md").write_text(f"---\n{head}---\n", "utf-8")

    lines = [
        line
        for line in kg("extract", tmp_path / "people", "-o", tmp_path / "profiles").err.split("\n")
        if "not import" in line
    ]

    assert [line.partition("people/")[2].partition(" (add")[0] for line in lines] == [
        "Ad.md:7: kg does not import 'moon' (and in 2 more places)",
        "Ad.md:8: kg does not import 'star' (and in 2 more places)",
    ]


def test_a_profile_is_written_read_and_built(cv: Path, project: Path, kg: Command) -> None:
    output = project / "profiles" / "ada-lovelace.yaml"
    output.unlink()

    outcome = kg("extract", cv, "-o", output)

    assert outcome.out == ""
    assert outcome.err.endswith(f"Next: kg review {output}\n1 file: 0 joined, 1 new, 0 asked\n")
    assert kg("build", project).code == 0
    assert "Notes by the Translator" in kg("query", "publications", "--person", "ada-lovelace").out


def test_making_it_again_keeps_what_was_decided_and_says_so(cv: Path, kg: Command) -> None:
    kg("extract", cv, "-o", "ada.yaml")
    path = Path("ada.yaml")
    first = path.read_text()
    decided = first.replace("status: proposed", "status: rejected", 1)
    path.write_text(decided)
    cv.write_text(f"{CV}- **Letters on Engines**. Ada Lovelace. Athenaeum, 1845.\n")

    outcome = kg("extract", cv, "-o", path)

    assert "4 kept, 1 new" in outcome.err
    assert data(path)["publications"][0]["evidence"]["status"] == "rejected"
    assert len(data(path)["publications"]) == 4
    again = path.read_bytes()
    kg("extract", cv, "-o", path)
    assert path.read_bytes() == again
    kg("extract", cv, "-o", path, "--again")
    assert data(path)["publications"][0]["evidence"]["status"] == "proposed"


def test_a_name_that_only_a_list_suggests_stays_when_the_list_is_read_again(cv: Path, kg: Command) -> None:
    cv.write_text(CV.partition("\n")[2])
    assert kg("extract", cv, "-o", "ada.yaml").code == 0
    first = Path("ada.yaml").read_text()

    assert kg("extract", cv, "-o", "ada.yaml").code == 0
    assert data(Path("ada.yaml"))["name"] == "Ada Lovelace"
    assert Path("ada.yaml").read_text() == first


def test_entries_on_one_line_are_accounted_each(kg: Command, tmp_path: Path) -> None:
    reviews = "Annals of Looms 2021, Journal of Knots 2020, Loom Letters 2019"
    (tmp_path / "cv.md").write_text(f"# Ada Vane\n\n## Service\n\n- Reviewer: {reviews}\n")

    assert "Account: 3 entries read: 3 in the profile. Read: service (3)." in kg("extract", "cv.md", "-o", "a.yaml").err
    assert "Account: 3 entries read: 3 in the profile. Read: service (3)." in kg("extract", "cv.md", "-o", "a.yaml").err


def test_into_a_directory_goes_a_profile_for_each_file(cv: Path, kg: Command) -> None:
    Path("babbage.md").write_text(CV.replace("Ada Lovelace", "Charles Darwin"))
    Path("empty.md").write_text("")

    outcome = kg("extract", cv, "empty.md", "babbage.md", "-o", "profiles/")

    assert outcome.code == 1
    assert sorted(path.name for path in Path("profiles").glob("*.yaml")) == ["babbage.yaml", "cv.yaml"]
    assert "empty.md" in outcome.err
    assert data(Path("profiles/babbage.yaml"))["name"] == "Charles Darwin"


def test_a_cv_becomes_a_profile_on_stdout_with_the_id_and_the_name_that_are_given(cv: Path, kg: Command) -> None:
    outcome = kg("extract", cv)
    other = strict_yaml.parse(kg("extract", cv, "--id", "countess", "--name", "Countess Lovelace").out, Path("-")).data

    said = strict_yaml.parse(outcome.out, Path("-")).data
    assert (said["id"], said["name"], len(said["publications"])) == ("ada-lovelace", "Ada Lovelace", 3)
    assert outcome.err.startswith("name, publications (3)")
    assert (other["id"], other["name"]) == ("countess", "Countess Lovelace")
    assert kg("extract", cv, "--id", "Ada Lovelace").code == 2


def test_a_profile_that_is_none_is_not_overwritten(cv: Path, kg: Command) -> None:
    Path("ada.yaml").write_text("Dear diary\n")

    assert kg("extract", cv, "-o", "ada.yaml").code == 1
    assert Path("ada.yaml").read_text() == "Dear diary\n"


def of(name: str) -> str:
    """Return the CV of somebody else."""
    return CV.replace("Ada Lovelace", name)


def test_files_that_are_called_alike_get_a_profile_each(kg: Command, tmp_path: Path) -> None:
    files = {"a/cv.md": "Ada Lovelace", "b/cv.md": "Charles Darwin", "b/cv.html.md": "Mary Anning", "c.md": "Ada Byron"}
    for file, name in files.items():
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(of(name))

    outcome = kg("extract", *files, "-o", "out/")

    assert outcome.code == 0
    assert {path.stem: data(path)["name"] for path in Path("out").glob("*.yaml")} == {
        "a-cv": "Ada Lovelace",
        "b-cv": "Charles Darwin",
        "cv-html": "Mary Anning",
        "c": "Ada Byron",
    }


def test_another_person_does_not_join_a_profile_unless_somebody_says_so(cv: Path, kg: Command) -> None:
    Path("darwin.md").write_text(of("Charles Darwin"))
    kg("extract", "darwin.md", "-o", "darwin.yaml")
    before = Path("darwin.yaml").read_bytes()

    refused = kg("extract", cv, "-o", "darwin.yaml")

    assert refused.code == 1
    assert "'darwin.yaml' is about Charles Darwin, 'cv.md' about Ada Lovelace" in refused.err
    assert Path("darwin.yaml").read_bytes() == before
    assert kg("extract", cv, "-o", "darwin.yaml", "--name", "Charles Darwin").code == 0
    assert kg("extract", cv, "darwin.md", "-o", "darwin.yaml").code == 0


def test_what_was_not_read_is_said_and_listed(cv: Path, tmp_path: Path, kg: Command) -> None:
    (tmp_path / "cv.md").write_text(CV + "\n## Grants\n\n- Looms for All, Royal Society\n- Cards, Admiralty\n")

    assert "characters; not read: Grants (16)" in kg("extract", cv).err

    outcome = kg("extract", cv, "--unread")

    assert outcome.code == 0
    assert outcome.out == "cv.md, line 12 (grants: not understood): Cards, Admiralty\n"


def test_values_that_do_not_hold_are_counted_by_reason_and_listed(cv: Path, tmp_path: Path, kg: Command) -> None:
    assert "Refused" not in kg("extract", cv).err

    lost = "- A. Lovelace. [Plans for (looms. Nature, 1850.\n"
    lost += "- Ada Lovelace. Cards. In Proceedings of the Symposium that was held by the guild. 1851.\n"
    (tmp_path / "cv.md").write_text(CV + lost)
    outcome = kg("extract", cv)

    reason = "is a sentence or a list, not the name of a venue"
    assert f"Refused: 1 value of readers: {reason} (1)" in outcome.err
    assert "title: Plans for looms\n" in outcome.out
    assert f"cv.md, line 9 (publications.venue: {reason}): " in kg("extract", cv, "--unread").out


@pytest.mark.parametrize(
    ("career", "heading"),
    [
        ("", "Service"),
        ("".join(f"- Engineer, Loom Works, {year} – {year + 1}\n" for year in range(1960, 2000)), "Publications"),
    ],
)
def test_a_document_that_is_hardly_understood_ends_with_code_1(kg: Command, career: str, heading: str) -> None:
    lines = "\n".join(f"- Xyzzy {number} frobnicates the plugh of {number}" for number in range(40))
    Path("odd.md").write_text(f"# Ada Lovelace\n\n## Employment\n\n{career}\n## {heading}\n\n{lines}\n")
    Path("damaged.pdf").write_text("no PDF")
    warning = "warning: most of {} was not understood: see it with --unread"

    alone, among_others = kg("extract", "odd.md"), kg("extract", "odd.md", "damaged.pdf", "-o", "people/")

    assert (alone.code, among_others.code) == (1, 1)
    assert warning.format("odd.md") in alone.err
    assert warning.format("../odd.md") in among_others.err
    assert "damaged.pdf" in among_others.err


def test_what_a_profile_cannot_hold_is_not_called_rejected(kg: Command, tmp_path: Path) -> None:
    (tmp_path / "cv.md").write_text(
        "# Ada Vane\n\n## Talks\n\n- “Notes on looms”, Loom Days, 2020\n- HMS Bobbin, 2019\n"
    )

    assert "1 left out (a profile cannot hold it: 1)" in kg("extract", "cv.md", "-o", "a.yaml").err


@pytest.mark.parametrize("text", ["", "Nothing of interest.\n"])
def test_a_document_in_which_nothing_is_found_gives_no_profile(text: str, kg: Command, tmp_path: Path) -> None:
    Path("cv.md").write_text(text)

    outcome = kg("extract", "cv.md", "-o", "ada.yaml")

    assert outcome.code == 1
    assert outcome.err.startswith("error: ")
    assert not Path("ada.yaml").exists()
