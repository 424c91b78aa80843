"""The authority files of a project."""

from pathlib import Path

import pytest

from kg.base.errors import ReadError
from kg.profile import judgements
from kg.profile.config import Authorities, read_authorities, read_project
from tests.conftest import CONFIG


def authorities(root: Path) -> Authorities:
    (root / "kg.yaml").write_text(CONFIG)
    return read_authorities(read_project(root))


@pytest.mark.parametrize("text", ["", "# nobody yet\n", "{}\n", "~\n", "{name}:\n", "{name}: []\n"])
@pytest.mark.parametrize("name", ["organizations", "venues"])
def test_an_authority_file_may_be_empty(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.yaml").write_text(text.replace("{name}", name))

    assert getattr(authorities(tmp_path), name).entries == ()


@pytest.mark.parametrize("text", ["", "# nothing yet\n", "judgements:\n"])
def test_a_file_of_judgements_may_be_empty(text: str, tmp_path: Path) -> None:
    (tmp_path / "judgements.yaml").write_text(text)

    assert judgements.read(tmp_path / "judgements.yaml").entries == ()


def test_a_mistyped_key_without_entries_is_an_error_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "organizations.yaml").write_text("organisations:\n")

    with pytest.raises(ReadError, match="the key 'organisations' is not known"):
        authorities(tmp_path)
