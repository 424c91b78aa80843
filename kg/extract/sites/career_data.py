"""Degrees, positions, awards, talks and projects as entries with keys, in the words of several site generators."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from kg.extract import periods
from kg.extract.career import degrees, labels
from kg.extract.lines import cut, trimmed
from kg.extract.nodes import ValueNode
from kg.extract.recognition import rows
from kg.extract.sites.stating import Stating, leaves, lines, plain
from kg.interchange import works
from kg.profile.drafts.model import Fact
from kg.terms.places import is_country

_WHEN = ("year", "date", "time", "dates", "period", "duration", "years", "daterange")
_START = ("startdate", "start", "from", "datestart", "begin")
_END = ("enddate", "end", "to", "dateend", "until")
_PLACE = ("location", "place", "city")
_UNIT = ("department", "unit", "group", "lab", "faculty", "team", "division")
_SCHOOL = ("institution", "university", "school", "organization", "organisation", "college", "company")
_EMPLOYER = ("company", "organization", "organisation", "employer", "institution", "university", "place", "location")
_TOLD = ("description", "details", "summary", "highlights", "responsibilities", "items", "contents")

_MAJOR = re.compile(
    r"^(?:major(?:ed|ing)?(?: in|:)|field(?: of study)?:|specialization(?: in|:))\s*(?P<field>[^.;]{2,120})",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(?:group|lab|laboratory|labs|team|department|dept|division|school|faculty|institute|research|center|centre|unit)\b",
    re.I,
)
_STATE = re.compile(r"[A-Z]{2}|D\.C\.")
_CITY_IN_NAME = re.compile(
    r"University of (?:California|Texas|Illinois|Wisconsin|North Carolina|Maryland|Massachusetts|Michigan|Minnesota|"
    r"Colorado|Nebraska|Missouri)$"
)


def read(kind: str, entry: ValueNode, stating: Stating) -> Iterator[Fact]:
    """Yield what an entry with keys states, if its keys are plain; else it is to be read as text."""
    reader = _READERS.get(kind)
    if reader and isinstance(entry.value, dict) and not entry.at("items").value:
        values, cut_out = reader(entry)
        if values:
            said = [node for _, node in entry.pairs if _is_of(node)]
            yield stating.fact(kind, values, said, cut=cut_out)


def told(entry: ValueNode) -> list[str]:
    """Return the sentences in which an entry says more, without their markup."""
    found = [line for key in _TOLD for leaf in leaves(entry.at(key)) for line in lines(leaf).split("\n")]
    return list(dict.fromkeys(text for line in found if (text := line.strip(" -*•\t"))))


def when(entry: ValueNode) -> tuple[str, str, bool]:
    """Return start, end and whether the end is a plan; empty where nothing is stated."""
    start, end = entry.at(*_START).text, entry.at(*_END).text
    text = f"{start} – {end or 'present'}" if start else f"until {end}" if end else entry.at(*_WHEN).text
    found = periods.find(text)
    if not found:
        return "", "", False
    first = found[0]
    return first.start or "", first.end or "", first.expected


def _degree(entry: ValueNode) -> tuple[dict[str, Any], Sequence[str]]:
    title, school = entry.at("degree", "studytype", "title", "course", "name"), entry.at(*_SCHOOL)
    if not title.text or not school.text:
        return {}, ()
    name, field = _degree_and_field(plain(title.text), plain(entry.at("area", "field", "major", "subject").text))
    body, unit, place = _parts(plain(school.text))
    start, end, expected = when(entry)
    said, rest = _said(told(entry))
    values = {
        "degree": name,
        "field": field,
        "institution": body,
        "unit": plain(entry.at(*_UNIT).text) or unit,
        "start": "" if start == end else start,
        "end": end,
        "expected": True if expected else None,
        "location": plain(entry.at(*_PLACE).text) or place,
        "grade": plain(entry.at("score", "gpa", "grade").text),
        "thesis": plain(entry.at("thesis", "dissertation").text),
        "advisors": _advisors(entry),
        "summary": "\n".join(rest),
    }
    values |= {key: value for key, value in said.items() if not values.get(key)}
    return values, [*said, "field", *(["institution"] if unit or place else [])]


def _degree_and_field(degree: str, field: str) -> tuple[str, str]:
    """Return the name of a degree and its subject, which may stand behind it."""
    found = None if field else degrees.find(degree)
    return (found.name, found.field) if found and found.begin == 0 and found.field else (degree, field)


def _position(entry: ValueNode) -> tuple[dict[str, Any], Sequence[str]]:
    role, employer = _role_and_employer(entry)
    if not role.text or not employer.text or role is employer:
        return {}, ()
    body, unit, place = _parts(plain(employer.text))
    start, end, _ = when(entry)
    said, rest = _said(told(entry))
    where = entry.at(*_PLACE)
    values = {
        "organization": body,
        "unit": plain(entry.at(*_UNIT).text) or unit,
        "role": plain(role.text),
        "start": start,
        "end": end,
        "location": "" if where is employer else plain(where.text) or place,
        "advisors": _advisors(entry) or said.get("advisors"),
        "highlights": rest,
    }
    return values, ["advisors", "highlights", *(["organization", "unit", "location"] if unit or place else [])]


def _role_and_employer(entry: ValueNode) -> tuple[ValueNode, ValueNode]:
    """Return which key is the role and which the employer: what is called `name` is the one that is left."""
    role, employer = entry.at("position", "role", "jobtitle", "job"), entry.at(*_EMPLOYER)
    if role.text and not employer.text:
        return role, entry.at("name", "title")
    return (role if role.text else entry.at("title", "name")), employer


def _award(entry: ValueNode) -> tuple[dict[str, Any], Sequence[str]]:
    name = entry.at("title", "name", "award")
    giver = entry.at("awarder", "giver", "organization", "issuer", "institution")
    date = entry.at(*_WHEN)
    if not name.text or not (giver.text or date.text):
        return {}, ()
    found = rows.find(date.text)
    year = {"year": found[0].year} if found else {}
    rest = [text for text in told(entry) if text]
    return {"name": plain(name.text), "giver": plain(giver.text), **year, "summary": "\n".join(rest)}, ()


def _talk(entry: ValueNode) -> tuple[dict[str, Any], Sequence[str]]:
    title, venue = entry.at("title", "name"), entry.at("event", "venue", "conference", "institution", "organization")
    when_given = works.read_date(entry.at(*_WHEN).text).values
    if not title.text or not (venue.text or when_given):
        return {}, ()
    where = plain(entry.at("location", "place").text)
    return {
        "title": plain(title.text),
        "venue": plain(venue.text),
        **when_given,
        "location": where,
    }, ()


def _system(entry: ValueNode) -> tuple[dict[str, Any], Sequence[str]]:
    name = entry.at("name", "title")
    rest = "\n".join(told(entry) or ([plain(entry.at("tagline").text)] if entry.at("tagline").text else []))
    if not name.text or not rest:
        return {}, ()
    start, end, _ = when(entry)
    url = entry.at("url", "link", "website", "github").text
    place = "code" if re.match(r"https?://(?:www\.)?(?:github|gitlab)\.com/", url) else "homepage"
    address = ([url] if place == "code" else url) if url.startswith("http") else ""
    return {"name": plain(name.text), "summary": rest, "start": start, "end": end, place: address}, ()


_READERS: Mapping[str, Callable[[ValueNode], tuple[dict[str, Any], Sequence[str]]]] = {
    "education": _degree,
    "positions": _position,
    "awards": _award,
    "talks": _talk,
    "systems": _system,
}


def _is_of(node: ValueNode) -> bool:
    return node.value is not None


def _said(texts: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """Return what sentences say under keys of a profile, and the others."""
    found: dict[str, Any] = {}
    rest: list[str] = []
    for text in texts:
        key, value = _one(text)
        if key and value and key not in found:
            found[key] = value
            if key == "field" and (unit := _unit_behind(text)):
                found.setdefault("unit", unit)
        else:
            rest.append(text)
    return found, rest


def _one(text: str) -> tuple[str, Any]:
    before, labelled = labels.split(text)
    if len(labelled) == 1 and not before:
        kind, value = labelled[0].kind, labelled[0].value
        if kind == "advisors":
            return kind, labels.people(value)
        if kind in ("thesis", "grade", "minor", "field", "distinction"):
            return kind, labels.title(value) if kind == "thesis" else value
    if match := _MAJOR.match(text):
        return "field", trimmed(cut(match["field"], ",")[0])
    return ("minor", found) if (found := degrees.minor(text)) and text.casefold().startswith("minor") else ("", "")


def _unit_behind(text: str) -> str:
    """Return the unit that stands behind a subject: `Major in Computer Science, CSE department`."""
    pieces = cut(text.strip(" ."), ",")
    return pieces[1] if len(pieces) == 2 and _PART.search(pieces[1]) else ""


def _advisors(entry: ValueNode) -> list[str | dict[str, str]]:
    """Return the people under a key of their own."""
    return labels.people(", ".join(map(plain, leaves(entry.at("advisor", "advisors", "supervisor", "supervisors")))))


def _parts(text: str) -> tuple[str, str, str]:
    """Return organisation, unit and place of a text that names them in this order; none of the two need be there."""
    pieces = cut(text, ",;|")
    place: list[str] = []
    if len(pieces) > 1 and (_STATE.fullmatch(pieces[-1]) or pieces[-1] == "Remote" or is_country(pieces[-1])):
        place = [pieces.pop()]
        if len(pieces) > 1 and not _PART.search(pieces[-1]) and not _CITY_IN_NAME.search(pieces[-2]):
            place.insert(0, pieces.pop())
    unit = ""
    if len(pieces) == 2 and _PART.search(pieces[1]) and "university" not in pieces[1].casefold():
        unit = pieces.pop()
    elif len(pieces) == 2 and re.match(r"(?:department|dept|school|faculty|division|institute)\b", pieces[0], re.I):
        unit = pieces.pop(0)
    return ", ".join(pieces), unit, ", ".join(place)
