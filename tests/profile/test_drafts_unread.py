"""Passages that were not read become entries, or are dismissed."""

from pathlib import Path

import pytest

from kg.base import strict_yaml
from kg.base.errors import ReadError
from kg.profile.drafts.review_queue import ReviewQueue
from kg.profile.drafts.sessions import ReviewSession
from kg.profile.drafts.unread import UnreadQuestion, UnreadReview
from kg.profile.drafts.yaml_editing import NOT_TAKEN

PROFILE = f"""\
# Mine.
id: ada
name: Ada Lovelace
memberships:
  - organization: Royal Society
# A comment

{NOT_TAKEN}
#   cv.md, lines 5–6 (publications: not understood): Strange: "notes"
#   cv.md, line 9 (hobbies: not understood): Horses
#   cv.md:12 (publications.url): 'nowhere' is not a web address
# Below.
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ada.yaml"
    path.write_text(PROFILE)
    return path


@pytest.fixture
def queue(path: Path) -> ReviewQueue:
    session = ReviewSession(path)
    return ReviewQueue([session, UnreadReview(session)])


def asked(queue: ReviewQueue) -> list[UnreadQuestion]:
    return [each for each in queue.open() if isinstance(each, UnreadQuestion)]


def test_each_passage_is_asked_with_where_it_stands_and_an_entry_to_begin_with(queue: ReviewQueue, path: Path) -> None:
    first, second, third = asked(queue)

    assert first.name == 'not read: Strange: "notes"'
    assert first.place == "cv.md, lines 5–6 (publications: not understood)"
    begun = strict_yaml.parse(first.text, path).data
    assert begun == {"publications": [{"title": 'Strange: "notes"'}]}
    assert second.text.startswith("# cv.md, line 9 (hobbies: not understood): Horses\npublications:\n")
    assert (third.place, third.words) == ("cv.md:12 (publications.url)", "'nowhere' is not a web address")


def test_a_dismissed_passage_is_left_out_and_comes_back_with_undo(queue: ReviewQueue, path: Path) -> None:
    for each in asked(queue):
        queue.answer(each.key, each.version, "r")
        assert path.read_text().endswith("# Below.\n")

    assert path.read_text() == PROFILE.partition(f"\n{NOT_TAKEN}")[0] + "# Below.\n"
    assert asked(queue) == []

    for _ in range(3):
        queue.undo()
    assert path.read_text() == PROFILE


def test_an_entry_takes_the_place_of_its_passage(queue: ReviewQueue, path: Path) -> None:
    _, hobby, _ = asked(queue)
    entries = "# Horses\nmemberships:\n  - organization: Jockey Club\nskills: [riding]\n"
    with pytest.raises(ReadError, match="'skills' has no such entries"):
        queue.answer(hobby.key, hobby.version, "e", entries)
    with pytest.raises(ReadError, match="organisation"):
        queue.answer(hobby.key, hobby.version, "e", "memberships:\n  - organisation: Jockey Club\n")
    assert path.read_text() == PROFILE

    queue.answer(hobby.key, hobby.version, "e", entries.partition("skills")[0])

    text = path.read_text()
    assert "  - organization: Royal Society\n  - {organization: Jockey Club}\n# A comment\n" in text
    assert "Horses" not in text
    assert len(asked(queue)) == 2
