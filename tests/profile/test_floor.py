"""What lies below the floor of a project is not published, stays in the profile, and is counted."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.base.errors import ConfigError
from kg.profile.config import read_project
from tests.conftest import Command

FACT = iter(f"{a}{b}aaaaaaaa" for a in "abcdefgh" for b in "abcdefgh")


def why(confidence: Any, status: str = "proposed") -> dict[str, Any]:
    return {"fact": next(FACT), "status": status, "confidence": confidence, "source": "cv.md", "lines": 3, "quote": "…"}


PROFILE: dict[str, Any] = {
    "id": "ada-lovelace",
    "name": "Ada Lovelace",
    "homepage": "https://ada.example.org/",
    "publications": [
        {"title": "Sure Notes", "authors": ["Ada Lovelace"], "year": 1843, "evidence": why(0.95)},
        {"title": "Doubtful Notes", "authors": ["Ada Lovelace"], "evidence": why({"title": 0.9, "authors": 0.5})},
        {"title": "Accepted Notes", "authors": ["Ada Lovelace"], "evidence": why(0.2, "accepted")},
        {"title": "Rejected Notes", "authors": ["Ada Lovelace"], "evidence": why(0.99, "rejected")},
        {"title": "Notes by Hand", "authors": ["Ada Lovelace"]},
    ],
    "awards": [
        {"name": "A Medal", "year": 1844, "for_work": "Doubtful Notes", "evidence": why(0.99)},
        {"name": "Another Medal", "year": 1845, "evidence": why(0.6)},
    ],
    "evidence": {"name": why(0.3), "homepage": why(0.4)},
    "sources": [{"path": "cv.md", "media_type": "text/markdown", "extractor": "cv", "sha256": "0" * 64}],
}


@pytest.fixture
def ada(project: Path) -> Path:
    """Return a project with a profile that was read by machine and reviewed in part."""
    (project / "profiles" / "ada-lovelace.yaml").write_text(yaml.safe_dump(PROFILE, sort_keys=False), encoding="utf-8")
    return project


def publish(project: Path, floor: dict[str, Any]) -> None:
    config = yaml.safe_load((project / "kg.yaml").read_text(encoding="utf-8"))
    (project / "kg.yaml").write_text(yaml.safe_dump({**config, "publish": floor}), encoding="utf-8")


def released(kg: Command, project: Path) -> tuple[str, str]:
    """Build; return the graph, and what is left out of the profile."""
    built = kg("build", project, "--out", project / "build", "--workers", 1)
    assert built.code == 0, built.err
    account = kg("info", "--account", "--person", "ada-lovelace", "--release", project / "build", "--json").out
    left = json.loads(account.splitlines()[0])["left_out"]
    return kg("export", "--release", project / "build").out, "\n".join(f"{each[1]}: {each[2]}" for each in left)


def test_without_a_floor_everything_is_published_that_nobody_rejected(kg: Command, ada: Path) -> None:
    graph, left_out = released(kg, ada)

    assert "Doubtful Notes" in graph
    assert left_out == "publications[3]: rejected in a review"


def test_what_is_less_sure_than_the_project_wants_stays_in_the_profile_and_is_counted(kg: Command, ada: Path) -> None:
    publish(ada, {"minimum_confidence": 0.8})
    graph, left_out = released(kg, ada)

    for published in ("Sure Notes", "Accepted Notes", "Notes by Hand", "A Medal", "Ada Lovelace"):
        assert published in graph
    for withheld in ("Doubtful Notes", "Rejected Notes", "Another Medal", "https://ada.example.org/"):
        assert withheld not in graph
    assert left_out.splitlines() == [
        "publications[1]: confidence 0.50, below 0.80 in kg.yaml",
        "publications[3]: rejected in a review",
        "awards[1]: confidence 0.60, below 0.80 in kg.yaml",
        "homepage: confidence 0.40, below 0.80 in kg.yaml",
    ]


def test_a_section_may_have_a_floor_of_its_own(kg: Command, ada: Path) -> None:
    publish(ada, {"minimum_confidence": 0.8, "sections": {"publications": {"minimum_confidence": 0.4}}})
    graph, _ = released(kg, ada)

    assert "Doubtful Notes" in graph
    assert "Another Medal" not in graph


def test_only_what_people_decided_is_published_if_they_want_it_so(kg: Command, ada: Path) -> None:
    publish(ada, {"reviewed_only": True})
    graph, left_out = released(kg, ada)

    assert "Sure Notes" not in graph
    assert "Accepted Notes" in graph
    assert "Notes by Hand" in graph
    assert "publications[0]: not reviewed, and kg.yaml publishes only what is" in left_out


def test_what_somebody_corrected_is_reviewed(kg: Command, ada: Path) -> None:
    edited = yaml.safe_load((ada / "profiles" / "ada-lovelace.yaml").read_text(encoding="utf-8"))
    edited["publications"][1]["evidence"]["proposed"] = "aaaaaaaa"  # the digest of other values
    (ada / "profiles" / "ada-lovelace.yaml").write_text(yaml.safe_dump(edited, sort_keys=False), encoding="utf-8")
    publish(ada, {"reviewed_only": True})

    assert "Doubtful Notes" in released(kg, ada)[0]


def test_a_floor_of_a_section_that_profiles_do_not_have_is_an_error(project: Path) -> None:
    publish(project, {"sections": {"publication": {"reviewed_only": True}}})

    with pytest.raises(ConfigError, match="profiles have no section 'publication'") as error:
        read_project(project)
    assert error.value.hint == "did you mean 'publications'?"


def test_a_confidence_is_a_share(project: Path) -> None:
    publish(project, {"minimum_confidence": 80})

    with pytest.raises(ConfigError, match="minimum_confidence"):
        read_project(project)


def test_what_was_added_to_an_entry_by_hand_waits_for_a_review_and_the_entry_stays(kg: Command, ada: Path) -> None:
    path = ada / "profiles" / "ada-lovelace.yaml"
    before = {"title": "Notes by Hand", "authors": ["Ada Lovelace"]}
    added = {**before, "venue": "Invented Memoirs", "evidence": {**why(1.0), "before": deepcopy(before)}}
    odd = {"title": "Odd Notes", "evidence": {**why(1.0), "before": {"authors": "nobody"}}}
    path.write_text(
        yaml.safe_dump({**PROFILE, "awards": [], "publications": [added, odd]}, sort_keys=False), encoding="utf-8"
    )

    assert "Invented Memoirs" in released(kg, ada)[0]
    publish(ada, {"reviewed_only": True})
    graph, left_out = released(kg, ada)

    assert "Notes by Hand" in graph
    assert "Invented Memoirs" not in graph
    assert "publications[0].evidence: not reviewed" in left_out.replace("publications.0.", "publications[0].")
    assert "publications[1]: not reviewed" in left_out
