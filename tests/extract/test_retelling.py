"""What sentences tell again is left out by the rule that says which entries of documents are one."""

from dataclasses import replace
from typing import Any

from kg.extract.retelling import PROSE, without_retold
from kg.profile.drafts.model import Fact
from tests.support.drafting import fact


def _fact(section: str, source: str, values: dict[str, Any], **how: str) -> Fact:
    return replace(fact(section, values, source=source), how=how)


def test_a_sentence_tells_an_entry_of_another_document_again() -> None:
    for section, told, listed, is_left_out in (
        ("education", {"degree": "PhD", "institution": "Leeds"}, {"degree": "Ph.D.", "institution": "Leeds"}, True),
        ("education", {"degree": "PhD", "institution": "Leeds"}, {"degree": "Doctor", "institution": "Leeds"}, True),
        ("education", {"degree": "PhD", "institution": "Leeds"}, {"degree": "PhD", "institution": "Graz"}, False),
        (
            "positions",
            {"role": "professor", "organization": "University of Leeds"},
            {"role": "Professor of Looms", "organization": "University of Leeds", "start": "2001"},
            True,
        ),
        (
            "positions",
            {"role": "Dean", "organization": "University of Leeds"},
            {"role": "Student", "organization": "University of Leeds", "start": "2001"},
            False,
        ),
        ("awards", {"name": "Loom Medal"}, {"name": "The Loom Medal", "year": 2001}, True),
        ("awards", {"name": "Loom Medal"}, {"name": "Mill Medal"}, False),
    ):
        sentence = _fact(section, "about.md", told, **dict.fromkeys(told, PROSE))

        left = without_retold([sentence, _fact(section, "cv.md", listed)])
        assert (sentence not in left) is is_left_out
