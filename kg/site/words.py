"""The words of pages in the languages of their readers: message catalogues, numbers, names of languages."""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import MappingProxyType

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

ENGLISH = "en"
"""The language in which the words stand in templates, scripts, questions and the declaration."""
CATALOGUES = Path(__file__).parent / "languages"
"""A file `de.po` for each language but English."""

_NONE: Mapping[str, str] = MappingProxyType({})
_READ: ContextVar[tuple[str, Mapping[str, str]]] = ContextVar("language", default=(ENGLISH, _NONE))


@contextmanager
def reading(language: str, own: Mapping[str, str] = _NONE) -> Iterator[None]:
    """Speak a language of `languages()` while a page is made; what a group has translated itself comes first."""
    token = _READ.set((language, own))
    try:
        yield
    finally:
        _READ.reset(token)


def language() -> str:
    """Return the tag of the language in which the page is made."""
    return _READ.get()[0]


@cache
def languages() -> tuple[str, ...]:
    """Return the tags of all languages that pages can have, English first."""
    return (ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.po")))


def own_name(tag: str) -> str:
    """Return what a language calls itself.

    >>> own_name("de"), own_name("fr")
    ('Deutsch', 'français')
    """
    return Locale.parse(tag).get_display_name() or tag


def read_catalogue(path: Path) -> Catalog:
    """Return the catalogue in a file that is named by its language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


@cache
def _translations(tag: str) -> NullTranslations:
    if tag == ENGLISH:
        return NullTranslations()
    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(CATALOGUES / f"{tag}.po"))
    compiled.seek(0)
    return GNUTranslations(compiled)


def of_scripts(tag: str) -> dict[str, str]:
    """Return what the scripts of pages say in a language, by the messages in them."""
    found = read_catalogue(CATALOGUES / f"{tag}.po")
    said = (each for each in found if isinstance(each.id, str) and isinstance(each.string, str) and each.string)
    return {str(each.id): str(each.string) for each in said if any(name.endswith(".js") for name, _ in each.locations)}


def gettext(message: str) -> str:
    """Return a message in the language of the page, else as it is; raises nothing."""
    tag, own = _READ.get()
    return own.get(message) or (_translations(tag).gettext(message) if message else "")


def ngettext(one: str, many: str, number: int) -> str:
    """Return the message for a number of things in the language of the page."""
    return _translations(language()).ngettext(one, many, number)


def _(message: str, /, **values: object) -> str:
    """Return a message in the language of the page, with values in place of their names in braces.

    >>> _("line {line}", line=3)
    'line 3'
    """
    return gettext(message).format(**values)


def N_(message: str) -> str:  # noqa: N802  (the name by which gettext's tools know it)
    """Return a message as it is: it is translated where a page shows it."""
    return message


def number(value: float) -> str:
    """Return a number with the separators of the language of the page.

    >>> number(1234)
    '1,234'
    """
    return format_decimal(value, locale=language())
