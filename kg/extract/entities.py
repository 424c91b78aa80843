"""Names of people, organisations and venues in running text."""

import re

from kg.base.tables import words_of
from kg.profile.listed_names import WITH

# Names of people in running text: which words are one, and where a list of them is cut.

MAX_WORDS = 6
_MOST_IDEOGRAPHS = 6
"""No name in Chinese, Japanese or Korean has more: a longer text is of an organisation."""

_TITLES = (
    r"(?:(?:prof(?:essor)?|dr|mr|ms|mrs|mx|sir|dame|ph\.?\s?d|priv\.?-doz|dipl\.?-(?:ing|inf)|ing|m\.?\s?sc|b\.?\s?sc)"
    r"(?:\.\s*|\s+)|(?:prof|dr)\.?-?\s*(?:dr|ing)\.\s*)"
)
_TITLE = re.compile(
    rf"^(?:the\s+)?(?:(?:assistant|associate|full|adjunct|distinguished)\s+)?{_TITLES}{{1,4}}", re.IGNORECASE
)
_DEGREE_AFTER = re.compile(r",?\s+(?:ph\.?\s?d\.?|m\.?\s?d\.?|m\.?\s?sc\.?|jr\.?|sr\.?|ii|iii|iv)$", re.IGNORECASE)
_BRACKETS = re.compile(r"\s*[(\[{][^()\[\]{}]{0,200}[)\]}]")
_CUT = re.compile(r"\s*(?:[;,、，‚•|]|\s&\s|\s\+\s|\band\b|\bund\b|\s/\s|\by\b)\s*")
_MARKS = "*∗⁎＊†‡§¶#✉✝⋆★☆♠♣♦♥^\u200b\u2020\u2021¹²³⁴⁵⁶⁷⁸⁹⁰₁₂₃"
_MARK = re.compile(rf"\s*(?:\\\*|[{re.escape(_MARKS)}])+")
_LETTER = r"[^\W\d_]"
_INITIAL = rf"{_LETTER}\.(?:[-‐ ]?{_LETTER}\.){{0,3}}"
_WORD = rf"(?:{_LETTER}[^\W\d_'’`.‐−–-]*(?:['’`‐−–-]{_LETTER}[^\W\d_'’`.‐−–-]*){{0,3}}\.?|['’]t)"
_NAME = re.compile(rf"(?:{_INITIAL}|{_WORD})(?:\s+(?:{_INITIAL}|{_WORD})){{1,5}}", re.UNICODE)
_PARTICLES = frozenset(
    re.findall(
        r"\w+",
        "af al ap ben bin d da dal dall das de degli dei del della den der des di do dos du e el ibn la las "
        "le les lo los mc op san st t ten ter thi van vande vander vom von y zu zum zur ",
    )
)
_NOT_IN_NAMES = frozenset(
    re.findall(
        r"\w+",
        "a among an are as at be between by for from i in into is it its my of on or our over that the these "
        "this through to toward towards under using via was we were with within without you ",
    )
)
_BEFORE_NAMES = re.compile(rf"(?:and|y|{WITH}) ", re.IGNORECASE)


def is_name(text: str) -> bool:
    """Say whether a text has the form of one person's full name, in any spelling of names in letters.

    >>> is_name("Garth A. Gibson"), is_name("Con Murphy"), is_name("Mit Hans Müller"), is_name("in submission")
    (True, True, False, False)
    """
    text = text.strip()
    if not 3 <= len(text) <= 80 or not _NAME.fullmatch(text):
        return 2 <= len(text) <= 4 and all(map(_is_ideograph, text)) and text not in common_words()
    words = text.replace("’", "'").split()
    if all(map(_is_ideograph, "".join(words))) and len("".join(words)) > _MOST_IDEOGRAPHS:
        return False
    if len(words) > MAX_WORDS or any(word.casefold() in common_words() for word in words):
        return False
    if any(word in _NOT_IN_NAMES for word in words):
        return False
    return all(_may_be_of_name(word) for word in words) and not _BEFORE_NAMES.match(text)


def people_in(text: str) -> list[str]:
    """Return the people that a list names, without titles, marks and what stands in brackets.

    >>> people_in("Prof. Zhihao Jia, Prof. Minjia Zhang (UIUC), Dr. Xupeng Miao")
    ['Zhihao Jia', 'Minjia Zhang', 'Xupeng Miao']
    """
    return [name for piece in _CUT.split(_BRACKETS.sub("", text)) if is_name(name := without_title(piece))]


def without_title(text: str) -> str:
    """Return a name without `Prof. Dr.` before it, marks and a degree behind it.

    >>> without_title("Prof. Dr. Hong Xu*"), without_title("Ada Lovelace, Ph.D.")
    ('Hong Xu', 'Ada Lovelace')
    """
    name = without_marks(text).strip(" \t.,;:·•")
    name = _TITLE.sub("", name)
    return _restore_dot(_DEGREE_AFTER.sub("", name).strip(" \t,;:·•"))


def without_marks(text: str) -> str:
    """Return a text without the stars, daggers and small figures that authors' names carry."""
    return _MARK.sub("", text)


def marks_of(text: str) -> str:
    r"""Return the marks of a name in their order: `*` for `Xin Jin\*`."""
    return "".join(mark for mark in text if mark in f"{_MARKS}+")


def is_particle(word: str) -> bool:
    """Say whether a word is a particle of names: `von`, `de`."""
    return word.casefold().strip(".'’") in _PARTICLES and not (len(word) == 1 and word.isupper())


def _restore_dot(name: str) -> str:
    """Return a name in which a final initial has its full stop again, if the others have one."""
    return f"{name}." if re.search(rf"(?:^|\s){_LETTER}$", name) and "." in name else name


def _may_be_of_name(word: str) -> bool:
    if word.casefold().strip("'.") in _PARTICLES or word.casefold().startswith(("d'", "al-", "el-")):
        return True
    first = next((character for character in word if character.isalpha()), "")
    return bool(first) and (first.isupper() or not (first.islower() or first.isupper()))


def _is_ideograph(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3"


def common_words() -> frozenset[str]:
    """Return words of titles, venues and organisations that are never part of a name."""
    return words_of("kg.extract", "tables/not_names.txt")


# Which words name an organisation or a venue: who gave an award, where a course was held, what one reviewed for.

_VENUE_WORD = re.compile(
    r"\b(?:conference|symposium|workshops?|journal|transactions|congress|proceedings|letters|magazine|"
    r"colloquium|meeting|konferenz|conférence|hackathon|challenge|olympiad|annals)\b",
    re.IGNORECASE,
)


def has_venue_word(text: str) -> bool:
    """Say whether a text says itself that it is a conference or a journal."""
    return _VENUE_WORD.search(text) is not None
