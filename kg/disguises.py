"""E-mail addresses behind disguises, credentials in web addresses, and bank accounts, as they stand in texts."""

import re
from collections.abc import Iterator
from html import unescape

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
_LED = re.compile(
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
_SIGN = re.compile(
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
    if _SIGN.search(text):
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
    """Say whether a web address stands before a place, up to a slash: `https://x.org/people/` before `ada@x.org`."""
    return _PATH.search(text, max(0, end - 300), end) is not None


def without_credentials(address: str) -> str:
    """Return a web address without a password and without keys.

    >>> without_credentials("https://ada:secret1@x.org/a?b=1&token=abcdef123")
    'https://x.org/a?b=1'
    """
    return _SECRET.sub("", _USERINFO.sub("", address)).rstrip("?&") if "://" in address else address


def _is_address_of_code(text: str, found: re.Match[str]) -> bool:
    """Say whether what looks like an address is that of a repository: `git@github.com:ada/engine.git`."""
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
        or bool(_LED.search(text[: found.start()][-40:]))
    )


def _is_account(text: str) -> bool:
    """Say whether a text is an IBAN: ISO 13616, the remainder by 97 is one."""
    bare = text.replace(" ", "")
    if not 15 <= len(bare) <= 34:
        return False
    turned = bare[4:] + bare[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1
