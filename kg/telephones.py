"""Telephone numbers as people of many countries write them. The home of phonenumbers."""

import re
from functools import lru_cache

REGIONS = (
    *("US", "GB", "DE", "FR", "IT", "ES", "PT", "NL", "BE", "CH", "AT", "DK", "SE", "NO", "FI", "PL", "CZ", "HU", "GR"),
    *("RO", "RU", "UA", "TR", "IL", "IN", "CN", "HK", "TW", "JP", "KR", "SG", "AU", "NZ", "BR", "MX", "AR", "CL", "ZA"),
    *("IR", "SA", "AE", "EG", "VN", "TH", "ID", "PK", "BD"),
)
"""Where a national number is looked up."""

_WORDS = (
    r"t[eé]l[eéè]?(?:ph(?:one)?|f(?:on[oe]?|oon|onszám)?|\.)?|t(?:el)?f(?:no|n)|tlfno|tālr(?:unis)?|telefon(?:e|o|nummer|nr|numarası|szám|ní|ski)?|teléfono"
    r"|téléphone|puhelin|puh|sími|cellulare|cellulaire|celular|móvil|movil|m[oó]bil(?:e|n[ií]|nummer|telefon)?"
    r"|portable|komórka|komorka|kom|handy|mob|mobiel|mobitel|cell(?=[.:])|cell[ ]?phone|whats[ ]?app|viber|hp|sms"
    r"|ph|phone|fax|tlf|tfn|gsm|cep|telemóvel|telemovel|điện thoại|đt|sđt|telp"
    r"|тел(?:ефон)?|моб(?:ильный)?|факс|τηλ(?:έφωνο)?|κιν(?:ητό)?|φαξ|טל(?:פון)?|נייד|هاتف|جوال|تلفن|موبایل|فون"
    r"|फ़?ो?न|फोन|मोबाइल|โทร(?:ศัพท์)?|電話|电话|手机|手機|联系(?:电话|方式)|聯絡(?:電話|方式)|传真|傳真|携帯|携帯電話|전화(?:번호)?|휴대폰|휴대전화|연락처|팩스"
)
_GAP = r"[ \t\xa0().‐‑–/-]{0,3}"
_LABELLED = re.compile(
    rf"(?P<word>(?:(?<![^\W\d_])(?:{_WORDS})(?:[ .]{{0,2}}(?:no|nr|n°|nº))?[ \t\xa0.:：)]{{1,4}}"
    rf"|(?:電話|电话|手机|手機|携帯|전화)"
    rf"[ :：]{{0,3}}|[☎☏✆📞📱]\ufe0f?[ \t:]{{0,2}}|(?<![\w.])[TMPF][:：][ \t\xa0]?))"
    rf"(?P<number>[+(]?\d(?:{_GAP}\d){{5,14}})(?!\d)",
    re.IGNORECASE,
)
# At least nine digits, behind those of an area parted by one sign throughout: `07.05-12.05 2016` are days.
_NATIONAL = re.compile(
    r"(?<![\w./:+-])(?<!\d[ –])(?=(?:\D?\d){9})(?:\(?0[1-9]\d{0,3}\)?"
    r"(?:[ -]\d{2,4}(?:(?:[ ]\d{2,4}){1,3}|(?:-\d{2,4}){1,3})"
    r"|(?:\.\d{2,4}){2,4}|-\d{7,8})"
    r"|1[3-9]\d(?P<gap>[ -])(?!(?:19|20)\d\d(?P=gap)(?:19|20))\d{4}(?P=gap)\d{4})(?![\w/]|[.–-]\d| \d)"
)
_AMBIGUOUS = re.compile(
    r"(?:[tmpf]|portable|kom|gsm|cep|handy|mob|mobil|mobile|movil|cell|hp|sms|fon|ph)[^\w]", re.IGNORECASE
)
_DIALLED = re.compile(r"\+|\(?0[1-9]")
_YEAR = re.compile(r"\(?(?:19|20)\d\d(?!\d)")
_YEARS = re.compile(r"[^\d]*(?:19|20)\d\d(?:\D{1,3}(?:(?:19|20)\d\d|\d\d))*")


def numbers(text: str, *, is_code: bool = False) -> list[tuple[int, int]]:
    """Return where telephone numbers stand: behind a word or sign for one, or in the form of a country.

    In a number or code they are known only by such a word or sign.

    >>> numbers("Tél. : 01 23 45 67 89"), numbers("电话：13800137009"), numbers("Tel Aviv 2019-2021")
    ([(7, 21), (7, 21)], [(3, 14)], [])
    """
    labelled = [found.span("number") for found in _LABELLED.finditer(text) if _is_meant(found["word"], found["number"])]
    national = [] if is_code else [found.span() for found in _NATIONAL.finditer(text) if _is_valid(found[0])]
    return labelled + national


def _is_meant(word: str, number: str) -> bool:
    """Say whether a number behind a word is a telephone number: `GSM 1800/1900` and `T: 0.05-0.12` are none."""
    if not _AMBIGUOUS.match(word):
        return not _YEARS.fullmatch(number)
    if sum(map(str.isdigit, number)) < 8 or _YEAR.match(number):
        return False
    return _DIALLED.match(number) is not None or ("/" not in number and "." not in number and _is_valid(number))


@lru_cache(4096)
def _is_valid(number: str) -> bool:
    """Say whether a number is one of a country, written as there."""
    import phonenumbers  # takes long, and few texts need it

    for region in REGIONS:
        try:
            read = phonenumbers.parse(number, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number_for_region(read, region):
            return True
    return False
