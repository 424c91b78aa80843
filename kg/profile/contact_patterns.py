"""Patterns of contacts: disguised e-mail addresses, credentials, bank accounts, telephone numbers, postal addresses."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import unescape

# E-mail addresses behind disguises, credentials in web addresses, and bank accounts, as they stand in texts.

_CODED = re.compile(
    r"&(?:#\d{1,4}|#x[0-9a-f]{1,4}|commat|period|lbrace|rbrace);|%40|[\u200b-\u200f\u2060\ufeff\xad]|[\uff01-\uff5e﹫．。]",
    re.IGNORECASE,
)
_USER = r"(?<![\w.+@-])(?P<user>(?=[.+-]{0,9}\w)[\w.+-]{1,64}+|\{[^{}@]{1,200}\})"
_LABEL = r"[^\W_][\w-]{0,62}"
_TOP = r"[^\W\d_]{2,24}"
_AT = (
    r"[ \t\xa0]{0,2}(?:[@﹫]|[<\[({«‹|][ ]?(?:at|a|ät|@|arroba|chez|chiocciola|małpa|собака|kukac)[ ]?[>\])}»›|]"
    r"|(?<=[^\W_])[_-]{1,2}at[_-]{1,2}(?=[^\W_]))[ \t\xa0]{0,2}"
)
_WORD_AT = (
    r"[ \t\xa0]{1,2}(?:AT|ät|arroba|chiocciola|małpa|malpa|собак[аи]|собачка|sobak[ai]|kukac|zavináč|zavinac|snabel-?a"
    r"|alfakrøll|miukumauku|apenstaartje|papak|アット(?:マーク)?|골뱅이)[ \t\xa0]{1,2}"
)
_DOTS = (
    r"(?:\.|[ ]\.[ ]?|[ ]?[<\[({«|][ ]?(?:dot|punkt|punto|ponto|point|d|\.)[ ]?[>\])}»|][ ]?|[_-]dot[_-]|[ ]{1,2}(?:dot"
    r"|punkt|punto|ponto|point|kropka|точка|tochka|pont|tečka|tecka|punktum|piste|punt|nokta|ドット|점)[ ]{1,2})"
)
_DOMAIN = rf"{_LABEL}?(?:{_DOTS}{_LABEL}?){{0,4}}?{_DOTS}{_TOP}(?![\w-]|[.]\w)"
_MAIL = re.compile(rf"{_USER}(?:{_AT}|(?-i:{_WORD_AT})){_DOMAIN}", re.IGNORECASE)
_PLAIN_AT = re.compile(
    rf"{_USER}[ ](?:at|chez|bei|en)[ ](?P<domain>(?:{_LABEL}\.){{1,4}}{_TOP})(?=[\s]*(?:[,;|)>\].]?\s|[,;|)>\].]?\Z))",
    re.IGNORECASE,
)
_GLUED = re.compile(
    r"(?<![\w.+@-])[^\W_][\w.+]{0,62}?(?:[_-]at[_-]|[ ]chez[ ])[^\W_]{1,62}"
    r"(?:(?:[_-]dot[_-]|[ ]point[ ]|\.)[^\W_]{2,62}){1,4}(?![\w-])",
    re.IGNORECASE,
)
_HASHED = re.compile(rf"(?P<user>[^\W_][\w.+-]{{1,63}})#(?:{_LABEL}\.){{1,4}}[^\W\d_]{{2,24}}")
_ASIDE = r"[^\w@#\"<>]{0,4}"
_FOR = rf"{_ASIDE}(?:换|替|改|代|is|means|→|=|for|with|by|durch|par|por|con){_ASIDE}(?:[成为]|the |le |el )?{_ASIDE}"
_HASH_IS_AT = re.compile(rf"#{_FOR}@(?!\w)|(?<!\w)@{_FOR}#(?!\w)", re.IGNORECASE)
_PROSE = re.compile(r"\w+(?:ed|ing|er|or)|work|present|talk|talks|paper|student|intern|now|also", re.IGNORECASE)
_EMAIL_LED = re.compile(
    r"(?:e-?mail|mail|courriel|correo|contact|kontakt|contatto|write|reach"
    r"|почта|邮箱|邮件|メール|이메일)\W[\w :]{0,12}\Z",
    re.I,
)
KEYS = (
    r"(?:access_|auth_|refresh_|id_|private_)?token|api_?key|apikey|(?:client_)?secret|password|passwd|pwd|pass|jwt|key"
    r"|sig|signature|auth|session|session_?id|sid|x-amz-(?:signature|credential|security-token)|x-goog-signature"
)
"""Names of parameters whose values may open something."""
_SECRET = re.compile(
    r"(?<=[?&;#])(?:(?:(?:access_|auth_|refresh_|id_|private_)?token|api_?key|apikey|(?:client_)?secret|password|passwd|pwd"
    r"|pass|jwt|signature|x-amz-(?:signature|credential|security-token)|x-goog-signature)=[^\s&#\"'<>)\]]{6,}"
    # These name other things too: the key of an entry, a session of a conference, an author.
    r"|sig=(?=(?:[^\s&#\"'<>)\]\d]{0,200}\d){2})[^\s&#\"'<>)\]]{10,}"
    r"|(?:key|auth|session|session_?id|sid)=(?=(?:[^\s&#\"'<>)\]\d]{0,200}\d){2})[^\s&#\"'<>)\]]{20,})&?",
    re.IGNORECASE,
)
_USERINFO = re.compile(r"(?<=://)[^\s/?#@:]{0,100}:[^\s/?#@]{1,200}@")
_PATH = re.compile(r"https?://[\w.:-]{1,250}/(?:[\w.~%-]{1,100}/){0,9}~?\Z", re.IGNORECASE)
_IBAN = re.compile(r"(?<![\w])[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{4}){2,7}(?:[ ]?[A-Z0-9]{1,3})?(?!\w)")
_AT_SIGN = re.compile(
    r"at|[@<\[({«‹|]|AT|ät|arroba|chio|ma[łl]pa|соба|sobak|kukac|zavin|snabel|alfakr|miuku|apenst|papak|アット|골뱅|chez"
)
_DIGITS = re.compile(r"\d")


def plain(text: str) -> tuple[str, list[int] | None]:
    """Return a text without entities, escapes and characters that nobody sees, and where each of its characters stood.

    >>> plain("a&#64;b")[0], plain("ab")
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


def private(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield what is private in a text: its kind, where it begins and where it ends."""
    if "://" in text or "=" in text:
        for pattern in (_USERINFO, _SECRET):
            yield from (("credential", *found.span()) for found in pattern.finditer(text))
    if _DIGITS.search(text):
        yield from (("bank account", *found.span()) for found in _IBAN.finditer(text) if _is_account(found[0]))
    if _AT_SIGN.search(text):
        yield from (("e-mail address", *found) for found in _addresses(text))


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    for found in _MAIL.finditer(text):
        if not _is_address_of_code(text, found):
            yield found.span()
    for found in _GLUED.finditer(text):
        if "." not in found[0]:  # `a chez inria.fr` is prose
            yield found.span()
    if "#" in text and _HASH_IS_AT.search(text):
        yield from (found.span() for found in _HASHED.finditer(text))
    for found in _PLAIN_AT.finditer(text):
        if _stands_alone(text, found):
            yield found.span()


def ends_in_path(text: str, end: int) -> bool:
    """Whether a web address stands before a place, up to a slash: `https://x.org/people/` before `ada@x.org`."""
    return _PATH.search(text, max(0, end - 300), end) is not None


def without_credentials(address: str) -> str:
    """Return a web address without a password and without keys.

    >>> without_credentials("https://ada:secret1@x.org/a?b=1&token=abcdef123")
    'https://x.org/a?b=1'
    """
    return _SECRET.sub("", _USERINFO.sub("", address)).rstrip("?&") if "://" in address else address


def _is_address_of_code(text: str, found: re.Match[str]) -> bool:
    """Whether what looks like an address is that of a repository: `git@github.com:ada/engine.git`."""
    if found["user"].casefold() in ("git", "hg", "svn") and text[found.end() : found.end() + 1] in (":", "/"):
        return True
    return ends_in_path(text, found.start())


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Say whether `ada at example.org` is an address, not prose."""
    user = found["user"]
    enclosed = (
        text[found.start() - 1 : found.start()] in ("(", "<", "[") and text[found.end() : found.end() + 1] in ")>]"
    )
    is_all = not text[: found.start()].strip() and not text[found.end() :].strip(" .")
    return (
        (is_all and not _PROSE.fullmatch(user))
        or enclosed
        or bool(re.search(r"\w[._]\w|\d|^\{", user))
        or bool(_EMAIL_LED.search(text[: found.start()][-40:]))
    )


def _is_account(text: str) -> bool:
    """Whether a text is an IBAN: ISO 13616, the remainder by 97 is one."""
    bare = text.replace(" ", "")
    if not 15 <= len(bare) <= 34:
        return False
    turned = bare[4:] + bare[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


# Telephone numbers as people of many countries write them. The home of phonenumbers.

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
_NUMBER_GAP = r"[ \t\xa0().‐‑–/-]{0,3}"
_LABELLED = re.compile(
    rf"(?P<word>(?:(?<![^\W\d_])(?:{_WORDS})(?:[ .]{{0,2}}(?:no|nr|n°|nº))?[ \t\xa0.:：)]{{1,4}}"
    rf"|(?:電話|电话|手机|手機|携帯|전화)"
    rf"[ :：]{{0,3}}|[☎☏✆📞📱]\ufe0f?[ \t:]{{0,2}}|(?<![\w.])[TMPF][:：][ \t\xa0]?))"
    rf"(?P<number>[+(]?\d(?:{_NUMBER_GAP}\d){{5,14}})(?!\d)",
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
    """Whether a number behind a word is a telephone number: `GSM 1800/1900` and `T: 0.05-0.12` are none."""
    if not _AMBIGUOUS.match(word):
        return not _YEARS.fullmatch(number)
    if sum(map(str.isdigit, number)) < 8 or _YEAR.match(number):
        return False
    return _DIALLED.match(number) is not None or ("/" not in number and "." not in number and _is_valid(number))


@lru_cache(4096)
def _is_valid(number: str) -> bool:
    import phonenumbers  # takes long, and few texts need it

    for region in REGIONS:
        try:
            read = phonenumbers.parse(number, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number_for_region(read, region):
            return True
    return False


# Where somebody lives or sits, as it is written in texts: street, number, postcode and town.

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
