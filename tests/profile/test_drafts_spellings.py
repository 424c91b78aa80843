"""Names that are written in several forms: which are taken for one, and what writing them alike changes."""

import difflib
from pathlib import Path

import pytest

from kg.base.errors import ReadError
from kg.profile.drafts.review_queue import ReviewQueue
from kg.profile.drafts.sessions import ReviewSession
from kg.profile.drafts.spellings import SpellingReview, clusters
from kg.profile.drafts.writing import text
from tests.support.drafting import draft, name, paper

ADA = """\
# Mine.
id: ada
name: Ada Lovelace

positions:
  - role: Fellow
    organization: Royal Society  # since 1840
    start: 1840
  - {role: Analyst, organization: "Analytical Engine Works", start: 1842}

publications:
  # The notes
  - title: Notes
    venue: "Proc. VLDB Endow."  # in print
    year: 1843
  - title: Sketch
    venue: Proceedings of the VLDB Endowment
    publisher: royal society
"""
BEA = """\
id: bea
name: Bea
publications:
  - title: Letters
    venue: Proceedings of the VLDB Endowment   # twice
memberships:
  - {organization: The Royal Society}
projects:
  - name: Looms
    partners: [royal-society, Analytical Engines Works]
"""


def test_names_that_fold_alike_or_nearly_are_one_cluster() -> None:
    for names in (
        ("The Lancet", "Lancet", "LANCET"),
        ("Journal of Looms & Engines", "Journal of Engines and Looms"),
        ("NeurIPS Workshop", "Neur IPS Workshop"),
        ("Universität Zürich", "Universitat Zurich"),
        ("University of Camridge", "University of Cambridge"),
        ("Phys. Rev. Lett.", "Physical Review Letters"),
    ):
        assert clusters(["Nature", *names, "Science"]) == [[*names]]


@pytest.mark.parametrize(
    "names",
    [
        ("Nature", "Science"),
        ("Physical Review C", "Physical Review D"),
        ("Workshop on Looms 2019", "Workshop on Looms 2020"),
        ("ICML", "ICLR"),
        ("Nature", "Nature"),
    ],
)
def test_names_that_tell_two_things_apart_are_none(names: tuple[str, ...]) -> None:
    assert clusters(names) == []


@pytest.fixture
def queue(tmp_path: Path) -> ReviewQueue:
    paths = tmp_path / "ada.yaml", tmp_path / "bea.yaml"
    for path, content in zip(paths, (ADA, BEA), strict=True):
        path.write_text(content)
    sessions = [ReviewSession(path) for path in paths]
    return ReviewQueue([*sessions, SpellingReview(sessions)])


def changes(before: str, path: Path) -> list[str]:
    lines = difflib.ndiff(before.splitlines(), path.read_text().splitlines())
    return [line for line in lines if line[:2] in ("- ", "+ ")]


def test_a_name_is_written_in_one_form_everywhere_and_comments_stay(queue: ReviewQueue, tmp_path: Path) -> None:
    names = [each.name for each in queue.open()]
    assert names == [
        "organisation: Royal Society = The Royal Society = royal society = royal-society",
        "organisation: Analytical Engine Works = Analytical Engines Works",
        "venue: Proceedings of the VLDB Endowment = Proc. VLDB Endow.",
    ]
    assert [each.brings for each in queue.open()] == [3, 1, 1]

    first, _, third = queue.open()
    queue.answer(first.key, first.version, "1")
    queue.answer(third.key, third.version, "1")

    assert changes(ADA, tmp_path / "ada.yaml") == [
        '-     venue: "Proc. VLDB Endow."  # in print',
        "+     venue: Proceedings of the VLDB Endowment  # in print",
        "-     publisher: royal society",
        "+     publisher: Royal Society",
    ]
    assert changes(BEA, tmp_path / "bea.yaml") == [
        "-   - {organization: The Royal Society}",
        "+   - {organization: Royal Society}",
        "-     partners: [royal-society, Analytical Engines Works]",
        "+     partners: [Royal Society, Analytical Engines Works]",
    ]
    assert [each.name for each in queue.open()] == names[1:2]

    queue.undo()
    queue.undo()
    assert ((tmp_path / "ada.yaml").read_text(), (tmp_path / "bea.yaml").read_text()) == (ADA, BEA)
    queue.redo()
    assert "{organization: Royal Society}\n" in (tmp_path / "bea.yaml").read_text()


def test_another_form_may_be_written(queue: ReviewQueue, tmp_path: Path) -> None:
    (question,) = (each for each in queue.open() if "VLDB" in each.name)
    with pytest.raises(ReadError, match="there is no name"):
        queue.answer(question.key, question.version, "e", "  ")

    queue.answer(question.key, question.version, "e", " PVLDB ")

    assert "venue: PVLDB  # in print" in (tmp_path / "ada.yaml").read_text()
    assert "venue: PVLDB   # twice" in (tmp_path / "bea.yaml").read_text()


def test_what_is_open_stays_open(tmp_path: Path) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(text(draft(name(), paper("Notes"), paper("Sketch", title="Sketch", line=12))))
    path.write_text(path.read_text().replace("Scientific Memoirs", "Scientific  Memoirs.", 1))
    session = ReviewSession(path)
    queue = ReviewQueue([session, SpellingReview([session])])
    statuses = [each.proposal.evidence.status for each in session.open()]
    (question,) = (each for each in queue.open() if "venue" in each.name)

    queue.answer(question.key, question.version, "1")

    assert [each.proposal.evidence.status for each in session.open()] == statuses


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  - venue: The Lancet  # a\n    title: T # b\n", "  - venue: Lancet  # a\n    title: T # b\n"),
        ("  - {title: T, venue: The Lancet}  # a\n", "  # a\n  - title: T\n    venue: Lancet\n"),
        (
            "  -\n    # a\n    title: T\n    venue: 'The Lancet' #\n",
            "  -\n    # a\n    title: T\n    venue: Lancet #\n",
        ),
        (
            "  - title: T\n    venue: >\n      The\n      Lancet\n    #\n",
            "  - title: T\n    venue: Lancet\n    #\n",
        ),
        ('  - title: "T # t"  # a\n    venue: The Lancet\n', '  - title: "T # t"  # a\n    venue: Lancet\n'),
    ],
)
def test_comments_stay_however_an_entry_is_written(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "ada.yaml"
    path.write_text(f"id: ada\nname: Ada\npublications:\n{before}  - {{title: U, venue: Lancet}}\n")
    session = ReviewSession(path)
    (question,) = SpellingReview([session]).open()

    question.answer("1")

    assert path.read_text() == f"id: ada\nname: Ada\npublications:\n{after}  - {{title: U, venue: Lancet}}\n"
