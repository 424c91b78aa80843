"""Find out which venue a name means: one that is known by name, or one that several profiles name differently.

A name is taken apart once (`kg.terms.venue_names`). It means a known venue if it is one of its names, if it
states its acronym and nothing else that tells another, or if it abbreviates exactly one of them. What the known ones
do not tell is joined by the same evidence among all names of a project; else it is a venue of its own.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from kg.identity.organizations import Match
from kg.profile.config import MEETINGS
from kg.profile.model import Venue
from kg.profile.names import table
from kg.profile.records import Disagreement
from kg.terms.identifiers import fold
from kg.terms.venue_names import (
    VenueName,
    abbreviates,
    beside,
    read_venue,
    shortens,
    sponsors_agree,
    telling_words,
    without_sponsors,
)
from kg.terms.venue_words import SPONSORS

_PERIODICALS = frozenset(("journal", "magazine", "newspaper"))
_USUAL = frozenset(
    ("annual", "conf", "conference", "conferences", "congress", "european", "int", "international", "joint", "meeting",
     "national", "proceedings", "symp", "symposium", "workshop", "workshops")
)  # fmt: skip
"""Words of many names, which alone do not tell one from another."""


_COMPARED = 500
"""So many names that look alike are compared each with each; of more, what might be one stays apart."""


class VenueMention(NamedTuple):
    """What one entry says of a venue that is not known by name.

    Attributes:
        iri: The IRI that its name alone gives it.
        kind: Its kind, or empty.
        series: Its name without the edition.
        acronym: Its acronym, or empty.
        issns: The ISSN that the entry states.
    """

    iri: str
    kind: str
    series: str
    acronym: str
    issns: tuple[str, ...] = ()


def sort_of(kind: str) -> str:
    """Return what kinds of venues have in common: meetings, periodicals; any other kind is a sort of its own."""
    return "meeting" if kind in MEETINGS else "periodical" if kind in _PERIODICALS else kind


def venue_slug(series: str) -> str:
    """Return the name of a series, folded, as an IRI is made of it: articles before it tell nothing.

    >>> venue_slug("The Annual Conference on Engines & Looms"), venue_slug("Conference on Engines and Looms")
    ('conference on engines and looms', 'conference on engines and looms')
    """
    words = fold(series.replace("&", " and ")).split()
    while len(words) > 1 and words[0] in ("the", "annual"):
        words = words[1:]
    return " ".join(words)


class _Index:
    """The names of some venues, by what tells them from others."""

    def __init__(self, venues: Iterable[Venue], *, by_kind: bool) -> None:
        self._by_kind = by_kind
        self._names: dict[str, list[Match[Venue]]] = {}
        self._keys: dict[tuple[str, ...], list[tuple[str, Match[Venue]]]] = {}
        self._initials: dict[str, list[tuple[str, Match[Venue]]]] = {}
        for venue in venues:
            former = {fold(name) for name in venue.former}
            for name in dict.fromkeys((*venue.names, *((venue.acronym,) if venue.acronym else ()))):
                match = Match(venue, fold(name) in former)
                self._names.setdefault(venue_slug(name), []).append(match)
                words = without_sponsors(telling_words(name))
                if len(words) > 1:
                    self._keys.setdefault(words, []).append((name, match))
                    self._initials.setdefault(_initials(words), []).append((name, match))

    def find(self, name: VenueName, written: str) -> Match[Venue] | None:
        """Return the one venue that a name means, or None: also if it could be one of several."""
        for several in self._candidates(name, written):
            found = {match.entry.id: match for match in several}
            if len(found) == 1:
                return next(iter(found.values()))
            if found:
                return None
        return None

    def _candidates(self, name: VenueName, written: str) -> Iterator[list[Match[Venue]]]:
        """Yield what a name may mean, by the strongest evidence first."""
        by_name = chain.from_iterable(
            self._names.get(venue_slug(form), ()) for form in dict.fromkeys((written, name.series))
        )
        yield [match for match in by_name if not self._by_kind or _kinds_agree(name.kind, match.entry.kind)]
        acronym = _acronym_of(name)
        if acronym:
            named = self._names.get(fold(acronym), ())
            yield [
                match
                for match in named
                if _kinds_agree(name.kind, match.entry.kind) and self._is_acronym_of(name, match.entry)
            ]
        words = without_sponsors(telling_words(name.series))
        if len(words) > 1:
            yield [
                match
                for full, match in self._keys.get(words, ())
                if _kinds_agree(name.kind, match.entry.kind) and sponsors_agree(name.series, full)
            ]
            listed = self._initials.get(_initials(words), ())
            yield [
                match
                for full, match in listed
                if abbreviates(name.series, full) and _kinds_agree(name.kind, match.entry.kind)
            ]

    @staticmethod
    def _is_acronym_of(name: VenueName, venue: Venue) -> bool:
        """Say whether the long name beside an acronym is, or could be, that of a venue with this acronym."""
        if not _says_more(name):
            is_one = venue.kind in MEETINGS or name.series == name.acronym or name.kind == venue.kind
            return is_one and not beside(name.series)
        said = set(telling_words(name.series)) - _USUAL
        for each in venue.names:
            if beside(each) == beside(name.series) and " " in each:
                known = set(telling_words(each)) - _USUAL
                if known <= said or said <= known:
                    return True
        return False


class VenueNames:
    """The venues of a project, and behind them those of the built-in table."""

    def __init__(self, declared: Iterable[Venue]) -> None:
        declared = list(declared)
        self._declared = _Index(declared, by_kind=False)
        self._ids = {entry.id: entry for entry in declared}

    def find(self, name: VenueName, written: str) -> tuple[Match[Venue], bool] | None:
        """Return what a name means, and whether the project declares it.

        Args:
            name: The name, read.
            written: As written.
        """
        if match := self._declared.find(name, written):
            return match, True
        known = known_venues().find(name, written)
        if known is None:
            return None
        same = self._ids.get(known.entry.id) or next(filter(None, map(self._same, known.entry.names)), None)
        return (Match(same, known.former), True) if same else (known, False)

    def _same(self, name: str) -> Venue | None:
        match = self._declared.find(read_venue(name), name) if " " in name else None
        return match.entry if match else None


@cache
def known_venues() -> _Index:
    """Return the venues of the built-in table, by name."""
    rows = (
        Venue(id=slug, kind=kind, acronym=acronym or None, name=name, aliases=tuple(filter(None, more.split("|"))))
        for slug, kind, acronym, name, more in table("venues")
    )
    return _Index(rows, by_kind=True)


def is_known(text: str) -> bool:
    """Say whether a text is a name of a venue of the built-in table."""
    return known_venues().find(read_venue(text), text) is not None


# Names of one venue in several profiles.


class JoinedVenue(NamedTuple):
    """What a venue is joined into: the IRI, the name and the short name of another."""

    iri: str
    label: str
    short: str


class JoinedVenues:
    """The venues that are other ones under another name, by the IRI that their names alone give them.

    Attributes:
        open: What may be one of several others, and therefore is none of them.
    """

    def __init__(self, found: Mapping[str, JoinedVenue], unsure: Sequence[Disagreement] = ()) -> None:
        self._found = found
        self.open = unsure

    def __bool__(self) -> bool:
        return bool(self._found)

    def venue(self, iri: str) -> str:
        """Return the IRI under which a venue is known."""
        return self._found[iri].iri if iri in self._found else iri

    def meant(self, iri: str, form: str) -> tuple[str, str]:
        """Return what a mention of a venue or an edition means, and how it is written there."""
        if joined := self._found.get(iri):
            return joined.iri, joined.label
        if iri.startswith("event/"):
            edition, _, year = iri.removeprefix("event/").rpartition("-")
            if joined := self._found.get(f"venue/{edition}"):
                return f"event/{joined.iri.removeprefix('venue/')}-{year}", f"{joined.short} {year}"
        return iri, form


def join_venues(mentions: Iterable[tuple[VenueMention, str]]) -> JoinedVenues:
    """Return which of the venues that are not known by name are one, given what entries say and in which file.

    Two names are one venue if they have the same words but for sponsors and small words; if one is the acronym that
    exactly one other states; if one of a journal abbreviates exactly one other; if entries give both one ISSN and the
    names can be those of one journal (an ISSN alone is often that of a series, or wrong). Of a workshop, a companion or
    another kind they are not.
    """
    venues: dict[str, VenueMention] = {}
    kinds: dict[str, set[str]] = defaultdict(set)
    acronyms: dict[str, set[str]] = defaultdict(set)
    files: dict[str, set[str]] = defaultdict(set)
    numbered: dict[str, set[str]] = defaultdict(set)
    for each, file in mentions:
        for issn in each.issns:
            numbered[issn].add(each.iri)
        files[each.iri].add(file)
        known = venues.setdefault(each.iri, each)
        if (len(each.series), each.series) > (len(known.series), known.series):
            venues[each.iri] = each
        kinds[each.iri].update(filter(None, (sort_of(each.kind),)))
        acronyms[each.iri].update(filter(None, (each.acronym,)))
    joined = _Joins(venues, kinds, acronyms)
    joined.join_words()
    joined.join_numbers(numbered)
    joined.join_acronyms()
    joined.join_abbreviations()
    unsure = [
        Disagreement(
            iri, "meaning", tuple((venues[each].series, tuple(sorted(files[each]))) for each in (iri, *others))
        )
        for iri, others in sorted(joined.unsure.items())
        if joined.root(iri) == iri
    ]
    return JoinedVenues({iri: joined.target(iri) for iri in venues if joined.root(iri) != iri}, unsure)


class _Joins:
    def __init__(
        self,
        venues: Mapping[str, VenueMention],
        kinds: Mapping[str, Collection[str]],
        acronyms: Mapping[str, Collection[str]],
    ) -> None:
        self._venues, self._kinds, self._acronyms = venues, kinds, acronyms
        self._into: dict[str, str] = {}
        self.unsure: dict[str, list[str]] = {}
        self._order = sorted(venues, key=lambda iri: (-len(venues[iri].series), iri))  # the fullest name first

    def root(self, iri: str) -> str:
        while iri in self._into:
            iri = self._into[iri]
        return iri

    def target(self, iri: str) -> JoinedVenue:
        root = self.root(iri)
        venue = self._venues[root]
        acronym = min(self._acronyms[root], key=lambda each: (-len(each), each), default="")
        return JoinedVenue(root, venue.series, acronym or venue.series)

    def join_words(self) -> None:
        """Join names that have the same telling words; the fullest is kept."""
        groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for iri in self._order:
            groups[without_sponsors(telling_words(self._venues[iri].series))].append(iri)
        for words, group in groups.items():
            roots: list[str] = []
            for iri in group if words else ():
                one = [root for root in roots[:_COMPARED] if self._agree(iri, root)]
                if len(one) == 1:
                    self._into[iri] = one[0]
                else:
                    roots.append(iri)

    def join_numbers(self, numbered: Mapping[str, Collection[str]]) -> None:
        """Join periodicals that have one ISSN, given who has which, if their names can be those of one."""
        place = {iri: number for number, iri in enumerate(self._order)}
        for _, several in sorted(numbered.items()):
            group = sorted(several, key=place.__getitem__)[:_COMPARED]
            for iri in group:
                if iri in self._into or "meeting" in self._kinds[iri]:
                    continue
                others = {
                    root
                    for other in group
                    if (root := self.root(other)) != iri
                    and self._agree(iri, root)
                    and shortens(self._venues[iri].series, self._venues[other].series)
                }
                self._decide(iri, sorted(others))

    def join_acronyms(self) -> None:
        """Join an acronym that stands alone with the one venue that states it beside its name."""
        stating: dict[str, set[str]] = defaultdict(set)
        for iri in self._order:
            for acronym in self._acronyms[iri]:
                if fold(acronym) != venue_slug(self._venues[iri].series):
                    stating[fold(acronym)].add(self.root(iri))
        for iri in self._order:
            short = venue_slug(self._venues[iri].series)
            others = {
                other for other in stating.get(short, ()) if other != iri and self._agree(iri, other, strict=False)
            }
            if iri not in self._into:
                self._decide(iri, sorted(others))

    def join_abbreviations(self) -> None:
        """Join the abbreviation of a periodical with the one whose name it abbreviates."""
        full: dict[str, list[str]] = defaultdict(list)
        for iri in self._order:
            if iri not in self._into and "meeting" not in self._kinds[iri]:
                full[_initials(without_sponsors(telling_words(self._venues[iri].series)))].append(iri)
        for group in full.values():
            for iri in group if len(group) <= _COMPARED else ():
                series = self._venues[iri].series
                several = [other for other in group if other != iri and abbreviates(series, self._venues[other].series)]
                self._decide(iri, [other for other in several if self.root(other) != iri and self._agree(iri, other)])

    def _decide(self, iri: str, others: Sequence[str]) -> None:
        """Join a venue with the one that it may be; if there are several, note them."""
        if len(others) == 1:
            self._into[iri] = others[0]
        elif others:
            self.unsure[iri] = list(others)

    def _agree(self, one: str, other: str, *, strict: bool = True) -> bool:
        """Say whether two venues can be of one kind, and neither is held beside the other."""
        few, many = self._kinds[one], self._kinds[other]
        names = self._venues[one].series, self._venues[other].series
        is_apart = strict and (beside(names[0]) != beside(names[1]) or not sponsors_agree(*names))
        return not is_apart and (not few or not many or bool(set(few) & set(many)))


def _kinds_agree(said: str, known: str) -> bool:
    return not said or not known or sort_of(said) == sort_of(known)


def _initials(words: Iterable[str]) -> str:
    return "".join(word[0] for word in words)


def _acronym_of(name: VenueName) -> str:
    """Return the acronym that a name states, or is but for the bodies before and a word for a meeting behind it."""
    if name.acronym:
        return name.acronym
    words = [word for word in name.series.split() if fold(word) not in _USUAL]
    is_short = len(words) > 1 and sum(map(str.isupper, words[-1])) > 1 and len(_telling(name.series)) <= 1
    return words[-1] if is_short else ""


def _telling(series: str) -> tuple[str, ...]:
    return tuple(word for word in telling_words(series) if word not in _USUAL and word not in SPONSORS)


def _says_more(name: VenueName) -> bool:
    """Say whether a name says more than an acronym."""
    return not set(_telling(name.series)) <= set(fold(_acronym_of(name)).split())
