"""What is private in a text: e-mail addresses, telephone numbers, credentials and bank accounts, in many languages."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from kg.profile import contact_patterns

REMOVED = "[removed]"
"""Stands where something private stood."""

# Every repetition is bounded, possessive, or parted from the next by what it cannot hold itself: the search is linear.
_SPACE = r"[ \t\xa0]"
_AT = r"\s?(?:\\?[@＠]|[\[({]\s?at\s?[\])}])\s?"
_DOT = rf"(?:\.|\s?[\[({{]\s?dot\s?[\])}}]\s?|{_SPACE}{{1,3}}dot{_SPACE}{{1,3}})"
# `ada [dot] lovelace [at] example [dot] org`
_DOTTED = rf"(?:\s?[\[({{]\s?dot\s?[\])}}]\s?[\w.+-]{{1,64}}+|{_SPACE}dot{_SPACE}[\w.+-]{{1,64}}+){{0,3}}"
# The last label has no digits: `mAP@0.5` is a measure.
_EMAIL = re.compile(
    rf"(?<![\w.+@-])(?=[.+-]{{0,9}}\w)[\w.+-]++{_DOTTED}{_AT}[\w-]+(?:{_DOT}[\w-]+)*{_DOT}(?:xn--[\w-]+|[^\W\d_]{{2,}})",
    re.IGNORECASE,
)
# `ada at example dot org`. Unlike `looked at the dot product`, it ends in a domain, and unlike `at a dot in the
# image` it ends there, or has two dots, where the domain is also a word.
_SPELT_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]++{_DOTTED}{_SPACE}{{1,3}}at{_SPACE}{{1,3}}(?:[\w-]{{1,63}}+{_SPACE}{{1,3}}dot{_SPACE}{{1,3}}){{1,5}}"
    r"(?:(?:com|edu|gov|info|int|io|mil|net|org)\b"
    r"|(?!(?:am|an|as|at|be|by|do|go|he|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we)\b)[a-z]{2}\b"
    r"|(?<=dot )(?:am|as|at|be|by|do|in|is|it|me|my|no|so|to|us)(?=[\s.,;:)\]]*\Z)"
    r"|(?<=\bac dot )(?:at|be|in)\b)",
    re.IGNORECASE,
)

# `ada AT example DOT one`; words in small letters are told from prose by what stands behind them, in quotes only.
_LOUD_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]++(?:{_SPACE}DOT{_SPACE}[\w.+-]{{1,64}}+){{0,3}}{_SPACE}{{1,3}}AT{_SPACE}{{1,3}}[\w-]{{1,63}}+"
    rf"(?:(?:{_SPACE}{{1,3}}DOT{_SPACE}{{1,3}}|\.)[\w-]{{1,63}}+){{1,5}}(?<!\d)"  # not 'AT 1.74 ANGSTROMS'
)
_QUOTED_EMAIL = re.compile(
    rf"(?<![\w.+-])[\w.+-]++{_SPACE}{{1,3}}at{_SPACE}{{1,3}}(?!(?:an?|each|every|one|that|the|this)\b)[\w-]{{1,63}}+"
    rf"(?:{_SPACE}{{1,3}}dot{_SPACE}{{1,3}}(?!(?:matri|plot|product)\w{{0,4}}\b)[\w-]{{2,63}}+){{1,5}}(?=\s*(?:[,;|·•)\]>.\n]|\Z))",
    re.IGNORECASE,
)

_BETWEEN = r"(?:[ \t\xa0().‐‑–-]{0,3}|[ \t\xa0]?/[ \t\xa0]?)"
_DIGIT = rf"{_BETWEEN}\d"
_NORTH_AMERICAN = r"[2-9]\d\d{0}[2-9]\d\d{1}\d{{4}}(?!\d|-\w|\.\d)"
_WITH_A_WORD = (
    r"(?!-\d)(?:[ \t\xa0.:(/-]{1,3}(?:number|nummer|no|nr|me|us|at|on|office|home|work|is)\b){0,3}[ \t\xa0.:)#/-]{0,4}"
)
_ISSN = r"\d{4}-\d{3}[\dXx](?:[ \t\xa0]?\(|[^\d\s-]|\s*\Z)"
_PHONE = re.compile(
    # ITU-T E.164: at most 15 digits. Fewer than 8 are rather a gain, such as `+2.3 (2022)`.
    rf"(?<![\w+])\+[1-9](?:{_DIGIT}){{7,14}}"
    rf"|(?<![\w./:+=-])(?!{_ISSN})00[1-9](?:{_DIGIT}){{7,13}}"
    rf"|(?<![\w./:+-])(?<!\d )(?:1[ .-])?\({_NORTH_AMERICAN.format('[)][ .-]?', '[ .-]')}"
    rf"|(?<![\w./:+-])(?:1-)?{_NORTH_AMERICAN.format('-', '-')}"
    rf"|(?<![\w./:+-])(?:1[.])?{_NORTH_AMERICAN.format('[.]', '[.]')}"
    rf"|(?P<word>\b(?:tel|telephone|telefon(?:nummer)?|phone|fax|telefax|whatsapp)\b{_WITH_A_WORD})[+(]?\d(?:{_DIGIT}){{5,14}}"
    # These words have other meanings too: `Cell 163 (2015) 712-725` is an article.
    rf"|(?P<other_word>\b(?:mobile|mobil|handy|cell|call)\b{_WITH_A_WORD})"
    rf"(?:(?:0(?=[\d(])|\+\d|\(\d)(?:{_DIGIT}){{5,14}}|{_NORTH_AMERICAN.format('[ .-]', '[ .-]')})",
    re.IGNORECASE,
)
_YEAR = r"(?:19|20)\d\d(?:[-/.]\d\d){0,2}"
_NO_PHONE = re.compile(
    rf"\+\d{{1,2}}(?:\.\d{{1,2}})?[ (]{{1,2}}{_YEAR}(?:\D{{1,3}}{_YEAR})?"  # a gain in a period
    r"|00\d{1,8}"  # ISBN-10, grant
    rf"|[^\d+]*{_YEAR}(?:\D{{1,3}}{_YEAR})*"  # years after a word
)
# What is blanked out has one of these, which are looked for quickly, or a run of six digits. No `"` is between digits,
# so that the JSON of a profile can be searched as a whole; there, a month or day alone is none.
_CODED = re.compile(r"&(?:#|commat|period|[lr]brace)|%40", re.IGNORECASE)
_KEY = re.compile(rf"[?&;#](?:{contact_patterns.KEYS})=", re.IGNORECASE)
_BRACKETED = re.compile(
    r"[<\[({«‹|][ ]?(?:[Aa][Tt]?|[Ää][Tt]|(?i:arroba|chez|chiocciola|małpa|собака|kukac))[ ]?[>\])}»›|]"
)
_UNSEEN = re.compile(r"[＠﹫\u200b-\u200f\u2060\ufeff\xad]")
_RUN = re.compile(r"\d(?<!\d\d)(?!(?<=[12])[09]\d\d-\d\d(?:-\d\d)?\")(?:[^\w\n\"]{0,3}\d){5}")
_AT_SIGNS = (" at ", " chez ", " bei ", " en ", "-at", "_at")
_AT_A_DOMAIN = re.compile(
    r"[ \t\xa0_-](?:at|chez|bei|en)[ \t\xa0_-]{1,3}[\w-]{1,63}[ \t\xa0_-]{0,3}(?:[.．。][ ]?\w|[<\[({«|_-]"
    r"|(?:dot|punkt|punto|ponto|point|kropka|точка|pont|tečka|tecka|punktum|piste|punt|nokta)\b)",
    re.IGNORECASE,
)
_ASCII_AT = ("arroba", "chiocciola", "malpa", "kukac", "zavinac", "snabel", "miuku", "apenst", "papak", "sobak")
_OTHER_AT = ("ät", "małpa", "соба", "zavináč", "alfakr", "アット", "골뱅")
_WORD = re.compile(r"[^\W\d_]{3,}")
_WORDS_OF_A_CODE = 3
_CODE_ADDRESS = re.compile(r"(?:git|hg|svn)@[\w.-]+[:/]")
_WEB_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)


_BIRTH = (
    *("born in", "born on", "born at", "born:", "date of birth", "birth date", "birthdate"),
    *("year of birth", "geb.", "geboren", "geburtsdatum", "geburtsjahr", "date de naissance"),
    *("né le", "née le", "né en", "née en", "fecha de nacimiento", "nacido", "nacida", "data de nascimento", "nascido"),
    *(
        "nascida",
        "data di nascita",
        "nato il",
        "nata il",
        "nato a",
        "nata a",
        "geboortedatum",
        "född",
        "født",
        "fødselsd",
    ),
    *("syntymäaika", "syntynyt", "urodz", "narození", "narozen", "született", "születési", "doğum tarihi", "doğumlu"),
    *("дата рождения", "рождён", "рожден в", "родился", "родилась", "народження", "ημερομηνία γέννησης", "γεννήθηκε"),
    *(
        "生年月日",
        "出生年",
        "出生日",
        "出生于",
        "出生於",
        "年出生",
        "생년월일",
        "תאריך לידה",
        "תאריך הלידה",
        "تاريخ الميلاد",
        "تاریخ تولد",
    ),
    *("जन्म तिथि", "जन्मतिथि", "जन्म:", "ngày sinh", "tanggal lahir", "วันเกิด", "data nașterii", "data nasterii"),
)
_NUMBERED = (
    *(
        "passport",
        "passeport",
        "reisepass",
        "pasaporte",
        "passaport",
        "paspoort",
        "паспорт",
        "护照",
        "護照",
        "旅券",
        "여권",
    ),
    *("ssn", "social security", "national id", "identity card", "id card", "personalausweis", "sozialversicherung"),
    *(
        "sécurité sociale",
        "carte d'identité",
        "steuer-id",
        "personnummer",
        "fødselsnummer",
        "henkilötunnus",
        "codice fiscale",
    ),
    *("documento de identidad", "cpf", "pesel", "rodné číslo", "kimlik no", "снилс", "инн", "身份证", "身分證"),
    *("マイナンバー", "주민등록", "aadhaar", "nric", "תעודת זהות", "الهوية", "کد ملی"),
)
_DATE_OF_BIRTH = re.compile(
    rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, _BIRTH))})[^\d\n]{{0,25}}"
    r"(?:\d{1,2}[^\d\n]{1,14}(?:\d{1,2}[^\d\n]{1,3})?)?(?:19[2-9]|20[01])\d(?!\d)"
    r"|(?<!\w)born (?=\d)\d{1,2}[^\d\n]{1,14}(?:19[2-9]|20[01])\d(?!\d)"
    r"|(?<!\w)born (?:19[2-9]|20[01])\d(?!\d)",
    re.IGNORECASE,
)
_IDENTITY_NUMBER = re.compile(
    rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, _NUMBERED))})(?![a-z])[^\d\n]{{0,20}}\d(?:[ ./-]?[A-Z\d]){{5,20}}"
    r"|(?<!\w)DNI[^\w\n]{1,5}\d{7,8}"
    r"|(?<![\w./-])(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w/-]|\.\d)"  # of the USA
    r"|(?<![\w./-])[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2][1-9]|[1-3]0|31)\d{3}[\dXx](?!\w)",  # of China
    re.IGNORECASE,
)
_STEMS = (
    *("born", "birth", "geb", "naissance", "nacid", "nacim", "nascim", "nascid", "nascit", "nato ", "nata ", "urodz"),
    *("narozen", "syntynyt", "lahir", "nasterii", "passp", "passe", "pasap", "passa", "paspo", "reisep", "ssn", "dni"),
    *("social sec", "national id", "identity card", "id card", "personalaus", "sozialvers", "steuer-id", "personnu"),
    *("codice fis", "documento de id", "cpf", "pesel", "kimlik", "aadhaar", "nric"),
)
"""One of them is in each of the words in Latin letters without accents."""
_OTHER_WORDS = tuple(word for word in (*_BIRTH, *_NUMBERED) if not word.isascii())
_BARE_IDENTITY = re.compile(r"\d(?<!\d\d)\d\d-\d\d-\d{4}(?!\d)|\d(?<!\d\d)\d{16}[\dXx]")


def may_be_personal(text: str) -> bool:
    """Whether a text may state a date of birth or an identity number."""
    small = text.lower()
    if any(word in small for word in _STEMS) or _BARE_IDENTITY.search(text):
        return True
    return not small.isascii() and any(word in small for word in _OTHER_WORDS)


def personal(text: str) -> list[str]:
    """Return what a text says of a person that a state or bank would ask for.

    >>> personal("Geburtsdatum: 10.12.1985"), personal("Max Born Prize, 2019")
    (['a date of birth'], [])
    >>> personal("SSN 123-45-6789"), personal("In 2019, a reborn engine")
    (['an identity number'], [])
    """
    if not may_be_personal(text):
        return []
    found = {"a date of birth": _DATE_OF_BIRTH, "an identity number": _IDENTITY_NUMBER}
    return [kind for kind, pattern in found.items() if pattern.search(text)]


def contacts_in(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield what is private in a text: what each is, as it is written, and where."""
    yield from ((kind, text[start:end], start) for kind, start, end in private(text))


def blanked(text: str, *, is_quote: bool = False) -> str:
    """Return a text without what is private in it; in quotes of documents, `ada at home` and its like goes, too.

    >>> blanked("Ada, Tél. : 01 23 45 67 89, ada at example dot org")
    'Ada, Tél. : [removed], [removed]'
    """
    if is_quote:
        text = _QUOTED_EMAIL.sub(REMOVED, text)
    if "://" in text:
        text = _WEB_ADDRESS.sub(lambda found: without_contacts(found[0]), text)
    for _, start, end in reversed(private(text)):
        text = text[:start] + REMOVED + text[end:]
    return text


def is_code(text: str) -> bool:
    """Whether what stands in a field for numbers and codes can be one: a sentence is not.

    >>> is_code("Technical Report No. 617-253-1000"), is_code("ask Ada at home: 617-253-1000, in the evening")
    (True, False)
    """
    return len(_WORD.findall(text)) <= _WORDS_OF_A_CODE


def blanked_code(text: str) -> str:
    """Return a number or code without what is marked as a contact in it: by a word, or by a plus sign.

    >>> blanked_code("0800-123-4567"), blanked_code("Tel. 0800-123-4567"), blanked_code("+852 2345 6789")
    ('0800-123-4567', 'Tel. [removed]', '[removed]')
    """
    for _, start, end in reversed(private(text, is_code=True)):
        text = text[:start] + REMOVED + text[end:]
    return text


def without_contacts(address: str) -> str:
    """Return a web address without passwords and keys, and without its query, if that holds an e-mail address."""
    address = contact_patterns.without_credentials(address)
    path, mark, query = address.partition("?")
    return path if mark and _EMAIL.search(unquote(query)) else address


def is_web_address(text: str) -> bool:
    """Whether a text is nothing but a web address."""
    return text[:4].casefold() == "http" and _WEB_ADDRESS.fullmatch(text) is not None


def private(text: str, *, is_code: bool = False) -> list[tuple[str, int, int]]:
    """Return what is private in a text, in order: its kind, where it begins and where it ends.

    Args:
        text: The text.
        is_code: Whether it is a number or a code, so that a telephone number is known by a word or a plus sign only.
    """
    if not has_sign(text) and not _RUN.search(text):
        return []
    bare, places = contact_patterns.plain(text)
    found = sorted(_found(bare, is_code=is_code), key=lambda each: (each[1], -each[2]))
    apart: list[tuple[str, int, int]] = []
    for kind, start, end in found:
        if apart and start < apart[-1][2]:
            apart[-1] = (apart[-1][0], apart[-1][1], max(end, apart[-1][2]))
        else:
            apart.append((kind, start, end))
    if places is None:
        return apart
    return [(kind, places[start], places[end]) for kind, start, end in apart]


def has_sign(text: str) -> bool:
    """Whether a text has a sign of an e-mail address or a key."""
    is_ascii = text.isascii()
    if "@" in text or (not is_ascii and _UNSEEN.search(text)) or _BRACKETED.search(text):
        return True
    if ("&" in text or "%" in text) and _CODED.search(text):
        return True
    if "=" in text and _KEY.search(text):
        return True
    small = text.lower()
    is_spaced = "\t" in small or "\xa0" in small
    if (is_spaced or any(word in small for word in _AT_SIGNS)) and _AT_A_DOMAIN.search(text):
        return True
    return any(word in small for word in (_ASCII_AT if is_ascii else (*_ASCII_AT, *_OTHER_AT)))


def with_runs(json: str) -> Iterator[str]:
    """Yield the texts of some JSON that have a run of digits, with their escapes; those with a quote are in parts."""
    end = 0
    for found in _RUN.finditer(json):
        if found.start() >= end:
            end = json.find('"', found.end())
            yield json[json.rfind('"', 0, found.start()) + 1 : end]


def _found(text: str, *, is_code: bool = False) -> Iterator[tuple[str, int, int]]:
    for pattern in (_EMAIL, _SPELT_EMAIL, _LOUD_EMAIL):
        for found in pattern.finditer(text):
            if not _is_of_code_or_path(text, found):
                yield "e-mail address", *found.span()
    for found in _PHONE.finditer(text):
        is_marked = found["word"] or found["other_word"] or found[0].startswith("+")
        if not _NO_PHONE.fullmatch(found[0]) and (is_marked or not is_code):
            yield "telephone number", found.start() + len(found["word"] or found["other_word"] or ""), found.end()
    yield from (("telephone number", *span) for span in contact_patterns.numbers(text, is_code=is_code))
    yield from contact_patterns.private(text)


def _is_of_code_or_path(text: str, found: re.Match[str]) -> bool:
    if _CODE_ADDRESS.match(text, found.start()):
        return True
    return contact_patterns.ends_in_path(text, found.start())
