"""Works and grants in answers of Crossref's API (https://api.crossref.org)."""

import re
from typing import NoReturn

from kg.base.node import Node
from kg.interchange import csl_works, details, publications, works
from kg.interchange.csl_works import date_of, people_of, rors
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import as_written, at, several, text

_INVESTIGATORS = ("lead-investigator", "co-lead-investigator", "investigator")


def _add_all(drafting: Drafting, document: Node) -> None:
    records = csl_works.records_of(document)
    if records is None:
        _refuse(drafting, document)
    for record in records:
        if works.kind_of(text(record, "type")) == "grant":
            _add_grant(drafting, record)
        else:
            csl_works.add(drafting, record, is_registered=True)
    publications.add_owner(drafting)


def _refuse(drafting: Drafting, data: Node) -> NoReturn:
    """Refuse what has no works, with what Crossref says of it."""
    said = at(data, "message")
    problem = text(said, 0, "message") or text(said)
    hint = "save https://api.crossref.org/works/YOUR-DOI, or fetch it: kg import crossref YOUR-DOI"
    drafting.refuse(f"there are no works of Crossref here{f': {problem[:200]}' if problem else ''}", hint)


def _add_grant(drafting: Drafting, record: Node) -> None:
    """Add a grant that a funder registered, one entry for each of its projects."""
    for project in several(record, "project") or [record]:
        funding = at(project, "funding", 0)
        amount = at(project, "award-amount") or at(funding, "award-amount")
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
            "summary": details.running_text(as_written(project, "project-description", 0, "description")),
            "start": works.date_in(date_of(at(project, "award-start") or at(record, "award-start"))),
            "end": works.date_in(date_of(at(project, "award-end"))),
        }
        drafting.add("grants", values, project.lines, [values, project], what="grants")


FORMAT = ForeignFormat(
    __name__,
    "application/json",
    re.compile(r'"message-type"'),
    _add_all,
    silent=csl_works.SILENT,
    wrappers=("message", "items"),
    before=("csl-json",),
)
