"""A release of the profiles that a test writes."""

from collections.abc import Mapping
from pathlib import Path

from kg.building import build
from kg.profile.config import read_project
from kg.store.release import Release
from tests.conftest import CONFIG


def released(root: Path, profiles: Mapping[str, str]) -> Release:
    """Return a release of a project of some profiles, given as YAML by the name of their file, which conforms."""
    (root / "profiles").mkdir()
    for name, text in profiles.items():
        (root / "profiles" / f"{name}.yaml").write_text(text, encoding="utf-8")
    (root / "kg.yaml").write_text(CONFIG)
    result = build(read_project(root), root / "out")
    assert result.report
    assert result.release
    assert result.report.conforms, result.report
    return result.release
