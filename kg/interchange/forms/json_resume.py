"""JSON Resume 1.0.0 (https://jsonresume.org/schema), with older words for the same keys."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from kg.base.node import Node
from kg.interchange import names, publications, references, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.naming import calendar, year_or_date
from kg.interchange.plain import at, first, is_mapping, kept, lines_of, several, text, texts
from kg.interchange.references import Reference
from kg.interchange.tables import DATE, LIST, Row, ValueForm, entry_of, first_texts, reading, text_of_either, values_of
from kg.interchange.views import raw
from kg.profile.authorship import is_theirs
from kg.profile.model import Profile
from kg.terms import dates, identifiers
from kg.terms.identifiers import PERSONAL, SCHEMES

_SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"
_RESEARCH = re.compile(r"\b(?:research|grant|funded|forschung)", re.IGNORECASE)


def _ended(value: Node | None) -> str:
    is_lasting = text(value).casefold() in ("present", "now", "current")
    return "present" if is_lasting else works.date_in(text(value))


_END = ValueForm(_ended, lambda period, _: None if period.end == "present" else calendar(period, "end"))
_YEAR = ValueForm(lambda value: works.year_in(text(value)), lambda entry, _: str(entry.year) if entry.year else "")
_GIVEN = ValueForm(_YEAR.read, lambda award, _: str(award.year) if award.year else calendar(award, "start"))
_BEGUN = ValueForm(DATE.read, lambda system, _: calendar(system, "start") or calendar(system, "date"))
_PUBLISHED = ValueForm(DATE.read, lambda work, _: year_or_date(work))
_PAGE = ValueForm(text, lambda work, _: work.url or work.doi or work.arxiv)
_HOME = ValueForm(text, lambda system, _: system.homepage or next(iter(system.code), None))
_PARTNER = ValueForm(texts, lambda system, _: next(iter(system.partners), ""))
_ROLES = ValueForm(lambda value: next(iter(texts(value)), ""), lambda system, _: [system.role] if system.role else [])

BASICS = (
    Row("name", "name"), Row("label", "job_title"), Row("url website", "homepage"), Row("summary", "summary"),
)  # fmt: skip
WORK = (
    Row("name company", "organization"), Row("position", "role"), Row("location", "location"),
    Row("startDate", "start", DATE), Row("endDate", "end", _END), Row("summary", "summary"),
    Row("highlights", "highlights", LIST),
)  # fmt: skip
VOLUNTEER = (
    Row("organization", "organization", text_of_either("venue")), Row("position", "role"),
    Row("startDate", "year", _YEAR), Row("endDate", "year", _YEAR, is_read=False), Row("summary", "summary"),
)  # fmt: skip
EDUCATION = (
    Row("institution", "institution"), Row("area", "field"), Row("studyType", "degree"),
    Row("startDate", "start", DATE), Row("endDate", "end", _END), Row("score gpa", "grade"),
)  # fmt: skip
AWARD = (
    Row("title", "name"), Row("date", "year", _GIVEN), Row("awarder", "giver", text_of_either("venue")),
    Row("summary", "summary"),
)  # fmt: skip
CERTIFICATE = (
    Row("name", "degree"), Row("date", "end", _END), Row("issuer", "institution"),
)  # fmt: skip
PUBLICATION = (
    Row("name title", "title"), Row("publisher", "venue"), Row("releaseDate", "date", _PUBLISHED),
    Row("url", "url", _PAGE),
)  # fmt: skip
_PUBLICATION = tuple((name, "addresses" if key == "url" else key) for name, key in reading(PUBLICATION, ""))
PROJECT = (
    Row("name", "name"), Row("description", "summary"), Row("startDate", "start", _BEGUN),
    Row("endDate", "end", _END), Row("url", "homepage", _HOME), Row("entity", "partners", _PARTNER),
)  # fmt: skip
SYSTEM = (*PROJECT[:-1], Row("roles", "role", _ROLES), PROJECT[-1])


def _add_all(drafting: Drafting, document: Node) -> None:
    resume = document
    if not (is_mapping(resume.get("basics")) or "work" in resume):
        drafting.refuse("this is no JSON Resume", "it should have the key 'basics'")
    owner = text(resume, "basics", "name")
    _add_basics(drafting, resume)
    for section in SECTIONS:
        for entry in several(resume, section):
            _add_entry(drafting, section, entry)
    for entry in several(resume, "publications"):
        _add_publication(drafting, entry, owner)
    _add_words(drafting, resume)


def _add_entry(drafting: Drafting, section: str, entry: Node) -> None:
    """Add an entry of a section; a project of research is no system."""
    if not is_mapping(entry):
        drafting.warn(f"left out: an entry of '{section}' that has no keys", entry.lines)
        return
    key, fields, change = SECTIONS[section]
    if section == "projects" and _RESEARCH.search(text(entry, "type")):
        key, fields = "projects", PROJECT
    found = values_of(fields, entry)
    unsure = {"end": 0.9} if section == "work" and not text(entry, "endDate") else {}
    drafting.add(key, found | change(entry, found), entry.lines, entry, unsure=unsure)


def _add_basics(drafting: Drafting, resume: Node) -> None:
    basics = at(resume, "basics")
    drafting.add_person(lines_of(basics, resume), basics, **values_of(BASICS, basics))
    for profile in several(basics, "profiles"):
        network = text(profile, "network").casefold()
        key = identifiers.key_of(text(profile, "url")) or names.NETWORKS.get(network, "")
        value = text(profile, "url") if identifiers.key_of(text(profile, "url")) else first(profile, "username", "url")
        if key and value:
            drafting.add_person(profile.lines, profile, **{key: value})
        elif address := text(profile, "url"):
            drafting.add_person(profile.lines, profile, same_as=[address])


def _add_publication(drafting: Drafting, entry: Node, owner: str) -> None:
    """Add a publication; the form has no authors, so the owner stands alone."""
    stated = texts(entry, "authors")  # an extension that some tools write
    if not stated and not owner:
        drafting.warn(f"'{text(entry, 'name')}' is left out: nobody is named as its author", entry.lines)
        return
    said = first_texts(_PUBLICATION, entry)
    ref = Reference(
        kind="article",
        said=said,
        lines=entry.lines,
        record=[stated or owner, entry],
        authors=stated or [owner],
        when=said["date"],
        more={} if stated else {"more_authors": True},
    )
    work = references.work_of(ref)
    if not stated:
        work.reason, work.unsure = "JSON Resume names no authors; its owner is one of them", {"authors": 0.5}
    publications.add(drafting, work)


def _add_words(drafting: Drafting, resume: Node) -> None:
    """Add skills and interests: the keywords where there are some, else what heads them."""
    for section in ("skills", "interests"):
        words = [word for entry in several(resume, section)
                 for word in (texts(entry, "keywords") or [text(entry, "name") or text(entry)])]  # fmt: skip
        found = [word for word in dict.fromkeys(words) if word]
        drafting.add_person(lines_of(at(resume, section), resume), words, **{section: found})


def _lasting(entry: Node, found: dict[str, Any]) -> dict[str, Any]:
    """Return the end of work; without one it lasts, says the schema, unless the start may be a range."""
    return {"end": "present"} if dates.is_date(found["start"]) and not text(entry, "endDate") else {}


def _volunteered(entry: Node, found: dict[str, Any]) -> dict[str, Any]:
    """Return what was done, and when where that is more than a year."""
    start, end = DATE.read(at(entry, "startDate")), _ended(at(entry, "endDate"))
    lasted = " – ".join(dict.fromkeys(filter(None, (start, end))))
    lasted = "" if lasted == start[:4] else lasted
    return {"summary": _joined(lasted, found["summary"], *texts(entry, "highlights"))}


def _studied(entry: Node, _: dict[str, Any]) -> dict[str, Any]:
    courses = texts(entry, "courses")
    return {"summary": f"Courses: {', '.join(courses)}"} if courses else {}


def _described(entry: Node, found: dict[str, Any]) -> dict[str, Any]:
    """Return what a project is; if it is no research, the address of a repository is that of its code."""
    said, url = {"summary": _joined(found["summary"], *texts(entry, "highlights"))}, found["homepage"]
    is_code = "role" in found and url.startswith(("https://github.com/", "https://gitlab.com/"))
    return said | ({"code": [url], "homepage": ""} if is_code else {})


def _joined(*said: str) -> str:
    return "\n".join(part for part in said if part)


SECTIONS: Mapping[str, tuple[str, tuple[Row, ...], Callable[[Node, dict[str, Any]], dict[str, Any]]]] = {
    "work": ("positions", WORK, _lasting),
    "volunteer": ("service", VOLUNTEER, _volunteered),
    "education": ("education", EDUCATION, _studied),
    "certificates": ("education", CERTIFICATE, lambda *_: {"level": "certificate"}),
    "awards": ("awards", AWARD, lambda entry, _: {"start": works.precise_in(text(entry, "date"))}),
    "projects": ("systems", SYSTEM, _described),
}
"""The section of a profile in which the entries of each section stand, their table, and what no table says."""


def write(profile: Profile) -> str:
    """Return a profile as JSON Resume."""
    certificates = [degree for degree in profile.education if raw(degree).level == "certificate" and degree.level]
    labels = {key: SCHEMES[key].label.removesuffix(" id").removesuffix(" name") for key in PERSONAL}
    ids = [{"network": labels[key], "url": getattr(profile, key)} for key in PERSONAL if getattr(profile, key)]
    pages = [{"network": "Web", "url": url} for url in profile.same_as]
    resume = kept(
        basics=entry_of(BASICS, profile) | kept(profiles=ids + pages),
        work=[entry_of(WORK, position) for position in profile.positions],
        volunteer=[entry_of(VOLUNTEER, service) for service in profile.service],
        education=[entry_of(EDUCATION, degree) for degree in profile.education if degree not in certificates],
        awards=[entry_of(AWARD, award) for award in profile.awards],
        certificates=[entry_of(CERTIFICATE, degree) for degree in certificates],
        publications=[  # without names, a work of others would be the owner's
            entry_of(PUBLICATION, work) for work in profile.publications if is_theirs(raw(profile), raw(work))
        ],
        skills=[{"name": skill} for skill in profile.skills],
        interests=[{"name": interest} for interest in profile.interests],
        projects=[entry_of(SYSTEM, system) for system in profile.systems],
    )
    return json.dumps({"$schema": _SCHEMA, **resume}, ensure_ascii=False, indent=2) + "\n"


FORMAT = ForeignFormat(
    __name__,
    "application/json",
    re.compile(r'"basics"\s{0,10}:'),
    _add_all,
    silent=("$schema", "meta"),
    write=write,
    suffix=".json",
    is_of_person=True,
)
