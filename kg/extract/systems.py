"""Systems and projects: headings, bold items and list items with what stands below them, code and other links."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from kg.extract.addresses import complete
from kg.extract.lines import BlockLine, cut, joined, trimmed, unnumbered
from kg.extract.page import PageContext
from kg.extract.rows import is_header
from kg.extract.sections import CvSection
from kg.profile import periods
from kg.profile.drafts.model import Fact

MAX_LINKS = 40
MAX_SUMMARY = 3_000
MAX_HEAD = 1_000
MAX_DATE = 60
MAX_LABEL = 200
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

_LABELS = re.compile(
    r"^(?:publications?|papers?|code|github|links?|demo|slides|video|website|advisors?|mentors?|supervisors?|team)\s*:",
    re.IGNORECASE,
)
_HOMEPAGE = re.compile(r"(?:project\s?)?(?:website|home\s?page|web\s?page|page|site|demo page)", re.IGNORECASE)
_IS_CODE = re.compile(r"(?:source\s?)?(?:code|github|gitlab|repo(?:sitory)?)", re.IGNORECASE)
_BARE_CODE = re.compile(
    rf"(?:https?://)?(?:www\.)?(?:{'|'.join(map(re.escape, CODE_HOSTS))})/[\w.~-]{{1,60}}/[\w.~-]{{1,100}}"
)
_LINKS_AT_END = re.compile(
    r"(?:\s*\[{1,2}[^\[\]]{1,80}\]{1,2}[,;|]?){1,20}\s*$"
    r"|\s*[(\[](?:(?:code|docs?|documentation|paper|pdf|demo|website|page|github|slides|video|link|poster)[,|/ ]*)"
    r"{1,8}[)\]]$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]\n]{2,40}[)\]]")
_SHORT_NAME = re.compile(r"^(?P<name>[\w.+&/-]{2,25}(?:\s[\w.+&/-]{2,25})?)\s*(?::|\s[–—-])\s+(?=\w)")


@dataclass
class _Project:
    """A project with the lines below its name."""

    head: BlockLine
    body: list[BlockLine] = field(default_factory=list)


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the projects of a section on them."""
    for project in _projects(section.lines):
        yield from _fact(project, page)


def _projects(lines: Sequence[BlockLine]) -> Iterator[_Project]:
    here: _Project | None = None
    lines = [line for line in lines if not _is_period(line.text)]
    has_headings = any(line.is_heading for line in lines)
    depth = min((line.block.depth for line in lines if line.is_item), default=0)
    for line in lines:
        if line.is_heading or _is_named(line, depth, has_headings, here):
            if here:
                yield here
            here = _Project(line)
        elif here:
            here.body.append(line)
    if here:
        yield here


def _is_period(text: str) -> bool:
    return len(text) < MAX_DATE and bool(periods.find(text)) and periods.is_period(text)


def _is_named(line: BlockLine, depth: int, has_headings: bool, here: _Project | None) -> bool:
    """Whether a line below headings names a project: an item of the first level, a paragraph that begins bold."""
    if not line.opens or _LABELS.match(line.text):
        return False
    if line.is_item and line.block.depth == depth:
        if here is not None and here.head.block.kind == "paragraph":
            return line.is_bold
        return bool(line.bold) or not (has_headings and here is not None and here.head.is_heading)
    if line.block.kind == "row":
        return not is_header(line.cells)
    starts = bool(line.bold) and (line.is_bold or len(line.bold.split()) >= 2 or "\t" in line.text)
    return starts and line.block.depth == 0 and line.block.kind == "paragraph"


def _fact(project: _Project, page: PageContext) -> Iterator[Fact]:
    head, body = project.head, project.body
    name, values, patterns = _of_head(head)
    if not name or len(name.split()) > MAX_NAME or not (body or values or not head.is_heading):
        return
    if head.is_heading and not any(len(line.text.split()) > 4 for line in body):
        return  # a heading of several projects
    said = joined([line for line in body if len(line.text.split()) > 3 and not _LABELS.match(line.text)])
    values = {"name": name, **values}
    values["summary"] = _LINKS_AT_END.sub("", said[:MAX_SUMMARY]).strip() or values.get("summary")
    values |= _when(head, body) | _addresses([head, *body], name)
    found = {"summary": "below", "code": "link", "links": "link", "homepage": "link"}
    dated = dict.fromkeys(("start", "end", "date"), "date")
    yield page.fact("systems", values, {**found, **dated, **patterns}, [head, *body])


def _of_head(line: BlockLine) -> tuple[str, dict[str, Any], dict[str, str]]:
    """Return the name that a line gives, what else it says, and how both were found."""
    values: dict[str, Any] = {}
    patterns = {"name": "heading" if line.is_heading else "item"}
    text = _undated(unnumbered(line.text[:MAX_HEAD]))
    text = _LINKS_AT_END.sub("", text).strip() or text
    if not line.is_heading:
        text, rest = _name_of_item(line, text)
        if rest:
            values["summary"], patterns["summary"] = rest, "same line"
    name = trimmed(cut(text, "\n\t")[0]) if text else ""
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
    text = " ".join(_BARE_CODE.sub("", _LINKS_AT_END.sub("", text)).split()).strip(" :–—-,|.")
    return text if len(text.split()) >= 3 and not _is_period(text) else ""


def _linked(line: BlockLine) -> str:
    first = next((run for run in line.runs if run.text.strip()), None)
    return first.text if first and first.target else ""


def _when(head: BlockLine, body: Sequence[BlockLine]) -> dict[str, str]:
    """Return the date at a name, or of a line below it that holds nothing else; of a season its year."""
    near = (head.text[:MAX_HEAD], *(line.text for line in body[:3] if len(line.text) < MAX_DATE))
    found = next((each for text in near if (each := periods.find(text))), ())
    if len(found) != 1 or found[0].form == "list":
        return {}
    start, end = (re.sub(r"-(?:2|3|4)\d$", "", date or "") for date in (found[0].start, found[0].end))
    return {"date": start} if found[0].form == "date" else {"start": start, "end": end}


def _addresses(lines: Sequence[BlockLine], name: str) -> dict[str, Any]:
    """Return the web addresses of a project: its code, its page, and the others with their labels."""
    links = [(trimmed(run.text.strip(" []()|")), url) for line in lines for run in line.runs
             if run.target and (url := complete(run.target))]  # fmt: skip
    bare = [complete(found) for line in lines for found in _BARE_CODE.findall(line.text.replace("\\", ""))]
    code = [url for label, url in links if _is_code(label, url)]
    pages = [(label, url) for label, url in links if url not in code]
    homepage = next((url for label, url in pages if _HOMEPAGE.fullmatch(label) or label in (name, url)), "")
    more = dict.fromkeys((label, url) for label, url in pages if 0 < len(label) <= MAX_LABEL and url != homepage)
    named = [{"label": label, "url": url} for label, url in more][:MAX_LINKS]
    return {"code": _distinct([*code, *filter(None, bare)]), "homepage": homepage, "links": named}


def _is_code(label: str, url: str) -> bool:
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    depth = parts.path.strip("/").count("/") + bool(parts.path.strip("/"))
    return (host in CODE_HOSTS and depth == 2) or (_IS_CODE.fullmatch(label) is not None and depth >= 1)


def _distinct(code: Sequence[str]) -> list[str]:
    """Return addresses once each, however they are written."""
    return list(
        {re.sub(r"^https?://(?:www\.)?", "", url).rstrip("/").casefold(): url for url in reversed(code)}.values()
    )[::-1]
