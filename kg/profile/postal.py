"""Find postal addresses in texts: where somebody lives or sits, as street, number, postcode and town."""

import re
from collections.abc import Iterable

_WORD = r"[^\W\d_][^\W\d_.’'-]{0,30}+"
_TOWN_WORD = r"(?:St\.[ ])?[^\W\d_a-zß-öø-ÿ][\w’'-]{0,30}+"
_TOWN = rf"{_TOWN_WORD}(?:[ ](?:am|an|der|im|in|la|le|sur|{_TOWN_WORD})){{0,3}}"
_POSTAL_GAP = r"(?:[ \xa0]?,[ \xa0\n]{0,2}|[ \xa0]|\n)"
_NUMBER = r"(?!(?:19|20)\d\d\b)\d{1,4}(?:[ ]?[-–/][ ]?\d{1,4})?[a-zA-Z]?(?![\w.]*\d)"
_POSTCODE = r"(?:[A-Z]{1,3}-)?(?:\d{5}(?!\d|-\d{5})|\d{4}[ ]?[A-Z]{2}\b|(?!(?:19|20)\d\d)\d{4}(?!\d))"
_AMERICAN = rf"(?:,[ ][^,;|•·\n]{{1,30}}+){{0,2}},[ ]{_TOWN},?[ ][A-Z]{{2}}[ ]\d{{5}}(?:-\d{{4}})?(?!\d)"
_BRITISH = rf"(?:,[ ][^,;|•·\n]{{1,30}}+){{0,2}}?,[ ](?:{_TOWN},?[ ])?[A-Z]{{1,2}}\d[A-Z\d]?[ ]\d[A-Z]{{2}}\b"
_DISTRICT = rf",[ ]{_TOWN}[ ]\d{{1,2}}\b(?![\d/-]|\.\d)"
_BEHIND = (
    rf"(?:{_AMERICAN}|{_BRITISH}|{_DISTRICT}|{_POSTAL_GAP}{_POSTCODE}[ ]{_TOWN}|{_POSTAL_GAP}{_TOWN}[ ]{_POSTCODE})"
)
_POSTAL_LED = r"(?<![\w@./-])"

_GERMAN = (
    r"(?:[A-ZÄÖÜ][^\W\d_]{2,30}?(?:stra(?:ß|ss)e|str\.|gasse|allee|weg|platz|damm|ufer|steig|chaussee)"
    r"|[A-ZÄÖÜ][\w’'-]{1,30}(?:[ -][A-ZÄÖÜ][\w’'-]{1,30}){0,2}"
    r"[ -](?:Stra(?:ß|ss)e|Str\.|Gasse|Allee|Weg|Platz|Ring|Damm|Ufer))"
    rf"[ \xa0]{_NUMBER}"
)
_ENGLISH = (
    r"(?!(?:19|20)\d\d\b)\d{1,5}[A-Za-z]?[ ](?:[NSEW]\.?[ ])?[A-Z][\w’'-]{1,30}(?:[ ][A-Z][\w’'-]{1,30}){0,3}?"
    r"[ ](?:Street|Road|Avenue|Lane|Boulevard|Drive|Terrace|Crescent|(?:St|Rd|Ave|Ln|Blvd|Dr)\b\.?)"
    r"(?![\w-])(?![ ][A-Z])"
)
_FRENCH = (
    r"\d{1,4}(?:[ ]?(?:bis|ter))?,?[ ](?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Aa]llée|[Cc]hemin|[Ii]mpasse|[Qq]uai)"
    r"[ ](?:(?:de[ ]la|de|du|des|la|le|les)[ ]|de[ ]l['’]|[dl]['’])?[A-ZÀ-Þ][\w’'-]{1,30}"
    r"(?:[ -][A-ZÀ-Þ][\w’'-]{1,30}){0,3}"
)
_ROMANCE = rf"(?:[Vv]ia|[Cc]alle|[Rr]ua|[Pp]iazza|[Pp]laza|Avenida|Viale)[ ](?:{_WORD}[ ]){{0,3}}{_WORD},?[ ]{_NUMBER}"
_ANY = (
    rf"[A-ZÄÖÜ][a-zß-öø-ÿ]{{2,30}}+(?:[ ][^\W\d_]{{2,30}}+){{0,3}}[ ]{_NUMBER},[ ](?:[A-Z]{{1,3}}-)?"
    rf"(?:\d{{5}}(?!\d)|\d{{4}}[ ]?[A-Z]{{2}}\b)[ ]{_TOWN}"
)
_ADDRESS = re.compile(
    rf"{_POSTAL_LED}(?:(?:{_GERMAN}|{_ENGLISH}|{_FRENCH}|{_ROMANCE}){_BEHIND}?|{_ANY})"
    rf"|{_POSTAL_LED}\d{{1,5}}[ ](?:[A-Z][\w’'.-]{{1,30}}[ ]){{1,4}}[A-Z][\w’'.-]{{1,30}}{_AMERICAN}"
)
_DIGIT = re.compile(r"\d")
_CODE = re.compile(r",.*?\d", re.DOTALL)


def without_addresses(text: str, blank: str, *, keep: Iterable[str] = ()) -> str:
    """Return a text whose postal addresses are blanked out.

    Args:
        text: The text.
        blank: What stands in their place.
        keep: Names; a street without a postcode stays if it stands in one of them.
    """
    if not _DIGIT.search(text):
        return text
    kept = list(keep)

    def blanked(found: re.Match[str]) -> str:
        is_name = any(found[0] in name for name in kept) and not _CODE.search(found[0])
        return found[0] if is_name else blank

    return _ADDRESS.sub(blanked, text)


def addresses(text: str) -> list[str]:
    """Return the postal addresses in a text.

    >>> addresses("At Gartenweg 7, 80331 München, since 2019"), addresses("Wall Street Journal 7, 2019")
    (['Gartenweg 7, 80331 München'], [])
    """
    return [found[0] for found in _ADDRESS.finditer(text)] if _DIGIT.search(text) else []
