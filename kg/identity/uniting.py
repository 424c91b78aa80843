"""Unite the listings of a work: one work with the union of what its lists say, and where they differ.

Identity decides which listings are of one work. Here follows what the work is: the fullest list of authors gives
their order, whom only shorter lists name stays an author, and the owner of a list is one if nobody is named
(`kg.profile.authorship`). Where complete sources contradict each other, the better founded value is kept and the
disagreement is an open question with all sources.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from kg.identity.corpus import Corpus, WorkDetails, WorkNode
from kg.profile.account import Authorships
from kg.profile.authorship import is_implied, is_listed
from kg.profile.drafts.matching import folded
from kg.profile.records import Disagreement, UnitedAuthor, UnitedWork
from kg.terms.statuses import OF_VERSION, STATUSES

_DOI = "//doi.org/"
_REVIEWS = "review", "book-review"
_ARTICLES = frozenset(("article", "preprint", *_REVIEWS))
"""Types of which sources call one work now this, now that."""

_FREE = frozenset(("abstract", "note", "part_of"))
"""Fields in which lists may say the same differently; a preprint may stand on several servers."""


class WorkListing(NamedTuple):
    """A listing of a work, with what identity resolution made of its people.

    Attributes:
        says: What the list says; its `names` are those of `authors`.
        authors: The IRIs of the authors, in the order of the list.
        owner: The IRI of the owner of the list, or empty.
        source: The file in which it stands.
        work: The work as it was compared.
    """

    says: WorkDetails
    authors: tuple[str, ...]
    owner: str
    source: str
    work: WorkNode


class Union(NamedTuple):
    """The works of a corpus.

    Attributes:
        works: Those that several listings are about, in the order of their IRIs.
        authorships: What became of the authors of all listings.
        shared: The ids of works that stand for none of them alone, by the IRIs of the works (`shared_ids`).
    """

    works: list[UnitedWork]
    authorships: Authorships
    shared: Mapping[str, str]


def united_works(
    corpus: Corpus,
    listings: Sequence[WorkDetails],
    persons: Sequence[str],
    works: Sequence[str],
    names: Mapping[str, str],
) -> Union:
    """Unite the listings of all works.

    Args:
        corpus: All nodes.
        listings: What is said of each work.
        persons: The IRI of each person.
        works: The IRI of each work.
        names: What the owners of the lists are called, by IRI.
    """
    counts = Counter(works)
    known = Authorships()
    shared = shared_ids((id_, iri) for work, iri in zip(corpus.works, works, strict=True) for id_ in work.ids)
    several: dict[str, list[WorkListing]] = {
        iri: [] for iri in sorted(iri for iri, count in counts.items() if count > 1)
    }
    for number, (iri, says) in enumerate(zip(works, listings, strict=True)):
        work = corpus.works[number]
        number_of_owner = corpus.owner(work.profile)
        owner = "" if number_of_owner is None else persons[number_of_owner]
        authors = says.authors(persons[author] for author in work.authors)
        if iri in several:
            source = corpus.profiles[work.profile].place.rpartition(":")[0]
            several[iri].append(WorkListing(says, authors, owner, source, work))
        else:
            _count_alone(known, says, authors, owner)
    united = [unite(iri, listed, names, shared.get(iri, "")) for iri, listed in several.items()]
    for each, listed in zip(united, several.values(), strict=True):
        _count_united(known, each, listed)
    return Union(united, known, shared)


def shared_ids(bearers: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return the ids that several works have, of each work in a text: they are parts of one thing, or one is mistyped.

    Args:
        bearers: Ids, each with a work that has it.
    """
    works: dict[str, dict[str, None]] = {}
    for id_, iri in bearers:
        works.setdefault(id_, {})[iri] = None
    found: dict[str, list[str]] = {}
    for id_ in sorted(id_ for id_, several in works.items() if len(several) > 1):
        for iri in works[id_]:
            found.setdefault(iri, []).append(id_)
    return {iri: " ".join(ids) for iri, ids in found.items()}


def _count_alone(known: Authorships, says: WorkDetails, authors: Collection[str], owner: str) -> None:
    """Count a listing of a work that no other one is about.

    Args:
        known: What became of authors so far; it grows.
        says: What the list says.
        authors: The IRIs of the authors.
        owner: The IRI of the owner of the list.
    """
    known.works += 1
    known.listings += 1
    known.read += len(authors)
    known.lists += is_listed(says.role, owner, authors)
    known.implied += is_implied(says.role, owner, authors)


def _count_united(known: Authorships, united: UnitedWork, listings: Sequence[WorkListing]) -> None:
    """Count a work and all its listings; what became of authors so far grows."""
    read, implied = sum(len(each.authors) for each in listings), sum(author.is_implied for author in united.authors)
    known.works += 1
    known.listings += len(listings)
    known.read += read
    known.lists += len({each.owner for each in listings if is_listed(each.says.role, each.owner, each.authors)})
    known.implied += implied
    known.joined += read - (len(united.authors) - implied)


def unite(iri: str, listings: Sequence[WorkListing], names: Mapping[str, str], shared: str = "") -> UnitedWork:
    """Return what the listings of a work say together.

    Args:
        iri: The IRI of the work.
        listings: Its listings, in an order that does not depend on names or order of files.
        names: What the owners of the lists are called, by IRI.
        shared: The ids that another work has too, in a text.
    """
    lists = _fullest_first(listings)
    leading = _leading(listings)
    statuses = {each.says.status for each in leading}
    date, kind = _date(leading), _type(leading)
    beside = {key: said for key, said in _details(listings).items() if key not in (*OF_VERSION, "part_of")}
    details = {**beside, **_details(leading)}
    found = (
        _authors_differ(iri, lists),
        _differ(iri, "date", date, [(each.says.date, each) for each in leading if each.says.date]),
        _differ(iri, "type", kind, [(_alike(each.says.type, kind), each) for each in leading if each.says.type]),
        _dois_differ(iri, leading),
        *(_detail_differs(iri, key, several) for key, several in details.items()),
    )
    return UnitedWork(
        iri,
        kind,
        date,
        next(
            (status for status in STATUSES if status in statuses), ""
        ),  # a list that was not updated is behind, not wrong
        tuple(_authors(lists, names)),
        bool(lists[0].people) and not lists[0].is_complete,
        tuple(each for each in found if each),
        tuple((key, _kept(several)) for key, several in details.items()),
        tuple(dict.fromkeys((*_ids(leading), *(each for each in _ids(listings) if _DOI not in each)))),
        frozenset(shared.split()),
        tuple(_preprints(listings, leading)),
    )


def _leading(listings: Sequence[WorkListing]) -> Sequence[WorkListing]:
    """Return the listings of what was published, if any is: a preprint says nothing of its venue, state and date."""
    found = [each for each in listings if each.work.kind != "preprint"]
    return found if any(each.work.venue or each.work.ids for each in found) else listings


def _ids(listings: Iterable[WorkListing]) -> Iterator[str]:
    return chain.from_iterable(each.work.ids for each in listings)


def _preprints(listings: Sequence[WorkListing], leading: Sequence[WorkListing]) -> Iterator[tuple[str, str]]:
    """Yield where preprints of what was published are, each address once, with the most precise of its dates."""
    dates: dict[str, list[str]] = {}
    for each in listings if leading is not listings else ():
        if each.work.kind == "preprint" and each.work.ids:
            dates.setdefault(each.work.ids[0], []).append(each.says.date)
    yield from ((address, max(sorted(said), key=len)) for address, said in sorted(dates.items()))


class _AuthorList(NamedTuple):
    """The authors in one listing, each once, and whether the list may be whole."""

    listing: WorkListing
    people: tuple[str, ...]
    is_complete: bool


def _fullest_first(listings: Sequence[WorkListing]) -> list[_AuthorList]:
    """Return the lists of authors: complete ones first, then the longest, then those that most others repeat.

    A list that names its owner alone is not complete where others name more: so registries list works.
    """
    people = {person for each in listings for person in each.authors}
    lists = []
    for each in listings:
        is_alone = set(each.authors) == {each.owner} != people
        is_complete = bool(each.authors) and not each.says.is_cut and not is_alone
        lists.append(_AuthorList(each, tuple(dict.fromkeys(each.authors)), is_complete))
    repeated = Counter(each.people for each in lists)
    return sorted(lists, key=lambda each: (not each.is_complete, -len(each.people), -repeated[each.people]))


def _authors(lists: Sequence[_AuthorList], names: Mapping[str, str]) -> Iterator[UnitedAuthor]:
    """Yield the authors: those of the fullest list, then whom only others name, then owners whom none names."""
    equal = {each.listing.authors[place] for each in lists for place in each.listing.says.equal}
    marks = _marks(lists)
    seen: set[str] = set()
    for listing, _, _ in lists:
        for person, name in zip(listing.authors, listing.says.names, strict=True):
            if person not in seen:
                seen.add(person)
                yield UnitedAuthor(person, name, person in equal, marks=tuple(marks.get(person, ())))
    for listing, _, _ in lists:
        if is_implied(listing.says.role, listing.owner, seen):
            seen.add(listing.owner)
            yield UnitedAuthor(listing.owner, names[listing.owner], is_implied=True)


def _marks(lists: Sequence[_AuthorList]) -> Mapping[str, Mapping[tuple[str, Any], None]]:
    """Return what lists say of the authorship of each person, each once, in the order of the lists."""
    found: dict[str, dict[tuple[str, Any], None]] = {}
    for each in lists:
        for place, term, value in each.listing.says.marks:
            found.setdefault(each.listing.authors[place], {})[term, value] = None
    return found


def _authors_differ(iri: str, lists: Sequence[_AuthorList]) -> Disagreement | None:
    """How complete lists differ from the fullest, or lists with somebody whom it does not name."""
    people = lists[0].people
    names: dict[tuple[str, ...], str] = {}
    stated = [
        (names.setdefault(each.people, "; ".join(each.listing.says.names)), each.listing)
        for each in lists
        if each.is_complete or not set(each.people) <= set(people)
    ]
    return _disagreement(iri, "authors", names[people], stated, is_both=True) if lists[0].is_complete else None


def _date(listings: Sequence[WorkListing]) -> str:
    """Return the most precise date of the year that most lists state.

    Of years that equally many state, that of a list with a venue is kept, then the later one.
    """
    stated = [each for each in listings if each.says.date]
    if not stated:
        return ""
    years = Counter(each.says.date[:4] for each in stated)
    in_venue = {each.says.date[:4] for each in stated if each.work.venue}
    year = max(years, key=lambda year: (years[year], year in in_venue, year))
    dates = Counter(each.says.date for each in stated if each.says.date[:4] == year)
    return min(dates, key=lambda date: (-len(date), -dates[date], date))


def _type(listings: Sequence[WorkListing]) -> str:
    """Return the type that most lists state; an article that is a preprint elsewhere has been published since."""
    types = Counter(each.says.type for each in listings if each.says.type)
    kept = min(types, key=lambda name: (-types[name], name), default="")
    if kept == "preprint" and "article" in types:
        return "article"
    return next((name for name in _REVIEWS if name in types), kept) if kept == "article" else kept


def _alike(stated: str, kept: str) -> str:
    """Return a type, or the one that is kept where the two do not contradict each other: a review is an article."""
    return kept if stated in _ARTICLES and kept in _ARTICLES else stated


def _differ(iri: str, field: str, kept: str, stated: Iterable[tuple[str, WorkListing]]) -> Disagreement | None:
    """What lists state otherwise; a date that is less precise than the one that is kept agrees with it."""
    agreeing = ((kept if kept.startswith(value) else value, listing) for value, listing in stated)
    return _disagreement(iri, field, kept, agreeing)


def _details(listings: Sequence[WorkListing]) -> Mapping[str, list[tuple[Any, WorkListing]]]:
    """Return what is said of the fields of which a work has one value, each value with its list."""
    found: dict[str, list[tuple[Any, WorkListing]]] = {}
    for each in listings:
        for key, value in each.says.details:
            found.setdefault(key, []).append((value, each))
    return found


def _kept(several: Sequence[tuple[Any, WorkListing]]) -> Any:
    """Return the value that most lists state; of those, one from a list that names a venue, then the longest."""
    counts = Counter(folded(_said(value)) for value, _ in several)
    in_venue = {folded(_said(value)) for value, listing in several if listing.work.venue}

    def rank(said: str) -> tuple[int, bool, int, str]:
        return -counts[folded(said)], folded(said) not in in_venue, -len(said), said

    return min((value for value, _ in several), key=lambda value: rank(_said(value)))


def _said(value: Any) -> str:
    return str(value["@value"] if isinstance(value, dict) else value)


def _detail_differs(iri: str, key: str, several: Sequence[tuple[Any, WorkListing]]) -> Disagreement | None:
    """Return what lists say differently of a field; texts, such as abstracts, may be worded in any way."""
    kept = _kept(several)
    if isinstance(kept, dict) or key in _FREE:
        return None
    return _disagreement(iri, key, _said(kept), ((_said(value), listing) for value, listing in several))


def _dois_differ(iri: str, listings: Sequence[WorkListing]) -> Disagreement | None:
    """The DOIs of a publication if there are several."""
    stated = [(own.rpartition("doi.org/")[2], each) for each in listings for own in each.work.ids if _DOI in own]
    first = min((doi for doi, _ in stated), default="")
    return _disagreement(iri, "doi", first, stated, is_both=True, form=str.lower)


def kinds_differ(venue: str, kept: str, stated: Mapping[str, Sequence[str]]) -> Disagreement:
    """Return what sources say differently of the kind of a venue.

    Args:
        venue: The IRI of the venue.
        kept: The kind that is kept.
        stated: The files that state each kind.
    """
    several = sorted(stated.items(), key=lambda item: (item[0] != kept, item[0]))
    return Disagreement(venue, "kind", tuple((kind, tuple(sorted(set(files)))) for kind, files in several))


def _disagreement(
    iri: str,
    field: str,
    kept: str,
    stated: Iterable[tuple[str, WorkListing]],
    *,
    is_both: bool = False,
    form: Callable[[str], str] = folded,
) -> Disagreement | None:
    """What listings say differently, the value that is kept first; values that look the same are one, and no news."""
    sides: dict[str, tuple[str, set[str]]] = {form(kept): (kept, set())}
    for value, listing in stated:
        sides.setdefault(form(value), (value, set()))[1].add(listing.source)
    first, *others = ((value, tuple(sorted(sources))) for value, sources in sides.values())
    return Disagreement(iri, field, (first, *sorted(others)), is_both) if others else None
