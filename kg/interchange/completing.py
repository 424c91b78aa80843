"""Ask registries for what a list of works lacks: by their ids, else by title, first author and year.

Whose list it is, is nobody's business here: the caller may name people of whom one must have a part in each work.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal, NamedTuple, TypeVar
from urllib.parse import quote

from kg.base.errors import KgError, NotFound, ReadError, StoreError
from kg.interchange.fetching import SOURCES, Fetched, UnreadableAnswer, fetched, record_iri
from kg.interchange.http import FRESH, Client, store
from kg.interchange.manners import Manners
from kg.interchange.names import is_body, name_of
from kg.profile.authorship import is_named, naming, role_in
from kg.profile.config import SERVICES, Services
from kg.profile.drafts.matching import can_be_one_work, same_venue
from kg.profile.drafts.model import Draft, Fact
from kg.profile.names import may_be_one, read_name
from kg.profile.reviewed import listed
from kg.profile.titles import Likeness, likeness, read_title
from kg.terms import statuses
from kg.terms.identifiers import iri_of, slug
from kg.terms.languages import forms_of, main_form

T = TypeVar("T")


class TitleSearch(NamedTuple):
    """How a service is asked for a title."""

    path: str
    media_type: str = "application/json"
    suffix: str = ".json"


SEARCHES: Mapping[str, TitleSearch] = {
    "crossref": TitleSearch("/works?query.bibliographic={title}&query.author={family}&rows=5"),
    "openalex": TitleSearch("/works?filter=title.search:{title}&per-page=5"),
    "datacite": TitleSearch("/dois?query=titles.title:%22{title}%22&affiliation=true&page%5Bsize%5D=5"),
    "arxiv": TitleSearch("/api/query?search_query=ti:%22{title}%22&max_results=5", "application/atom+xml", ".xml"),
    "dblp": TitleSearch("/search/publ/api?q={title}&format=xml&h=5", "application/xml", ".xml"),
}
"""By which services a work is sought by its title, in this order."""
BY_ID: Mapping[str, Sequence[str]] = {"doi": ("crossref", "datacite", "openalex"), "arxiv": ("arxiv",)}
"""Which services are asked for an id; what an earlier one says stands before what a later one does."""
INSTEAD: Mapping[str, str] = {"datacite": "crossref"}
"""Which services know only what another one does not: a DOI is registered once."""
WANTED: Mapping[str, Sequence[str]] = {
    "DOI": ("doi", "arxiv", "pmid", "isbn", "bibcode"),
    "authors": ("authors", "editors", "translators", "corporate_authors"),
    "year": ("year", "date"),
    "venue": ("venue", "publisher", "institution", "series"),
}
"""What is sought of a work, by what it is called, with the keys of which one is enough."""
NO_IDS = "ids of co-authors"
QUESTION = 0.5
"""The confidence of what may be the work, and may not."""
_UNPUBLISHED = frozenset(("under-review", "draft"))
"""What nobody knows yet, and nobody is told: the title of a manuscript stays here."""
_WORD = re.compile(r"\w+")
_MOST_WORDS = 40
_TELLING = 3  # words of a title, fewer of which many works share


def lacking(work: Mapping[str, Any], owners: Sequence[str] = ()) -> list[str]:
    """Return what is sought of a work.

    >>> lacking({"title": "Notes", "authors": ["Ada Lovelace"], "year": 1843, "venue": "Memoirs"}, ["Ada Lovelace"])
    ['DOI']
    """
    found = [name for name, keys in WANTED.items() if not any(work.get(key) for key in keys)]
    others = [each for each in listed(work.get("authors")) if not is_named([each], owners)]
    if any(not (isinstance(each, dict) and (each.keys() & {"orcid", "dblp", "corporate"})) for each in others):
        found.append(NO_IDS)
    return found


@dataclass
class Completion:
    """What registries say of a work."""

    drafts: list[Draft] = field(default_factory=list)  # What each says, the one to follow first
    outcome: Literal["completed", "known", "question", "not found", "other work", "unpublished"] = "not found"
    reason: str = ""  # Why nothing is proposed, or why it is a question


class FoundWork(NamedTuple):
    """A work that a search found, and why it is not surely the one."""

    fact: Fact
    draft: Draft
    doubts: tuple[str, ...]

    @property
    def ids(self) -> dict[str, str]:
        """The ids by which services know it."""
        return {scheme: iri for scheme in BY_ID if (iri := iri_of(scheme, str(self.fact.values.get(scheme) or "")))}


class RegistryClients:
    """The services that are asked, each as long as it answers.

    Args:
        services: Where they are, and what they are told.
        say: Takes a line that tells of a service that fails, or that has to be waited for.
        only: The services to ask; by default all.
        refresh: Whether to ask even where the cache has a fresh answer.

    Attributes:
        account: How often each service was asked, by what came of it: `found`, `not found`, `failed`.
    """

    def __init__(
        self, services: Services, say: Callable[[str], None], *, only: Collection[str] = (), refresh: bool = False
    ) -> None:
        self._services = services
        self._say = say
        self._manners = Manners(services, (name for name in SEARCHES if only and name not in only))
        self._told: set[str] = set()
        self._fresh = 0 if refresh else FRESH
        self.account: dict[str, Counter[str]] = defaultdict(Counter)

    @property
    def failed(self) -> frozenset[str]:
        """The services that failed."""
        return frozenset(self._told)

    def record(self, service: str, name: str) -> Draft | None:
        """Return what a service says of a work by an id; None if it does not know it, or fails."""
        return self._ask(service, lambda client: fetched(service, name, self._services, client).read())

    def search(self, service: str, title: str, family: str) -> Draft | None:
        """Return works that a service finds by title and family name; None if it fails."""
        path, media_type, suffix = SEARCHES[service]
        words = " ".join(_WORD.findall(title)[:_MOST_WORDS])
        path = path.format(title=quote(words, safe=""), family=quote(family, safe=""))

        def asked(client: Client) -> Draft | None:
            document = client.get(f"{self._services.bases[service]}{path}", media_type)
            kept = store(client.cache, f"{service}-{slug(title, length=60)}{suffix}", document)
            draft = Fetched(f"{SERVICES[service]}{path}", kept, SOURCES[service].form, client).read()
            return draft if draft.facts else None

        return self._ask(service, asked)

    def _ask(self, service: str, question: Callable[[Client], T | None]) -> T | None:
        """Return the answer of a service; what it does not know is counted, what fails is told once."""
        if service in self._manners.left:
            return None
        client = Client(
            self._services, self._say, fresh=self._fresh, wait=lambda: self._manners.wait(service), in_bulk=True
        )
        try:
            found = question(client)
        except NotFound:
            self._manners.answered(service)
            self.account[service]["not found"] += 1
            return None
        except (StoreError, ReadError) as error:
            if isinstance(error, UnreadableAnswer):
                client.forget()
            self._fail(service, error)
            return None
        self._manners.answered(service)
        self.account[service]["found" if found else "not found"] += 1
        return found

    def _fail(self, service: str, error: KgError) -> None:
        self.account[service]["failed"] += 1
        self._manners.failed(service, error)
        if service not in self._told or service in self._manners.left:
            then = "it is not asked any more" if service in self._manners.left else "the others are asked further"
            self._say(f"{service}: {error.problems[0].message}; {then}")
        self._told.add(service)

    def complete(
        self,
        work: Mapping[str, Any],
        owners: Sequence[str] = (),
        *,
        orcid: str = "",
        known: Collection[str] = (),
    ) -> Completion:
        """Return what registries say of a work.

        Args:
            work: What is known of it, under the keys of a profile.
            owners: The names of a person of whom it must be a work; nothing if that is open.
            orcid: The ORCID iD of that person, if it is known.
            known: The records that state the work already, by their addresses: they are not asked for again.
        """
        role = work.get("role") or role_in(work, naming(work, owners))
        owners = () if role == "none" else owners
        ids = {scheme: iri for scheme in BY_ID if (iri := iri_of(scheme, str(work.get(scheme) or "")))}
        if ids:
            return self._by_id(work, ids, owners, known)
        if statuses.status_named(str(work.get("status") or "")) in _UNPUBLISHED:
            return Completion(outcome="unpublished")
        matches = self._matches(work, owners if role == "author" else (), orcid)
        if isinstance(matches, Completion):
            return matches
        found = matches[0]
        if found.ids:
            return self._by_id(work, found.ids, owners, known)
        return Completion([replace(found.draft, facts=(found.fact,))], "completed")

    def _by_id(
        self, work: Mapping[str, Any], ids: Mapping[str, str], owners: Sequence[str], known: Collection[str]
    ) -> Completion:
        """Return what services say of the ids of a work, unless it is of another work."""
        completion = Completion(reason=self._unless_failed("no service knows its id"))
        answered: set[str] = set()
        for service, iri in [(service, iri) for scheme, iri in ids.items() for service in BY_ID[scheme]]:
            if INSTEAD.get(service) in answered:
                continue
            if record_iri(service, iri) in known:
                answered.add(service)
                completion = replace(
                    completion, outcome=completion.outcome if completion.drafts else "known", reason=""
                )
                continue
            if (draft := self.record(service, iri)) is None:
                continue
            answered.add(service)
            facts = [fact for fact in draft.facts if fact.section == "publications"][:1]
            if facts and (objection := _is_other(work, facts[0].values, owners)):
                return Completion([], "other work", f"{iri} is {objection}")
            if facts:
                said = replace(draft, facts=tuple(facts))
                completion.drafts.append(said)
                completion.outcome, completion.reason = "completed", ""
        return completion

    def _matches(self, work: Mapping[str, Any], owners: Sequence[str], orcid: str) -> Completion | list[FoundWork]:
        """Return the one work that a search finds, or why there is none."""
        title, people = main_form(work.get("title")), listed(work.get("authors"))
        first = name_of(people[0]).rstrip("* ") if people else next(iter(owners), "")
        doubtful: list[FoundWork] = []
        for service in SEARCHES:
            draft = self.search(service, title, read_name(first).family if first else "")
            found = list(_candidates(work, draft, owners, orcid)) if draft else []
            sure = _apart([each for each in found if not each.doubts])
            if len(sure) == 1:
                return sure
            if sure:
                several = "several works have this title, author and year"
                return _asking([each._replace(doubts=(several,)) for each in sure]) or Completion(reason=several)
            doubtful += found
        nothing = self._unless_failed("no work of this title, author and year was found")
        return _asking(_apart(doubtful)) or Completion(reason=nothing)

    def _unless_failed(self, reason: str) -> str:
        """Return why nothing was found, with the services that did not answer."""
        return f"{reason}, but {', '.join(sorted(self._told))} failed" if self._told else reason


def _asking(matches: Sequence[FoundWork]) -> Completion | None:
    """Return a question which of some works is meant; None if none of them has an id."""
    known = [each for each in matches if each.ids]
    return Completion([*map(_question, known)], "question", known[0].doubts[0]) if known else None


def _candidates(work: Mapping[str, Any], draft: Draft, owners: Sequence[str], orcid: str) -> Iterator[FoundWork]:
    """Yield the works of an answer that may be one with a work, each with what leaves it open."""
    for fact in draft.facts:
        if fact.section == "publications":
            doubts = _doubts(work, fact.values, owners, orcid)
            if doubts is not None:
                yield FoundWork(fact, draft, tuple(doubts))


def _doubts(work: Mapping[str, Any], found: Mapping[str, Any], owners: Sequence[str], orcid: str) -> list[str] | None:
    """Return what leaves open whether two entries mean one work; None if they do not: one work has one title."""
    if _likeness(work, found) is not Likeness.EQUAL or _has_other_people(work, found, owners, orcid):
        return None
    doubts = []
    if len(read_title(main_form(found["title"])).telling) < _TELLING:
        doubts.append("many works have such a title")
    years = [str(each.get("date") or each.get("year") or "")[:4] for each in (work, found)]
    if not all(years):
        doubts.append("a year is missing, by which one could tell")
    elif years[0] != years[1]:
        doubts.append(f"it is of {years[1]}, not of {years[0]}")
    venues = [str(each.get("venue") or "") for each in (work, found)]
    if all(venues) and not same_venue(*venues):
        doubts.append(f"it appeared in '{venues[1]}', not in '{venues[0]}'")
    return doubts


def _likeness(work: Mapping[str, Any], found: Mapping[str, Any]) -> Likeness:
    """Return how alike the titles of two entries are that are most alike, in whatever languages."""
    titles = [[read_title(form) for form in forms_of(each["title"])] for each in (work, found)]
    return min((likeness(*pair) for pair in product(*titles)), key=list(Likeness).index)


def _has_other_people(work: Mapping[str, Any], found: Mapping[str, Any], owners: Sequence[str], orcid: str) -> bool:
    """Say whether a work is of others: of other authors, or of a namesake with another ORCID iD."""
    authors = listed(found.get("authors"))
    stated = [name_of(each).rstrip("* ") for each in listed(work.get("authors"))]
    named = stated or [next((name_of(each) for each in authors if is_named([each], owners)), "")]
    if not authors or not named[0] or (stated and not may_be_one(stated[0], name_of(authors[0]))):
        return True
    if not all(is_named(authors, [name]) for name in named):
        return True
    own = [each for each in authors if is_named([each], owners)]
    ids = {iri for each in own if isinstance(each, Mapping) and (iri := iri_of("orcid", str(each.get("orcid") or "")))}
    return bool(owners and (not own or (orcid and ids and iri_of("orcid", orcid) not in ids)))


def _is_other(work: Mapping[str, Any], found: Mapping[str, Any], owners: Sequence[str]) -> str:
    """Return what a record is that an id leads to by mistake; nothing if it may be the work."""
    if _likeness(work, found) is Likeness.NONE and not can_be_one_work(work, found):
        return f"'{main_form(found['title'])[:120]}', another work"
    people = _people_in(found)
    is_open = not owners or not people or found.get("more_authors") or any(map(is_body, listed(found.get("authors"))))
    if is_open or any(may_be_one(name, own) for name in people for own in owners):
        return ""
    return f"of {people[0]}, and not of {owners[0]}"


def _people_in(work: Mapping[str, Any]) -> list[str]:
    return [name_of(each) for key in ("authors", "editors", "translators") for each in listed(work.get(key))]


def _apart(matches: Sequence[FoundWork]) -> list[FoundWork]:
    """Return matches of which no two are one record; a preprint only where it is all there is."""
    published = [each for each in matches if each.fact.values.get("status") != "preprint"]
    found: dict[str, FoundWork] = {}
    for each in published or matches:
        found.setdefault(next(iter(each.ids.values()), each.fact.id), each)
    return list(found.values())


def _question(match: FoundWork) -> Draft:
    """Return the ids of a work that may be the one, as a proposal of low confidence."""
    scheme, said = next(iter(match.ids)), match.fact.values
    people = (name_of(each) for each in listed(said.get("authors")))
    words = (said["title"], *people, said.get("venue"), said.get("year"), said[scheme])
    fact = replace(
        match.fact,
        quote=replace(match.fact.quote, text=" · ".join(str(each) for each in words if each)),
        values={"title": said["title"], scheme: said[scheme]},
        confidence={"title": QUESTION, scheme: QUESTION},
        how={scheme: match.fact.how.get(scheme, "")},
        reason=f"it may be this work: {', '.join(match.doubts)}",
    )
    return replace(match.draft, facts=(fact,))
