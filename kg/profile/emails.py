"""Find e-mail addresses in texts, however they are disguised.

An address is a user, a sign, and a domain. People write the sign and the dots of the domain as words, in brackets, or
as both. `tables/at_signs.tsv` has the words of each language; how sure an address is depends on how its sign is
written: a name of the sign such as *arobase* is enough, a word that has other uses, such as *at*, needs a domain that
is one.
"""

import re
from collections.abc import Iterable, Iterator

from kg.base.patterns import lazy
from kg.base.tables import rows_of, words_of


def _phrases(column: int) -> list[str]:
    rows = rows_of("kg.profile", "tables/at_signs.tsv")
    found = {phrase for row in rows for phrase in row[column].split(", ") if phrase}
    return sorted(found, key=lambda phrase: (-len(phrase), phrase))


def _any_of(phrases: Iterable[str]) -> str:
    """Return a pattern of phrases, longest first, of which a hyphen may be a space and the other way round."""
    return "|".join(re.sub(r"\\?[ -]", "[ -]", re.escape(phrase)) for phrase in phrases)


_NAMES, _PLAIN, _DOTS = map(_phrases, (1, 2, 3))
_SPACED = sorted({name.replace("-", " ") for name in _NAMES})
_STEMS = [name for name in _SPACED if not any(other in name for other in _SPACED if other != name)]
_STEMS_ASCII, _STEMS_OTHER = ([name for name in _STEMS if name.isascii() is way] for way in (True, False))
"""What is in each name, to see quickly whether a text has any."""

_GLUED_SCRIPTS = "\u0e00-\u0e7f\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""The letters of scripts in which words are not parted by blanks."""
_LETTER = rf"[^\W{_GLUED_SCRIPTS}]"
_BLANK = r"[ \t\xa0]"
_OPEN, _CLOSE = r"[<\[({«‹【〈《「『]{1,3}", r"[>\])}»›】〉》」』]{1,3}"
_MARK = r"[|*~/\\=:\"'“”„‘’`^_-]{1,3}"
"""What else people put around a word, and what stands elsewhere too."""
_SPELT = (
    rf"\s?(?:{_OPEN}|{_MARK})\s?(?:{_any_of(_DOTS)}|d|\.|·)\s?(?:{_CLOSE}|{_MARK})\s?|{_BLANK}{{1,3}}(?:{_any_of(_DOTS)}){_BLANK}{{1,3}}"
    rf"|[点點점닷쩜]|ドット"
)
_SIGN = (
    rf"(?P<sign>{_BLANK}{{0,2}}\\?@\s{{0,2}})"
    rf"|(?P<framed>\s{{0,2}}{_OPEN}\s?(?:@|(?P<letter>[aäæ])|{_any_of([*_NAMES, *_PLAIN])})\s?{_CLOSE}\s{{0,2}})"
    rf"|(?P<marked>\s{{0,2}}{_MARK}\s?(?:@|{_any_of([*_NAMES, *_PLAIN])})\s?{_MARK}\s{{0,2}})"
    rf"|(?P<named>{_BLANK}{{1,3}}(?:{_any_of(_NAMES)}){_BLANK}{{1,3}}|アット(?:マーク)?|あっと(?:まーく)?|골뱅이|艾特|小老鼠|圈a)"
    rf"|(?P<plain>{_BLANK}{{1,3}}(?P<word>{_any_of(_PLAIN)}){_BLANK}{{1,3}})"
)
_LABEL = rf"(?:(?!_){_LETTER}(?:{_LETTER}|-){{0,62}}+|[{_GLUED_SCRIPTS}]{{1,30}}+)"
_TOP = rf"(?P<top>xn--[a-z\d-]{{2,59}}|[^\W\d_{_GLUED_SCRIPTS}]{{2,24}}|[{_GLUED_SCRIPTS}]{{2,24}})"
# Every repetition is bounded, possessive, or parted from the next by what it cannot hold itself: the search is linear.
_ADDRESS = lazy(
    rf"(?<!{_LETTER})(?<![.+@-])(?P<user>(?=[.+-]{{0,9}}\w)(?:{_LETTER}|[.+-])++"
    rf"(?:(?:{_SPELT})(?:{_LETTER}|[.+-]){{1,64}}+){{0,3}}|[{_GLUED_SCRIPTS}]{{1,30}}+(?=@)|\\?\{{[^{{}}@]{{1,200}}\}})"
    rf"(?:{_SIGN})(?P<domain>(?:{_LABEL}(?:\.|(?P<spelt>{_SPELT}))){{1,5}}{_TOP}"
    rf"|(?P<spaced>{_LABEL}(?:[ ]\.[ ]?{_LABEL}){{0,4}}[ ]\.[ ]?)(?P<last>[a-z]{{2,12}}))",
    re.IGNORECASE,
)
# `ada-at-example-dot-org`, `ada_at_example.com`
_GLUED = lazy(
    rf"(?<![\w.+@-])[^\W_][\w.+]{{0,62}}?[_-]{{1,2}}(?:{_any_of(_NAMES + _PLAIN)})[_-]{{1,2}}"
    rf"(?:[^\W_]{{1,40}}[_-]){{0,2}}?[^\W_]{{1,62}}"
    rf"(?:(?:[_-]{{1,2}}(?:{_any_of(_DOTS)})[_-]{{1,2}}[^\W_]{{1,62}}){{1,4}}|\.(?:com|edu|net|org))(?![\w-])",
    re.IGNORECASE,
)
_HASHED = lazy(r"[^\W_][\w.+-]{1,63}#(?:[^\W_][\w-]{0,62}\.){1,4}[^\W\d_]{2,24}")
_ASIDE = r"[^\w@#\"<>]{0,4}"
_FOR = rf"{_ASIDE}(?:换|替|改|代|is|means|→|=|for|with|by|durch|par|por|con){_ASIDE}(?:[成为]|the |le |el )?{_ASIDE}"
_HASH_IS_AT = lazy(rf"#{_FOR}@(?!\w)|(?<!\w)@{_FOR}#(?!\w)", re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TOPS = words_of("kg.profile", "tables/top_domains.txt")
"""Where domains end: the countries', and the others that researchers have."""
_TOPS_OF_PROSE = _words("""
    am an as at be by de do el en es go he i if in is it la le me my na no of on one or pro se si so st to un up us
    we work page name post top today work
""")
"""Those that are also words, and end a domain only where a phrase ends."""
_PHRASE_ENDS = lazy(r"\s*(?:[,;|·•)\]>.\n\"'“”»]|\Z)")
_ARTICLES = _words("""
    a an each every one that the this un une le la les el los das der die
""")
_PROSE = lazy(
    r"\w+(?:ed|ing|er|or|ist|ent|ly)|work|talks?|intern|now|also|then|chair|dean|lead|head|fellow|postdoc|staff|guest|phd"
    r"|msc|held|given|faculty|demo|here|only|before|once|since|until|both|all|today|post|blog|live|more|data|code|slides"
    r"|video|see|and|or|it|is|was",
    re.IGNORECASE,
)
"""Words before *at* that are no users."""
_LED = lazy(
    r"(?:e-?mail|mail|courriel|correo|correio|correu|contact|kontakt|contatto|contato|write|reach|e-?post[ai]?|e-pošta"
    r"|posta|surel|sähköposti|netfang|paštas|почта|пошта|имейл|ηλ\. ταχυδρομείο|البريد|ایمیل|דואל|ईमेल"
    r"|邮箱|邮件|郵件|メール|이메일|thư)\W[\w :]{0,12}\Z",
    re.IGNORECASE,
)
_CODE_ADDRESS = lazy(r"(?:git|hg|svn)@[\w.-]+[:/]")
_PATH = lazy(r"https?://[\w.:-]{1,250}/(?:[\w.~%-]{1,100}/){0,9}~?\Z", re.IGNORECASE)

_FRAMED = lazy(
    rf"{_OPEN}\s?(?:[aäæ]|{_any_of(_PLAIN)})\s?{_CLOSE}|[|*~^]\s?(?:{_any_of(_PLAIN)})\s?[|*~^]", re.IGNORECASE
)
_QUOTED = ('"at"', "'at'", '\\"at\\"', "“at”", "„at“", "`at`", "/at/", "=at=")
"""The third as it stands in JSON."""
_PLAIN_AT = lazy(
    rf"[ \t\xa0_-](?:{_any_of(_PLAIN)})[ \t\xa0_-]{{1,3}}[\w-]{{1,63}}(?:[.][ ]?\w|{_SPELT}|[_-])", re.IGNORECASE
)


def may_be_in(text: str) -> bool:
    """Whether a text has what every address has; a quick no is a no."""
    if "@" in text or _FRAMED.search(text) or _PLAIN_AT.search(text):
        return True
    small = text.lower().replace("-", " ")
    if any(name in small for name in _STEMS_ASCII) or any(quoted in small for quoted in _QUOTED):
        return True
    return not small.isascii() and any(name in small for name in _STEMS_OTHER)


def found_in(text: str, *, is_quote: bool = False) -> Iterator[tuple[int, int]]:
    """Yield where e-mail addresses stand.

    Args:
        text: The text, without entities and characters that nobody sees.
        is_quote: Whether it is quoted from a document, where `ada at home dot one` is an address, too.

    >>> text = "Write: jean arobase univ-lyon point fr, not at the dot product"
    >>> [text[start:end] for start, end in found_in(text)]
    ['jean arobase univ-lyon point fr']
    """
    for found in _ADDRESS.finditer(text):
        if _is_address(text, found, is_quote=is_quote):
            yield found.span()
    if "-" in text or "_" in text:
        yield from (found.span() for found in _GLUED.finditer(text))
    if "#" in text and _HASH_IS_AT.search(text):
        yield from (found.span() for found in _HASHED.finditer(text))


def _is_address(text: str, found: re.Match[str], *, is_quote: bool) -> bool:
    if ends_in_path(text, found.start()) or _CODE_ADDRESS.match(text, found.start()):
        return False
    if found["sign"]:
        is_role = found["sign"].startswith(" ") and _PROSE.fullmatch(found["user"])  # `Scientist @ Weft.io`
        return not is_role and (_is_top(found) or not found["spaced"])
    if re.match(r"[\w-]", text[found.end() : found.end() + 1]):
        return False
    if found["plain"]:
        if found["spelt"]:
            return _is_spelt(text, found, is_quote=is_quote)
        return not found["spaced"] and _stands_alone(text, found)
    is_sure = found["spelt"] if found["named"] else found["framed"] and not (found["letter"] or found["spaced"])
    return bool(is_sure) or _is_top(found)


def _is_top(found: re.Match[str]) -> bool:
    top = (found["top"] or found["last"]).casefold()
    return top in _TOPS or top.startswith("xn--")


def _is_spelt(text: str, found: re.Match[str], *, is_quote: bool) -> bool:
    """Say whether `ada at example dot org` is an address, and not `looked at the dot product`."""
    if found["word"].isupper() and found["spelt"].strip().isupper():
        return True
    top, label = found["top"].casefold(), re.split(r"\W", found["domain"], maxsplit=1)[0].casefold()
    ends = _PHRASE_ENDS.match(text, found.end()) is not None
    if is_quote:
        return ends and label not in _ARTICLES and not re.match("matri|plot|product", top)
    return _is_top(found) and (ends or (top not in _TOPS_OF_PROSE and (len(top) > 2 or label not in _ARTICLES)))


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Say whether `ada at example.org` is an address, not prose."""
    user, start, end = found["user"], found.start(), found.end()
    before, after = text[max(0, start - 60) : start], text[end : end + 60]  # a slice of all would make it quadratic
    if not re.match(r"\s*[,;|)>\].]?(?:\s|\Z)", after):
        return False
    enclosed = before[-1:] in ("(", "<", "[") and after[:1] in (")", ">", "]")
    is_all = not before.strip() and start < 60 and not after.strip(" .") and len(text) - end < 60
    return (
        (is_all and not _PROSE.fullmatch(user) and _is_top(found))
        or enclosed
        or (re.search(r"[^\W\d][\w-]*[._]\w|[^\W\d]\w*\d|^\{", user) is not None and _is_top(found))
        or bool(_LED.search(before[-40:]))
        or (_is_clause(before, after) and user.islower() and not _PROSE.fullmatch(user) and _is_top(found))
    )


def _is_clause(before: str, after: str) -> bool:
    """Whether a place is parted from what is before and behind it: `Ada Lovelace, ada at example.org, Room 12`."""
    return bool(re.search(r"(?:\A|[,;:|·•(]\s?)\Z", before) and re.match(r"\.?(?:\Z|\s?[,;|·•)])", after))


def ends_in_path(text: str, end: int) -> bool:
    """Whether a web address stands before a place, up to a slash: `https://x.org/people/` before `ada@x.org`."""
    return _PATH.search(text, max(0, end - 300), end) is not None
