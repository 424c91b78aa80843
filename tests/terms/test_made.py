"""What is made from the declaration and kept in files is up to date."""

from pathlib import Path

import pytest

from kg.profile.regenerate import files


@pytest.mark.parametrize(("path", "text"), list(files()), ids=lambda each: each.name if isinstance(each, Path) else "")
def test_a_file_that_is_made_from_the_declaration_says_what_the_declaration_says(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text, "make schemas"
