"""Works and grants of Crossref (https://api.crossref.org), as its REST API gives them: one, a list, or a message."""

import re
from pathlib import Path
from typing import Any

from kg.base.errors import Problem, ReadError
from kg.interchange import csl_works, details, publications, works
from kg.interchange.csl_works import date_of, people_of, rors
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.parsed_text import ParsedText
from kg.interchange.plain import at, several, text

_INVESTIGATORS = ("lead-investigator", "co-lead-investigator", "investigator")


def _add_all(drafting: Drafting, document: ParsedText) -> None:
    """Add the works and grants of an answer."""
    for record in _records(document.data, drafting.path):
        if isinstance(record, dict) and works.kind_of(text(record, "type")) == "grant":
            _add_grant(drafting, document, record)
        else:
            csl_works.add(drafting, document, record, is_registered=True)
    publications.add_owner(drafting)


def _records(data: Any, path: Path) -> list[Any]:
    """Return the works of a document: one or several messages, lists or works.

    Raises:
        ReadError: If there are none.
    """
    if isinstance(data, list):
        return [record for part in data for record in (_records(part, path) if isinstance(part, dict) else [part])]
    message = data.get("message", data) if isinstance(data, dict) else None
    if isinstance(message, dict) and isinstance(message.get("items"), list):
        return list(message["items"])
    if isinstance(message, dict) and ("title" in message or "DOI" in message):
        return [message]
    said = message[0] if isinstance(message, list) and message and isinstance(message[0], dict) else {}
    problem = text(said, "message") or (data.get("message") if isinstance(data, dict) else "")
    shown = f": {problem[:200]}" if isinstance(problem, str) and problem else ""
    hint = "save https://api.crossref.org/works/YOUR-DOI, or fetch it: kg import crossref YOUR-DOI"
    raise ReadError(Problem(f"there are no works of Crossref here{shown}", path, hint=hint))


def _add_grant(drafting: Drafting, document: ParsedText, record: Any) -> None:
    """Add a grant that a funder registered, one entry for each of its projects."""
    for project in several(record, "project") or [record]:
        lines = document.lines(project, record, document.data)
        funding = at(project, "funding", 0)
        amount = at(project, "award-amount") or at(funding, "award-amount")
        described = at(project, "project-description", 0, "description")
        values = {
            "name": text(project, "project-title", 0, "title") or text(record, "title", 0) or text(record, "award"),
            "funder": text(funding, "funder", "name"),
            "ror": next(rors(at(funding, "funder")), ""),
            "number": text(record, "award"),
            "program": text(funding, "scheme"),
            "amount": text(amount, "amount"),
            "currency": text(amount, "currency"),
            "investigators": [person for key in _INVESTIGATORS for person in people_of(project, key)],
            "url": text(record, "URL") or text(record, "resource", "primary", "URL"),
            "summary": details.running_text(described if isinstance(described, str) else ""),
            "start": works.date_in(date_of(at(project, "award-start") or at(record, "award-start"))),
            "end": works.date_in(date_of(at(project, "award-end"))),
        }
        drafting.add("grants", values, lines, [values, project], what="grants")


FORMAT = ForeignFormat(
    "crossref",
    "application/json",
    re.compile(r'"message-type"'),
    _add_all,
    silent=csl_works.SILENT,
    wrappers=("message", "items"),
)
