"""Find keys, tokens, passwords, bank accounts, bank cards and identity numbers in texts.

What is surely one (its form is that of one service alone, or its check digits are right) is removed. What only may be
a password is remarked.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kg.base.patterns import lazy
from kg.base.tables import lines_of
from kg.terms.identifiers import has_right_check

KEY = "key"
"""The kind of what is a key, a token or a password wherever it stands; what web addresses say is a `credential`."""
_PARAMETERS = (
    r"(?:access_|auth_|refresh_|id_|private_)?token|api_?key|apikey|(?:client_)?secret|password|passwd|pwd|pass|jwt|key"
    r"|sig|signature|auth|session|session_?id|sid|x-amz-(?:signature|credential|security-token)|x-goog-signature"
)
"""Names of parameters whose values may open something."""
_PARAMETER = lazy(
    r"(?<=[?&;#])(?:(?:(?:access_|auth_|refresh_|id_|private_)?token|api_?key|apikey|(?:client_)?secret|password|passwd|pwd"
    r"|pass|jwt|signature|x-amz-(?:signature|credential|security-token)|x-goog-signature)=[^\s&#\"'<>)\]]{6,}"
    # These name other things too: the key of an entry, a session of a conference, an author.
    r"|sig=(?=(?:[^\s&#\"'<>)\]\d]{0,200}\d){2})[^\s&#\"'<>)\]]{10,}"
    r"|(?:key|auth|session|session_?id|sid)=(?=(?:[^\s&#\"'<>)\]\d]{0,200}\d){2})[^\s&#\"'<>)\]]{20,})&?",
    re.IGNORECASE,
)
_PARAMETER_SIGN = lazy(rf"[?&;#](?:{_PARAMETERS})=", re.IGNORECASE)
# Without quotation marks: in JSON on one line the next key follows an address without a path.
_USERINFO = lazy(r"(?<=://)[^\s/?#@:\"]{0,100}:[^\s/?#@]{1,200}@")

_OF_SERVICES = lazy(
    r"-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=:,\s]|\\n)*+(?:-----END [A-Z ]{0,40}-----)?"
    r"|\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|gl(?:pat|dt|rt)-[\w-]{18,}|hf_[A-Za-z]{30,}"
    r"|A(?:KIA|SIA)[0-9A-Z]{16}\b|AIza[\w-]{35}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}|xox[abeprs]-[\dA-Za-z-]{10,}"
    r"|sk-(?:proj-|ant-|or-|live-|svcacct-)?[\w-]{20,}|[spr]k_(?:live|test)_[A-Za-z0-9]{16,}|pypi-[\w-]{40,}"
    r"|npm_[A-Za-z0-9]{36}|dop_v1_[a-f0-9]{40,}|SG\.[\w-]{16,}\.[\w-]{16,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"
    r"|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}|\d{8,10}:AA[\w-]{33}\b)"
)
"""The keys of services, whose form no other text has; JSON Web Tokens; private keys in PEM."""
_KEY_SIGNS = (
    *("PRIVATE KEY", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat", "glpat-", "gldt-", "glrt-", "hf_", "AKIA"),
    *("ASIA", "AIza", "GOCSPX", "ya29.", "xox", "sk-", "k_live_", "k_test_", "pypi-", "npm_", "dop_v1", "SG."),
    *("shpat_", "shpca_", "shppa_", "shpss_", "eyJ", ":AA"),
)
_WORDS = tuple(lines_of("kg.profile", "tables/password_words.txt"))
"""Words for a password, before the thing itself."""
_KEYS = r"(?:api|secret|access|private|auth|client)[ _-]?"
_SAID = r"[\"']?[ \t]{0,2}(?:[:：=]|\bis\b|\bist\b|→)"
_PASSWORD = lazy(
    rf"(?<![^\W\d_])(?P<word>{'|'.join(map(re.escape, _WORDS))}|{_KEYS}(?:key|token|secret)|pin(?:-?code)?){_SAID}"
    r"[ \t]{0,2}[\"'“„«`]?(?P<value>[^\s\"'“”„«»`,;<>()\[\]{}|]{1,200})(?P<end>[\"'”»`]?\s*(?:[.,;)|]|\n|\Z))?",
    re.IGNORECASE,
)
_PASSWORD_SIGNS = {
    **{word: lazy(re.escape(word) + _SAID) for word in _WORDS},
    **{word: lazy(_KEYS + word + _SAID) for word in ("key", "token", "secret")},
    "pin": lazy(rf"pin(?:-?code)?{_SAID}"),
}
"""By a word that is looked for quickly, what is around it where something is said to be a password."""

_DIGITS = lazy(r"\d")
_IBAN = lazy(r"(?<!\w)[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?!\w)", re.IGNORECASE)
_CARD = lazy(
    r"(?<![\w./:+-])(?<!\d )(?:(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|6011|65\d\d|35\d\d|62\d\d)"
    r"(?P<gap>[ -]?)\d{4}(?P=gap)\d{4}(?P=gap)\d{4}|3[47]\d\d(?P<space>[ -]?)\d{6}(?P=space)\d{5}"
    r"|3(?:0[0-5]|[68]\d)\d(?P<blank>[ -]?)\d{6}(?P=blank)\d{4})"
    r"(?![\w/]|[ .-]\d)"
)
_CODICE = lazy(r"\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]")
"""The end of an Italian number, in which no six digits follow each other."""
_MRZ = lazy(r"(?<![A-Z0-9<])(?:[A-Z0-9<]{44}|[A-Z0-9<]{36}|[A-Z0-9<]{30})(?![A-Z0-9<])")
"""A line that passport readers read (ICAO 9303)."""


def _singaporean(text: str) -> bool:
    total = sum(map(int.__mul__, map(int, text[1:8]), (2, 7, 6, 5, 4, 3, 2))) + 4 * (text[0].upper() in "TG")
    return ("JZIHGFEDCBA" if text[0].upper() in "ST" else "XWUTRQPNMLK")[total % 11] == text[8].upper()


class IdentityNumber(NamedTuple):
    """A number by which a state knows people.

    Attributes:
        pattern: Its form.
        check: The form of which its check digits are (`has_right_check`), or what knows them.
        words: What stands before it, where other numbers have the same form.
    """

    pattern: str
    check: str | Callable[[str], bool]
    words: str = ""

    def holds(self, text: str) -> bool:
        """Whether the check digits of a text of this form are right."""
        return has_right_check(self.check, text) if isinstance(self.check, str) else self.check(text)


_DAY = r"(?:0[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0[1-9]|1[0-2])"
_IDENTITIES: Sequence[IdentityNumber] = (
    IdentityNumber(rf"[1-9]\d{{5}}(?:19|20)\d\d{_MONTH}{_DAY}\d{{3}}[\dX]", "iso7064.mod_11_2"),
    IdentityNumber(r"\d{3}\.\d{3}\.\d{3}-\d\d", "br.cpf"),
    IdentityNumber(r"\d{11}", "br.cpf", "cpf"),
    IdentityNumber(r"\d{2}(?:[02468][1-9]|[13579][0-2])[0-3]\d{6}", "pl.pesel", "pesel"),
    IdentityNumber(r"\d{8}-?[A-Z]", "es.dni", r"dni|nie|nif|documento"),
    IdentityNumber(r"[XYZ]-?\d{7}-?[A-Z]", "es.nie"),
    IdentityNumber(r"[A-Z]{6}\d\d[ABCDEHLMPRST]\d\d[A-Z]\d{3}[A-Z]", "it.codicefiscale"),
    IdentityNumber(rf"[12] ?\d\d ?{_MONTH} ?(?:\d\d|2[AB]) ?\d{{3}} ?\d{{3}} ?\d\d", "fr.nir"),
    IdentityNumber(rf"{_DAY}{_MONTH}\d\d[-+A-FU-Y]\d{{3}}[\dA-Y]", "fi.hetu"),
    IdentityNumber(
        rf"\d\d{_MONTH}{_DAY}[-+]\d{{4}}", "se.personnummer", r"person(?:al )?(?:nummer|number)|samordningsnummer"
    ),
    IdentityNumber(rf"{_DAY}{_MONTH}\d\d ?\d{{5}}", "no.fodselsnummer", r"(?:fødsels|person|d-)nummer|national id"),
    IdentityNumber(rf"[1-8]\d\d{_MONTH}{_DAY}\d{{4}}", "ee.ik", r"isikukood|asmens kodas|personal code"),
    IdentityNumber(r"[1-9]\d{10}", "tr.tckimlik", r"t\.?c\.?|kimlik(?: no)?|tckn"),
    IdentityNumber(r"\d\d ?\d{3} ?\d{3} ?\d{3}", "de.idnr", r"steuer-?id(?:entifikationsnummer)?|idnr\.?|tax id"),
    IdentityNumber(rf"\d\d(?:[05][1-9]|[16][0-2]|[27][1-9]|[38][0-2]){_DAY}/\d{{4}}", "cz.rc"),
    IdentityNumber(rf"[1-8]\d\d{_MONTH}{_DAY}\d{{6}}", "ro.cnp", "cnp"),
    IdentityNumber(rf"{_DAY}{_MONTH}\d{{9}}", "si.emso", r"jmbg|emšo|emso"),
    IdentityNumber(rf"\d\d{_MONTH}{_DAY}-[1-4]\d{{6}}", "kr.rrn"),
    IdentityNumber(r"[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}", "in_.aadhaar", r"aadhaar|aadhar|uid|आधार"),
    IdentityNumber(r"\d{9}", "luhn", r"teudat zehut|תעודת זהות|ת\.?ז\.?|sin"),
    IdentityNumber(r"\d{3} \d{3} \d{3}", "ca.sin", "sin|social insurance number"),
    IdentityNumber(r"\d{9}", "nl.bsn", r"bsn|burgerservicenummer|sofinummer"),
    IdentityNumber(r"[STFG]\d{7}[A-Z]", _singaporean),
    IdentityNumber(r"\d{10}", "bg.egn", "егн|egn"),
    IdentityNumber(r"\d{12}", "jp.in_", "マイナンバー|個人番号|my number"),
)
"""Identity numbers with check digits: of China, Brazil, Poland, Spain, Italy, France, Finland, Sweden, Norway, Estonia,
Lithuania, Turkey, Germany, Czechia, Slovakia, Romania, the former Yugoslavia, Korea, India, Israel, Canada, the
Netherlands, Singapore, Bulgaria, Japan."""
_ANY_IDENTITY = [
    (
        lazy(
            rf"(?:(?<![^\W\d_])(?:{each.words})[^\w\n]{{1,6}}(?:(?:n[ro°º]?|no|number|nummer|numero|número)[^\w\n]{{1,3}})?"
            rf"|(?:{each.words})[:： ]{{0,2}})(?P<number>{each.pattern})(?![\w/]|[.-]\d)"
            if each.words
            else rf"(?<![\w./-])(?<!\d )(?P<number>{each.pattern})(?![\w/]|[ .-]\d)",
            re.IGNORECASE,
        ),
        each.holds,
    )
    for each in _IDENTITIES
]


def may_be_in(text: str) -> bool:
    """Whether a text has the sign of a key or password; numbers have none but their digits."""
    return (
        any(sign in text for sign in _KEY_SIGNS)
        or "<<" in text
        or _CODICE.search(text) is not None
        or _PARAMETER_SIGN.search(text) is not None
        or may_have_password(text)
    )


def may_have_password(text: str) -> bool:
    """Whether a text names a password and may state it."""
    small = text.lower()
    return any(word in small and sign.search(small) is not None for word, sign in _PASSWORD_SIGNS.items())


def found_in(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield what is surely private: its kind, where it begins and where it ends."""
    if "://" in text or "=" in text:
        for pattern in (_USERINFO, _PARAMETER):
            yield from (("credential", *found.span()) for found in pattern.finditer(text))
    yield from ((KEY, *span) for span in keys_in(text))
    if "<<" in text:
        yield from (("identity number", *found.span()) for found in _MRZ.finditer(text) if _is_machine_read(found[0]))
    if not _DIGITS.search(text):
        return
    for pattern, form, kind in ((_IBAN, "iban", "bank account"), (_CARD, "luhn", "bank card")):
        numbers = ((each.span(), re.sub(r"[ -]", "", each[0])) for each in pattern.finditer(text))
        yield from ((kind, *span) for span, number in numbers if has_right_check(form, number))
    for pattern, holds in _ANY_IDENTITY:
        yield from (
            ("identity number", *found.span("number")) for found in pattern.finditer(text) if holds(found["number"])
        )


def keys_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield where keys of services, private keys and passwords stand."""
    if any(sign in text for sign in _KEY_SIGNS):
        yield from (found.span() for found in _OF_SERVICES.finditer(text))
    if may_have_password(text):
        yield from (found.span("value") for found in _PASSWORD.finditer(text) if _is_password(found))


def may_be_password(text: str) -> bool:
    """Whether a text seems to state a password that `found_in` is not sure of.

    >>> may_be_password("Password: x"), may_be_password("Password: Strength of Meters")
    (True, False)
    """
    return any(found["end"] is not None and not _is_password(found) for found in _PASSWORD.finditer(text))


def _is_password(found: re.Match[str]) -> bool:
    """Whether what stands behind a word for a password is no word: it has digits and letters, or signs."""
    value = found["value"].rstrip(".,;:!?")
    if found["word"].casefold().startswith("pin"):
        return re.fullmatch(r"\d{4,8}", value) is not None
    kinds = (r"\d", r"[a-z]", r"[A-Z]", r"[^\w/.:-]")
    return len(value) >= 6 and sum(bool(re.search(kind, value)) for kind in kinds) >= (
        2 if re.search(r"\d|\W", value) else 3
    )


def _is_machine_read(text: str) -> bool:
    """Whether a text is a line of a passport or identity card: its letter of kind, or its check digits."""
    if re.match(r"[PVACI][A-Z<][A-Z]{3}[A-Z<]{25,}", text) and "<<" in text:
        return True
    number, digit = text[:9], text[9]
    weights = (7, 3, 1) * 3
    total = sum(
        weight * (0 if character == "<" else int(character, 36))
        for weight, character in zip(weights, number, strict=True)
    )
    return (
        digit.isdigit()
        and total % 10 == int(digit)
        and re.fullmatch(r"[A-Z<]{3}\d{7}[MFX<]\d{7}.+", text[10:]) is not None
    )


def without_credentials(address: str) -> str:
    """Return a web address without a password and without keys.

    >>> without_credentials("https://ada:secret1@x.org/a?b=1&token=abcdef123")
    'https://x.org/a?b=1'
    """
    return _PARAMETER.sub("", _USERINFO.sub("", address)).rstrip("?&") if "://" in address else address
