"""JSON Resume 1.0.0 (https://jsonresume.org/schema), with the older words for the same keys."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kg.base.errors import Problem, ReadError
from kg.interchange import parsed_text, publications, tracking, works
from kg.interchange.drafting import Drafting, Lines
from kg.interchange.parsed_text import JsonText
from kg.interchange.plain import at, first, several, text, texts
from kg.profile.drafts.model import Draft
from kg.terms import identifiers

IGNORED: Mapping[str, str] = {"$schema": "the form of the file", "meta": "of the file, not of the person"}
"""Keys that say nothing of the person, each with what it is."""

_RESEARCH = re.compile(r"\b(?:research|grant|funded|forschung)", re.IGNORECASE)
_SITES = {"github": "github", "linkedin": "linkedin", "orcid": "orcid", "google scholar": "scholar", "dblp": "dblp"}


def read(path: Path) -> Draft:
    """Return what a résumé says.

    Raises:
        ReadError: If it is not JSON, or no résumé.
    """
    drafting = Drafting(path, "json-resume", "application/json")
    document = parsed_text.parse_json(drafting.text, path)
    resume = document.data
    if not isinstance(resume, dict) or not (isinstance(resume.get("basics"), dict) or "work" in resume):
        raise ReadError(Problem("this is no JSON Resume", path, hint="it should have the key 'basics'"))
    owner = text(resume, "basics", "name")
    _add_basics(drafting, document, resume)
    for section in _SECTIONS:
        for entry in several(resume, section):
            _add_entry(drafting, section, entry, document.lines(entry, at(resume, section)))
    for entry in several(resume, "publications"):
        _add_publication(drafting, document, entry, owner)
    _add_words(drafting, document, resume)
    for section in ("languages", "references"):
        if entries := several(resume, section):
            message = f"left out: '{section}' ({len(entries):,}), for which a profile has no place"
            drafting.warn(message, document.lines(at(resume, section), resume))
            tracking.mark_read(entries)
    drafting.report_unread(tracking.unread(resume, IGNORED), document.lines_of_unread, IGNORED)
    return drafting.draft()


def _add_entry(drafting: Drafting, section: str, entry: Any, lines: Lines) -> None:
    """Add an entry of a section; a project of research is no system."""
    if not isinstance(entry, dict):
        drafting.warn(f"left out: an entry of '{section}' that has no keys", lines)
        return
    key, values = _SECTIONS[section]
    if section == "projects" and _is_research(entry):
        key, values = "projects", _project
    drafting.add(key, values(entry), lines, entry, unsure=_presumed(key, entry))


def _add_basics(drafting: Drafting, document: JsonText, resume: Any) -> None:
    basics = at(resume, "basics")
    lines = document.lines(basics, resume)
    url = first(basics, "url", "website")
    drafting.add_person(
        lines,
        basics,
        name=text(basics, "name"),
        job_title=text(basics, "label"),
        homepage=url,
        summary=text(basics, "summary"),
    )
    for profile in several(basics, "profiles"):
        network = text(profile, "network").casefold()
        key = identifiers.key_of(text(profile, "url")) or _SITES.get(network, "")
        value = text(profile, "url") if identifiers.key_of(text(profile, "url")) else first(profile, "username", "url")
        if key and value:
            drafting.add_person(document.lines(profile, basics), profile, **{key: value})
        elif address := text(profile, "url"):
            drafting.add_person(document.lines(profile, basics), profile, same_as=[address])
    if private := [key for key in ("email", "phone", "location") if at(basics, key)]:
        hint = "add them under 'contact' if they should stand in the profile; they stay private there"
        drafting.warn(f"left out: {' and '.join(private)}", lines, hint=hint)
        tracking.mark_read(at(basics, "location"))


def _add_publication(drafting: Drafting, document: JsonText, entry: Any, owner: str) -> None:
    """Add a publication; the form has no authors, so the owner stands alone."""
    partial = works.date_in(text(entry, "releaseDate"))
    stated = texts(entry, "authors")  # an extension that some tools write
    if not stated and not owner:
        drafting.warn(f"'{text(entry, 'name')}' is left out: nobody is named as its author", document.lines(entry))
        return
    work = publications.Work(
        kind="article",
        title=first(entry, "name", "title"),
        authors=stated or [owner],
        lines=document.lines(entry, document.data),
        record=[stated or owner, entry],
        venue=text(entry, "publisher"),
        date=works.date_of(*partial.split("-")) if partial else {},
        when=[text(entry, "releaseDate")],
        more={"doi" if "doi.org/" in text(entry, "url") else "url": text(entry, "url")},
        reason="" if stated else "JSON Resume names no authors; its owner is one of them",
        unsure={} if stated else {"authors": 0.5},
    )
    publications.add(drafting, work)


def _add_words(drafting: Drafting, document: JsonText, resume: Any) -> None:
    """Add skills and interests: the keywords where there are some, else what heads them."""
    for section in ("skills", "interests"):
        words = [word for entry in several(resume, section)
                 for word in (texts(entry, "keywords") or [text(entry, "name") or text(entry)])]  # fmt: skip
        found = [word for word in dict.fromkeys(words) if word]
        drafting.add_person(document.lines(at(resume, section), resume), words, **{section: found})


def _position(entry: Any) -> dict[str, Any]:
    return {"organization": first(entry, "name", "company"), "role": text(entry, "position"),
            "location": text(entry, "location"), "summary": text(entry, "summary"),
            "highlights": texts(entry, "highlights"), **_period(entry, lasts=True)}  # fmt: skip


def _degree(entry: Any) -> dict[str, Any]:
    courses = texts(entry, "courses")
    return {"degree": text(entry, "studyType"), "field": text(entry, "area"), "institution": text(entry, "institution"),
            "grade": first(entry, "score", "gpa"), "summary": f"Courses: {', '.join(courses)}" if courses else "",
            **_period(entry)}  # fmt: skip


def _certificate(entry: Any) -> dict[str, Any]:
    return {"degree": text(entry, "name"), "level": "certificate", "institution": text(entry, "issuer"),
            "end": works.date_in(text(entry, "date"))}  # fmt: skip


def _award(entry: Any) -> dict[str, Any]:
    date = works.date_in(text(entry, "date"))
    return {"name": text(entry, "title"), "giver": text(entry, "awarder"), "summary": text(entry, "summary"),
            "year": int(date[:4]) if date else None}  # fmt: skip


def _service(entry: Any) -> dict[str, Any]:
    period = _period(entry)
    start = period["start"]
    lasted = f"{start} – {period['end']}" if period["end"] and period["end"][:4] != start[:4] else ""
    said = [lasted, text(entry, "summary"), *texts(entry, "highlights")]
    return {"role": text(entry, "position"), "organization": text(entry, "organization"),
            "year": int(start[:4]) if start else None, "summary": "\n".join(part for part in said if part)}  # fmt: skip


def _system(entry: Any) -> dict[str, Any]:
    url = text(entry, "url")
    is_code = url.startswith(("https://github.com/", "https://gitlab.com/"))
    said = [text(entry, "description"), *texts(entry, "highlights")]
    return {"name": text(entry, "name"), "summary": "\n".join(part for part in said if part),
            "role": next(iter(texts(entry, "roles")), ""), "partners": texts(entry, "entity"),
            ("code" if is_code else "homepage"): [url] if is_code and url else url, **_period(entry)}  # fmt: skip


def _is_research(entry: Any) -> bool:
    """Say whether a project calls itself one of research; the others of a résumé are mostly software."""
    return bool(_RESEARCH.search(text(entry, "type")))


def _project(entry: Any) -> dict[str, Any]:
    said = [text(entry, "description"), *texts(entry, "highlights")]
    return {"name": text(entry, "name"), "summary": "\n".join(part for part in said if part),
            "partners": texts(entry, "entity"), "homepage": text(entry, "url"), **_period(entry)}  # fmt: skip


def _period(entry: Any, *, lasts: bool = False) -> dict[str, Any]:
    """Return start and end; work without an end lasts, says the schema."""
    start, end = works.date_in(text(entry, "startDate")), text(entry, "endDate")
    ended = works.date_in(end) or ("present" if end.casefold() in ("present", "now", "current") else "")
    return {"start": start, "end": ended or ("present" if lasts and start and not end else "")}


def _presumed(section: str, entry: Any) -> dict[str, float]:
    return {"end": 0.9} if section == "positions" and not text(entry, "endDate") else {}


_SECTIONS: Mapping[str, tuple[str, Callable[[Any], dict[str, Any]]]] = {
    "work": ("positions", _position),
    "volunteer": ("service", _service),
    "education": ("education", _degree),
    "certificates": ("education", _certificate),
    "awards": ("awards", _award),
    "projects": ("systems", _system),
}
