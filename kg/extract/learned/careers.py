"""Degrees, positions, awards and whatever else a career is made of, as entries of a profile."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from kg.extract.career import degrees, vocabulary
from kg.extract.entities import has_venue_word
from kg.extract.learned.entries import FieldSpan, Parsed
from kg.extract.learned.labelling import heading_kind, lexicon
from kg.extract.learned.tokens import fold
from kg.extract.learned.units import Line
from kg.extract.learned.works import FactValues, clean
from kg.extract.lines import I
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
_ABBREVIATED = re.compile(r"\.\s?[^\W\d_]{1,4}$|\b(?:Inc|Ltd|Co|Corp|Jr)$")
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

_VERB = re.compile(
    rf"{I}|\b(?:we|my|was|were|is|are|has|have|had|been|ich|wir|ist|sind|wurden?|habe|heb|heeft|mijn|werd|is|zijn|j['’]ai|est|sont|était"
    r"|nous|mes|soy|está|son|fue|fueron|he|mi|mis|sono|è|ho|mio|foi|foram|são|é|fui|meu|minha)\b"
)
"""Words that sentences have, and names of courses and roles of so many words do not."""

_NAMES = frozenset(("course", "role"))
_SHORT = 6
"""Names of no more words may have a verb."""

_FEW = 3
"""A heading of no more words is the role of who taught where nothing else is: a profile needs one."""

_BY_HEADING = 0.8
"""How sure such a role is."""

_SURE = 0.8
"""What no word tells to be a degree must be as sure."""

_CLEAR = 0.5
"""Fields that are less sure say nothing of other entries."""

_LAST_MONTH = 12
"""What has a higher number in its place is a season."""

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
    text = _undated(clean(parsed.text[begin:end]))
    return f"{text}." if _ABBREVIATED.search(text) and f"{text}." in parsed.text[begin : end + 1] else text, sure


def _begin_of_name(text: str, begin: int, end: int) -> int:
    """Return where the name of an organisation begins: behind `à l'`, and not within `Université de Lyon`."""
    if found := _AT.match(text, begin, end):
        return found.end()
    before = _ELIDED.search(text, 0, begin) if _PARTICLE.match(text, begin) else None
    return before.start("name") if before else begin


def _is_sentence(text: str) -> bool:
    return len(text.split()) > _SHORT and _VERB.search(text) is not None


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
        self.above: tuple[Line, ...] = ()

    def put(self, key: str, value: object, sure: float) -> None:
        """Set a value that is not empty."""
        if value not in (None, "", []) and key not in self.values:
            self.values[key], self.sure[key] = value, sure

    def text(self, key: str, *fields: str) -> None:
        """Set the words of the first of some fields that is there, and no sentence."""
        for name in fields:
            text, sure = _text(self.parsed, name)
            if text and any(map(str.isalnum, text)) and not (key in _NAMES and _is_sentence(text)):
                self.put(key, text, sure)
                return

    def people(self, key: str, name: str) -> None:
        """Set the people of a field."""
        found = self.parsed.all(name)
        listed = [each for field in found for each in names.names_in(_LABEL.sub("", clean(field.text))).names]
        self.put(key, list(dict.fromkeys(listed)), min((field.sure for field in found), default=0.0))

    def period(self, *, single: str = "both") -> None:
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
            self.put("start", first if len(first) > len("2019") and first[5:7] <= "12" else None, sure)

    def since(self) -> None:
        """Set beginning and end; a single date is the beginning."""
        self.period(single="start")

    def first_year(self) -> None:
        """Set the year, of a period that in which it began; and what lasts as it is written."""
        found = dated(self.parsed)
        first = (found[0].start or found[0].end or "") if found else ""
        if found and first[:4].isdigit():
            self.put("year", int(first[:4]), found[1])
            if found[0].form == "range":
                self.put("summary", found[0].text, found[1])

    def date(self) -> None:
        """Set the year, and the day or month where it is known."""
        self.first_year()
        found = dated(self.parsed)
        first = (found[0].start or found[0].end or "") if found else ""
        if found and len(first) in (7, 10) and int(first[5:7]) <= _LAST_MONTH:
            self.put("date", first, found[1])

    def terms(self) -> None:
        """Set the terms."""
        found = [each for field in self.parsed.all("date") for each in periods.find(field.text)]
        if found:
            sure = min(field.sure for field in self.parsed.all("date"))
        elif other := dated(self.parsed):
            found, sure = [other[0]], other[1]
        self.put(
            "term",
            list(dict.fromkeys(term for each in found for term in periods.terms_of(each))),
            sure if found else 0.0,
        )

    def done(self, *needed: str) -> FactValues | None:
        """Return the values, if what is needed is among them."""
        return FactValues(self.values, self.sure, "", self.above) if all(key in self.values for key in needed) else None


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
            if found := periods.find(_short_range(text) if not parsed.text[stop:].lstrip(" ")[:1].isalnum() else text):
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


def _education(parsed: Parsed, heads: Sequence[Parsed]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    build.text("degree", "deg")
    if "degree" in build.values:
        if build.sure["degree"] < _SURE and not degrees.find(build.values["degree"]):
            return None
        build.values["degree"] = _STUDYING.sub("", build.values["degree"])
    build.text("field", "field")
    build.text("institution", "org")
    build.text("unit", "unit")
    if "institution" not in build.values and "unit" in build.values:
        build.put("institution", build.values.pop("unit"), build.sure.pop("unit"))
    _inherit(build, heads, "institution")
    build.text("location", "loc")
    build.period(single="end")
    build.text("thesis", "thesis")
    if "thesis" in build.values:
        build.values["thesis"] = clean(_LABEL.sub("", build.values["thesis"]))
    build.people("advisors", "adv")
    build.put("minor", degrees.minor(parsed.text), 0.85)
    notes = " ".join(field.text for field in parsed.all("note"))
    if match := _DISTINCTION.search(notes):
        build.put("distinction", match[0], 0.9)
    if match := _GRADE.search(notes):
        build.put("grade", clean(match[0]), 0.85)
    return build.done("degree", "institution")


def _position(parsed: Parsed, heads: Sequence[Parsed]) -> FactValues | None:
    build = _ValueBuilder(parsed)
    build.text("role", "role")
    build.text("organization", "org")
    build.text("unit", "unit")
    if "organization" not in build.values and "unit" in build.values and not any(each.first("org") for each in heads):
        build.put("organization", build.values.pop("unit"), build.sure.pop("unit"))
    _inherit(build, heads, "organization")
    build.text("location", "loc")
    build.period(single="both")
    build.people("advisors", "adv")
    build.put("highlights", list(_highlights(parsed)), 0.75)
    if build.above and "start" not in build.values and not vocabulary.role_in(build.values.get("role", "")):
        return None  # what was done there
    return build.done("role", "organization")


def _highlights(parsed: Parsed) -> Iterator[str]:
    """Yield the items below the head of an entry in which no field lies: what was done."""
    said = [field.text for field in parsed.fields]
    head = parsed.entry.lines[0].block
    for block, lines in groupby(parsed.entry.lines, lambda line: line.block):
        text = " ".join(line.text for line in lines)
        if block.kind == "item" and block is not head and not any(each in text for each in said):
            yield text


def _inherit(build: _ValueBuilder, heads: Sequence[Parsed], key: str) -> None:
    """Set the organisation that an entry shares with one above, or that a heading names."""
    named = ((each, *_text(each, "org")) for each in heads)
    head, text, sure = next((each for each in named if each[1]), (None, "", 0.0))
    if head and key not in build.values and not _names_more(build.parsed):
        build.put(key, text, 0.85 * sure)
        build.above = tuple(line for line in head.entry.lines if text in line.text)


def _names_more(parsed: Parsed) -> bool:
    """Say whether an entry has names that no field has: its employer may be among them."""
    taken = [(field.begin, field.end) for field in parsed.fields]
    names = [token for token in parsed.tokens if token.text[:1].isupper() and token.text.isalpha()]
    return sum(not any(begin <= token.start < end for begin, end in taken) for token in names) >= _NAMED


class EntryForm(NamedTuple):
    """What entries of a kind say.

    Attributes:
        keys: The keys of the profile, each with the fields that may hold it, the first that is there.
        dates: What sets their dates.
        tells: Keys of which one makes an entry.
        items: Fields of which several on a line are several entries.
        heads: Keys that a heading above may say.
        is_yearly: Whether each of several years is an entry.
        has_dates: Whether several entries on a line have a date each; else what follows a comma is of the same.
    """

    keys: Mapping[str, tuple[str, ...]]
    dates: Callable[[_ValueBuilder], None]
    tells: tuple[str, ...]
    items: frozenset[str] = frozenset()
    heads: tuple[str, ...] = ()
    is_yearly: bool = False
    has_dates: bool = False


FORMS: Mapping[str, EntryForm] = {
    "award": EntryForm(
        {"name": ("name", "t"), "giver": ("org", "funder")}, _ValueBuilder.year, ("name",), frozenset(("name",)),
        is_yearly=True, has_dates=True,
    ),
    "grant": EntryForm(
        {"name": ("name", "t", "funder"), "funder": ("funder", "org"), "role": ("role",), "amount": ("amount",)},
        _ValueBuilder.period, ("name",),
    ),
    "talk": EntryForm(
        {"title": ("t", "title", "name"), "venue": ("ev", "org"), "location": ("loc",)},
        _ValueBuilder.date, ("title", "venue"),
    ),
    "teach": EntryForm(
        {
            "course": ("course", "name", "id"), "code": ("id",), "institution": ("org",), "role": ("role",),
            "instructors": ("person",),
        },
        _ValueBuilder.terms, ("course",), frozenset(("course", "id")), ("institution", "role", "term"),
    ),
    "service": EntryForm(
        {"role": ("role",), "venue": ("name", "ev"), "organization": ("org",)},
        _ValueBuilder.first_year, ("venue", "organization"), frozenset(("name", "ev", "org")), ("role", "year"),
        is_yearly=True,
    ),
    "superv": EntryForm(
        {
            "person": ("person",), "thesis": ("t", "thesis"), "degree": ("deg", "level"), "institution": ("org",),
            "role": ("role",),
        },
        _ValueBuilder.year, ("person",), frozenset(("person",)),
    ),
    "member": EntryForm(
        {"organization": ("org", "name"), "role": ("role",)},
        _ValueBuilder.since, ("organization",), frozenset(("org", "name")),
    ),
}  # fmt: skip
"""What is read in entries of a kind."""

Reader = Callable[[Parsed, Sequence[Parsed]], FactValues | None]

_READERS: Mapping[str, Reader] = {"edu": _education, "pos": _position}
"""What reads entries that say more than their fields do."""

KINDS = frozenset((*FORMS, *_READERS))
"""Kinds of entries that are read here."""


def read(parsed: Parsed, heads: Sequence[Parsed] = ()) -> Iterator[FactValues]:
    """Yield what an entry says, each of several on one line; nothing where what its kind needs is not there.

    Args:
        parsed: The entry with its fields.
        heads: The lines and headings above it that may say something of it, with their fields, the nearest first.
    """
    if reader := _READERS.get(parsed.entry.kind):
        found = [reader(parsed, heads)]
    elif form := FORMS.get(parsed.entry.kind):
        found = [each for item in _items(parsed, form) for each in _of_form(form, item, heads)]
    else:
        found = []
    yield from (each for each in found if each is not None)


_MEMBERS = frozenset((
    "member", "members", "senior", "student", "life", "fellow", "associate", "founding", "professional", "elected",
    "mitglied", "ehrenmitglied", "membre", "miembro", "socio", "socia", "membro", "lid",
))  # fmt: skip
"""Words of roles that say no more than that one is a member."""


def as_member(parsed: Parsed) -> Parsed:
    """Return a service as a membership where one serves as nothing but a member of what is no committee."""
    if parsed.entry.kind != "service":
        return parsed
    roles = [fold(word.strip(".,:")) for field in parsed.all("role") for word in field.text.split()]
    is_bare = not roles and heading_kind(parsed.entry.heading) == "member"
    if not is_bare and not (roles and _MEMBERS.issuperset(roles)):
        return parsed
    if any(has_venue_word(field.text) for field in parsed.fields if field.name in ("name", "org")):
        return parsed
    return parsed._replace(entry=parsed.entry._replace(kind="member"))


def is_head(parsed: Parsed) -> bool:
    """Say whether lines that tell no entry say something of those below them: a role, a place, a date."""
    form = FORMS.get(parsed.entry.kind)
    return form is not None and bool(form.heads) and any(each.sure >= _CLEAR for each in parsed.fields)


def _of_form(form: EntryForm, parsed: Parsed, heads: Sequence[Parsed]) -> Iterator[FactValues]:
    """Yield what an entry says, one of several years for each."""
    build = _ValueBuilder(parsed)
    _take(build, form.keys)
    _mend_name(build.values)
    if not any(key in build.values for key in form.tells):
        return
    form.dates(build)
    above = [line for head in heads if _add(build, form, head) for line in head.entry.lines]
    if "role" in form.heads and build.sure.get("role", 0.0) < _CLEAR:
        above += _naming(build, heads)
    found = dated(parsed) if "year" in build.values else None
    years = found[0].dates if found and found[0].form == "list" and form.is_yearly else (None,)
    for year in years:
        own = {"year": int(year[:4])} if year else {}
        yield FactValues({**build.values, **own}, build.sure, "", tuple(above))


def _mend_name(values: dict[str, Any]) -> None:
    """Give a body its whole name where the last words of a role begin it: `Chair of the Committee` | `of Botany`."""
    role, rest = str(values.get("role", "")), str(values.get("organization", ""))
    if rest.startswith("of ") and (begun := _BODY.search(role)):
        values |= {"role": f"{role} {rest}", "organization": f"{begun['name']} {rest}"}


_BODY = re.compile(r"\bof\s+(?:the\s+)?(?P<name>\S.*)")


def _naming(build: _ValueBuilder, heads: Sequence[Parsed]) -> list[Line]:
    """Let a heading name the role of who taught or served, where nothing else does; return its line if it did."""
    for line in (head.entry.lines[0] for head in heads):
        if len(line.text.split()) <= _FEW and (role := _named_by(line.text, build.parsed.entry.kind)):
            build.values.pop("role", None)
            build.put("role", role, _BY_HEADING)
            return [line]
    return []


def _named_by(heading: str, kind: str) -> str:
    """Return the words of a heading that say what somebody did: `Teaching` of `Teaching Experience`; `Reviewing`."""
    words = [clean(heading), *re.findall(r"[^\W\d_]+", heading)] if kind == "teach" else [clean(heading)]
    named = (each for each in words if heading_kind(each) == kind)
    does = (
        each
        for each in named
        if kind == "teach" or any("service" in lexicon().get(fold(word), ()) for word in each.split())
    )
    return next(does, "")


def _add(build: _ValueBuilder, form: EntryForm, head: Parsed) -> bool:
    """Add what a heading says and an entry does not; say whether it said something."""
    above = _ValueBuilder(head)
    _take(above, {key: fields for key, fields in form.keys.items() if key in form.heads})
    if head.first("date"):
        form.dates(above)
    wanted = above.values.keys() & set(form.heads) - build.values.keys()
    for key in wanted:
        build.put(key, above.values[key], above.sure[key])
    return bool(wanted)


def _take(build: _ValueBuilder, keys: Mapping[str, tuple[str, ...]]) -> None:
    for key, fields in keys.items():
        take = _TAKERS.get(key)
        if take:
            take(build, key, fields[0])
        else:
            build.text(key, *fields)


def _person(build: _ValueBuilder, key: str, name: str) -> None:
    person, sure = _text(build.parsed, name)
    person = _TOGETHER.sub("", person)
    people = names.names_in(person).names
    build.put(key, people[0] if len(people) == 1 else person, sure)


def _amount(build: _ValueBuilder, _: str, name: str) -> None:
    text, sure = _text(build.parsed, name)
    for key, rule in (("amount", "number"), ("currency", "currency")) if RULES["number"](text) else ():
        build.put(key, RULES[rule](text), sure)


def _codes(build: _ValueBuilder, key: str, name: str) -> None:
    found = [(text, field.sure) for field in build.parsed.all(name) if (text := clean(field.text))]
    build.put(key, [text for text, _ in found], min((sure for _, sure in found), default=0.0))


_TAKERS: Mapping[str, Callable[[_ValueBuilder, str, str], None]] = {
    "person": _person, "amount": _amount, "code": _codes, "instructors": _ValueBuilder.people,
}  # fmt: skip
"""What sets the values of keys that are no plain words."""


def _items(parsed: Parsed, form: EntryForm) -> Iterator[Parsed]:
    """Yield the entries of a line: where a field comes again, another begins, of which what stood before all holds too.

    What a list names first, such as a role, holds for all that follows.
    """
    groups: list[list[FieldSpan]] = [[]]
    items = form.items
    for field in parsed.fields if items else ():
        here = groups[-1]
        is_told = any(each.name in items for each in here) and field.name in {each.name for each in here}
        if is_told and not (here[-1].name == field.name == "date"):
            groups.append([])
        groups[-1].append(field)
    dated = sum(any(each.name == "date" for each in group) for group in groups)
    if len(groups) == 1 or (form.has_dates and dated < len(groups)):
        yield parsed
        return
    carried: dict[str, FieldSpan] = {}
    for group in groups:
        first = next((place for place, each in enumerate(group) if each.name in items), len(group))
        carried |= {each.name: each for each in group[:first] if each.name != "date" or dated == 1}
        own = {each.name for each in group}
        fields = (*(each for name, each in carried.items() if name not in own and name not in items), *group)
        yield parsed._replace(fields=tuple(fields))
