"""What is made from the declaration and kept in files is up to date."""

from kg.profile.regenerate import files


def test_a_file_that_is_made_from_the_declaration_says_what_the_declaration_says() -> None:
    for path, text in list(files()):
        assert path.read_text(encoding="utf-8") == text, "make schemas"
