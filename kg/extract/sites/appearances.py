"""Talks, courses and projects that are files of their own."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kg.base.errors import ReadError
from kg.extract import periods
from kg.extract.documents import reading
from kg.extract.documents.model import Document, DocumentBlock
from kg.extract.page import PageContext as Context
from kg.extract.recognition import teaching
from kg.extract.sites.files import FrontMatterPage, SiteFiles
from kg.extract.sites.papers import date_of, is_public
from kg.extract.sites.settings import SiteSettings
from kg.extract.sites.stating import NOTHING, Body, Stating, is_placeholder, plain
from kg.extract.systems import CODE_HOSTS
from kg.profile.drafts.model import Fact

TALKS = ("_talks", "content/talk", "content/event", "content/talks", "content/events")
TEACHING = ("_teaching", "content/teaching")
PROJECTS = ("_portfolio", "_projects", "content/project", "content/projects")

_KINDS_OF_COURSE = re.compile(r"\b(?:course|class|seminar|workshop|tutorial|module|practical)\b", re.IGNORECASE)
_RECORDING = re.compile(r"(?:video|recording|slides?|talk|watch|youtube)", re.IGNORECASE)
_SEASON = re.compile(
    r"\b(?:spring|summer|fall|autumn|winter|semester|term|quarter|monsoon|michaelmas|hilary|trinity)\b", re.I
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
MAX_SUMMARY = 2_000


def read(files: SiteFiles, settings: SiteSettings) -> Iterator[Fact]:
    """Yield talks, courses and projects of a site's collections."""
    readers = ((TALKS, _talk), (TEACHING, _course), (PROJECTS, _project))
    for folders, of_page in readers:
        for page in _pages(files, folders):
            yield from of_page(page, settings)


def _pages(files: SiteFiles, folders: tuple[str, ...]) -> Iterator[FrontMatterPage]:
    for folder in folders:
        for path in files.below(folder):
            page = None if path.stem == "_index" else files.page(path)
            if page is not None and page.head.at("title").text and is_public(page):
                yield page


def _talk(page: FrontMatterPage, settings: SiteSettings) -> Iterator[Fact]:
    head = page.head
    venue, date, place = head.at("venue", "event"), head.at("date"), head.at("location")
    body = _body(page)
    url = settings.complete(head.at("talkurl", "urlvideo", "video", "urlslides", "slidesurl", "link").text)
    found = [(label, address) for label, target in body.links if label and (address := settings.complete(target))]
    url = url or next((address for label, address in found if _RECORDING.fullmatch(label)), "")
    values: dict[str, Any] = {
        "title": plain(head.at("title").text),
        "venue": plain(venue.text),
        **date_of(date),
        "location": plain(place.text),
        "url": url,
        "links": [{"label": label, "url": address} for label, address in found if address != url][:10],
    }
    labels = replace(body, words=" · ".join(label for label, _ in found))
    said = [head.at("title"), venue, date, place, head.at("type")]
    yield Stating(page.name, "front matter").fact("talks", values, said, body=labels)


def _course(page: FrontMatterPage, settings: SiteSettings) -> Iterator[Fact]:
    del settings
    head = page.head
    title, venue, kind = head.at("title"), head.at("venue", "institution"), head.at("role", "type")
    course, codes = course_of(plain(title.text), head.at("code").text, page.name)
    role = plain(kind.text)
    if not role or (_KINDS_OF_COURSE.search(role) and not teaching.role_in(role)):
        role = "Teaching"
    term = term_of(plain(head.at("term", "semester").text), plain(head.at("date", "year").text))
    body = _body(page)
    values = {
        "course": course,
        "code": codes,
        "institution": plain(venue.text),
        "term": term,
        "role": role,
        "summary": body.words,
    }
    said = [title, venue, kind, head.at("code"), head.at("term", "semester"), head.at("date", "year")]
    cut = ["code", "course"] if codes else []
    yield Stating(page.name, "front matter").fact("teaching", values, said, cut=[*cut, "term"], body=body)


def course_of(title: str, code: str, name: str) -> tuple[str, list[str]]:
    """Return the name of a course and its codes, which may stand before it.

    >>> course_of("CS433: Computer System Organization", "", "a.md")
    ('Computer System Organization', ['CS433'])
    """
    if code:
        return title, [code]
    read_so = teaching.read_courses(title, Context(Document(name, "", "", ()), ()))
    if read_so.codes and read_so.course and title.endswith(read_so.course):
        return read_so.course, list(read_so.codes)
    return title, []


def term_of(term: str, date: str) -> list[str]:
    """Return the terms of a course, with the year of its date where they have none.

    >>> term_of("Fall", "2019-09-01"), term_of("Fall 2011 - Spring", "2013-01-01"), term_of("", "2015-01-01")
    (['Fall 2019'], ['Fall 2011 - Spring 2013'], ['2015'])
    """
    year = next(iter(_YEAR.findall(date)), "")
    last = _YEAR.search(term.rsplit(" - ", 1)[-1].rsplit("–", 1)[-1])
    written = term if last else f"{term} {year}".strip() if _SEASON.search(term) or not term else year
    return list(dict.fromkeys(one for period in periods.find(written) for one in teaching.terms_of(period)))


def _project(page: FrontMatterPage, settings: SiteSettings) -> Iterator[Fact]:
    head = page.head
    told = head.at("excerpt", "description", "summary")
    body, words = _body(page), plain(told.text)
    is_told = bool(words) and not is_placeholder(words)
    summary = words if is_told else body.words
    keys = ("redirect", "github", "url", "link", "urlcode", "externallink", "website", "urlproject")
    urls = [url for key in keys if (url := settings.complete(head.at(key).text))]
    code = [url for url in dict.fromkeys(urls) if any(f"//{host}/" in url.replace("www.", "") for host in CODE_HOSTS)]
    values: dict[str, Any] = {
        "name": plain(head.at("title").text),
        "summary": summary,
        "code": code,
        "homepage": next((url for url in urls if url not in code), ""),
    }
    if len(values["name"].split()) <= 20 and (summary or urls):
        said = [head.at("title"), told, *(head.at(key) for key in keys)]
        yield Stating(page.name, "front matter").fact("systems", values, said, body=NOTHING if is_told else body)


def _body(page: FrontMatterPage) -> Body:
    """Return the sentences below a head, and the links there; nothing of a template."""
    if not page.body.strip() or is_placeholder(page.body.strip()):
        return NOTHING
    try:
        read_so = reading.read_text(page.body, page.name)
    except ReadError:
        return NOTHING
    links = tuple((run.text.strip(), run.target) for block in read_so for run in block.runs if run.target)
    told = [block for block in read_so if block.kind in ("paragraph", "item") and _is_told(block)]
    words = "\n".join(" ".join(block.text.split()) for block in told)[:MAX_SUMMARY]
    return Body(words, links, max((block.lines[1] for block in read_so), default=0))


def _is_told(block: DocumentBlock) -> bool:
    """Say whether a block tells something beside its links."""
    words = "".join(run.text for run in block.runs if not run.target).split()
    return len(words) >= 4
