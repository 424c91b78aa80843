"""The works of an ORCID record."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg.base.errors import ReadError, counted
from kg.base.node import Node
from kg.interchange import bibtex_entries, details, names, publications, references, works
from kg.interchange.bibtex_entries import BibEntry
from kg.interchange.drafting import Drafting
from kg.interchange.forms import bibtex
from kg.interchange.plain import as_written, at, is_mapping, kept, lines_of, mark_read, several, text, whole
from kg.interchange.references import Reference
from kg.terms.identifiers import fold

# The forms in which ORCID writes texts, dates, places and the entries of sections.

SUMMARIES: Mapping[str, str] = {
    "employments": "employment-summary",
    "invited-positions": "invited-position-summary",
    "educations": "education-summary",
    "qualifications": "qualification-summary",
    "distinctions": "distinction-summary",
    "memberships": "membership-summary",
    "services": "service-summary",
    "fundings": "funding-summary",
    "research-resources": "research-resource-summary",
    "peer-reviews": "peer-review-summary",
    "works": "work-summary",
}
"""What an entry of each section of activities is called."""

NOT_PUBLIC = "not public"
"""What the account says of entries that their owner does not show."""


def _entries(activities: Node | None, kind: str) -> Iterator[list[Node]]:
    """Yield the activities of a section, each a group of what its sources say of it."""
    section, key = at(activities, kind), SUMMARIES[kind]
    for group in (*several(section, "affiliation-group"), *several(section, "group")):
        mark_read(at(group, "external-ids"))  # those of its sources once more
        for inner in several(group, "peer-review-group") or [group]:
            mark_read(at(inner, "external-ids"))
            wrapped = [found for each in several(inner, "summaries") for found in several(each, key)]
            if found := wrapped or ([] if kind == "peer-reviews" and inner is group else several(inner, key)):
                yield found


def entries(drafting: Drafting, activities: Node | None, kind: str) -> Iterator[list[Node]]:
    """Yield the public sources of each activity of a section, the preferred one first; count the others."""
    for sources in _entries(activities, kind):
        found = _latest(sources)
        for source in sources:
            if not is_public(source):
                source.mark_read()
        if found:
            yield found
        else:
            drafting.leave_out(kind, NOT_PUBLIC, "", lines_of(*sources))


def ror_of(organization: Node | None) -> str:
    """Return the ROR id of the organisation; an id of another registry stays unread, and so is reported."""
    named = at(organization, "disambiguated-organization")
    said = named.data if named is not None and is_mapping(named) else {}
    source, value = said.get("disambiguation-source"), str(said.get("disambiguated-organization-identifier"))
    is_ror = str(source).casefold() == "ror" or "ror.org/" in value
    if ror := publications.identifier("ror", value) if is_ror else "":
        mark_read(named)
    return ror


def public(node: Node | None, *keys: str) -> list[Node]:
    """Return the public ones of a list, in the order in which their owner shows them."""
    found = several(node, *keys)
    for each in found:
        if not is_public(each):
            each.mark_read()
    return [each for each in found if is_public(each)]


def is_public(node: Node | None) -> bool:
    """Say whether everybody may see a part of a record; what does not say so stands in one that everybody may see."""
    return text(node, "visibility").casefold() in ("public", "")


def _latest(sources: list[Node]) -> list[Node]:
    """Return the public ones of several sources for one activity, that first which its owner prefers."""
    shown = [source for source in sources if is_mapping(source) and is_public(source)]
    return sorted(shown, key=lambda source: whole(source, "display-index") or 0, reverse=True)


def date_at(node: Node | None, key: str) -> str:
    """Return a date, as precise as it is stated."""
    return date_of(at(node, key))


def date_of(date: Node | None) -> str:
    """Return a date in ORCID's parts."""
    return works.date_in("-".join(filter(None, (text(date, part) for part in ("year", "month", "day")))))


def place_of(address: Node | None) -> str:
    """Return where an organisation is."""
    return ", ".join(part for key in ("city", "region", "country") if (part := text(address, key)))


# The works of an ORCID record, with all that their sources say: ids, contributors, and citations in BibTeX.

_PAGES_OF_IDS = {
    "pmid": ("PubMed", "https://pubmed.ncbi.nlm.nih.gov/{}/"),
    "pmc": ("PubMed Central", "https://www.ncbi.nlm.nih.gov/pmc/articles/{}/"),
    "handle": ("Handle", "https://hdl.handle.net/{}"),
    "bibcode": ("ADS", "https://ui.adsabs.harvard.edu/abs/{}/abstract"),
    "doi": ("DOI", "https://doi.org/{}"),
    "arxiv": ("arXiv", "https://arxiv.org/abs/{}"),
    "uri": ("Page", "{}"),
}
"""Labels and addresses of ids of works that have a page which everybody can open."""

_OWN_IDS: Mapping[str, str] = {"doi": "doi", "arxiv": "arxiv", "pmid": "pmid", "pmc": "pmcid", "bibcode": "bibcode"}
"""Under which key of a publication its own ids stand, of which it has one each."""
_NUMBERED: Mapping[str, str] = {"isbn": "isbn", "issn": "issn"}
_FUNDED = ("funded-by",)

_EDITED = frozenset(("edited book", "journal issue", "conference proceedings"))
_AUTHORS = ("", "author", "co-author", "writing-original-draft")
_FULL_RECORD = "fetch them with the record: kg import orcid ID, or by DOI"
_WHOLE = "save https://pub.orcid.org/v3.0/YOUR-ID/record as JSON or XML, or fetch it: kg import orcid YOUR-ID"


def in_full(data: Node) -> dict[int, Node]:
    """Return the works that were fetched in full, by put-code."""
    batches = [several(batch, "bulk") for batch in several(data, "bulk")]
    full = [work for batch in batches for entry in batch for work in several(entry, "work")]
    return {code: work for work in full if (code := whole(work, "put-code")) is not None}


def add(drafting: Drafting, activities: Node | None, full: Mapping[int, Node], owner: str) -> None:
    """Add the works of a record.

    Args:
        drafting: The draft.
        activities: The activities of the record.
        full: Works in full, which say more than their summaries, by put-code.
        owner: The name of the person.
    """
    alone = 0
    for sources in entries(drafting, activities, "works"):
        said = [full.get(whole(summary, "put-code") or -1, summary) for summary in sources]
        for summary, work in zip(sources, said, strict=True):
            if work is not summary:
                summary.mark_read()  # the work in full says all that
        alone += _add_alone(drafting, said, owner)
    if alone:
        _report_alone(drafting, lines_of(at(activities, "works")), owner, alone)


def _add_alone(drafting: Drafting, sources: list[Node], owner: str) -> bool:
    drafting.line = sources[0].lines[0]
    cited = [ref for source in sources for ref in _citations(drafting, source)]
    _compare(drafting, sources)
    own = _reference(drafting, sources)
    is_listed = len(own.authors) > 1
    work = references.work_of(
        references.united([own, *(ref._replace(authors=()) if is_listed else ref for ref in cited)])
    )
    is_named = _name_people(work, owner)
    return publications.add(drafting, work) and not is_named and works.kind_of(work.kind) not in works.TALKS


def _report_alone(drafting: Drafting, lines: tuple[int, int], owner: str, alone: int) -> None:
    listing = f"{counted(alone, 'publication')} {'is' if alone == 1 else 'are'} listed without "
    listing += f"{'its' if alone == 1 else 'their'} authors"
    message = f"{listing}; only {owner} is named" if owner else f"{listing}, and nobody is named"
    drafting.warn(message, lines, hint=_FULL_RECORD if owner else _WHOLE)


def _name_people(work: publications.Work, owner: str) -> bool:
    """Say whether a work names who made it; else its owner stands alone."""
    is_edited = works.kind_of(work.kind) in _EDITED
    if is_edited:
        work.more["role"] = "editor"
    if work.authors or (is_edited and work.editors):
        return True
    key, own = "editors" if is_edited else "authors", [owner] * bool(owner)
    work.reason = f"the record names no {key}" + ("; its owner is one of them" if owner else "")
    work.unsure = {key: 0.5}
    if is_edited:
        work.editors = own
    else:
        work.authors, work.more["more_authors"] = own, True
    return False


def _reference(drafting: Drafting, sources: list[Node]) -> Reference:
    """Return a work by the preferred source; what that leaves open, the others say."""
    preferred, people = sources[0], _people(sources, *_AUTHORS)
    kind = text(preferred, "type") or "other"
    ids, links = _ids(drafting, sources)
    word = "preprint" if works.kind_of(kind) == "working paper" else ""
    url = _first(sources, "url")
    return Reference(
        kind=kind,
        said=ids
        | {"title": [works.with_subtitle(text(preferred, "title", "title"), text(preferred, "title", "subtitle"))]}
        | {"venue": [_first(sources, "journal-title")], "language": [_first(sources, "language-code")]}
        | {"abstract": [_first(sources, "short-description")], "addresses": [] if _is_linked(url, links) else [url]},
        lines=preferred.lines,
        record=[people, *sources],
        authors=people,
        editors=_people(sources, "editor"),
        translators=_people(sources, "chair-or-translator"),
        when=list(dict.fromkeys(filter(None, (date_at(source, "publication-date") for source in sources)))),
        links=links,
        more=kept(type=word, funding=ids.pop("funding", [])),
    )


def _is_linked(url: str, links: list[tuple[str, str]]) -> bool:
    return "doi.org/" in url or any(url.rstrip("/") == page.rstrip("/") for _, page in links)


def _people(sources: list[Node], *roles: str) -> list[Any]:
    return max((_in_role(source, roles) for source in sources), key=len)


def _first(sources: list[Node], *keys: str) -> str:
    return next((found for source in sources if (found := text(source, *keys))), "")


def _compare(drafting: Drafting, sources: list[Node]) -> None:
    """Report where another source of a work gives it another title or kind than the preferred one."""
    first, *others = sources
    title = " ".join(filter(None, (text(first, "title", "title"), text(first, "title", "subtitle"))))
    for source in others:
        if (also := text(source, "title", "title")) and fold(also) not in fold(title):
            drafting.warn(f"left out: '{also[:200]}', the title of '{title[:120]}' in another source",
                          source.lines, hint="correct the title if that one is right")  # fmt: skip
        kind = text(source, "type")
        if works.kind_of(kind) not in ("other", works.kind_of(text(first, "type"))):
            drafting.warn(f"left out: the kind '{kind[:60]}' of '{title[:120]}' in another source",
                          source.lines, hint="correct 'type' if that one is right")  # fmt: skip


def _each_id(sources: list[Node]) -> Iterator[tuple[str, str, str, str]]:
    """Yield kind, relation, value and address of the ids of a work, each once."""
    seen = set()
    for source in sources:
        for each in several(source, "external-ids", "external-id"):
            kind, value = text(each, "external-id-type").casefold(), text(each, "external-id-value")
            relation = text(each, "external-id-relationship").casefold().replace("_", "-") or "self"
            url = text(each, "external-id-url")
            if value and (kind, relation, value.casefold()) not in seen:
                seen.add((kind, relation, value.casefold()))
                yield kind, relation, value, url


def _ids(drafting: Drafting, sources: list[Node]) -> tuple[dict[str, list[str]], list[tuple[str, str]]]:
    """Return the ids of a work under the keys of a profile, and the pages of its others; count those without a place.

    What a work is part of, such as a journal with its ISSN, and what it was funded by have ids of their own.
    """
    found: dict[str, list[str]] = {}
    links: dict[str, str] = {}
    for kind, relation, value, url in _each_id(sources):
        if (key := _key_of(kind, relation)) and _is_taken(found, key, value):
            continue
        if relation in ("self", "version-of") and (label := _link(kind, value, url)):
            links.setdefault(label[1], label[0] if relation == "self" else f"{label[0]} (another version)")
        else:
            shown = kind if relation == "self" else f"{kind}, {relation}"
            drafting.unheld(f"ids of works: {shown}")
    return found, [(label, url) for url, label in links.items()]


def _key_of(kind: str, relation: str) -> str:
    """Return the key of a publication to which an id belongs, or nothing."""
    if relation in _FUNDED:
        return "funding"
    if kind in _NUMBERED and relation in ("self", "part-of"):
        return _NUMBERED[kind]
    return _OWN_IDS.get(kind, "") if relation == "self" else ""


def _is_taken(found: dict[str, list[str]], key: str, value: str) -> bool:
    """Take an id under its key, if it can be taken there, and say whether it was, or had been."""
    if key == "funding" or key in _NUMBERED.values():
        found.setdefault(key, []).append(value)
        return True
    id_ = details.pmcid(value) if key == "pmcid" else value
    known = details.identified(key, id_).casefold()
    return bool(known) and details.identified(key, found.setdefault(key, [id_])[0]).casefold() == known


def _link(kind: str, value: str, url: str) -> tuple[str, str] | None:
    """Return label and address of the page of an id, if it has one."""
    if kind not in _PAGES_OF_IDS:
        return (kind, url) if url.startswith(("http://", "https://")) and " " not in url else None
    label, form = _PAGES_OF_IDS[kind]
    if value.startswith(("http://", "https://")):
        return label, value
    return (label, form.format(value)) if kind != "uri" and " " not in value else None


def _in_role(work: Node, roles: Collection[str]) -> list[Any]:
    """Return the contributors in some roles, each once with all roles of CRediT, each of which is one of an author."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in several(work, "contributors", "contributor"):
        role = text(each, "contributor-attributes", "contributor-role").casefold().replace("_", "-")
        credit = details.contributor_role(role)
        if role in roles or ("" in roles and credit):
            person = (names.turned(text(each, "credit-name")), text(each, "contributor-orcid", "path"))
            found.setdefault(person, []).extend([credit] * bool(credit))
    people = (names.author(name, orcid=orcid, roles=list(dict.fromkeys(credit)))
              for (name, orcid), credit in found.items())  # fmt: skip
    return [person for person in people if person]


def _citations(drafting: Drafting, work: Node) -> Iterator[Reference]:
    """Yield the citation of a work, where it is in BibTeX; other forms are not read."""
    if text(work, "citation", "citation-type").casefold() != "bibtex":
        return
    cited_as = as_written(work, "citation", "citation-value") or as_written(work, "citation", "citation-value", "value")
    found = _parsed(cited_as, drafting.path)
    if cited_as.strip() and not found:
        drafting.warn("left out: a citation that is no BibTeX, as it says", work.lines,
                      hint="add by hand what it says, such as volume and pages")  # fmt: skip
    for entry in (replace(each, lines=work.lines, places={}) for each in found):
        said = bibtex.texts_of(entry)
        ref = bibtex.reference(drafting, entry, said)
        bibtex.note_unheld(drafting, entry, said, references.work_of(ref))
        number = details.page_range(details.pages(ref.one("pages")))  # where registries have the number of an article
        is_number = "article_number" in number
        yield ref._replace(said={**ref.said, "pages": [], **{k: [v] for k, v in number.items()}}) if is_number else ref


def _parsed(text: str, path: Path) -> list[BibEntry]:
    try:
        return bibtex_entries.parse(text, path).entries[:1]
    except ReadError:
        return []  # its strings grow without bound
