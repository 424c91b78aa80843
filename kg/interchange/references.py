"""A reference as any format has it, made into a work: the decisions that all formats share, made once."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kg.base.node import Lines
from kg.interchange import details, names, publications, works
from kg.interchange.drafting import Drafting
from kg.interchange.plain import kept
from kg.interchange.tables import Reading
from kg.terms import statuses
from kg.terms.identifiers import SCHEMES, fold
from kg.terms.venue_names import read_venue

_IDS = ("doi", "arxiv", "pmid", "pmcid", "bibcode")
_GENERAL = frozenset(("article", "book", "chapter", "thesis", "masters-thesis", "webpage", "talk", ""))
"""Types of works of which the genre may say more."""
_IN_VENUES = frozenset(("article", "chapter", "proceedings"))
"""Types of works that appear in meetings."""
_BY_THEMSELVES = frozenset(("book", "thesis", "masters-thesis", "bachelors-thesis", "report"))
"""Types of works of which one number of pages is how many there are, and an abbreviation names no venue."""
_HOSTED = frozenset(("dataset", "software"))
"""Types of works that appeared where they can be had."""
_COUNT = re.compile(r"\d+(?: \D*)?", re.ASCII)
_ADDRESSES = ("http://", "https://")
_BETWEEN = re.compile(r"[;,]?\s+|[;,](?=https?://)")
_PLAIN = ("volume", "issue", "pages", "number", "article_number", "chapter", "page_count", "edition", "version",
          "publisher", "place", "office", "language", "license", "abstract")  # fmt: skip
"""Keys of a profile that hold the first text that stands under them."""
_HELD = frozenset(
    ("title", "subtitle", "authors", "editors", "translators", "marks", "date", "year", "month", "day", "doi",
     "arxiv", "numbers", "isbn", "issn", "keywords", "language", "license", "abstract", "pages",
     "start", "end", "page_count")
)  # fmt: skip
"""Keys whose values are held, in another form perhaps, or reported by themselves where they have no such form."""
_ONE = frozenset(("title", "subtitle", "doi", "arxiv", "language", "license", "abstract", "page_count"))
"""Keys among them of which a work holds one text."""


_TOGETHER = (("title", "subtitle", "genre"), ("venue", "acronym", "abbreviated"))
"""Keys of which what one record says is not completed by what another one does."""
_JOINED = ("addresses", "ids", "notes")
"""Keys of which all texts count that several records say."""


class Reference(NamedTuple):
    """What a record says, in the words of its format, under keys that all formats share.

    Beside those of `Publication` these are `abbreviated` (a badge that may name the venue), `acronym` (a text that may
    be that of the venue), `addresses`, `genre`, `ids` (texts that may be ids), `notes`, `numbers` (ISBNs and ISSNs),
    `subtitle`, and `status`, where it is stated as such.
    """

    kind: str  # What the format calls its kind
    said: Mapping[str, Sequence[str]]  # Plain texts, by key
    lines: Lines
    record: Any
    authors: Sequence[Any] = ()  # As `names.author` and `names.body` return them
    editors: Sequence[Any] = ()
    translators: Sequence[Any] = ()
    when: Sequence[str] = ()  # What says when it was published, the best first
    links: Sequence[tuple[str, str]] = ()  # Label and address
    venue_kind: str = ""  # Where the format states it, or implies it by more than the kind
    more: Mapping[str, Any] = {}  # What else is said, under the keys of `Publication`

    def one(self, *keys: str) -> str:
        """Return the first text under some keys."""
        return next(iter(self.all(*keys)), "")

    def all(self, *keys: str) -> list[str]:
        """Return the texts under some keys."""
        return [text for key in keys for text in self.said.get(key, ()) if text]


def grants(drafting: Drafting, found: Iterable[tuple[str, str, Iterable[str]]]) -> dict[str, Any]:
    """Return the numbers of grants, and the funders; report that of several it is lost who gave which grant.

    Args:
        drafting: The draft.
        found: The name of each funder, the ROR id or nothing, and texts with numbers of grants.
    """
    listed = [(name, ror, [part for text in said for part in details.numbers_of_grants(text)])
              for name, ror, said in found]  # fmt: skip
    numbers = list(dict.fromkeys(number for *_, several in listed for number in several))
    drafting.unheld("which funder gave which grant", len(numbers) if len(listed) > 1 else 0)
    return kept(funding=numbers, funders=names.organizations([(name, ror) for name, ror, _ in listed if name]))


def license_among(drafting: Drafting, addresses: Sequence[str]) -> str:
    """Return the licence of a reader, one of Creative Commons if there is one; report the others."""
    chosen = next(filter(details.is_open_license, addresses), next(iter(addresses), ""))
    drafting.unheld("further licences", sum(1 for each in addresses if each != chosen))
    return chosen


def add(drafting: Drafting, ref: Reference) -> bool:
    """Add a record of a registry; report the texts that are not held of keys of which a work holds one."""
    work = work_of(ref)
    if (genre := ref.one("genre")) and not _is_of_kind(genre, work):
        drafting.unheld("genre")
    for key in ("title", "subtitle", "venue", "series", *_PLAIN):
        drafting.unheld(f"further values: {key}", max(0, len(set(ref.all(key))) - 1))
    return publications.add(drafting, work)


def _is_of_kind(genre: str, work: publications.Work) -> bool:
    return works.TYPES.get(works.kind_of(genre)) == works.TYPES.get(works.kind_of(work.kind), "article")


def united(refs: Sequence[Reference]) -> Reference:
    """Return what several records of one work say together: of each key the first, and the longest list of authors."""
    found = refs[0]
    for each in refs[1:]:
        taken = {key for group in _TOGETHER if found.all(group[0]) for key in group}
        said = {key: texts for key, texts in each.said.items() if key not in taken and not found.all(key)}
        found = found._replace(
            said={**found.said, **said} | {key: [*found.all(key), *each.all(key)] for key in _JOINED},
            record=[found.record, each.record],
            authors=max(found.authors, each.authors, key=len),
            editors=found.editors or each.editors,
            translators=found.translators or each.translators,
            when=found.when or each.when,
            links=[*found.links, *each.links],
            more={**each.more, **found.more},
        )
    return found


def work_of(ref: Reference) -> publications.Work:
    """Return a reference as a work."""
    ids = _ids(ref)
    type_ = works.TYPES.get(works.kind_of(ref.kind), "")
    venue, series = _venue(ref, type_)
    status, note = _notes(ref, [venue, *ids.values()])
    url, links = _addresses(ref, ids)
    institution = next((text for text in ref.all("institution") if not statuses.on_server(text)), "")
    plain = {key: ref.one(key) for key in _PLAIN} | {"institution": institution, "series": series}
    return publications.Work(
        kind=_kind(ref, type_, ids),
        title=works.with_subtitle(ref.one("title"), ref.one("subtitle")),
        authors=ref.authors,
        editors=_people(ref.editors),
        translators=_people(ref.translators),
        lines=ref.lines,
        record=ref.record,
        venue=venue,
        venue_kind=ref.venue_kind,
        when=ref.when,
        note=status,
        more=details.details(plain | _pages(ref))
        | kept(**ids, **_numbers(ref), url=url, links=links, note=note, award=ref.all("award")[:1])
        | kept(keywords=ref.all("keywords"))
        | dict(ref.more),
    )


def _people(people: Sequence[Any]) -> list[Any]:
    found = (names.without_marks(person) for person in people if person)
    return [person for person in found if not names.is_others(names.name_of(person))]


def _kind(ref: Reference, type_: str, ids: Mapping[str, str]) -> str:
    """Return the kind of work: types that are used for many kinds say more in the genre."""
    genre = ref.one("genre")
    if type_ in _GENERAL and works.kind_of(genre) in works.TYPES:
        return genre
    return "preprint" if type_ == "webpage" and ids.get("arxiv") else ref.kind


def _venue(ref: Reference, type_: str) -> tuple[str, str]:
    """Return where a work appeared, and its series, unless that is the acronym of the venue.

    The university of a thesis and the body behind a report are no venues.
    """
    full, series = ref.one("venue"), ref.one("series")
    acronym = next((text for text in ref.all("acronym") if type_ in _IN_VENUES and works.acronym_in([text])), "")
    if statuses.on_server(full):
        return full, series
    if server := next(filter(statuses.on_server, ref.all("institution")), ""):
        return server, series
    if acronym and full:
        shown = full if read_venue(full).acronym else f"{full} ({acronym.strip(' ()')})"
        return shown, "" if acronym.strip(" ()") in shown else series
    badge = ref.one("abbreviated").strip("_ ") if type_ not in (*_BY_THEMSELVES, "patent") else ""
    found = full or acronym or badge or (ref.one("publisher") if type_ in _HOSTED else "")
    return found, "" if found == series else series


def _ids(ref: Reference) -> dict[str, str]:
    found = {scheme: ref.one(scheme) for scheme in _IDS}
    found["arxiv"] = works.arxiv_in(found["arxiv"]) or found["arxiv"]
    for text in ref.all("addresses", "ids"):
        scheme = next((name for name in _IDS if publications.identifier(name, text)), "")
        if scheme and not found[scheme] and not text.isdigit():  # a number alone may be of anything
            found[scheme] = text
    places = map(works.arxiv_in, ref.all("venue", "doi", "addresses", "volume", "institution"))
    noted = map(works.arxiv_noted, ref.all("notes"))
    found["arxiv"] = found["arxiv"] or next(filter(None, (*places, *noted)), "")
    return kept(**found)


def _addresses(ref: Reference, ids: Mapping[str, str]) -> tuple[str, list[dict[str, str]]]:
    """Return the address of a work, and what else it links to; an address of an id that it has says nothing new."""
    known = {_canonical(scheme, value) for scheme, value in ids.items()}
    texts = [*ref.all("addresses"), *(text for text in ref.all("notes") if " " not in text)]
    urls = [text for text in dict.fromkeys(texts) if not _is_id(text, known) and text.startswith(_ADDRESSES)]
    links = [(label, url) for label, url in dict.fromkeys(ref.links) if _canonical("doi", url) not in known]
    links += [("Page", url) for url in urls[1:] if url not in {url for _, url in links}]
    return next(iter(urls), ""), [{"label": label, "url": url} for label, url in links]


def addresses_in(text: str) -> list[str]:
    """Return the addresses of a field, which may hold several, separated by blanks, commas or semicolons."""
    return [each for each in _BETWEEN.split(text) if each]


def _is_id(text: str, known: set[str]) -> bool:
    return any(_canonical(scheme, text) in known for scheme in _IDS)


def _canonical(scheme: str, text: str) -> str:
    return f"{scheme} {SCHEMES[scheme].canonical(text)}" if publications.identifier(scheme, text) else text


def _pages(ref: Reference) -> dict[str, str]:
    pages, count = ref.one("pages"), ref.one("page_count")
    is_number = not count and is_count(ref.kind, pages)
    return {"pages": "" if is_number else pages, "page_count": pages if is_number else count}


def is_count(kind: str, pages: str) -> bool:
    """Say whether the pages of a kind of work are how many it has: so in what appears by itself."""
    return works.TYPES.get(works.kind_of(kind)) in _BY_THEMSELVES and bool(_COUNT.fullmatch(pages))


def _numbers(ref: Reference) -> dict[str, list[str]]:
    """Return ISBNs and ISSNs; what is neither stays one, so that it can be reported."""
    books, serials = details.numbers_of_series(" ; ".join(ref.all("numbers")))
    rest = [text for text in ref.all("numbers") if details.numbers_of_series(text) == ([], [])]
    return {
        "isbn": [*(each for text in ref.all("isbn") for each in details.isbns(text)), *books, *rest],
        "issn": [*(each for text in ref.all("issn") for each in details.issns(text)), *serials],
    }


def _notes(ref: Reference, held: Iterable[str]) -> tuple[str, str]:
    """Return what states the status, and what else is noted for readers and not held already."""
    texts = ref.all("notes")
    stated = next(filter(statuses.status_in, ref.all("status", "notes")), ref.one("status"))
    is_status = bool(statuses.status_in(stated))
    apart = {*held, stated if is_status and len(stated) <= publications.MAX_STATUS_NOTE else ""}
    noted = [text for text in texts if text not in apart and details.is_for_readers(text)]
    noted += [text for text in ref.all("status") if not statuses.status_in(text)]
    return stated, "; ".join(dict.fromkeys(noted))


def unheld(work: publications.Work, fields: Reading, present: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the names of fields of a record of which a text is said nowhere in its work.

    Args:
        work: The work.
        fields: What its format says of reading.
        present: The texts of the fields that carry information, by name.
    """
    values = (*work.more.values(), work.venue, work.note, work.kind)
    carried = {fold(str(each)) for value in values for each in (value if isinstance(value, list) else [value])}
    keys = dict(reversed(fields))
    first: dict[str, str] = {}
    for name, key in fields:
        for text in present.get(name, ()) if key in _ONE else ():
            if fold(text) != fold(first.setdefault(key, text)):
                yield name
    for name, texts in present.items():
        if (key := keys.get(name, "")) not in _HELD:
            lost = [text for text in texts if fold(text) not in carried]
            if not all(_is_meant(key, text, work) for text in lost):
                yield name


def _is_meant(key: str, text: str, work: publications.Work) -> bool:
    """Say whether a work says what a text means: its kind, the name of the venue, a note, an address or an id."""
    if key == "genre":
        return _is_of_kind(text, work)
    if key in ("series", "abbreviated"):
        return text.strip(" ()_") in work.venue
    if key == "notes" and text in str(work.more.get("note", "")):
        return True
    urls = {work.more.get("url"), *(link["url"] for link in work.more.get("links", ()))}
    known = {_canonical(scheme, str(work.more.get(scheme))) for scheme in _IDS}
    is_arxiv = _canonical("arxiv", works.arxiv_in(text)) in known
    is_address = key in ("notes", "address", "addresses", "venue", "eprint", "links", "PDF", "Full text")
    return is_address and (is_arxiv or all(each in urls or _is_id(each, known) for each in addresses_in(text)))
