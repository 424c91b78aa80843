"""What a reference says of a work beside title, people, venue and date, in the form in which a profile holds it.

Formats name these values differently but write them alike: pages with one hyphen or two, several ISBNs in one field,
languages by name or by code, licences by their short names.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from kg.interchange import works
from kg.interchange.plain import kept, line

_RANGE = re.compile(r"(?<=\w)\s*(?:-{2,3}|–|—|−|‐|‑)\s*(?=\w)")
_ONE_HYPHEN = re.compile(r"([A-Za-z]{0,3}\d{1,7}[a-z]?) ?- ?([A-Za-z]{0,3}\d{1,7}[a-z]?)")
_ISBN = re.compile(r"(?<![\dXx])(?:97[89][\s-]?)?(?:\d[\s-]?){9}[\dXx](?![\dXx-])")
_ISSN = re.compile(r"(?<![\d-])\d{4}[-‐-―]?\d{3}[\dXx](?![\dXx-])")
_PARTS = re.compile(r"[,;/|\n]| and ")
_LABEL = re.compile(r"\b(?:e-?|p-?)?is[bs]n(?:-?1[03])?\b\s*:?|\([^()]{1,40}\)", re.IGNORECASE)
_ESCAPED_TIMES = 3
_COUNT = re.compile(r"\D*?(\d{1,6})\D*")
_CODE = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z0-9]{2,8}))?")
_CC = re.compile(r"(?:cc|creative commons)[\s-]*(by(?:[\s-]+(?:nc|nd|sa)){0,3})(?:[\s,-]*v?(\d\.\d))?", re.IGNORECASE)
_CC_LONG = re.compile(r"creative commons attribution", re.IGNORECASE)
_CC_WORDS = (("noncommercial", "nc"), ("noderiv", "nd"), ("sharealike", "sa"))
_VERSION = re.compile(r"\d\.\d")
_LICENSES: Mapping[str, str] = {
    "cc0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "cc0 1 0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "mit": "https://spdx.org/licenses/MIT",
    "mit license": "https://spdx.org/licenses/MIT",
    "apache 2 0": "https://spdx.org/licenses/Apache-2.0",
    "apache license 2 0": "https://spdx.org/licenses/Apache-2.0",
    "bsd 3 clause": "https://spdx.org/licenses/BSD-3-Clause",
    "gpl 3 0": "https://spdx.org/licenses/GPL-3.0-only",
    "gpl 3 0 or later": "https://spdx.org/licenses/GPL-3.0-or-later",
}
_LANGUAGES: Mapping[str, str] = {
    word: code
    for code, words in {
        "ar": "arabic ara العربية", "bg": "bulgarian bul", "ca": "catalan cat català", "cs": "czech cze ces čeština",
        "da": "danish dan dansk", "de": "german ngerman deutsch germanb naustrian austrian swissgerman nswissgerman ger"
        " deu", "el": "greek gre ell", "en": "english eng englisch anglais inglés", "en-AU": "australian",
        "en-CA": "canadian", "en-GB": "british ukenglish", "en-NZ": "newzealand", "en-US": "american usenglish",
        "es": "spanish spa español castellano espagnol", "et": "estonian est", "eu": "basque baq eus",
        "fa": "persian farsi per fas", "fi": "finnish fin suomi", "fr": "french francais français frenchb fre fra",
        "fr-CA": "canadien", "he": "hebrew heb", "hr": "croatian hrv hrvatski", "hu": "hungarian hun magyar",
        "id": "indonesian bahasa ind", "it": "italian ita italiano", "ja": "japanese jpn 日本語",
        "ko": "korean kor 한국어", "la": "latin lat", "lt": "lithuanian lit", "lv": "latvian lav",
        "nb": "norsk bokmål", "nl": "dutch nederlands dut nld", "nn": "nynorsk", "no": "norwegian nor",
        "pl": "polish pol polski", "pt": "portuguese portuges por português", "pt-BR": "brazilian brazil",
        "ro": "romanian rum ron", "ru": "russian rus русский", "sk": "slovak slo slk", "sl": "slovene slovenian slv",
        "sr": "serbian srp", "sv": "swedish swe svenska", "tr": "turkish tur türkçe", "uk": "ukrainian ukr",
        "vi": "vietnamese vie", "zh": "chinese chi zho 中文",
    }.items()
    for word in words.split()
}  # fmt: skip
"""Languages by what babel and biblatex call them, by their English and own names, and by their codes in ISO 639-2."""
_TO_ONESELF = re.compile(
    r"(?:to-?do|fix-?me|xxx|ask|check|find|buy|print out|e-?mail|call(?! n)|remember|remind|look (?:up|at|into)|verify"
    r"|cite|update|must|needs?|should|maybe|perhaps|not sure|why|who|how|don'?t|do not|my|we should|re-?read"
    r"|i (?:should|need|must|think|have|want|will)|(?:to )?read (?:this|again|later|soon|chapter|it)"
    r"|to (?:read|do|be read)|send|unread|important|skimmed|imported|export(?:ed)?(?: date)?|cited by|query date"
    r"|zotero|mendeley)\b|publisher:|.{0,300}(?:\?|!!)$",
    re.IGNORECASE,
)
"""How notes begin that people or their programs write for themselves, or how they end."""


def details(said: Mapping[str, str]) -> dict[str, Any]:
    """Return values in the form of a profile, given as written under the keys of `Publication`.

    >>> details({"pages": "666--731", "language": "ngerman", "volume": "3", "issue": ""})
    {'pages': '666–731', 'language': 'de', 'volume': '3'}
    """
    return kept(**{key: _READ.get(key, str)(text) for key, text in said.items() if text})


def pages(text: str) -> str:
    """Return pages with a dash between the first and the last.

    >>> pages("666--731"), pages("666-731"), pages("1:1--1:20, 30"), pages("A-12"), pages("e1843")
    ('666–731', '666–731', '1:1–1:20, 30', 'A-12', 'e1843')
    """
    dashed = _RANGE.sub("–", text)
    match = _ONE_HYPHEN.fullmatch(dashed)
    return f"{match[1]}–{match[2]}" if match else dashed


def isbns(text: str) -> list[str]:
    """Return the ISBNs in a field, which may hold several; what is none is there too, so that it can be reported.

    >>> isbns("978-0-306-40615-7 (print), 0306406152"), isbns("9780306406157 9780306406157"), isbns("nonsense")
    (['978-0-306-40615-7', '0306406152'], ['9780306406157'], ['nonsense'])
    """
    return _numbers(_ISBN, text)


def issns(text: str) -> list[str]:
    """Return the ISSNs in a field, as `isbns` does.

    >>> issns("0378-5955; 20493630"), issns("ISSN 2049-3630")
    (['0378-5955', '20493630'], ['2049-3630'])
    """
    return _numbers(_ISSN, text)


def numbers_of_series(text: str) -> tuple[list[str], list[str]]:
    """Return the ISBNs and the ISSNs of a field that may hold both."""
    books = [match[0].strip() for match in _ISBN.finditer(text)]
    rest = _ISBN.sub(" ", text)
    return list(dict.fromkeys(books)), list(dict.fromkeys(match[0] for match in _ISSN.finditer(rest)))


def _numbers(pattern: re.Pattern[str], text: str) -> list[str]:
    parts = (part.strip() for part in _PARTS.split(_LABEL.sub(" ", text)))
    found = [[match[0].strip() for match in pattern.finditer(part)] or [part] for part in parts if part]
    return list(dict.fromkeys(number for several in found for number in several))


def keywords(text: str) -> list[str]:
    """Return the words of a list that is parted by semicolons, else by commas.

    >>> keywords("engines, numbers"), keywords("numbers, Bernoulli; engines"), keywords("numbers, Bernoulli;")
    (['engines', 'numbers'], ['numbers, Bernoulli', 'engines'], ['numbers, Bernoulli'])
    """
    words = (word.strip() for word in text.split(";" if ";" in text else ","))
    return list(dict.fromkeys(word for word in words if word))


def joined_keywords(words: list[str]) -> str:
    """Return words as a list that `keywords` takes apart again.

    >>> joined_keywords(["engines", "numbers"]), joined_keywords(["numbers, Bernoulli"])
    ('engines, numbers', 'numbers, Bernoulli;')
    """
    if not any("," in word for word in words):
        return ", ".join(words)
    return "; ".join(words) + (";" if len(words) == 1 else "")


def language(text: str) -> str:
    """Return the code of a language; an unknown name stays, so that it can be reported.

    >>> language("ngerman"), language("EN_us"), language("English"), language("fra"), language("Klingon")
    ('de', 'en-US', 'en', 'fr', 'Klingon')
    """
    word = text.strip()
    if known := _LANGUAGES.get(word.casefold()):
        return known
    match = _CODE.fullmatch(word)
    if not match:
        return word
    code = match[1].casefold()
    code = _LANGUAGES.get(code, code)
    region = match[2] or ""
    return f"{code}-{region.upper() if len(region) == 2 else region}" if region else code


def license_of(text: str) -> str:
    """Return the address of a licence that is known by its name; other texts stay, so that they can be reported.

    >>> license_of("CC BY-NC 4.0"), license_of("MIT"), license_of("All rights reserved")
    ('https://creativecommons.org/licenses/by-nc/4.0/', 'https://spdx.org/licenses/MIT', 'All rights reserved')
    """
    word = text.strip()
    if word.startswith(("http://", "https://")):
        return word
    if match := _CC.fullmatch(word):
        terms = "-".join(match[1].lower().replace("-", " ").split())
        return f"https://creativecommons.org/licenses/{terms}/{match[2] or '4.0'}/"
    if _CC_LONG.match(word):
        bare = word.casefold().replace("-", "").replace(" ", "")
        terms = "-".join(("by", *(short for long, short in _CC_WORDS if long in bare)))
        stated = _VERSION.search(word)
        return f"https://creativecommons.org/licenses/{terms}/{stated[0] if stated else '4.0'}/"
    return _LICENSES.get(works.kind_of(word), word)


def page_count(text: str) -> int | str:
    """Return how many pages a work has; what is no number stays, so that it can be reported.

    >>> page_count("230 S."), page_count("xii, 230"), page_count("many")
    (230, 230, 'many')
    """
    match = _COUNT.fullmatch(text)
    return int(match[1]) if match else text


def _without_markup(text: str) -> str:
    """Return a text without the markup that publishers leave in it, often escaped twice."""
    for _ in range(_ESCAPED_TIMES):
        text = line(text)
    return text


def is_to_oneself(note: str) -> bool:
    """Say whether a note was written for those who keep the list, not for those who read it.

    >>> is_to_oneself("ask Charles"), is_to_oneself("TODO"), is_to_oneself("Translated from the French")
    (True, True, False)
    """
    return bool(_TO_ONESELF.match(note.strip()))


_READ: Mapping[str, Callable[[str], Any]] = {
    "abstract": _without_markup,
    "pages": pages,
    "isbn": isbns,
    "issn": issns,
    "keywords": keywords,
    "language": language,
    "license": license_of,
    "page_count": page_count,
}
