"""What makes a value of a slice: each rule once, by a name under which the value can be made again."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import takewhile
from types import MappingProxyType
from typing import Any

from kg.base.errors import IdentifierError
from kg.profile import periods
from kg.profile.drafts.model import Slice
from kg.profile.periods import Period
from kg.profile.pointing.source import running
from kg.profile.written_names import as_written
from kg.terms import dates
from kg.terms.dates import PRESENT, full_year
from kg.terms.identifiers import SCHEMES, fold, web_address
from kg.terms.kinds import Declaration, Field
from kg.terms.statuses import on_server, status_in

TURNED = ("name in order", "name turned")
UNDATED = "without year"
WORDS = "words"
OWNER = "owner"
"""The rule of a name that goes without saying in an entry: it is that of the person whose source it is."""

Rule = Callable[[str], Any]

# Words

_EDGES = " \t\n,;:.|–—·•*_"
_PAIRS = ("()", "[]", "{}", "“”", "«»", "„“", '""', "‘’", "''")
_HALVES = {"(": ")", "[": "]", "{": "}", "«": "»", "“": "”", "„": '“”"'}
_YEAR_OR_SPAN = r"['’]?(?:(?:1[5-9]|20)\d\d(?:\s?[–-]\s?(?:1[5-9]|20)\d\d)?|(?<=['’])\d\d)"
YEAR_WITHIN = rf"[\s,]{{0,3}}(?:\({_YEAR_OR_SPAN}\)|{_YEAR_OR_SPAN}),?\s*"
"""A year among words, such as that of an edition in the name of a venue."""
_YEAR_WITHIN = re.compile(YEAR_WITHIN)
_LONE = re.compile(r"[()\[\]{}«»“”„]")
_BETWEEN = re.compile(r"(?<=\d)\s?[-–—−]{1,3}\s?(?=\d)")
_CAPITAL = "[A-ZÀ-ÖØ-ÞĀ-ɏΑ-ΩА-Я]"
_INITIALS = re.compile(rf"(?:{_CAPITAL}[.‐-]{{0,2}}){{1,4}}")
_INDEX = re.compile(
    r"[^,]+, ?(?!\s|(?:Jr|Sr|I{2,3}|IV|Ph\.? ?D|M\.?D)\b)[^,]+"
    rf"|\S.* (?!(?:II|III|IV|VI|VIII?)$)(?:(?:{_CAPITAL}\.[‐-]?){{1,4}}|(?P<bare>{_CAPITAL}{{1,3}}))"
)
_GIVEN = re.compile(r"[^\W\d_](?:\.?[‐-][^\W\d_])?")


def trimmed(text: str) -> str:
    """Return words without what parts them from their neighbours; what belongs to an abbreviation stays.

    >>> trimmed("“Two looms”,"), trimmed("», Annals of Looms"), trimmed("Anal. Appl."), trimmed("Two “looms")
    ('Two looms', 'Annals of Looms', 'Anal. Appl.', 'Two looms')
    """
    text = text.strip()
    for _ in range(0 if text[:1].isalnum() and text[-1:].isalnum() else 3):
        text = text.lstrip(_EDGES).rstrip(_EDGES.replace(".", ""))
        around = next((pair for pair in _PAIRS if text.startswith(pair[0]) and text[1:].endswith(pair[1])), "")
        if around and not set(around) & set(text[1:-1]):
            text = text[1:-1]
    return _without_halves(text) if _LONE.search(text) else text


def _without_halves(text: str) -> str:
    """Return words without the brackets and quotes of which the other half is cut off."""
    opened: list[int] = []
    lone: set[int] = set()
    for place, character in enumerate(text):
        if opened and character in _HALVES[text[opened[-1]]]:
            opened.pop()
        elif character in _HALVES:
            opened.append(place)
        elif character in ")]}»”":
            lone.add(place)
    lone.update(opened)
    return "".join(each for place, each in enumerate(text) if place not in lone).lstrip(_EDGES)


def _words(text: str, **how: bool) -> str:
    return trimmed(running(text, **how))


def _in_order(text: str, *, dots: bool = True) -> str:
    """Return a name as one reads it: what stands behind the family name comes before, initials with full stops."""
    family, comma, given = _words(text).partition(",")
    words = family.split()
    initials = list(takewhile(_INITIALS.fullmatch, reversed(words[1:])))[::-1]
    first, last = (given.split(), words) if comma else (initials, words[: len(words) - len(initials)])
    if not first:
        return ""
    return " ".join((*(_dotted(word) if dots and _INITIALS.fullmatch(word) else word for word in first), *last))


def is_turned(name: str, others: Sequence[str]) -> bool:
    """Say whether a name of a list has its family name first: `Vane, Ada`, `Vane A.`, `Vane AB` as most others have.

    >>> is_turned("Vane A.", []), is_turned("Vane AB", ["Quist C", "Vane AB"]), is_turned("Li XU", ["Li XU", "A Rook"])
    (True, True, False)
    """
    found = _INDEX.fullmatch(name)
    if found and not found["bare"]:
        return True
    return bool(found) and sum(_INDEX.fullmatch(each.rstrip("*")) is not None for each in others) > max(
        1, len(others) / 2
    )


def _dotted(initials: str) -> str:
    return " ".join(f"{each}." for each in _GIVEN.findall(initials))


# Dates and numbers

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_EDTF = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_SHORT_YEAR = re.compile(r"['’‘](\d\d)(?!\d)")
_ARXIV = re.compile(r"(?<!\d)(\d\d)(?:0[1-9]|1[0-2])(?:\.\d{4,5}|(?<=/\d{4})\d{3})(?!\d)")
_STILL = re.compile(
    r"\b(?:am|is|currently|now|present|since|ongoing|seit|derzeit|actuellement|depuis|actualmente)\b|['’]m\b",
    re.IGNORECASE,
)
_CUT_SHORT = re.compile(
    r"\bet\.? ?al\b|\b(?:others|\d+ more|andere|autres|otros|outros|u\.\s?a)\b|…|\.\.\.|等", re.IGNORECASE
)
_CORR = re.compile(r"\bCoRR\b")
_NUMBER = re.compile(r"\d{1,3}(?:[.,'’\u00a0 ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?")
_GROUPED = re.compile(r"[.,'’\u00a0 ](?=\d{3}(?!\d))")
_TIMES = ((re.compile(r"\d\s*(?:k\b|k€|thousand|tausend)", re.IGNORECASE), 1_000),
          (re.compile(r"\d\s*(?:m\b|m€|mio|million)", re.IGNORECASE), 1_000_000))  # fmt: skip
_CURRENCIES = ((re.compile(r"€|\beuros?\b", re.IGNORECASE), "EUR"), (re.compile(r"£"), "GBP"),
               (re.compile(r"C\$|CA\$"), "CAD"), (re.compile(r"A\$|AU\$"), "AUD"),
               (re.compile(r"R\$"), "BRL"), (re.compile(r"₹"), "INR"), (re.compile(r"元|\bRMB\b"), "CNY"),
               (re.compile(r"\$"), "USD"), (re.compile(r"¥|円|\byen\b", re.IGNORECASE), "JPY"))  # fmt: skip
_CODE = re.compile(r"(?<![A-Z])(?:AUD|BRL|CAD|CHF|CNY|DKK|EUR|GBP|INR|JPY|NOK|SEK|USD|^[A-Z]{3}$)(?![A-Z])")
"""The code of a currency."""
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?$")


def _of_period(text: str, what: Callable[[Period], Any]) -> Any:
    found = periods.find(" ".join(text.split()))
    return what(found[0]) if found else None


def _year(text: str, place: int = 0) -> int | None:
    if found := _YEAR.findall(text):
        return int(found[place])
    if short := _SHORT_YEAR.search(text):
        return full_year(short[1])
    date = _of_period(text, lambda period: period.start or period.end)
    return int(date[:4]) if date and date[:4].isdigit() else None


def _currency(text: str) -> str:
    """Return the code of a currency, which stands there or is that of its sign; nothing for others.

    >>> _currency("500 kSEK"), _currency("C$ 20,000"), _currency("NSF, $500"), _currency("20 Kč")
    ('SEK', 'CAD', 'USD', '')
    """
    code = _CODE.search(text.strip())
    return code[0] if code else next((code for pattern, code in _CURRENCIES if pattern.search(text)), "")


def _year_of_id(text: str) -> int | None:
    """Return the year in which arXiv gave an id."""
    found = _ARXIV.search(text)
    return full_year(found[1]) if found else None


def _number(text: str) -> float | int | None:
    found = _NUMBER.search(text)
    if not found:
        return None
    try:
        value = float(_GROUPED.sub("", found[0].strip(" .,'’\u00a0")).replace(",", "."))
    except ValueError:
        return None
    value *= next((times for pattern, times in _TIMES if pattern.search(text)), 1)
    return int(value) if value == int(value) else value


# Identifiers


def _bare_address(text: str) -> str:
    text = trimmed(text)
    return web_address(f"https://{text}") if _HOST.match(text) else ""


def _bare(scheme: str, text: str) -> str:
    """Return an identifier without its address, as it is written."""
    known = SCHEMES[scheme]
    found = re.fullmatch(f"(?:{known.prefixes})?({known.pattern}){known.suffixes}", trimmed(text), re.IGNORECASE)
    return found[1] if found and known.check(known.fold(found[1])) else ""


def _canonical(scheme: str, text: str) -> str:
    text = trimmed(text)
    return SCHEMES[scheme].canonical(f"https://{text}" if "/" in text and _HOST.match(text) else text)


RULES: Mapping[str, Rule] = MappingProxyType({
    WORDS: _words,
    "without hyphen": partial(_words, drops_hyphens=True),
    "capitals": lambda text: _words(text).title(),
    UNDATED: lambda text: _words(_YEAR_WITHIN.sub(" ", text).replace(" )", ")")),
    "range": lambda text: _BETWEEN.sub("–", _words(text)),
    "name": lambda text: as_written(_words(text)).name,
    TURNED[0]: _in_order,
    TURNED[1]: partial(_in_order, dots=False),
    "start": partial(_of_period, what=lambda period: period.start),
    "end": partial(_of_period, what=lambda period: period.end),
    "last": partial(_of_period, what=lambda period: period.dates[-1] if period.dates else period.end),
    "still": lambda text: PRESENT if _STILL.search(text) else None,
    "year": _year,
    "last year": partial(_year, place=-1),
    "year of id": _year_of_id,
    "term": partial(_of_period, what=periods.as_term),
    "plan": partial(_of_period, what=lambda period: period.expected or None),
    "cut short": lambda text: bool(_CUT_SHORT.search(text)) or None,
    "number": _number,
    "currency": _currency,
    "status": lambda text: status_in(text) or ("preprint" if on_server(text) else ""),
    "server": lambda text: "arXiv" if _CORR.search(text) else on_server(text),
    "address": lambda text: web_address(trimmed(text)),
    "bare address": _bare_address,
    **{scheme: partial(_canonical, scheme) for scheme in SCHEMES},
    **{f"bare {scheme}": partial(_bare, scheme) for scheme in SCHEMES},
})  # fmt: skip
"""Each rule takes the characters of a slice and returns a value, or nothing."""


def made(rule: str, text: str, declaration: Declaration) -> Any:
    """Return the value that a rule, or a closed list, makes of some characters; nothing where it finds none."""
    if rule in declaration.enums:
        return declaration.called(rule).get(fold(text))
    try:
        return RULES[rule](text) if rule in RULES else None
    except IdentifierError:
        return None


def remade(text: str, found: Slice, declaration: Declaration) -> Any:
    """Return the value that stands in a slice of a source's text; nothing where its rule finds none."""
    return made(found.rule, text[found.begin : found.end], declaration)


_WORDS = (WORDS, "without hyphen")
_BY_RANGE: Mapping[str, tuple[str, ...]] = {
    "Date": ("start", "last"), "End": ("end", "last", "still"), "Year": ("year", "last year", "year of id"),
    "Term": (WORDS, "term", "last"), "Venue": (*_WORDS, UNDATED, "server"), "Text": (*_WORDS, UNDATED),
    "Code": ("range", *_WORDS), "Share": ("range", *_WORDS), "Url": ("address", "bare address"),
    "uri": ("address", "bare address"), "Amount": ("number",), "Number": ("number",), "integer": ("number",),
    "decimal": ("number",), "Currency": ("currency",), "WorkStatus": ("status",), "boolean": ("plan", "cut short"),
}  # fmt: skip
_BY_KEY: Mapping[str, tuple[str, ...]] = {"expected": ("plan",), "more_authors": ("cut short",)}
_OF_PEOPLE = (TURNED[0], "name", TURNED[1], *_WORDS, "capitals")
_SCHEME_OF = {name.replace("_", ""): name for name in SCHEMES}


def rules_of(field: Field, declaration: Declaration) -> Sequence[str]:
    """Return the rules that make values of a field, by what it holds; the first that gives what was said is taken."""
    if scheme := _SCHEME_OF.get(field.range.lower()):
        return (scheme, f"bare {scheme}")
    is_person = field.sort == "kind" and declaration.kinds[field.range].refers == "Person"
    if is_person or field in (declaration.kinds["Person"].title, declaration.kinds["Person"].other_names):
        return _OF_PEOPLE
    words = (field.range,) if field.sort == "enum" else _WORDS
    return _BY_KEY.get(field.key) or _BY_RANGE.get(field.range, words)


def is_private(field: Field) -> bool:
    """Whether readers are not believed what a field holds: contacts, and ids of people."""
    return field.is_private or field.range in ("Contact", "Slug")


def are_exact(named: Sequence[str]) -> bool:
    """Say whether rules read addresses or identifiers, of which each character counts."""
    return named[0] == "address" or named[0] in SCHEMES


def in_edtf(term: str) -> str:
    """Return a term in the notation of profiles; as it is written where it is none."""
    try:
        return dates.term(term)
    except IdentifierError:
        return term


def is_edtf(said: str) -> bool:
    """Say whether a date is written as profiles have it, so that only a rule finds where it is said otherwise."""
    return _EDTF.fullmatch(said) is not None


_TOKEN = re.compile(r"\S+")
_BEHIND_NUMBER = 8
_ALL = re.compile(r".+", re.DOTALL)
_PLACES = {
    "year": re.compile(f"{_YEAR.pattern}|{_SHORT_YEAR.pattern}"), "last year": _YEAR, "address": _TOKEN,
    "bare address": _TOKEN,
    "year of id": re.compile("/?" + _ARXIV.pattern), "number": _NUMBER,
    **dict.fromkeys(("status", "server", "plan", "still", "cut short", "currency"), _ALL),
    **{f"{bare}{scheme}": _TOKEN for scheme in SCHEMES for bare in ("", "bare ")},
}  # fmt: skip
_IN_PERIODS = frozenset(("start", "last", "end", "year", "last year", "term"))


def places(rule: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where in a text a rule may find a value that is written otherwise, such as `May 2019` for `2019-05`."""
    if rule in _IN_PERIODS:
        for line in re.finditer(r"[^\n]+", text):
            yield from ((line.start() + each.begin, line.start() + each.stop) for each in periods.find(line[0]))
        if "\n" in text:  # a period may go over the end of a line
            yield from ((each.begin, each.stop) for each in periods.find(text.replace("\n", " ")))
    if rule in _PLACES:  # behind a number stands by how much it is to be multiplied
        behind = _BEHIND_NUMBER if rule == "number" else 0
        yield from ((match.start(), min(match.end() + behind, len(text))) for match in _PLACES[rule].finditer(text))
