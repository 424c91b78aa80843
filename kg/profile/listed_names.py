"""Read a list of people as written: names in any order, initials before and behind, marks, `and`, `et al.`."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kg.base.tables import words_of
from kg.profile.authorship import is_elision
from kg.profile.forms import ET_AL

_MARKS = re.compile(r"[\^$]*[*∗⋆★†‡§¶#♯♭♮✉◇♢♡♥♠♣△▲◦∘ǂ⁎⨝⊕☨✝&+]+[\^$]*|[¹²³⁴⁵⁶⁷⁸⁹⁰]+")
_DIGIT_MARKS = re.compile(r"(?<=[^\W\d_.])\s?\d{1,2}(?:\s?,\s?\d{1,2})*(?=$|[\s,;*†])")
_BRACKETS = re.compile(r"[(\[{][^()\[\]{}]{0,60}[)\]}]|[()\[\]{}]")
WITH = (
    r"(?-i:[Ww]ith|WITH|[Aa]vec|mit|con|com|met|med"
    r"|(?:Mit|Con|Com|Met|Med)(?= [A-ZÀ-ÖØ-Þ][\w'’-]+ [A-ZÀ-ÖØ-Þ]))"
)
"""What introduces people; Con Murphy and Mit Shah are called so."""
_AND = re.compile(rf"\s*[,;]?\s*(?:(?<![^\W\d_])(?:[Aa]nd|AND|[Uu]nd|UND|et|ET|y|e|en|och|og|{WITH})(?![^\W\d_])|&)\s+")
_TITLE = re.compile(
    r"^(?:(?:Prof|Dr|Mr|Mrs|Ms|Assoc|Assist|Asst|PD|Ing|Pr|Mme|Rev|Sir|Dra|Drs)\.?(?:[- ](?:Dr|Ing|Prof|rer|nat|h\.c)\.?)*|Professor|Professeur|Doctor|Doktor)\s+(?=\S)",  # noqa: E501
    re.I,
)
_SUFFIX = re.compile(r"^(?:Jr|Sr|II|III|IV|Ph\.?D|M\.?D|MD|PhD)\.?$", re.I)
_PARTICLES = words_of("kg.profile", "tables/particles.txt")
_INITIALS = re.compile(
    r"(?:[^\W\d_]\.[\s\-‐–]?){1,5}|[^\W\d_]{1,3}|(?:[^\W\d_][\s\-‐–]){1,3}[^\W\d_]\.?|[^\W\d_]\.?[-‐][^\W\d_]\.?"
)
_ROLE = re.compile(
    r"\s*(?:[(\[](?:eds?|hgg?|hrsg|dir|éds?|coord|trans|org)s?\.?[)\]]|,?\s(?:eds?|hgg?|hrsg)\.(?!\s*(?:v\.|von)\s)"
    r"|,\s(?:hgg?|hrsg)\b(?!\.)|(?<!\w)(?:(?:hgg?|hrsg)\.|herausgegeben|edited)\s*(?:v\.|von|by)\s)"
    r"|^(?:in:?|by)\s(?=[A-Z])|(?<=,\s)(?:eds|editors?|hrsg)\.?$",
    re.I,
)
_NO_NAMES = frozenset(("and", "with", "et", "eds", "ed", "by", "in", "the", "von", "al"))
MAX_NAMES = 3_000


class Names(NamedTuple):
    """People in the order in which they are named.

    Attributes:
        names: In the order in which they are spoken: `J. P. van der Berg`.
        marks: The marks that each of them carries.
        more: Whether others are left unnamed: `et al.`
    """

    names: tuple[str, ...]
    marks: tuple[str, ...] = ()
    more: bool = False


def names_in(text: str) -> Names:
    """Return the people in a list of names.

    >>> names_in("Doe, J. P., van der Berg, A., & Roe, C.").names
    ('J. P. Doe', 'A. van der Berg', 'C. Roe')
    >>> names_in("Doe, J. P., A. van der Berg, B. Mill, and C. Roe").names
    ('J. P. Doe', 'A. van der Berg', 'B. Mill', 'C. Roe')
    >>> names_in("Ada Lovelace*, C. Babbage and Smith J").names
    ('Ada Lovelace', 'C. Babbage', 'J Smith')
    >>> names_in("Müller, H./Meier, E. (Hgg.)").names, names_in("Hrsg. von Hans Müller und Eva Meier").names
    (('H. Müller', 'E. Meier'), ('Hans Müller', 'Eva Meier'))
    >>> names_in("In Doe, J. R., & Roe, C. (Eds.)").names, names_in("Müller, H., Hrsg").names
    (('J. R. Doe', 'C. Roe'), ('H. Müller',))
    >>> names_in("Doe, J., Klink, R. van, and Roe, C.").names
    ('J. Doe', 'R. van Klink', 'C. Roe')
    >>> names_in("Doe, J.*, Roe, C., …, Smith, K., and Mill, B. S.").names
    ('J. Doe', 'C. Roe', 'K. Smith', 'B. S. Mill')
    >>> names_in("Mit Shah, Con Murphy and Ada Lovelace").names, names_in("Mit Hans Müller und Eva Meier").names
    (('Mit Shah', 'Con Murphy', 'Ada Lovelace'), ('Hans Müller', 'Eva Meier'))
    >>> names_in("Lovelace, Ada and Charles Babbage et al.")
    Names(names=('Ada Lovelace', 'Charles Babbage'), marks=('', ''), more=True)
    """
    text = " ".join(text.split())[:40_000]
    text = _ROLE.sub("", text)
    more = bool(ET_AL.search(text))
    text = ET_AL.sub(" ; ", text)
    text = text.translate({0x201A: ",", 0xFF0C: ",", 0x3001: ",", 0xFF1B: ";", 0x30FB: "・"})
    text = _BRACKETS.sub(" ", text)
    text = _DIGIT_MARKS.sub(" * ", text.replace("/", " ; "))
    pieces = _pieces(text)
    found: list[str] = []
    marks: list[str] = []
    for piece in pieces:
        plain = _plain(piece)
        if plain and (_is_name(plain) or is_elision(plain)):
            found.append(plain)
            marks.append("".join(_MARKS.findall(piece)))
        if len(found) >= MAX_NAMES:
            break
    return Names(tuple(found), tuple(marks), more)


def _pieces(text: str) -> list[str]:
    """Return the names of a list as spoken; what parts them is learned from the list itself."""
    if ";" in text:
        parts = [part for part in re.split(r"\s*;\s*(?:(?:and|&|und|et|y)\s+)?", text) if part.strip(" ,.")]
        if any(part.count(",") > 1 for part in parts) and len(parts) > 1:  # parted by '…', or by both signs
            return [name for part in parts for name in _pieces(part)]
        if len(parts) > 1 or "," not in "".join(parts):
            return [_turned(name) for part in parts for name in _AND.split(part)]
        text = parts[0] if parts else ""
    text = _AND.sub(" , ", text)
    text = re.sub(r"\s+[·|•]\s+", " , ", text)
    parts = [part.strip() for part in text.split(",")]
    return _paired([part for part in parts if _MARKS.sub("", part).strip(" .")])


def _turned(part: str) -> str:
    family, _, given = part.partition(",")
    return f"{given.strip()} {family.strip()}" if given.strip() else family.strip()


def _paired(parts: Sequence[str]) -> list[str]:
    """Return the names of parts between commas: of which initials, alone, belong to the family name before them."""
    bare = [_MARKS.sub("", part).strip() for part in parts]
    initials = [_are_initials(part) for part in bare]
    short = [len(part.split()) == 1 or part.split()[0].casefold() in _PARTICLES for part in bare]
    if (sum(initials) * 3 >= len(parts) and sum(initials)) or [*initials[:1], *initials[1:2]] == [False, True]:
        return _with_initials(parts, initials)
    if any(not part.isascii() and len(part) < 5 and part[:1] > "\u3000" for part in bare):
        return list(parts)  # names of two or three characters
    if bare and len(parts) % 2 == 0 and all(short) and not any(initials):  # Lovelace, Ada, Babbage, Charles
        return (
            [f"{parts[place + 1]} {parts[place]}" for place in range(0, len(parts), 2)]
            if all(len(part) > 1 for part in bare) and len(parts) > 1 and not all(part.isupper() for part in bare)
            else list(parts)
        )
    if len(parts) > 1 and short[0] and not initials[1] and len(bare[1].split()) <= 3 and not _looks_whole(bare[0]):
        rest = parts[2:]
        first = f"{parts[1]} {parts[0]}"  # Lovelace, Ada, Charles Babbage
        return (
            [first, *_paired(rest)] if all(len(part.split()) > 1 for part in bare[2:]) or len(rest) < 2 else list(parts)
        )
    joined: list[str] = []
    for part in parts:
        if joined and _SUFFIX.match(_MARKS.sub("", part).strip()):
            joined[-1] += " " + part.strip()
        else:
            joined.append(part)
    return joined


def _are_initials(part: str) -> bool:
    """Say whether a part is nothing but initials, with the particles of the family name that may stand behind them."""
    words = part.split()
    while len(words) > 1 and words[-1] in _PARTICLES:
        words.pop()
    plain = " ".join(words)
    return bool(_INITIALS.fullmatch(plain)) and all(sign.isupper() for sign in plain if sign.isalpha())


def _with_initials(parts: Sequence[str], initials: Sequence[bool]) -> list[str]:
    found: list[str] = []
    place = 0
    while place < len(parts):
        part = parts[place]
        if place + 1 < len(parts) and initials[place + 1] and not initials[place]:
            name = f"{parts[place + 1]} {part}"
            place += 2
            if place < len(parts) and _SUFFIX.match(parts[place].strip()):
                name += " " + parts[place].strip()
                place += 1
            found.append(name)
        else:
            if _SUFFIX.match(part.strip()) and found:
                found[-1] += " " + part.strip()
            else:
                found.append(part)
            place += 1
    return found


def _looks_whole(part: str) -> bool:
    return len(part.split()) > 1 and part.split(maxsplit=1)[0].casefold() not in _PARTICLES


def _plain(piece: str) -> str:
    """Return a name without marks and titles, initials before the family name."""
    name = _MARKS.sub(" ", piece)
    name = " ".join(name.split()).strip(" ,;:|")
    for _ in range(3):
        name = _TITLE.sub("", name)
    words = name.split()
    name = " ".join(words).strip(" -–")
    last = words[-1] if len(words) > 1 else ""
    if name.endswith(".") and len(last.rstrip(".")) > 2 and "." not in last[:-1] and not _SUFFIX.match(last):
        name = name[:-1]
    words = name.split()
    if len(words) > 1 and _is_behind(words):
        given = [re.sub(r"\.(?=[^\W\d_])", ". ", words.pop())]
        while len(words) > 1 and re.fullmatch(r"(?:[^\W\d_]\.)+", words[-1]):
            given.insert(0, words.pop())
        words = given + words
    return " ".join(words)


def _is_behind(words: Sequence[str]) -> bool:
    """Say whether the last word is initials behind a family name: `Smith JP`, `Smith J.`."""
    last, first = words[-1], words[0]
    letters = last.replace(".", "").replace("-", "")
    most = 5 if last.count(".") == len(letters) else 3
    if not letters.isalpha() or not letters.isupper() or len(letters) > most or _SUFFIX.match(last):
        return False
    if len(first.strip(".")) == 1 or (first.isupper() and len(first) > 3 and len(letters) > 2):
        return False
    return first[:1].isupper() or first.casefold() in _PARTICLES


def _is_name(name: str) -> bool:
    """Say whether a text can be a name: letters, not many words, no figures."""
    letters = sum(character.isalpha() for character in name)
    if letters < 1 or len(name) > 70 or any(character.isdigit() for character in name):
        return False
    return len(name.split()) <= 7 and name.casefold().strip(".") not in _NO_NAMES and letters > 1
