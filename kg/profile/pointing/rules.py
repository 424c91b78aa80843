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
from kg.profile.listed_names import names_in
from kg.profile.periods import Period
from kg.profile.pointing.source import running
from kg.profile.written_names import as_written
from kg.terms.dates import PRESENT
from kg.terms.identifiers import SCHEMES, web_address
from kg.terms.kinds import Declaration, Field
from kg.terms.statuses import on_server, status_in

IN_ORDER = "name in order"
OWNER = "owner"
"""The rule of a name that goes without saying in an entry: it is that of the person whose source it is."""

Rule = Callable[[str], Any]

DATED: Mapping[str, tuple[str, ...]] = {
    "Date": ("start", "last"), "Term": ("words", "term"),
    "End": ("end", "last", "still"), "Year": ("year", "last year", "year of id"),
}  # fmt: skip
"""The rules that make values of types of dates."""

_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_NUMBER = re.compile(r"\d[\d.,'’\u00a0 ]*")
_ARXIV = re.compile(r"(?<!\d)(\d\d)(?:0[1-9]|1[0-2])\.\d{4,5}(?!\d)")
_GROUPED = re.compile(r"[.,'’\u00a0 ](?=\d{3}(?!\d))")
_CUT_SHORT = re.compile(
    r"\bet\.? ?al\b|\b(?:and|und|et|y|e|&)\s+(?:others|andere|autres|otros|outros)\b|…|\.\.\.|等", re.I
)
_THOUSANDS = ((re.compile(r"\d\s*(?:k\b|k€|thousand|tausend)", re.I), 1_000),
              (re.compile(r"\d\s*(?:m\b|m€|mio|million)", re.I), 1_000_000))  # fmt: skip
_CURRENCIES = ((re.compile(r"€|\beuros?\b", re.I), "EUR"), (re.compile(r"£"), "GBP"), (re.compile(r"\bCHF\b"), "CHF"),
               (re.compile(r"\$"), "USD"), (re.compile(r"¥"), "JPY"))  # fmt: skip
_BETWEEN = re.compile(r"(?<=\d)\s?[-–—−]{1,3}\s?(?=\d)")
_STILL = re.compile(
    r"\b(?:am|is|currently|now|present|since|seit|actuellement|depuis|actualmente|derzeit|ongoing)\b|'m\b", re.I
)
_INITIALS = re.compile(r"(?:[^\W\d_a-z][.‐-]{0,2}){1,4}")
_GIVEN = re.compile(r"[^\W\d_](?:\.?[‐-][^\W\d_])?")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:/\S*)?$")
_EDGES = " \t\n,;:.|–—·•*_"
_PAIRS = ("()", "[]", "{}", "“”", "«»", "„“", '""', "‘’", "''")


def trimmed(text: str) -> str:
    """Return words without what parts them from their neighbours; what belongs to an abbreviation stays."""
    text = text.strip()
    for _ in range(3):
        text = text.lstrip(_EDGES).rstrip(_EDGES.replace(".", ""))
        around = next((pair for pair in _PAIRS if text[:1] == pair[0] and text[-1:] == pair[1] and len(text) > 1), "")
        if around and not set(around) & set(text[1:-1]):
            text = text[1:-1]
    return text


def is_balanced(text: str) -> bool:
    """Say whether each bracket and each quote of a text that opens is closed in it."""
    return all(text.count(one) == text.count(other) for one, other in ("()", "[]", "{}", "«»")) and not (
        text.count("“") + text.count("„") > text.count("”") + text.count("“")
    )


def _period(text: str) -> Period | None:
    found = periods.find(" ".join(text.split()))
    return found[0] if found else None


def _of_period(text: str, what: Callable[[Period], Any]) -> Any:
    found = _period(text)
    return what(found) if found else None


def _year(text: str, place: int = 0) -> int | None:
    found = _YEAR.findall(text)
    if found:
        return int(found[place])
    date = _of_period(text, lambda period: period.start or period.end)
    return int(date[:4]) if date and date[:4].isdigit() else None


def _year_of_id(text: str) -> int | None:
    """Return the year in which arXiv gave an id."""
    found = _ARXIV.search(text)
    return 2000 + int(found[1]) if found else None


def _whole_period(period: Period) -> Any:
    return list(period.dates) if len(period.dates) > 1 and period.form == "list" else period.start


def _number(text: str) -> float | int | None:
    found = _NUMBER.search(text)
    if not found:
        return None
    try:
        value = float(_GROUPED.sub("", found[0].strip(" .,'’\u00a0")).replace(",", "."))
    except ValueError:
        return None
    value *= next((times for pattern, times in _THOUSANDS if pattern.search(text)), 1)
    return int(value) if value == int(value) else value


def _currency(text: str) -> str:
    return next((code for pattern, code in _CURRENCIES if pattern.search(text)), "") or text.strip()


def _in_order(text: str) -> str:
    """Return a name as one reads it: what stands behind the family name comes before, initials with full stops."""
    words = trimmed(running(text)).split()
    initials = list(takewhile(_INITIALS.fullmatch, reversed(words[1:])))[::-1]
    if "," in text or not initials:
        names = names_in(running(text)).names
        words = names[0].split() if len(names) == 1 else []
    else:
        words = [*initials, *words[: -len(initials)]]
    dotted = [_dotted(word) if _INITIALS.fullmatch(word) else word for word in words[:-1]]
    return " ".join((*dotted, *words[-1:]))


def _dotted(initials: str) -> str:
    return " ".join(f"{each}." for each in _GIVEN.findall(initials))


def _last(text: str) -> str | None:
    """Return the last date of a period, which is one of several or its end."""
    return _of_period(text, lambda period: period.dates[-1] if period.dates else period.end)


def _bare_address(text: str) -> str:
    text = trimmed(text)
    return web_address(f"https://{text}") if _HOST.match(text) else ""


def _bare(scheme: str, text: str) -> str:
    """Return an identifier without its address, as it is written."""
    known = SCHEMES[scheme]
    found = re.fullmatch(f"(?:{known.prefixes})?({known.pattern}){known.suffixes}", trimmed(text), re.IGNORECASE)
    return found[1] if found and known.check(known.fold(found[1])) else ""


def _canonical(scheme: str, text: str) -> str:
    return SCHEMES[scheme].canonical(trimmed(text))


RULES: Mapping[str, Rule] = MappingProxyType({
    "words": lambda text: trimmed(running(text)),
    "range": lambda text: _BETWEEN.sub("–", trimmed(running(text))),
    "capitals": lambda text: trimmed(running(text)).title(),
    "without hyphen": lambda text: trimmed(running(text, drops_hyphens=True)),
    "name": lambda text: as_written(trimmed(running(text))).name,
    IN_ORDER: _in_order,
    "start": partial(_of_period, what=lambda period: period.start),
    "last": _last,
    "end": partial(_of_period, what=lambda period: period.end),
    "still": lambda text: PRESENT if _STILL.search(text) else None,
    "year": _year,
    "year of id": _year_of_id,
    "last year": partial(_year, place=-1),
    "term": partial(_of_period, what=_whole_period),
    "plan": partial(_of_period, what=lambda period: period.expected or None),
    "number": _number,
    "currency": _currency,
    "status": lambda text: status_in(text) or ("preprint" if on_server(text) else ""),
    "cut short": lambda text: bool(_CUT_SHORT.search(text)) or None,
    "bare address": _bare_address,
    "address": lambda text: web_address(trimmed(text)),
    **{scheme: partial(_canonical, scheme) for scheme in SCHEMES},
    **{f"bare {scheme}": partial(_bare, scheme) for scheme in SCHEMES},
})  # fmt: skip
"""Each rule takes the characters of a slice and returns a value, or nothing."""


_MARKED: Mapping[str, str] = {"expected": "plan", "more_authors": "cut short"}
_MEASURED: Mapping[str, str] = {"Amount": "number", "Number": "number", "integer": "number",
                                "decimal": "number", "Currency": "currency"}  # fmt: skip
_SCHEME_OF = {name.replace("_", ""): name for name in SCHEMES}
_IN_PERIODS = frozenset(("start", "last", "end", "year", "last year", "term"))
_WORDS = ("words", "without hyphen")


def rules_of(field: Field, declaration: Declaration) -> Sequence[str]:
    """Return the rules that make values of a field, by what it holds; the first that gives what was said is taken."""
    if field.range in DATED:
        return DATED[field.range]
    if scheme := _SCHEME_OF.get(field.range.lower()):
        return (scheme, f"bare {scheme}")
    if field.range in ("Code", "Share"):
        return ("range", *_WORDS)
    if field.range in ("Url", "uri"):
        return ("address", "bare address")
    is_person = field.sort == "kind" and declaration.kinds[field.range].refers == "Person"
    if is_person or (field is declaration.kinds["Person"].fields.get(field.key) and field.key in ("name", "variants")):
        return ("name", IN_ORDER, *_WORDS, "capitals")
    if field.sort == "enum":
        return ("status",) if field.range == "WorkStatus" else ("words",)
    return (
        (_MARKED.get(field.key) or _MEASURED.get(field.range) or "",)
        if field.range in (*_MEASURED, "boolean")
        else _WORDS
    )


def remade(text: str, found: Slice) -> Any:
    """Return the value that stands in a slice of a source's text; nothing where its rule finds none."""
    return made(found.rule, text[found.begin : found.end])


def made(rule: str, text: str) -> Any:
    """Return the value that a rule makes of some characters; nothing where it finds none."""
    try:
        return RULES[rule](text)
    except IdentifierError:
        return None


def places(rule: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where in a text a rule may find a value that is written otherwise, such as `May 2019` for `2019-05`."""
    if rule in _IN_PERIODS:
        yield from ((period.begin, period.stop) for period in periods.find(text))
    if rule == "year of id":
        yield from (match.span() for match in _ARXIV.finditer(text))
    elif rule in ("year", "last year"):
        yield from (match.span() for match in _YEAR.finditer(text))
    elif rule == "number":
        yield from ((match.start(), match.end() + 8) for match in _NUMBER.finditer(text))
    elif rule in ("status", "plan", "still", "cut short", "currency"):
        yield 0, len(text)
    elif rule == "address" or rule.removeprefix("bare ") in SCHEMES:
        yield from (match.span() for match in re.finditer(r"\S+", text))
