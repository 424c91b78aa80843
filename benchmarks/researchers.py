"""Invent researchers with realistic names who write together, and profiles that name them; the truth is known.

Names: each kind of name (Chinese, Korean, Indian, western …) has a share of the researchers. Frequent
family and given names are drawn from the tables of `kg.identity` by their frequencies, the others are
invented and follow a Zipf law; so the matcher knows about how common a frequent name is, and takes every
other for rarer than it may be. Chinese names are the hard case: a few hundred family names, one or two
syllables, no middle name.

Company: researchers belong to communities, in which some write much and have profiles, and most write
little. A work may have an author from any other community. It stands in the profiles of most of its
authors who have one, with slips: another year, no venue, a title that is cut, initials for given names. An
outsider who stands in one work of a strange list leaves nothing there but the name, so that no method finds
all joins.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from kg.identity import deciding
from kg.identity.clusters import Decided
from kg.identity.collecting import Collector
from kg.identity.corpus import Corpus
from kg.identity.registry import Registry
from kg.profile.config import Authorities
from kg.profile.judgements import Judgements
from kg.profile.model import Profile as KgProfile
from kg.profile.names import frequencies, table
from kg.profile.records import Record, Source

COMMUNITY = 100
OWNERS = 8
_WORKS = 12  # that an owner writes as the leading author
MENTIONS = 677
"""About how many mentions of persons the profiles of a community hold."""

_KINDS = {"han": 30, "korean": 6, "japanese": 4, "vietnamese": 2, "indian": 10, "western": 48}
_LISTED_FAMILIES = {"han": 98, "korean": 95, "japanese": 35, "vietnamese": 90, "indian": 35, "western": 15}  # in 100
_RARE_FAMILIES, _RARE_GIVEN = (2_000, 200_000), (100, 5_000)
_SYLLABLES = {
    "han": "an bei biao chang cheng da heng huan ke kang lan lu mei nan pei quan ran sheng wan wu xi xia yao ye zhuo",
    "korean": "min seung ji hyun jae sung young jin woo ho kyung hee dong sang jun yeon tae won",
    "japanese": "ka ki ko ma mi mo na no ri ro sa shi ta to ya yu ha chi da su",
    "vietnamese": "anh binh chi dung duc giang hieu hoa hung khanh lan linh long mai nam ngoc phuc quan tam thanh tuan",
    "indian": "a ra vi sha ni ma ha de va ku pri ya na ja su ga ka ti ba la",
    "western": "al ber cor dan el fre gri hol is jor kas lor mar nor ol pet ri sten tor ul va wil",
}
_PARTS = tuple(a + b for a in "bcdfghjklmnprstvwxyz" for b in "aeiou")
_VENUES, _PLACES = 5, 3  # of a community

Profile = dict[str, Any]


class Researcher(NamedTuple):
    """A researcher's name.

    Attributes:
        given: The first given name.
        middle: A second initial, or empty.
        family: The family name.
        kind: Of which kind the name is, such as `han`.
    """

    given: str
    middle: str
    family: str
    kind: str

    def written(self, style: str) -> str:
        """Return the name in a style: `full`, `plain` (no middle initial), `initials`, `inverted`."""
        if style == "initials":
            return f"{self.given[0]}. {self.family}"
        if style == "inverted":
            return f"{self.family}, {self.given}"
        middle = f" {self.middle}." if self.middle and style == "full" else ""
        return f"{self.given}{middle} {self.family}"


class Listing(NamedTuple):
    """A profile and the truth about it.

    Attributes:
        profile: As a profile's file would hold it.
        truth: The numbers of the researchers who are meant, by the entry that names them, such as
            `publications/3`; the owner by an empty text.
    """

    profile: Profile
    truth: dict[str, tuple[int, ...]]


class _Version(NamedTuple):
    title: str
    year: int
    venue: str
    authors: tuple[int, ...]


def listings(mentions: int) -> Iterator[Listing]:
    """Yield profiles that hold about so many mentions of persons."""
    communities = max(1, round(mentions / MENTIONS))
    for number in range(communities):
        yield from _community(number, communities * COMMUNITY)


@lru_cache(1 << 16)
def researcher(number: int) -> Researcher:
    """Return a researcher's name, the same for each number."""
    chance = random.Random(f"researcher {number}")
    kind = chance.choices(list(_KINDS), list(_KINDS.values()))[0]
    if chance.randrange(100) < _LISTED_FAMILIES[kind]:
        family = _draw(chance, "families", kind)
    else:
        family = _rare(chance, f"family {kind}", _RARE_FAMILIES)
    middle = chance.choice("ABCDEFGHJKLMPRST") if kind in ("western", "indian") and chance.random() < 0.35 else ""
    return Researcher(_given(chance, kind).title(), middle, family.capitalize(), kind)


def _given(chance: random.Random, kind: str) -> str:
    if kind == "han":
        return "".join(_syllable(chance) for _ in range(1 if chance.random() < 0.25 else 2))
    _, shares = _table("given", kind)
    if shares and chance.random() * 1e4 < shares[-1]:
        return _draw(chance, "given", kind)
    if kind == "korean":
        return "".join(chance.choices(_SYLLABLES[kind].split(), k=2))
    if kind == "vietnamese":
        return " ".join(chance.choices(_SYLLABLES[kind].split(), k=chance.choice((1, 2, 2))))
    return _rare(chance, f"given {kind}", _RARE_GIVEN)


def _syllable(chance: random.Random) -> str:
    if chance.random() * 1e4 < _table("given", "syllable")[1][-1]:
        return _draw(chance, "given", "syllable")
    return chance.choice(_SYLLABLES["han"].split())


@cache
def _table(name: str, kind: str) -> tuple[Sequence[str], Sequence[int]]:
    """Return the names of a kind and their frequencies, added up."""
    rows = [(each, share) for each, share, other in frequencies(name) if other == kind]
    return [name for name, _ in rows], list(accumulate(share for _, share in rows))


def _draw(chance: random.Random, name: str, kind: str) -> str:
    names, shares = _table(name, kind)
    return chance.choices(names, cum_weights=shares)[0]


def _rare(chance: random.Random, what: str, law: tuple[int, int]) -> str:
    """Invent a name by its rank, which follows the law of Zipf and Mandelbrot."""
    shift, most = law
    rank = int(shift * ((most + shift) / shift) ** chance.random()) - shift
    of_rank = random.Random(f"{what} {rank}")
    return "".join(of_rank.choices(_SYLLABLES[what.partition(" ")[2]].split(), k=3))


def _community(number: int, everybody: int) -> Iterator[Listing]:
    chance = random.Random(f"community {number}")
    first = number * COMMUNITY
    vocabulary = ["".join(chance.choices(_PARTS, k=chance.choice((2, 3, 4)))) for _ in range(150)]
    venues = chance.sample(_known_venues(), _VENUES)
    works = []
    for owner in range(first, first + OWNERS):
        for _ in range(_WORKS):
            title = " ".join(chance.sample(vocabulary, chance.randint(4, 8))).capitalize()
            authors = _authors(chance, owner, everybody)
            works.append(_Version(title, chance.randrange(2005, 2026), chance.choice(venues), authors))
    for owner in range(first, first + OWNERS):
        own = [work for work in works if owner == work.authors[0] or (owner in work.authors and chance.random() < 0.9)]
        yield _listing(chance, owner, own)


def _authors(chance: random.Random, owner: int, everybody: int) -> tuple[int, ...]:
    """Return the leading author and others: those who write much are likelier, outsiders less likely."""
    first = owner - owner % COMMUNITY
    authors = [owner]
    for _ in range(chance.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 7))):
        other = first + int(COMMUNITY * chance.random() ** 1.8)
        if chance.random() < 0.08:
            other = chance.randrange(everybody)
        if other not in authors:
            authors.append(other)
    return tuple(authors)


def _listing(chance: random.Random, owner: int, works: Sequence[_Version]) -> Listing:
    name = researcher(owner).written("full")
    style = chance.choices(("names", "initials", "inverted"), (82, 9, 9))[0]
    advisor = owner - owner % COMMUNITY + chance.randrange(owner % COMMUNITY % _PLACES, COMMUNITY, _PLACES)
    profile: Profile = {
        "id": f"{name.lower().replace('.', '').replace(' ', '-')}-{owner}",
        "name": name,
        "positions": [{"organization": _place(owner), "role": "Professor", "start": "2015"}],
        "education": [_degree(owner, advisor)],
        "publications": [_entry(chance, work, _styles(chance, work.authors, style), owner) for work in works],
    }
    truth = {f"publications/{place}": work.authors for place, work in enumerate(works)}
    return Listing(profile, truth | {"": (owner,), "education/0": (advisor,)})


def _degree(owner: int, advisor: int) -> Profile:
    return {"degree": "Ph.D.", "institution": _place(owner), "advisors": [researcher(advisor).written("plain")]}


def _styles(chance: random.Random, authors: Sequence[int], style: str) -> list[str]:
    """Return how a list writes each author."""
    if chance.random() < 0.03:
        style = "initials"
    return [chance.choice(("full", "plain")) if style == "names" else style for _ in authors]


def _entry(chance: random.Random, work: _Version, styles: Sequence[str], owner: int) -> Profile:
    authors = [
        researcher(author).written("full" if author == owner and style == "plain" else style)
        for author, style in zip(work.authors, styles, strict=True)
    ]
    title = work.title.rpartition(" ")[0] if chance.random() < 0.03 else work.title
    year = work.year + (chance.random() < 0.05)
    entry: Profile = {"title": title, "authors": authors, "year": year}
    return entry if chance.random() < 0.1 else entry | {"venue": work.venue}


def _place(number: int) -> str:
    """Return where a researcher works: a community has a few places."""
    chance = random.Random(f"place {number // COMMUNITY} {number % COMMUNITY % _PLACES}")
    return f"University of {''.join(chance.choices(_PARTS, k=3)).capitalize()}"


@cache
def _known_venues() -> Sequence[str]:
    return [acronym for _, _, acronym, *_ in table("venues") if acronym]


def invented_corpus(mentions: int) -> tuple[Corpus, list[tuple[int, int]], int]:
    """Return the nodes of invented profiles, which node stands for which researcher, and the number of mentions."""
    corpus, collector = Corpus(), Collector(Authorities())
    meant: dict[tuple[int, int], None] = {}
    count = 0
    for profile, truth in listings(mentions):
        source = Source(f"profiles/{profile['id']}.json", "application/json", "json", "")
        found, _ = collector.collect(Record(KgProfile.model_validate(profile), source, (1, 1)))
        moved, _ = corpus.add(found.listed, found.persons, found.works)
        rest = {pointer: iter(numbers) for pointer, numbers in truth.items()}
        for each in found.placed:
            if each.node >= 0:
                meant[each.node + moved, next(rest[each.pointer])] = None
                count += 1
    return corpus, list(meant), count


def settle(corpus: Corpus) -> tuple[Decided, Decided]:
    """Decide about a corpus of which nothing was published or judged before."""
    return deciding.decide(corpus, {}, Judgements(Path("judgements.yaml")), Registry())
