"""Systems and projects: headings, bold items and list items with what stands below them, code and other links."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from kg.extract import entities
from kg.extract.addresses import complete
from kg.extract.lines import BlockLine, cut, joined, trimmed, unnumbered
from kg.extract.page import PageContext
from kg.extract.rows import is_header
from kg.extract.sections import CvSection
from kg.profile import periods
from kg.profile.drafts.model import Fact
from kg.terms.dates import PRESENT

MAX_LINKS = 40
MAX_SUMMARY = 3_000
MAX_HEAD = 1_000
MAX_DATE = 60
MAX_NAME = 20
"""A name of more words is a sentence."""

CODE_HOSTS = (
    "github.com",
    "gitlab.com",
    "bitbucket.org",
    "codeberg.org",
    "gitee.com",
    "sourceforge.net",
    "huggingface.co",
)

_CODE_LABEL = re.compile(r"^(?:source )?(?:code|github|repo(?:sitory)?|software|source)\s*:\s*", re.IGNORECASE)
_LABELS = re.compile(
    r"^(?:publications?|papers?|code|github|links?|demo|slides|video|website|advisors?|mentors?|supervisors?|team)\s*:",
    re.IGNORECASE,
)
_HOMEPAGE = re.compile(r"(?:project\s?)?(?:website|home\s?page|web\s?page|page|site|demo page)", re.IGNORECASE)
_IS_CODE = re.compile(r"(?:source\s?)?(?:code|github|gitlab|repo(?:sitory)?)", re.IGNORECASE)
_BARE_CODE = re.compile(
    r"(?:https?://)?(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org)/[\w.~-]{1,60}/[\w.~-]{1,100}"
)
_LINKS_AT_END = re.compile(r"(?:\s*\[{1,2}[^\[\]]{1,80}\]{1,2}[,;|]?){1,20}\s*$")
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]\n]{2,40}[)\]]")
_LABELS_AT_END = re.compile(
    r"\s*[(\[](?:(?:code|docs?|documentation|paper|pdf|demo|website|page|github|slides|video|link|"
    r"poster)[,|/ ]*){1,8}[)\]]$",
    re.IGNORECASE,
)
_SHORT_NAME = re.compile(r"^(?P<name>[\w.+&/-]{2,25}(?:\s[\w.+&/-]{2,25})?)\s*(?::|\s[–—-])\s+(?=\w)")
_ROLES = re.compile(
    r"\b(?:interns?|assistants?|engineers?|researchers?|scientists?|professors?|fellow|director|manager|"
    r"lecturer|developer|student)\b",
    re.IGNORECASE,
)


@dataclass
class _Project:
    """A project with the lines below its name."""

    head: BlockLine
    body: list[BlockLine] = field(default_factory=list)


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the projects of a section on them, and bold ones with a description in a section of positions."""
    if section.kind == "systems":
        for project in _projects(section.lines):
            yield from _fact(project, page, "heading" if project.head.is_heading else "item")
    elif section.kind == "positions":
        for project in _projects(section.lines):
            if _is_inside_position(project, page):
                yield from _fact(project, page, "bold inside position")


def _projects(lines: Sequence[BlockLine]) -> Iterator[_Project]:
    here: _Project | None = None
    has_headings = any(line.is_heading and not _is_date(line) for line in lines)
    depth = min((line.block.depth for line in lines if line.is_item), default=0)
    for line in lines:
        if _is_date(line):
            continue
        if _is_head(line, depth, has_headings, here):
            if here:
                yield here
            here = _Project(line)
        elif here:
            here.body.append(line)
    if here:
        yield here


def _is_period(text: str) -> bool:
    return len(text) < MAX_DATE and bool(periods.find(text)) and periods.is_period(text)


def _is_date(line: BlockLine) -> bool:
    return _is_period(line.text)


def _is_head(line: BlockLine, depth: int, has_headings: bool, here: _Project | None) -> bool:
    """Say whether a line names a project: a heading, an item of the first level, a paragraph that begins bold."""
    if line.is_heading:
        return True
    if not line.opens or _LABELS.match(line.text):
        return False
    if line.is_item and line.block.depth == depth:
        if here is not None and here.head.block.kind == "paragraph":
            return line.is_bold
        return bool(line.bold) or not (has_headings and here is not None and here.head.is_heading)
    if line.block.kind == "row":
        return not is_header(line.cells)
    starts = bool(line.bold) and (line.is_bold or len(line.bold.split()) >= 2 or bool(cut(line.text, "\t")[1:]))
    return starts and line.block.depth == 0 and line.block.kind in ("paragraph", "row")


def _is_inside_position(project: _Project, page: PageContext) -> bool:
    """Say whether a bold item of a section of positions is a project: described, neither a role nor an employer."""
    text = trimmed(project.head.text)
    if not (project.head.is_item and project.head.is_bold) or periods.find(text):
        return False
    if _ROLES.search(text) or entities.is_organization(text, page.organizations) or len(text.split()) < 2:
        return False
    return any(len(line.text.split()) >= 8 and not _LABELS.match(line.text) for line in _own(project)[:2])


def _fact(project: _Project, page: PageContext, how: str) -> Iterator[Fact]:
    name, values, patterns = _of_head(project.head, how)
    body = _own(project)
    if not name or len(name.split()) > MAX_NAME or not (body or values or not project.head.is_heading):
        return
    if project.head.is_heading and not any(len(line.text.split()) > 4 for line in body):
        return  # a heading of several projects
    said = [line for line in body if not _LABELS.match(line.text)]
    values = {"name": name, **values}
    values["summary"] = _summary(said) or values.get("summary")
    values |= _when(project.head, body)
    values |= _addresses([project.head, *body], name)
    found = {"summary": "below", "code": "link", "links": "link", "homepage": "link"}
    dated = dict.fromkeys(("start", "end", "date"), "date")
    yield page.fact("systems", values, {**found, **dated, **patterns}, [project.head, *body])


def _own(project: _Project) -> list[BlockLine]:
    """Return the lines below a name that are of the project: in lists, up to where a new paragraph follows them."""
    if project.head.is_heading or project.head.block.depth == 0:
        return project.body
    own: list[BlockLine] = []
    for line in project.body:
        is_bold_paragraph = line.block.depth == 0 and (line.is_bold or line.is_heading)
        if is_bold_paragraph or (line.block.depth == 0 and all(run.italic for run in line.runs if run.text.strip())):
            break
        own.append(line)
    return own


def _of_head(line: BlockLine, how: str) -> tuple[str, dict[str, Any], dict[str, str]]:
    """Return the name that a line gives, what else it says, and how the name was found."""
    text = unnumbered(line.text[:MAX_HEAD])
    values: dict[str, Any] = {}
    patterns = {"name": how}
    text = _undated(text)
    text = _LINKS_AT_END.sub("", text).strip() if line.text.find("[") > 0 else text.strip()
    if not line.is_heading:
        text, rest = _name_of_item(line, text)
        if rest:
            values["summary"], patterns["summary"] = rest, "same line"
    name = trimmed(cut(text, "\n\t")[0]) if text.strip() else ""
    if short := _SHORT_NAME.match(name):
        values["variants"], patterns["variants"] = [name], "before colon"
        name = short["name"]
    return name, values, patterns


def _undated(text: str) -> str:
    """Return a text in which a break stands for each date, with the brackets around it."""
    text = _IN_BRACKETS.sub(lambda match: "\n" if periods.find(match[0]) else match[0], text)
    for period in reversed(periods.find(text)):
        text = f"{text[: period.begin].rstrip(' ,([')}\n{text[period.stop :].lstrip(' ).],')}"
    return text.strip()


def _name_of_item(line: BlockLine, text: str) -> tuple[str, str]:
    """Return the name at the beginning of an item, and the rest if it is a description."""
    styled = trimmed(line.bold) or trimmed(_linked(line))
    if styled and text.startswith(styled):
        return styled, _sentence(text[len(styled) :])
    pieces = [trimmed(piece) for piece in cut(text, ":|\n\t", dashes=True)]
    if len(pieces) > 1 and len(pieces[0].split()) <= 8:
        return pieces[0], _sentence(text[text.find(pieces[0]) + len(pieces[0]) :])
    return (text, "") if len(text.split()) <= 12 and not text.endswith(".") else ("", "")


def _sentence(text: str) -> str:
    text = _LABELS_AT_END.sub("", _LINKS_AT_END.sub("", text)).strip(" :–—-,|.\n\t")
    text = " ".join(_BARE_CODE.sub("", text).split()).strip(" .")
    return text if len(text.split()) >= 3 and not _is_period(text) else ""


def _linked(line: BlockLine) -> str:
    first = next((run for run in line.runs if run.text.strip()), None)
    return first.text if first and first.target else ""


def _summary(lines: Sequence[BlockLine]) -> str:
    return _LINKS_AT_END.sub("", joined([line for line in lines if len(line.text.split()) > 3])[:MAX_SUMMARY]).strip()


def _when(head: BlockLine, body: Sequence[BlockLine]) -> dict[str, str]:
    """Return the date at a name, or of a line below it that holds nothing else."""
    found = periods.find(head.text[:MAX_HEAD]) or [
        one for line in body[:3] if len(line.text) < 40 for one in periods.find(line.text)
    ]
    if len(found) != 1 or found[0].form == "list":
        return {}
    start, end = _date(found[0].start), _date(found[0].end)
    if found[0].form == "date":
        return {"date": start}
    return {"start": start, "end": end}


def _date(edtf: str | None) -> str:
    """Return a date as profiles write it, of a season its year."""
    if not edtf or edtf == PRESENT:
        return edtf or ""
    return edtf[:4] if len(edtf) == 7 and edtf[5:] > "12" else edtf


def _addresses(lines: Sequence[BlockLine], name: str) -> dict[str, Any]:
    """Return the web addresses of a project: its code, its page, and the others with their labels."""
    code: list[str] = []
    links: dict[tuple[str, str], dict[str, str]] = {}
    homepage = ""
    for label, url in _links(lines):
        if _is_code(label, url):
            code.append(url)
        elif not homepage and (_HOMEPAGE.fullmatch(label) or label in (name, url)):
            homepage = url
        elif label and len(label) <= 200:
            links[label, url] = {"label": label, "url": url}
    for line in lines:
        if _CODE_LABEL.match(line.text) or "github.com/" in line.text:
            code += [
                address for found in _BARE_CODE.findall(line.text.replace("\\", "")) if (address := complete(found))
            ]
    return {"code": _distinct(code), "homepage": homepage, "links": list(links.values())[:MAX_LINKS]}


def _links(lines: Sequence[BlockLine]) -> Iterator[tuple[str, str]]:
    for line in lines:
        for run in line.runs:
            if run.target and (url := complete(run.target)):
                yield trimmed(run.text.strip(" []()|")), url


def _is_code(label: str, url: str) -> bool:
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    depth = len([part for part in parts.path.split("/") if part])
    return (host in CODE_HOSTS and depth == 2) or (_IS_CODE.fullmatch(label) is not None and depth >= 1)


def _distinct(code: Sequence[str]) -> list[str]:
    """Return addresses once each, however they are written."""
    seen = {re.sub(r"^https?://(?:www\.)?", "", url).rstrip("/").casefold(): url for url in reversed(code)}
    return [url for url in dict.fromkeys(code) if url in seen.values()]
