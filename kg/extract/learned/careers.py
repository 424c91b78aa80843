"""Degrees, positions, awards and whatever else a career is made of, as entries of a profile."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kg.extract.learned.entries import FieldSpan, Parsed
from kg.extract.learned.works import FactValues, clean
from kg.profile import listed_names as names
from kg.profile import periods
from kg.profile.pointing.rules import RULES

_YEAR = re.compile(r"(?<!\d)(19\d\d|20[0-4]\d)(?!\d)")
_OPEN = re.compile(r"\s?[-–—]{1,2}\s*(?=$|[),;:\n\t])")
_DISTINCTION = re.compile(
    r"(?:summa |magna )?cum laude|(?:first|second|upper second)[- ]class(?: honou?rs)?|with (?:high(?:est)? )?(?:honou?rs|distinction)|mention [\w ]{2,20}|valedictorian|mit auszeichnung|sehr gut",  # noqa: E501
    re.I,
)
_GRADE = re.compile(r"(?:GPA|CGPA|grade|note|average|final mark)\b.{0,30}|\d(?:\.\d+)?\s?/\s?\d(?:\.\d+)?.{0,20}", re.I)
_STUDYING = re.compile(r"(?<=\w)[\s-]*(?:student(?:in)?|candidate)$", re.I)
_AT = re.compile(r"[a-zà-þ][^\n]{0,60}?\sà\s(?:l['’]\s?|la\s|le\s)?(?=[A-ZÀ-Þ])")
_ELIDED = re.compile(r"\b[ldLD]['’](?P<name>[^\W\d_]{3,30})\s$")
_PARTICLE = re.compile(r"(?:de|du|des|d['’])(?!\w)|d['’]")
_LABEL = re.compile(
    r"^(?:advis[oe]rs?|supervis(?:ors?|ed by|ion)|mentors?|thesis(?: title)?|dissertation|title|topic|host|betreuer(?:in)?|encadrants?|directeurs? de thèse|under (?:the supervision of )?|with|by|prof\.?)\b\s*[:：–-]?\s*",  # noqa: E501
    re.I,
)

_TOGETHER = re.compile(r",?\s+\(?(?:(?:co-?)?(?:supervised|advised|directed|mentored) )?(?:with|by)\s.*", re.I | re.S)
"""With whom somebody is supervised."""

_NAMED = 2
"""So many words in capitals may be a name."""

SECTIONS: Mapping[str, str] = {
    "edu": "education", "pos": "positions", "award": "awards", "grant": "grants", "talk": "talks", "teach": "teaching",
    "superv": "supervision", "service": "service", "member": "memberships", "pub": "publications",
    "patent": "publications", "project": "projects", "skill": "skills", "interest": "interests",
}  # fmt: skip
"""The section of the profile that entries of a kind are for."""


def _text(parsed: Parsed, name: str) -> tuple[str, float]:
    """Return the words of a field: its stretches that only signs part are one."""
    found = parsed.all(name)
    if not found:
        return "", 0.0
    best = max(found, key=lambda field: field.sure * min(len(field.text), 40))
    begin, end, sure = best.begin, best.end, best.sure
    for field in found:
        if field.begin >= end and not parsed.text[end : field.begin].strip(" ,&-\n"):
            end, sure = field.end, min(sure, field.sure)
    if name == "org":
        begin = _begin_of_name(parsed.text, begin, end)
    return _undated(clean(parsed.text[begin:end])), sure


def _begin_of_name(text: str, begin: int, end: int) -> int:
    """Return where the name of an organisation begins: behind `à l'`, and not within `Université de Lyon`."""
    if found := _AT.match(text, begin, end):
        return found.end()
    before = _ELIDED.search(text, 0, begin) if _PARTICLE.match(text, begin) else None
    return before.start("name") if before else begin


def _undated(text: str) -> str:
    """Return a text without the dates at its ends."""
    for period in reversed(periods.find(text)):
        rest = text[period.stop :].strip(" )].,;:")
        if not rest and period.begin > 3:
            text = clean(text[: period.begin].rstrip(" ([,;:–-"))
        elif not text[: period.begin].strip(" (["):
            text = clean(text[period.stop :].lstrip(" )],;:–-"))
    return text


class _ValueBuilder:
    """Gathers the values of an entry, each with how sure it is."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.values: dict[str, Any] = {}
        self.sure: dict[str, float] = {}

    def put(self, key: str, value: object, sure: float) -> None:
        """Set a value that is not empty."""
        if value not in (None, "", []) and key not in self.values:
            self.values[key], self.sure[key] = value, sure

    def text(self, key: str, *fields: str) -> None:
        """Set the words of the first of some fields that is there."""
        for name in fields:
            text, sure = _text(self.parsed, name)
            if text and any(map(str.isalnum, text)):
                self.put(key, text, sure)
                return

    def people(self, key: str, name: str) -> None:
        """Set the people of a field."""
        found = self.parsed.all(name)
        listed = [each for field in found for each in names.names_in(_LABEL.sub("", clean(field.text))).names]
        self.put(key, list(dict.fromkeys(listed)), min((field.sure for field in found), default=0.0))

    def period(self, *, single: str) -> None:
        """Set beginning and end; of a single date: `end`, `both`."""
        found = dated(self.parsed)
        if found is None:
            return
        period, sure = found
        start, end = period.start, period.end
        if period.form == "date":
            if single == "end":
                start = None
            elif single == "start":
                end = None
        if period.form == "list" and period.dates:
            start, end = period.dates[0], period.dates[-1]
        self.put("start", start, sure)
        self.put("end", end, sure)
        if period.expected and end and end != "present" and single == "end":
            self.put("expected", True, sure)

    def year(self, *, spans: bool = True) -> None:
        """Set the year, or the period where it is one."""
        found = dated(self.parsed)
        if found is None:
            return
        period, sure = found
        first = period.start or period.end or ""
        if spans and period.form == "range" and period.start and period.end and period.start != period.end:
            self.put("start", period.start, sure)
            self.put("end", period.end, sure)
        elif first[:4].isdigit():
            self.put("year", int(first[:4]), sure)

    def done(self, *needed: str) -> FactValues | None:
        """Return the values, if what is needed is among them."""
        return FactValues(self.values, self.sure) if all(key in self.values for key in needed) else None


def dated(parsed: Parsed) -> tuple[periods.Period, float] | None:  # noqa: C901
    """Return the period of an entry: its field's, else the only one in its text, else that of the line above it."""
    fields = parsed.all("date")
    if fields:
        first, last = fields[0], fields[-1]
        stop = last.end
        if behind := _OPEN.match(parsed.text, stop):
            stop = behind.end()
            first = last = first._replace(text=f"{first.text} – present") if first is last else first
        between = parsed.text[first.begin : stop]
        for text, sure in ((first.text, first.sure), (" ".join(between.split()), min(first.sure, last.sure))):
            if found := periods.find(_short_range(text)):
                if len(found) > 1 and all(each.form == "date" for each in found) and text == first.text:
                    continue
                return _whole(found), sure
        if match := _YEAR.search(first.text):
            return periods.Period(0, 4, match[1], match[1], match[1]), first.sure
    inside = [
        each
        for each in periods.find(parsed.text)
        if not any(
            f.begin <= each.begin and each.stop < f.end - 2 and f.name in ("name", "t", "thesis", "title")
            for f in parsed.fields
        )
    ]
    if len(inside) == 1:
        return inside[0], 0.8
    for line in reversed(parsed.entry.context):
        if len(line) < 40 and (found := periods.find(line)):
            return found[0], 0.8
    return None


def _short_range(text: str) -> str:
    return (
        re.sub(r"(?<=\d)\s*[-–—]\s*(?:\.{2,3}|…)?$", " – present", text)
        if re.search(r"\d\s*[-–—]\s*(?:\.{2,3}|…)?$", text)
        else text
    )


def _whole(found: Sequence[periods.Period]) -> periods.Period:
    """Return one period of several: from the first to the last."""
    first = found[0]
    if len(found) == 1:
        return first
    dates = tuple(date for each in found for date in each.dates)
    return (
        periods.Period(first.begin, found[-1].stop, first.text, first.start, found[-1].end, "list", dates=dates)
        if all(each.form in ("date", "list") for each in found)
        else first
    )


def _education(parsed: Parsed, inherited: Mapping[str, FieldSpan]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    build.text("degree", "deg")
    if "degree" in build.values:
        build.values["degree"] = _STUDYING.sub("", build.values["degree"])
    build.text("field", "field")
    build.text("institution", "org")
    build.text("unit", "unit")
    if "institution" not in build.values and "unit" in build.values:
        build.put("institution", build.values.pop("unit"), build.sure.pop("unit"))
    _inherit(build, inherited, "institution")
    build.text("location", "loc")
    build.period(single="end")
    build.text("thesis", "thesis")
    if "thesis" in build.values:
        build.values["thesis"] = clean(_LABEL.sub("", build.values["thesis"]))
    build.people("advisors", "adv")
    notes = " ".join(field.text for field in parsed.all("note"))
    if match := _DISTINCTION.search(notes):
        build.put("distinction", match[0], 0.9)
    if match := _GRADE.search(notes):
        build.put("grade", clean(match[0]), 0.85)
    return build.done("degree", "institution")


def _position(parsed: Parsed, inherited: Mapping[str, FieldSpan]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    build.text("role", "role")
    build.text("organization", "org")
    build.text("unit", "unit")
    if "organization" not in build.values and "unit" in build.values and "org" not in inherited:
        build.put("organization", build.values.pop("unit"), build.sure.pop("unit"))
    _inherit(build, inherited, "organization")
    build.text("location", "loc")
    build.period(single="both")
    build.people("advisors", "adv")
    return build.done("role", "organization")


def _inherit(build: _ValueBuilder, inherited: Mapping[str, FieldSpan], key: str) -> None:
    if key not in build.values and (field := inherited.get("org")) and not _names_more(build.parsed):
        build.put(key, clean(field.text), 0.85 * field.sure)


def _names_more(parsed: Parsed) -> bool:
    """Say whether an entry has names that no field has: its employer may be among them."""
    taken = [(field.begin, field.end) for field in parsed.fields]
    names = [token for token in parsed.tokens if token.text[:1].isupper() and token.text.isalpha()]
    return sum(not any(begin <= token.start < end for begin, end in taken) for token in names) >= _NAMED


def _award(parsed: Parsed, _: Mapping[str, FieldSpan]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    build.text("name", "name", "t")
    build.text("giver", "org", "funder")
    build.year()
    return build.done("name")


def _grant(parsed: Parsed, _: Mapping[str, FieldSpan]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    build.text("name", "name", "t")
    build.text("funder", "funder", "org")
    if "name" not in build.values and "funder" in build.values:
        build.put("name", build.values["funder"], build.sure["funder"])
    build.text("role", "role")
    build.period(single="both")
    text, sure = _text(parsed, "amount")
    for key, rule in (("amount", "number"), ("currency", "currency")) if RULES["number"](text) else ():
        build.put(key, RULES[rule](text), sure)
    return build.done("name")


def _talk(parsed: Parsed, _: Mapping[str, FieldSpan]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    build.text("title", "t", "title", "name")
    build.text("venue", "ev", "org")
    build.text("location", "loc")
    found = dated(parsed)
    if found and (first := found[0].start or found[0].end or "")[:4].isdigit():
        build.put("year", int(first[:4]), found[1])
        if len(first) in (7, 10) and int(first[5:7]) <= 12:
            build.put("date", first, found[1])
    return build.done("title") or build.done("venue")


def _supervision(parsed: Parsed, _: Mapping[str, FieldSpan]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    person, sure = _text(parsed, "person")
    person = _TOGETHER.sub("", person)
    people = names.names_in(person).names
    build.put("person", people[0] if len(people) == 1 else person, sure)
    build.text("thesis", "t", "thesis")
    build.text("degree", "deg", "level")
    build.text("institution", "org")
    build.text("role", "role")
    build.year()
    return build.done("person")


def _membership(parsed: Parsed, _: Mapping[str, FieldSpan]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    build.text("organization", "org", "name")
    build.text("role", "role")
    build.period(single="start")
    return build.done("organization")


Reader = Callable[[Parsed, Mapping[str, FieldSpan]], FactValues | None]

READERS: Mapping[str, Reader] = {
    "edu": _education, "pos": _position, "award": _award, "grant": _grant, "talk": _talk,
    "superv": _supervision,  "member": _membership,
}  # fmt: skip
"""What reads an entry, by its kind."""


def read(parsed: Parsed, inherited: Mapping[str, FieldSpan]) -> FactValues | None:
    """Return what an entry says; nothing where what its kind needs is not there.

    Args:
        parsed: The entry with its fields.
        inherited: Fields that the lines above it state for it: the employer of several roles.
    """
    reader = READERS.get(parsed.entry.kind)
    return reader(parsed, inherited) if reader else None
