"""Which words tell a role, an organisation, a place: the tables of the career, asked."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from kg.base.tables import rows_of
from kg.terms.places import is_country

EMPLOYER, INSTITUTE, UNIT = 3, 2, 1
"""What a name of an organisation is: what stands for itself, what may, what is part of another."""

_WORD = re.compile(r"[^\W_][\w.&'’@+*-]*|@\w+")
OWNER = re.compile(
    r"(?i:Prof(?:essor)?\.?\s[^\W\d_][^,;:\n]{1,40}['’]s\b)"
    r"|Prof\.(?:ssa)?\s*(?:(?:[Dd]r|[Ii]ng|habil|med|h\. ?c)\.[\s-]*)*[A-ZÀ-Þ]"
)
"""Who has a laboratory, or supervises: a title before a name, not a role."""
_CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_COMPOUNDS = {"universität": EMPLOYER, "hochschule": EMPLOYER, "akademie": EMPLOYER, "institut": INSTITUTE}
_COMPOUNDS |= {"schule": UNIT, "zentrum": INSTITUTE, "labor": UNIT, "werke": EMPLOYER}
_WEAK = frozenset(["research", "systems", "network", "networks", "technologies", "electronics", "studio", "program"])
"""Words that fields of study have as well: they tell an organisation only as the last of several."""

_STANDS_ALONE = re.compile(
    r"\binstitut[eo]?\s(?:of|for|de)\s(?:advanced\s)?(?:technology|science|tecnologia)|\b(?:state|high|business|medical|grammar|secondary|middle|public|international|preparatory)\s"
    r"(?:university|school)\b|\bschool\s+of\s+(?:economics|mines)\b|^école|^max[- ]planck|^fraunhofer",
    re.IGNORECASE,
)
_FIELDS = (
    r"(?:agricultur(?:e|al)|applied|architecture|arts?|biological|business|chemistry|communications?|comput(?:er|ing|ational)|"
    r"design|education|engineering|environment(?:al)?|health|humanities|informatics|information|law|letters|liberal|life|"
    r"management|mathematics|mathematical|mechanical|medicine|natural|pharmacy|physical|physics|public|sciences?|social|"
    r"software|technology)"
)
_COLLEGE = re.compile(
    rf"(?:the\s)?college\s+of\s+(?:the\s)?{_FIELDS}(?:(?:\s+(?:and|&)|,)?\s+{_FIELDS}){{0,4}}", re.IGNORECASE
)
"""Colleges of a university, which `Boston College` is not."""

_GERMAN = ("entwickler", "ingenieur", "leiter", "mitarbeiter", "assistent", "wissenschaftler", "berater", "professor")
_GERMAN_HEADS = (*_GERMAN, *(f"{head}in" for head in _GERMAN))
"""Heads of words such as `Softwareentwickler`."""

_MAX_PHRASE = 4
_CACHE = 4_096
"""So many texts are kept with what was found: the pieces of one line are asked about several times."""


@lru_cache(maxsize=_CACHE)
def words(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return the words of a text with their places."""
    return tuple((found[0], found.start(), found.end()) for found in _WORD.finditer(text))


@lru_cache(maxsize=_CACHE)
def rank(text: str) -> int:
    """Return what a text says an organisation is: 3 for an employer, 2 an institute, 1 a unit, 0 for none.

    >>> rank("Purdue University"), rank("Theory Institute"), rank("Department of Physics"), rank("Poetical Science")
    (3, 2, 1, 0)
    """
    if len(text) > 200:
        return 0
    if _CJK.search(text):
        return _cjk_rank(text)
    if _COLLEGE.fullmatch(text):
        return UNIT
    if is_known(text) or _STANDS_ALONE.search(text):
        return EMPLOYER
    found = [word for word, _, _ in words(text)]
    ranks = [_word_rank(word, place, len(found)) for place, word in enumerate(found)]
    return max(ranks, default=0)


def is_known(text: str) -> bool:
    """Say whether a text has the name of a well-known organisation in it."""
    return known_at(text) is not None


@lru_cache(maxsize=_CACHE)
def known_at(text: str) -> tuple[int, int] | None:
    """Return where in a text the name of a well-known organisation stands."""
    found = words(text)[:24]
    for first in range(len(found)):
        for last in range(min(len(found), first + _MAX_PHRASE), first, -1):
            begin, stop = found[first][1], found[last - 1][2]
            phrase = text[begin:stop].rstrip(".,")
            if _means_organisation(phrase, starts=first == 0):
                return begin, begin + len(phrase)
    return None


@lru_cache(maxsize=_CACHE)
def role_in(text: str) -> tuple[int, int] | None:
    """Return where a role stands in a text, with the words that go before it.

    >>> text = "Peking University Software Engineer Intern"
    >>> text[slice(*role_in(text))]
    'Software Engineer Intern'
    """
    if len(text) > 200:
        return None
    if _CJK.search(text):
        return _cjk_role(text)
    found = words(text)
    for place, (word, _, _) in enumerate(found):
        length = _head_length(found, place)
        if not length or OWNER.match(text, found[place][1]):
            continue
        first, last = _first_of_role(found, place, text), _last_of_role(found, place + length - 1, text)
        begin, stop = found[first][1], found[last][2]
        if text[begin].isupper() or begin == 0 or word.isupper():
            return begin, stop
    return None


@lru_cache(maxsize=_CACHE)
def is_place(text: str) -> bool:
    """Say whether a text is a country, a state or a well-known city, or several: `Bavaria, Germany`."""
    parts = [part.strip(" .") for part in text.split(",") if part.strip(" .")]
    return bool(parts) and all(_is_place(part) for part in parts)


def is_region_code(text: str) -> bool:
    """Say whether a text is the code of a state or a province: `PA`, perhaps with its postal code."""
    return re.sub(r"\s+\d{4,6}(?:-\d{4})?$", "", text.strip()).rstrip(",") in _words("places", "code")


def may_be_city(text: str) -> bool:
    """Say whether a text could be the name of a town that nobody listed."""
    found = [word for word, _, _ in words(text)]
    if not 1 <= len(found) <= 3 or any(character.isdigit() for character in text):
        return False
    return all(word[0].isupper() or word in ("of", "la", "de", "am", "an", "der", "upon") for word in found)


def _means_organisation(phrase: str, *, starts: bool) -> bool:
    folded = phrase.casefold()
    if folded not in _words("organisations", "known"):
        return False
    if " " in folded or len(folded) > 4:
        return any(map(str.isupper, phrase)) or not folded.isalpha()
    return phrase.isupper() or (starts and phrase[0].isupper()) or any(map(str.isupper, phrase[1:]))


def _word_rank(word: str, place: int, count: int) -> int:
    folded = word.casefold().rstrip(".'’")
    if not (word[0].isupper() or word[0] == "@"):
        return 0
    if folded in _WEAK and (place == 0 or place < count - 1):
        return 0
    for level in (EMPLOYER, INSTITUTE, UNIT):
        if folded in _words("organisations", str(level)) or word.casefold() in _words("organisations", str(level)):
            return level if count > 1 or level == EMPLOYER else 0
    if len(word) > 3 and word.endswith(("Lab", "Labs")):
        return UNIT
    return max((level for end, level in _COMPOUNDS.items() if folded.endswith(end) and folded != end), default=0)


def _cjk_rank(text: str) -> int:
    if any(word in text for word in _words("organisations", "cjk3")):
        return EMPLOYER
    return UNIT if any(word in text for word in _words("organisations", "cjk1")) else 0


def _cjk_role(text: str) -> tuple[int, int] | None:
    found = next((word for word in sorted(_words("roles", "cjk"), key=len, reverse=True) if word in text), None)
    return (text.index(found), text.index(found) + len(found)) if found else None


def _head_length(found: Sequence[tuple[str, int, int]], place: int) -> int:
    """Return of how many words the head of a role is that begins at a place; 0 if none does."""
    for length in (4, 3, 2):
        phrase = " ".join(word.casefold() for word, _, _ in found[place : place + length])
        if place + length <= len(found) and phrase.rstrip(".") in _words("roles", "phrase"):
            return length
    return 1 if _is_head(found[place][0]) else 0


def _is_head(word: str) -> bool:
    folded = word.casefold().rstrip(".")
    if folded not in _words("roles", "head"):
        return len(folded) >= 7 and (folded in _misspelt() or folded.endswith(_GERMAN_HEADS))
    return len(folded) > 3 or word.isupper() or (folded in ("ra", "ta") and word[0].isupper())


def _first_of_role(found: Sequence[tuple[str, int, int]], head: int, text: str) -> int:
    """Return the place of the first word of a role, given that of its head."""
    place = head
    while place and _may_join(found, place - 1, place, text) and _goes_before(found[place - 1][0]):
        place -= 1
    while (
        0 < place < head and found[place][0].casefold() not in _WEAK and _word_rank(found[place][0], 1, 2)
    ):  # `AML Team Research Intern`: the team is not of the role
        place += 1
    while place < head and found[place][0].casefold() in ("of", "in", "and", "for", "to", "und", "de"):
        place += 1
    return place


def _last_of_role(found: Sequence[tuple[str, int, int]], place: int, text: str) -> int:
    while place + 1 < len(found) and _may_join(found, place, place + 1, text):
        ahead = next((end for end in range(place + 1, min(place + 4, len(found))) if _is_head(found[end][0])), None)
        if ahead is None or not all(_goes_before(found[end][0]) for end in range(place + 1, ahead)):
            break
        place = ahead
    return place


def _goes_before(word: str) -> bool:
    folded = word.casefold()
    return folded in _words("roles", "before") or folded.rstrip(".") in _words("roles", "before") or _is_head(word)


def _may_join(found: Sequence[tuple[str, int, int]], one: int, other: int, text: str) -> bool:
    return text[found[one][2] : found[other][1]].strip() in ("", "/", "&", "-")


def _is_place(part: str) -> bool:
    folded = part.casefold()
    if is_region_code(part):
        return True
    return is_country(part) or any(folded in _words("places", kind) for kind in ("region", "city"))


@cache
def _misspelt() -> frozenset[str]:
    """Return long heads of roles with one letter left out: `assitant`."""
    heads = (head for head in _words("roles", "head") if len(head) >= 8)
    return frozenset(head[:place] + head[place + 1 :] for head in heads for place in range(1, len(head)))


def _words(table: str, key: str) -> frozenset[str]:
    return _table(table).get(key, frozenset())


@cache
def _table(name: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for key, entries in rows(name):
        found[key] = found.get(key, frozenset()) | set(entries)
    return found


def rows(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows of a table: a key and what stands behind it."""
    for key, entries in rows_of("kg.extract", f"tables/{name}.tsv"):
        yield key, entries.split("|")
