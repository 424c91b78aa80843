"""Authors and works of OpenAlex (https://docs.openalex.org), as its API gives them in JSON.

Topics and keywords are guessed by machine there and left out: they are no statement of anybody.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg.drafts import Draft
from kg.errors import Problem, ReadError
from kg.interchange import json_text, names, publishing, tracking, works
from kg.interchange.drafting import Drafting
from kg.interchange.json_text import JsonText
from kg.interchange.plain import at, first, kept, several, text, texts

_SITE = "https://openalex.org/"
IGNORED: Mapping[str, str] = {
    **dict.fromkeys(
        ("topics", "concepts", "x_concepts", "keywords", "primary_topic", "mesh", "topic_share", "related_works",
         "sustainable_development_goals"), "guessed by machine"),
    **dict.fromkeys(
        ("cited_by_count", "cited_by_api_url", "counts_by_year", "works_count", "works_api_url", "summary_stats",
         "citation_normalized_percentile", "cited_by_percentile_year", "fwci", "referenced_works_count",
         "countries_distinct_count", "institutions_distinct_count", "authors_count", "locations_count", "meta",
         "group_by", "ngrams_url", "relevance_score"), "counted by OpenAlex"),
    **dict.fromkeys(("created_date", "updated_date", "lineage", "has_content", "content_urls", "indexed_in",
                     "has_fulltext", "fulltext_origin", "is_authors_truncated", "author_position"),
                    "how OpenAlex keeps an entry"),
    **dict.fromkeys(("id", "openalex", "mag", "block_key", "longest_name", "parsed_longest_name"),
                    "OpenAlex's own number or form of a name"),
    **dict.fromkeys(("open_access", "apc_list", "apc_paid", "best_oa_location", "is_oa", "is_in_doaj", "is_core",
                     "is_paratext", "is_xpac", "is_accepted", "is_published"),
                    "how a publisher sells the work"),
}  # fmt: skip
"""Keys that say nothing of a person or a work that a profile could hold, each with what it is."""
_VENUE_KINDS = {"journal": "journal", "conference": "conference", "repository": "repository",
                "book series": "book-series", "ebook platform": ""}  # fmt: skip


def read(path: Path) -> Draft:
    """Return an author, works, or both.

    Raises:
        ReadError: If it is not JSON, or neither of OpenAlex's objects.
    """
    drafting = Drafting(path, "openalex", "application/json")
    document = json_text.parse(drafting.text, path)
    objects = [each for part in _parts(document.data) for each in (several(part, "results") or [part])]
    authors = [each for each in objects if _bare(each).startswith("A")]
    found = [each for each in objects if _bare(each).startswith("W")]
    if not authors and not found:
        hint = "save an answer of https://api.openalex.org, or fetch it: kg import openalex A5023888391"
        raise ReadError(Problem("there is no author and no work of OpenAlex here", path, hint=hint))
    if len(authors) > 1:
        message = f"there are {len(authors):,} authors here; the first is taken for the owner of the profile"
        drafting.warn(message, document.lines(authors[1]), hint="keep one author in the file")
    for author in authors[:1]:
        _add_author(drafting, document, author)
    for work in found:
        _add_work(drafting, document, work)
    if not authors:
        publishing.add_owner(drafting)
    drafting.report_unread(tracking.unread(document.data, IGNORED), document.lines_of_unread, IGNORED)
    return drafting.draft()


def _parts(data: Any) -> list[Any]:
    """Return the answers of which a document is made: one, a list, or those that were fetched together."""
    if isinstance(data, dict) and "author" in data and "works" in data:
        return [data["author"], *several(data, "works")]
    return data if isinstance(data, list) else [data]


def _bare(node: Any) -> str:
    return text(node, "id").removeprefix(_SITE).upper()


def _add_author(drafting: Drafting, document: JsonText, author: Any) -> None:
    lines = document.lines(author)
    name = names.turned(text(author, "display_name"))
    spellings = (names.turned(found) for found in texts(author, "display_name_alternatives"))
    variants = [found for found in dict.fromkeys(spellings) if found != name]
    drafting.add_person(
        lines,
        author,
        name=name,
        variants=variants,
        orcid=first(author, "orcid") or text(author, "ids", "orcid"),
        openalex=text(author, "id"),
    )
    others = [url for key in ("scopus", "wikipedia", "twitter") if (url := text(author, "ids", key))]
    drafting.add_person(lines, others, same_as=others)
    if affiliations := several(author, "affiliations"):
        shown = ", ".join(_affiliation(each) for each in affiliations[:5])
        for each in affiliations:
            drafting.leave_out("affiliations", "no role is named", "", document.lines(each), record=each)
        message = f"left out: affiliations ({len(affiliations):,}), of which OpenAlex names no role: {shown}"
        drafting.warn(
            message, document.lines(at(author, "affiliations"), author), hint="add them to 'positions' by hand"
        )


def _affiliation(entry: Any) -> str:
    """Return name, ROR id and years of an affiliation."""
    years = sorted(texts(entry, "years"))
    period = "–".join(dict.fromkeys((years[0], years[-1]))) if years else ""
    about = ", ".join(part for part in (text(entry, "institution", "ror"), period) if part)
    return text(entry, "institution", "display_name") + (f" ({about})" if about else "")


def _add_work(drafting: Drafting, document: JsonText, record: Any) -> None:
    authors = [author for entry in several(record, "authorships") if (author := _author(entry))]
    partial = works.date_in(text(record, "publication_date"))
    year = text(record, "publication_year")
    date = works.date_of(*partial.split("-")) if partial[:4] == year or not year else works.date_of(year)
    kind = text(record, "type") or "article"
    work = publishing.Work(
        kind="article" if works.kind_of(kind) in ("retraction", "erratum") and authors else kind,
        title=first(record, "title", "display_name"),
        authors=authors,
        lines=document.lines(record),
        record=[authors, _read_parts(record)],
        venue=_venue(record),
        venue_kind=_VENUE_KINDS.get(_source_type(record), ""),
        date=_precise(date),
        is_complete=not at(record, "is_authors_truncated"),
        more=kept(doi=text(record, "doi"), arxiv=_arxiv(record), url=_url(record), links=_links(record))
        | ({"status": "retracted"} if at(record, "is_retracted") is True else {}),
    )
    publishing.add(drafting, work)


def _precise(date: dict[str, Any]) -> dict[str, Any]:
    """Return a date; the first of January stands there for a year alone."""
    return {"year": date["year"]} if str(date.get("date", "")).endswith("-01-01") else date


def _author(entry: Any) -> Any:
    """Return an author as printed; what is printed with marks of affiliations, by the name in the register."""
    printed = names.turned(text(entry, "raw_author_name"))
    is_plain = bool(printed) and not any(character.isdigit() for character in printed)
    name = printed if is_plain else text(entry, "author", "display_name")
    return names.author(name, orcid=text(entry, "author", "orcid"))


def _locations(record: Any) -> list[Any]:
    return [at(record, "primary_location"), *several(record, "locations")]


def _venue(record: Any) -> str:
    """Return where it appeared: a repository only where it is nowhere else."""
    sources = [source for location in _locations(record) if (source := at(location, "source"))]
    apart = [source for source in sources if text(source, "type") != "repository"]
    return next((found for source in [*apart, *sources] if (found := text(source, "display_name"))), "")


def _source_type(record: Any) -> str:
    """Return the type of the source that `_venue` names."""
    name = _venue(record)
    sources = (at(location, "source") for location in _locations(record))
    return next((text(source, "type") for source in sources if name and text(source, "display_name") == name), "")


def _arxiv(record: Any) -> str:
    pages = (text(location, "landing_page_url") for location in _locations(record))
    return next((found for page in pages if (found := works.arxiv_in(page))), "")


def _url(record: Any) -> str:
    page = text(record, "primary_location", "landing_page_url")
    return "" if "doi.org/" in page else page


def _links(record: Any) -> list[dict[str, str]]:
    """Return the pages of the work in PubMed, and its PDF."""
    found = [("PubMed", text(record, "ids", "pmid")), ("PubMed Central", text(record, "ids", "pmcid"))]
    found.append(("PDF", text(record, "primary_location", "pdf_url")))
    return [{"label": label, "url": url} for label, url in found if url.startswith(("http://", "https://"))]


def _read_parts(record: Any) -> list[Any]:
    """Return what was read, which is a small part of such a record."""
    keys = ("title", "display_name", "publication_year", "publication_date", "type", "doi")
    pages = [link["url"] for link in _links(record)]
    pages += [text(location, "landing_page_url") for location in _locations(record)]
    venues = [text(location, "source", "display_name") for location in _locations(record)]
    return [*(text(record, key) for key in keys), *venues, *pages]
