"""Find telephone numbers in texts, as people of many countries write them. The home of phonenumbers.

A number is known by a word or sign before it, by the code of a country, or by its form: it is valid in a country and
grouped as people there group it. Forms that other numbers have too count only where contacts are spoken of.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from kg.base.patterns import lazy
from kg.terms.identifiers import has_right_check

REGIONS = (
    *("US", "GB", "DE", "FR", "IT", "ES", "PT", "NL", "BE", "LU", "CH", "AT", "IE", "DK", "SE", "NO", "FI", "IS", "EE"),
    *("LV", "LT", "PL", "CZ", "SK", "HU", "SI", "HR", "RS", "BA", "MK", "AL", "GR", "CY", "MT", "RO", "BG", "MD", "RU"),
    *("BY", "UA", "KZ", "GE", "AM", "AZ", "TR", "IL", "IN", "CN", "HK", "MO", "TW", "JP", "KR", "SG", "MY", "PH", "AU"),
    *("NZ", "BR", "MX", "AR", "CL", "CO", "PE", "UY", "VE", "EC", "ZA", "KE", "NG", "GH", "MA", "TN", "DZ", "IR", "SA"),
    *("AE", "QA", "KW", "JO", "LB", "IQ", "EG", "VN", "TH", "ID", "PK", "BD", "LK", "NP"),
)
"""Where a national number is looked up."""

_WORDS = (
    r"t[eé]l[eéè]?(?:ph(?:one)?|f(?:on[oe]?|oon|onszám)?|\.)?|t(?:el)?f(?:no|n)|tlfno|tālr(?:unis)?"
    r"|telef(?:on)?(?:e|o|as|i|nummer|nr|numarası|szám|ní|ski|ón)?|teléfono|téléphone|teileafón|phone number|telephone"
    r"|puhelin|puh|matkapuh(?:elin)?|sími|símanúmer|fono|cellulare|cellulaire|celular|móvil|movil|mòbil|mobilais|mobiil"
    r"|m[oó]bil(?:e|n[ií]|nummer|telefon|as|ais)?|portable|komórka|komorka|kom|handy|mob|mobiel|mobitel|cell(?=[.:])"
    r"|cell[ ]?phone|whats[ ]?app|viber|signal|hp|sms|ph|phone|call|dial|fax|telefaks|faks|tlf|tfn|tf|gsm|cep|telemóvel"
    r"|telemovel|điện thoại|đt|đtdđ|sđt|telp|ponsel|тел(?:ефон|\.?/факс)?|моб(?:ильный|ільний|илен)?|факс|τηλ(?:έφωνο)?"
    r"|κιν(?:ητό)?|φαξ|טל(?:פון)?|נייד|פקס|هاتف|جوال|تلفن|موبایل|فون|फ़?ो?न|फोन|मोबाइल|ফোন|মোবাইল"
    r"|โทร(?:ศัพท์)?|หมายเลขโทรศัพท์|電話|电话|手机|手機|联系(?:电话|方式)|聯絡(?:電話|方式)|传真|傳真|携帯|携帯電話"
    r"|전화(?:번호)?|휴대폰|휴대전화|핸드폰|연락처|팩스|ტელ(?:ეფონი)?|հեռ(?:ախոս)?"
)
_GLUED_WORDS = r"電話番号|電話|电话|手机号?|手機|携帯(?:電話|番号)?|전화(?:번호)?|휴대폰|연락처|联系方式|传真|傳真"
_QUALIFIED = (
    r"(?:[ \t\xa0.:(/-]{1,3}(?:number|nummer|numéro|número|numero|no|nr|n°|nº|№|num|me|us|at|on|under|office|home"
    r"|work|lab|direct|dienstlich|privat|büro|bureau|oficina|mobile|mobil|is|ist|est|es)\b){0,3}"
)
_AT_MOST = r"(?:[ \t\xa0.:：)#(/=|]{0,4}|[ \t\xa0][–-][ \t\xa0])"
_WORD = lazy(
    rf"(?P<word>(?<![^\W\d_])(?<!-)(?:{_WORDS}){_QUALIFIED}{_AT_MOST}|(?:{_GLUED_WORDS})[ :：]{{0,3}}"
    r"|[☎☏✆📞📱🖷📠]\ufe0f?[ \t:]{0,2}|(?<![\w.’'])(?:[TMPF][:：]|[TM]\.?)[ \t\xa0]{0,2})\Z",
    re.IGNORECASE,
)
# These words have other meanings too: `Cell 163 (2015) 712-725` is an article, `GSM 1800/1900` a standard.
_AMBIGUOUS = lazy(
    r"(?:[tmpf]|portable|kom|gsm|cep|handy|mob|mobil|mobile|movil|signal|cell|call|dial|hp|sms|fon|ph|tf)(?:[^\w]|\Z)",
    re.IGNORECASE,
)
_CUE = lazy(
    r"(?<![^\W\d_])(?:call|dial|ring|phone|reach|text|contact|kontakt|anruf(?:en)?|ruf(?:en|t)?|erreich(?:en|bar|t)"
    r"|appele[rz]|joindre|llam(?:ar?|e|en|ad)|chiam(?:are|ate|a)|ligu?(?:ar|e|uem)|bel(?:len)?|ringe?|soita(?:kaa)?"
    r"|zadzwoń|dzwoń|volejte|hívj(?:on)?|звон\w{2,4}|телефон|打|致电|전화|اتصل|hotline|helpline|sekretariat"
    r"|secretar(?:y|iat|iado))(?![^\W\d_])[^\d\n]{0,30}\Z",
    re.IGNORECASE,
)
"""What speaks of contacts, before a number."""
_OTHER_NUMBER = lazy(
    r"(?<![^\W\d_])(?:isbn|issn|doi|pmid|pmc|zbl|mr|arxiv|orcid|hal|eprint|oclc|lccn|scopus|wos|grant|award|project"
    r"|projekt|contract|proposal|patent|n[r°ºo]|num|ids?|vol|volume|pp?|pages?|seiten|art|article|report|iso"
    r"|iec|ref|code|key"
    r"|version|v|ver|hd|ngc|cas|gnd|viaf|cordis|fct|dfg|fwf|anr|nsfc|jsps|rfbr|acn|рффи|рнф|ргнф|№|#|\$|€|£|¥|n ?=|eur"
    r"|usd|grfp|siren|siret|vat|ust-?id|steuer)\W{0,6}(?:13|10)?\W{0,3}\Z",
    re.IGNORECASE,
)
"""What says, before a number, that it is another one."""
_UNIT = lazy(
    r"[ \xa0]?(?:%|€|\$|£|¥|°|[kmgt]?hz\b|[kmgt]b\b|eur|usd|chf|gbp|dollars?|people|citations?|users|pages|rows"
    r"|samples|millions?|bytes|x\b|×|years?|hours?|[kcm]m\b|k?g\b)",
    re.IGNORECASE,
)

_GAP = r"(?:[ \t\xa0]?[/‐‑–-][ \t\xa0]?|[ \t\xa0.()]{1,3}|[)][/‐‑–-]|[/‐‑–-][(])"
_RUN = lazy(rf"(?<!\w)(?:\+[ \t(]{{0,2}}|\()?\d(?:{_GAP}?\d){{5,}}+")
"""Digits as far as they go on, parted by what parts those of a number."""
_PARTED = lazy(r"[ \xa0]?/[ \xa0]?|[ \xa0][–-][ \xa0]|[ \xa0]{2,}")
_YEAR = r"(?:1[5-9]|20)\d\d(?:[-/.]\d\d){0,2}"
_YEARS = lazy(
    rf"\+\d{{1,2}}(?:\.\d{{1,2}})?[ (]{{1,2}}{_YEAR}(?:\D{{1,3}}{_YEAR})?"  # a gain in a period
    rf"|[^\d+]*{_YEAR}(?:\D{{1,3}}(?:{_YEAR}|\d\d))*"
)
_NO_NUMBER = lazy(
    r"(?:[0-3]?\d[./-]){1,2}(?:(?:19|20)\d\d)?(?:\D{1,3}(?:[0-3]?\d[./-]){1,2}(?:\D{0,3}(?:19|20)\d\d)?)?"  # days
    r"|.*(?<!\d)[01]?\d/(?:19|20)\d\d(?!\d).*|\(?\d\d/\d\d ?[-–] ?\d\d/\d\d|(?:\d{1,2}[./-]){2,4}(?:19|20)\d\d"
    r"|\d{1,2}/\d{1,2} (?:19|20)\d\d(?!\d).*|\d{6} (?:19|20)\d\d|.*\(\s?(?:19|20)\d\d(?!\d).*"  # an article
    r"|\d{4}-\d{3}\d(?:[ /(]{1,2}(?:19|20)?\d\d.*)?"  # an ISSN, also in the code of an article
)
_NORTH_AMERICAN = lazy(
    r"(?:1[ .-])?\([2-9]\d\d\)[ .-]?[2-9]\d\d[ .-]\d{4}|(?:1(?P<one>[.-]))?[2-9]\d\d(?P<gap>[.-])[2-9]\d\d(?P=gap)\d{4}"
)
_AREA = lazy(r"8\D{1,2}\d{3}\D|\(\d{1,5}\)")
_TRUNK = lazy(r"\(?0[1-9]|\(0[)-][1-9]")
_TELLING = frozenset(
    ((3, 2, 2, 2), (2, 3, 2, 2), (2, 2, 2, 2), (3, 3, 4), (5, 5), (2, 4, 4), (1, 4, 4), (3, 4, 4), (2, 5, 4))
)
"""How some countries without a prefix group numbers, and few other numbers are grouped."""
_TELLING_IF_SPACED = frozenset(((3, 3, 3), (3, 7), (2, 3, 4), (4, 4)))
"""The same, parted by spaces: with other signs these are amounts and pages."""


def found_in(text: str, *, is_code: bool = False) -> Iterator[tuple[int, int]]:
    """Yield where telephone numbers stand; in a number or code, only those with a word, a sign or a plus before them.

    >>> list(found_in("Tél. : 01 23 45 67 89")), list(found_in("Tel Aviv 2019-2021"))
    ([(7, 21)], [])
    >>> list(found_in("030/9018200, 8 (495) 123-45-16, pp. 030-9018"))
    [(0, 11), (13, 30)]
    """
    for run in _RUN.finditer(text):
        start, end = run.span()
        start += run[0].startswith("(") and ")" not in run[0]  # brackets around the whole number are not its own
        number = _in_ascii(text[start:end])
        if _is_labelled(text, start, number):
            yield start, end
        elif number.startswith("+"):
            if text[start - 1 : start] != "+" and _is_international(number):
                yield start, end
        elif not is_code and not re.match(r"[\w/]|[.–-]\w", text[end : end + 2]):
            yield from _national(text, start, number)


def _in_ascii(number: str) -> str:
    if number.isascii():
        return number
    return "".join(str(unicodedata.digit(each)) if each.isdigit() else each for each in number.replace("\xa0", " "))


def _is_labelled(text: str, start: int, number: str) -> bool:
    """Whether a word or sign before a number says that it is a telephone number."""
    before = text[max(0, start - 40) : start]
    word = _WORD.search(before)
    if word is None or sum(map(str.isdigit, number)) > 24:
        return False
    if not _AMBIGUOUS.match(word["word"]):
        return not _YEARS.fullmatch(number)
    if sum(map(str.isdigit, number)) < 8 or re.match(r"\(?(?:19|20)\d\d(?!\d)", number):
        return False
    if re.match(r"[tm]\.?\W*\Z", word["word"], re.IGNORECASE) and not re.search("[:：]", word["word"]):
        return bool(re.match(r"\+|\(?0[1-9]", number))
    is_plain = ":" in word["word"][1:] or not re.search("[/.]", number)
    return bool(re.match(r"\+|\(?0[1-9]", number)) or (is_plain and bool(_shapes(number)))


def _is_international(number: str) -> bool:
    """Whether a number begins with the code of a country: ITU-T E.164, at most 15 digits.

    Fewer than 8 are rather a gain, such as `+2.3 (2022)`.
    """
    digits = re.sub(r"\D", "", number.replace("(0)", ""))
    return 8 <= len(digits) <= 15 and not digits.startswith("0") and not _YEARS.fullmatch(number)


def _national(text: str, start: int, number: str) -> Iterator[tuple[int, int]]:
    before = text[max(0, start - 40) : start]
    if re.search(r"[./+=#–-]\Z", before) or _OTHER_NUMBER.search(before):
        return
    if re.match(r"10\.\d{4}", number) or (re.search(r"[A-Z]{2} \Z", before) and re.fullmatch(r"\d{5}-\d{4}", number)):
        return  # a DOI, or a postcode of the USA
    if _is_number(number, text, start, start + len(number)):
        yield start, start + len(number)
        return
    end = 0
    for gap in [*_PARTED.finditer(number), None]:
        part = number[end : gap.start() if gap else len(number)]
        if len(part) < len(number) and _is_number(part, text, start + end, start + end + len(part)):
            yield start + end, start + end + len(part)
        end = gap.end() if gap else 0


def _is_number(number: str, text: str, start: int, end: int) -> bool:
    """Whether a number at a place of a text is written as a telephone number, without a word or plus sign."""
    digits = sum(map(str.isdigit, number))
    if not 7 <= digits <= 15 or _YEARS.fullmatch(number) or _NO_NUMBER.fullmatch(number):
        return False
    if _NORTH_AMERICAN.fullmatch(number):
        return True
    if re.match(r"00[1-9]", number):
        return digits > 10 and _is_valid_abroad(number)
    groups = tuple(map(len, re.findall(r"\d+", number)))
    if _TRUNK.match(number):
        return _is_of_area(number, digits, groups)
    if _AREA.match(number):
        return groups in _shapes(number)
    if _UNIT.match(text, end):
        return False
    if re.match(r"\d+ ?/", number) and number.count("/") == 1 and digits > 7 and groups != (4, 4):
        return any(groups[0] == shape[0] for shape in _shapes(number))
    is_spoken_of = bool(_CUE.search(text[max(0, start - 60) : start]))
    is_all = start < 3 and len(text) - end < 3 and digits > 7 and {*re.findall(r"\D+", number)} == {" "}
    return _is_grouped(number, groups, is_spoken_of=is_spoken_of or is_all) and groups in _shapes(number)


def _is_of_area(number: str, digits: int, groups: tuple[int, ...]) -> bool:
    """Whether a number begins with a prefix and the code of an area; the rest may be grouped otherwise."""
    if len(groups) == 1:
        is_isbn = digits == 10 and has_right_check("isbn", number)  # as one in eleven telephone numbers seems to be
        return digits in (10, 11) and not is_isbn and bool(_shapes(number))
    if digits < 9:
        return digits == 8 and groups != (4, 4) and groups in _shapes(number)
    is_even = min(groups[1:]) > 1 and len({*re.findall(r"\D+", number)[1:]}) < 2  # not a part of an id: `022-00706-6`
    return any(shape == groups or (is_even and shape[0] == groups[0]) for shape in _shapes(number))


def _is_grouped(number: str, groups: tuple[int, ...], *, is_spoken_of: bool) -> bool:
    """Whether groups of digits without a prefix may be a telephone number, as few other numbers are grouped."""
    gaps = re.findall(r"\D+", number)
    if groups == (4, 4) and " " not in gaps:
        return False  # pages
    years = len(re.findall(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)", number))
    if len({*gaps}) > 1 or years > 1:
        return False
    is_amount = groups == (3, 3, 3) and number.endswith("000")
    is_telling = groups in (_TELLING | _TELLING_IF_SPACED if gaps == [" "] * len(gaps) else _TELLING)
    return is_spoken_of or (is_telling and not is_amount and len(gaps[0]) == 1)


def _is_valid_abroad(number: str) -> bool:
    import phonenumbers  # takes long, and few texts need it

    try:
        return phonenumbers.is_valid_number(phonenumbers.parse("+" + number[2:].replace("(0)", ""), None))
    except phonenumbers.NumberParseException:
        return False


@lru_cache(8192)
def _shapes(number: str) -> frozenset[tuple[int, ...]]:
    """Return how a number is grouped in the countries in which it is valid: the lengths of its groups."""
    import phonenumbers

    found = set()
    for region in REGIONS:
        try:
            read = phonenumbers.parse(number, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number_for_region(read, region):
            written = phonenumbers.format_number(read, phonenumbers.PhoneNumberFormat.NATIONAL)
            found.add(tuple(map(len, re.findall(r"\d+", written))))
    return frozenset(found)
