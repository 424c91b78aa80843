"""Clean the texts of plain data of what is private in them: those of profiles, of what steers a project, of drafts.

Whether a field holds any text, a number or code, or values of a form that is checked, the declaration says of its type.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kg.base.errors import Problem
from kg.profile import contacts
from kg.profile.contacts import REMOVED
from kg.profile.postal import addresses, without_addresses
from kg.terms.kinds import Declaration, Kind

LEFT_OUT = "something private is left out of this text"
"""The message where a text is not whole."""
PIECES = re.compile(r"(\s*(?:[|·•◊⋄♦,;\t\n]|\s&\s|\s/\s)\s*|\[removed\][ \xa0]+)")
"""What parts the things that stand on one line; it is kept when a text is split."""
_BARE_NUMBER = re.compile(r"(?:\(?0\d[\d() \xa0/.–-]{4,20}\d|\d{2,4}(?:[ \xa0]\d{2,4}){2,5})")
_DATE = re.compile(r"(?<!\d)(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d(?!\d)")
_SITE = re.compile(r"(?<![\w.])(?:[\w-]{2,63}\.){1,4}[a-z]{2,12}(?:/\S{0,200}+)?(?!\w)")
_NAMING = frozenset(
    ("authors", "course", "degree", "doi", "institution", "name", "organization", "title", "url", "venue")
)
"""The keys of names, which may be those of streets."""


def clean_text(text: str, *, keep: Iterable[str] = (), is_code: bool = False) -> str:  # noqa: ARG001  (as clean_drafted)
    """Return a text without contacts and secrets; of a number or code only with what a word marks as a contact."""
    return contacts.blanked(text, is_code=is_code and contacts.is_code(text))


def clean_drafted(text: str, *, keep: Iterable[str] = (), is_quote: bool = False, is_code: bool = False) -> str:
    """Return a text of a document without contacts: also without addresses, and bare numbers beside contacts."""
    if is_code and contacts.is_code(text):
        return clean_text(text, is_code=True)
    text = without_addresses(contacts.blanked(text, is_quote=is_quote), REMOVED, keep=keep)
    if REMOVED not in text and not _SITE.search(text):
        return text
    return "".join(_beside(PIECES.split(text)))


def lines_without_contacts(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines of a document without what is private in them, such as addresses over several lines."""
    whole = "\n".join(lines)
    private = [whole[start:end] for _, start, end in contacts.private(whole, is_quote=True)]
    for each in sorted({*private, *addresses(whole)}, key=len, reverse=True):
        whole = whole.replace(each, "\n".join("…" for _ in each.split("\n")))
    for line in whole.split("\n"):
        yield "…" if contacts.personal(line) else clean_drafted(line, is_quote=True).replace(REMOVED, "…")


def _beside(pieces: list[str]) -> Iterator[str]:
    """Yield the pieces of a text that has contacts; those that are nothing but a number are blanked out."""
    for piece in pieces:
        bare = piece.strip(" .()")
        is_number = 7 <= sum(map(str.isdigit, bare)) <= 15 and _BARE_NUMBER.fullmatch(bare)
        yield REMOVED if is_number and not _DATE.search(bare) else piece


def clean(value: Any, way: Callable[..., str] = clean_text, key: str = "") -> Any:
    """Return plain data with their texts cleaned; a street in a name stays, if there is no postcode."""
    if isinstance(value, str):
        if contacts.is_web_address(value):
            return contacts.without_contacts(value)
        return way(value, keep=[value]) if key in _NAMING else way(value)
    if isinstance(value, list | tuple):
        return [clean(entry, way, key) for entry in value]
    if isinstance(value, dict):
        return {each: entry if each == "id" else clean(entry, way, each) for each, entry in value.items()}
    return value


def clean_thing(
    node: Mapping[str, Any], kind: Kind, declaration: Declaration, way: Callable[..., str] = clean_text
) -> dict[str, Any]:
    """Return the fields of a thing, the text of each cleaned as what its field may hold.

    A private field that is still there is published as it is.
    """

    def field(key: str, value: Any) -> Any:
        each = kind.fields.get(key)
        if key == "id" or (each and (each.is_private or each.sort == "enum")):
            return value
        if each is None or not each.is_inlined or each.sort != "kind":
            form = declaration.form_of(each) if each else ""
            return value if form == "checked" else clean(value, partial(way, is_code=form == "code"), key)
        inner = declaration.kinds[each.range]

        def part(said: Any) -> Any:
            return clean_thing(said, inner, declaration, way) if isinstance(said, dict) else clean(said, way, key)

        return [part(said) for said in value] if isinstance(value, list) else part(value)

    return {key: field(key, value) for key, value in node.items()}


def texts(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of plain data, each with its place, such as `publications[3].title`."""
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, list):
        for number, entry in enumerate(value):
            yield from texts(entry, f"{field}[{number}]")
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from texts(entry, f"{field}.{key}" if field else key)


def left_out(before: Any, after: Any, path: Path, line: Callable[[str], int], public: str = "") -> list[Problem]:
    """Return of which texts something is left out, given the data before and after: nothing is in silence.

    Args:
        before: The plain data.
        after: The same, cleaned.
        path: Their file.
        line: The line (from 1) of the place of a text, such as `publications[3].title`.
        public: What else one may do than to take it out, before 'or'.
    """
    kept = dict(texts(after))
    hint = f"take it out, {public}or let texts alone with privacy.redact_texts"
    return [
        Problem(LEFT_OUT, path, line(field), field=field, hint=hint)
        for field, text in texts(before)
        if kept.get(field) != text
    ]
