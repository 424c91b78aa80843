"""Give works keys, and take names apart, as bibliographies want them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from kg.identity.venues import VenueNames
from kg.interchange.details import is_for_readers
from kg.interchange.names import spoken
from kg.interchange.publications import MAX_STATUS_NOTE
from kg.interchange.views import imply, lose, raw
from kg.profile.model import Author, PersonReference, Profile, Publication
from kg.terms import dates, statuses
from kg.terms.fields import StrictModel
from kg.terms.identifiers import SCHEMES, slug
from kg.terms.venue_names import read_venue

_SMALL = frozenset(
    ("a", "an", "the", "on", "of", "for", "in", "to", "and", "with", "from", "by", "at", "is", "are", "how", "what")
)
_MISREAD = frozenset(" %{}\\")
_PARTICLES = frozenset(
    ("van", "von", "der", "den", "de", "di", "da", "del", "della", "du", "la", "le", "ten", "ter", "zu", "dos")
)


@dataclass(frozen=True)
class FullName:
    """The name of a person, and its parts where they are known."""

    name: str = ""
    given_name: str | None = None
    family_name: str | None = None


ListOwner = Profile | FullName
"""Whose works are written: of this name alone the parts are known."""
NOBODY = FullName()


def keyed(publications: Iterable[Publication], owner: ListOwner) -> Iterator[tuple[str, Publication]]:
    """Yield publications, each with a key made of family name, year and title: `lovelace1843notes`.

    A key stays as long as these stay; of several equal ones, the second ends in `b`, and so on.
    """
    counts: dict[str, int] = {}
    for work in publications:
        said = raw(work)
        first = next((_family(person, owner) for person in (*all_authors(said), *said.editors)), "")
        family = slug(first, length=40).replace("-", "")
        words = [word for word in slug(said.title).split("-") if word not in _SMALL]
        year = str(said.years[0]) if said.years else ""
        key = f"{family}{year}{words[0] if words else ''}" or "work"
        counts[key] = counts.get(key, 0) + 1
        yield key + _suffix(counts[key]), work


def all_authors(work: Publication) -> Sequence[Author]:
    """Return the people and organisations that are authors of a work, in order."""
    bodies = (Author(name=name, corporate=True) for name in work.corporate_authors)
    return (*work.authors, *bodies)


def _family(person: PersonReference, owner: ListOwner) -> str:
    return person.name if getattr(person, "corporate", False) else taken_apart(person.name, raw(owner))[1]


def taken_apart(name: str, owner: ListOwner = NOBODY) -> tuple[str, str, str]:
    """Return given name, family name and particle, which make up the name again; an odd one is all family name.

    The owner's are known; of others, as BibTeX has it, the last word is the family name.
    """
    said = raw(owner)
    given, family = said.given_name or "", said.family_name or ""
    if name == said.name and owner.name and given and family and spoken(given, family) == name:
        return owner.given_name or "", owner.family_name or "", ""
    words = name.split()
    if len(words) < 2 or any(sign in name for sign in ",{}") or name != " ".join(words) or not _is_personal(words):
        return "", name, ""
    *front, last = words
    place = next((number for number, word in enumerate(front) if number and word in _PARTICLES), len(front))
    given, particle = " ".join(front[:place]), " ".join(front[place:])
    return (given, last, particle) if spoken(given, last, particle=particle) == name else ("", name, "")


def kind_of_venue(work: Publication) -> str:
    """Return what sort of venue a work appeared in, as its entry says, else as the venue is known by name."""
    if work.venue_kind or not work.venue:
        return work.venue_kind or ""
    found = VenueNames(()).find(read_venue(work.venue), work.venue)
    return found[0].entry.kind if found else ""


def calendar(node: StrictModel, key: str) -> str:
    """Return the date that a node has under a key; of a season, which other forms do not have, the year."""
    date: str | None = getattr(node, key)
    if date and dates.is_season(date):
        lose(node, key)
        return date[:4]
    return date or ""


def year_or_date(work: Publication) -> str:
    """Return when a work was published, as precisely as it says; its date and its year never differ in the year."""
    years = work.years
    return calendar(work, "date") or (str(years[0]) if years else "")


def status_words(work: Publication) -> str:
    """Return the status of a work in the author's words, with that of references where these do not tell it.

    Words that would be taken for another status are left out.
    """
    said = raw(work)
    note, word = said.status_note or "", statuses.cited(said.status or "")
    for text in (note, f"{word}; {note}" if word and not statuses.status_in(note) else ""):
        told = statuses.status_in(text) if note and len(text) <= MAX_STATUS_NOTE else ""
        if told not in ("", "published") and told == (said.status or told):
            imply(work, "status", "status_note")
            return text
    if said.status == "published" and not note and _is_published_anyway(said):
        imply(work, "status")
        return ""
    return word if word and work.status else ""


def _is_published_anyway(work: Publication) -> bool:
    """Say whether a work that states no status is taken for published: it names a venue that publishes."""
    return bool(work.venue) and not statuses.on_server(work.venue or "") and work.type != "preprint"


def is_plain_note(note: str, has_status: bool) -> bool:
    """Say whether a note would come back as one: without a status beside it, its words may be taken for a status."""
    is_stating = not has_status and bool(statuses.status_in(note))
    return is_for_readers(note) and (not is_stating or len(note) > MAX_STATUS_NOTE)


def merged_keywords(work: Publication) -> list[str]:
    """Return keywords and topics, since other forms have one list of words; its topics come back as keywords."""
    words = [*work.keywords, *work.topics]
    lose(work, "topics")
    return list(dict.fromkeys(words))


def bare(scheme: str, iri: str) -> str:
    """Return an id without its address; a DOI as it is printed, where no sign in it could be misread.

    >>> bare("doi", "https://doi.org/10.5555/a%28b%29"), bare("pmcid", "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC12")
    ('10.5555/a(b)', 'PMC12')
    """
    id_ = iri.removeprefix(SCHEMES[scheme].iri.format(""))
    printed = unquote(id_) if scheme == "doi" else id_
    return printed if printed.isprintable() and not _MISREAD & set(printed) else id_


def _is_personal(words: list[str]) -> bool:
    """Say whether words are those of one person's name: no society has few words and no articles."""
    return len(words) <= 6 and words[0].lower() not in ("the", "a") and "and" not in words and "of" not in words


def _suffix(number: int) -> str:
    """Return what tells equal keys apart: nothing, `b`, …, `z`, and then numbers."""
    if number == 1:
        return ""
    return chr(ord("a") + number - 1) if number <= 26 else f"-{number}"
