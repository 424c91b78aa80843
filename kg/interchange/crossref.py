"""Works and grants of Crossref (https://api.crossref.org), as its REST API gives them: one, a list, or a message."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kg.base.errors import Problem, ReadError
from kg.interchange import csl_json, details, names, publications, tracking, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.parsed_text import JsonText
from kg.interchange.plain import at, kept, several, text, texts
from kg.interchange.tables import LIST, Row, ValueForm, values_of

IGNORED: Mapping[str, str] = {
    **dict.fromkeys(
        ("status", "message-type", "message-version", "total-results", "items-per-page", "query", "facets",
         "next-cursor", "indexed", "created", "deposited", "prefix", "member", "score", "source", "content-domain",
         "resource", "link", "update-policy", "alternative-id", "is-referenced-by-count", "references-count",
         "reference-count", "timestamp", "date-time", "doi-asserted-by", "asserted-by", "authenticated-orcid",
         "authenticated-ORCID", "archive", "suffix-type", "subtype", "start", "delay-in-days"),
        "how Crossref keeps a record"),
    **dict.fromkeys(
        ("short-container-title", "container-title-short", "short-title", "issn-type", "isbn-type", "journal-issue",
         "published", "published-print", "published-online", "published-other", "posted", "accepted", "sequence",
         "award-info", "id-type", "vocabulary"),
        "said once more in another form"),
}  # fmt: skip
"""Keys that say nothing of a work that a profile could hold, each with what it is."""

_JATS = ValueForm(lambda value: details.running_text(value) if isinstance(value, str) else "")
_LANGUAGE = ValueForm(lambda value: details.language(text(value)))
_NUMBERS = ValueForm(lambda value: details.without_address(texts(value)))
FIELDS = (
    Row("DOI", "doi"), Row("volume", "volume"), Row("issue", "issue"), Row("article-number", "article_number"),
    Row("edition-number", "edition"), Row("version/version version", "version"),
    Row("report-number standard-number part-number", "number"), Row("ISBN", "isbn", _NUMBERS),
    Row("ISSN", "issn", _NUMBERS), Row("publisher", "publisher"), Row("publisher-location", "place"),
    Row("subject", "topics", LIST), Row("language", "language", _LANGUAGE),
    Row("abstract", "abstract", _JATS), Row("degree", "note", ValueForm(lambda value: ", ".join(texts(value)))),
)  # fmt: skip
"""What is said of a work in the words of a profile, beside title, people, venue and date."""
_DATES = ("issued", "published", "published-print", "published-online", "posted", "approved", "content-created")
_SERIES = re.compile(
    r"\b(?:series|lecture notes|schriften|briefs|advances in|studies in|contemporary|communications in|reihe"
    r"|collection|contributions|handbooks)\b",
    re.IGNORECASE,
)
_VOLUME = re.compile(r"\b(?:proceedings|conference|symposium|workshop)\b", re.IGNORECASE)
_MACHINE = frozenset(("tdm", "stm-asf"))  # licences for mining text, which are not those of a reader
_INVESTIGATORS = ("lead-investigator", "co-lead-investigator", "investigator")


def _add_all(drafting: Drafting, document: JsonText) -> None:
    """Add the works and grants of an answer."""
    unheld: Counter[str] = Counter()
    for record in _records(document.data, drafting.path):
        if not isinstance(record, dict):
            drafting.warn("an entry is left out: it is not an object with keys", document.lines(record, document.data))
        elif works.kind_of(text(record, "type")) == "grant":
            _add_grant(drafting, document, record, unheld)
        else:
            _add_work(drafting, document, record, unheld)
    drafting.warn_counted("left out, since a profile has no place for them: {}", unheld)
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


def _add_work(drafting: Drafting, document: JsonText, record: Any, unheld: Counter[str]) -> None:
    """Add a work, and count what a profile has no place for."""
    kind = text(record, "type") or "article"
    people = sorted(several(record, "author"), key=lambda each: text(each, "sequence") == "additional")
    found = (names.body(body) if (body := csl_json.body_of(entry)) else _person(entry, unheld) for entry in people)
    authors = [author for author in found if author]
    venue, series = _venue(record, unheld)
    work = publications.Work(
        kind=kind,
        title=_title(record, unheld),
        authors=[author for author in authors if not names.is_others(names.name_of(author))],
        editors=_others(record, "editor", unheld),
        translators=_others(record, "translator", unheld),
        lines=document.lines(record, document.data),
        record=record,
        venue=venue or _repository(record),
        venue_kind=csl_json.venue_kind(record),
        date=next((date for key in _DATES if (date := csl_json.date(at(record, key)))), {}),
        is_complete=not any(names.is_others(names.name_of(author)) for author in authors),
        more=_more(record, unheld) | kept(series=series),
    )
    _count_rest(record, unheld)
    publications.add(drafting, work)


def _title(record: Any, unheld: Counter[str]) -> str:
    """Return title and subtitle; Crossref has lists of both, in which translations stand too."""
    found, subtitles = texts(record, "title"), texts(record, "subtitle")
    title, subtitle = next(iter(found), ""), next(iter(subtitles), "")
    others = [each for each in texts(record, "original-title") if each not in found]
    unheld["further titles and translations"] += len(found[1:]) + len(subtitles[1:]) + len(others)
    return works.with_subtitle(title, subtitle)


def _person(entry: Any, unheld: Counter[str]) -> Any:
    """Return an author with iD, affiliations and roles of CRediT."""
    prefix, suffix = text(entry, "prefix"), text(entry, "suffix")
    name = names.spoken(text(entry, "given"), text(entry, "family"), suffix=suffix) or text(entry, "name")
    unheld["titles of people"] += bool(prefix)
    roles = (details.contributor_role(text(each, "role")) for each in several(entry, "role"))
    return names.author(
        name,
        orcid=text(entry, "ORCID"),
        roles=list(dict.fromkeys(role for role in roles if role)),
        **names.affiliated(_affiliations(entry, unheld)),
    )


def _affiliations(entry: Any, unheld: Counter[str]) -> list[tuple[str, str]]:
    """Return the affiliations of an author, each with its ROR id or none."""
    listed = several(entry, "affiliation")
    found = []
    for each in listed:
        ids = [text(known, "id") for known in several(each, "id")]
        ror = next((known for known in ids if "ror.org/" in known), "")
        if name := text(each, "name") or text(each) or ror:
            found.append((name, ror))
        unheld["ids of affiliations of authors other than ROR's"] += len([known for known in ids if known != ror])
    unheld["places of affiliations of authors"] += sum(len(several(each, "place")) for each in listed)
    tracking.mark_read([several(each, key) for each in listed for key in ("id", "place")])
    return found


def _others(record: Any, key: str, unheld: Counter[str]) -> list[Any]:
    people = (names.without_marks(_person(entry, unheld)) for entry in several(record, key))
    return [person for person in people if person]


def _venue(record: Any, unheld: Counter[str]) -> tuple[str, str]:
    """Return the container of a work, and the series in which that appeared; Crossref lists them in any order."""
    found = texts(record, "container-title") or texts(record, "event", "name") or texts(record, "event")
    if len(found) < 2:
        return next(iter(found), ""), ""
    series = [each for each in found if _SERIES.search(each) and not _VOLUME.search(each)]
    rest = [each for each in found if each not in series]
    if len(series) == 1 and rest:
        unheld["further titles and translations"] += len(rest[1:])
        return rest[0], series[0]
    unheld["further titles and translations"] += len(found[1:])
    return found[0], ""


def _is_posted(record: Any) -> bool:
    return works.kind_of(text(record, "type")) in ("posted content", "preprint")


def _institutions(record: Any) -> list[str]:
    return [name for each in several(record, "institution") if (name := text(each, "name"))]


def _repository(record: Any) -> str:
    """Return the repository that Crossref names as the institution of a preprint."""
    return next(iter(_institutions(record)), "") if _is_posted(record) else ""


def _more(record: Any, unheld: Counter[str]) -> dict[str, Any]:
    """Return what is said of a work besides its title and people, under the keys of a profile."""
    page = text(record, "page")
    pages = {} if page == text(record, "article-number") else details.page_range(page)  # some write it in both places
    return (
        pages
        | kept(**values_of(FIELDS, record), url=_url(record), type=_type(record))
        | kept(institution=_body_behind(record), license=_license(record, unheld), **_funding(record, unheld))
        | _status(record, unheld)
    )


def _type(record: Any) -> str:
    """Return the type of what is posted, which says itself whether it is a preprint."""
    posted = works.kind_of(text(record, "subtype"))
    if _is_posted(record) and posted not in ("", "preprint", "working paper"):
        return "webpage" if posted == "blog" else "article"
    return ""


def _body_behind(record: Any) -> str:
    """Return the body behind a thesis, a report or a standard."""
    bodies = [] if _is_posted(record) else _institutions(record)
    return next(iter([*bodies, *texts(record, "standards-body", "name")]), "")


def _license(record: Any, unheld: Counter[str]) -> str:
    """Return the licence of a reader: one of Creative Commons, else that of the version of record."""
    listed = [(text(each, "URL"), text(each, "content-version")) for each in several(record, "license")]
    found = [url for url, version in listed if url and version not in _MACHINE]
    opened = [url for url, _ in listed if details.is_open_license(url)]
    chosen = next(iter([*opened, *found]), "")
    unheld["further licences, such as those for mining text"] += sum(1 for url, _ in listed if url and url != chosen)
    return chosen


def _funding(record: Any, unheld: Counter[str]) -> dict[str, Any]:
    """Return the numbers of grants, and the funders; count from whom a grant is, where a work names several."""
    numbers: list[str] = []
    funders: list[tuple[str, str]] = []
    for funder in several(record, "funder"):
        listed = texts(funder, "award")
        numbers += [part for number in listed for part in details.numbers_of_grants(number)]
        if name := text(funder, "name"):
            funders.append((name, next(_rors(funder), "")))
        unheld["which of several funders gave which grant"] += bool(listed) and len(several(record, "funder")) > 1
        unheld["ids of funders other than ROR's"] += bool(text(funder, "DOI"))
        tracking.mark_read(funder)
    return {"funding": list(dict.fromkeys(numbers)), "funders": names.organizations(funders)}


def _url(record: Any) -> str:
    """Return the address; that of the DOI says nothing new."""
    url = text(record, "URL")
    return "" if text(record, "DOI") and "doi.org/" in url else url


def _status(record: Any, unheld: Counter[str]) -> dict[str, Any]:
    """Return the status that Crossref knows by its links to notices; count other notices."""
    kinds = [text(each, "type").casefold() for each in several(record, "updated-by")]
    is_retracted = any(kind in ("retraction", "withdrawal") for kind in kinds)
    unheld["notices of corrections"] += len(kinds) * (not is_retracted) + len(several(record, "update-to"))
    tracking.mark_read([at(record, "updated-by"), at(record, "update-to")])
    return {"status": "retracted"} if is_retracted else {}


def _count_rest(record: Any, unheld: Counter[str]) -> None:
    """Count what stands beside a work: what it cites, what it is related to, and what the publisher asserts."""
    related = at(record, "relation")
    for kind, listed in related.items() if isinstance(related, dict) else ():
        unheld[f"works related by '{kind}'"] += len(listed) if isinstance(listed, list) else 1
    for key, what in (("reference", "references"), ("assertion", "statements of publishers"), ("event", "events"),
                      ("chair", "chairs"), ("clinical-trial-number", "clinical trials"),
                      ("group-title", "groups of preprints"), ("review", "circumstances of reviews")):  # fmt: skip
        unheld[what] += len(several(record, key))
        tracking.mark_read(at(record, key))
    tracking.mark_read(related)
    tracking.mark_read([at(record, key) for key in ("institution", "standards-body")])


def _partial(value: Any) -> str:
    parts = at(value, "date-parts", 0)
    return works.partial_date(*parts[:3]) if isinstance(parts, list) and parts else ""


def _add_grant(drafting: Drafting, document: JsonText, record: Any, unheld: Counter[str]) -> None:
    """Add a grant that a funder registered, one entry for each of its projects."""
    for project in several(record, "project") or [record]:
        lines = document.lines(project, record, document.data)
        funding = at(project, "funding", 0)
        amount = at(project, "award-amount") or at(funding, "award-amount")
        values = {
            "name": text(project, "project-title", 0, "title") or text(record, "title", 0) or text(record, "award"),
            "funder": text(funding, "funder", "name"),
            "ror": next(_rors(at(funding, "funder")), ""),
            "number": text(record, "award"),
            "program": text(funding, "scheme"),
            "amount": text(amount, "amount"),
            "currency": text(amount, "currency"),
            "investigators": [person for key in _INVESTIGATORS for person in _others(project, key, unheld)],
            "url": text(record, "URL") or text(record, "resource", "primary", "URL"),
            "summary": _JATS.read(at(project, "project-description", 0, "description")),
            "start": _partial(at(project, "award-start") or at(record, "award-start")),
            "end": _partial(at(project, "award-end")),
        }
        drafting.add("grants", values, lines, [values, project], what="grants")
    _count_rest(record, unheld)


def _rors(funder: Any) -> Iterator[str]:
    ids = (text(each, "id") for each in several(funder, "id"))
    return (found for id_ in ids if (found := publications.identifier("ror", id_)))


FORMAT = ForeignFormat("crossref", "application/json", re.compile(r'"message-type"'), _add_all, ignored=IGNORED)
