"""Authors and works in answers of OpenAlex' API (https://docs.openalex.org).

Topics and keywords are guessed by machine there and left out: they are no statement of anybody.
"""

import re
from typing import Any

from kg.base.node import Node
from kg.interchange import details, names, publications, references, works
from kg.interchange.drafting import Drafting
from kg.interchange.foreign import ForeignFormat
from kg.interchange.plain import at, first, is_true, kept, lines_of, mark_read, several, text, texts
from kg.interchange.references import Reference
from kg.interchange.tables import Row, first_texts, reading
from kg.terms.declaration import kg_declaration

_SITE = "https://openalex.org/"
_FIELDS = reading(
    (Row("title display_name", "title"), Row("doi", "doi"), Row("language", "language"),
     Row("biblio/volume", "volume"), Row("biblio/issue", "issue")), "",
)  # fmt: skip
_VENUE_KINDS = kg_declaration().called("VenueKind")


def _add_all(drafting: Drafting, document: Node) -> None:
    objects = [each for part in _parts(document) for each in (several(part, "results") or [part])]
    authors = [each for each in objects if _bare(each).startswith("A")]
    found = [each for each in objects if _bare(each).startswith("W")]
    is_answer = text(document, "meta", "count") == "0"  # a search that finds nothing
    if not authors and not found and not is_answer:
        hint = "save an answer of https://api.openalex.org, or fetch it: kg import openalex A5023888391"
        drafting.refuse("there is no author and no work of OpenAlex here", hint)
    if len(authors) > 1:
        message = f"there are {len(authors):,} authors here; the first is taken for the owner of the profile"
        drafting.warn(message, authors[1].lines, hint="keep one author in the file")
    for author in authors[:1]:
        _add_author(drafting, author)
    for work in found:
        _add_work(drafting, work)
    if not authors:
        publications.add_owner(drafting)


def _parts(data: Node) -> list[Node]:
    """Return the answers of which a document is made: one, a list, or those that were fetched together."""
    if "author" in data and "works" in data:
        return [*several(data, "author"), *several(data, "works")]
    return several(data)


def _bare(node: Node) -> str:
    return text(node, "id").removeprefix(_SITE).upper()


def _add_author(drafting: Drafting, author: Node) -> None:
    lines = author.lines
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
            drafting.leave_out("affiliations", "no role is named", "", each.lines, record=each)
        message = f"left out: affiliations ({len(affiliations):,}), of which OpenAlex names no role: {shown}"
        drafting.warn(message, lines_of(at(author, "affiliations")), hint="add them to 'positions' by hand")


def _affiliation(entry: Node) -> str:
    years = sorted(texts(entry, "years"))
    period = "–".join(dict.fromkeys((years[0], years[-1]))) if years else ""
    about = ", ".join(part for part in (text(entry, "institution", "ror"), period) if part)
    return text(entry, "institution", "display_name") + (f" ({about})" if about else "")


def _add_work(drafting: Drafting, record: Node) -> None:
    drafting.line = record.lines[0]
    authors = [author for entry in several(record, "authorships") if (author := _author(entry))]
    kind = text(record, "type") or "article"
    is_notice = works.kind_of(kind) in ("retraction", "erratum") and bool(authors)
    pages = details.page_range(text(record, "biblio", "first_page"), text(record, "biblio", "last_page"))
    found = first_texts(_FIELDS, record) | {key: [each] for key, each in pages.items()}
    found |= {
        "arxiv": [_arxiv(record)],
        "pmid": [_pmid(record)],
        "pmcid": [_pmcid(record)],
        "abstract": [_abstract(record)],
    }
    source = _source(record)
    if text(source, "type") != "repository":  # who runs one does not publish what it keeps
        found |= {"publisher": [text(source, "host_organization_name")], "issn": texts(source, "issn")}
    ref = Reference(
        kind="article" if is_notice else kind,
        said=found | {"venue": [text(source, "display_name") or _printed_venue(record)], "addresses": [_url(record)]},
        lines=record.lines,
        record=[authors, _read_parts(record)],
        authors=[*authors, *(["others"] if is_true(record, "is_authors_truncated") else [])],
        when=[_date(record)],
        links=_links(record),
        venue_kind=_VENUE_KINDS.get(text(source, "type"), ""),
        more=_opened(drafting, record)
        | references.grants(drafting, _grants(record))
        | ({"status": "retracted"} if is_true(record, "is_retracted") else {}),
    )
    references.add(drafting, ref)


def _date(record: Node) -> str:
    """Return the date; the first of January stands there for a year alone."""
    day, year = text(record, "publication_date"), text(record, "publication_year")
    return year if year and (day[:4] != year or day.endswith("-01-01")) else day


def _author(entry: Node) -> Any:
    """Return an author as printed; what is printed with marks of affiliations, by the name in the register."""
    printed, registered = names.turned(text(entry, "raw_author_name")), text(entry, "author", "display_name")
    is_plain = bool(printed) and not any(character.isdigit() for character in printed)
    return names.author(
        printed if is_plain else registered,
        orcid=text(entry, "author", "orcid") or text(entry, "raw_orcid"),
        corresponding=is_true(entry, "is_corresponding"),
        **names.affiliated(_affiliations_on_work(entry)),
    )


def _affiliations_on_work(entry: Node) -> list[tuple[str, str]]:
    """Return the institutions of an author with their ROR ids, else what is printed, without marks of a typesetter."""
    institutions = several(entry, "institutions")
    known = [(name, text(each, "ror")) for each in institutions if (name := text(each, "display_name"))]
    printed = texts(entry, "raw_affiliation_strings") or texts(entry, "raw_affiliation_string")
    return known or [(each.replace("#TAB#", " ").strip(), "") for each in printed]


def _abstract(record: Node) -> str:
    index = at(record, "abstract_inverted_index")
    mark_read(index)
    return details.text_of_index(index)


def _opened(drafting: Drafting, record: Node) -> dict[str, Any]:
    """Return where everybody can read a work, and under which licence; count words that name no licence."""
    places = [at(record, "primary_location"), at(record, "best_oa_location")]
    stated = [word for place in places if (word := text(place, "license"))]
    found = next((address for word in stated if (address := details.registry_license(word))), "")
    if stated and not found:
        drafting.unheld(f"licences without an address, such as '{stated[0]}'")
    page = text(record, "open_access", "oa_url") or first(at(record, "best_oa_location"), "landing_page_url", "pdf_url")
    return kept(open_access=page, license=found)


def _grants(record: Node) -> list[tuple[str, str, list[str]]]:
    """Return the funders, each with the ROR id or nothing and the numbers of grants, else their names."""
    found: dict[str, tuple[str, list[str]]] = {
        text(each, "display_name"): (text(each, "ror"), []) for each in several(record, "funders")
    }
    for each in (*several(record, "awards"), *several(record, "grants")):
        number = first(each, "funder_award_id", "award_id") or text(each, "display_name")
        found.setdefault(text(each, "funder_display_name"), ("", []))[1].append(number)
    return [(name, ror, numbers) for name, (ror, numbers) in found.items()]


def _pmid(record: Node) -> str:
    return publications.identifier("pmid", text(record, "ids", "pmid"))


def _pmcid(record: Node) -> str:
    return details.pmcid(text(record, "ids", "pmcid"))


def _locations(record: Node) -> list[Node]:
    return [*several(record, "primary_location"), *several(record, "locations")]


def _source(record: Node) -> Node | None:
    """Return where it appeared: a repository only where it is nowhere else."""
    sources = [source for location in _locations(record) if (source := at(location, "source"))]
    sources = [source for source in sources if text(source, "display_name")]
    apart = [source for source in sources if text(source, "type") != "repository"]
    return next(iter([*apart, *sources]), None)


def _printed_venue(record: Node) -> str:
    return next((name for location in _locations(record) if (name := text(location, "raw_source_name"))), "")


def _arxiv(record: Node) -> str:
    pages = (text(location, "landing_page_url") for location in _locations(record))
    return next((found for page in pages if (found := works.arxiv_in(page))), "")


def _url(record: Node) -> str:
    return text(record, "primary_location", "landing_page_url")


def _links(record: Node) -> list[tuple[str, str]]:
    """Return the pages of the work that its ids do not say: in PubMed, its PDF, and where else it can be read."""
    found = {}
    if not _pmid(record):
        found[text(record, "ids", "pmid")] = "PubMed"
    if not _pmcid(record):
        found[text(record, "ids", "pmcid")] = "PubMed Central"
    for location in _locations(record):
        found.setdefault(text(location, "pdf_url"), "PDF")
        page, name = text(location, "landing_page_url"), text(location, "source", "display_name")
        if not _is_said(page, record):
            found.setdefault(page, name or "Page")
    return [(label, url) for url, label in found.items() if url.startswith(("http://", "https://"))]


def _is_said(page: str, record: Node) -> bool:
    """Say whether an id or the address of a work already leads to a page."""
    if works.arxiv_in(page) or page == _url(record) or page == text(record, "open_access", "oa_url"):
        return True
    known = (("doi", text(record, "doi")), ("pmid", _pmid(record)), ("pmcid", _pmcid(record)))
    return any(id_ and details.identified(scheme, page) == details.identified(scheme, id_)
               for scheme, id_ in known)  # fmt: skip


def _read_parts(record: Node) -> list[Any]:
    """Return what was read, which is a small part of such a record."""
    keys = ("title", "display_name", "publication_year", "publication_date", "type", "doi", "language")
    pages = [url for _, url in _links(record)]
    pages += [text(location, "landing_page_url") for location in _locations(record)]
    venues = [text(location, "source", "display_name") for location in _locations(record)]
    venues += [] if any(venues) else [_printed_venue(record)]
    publishers = [text(_source(record), "host_organization_name"), *texts(_source(record), "issn")]
    parts = [at(record, key) for key in ("biblio", "ids", "open_access", "awards", "grants")]
    return [*(text(record, key) for key in keys), *venues, *publishers, *pages, *parts, _abstract(record)]


FORMAT = ForeignFormat(
    __name__,
    "application/json",
    re.compile(r'"id"\s{0,10}:\s{0,10}"https://openalex\.org/[AW]\d'),
    _add_all,
    # how OpenAlex answers and keeps an entry, and its own numbers
    silent=(
        "meta",
        "group_by",
        "id",
        "openalex",
        "mag",
        "lineage",
        "created_date",
        "updated_date",
        "works_api_url",
        "cited_by_api_url",
        "ngrams_url",
        "block_key",
        "license_id",
        "funder_id",
        "host_organization",
        "host_organization_lineage",
        "host_organization_lineage_names",
        "relevance_score",
    ),
    wrappers=("results",),
    is_of_person=True,
)
