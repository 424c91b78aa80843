"""Words of pages: nothing stands in a template as it is, and every language says all of it."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from jinja2 import Environment

from kg.base import resources
from kg.profile.site_config import Language
from kg.site import words
from kg.site.grids import date_words, period
from kg.site.messages import is_translated, messages
from kg.site.words import CATALOGUES, ENGLISH, languages, read_catalogue

TEMPLATES = sorted((resources.PACKAGE / "site" / "templates").glob("*.html"))
OTHERS = [tag for tag in languages() if tag != ENGLISH]
NAMES = {"BibTeX", "IRI", "JSON", "RSS", "SPARQL", "SVG", "VoID", "API", "CSV", "SHA-256"}
"""What is called the same everywhere."""
_READ_ALOUD = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
_ELSEWHERE = re.compile(r"<(code|pre|script|style)\b.*?</\1>|<!--.*?-->|&\w+;", re.DOTALL)
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")
_TAG = re.compile(r"</?[a-z]+")


def bare(template: str) -> Iterator[str]:
    """Yield the words that stand in a template outside of messages and names."""
    environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    text, is_message = "", False
    tokens = list(environment.lex(template))
    for place, (_, kind, value) in enumerate(tokens):
        if kind == "block_begin":
            name = next(token for _, other, token in tokens[place + 1 :] if other == "name")
            is_message = name in ("trans", "pluralize") or (is_message and name != "endtrans")
        elif kind == "data" and not is_message:
            text += value
        elif kind == "variable_begin":
            text += "\N{OBJECT REPLACEMENT CHARACTER}"
    text = _ELSEWHERE.sub(" ", text)
    shown = (*_READ_ALOUD.findall(text), re.sub(r"<[^>]*>", " ", text))
    for word in " ".join(shown).split():
        name = word.strip(".,;:()\N{OBJECT REPLACEMENT CHARACTER}")
        if re.search(r"[^\W\d_]", name) and name not in NAMES and "://" not in name:
            yield word


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_holds_a_word_that_is_no_message(path: Path) -> None:
    assert list(bare(path.read_text(encoding="utf-8"))) == []


def test_a_project_may_choose_the_languages_that_have_catalogues() -> None:
    assert sorted(get_args(Language)) == sorted(languages())


def test_each_language_says_all_of_it() -> None:
    wanted = [message.id for message in messages() if message.id]
    for tag in OTHERS:
        known = read_catalogue(CATALOGUES / f"{tag}.po")

        missing = [each for each in wanted if each not in known]
        assert (tag, missing) == (tag, []), "run: python -m kg.site.messages"
        assert [message.id for message in known if message.id and not is_translated(message)] == [], tag


@pytest.mark.parametrize("tag", OTHERS)
def test_a_translation_has_the_fields_and_the_elements_of_its_message(tag: str) -> None:
    for message in read_catalogue(CATALOGUES / f"{tag}.po"):
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        said = [message.string] if isinstance(message.string, str) else list(message.string or ())
        for text in said if message.id else ():
            assert marks(str(text)) in [marks(each) for each in ids], (tag, text)


def marks(text: str) -> tuple[list[str], list[str], list[str]]:
    fields = sorted({name for _, name, _, _ in Formatter().parse(text) if name})
    return sorted(_PLACEHOLDER.findall(text)), fields, sorted(_TAG.findall(text))


def test_dates_are_written_as_the_language_of_the_page_does() -> None:
    with words.reading("de"):
        assert (date_words("2019-05-07"), date_words("2011-22")) == ("7. Mai 2019", "Sommer 2011")
        assert period("2019-05", "present") == "Mai 2019 – heute"
    with words.reading("ja"):
        assert date_words("2019-05") == "2019年5月"
    assert date_words("2019-05-07") == "7 May 2019"


def test_what_a_group_translates_itself_comes_first() -> None:
    with words.reading("de", {"People": "Wir"}):
        assert (words.gettext("People"), words.number(1234.5)) == ("Wir", "1.234,5")
    assert words.gettext("People") == "People"
