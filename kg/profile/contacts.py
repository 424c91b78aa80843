"""Find private data in texts of many languages: contacts, what opens an account, and what a state knows people by."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from urllib.parse import unquote

from kg.profile import credentials, emails, telephones
from kg.terms.labels import local_name

REMOVED = "[removed]"
"""Stands where something private stood."""

CONTACT_SCHEMES = ("mailto:", "tel:", "sms:", "fax:", "sip:", "xmpp:")
"""What IRIs begin with that are contacts."""
_PROPERTIES = frozenset(
    (
        *("address", "adr", "contactpoint", "email", "emailaddress", "fax", "faxnumber", "hasaddress", "hasemail"),
        *("hastelephone", "homephone", "mbox", "mbox_sha1sum", "phone", "postalcode", "streetaddress", "tel"),
        *("telephone", "workphone"),
    )
)

_CODED = re.compile(
    r"&(?:#\d{1,4}|#x[0-9a-f]{1,4}|commat|period|lbrace|rbrace);|%40|[\u200b-\u200f\u2060\ufeff\xad]|[\uff01-\uff5e﹫．。]",
    re.IGNORECASE,
)
_UNSEEN = re.compile(r"[\u200b-\u200f\u2060\ufeff\xad\uff01-\uff5e﹫．。]")
# What is blanked out has a sign that is looked for quickly, or a run of six digits. No `"` is between digits, so that
# the JSON of a profile can be searched as a whole; there, a month or day alone is none.
_RUN = re.compile(r"\d(?<!\d\d)(?!(?<=[12])[09]\d\d-\d\d(?:-\d\d)?\")(?:[^\w\n\"]{0,3}\d){5}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_WORDS_OF_A_CODE = 3
_WEB_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(re.split(r",\s+", text.strip()))


_BIRTH = _phrases("""
    born in, born on, born at, born:, date of birth, birth date, birthdate, year of birth, geb., geboren,
    geburtsdatum, geburtsjahr, date de naissance, né le, née le, né en, née en, fecha de nacimiento, nacido,
    nacida, data de nascimento, nascido, nascida, data di nascita, nato il, nata il, nato a, nata a,
    geboortedatum, född, født, fødselsd, syntymäaika, syntynyt, urodz, narození, narozen, született, születési,
    doğum tarihi, doğumlu, дата рождения, рождён, рожден в, родился, родилась, народження, ημερομηνία γέννησης,
    γεννήθηκε, 生年月日, 出生年, 出生日, 出生于, 出生於, 年出生, 생년월일, תאריך לידה, תאריך הלידה, تاريخ الميلاد,
    تاریخ تولد, जन्म तिथि, जन्मतिथि, जन्म:, ngày sinh, tanggal lahir, วันเกิด, data nașterii, data nasterii
""")
_NUMBERED = _phrases("""
    passport, passeport, reisepass, pasaporte, passaport, paspoort, паспорт, 护照, 護照, 旅券, 여권, ssn,
    social security, national id, identity card, id card, personalausweis, sozialversicherung, sécurité sociale,
    carte d'identité, steuer-id, personnummer, fødselsnummer, henkilötunnus, codice fiscale,
    documento de identidad, cpf, pesel, rodné číslo, kimlik no, снилс, инн, 身份证, 身分證, マイナンバー, 주민등록,
    aadhaar, nric, תעודת זהות, الهوية, کد ملی
""")
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


def is_contact(iri: str) -> bool:
    """Whether a property holds where somebody can be reached.

    >>> is_contact("https://schema.org/email"), is_contact("https://schema.org/name")
    (True, False)
    """
    return local_name(iri).casefold() in _PROPERTIES


def may_be_personal(text: str) -> bool:
    """Whether a text may state a date of birth, an identity number or a password."""
    small = text.lower()
    if any(word in small for word in _STEMS) or _BARE_IDENTITY.search(text):
        return True
    if not small.isascii() and any(word in small for word in _OTHER_WORDS):
        return True
    return credentials.may_have_password(text)


def personal(text: str) -> list[str]:
    """Return what a text seems to say of a person that is for few to know.

    >>> personal("Geburtsdatum: 10.12.1985"), personal("Max Born Prize, 2019")
    (['a date of birth'], [])
    >>> personal("SSN 123-45-6789"), personal("In 2019, a reborn engine")
    (['an identity number'], [])
    """
    if not may_be_personal(text):
        return []
    found = {"a date of birth": _DATE_OF_BIRTH, "an identity number": _IDENTITY_NUMBER}
    kinds = [kind for kind, pattern in found.items() if pattern.search(text)]
    return [*kinds, "a password"] if credentials.may_be_password(text) else kinds


_LINES = re.compile(r"\s*[,;\n]\s*")
_BETWEEN_FIGURES = r"[\s().\-/]*"
_MIN_STATED = 5  # characters of a contact, or a line of it, that is looked for; shorter ones stand anywhere: UK


def stated(contacts: Iterable[str], text: str, *, is_quote: bool = False) -> re.Pattern[str] | None:
    """Return an expression for contacts that somebody states, however spaced; None if none of them is in a text.

    Args:
        contacts: E-mail addresses, telephone numbers, postal addresses; of these also the lines with a number.
        text: Where they may stand; a quick look at it mostly shows that they do not.
        is_quote: Whether it is quoted from documents: from other texts an address without a number, such as that of
            a university, does not go.

    >>> stated(["12 Fern Road, Ockham"], "Walks at 12 fern  Road").sub(REMOVED, "Walks at 12 fern  Road")
    'Walks at [removed]'
    """
    small = text.casefold()
    forms = [form for contact in contacts for sign, form in _forms(contact, is_quote) if sign in small]
    longest_first = "|".join(sorted(forms, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE) if forms else None


def _forms(contact: str, is_quote: bool) -> Iterator[tuple[str, str]]:
    """Yield expressions for a contact, each with a text that stands where it does."""
    lines = [line for line in _LINES.split(contact) if any(map(str.isdigit, line)) and _WORD.search(line)]
    for said in dict.fromkeys((contact, *lines)):
        words = said.split()
        if _WORD.search(said):
            if len(said) >= _MIN_STATED and (is_quote or "@" in said or any(map(str.isdigit, said))):
                yield max(words, key=len).casefold(), r"(?:\s|\\n)+".join(map(re.escape, words))
        elif len(figures := "".join(filter(str.isdigit, said))) > _MIN_STATED:
            yield figures[-1], rf"\+?{_BETWEEN_FIGURES.join(figures)}"
            yield from ((figures[-1], rf"0{_BETWEEN_FIGURES}{_BETWEEN_FIGURES.join(figures[n:])}") for n in (1, 2, 3))


def contacts_in(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield what is private in a text: what each is, as it is written, and where."""
    yield from ((kind, text[start:end], start) for kind, start, end in private(text))


def blanked(text: str, *, is_quote: bool = False, is_code: bool = False) -> str:
    """Return a text without what is private in it.

    Args:
        text: The text.
        is_quote: Whether it is quoted from a document, in which `ada at home dot one` goes, too.
        is_code: Whether it is a number or code, from which goes only what a word or a plus sign marks as a contact.

    >>> blanked("Ada, Tél. : 01 23 45 67 89, ada at example dot org")
    'Ada, Tél. : [removed], [removed]'
    >>> blanked("0800-123-4567", is_code=True), blanked("Tel. 0800-123-4567", is_code=True)
    ('0800-123-4567', 'Tel. [removed]')
    """
    if "://" in text:
        text = _WEB_ADDRESS.sub(lambda found: without_contacts(found[0]), text)
    kept, end = [], 0
    for _, start, after in private(text, is_quote=is_quote, is_code=is_code):
        kept += [text[end:start], REMOVED]
        end = after
    return "".join([*kept, text[end:]])


def is_code(text: str) -> bool:
    """Whether what stands in a field for numbers and codes can be one: a sentence is not.

    >>> is_code("Technical Report No. 617-253-1000"), is_code("ask Ada at home: 617-253-1000, in the evening")
    (True, False)
    """
    return len(_WORD.findall(text)) <= _WORDS_OF_A_CODE


def without_contacts(address: str) -> str:
    """Return a web address without passwords and keys, and without its query, if that holds an e-mail address."""
    address = credentials.without_credentials(address)
    path, mark, query = address.partition("?")
    return path if mark and "@" in (said := unquote(query)) and any(emails.found_in(said)) else address


def is_web_address(text: str) -> bool:
    """Whether a text is nothing but a web address."""
    return text[:4].casefold() == "http" and _WEB_ADDRESS.fullmatch(text) is not None


def private(text: str, *, is_quote: bool = False, is_code: bool = False) -> list[tuple[str, int, int]]:
    """Return the private spans of a text, in order: kind, start and end; `blanked` says what the arguments mean."""
    if not has_sign(text) and not _RUN.search(text):
        return []
    bare, places = _plain(text)
    found = [("e-mail address", *span) for span in emails.found_in(bare, is_quote=is_quote)]
    if _RUN.search(bare):
        found += [("telephone number", *span) for span in telephones.found_in(bare, is_code=is_code)]
    apart: list[tuple[str, int, int]] = []
    for kind, start, end in sorted([*credentials.found_in(bare), *found], key=lambda each: (each[1], -each[2])):
        if apart and start < apart[-1][2]:
            apart[-1] = (apart[-1][0], apart[-1][1], max(end, apart[-1][2]))
        else:
            apart.append((kind, start, end))
    if places is None:
        return apart
    return [(kind, places[start], places[end]) for kind, start, end in apart]


def _plain(text: str) -> tuple[str, list[int] | None]:
    """Return a text without entities, escapes and characters that nobody sees, and where each of its characters stood.

    >>> _plain("a&#64;b")[0], _plain("ab")
    ('a@b', ('ab', None))
    """
    if not _CODED.search(text):
        return text, None
    parts: list[str] = []
    places: list[int] = []
    at = 0
    for found in _CODED.finditer(text):
        parts.append(text[at : found.start()])
        places.extend(range(at, found.start()))
        if meant := _meant(found[0]):
            parts.append(meant)
            places.extend([found.start()] * len(meant))
        at = found.end()
    parts.append(text[at:])
    places.extend(range(at, len(text) + 1))
    return "".join(parts), places


def _meant(sign: str) -> str:
    if sign == "%40":
        return "@"
    if sign.startswith("&"):
        return unescape(sign)
    if "\uff01" <= sign <= "\uff5e":
        return chr(ord(sign) - 0xFEE0)
    return {"﹫": "@", "。": "."}.get(sign, "")


def has_sign(text: str) -> bool:
    """Whether a text has a sign of an e-mail address, a key or a password; a text without may still have numbers."""
    is_coded = (("&" in text or "%40" in text) and _CODED.search(text)) or (not text.isascii() and _UNSEEN.search(text))
    return bool(is_coded) or emails.may_be_in(text) or credentials.may_be_in(text)


def with_runs(json: str) -> Iterator[str]:
    """Yield the texts of some JSON that have a run of digits, with their escapes; those with a quote are in parts."""
    end = 0
    for found in _RUN.finditer(json):
        if found.start() >= end:
            end = json.find('"', found.end())
            yield json[json.rfind('"', 0, found.start()) + 1 : end]
