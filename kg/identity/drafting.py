"""The nodes of one profile, as its mentions are gone through.

Within a profile one full name means one person, unless it stands twice among the authors of one work; a name in
initials is no full name, but the owner's own. An entry of a catalogue is a list of its own, without an owner: what
stands in two of them is two until evidence joins it.
"""

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count
from typing import Any, NamedTuple

from kg.identity.corpus import PersonNode, Placed, WorkDetails, WorkNode
from kg.identity.mentions import Document, Mention, names_in_languages
from kg.identity.named import NamedEntities
from kg.identity.venues import VenueMention
from kg.profile.authorship import ids_of, is_elision, role_in
from kg.profile.imprints import imprint_of
from kg.profile.names import Level, closest, is_short, person_key, read_name, without_title
from kg.profile.records import Record, affiliations, people
from kg.profile.titles import part_of
from kg.profile.written_names import forms_of
from kg.terms import statuses
from kg.terms.dates import year_of
from kg.terms.identifiers import digest, fold, slug
from kg.terms.kinds import Declaration

_IDS = ("orcid", "dblp", "homepage", "github", "scholar", "semantic_scholar", "openalex", "wikidata", "linkedin")
_WORDS = ("title", "name", "course", "degree", "role")
_PLACES = ("organization", "institution")
_PUBLICATION = frozenset(("authors", "editors", "translators"))
_FIRST = {"authors": 0, "editors": 1_000_000, "translators": 2_000_000}
_OTHERS = 3_000_000
"""Where positions of people begin, and of those in a project's own fields: more authors do not move the editors."""

Reference = str | int
"""What a mention means: an IRI, or the number of a node: persons from 0 upwards, works from -1 downwards."""


class _MentioningEntry(NamedTuple):
    """The entry of a profile in which mentions stand.

    Attributes:
        pointer: Its place in the profile; empty for the profile itself.
        section: The section.
        text: What it is about, folded.
        first: Its first line (1-based).
        last: Its last line.
    """

    pointer: str
    section: str
    text: str
    first: int
    last: int


class ProfileNodes:
    """The nodes of one profile, as they are found."""

    def __init__(
        self, document: Document, named: NamedEntities, judged: frozenset[str], record: Record, declaration: Declaration
    ) -> None:
        self._document = document
        self._lines = record.lines
        self._spans = record.spans
        self._named = named
        self._judged = judged
        self._id = record.entry or document["id"]
        self.persons = [] if record.entry else [self._owner()]
        self.works: list[WorkNode] = []
        self.listings: list[WorkDetails] = []
        self.placed: list[Placed] = []
        self.venues: list[VenueMention] = []
        self._own = {(_key_with_suffix(name),) for owner in self.persons for name in owner.forms}
        self._by_name: dict[tuple[str, ...], int] = dict.fromkeys(self._own, 0)
        self._anchors: set[str] = set()
        self._by_title: dict[str, tuple[Reference, str]] = {}
        self._work_ids = [each.key for each in declaration.work_ids]
        self._single = [each for each in declaration.kinds["Publication"].written if each.is_single]
        self._things = dict(self._own_things(declaration))
        self._titles: dict[str, int] = {}
        self._publication: Document = {}
        self._authors: deque[int] = deque()  # its people of _PUBLICATION that are still to be mentioned
        self._entry = _MentioningEntry("", "", "", *record.lines)

    def _owner(self) -> PersonNode:
        document = self._document
        names = forms_of(document["name"], *names_in_languages(document), *document.get("variants", ()))
        ids = (*(document[key] for key in _IDS if key in document), *document.get("same_as", ()))
        return PersonNode(0, names, tuple(self.places()), ids, "", self._id, f"person/{self._id}")

    def places(self) -> Iterator[str]:
        """Yield the IRIs of the organisations of the owner."""
        for section, key in (("positions", "organization"), ("education", "institution")):
            for item in self._document.get(section, ()):
                yield from self._named.organizations.named_in(item[key], with_wholes=True)
                if "unit" in item:
                    yield self._named.identify(Mention("unit", dict(item["unit"]), item, ""))[0]

    def identify(self, mention: Mention) -> tuple[Reference, str]:
        """Return what a mention means and how it is written."""
        if mention.kind == "person":
            return self._person(mention)
        if mention.kind == "work":
            return self._work(mention)
        iri, label = self._known(mention) or self._named.identify(mention)
        if mention.kind == "venue" and "known" not in mention.node:
            node = mention.node
            issns = tuple(_several(mention.item.get("issn")))
            self.venues.append(VenueMention(iri, node["kind"], label, node.get("acronym", ""), issns))
        if mention.kind == "system" and mention.item is mention.node:
            for name in (label, *names_in_languages(mention.item)):
                self._by_title.setdefault(fold(name), (iri, label))
        return iri, label

    def _own_things(self, declaration: Declaration) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
        """Yield the things that the profile describes, by kind and by what other entries may call them."""
        for section, kind in declaration.sections.items():
            for item in self._document.get(section, ()) if kind.path and kind.path != "work" else ():
                found = self._named.entry(kind, item)
                keys = ("id", "name", "variants", *(parts[-1] for parts in kind.iri_parts))
                for value in (*names_in_languages(item), *chain.from_iterable(_several(item.get(key)) for key in keys)):
                    yield (kind.path, fold(value)), found

    def _known(self, mention: Mention) -> tuple[str, str] | None:
        """Return a thing that the same profile describes, if a mention names it."""
        if mention.item is mention.node or not self._things:
            return None
        found = self._things.get((mention.kind, fold(mention.node["name"])))
        if found:
            mention.node["called"] = found[1]  # a number, or an id, by which it is referred to is no name of it
        return found

    def _person(self, mention: Mention) -> tuple[Reference, str]:
        node = mention.node
        name = without_title(node["name"])
        if name != node["name"]:
            node["called"] = name
        if node is self._document:
            number = 0
            self._note(0, self._key(self._entry, 0, name), name)
        elif mention.item is self._publication and mention.key in _PUBLICATION:
            number = self._authors.popleft()
        else:
            self._entry = self._entry_of(mention.item, mention.pointer)
            number = self._mentioned(node, mention.item, _OTHERS if mention.item is self._publication else 0)
        return number, name

    def _work(self, mention: Mention) -> tuple[Reference, str]:
        item = mention.item
        if item is not mention.node:  # a title that names a publication or system of the same profile
            return self._by_title[fold(mention.node["name"])]
        number = len(self.works)
        title, others = fold(item["title"]), names_in_languages(item)[1:]
        occurrence = self._titles[title] = self._titles.get(title, 0) + 1
        self._entry = self._entry_of(item, mention.pointer)
        found = {key: self._listed(item, key) for key in _FIRST}
        authors = found["authors"]
        self._publication, self._authors = item, deque(chain(*found.values()))
        if "role" not in item:
            item["role"] = role_in(
                item, [key for key, nodes in found.items() if 0 in nodes or self._is_by_id(item, key)]
            )
            item["is_asked"] = item["role"] == "none"
        venue, kind, server, year = "", "", "", None
        if "venue" in item:
            name = item["venue"]["name"]
            venue, kind, year = self._named.venue(name, item.get("venue_kind", ""))
            state, _ = statuses.state_of([statuses.status_of(name)], venue=name)
            server = venue if kind == "repository" or state in statuses.OPEN else ""
            venue = "" if server else venue
            item.setdefault("status", state or "published")
        if statuses.is_preprint(item):
            venue, kind, server = "", "preprint", venue or server
        year = item.get("year") or (year_of(item["date"]) if "date" in item else year) or 0
        keys = [person_key(author["name"]) for _, author in people(item.get("authors", ()))]
        iri = f"work/{slug(item['title'], length=60)}-{digest(title, str(year or ''), *keys)}"
        anchor = f"{self._id}/publications/{title}/{occurrence}"
        ids = tuple(item[key] for key in self._work_ids if key in item)
        told = tuple(authors), anchor, iri, others, part_of(item), imprint_of(item)
        self.works.append(WorkNode(0, item["title"], year, venue, kind, ids, *told))
        listing = _listing(item, year, tuple(self._bodies(item)))
        marks, details = tuple(self._marks(item)), tuple(self._details(item))
        if kind == "preprint" and server:
            details = (*details, ("part_of", server))
        self.listings.append(listing._replace(marks=marks, details=details) if marks or details else listing)
        key = self._key(self._entry._replace(text=title), occurrence, title)
        self._note(-number - 1, key, item["title"])
        for name in (title, *others):
            self._by_title.setdefault(fold(name), (-number - 1, item["title"]))
        return -number - 1, item["title"]

    def _bodies(self, item: Document) -> Iterator[tuple[int, str]]:
        """Yield the organisations that are authors, each with its place in the list of all."""
        for place, author in enumerate((*item.get("authors", ()), *item.get("corporate_authors", ()))):
            if author.get("corporate") or place >= len(item.get("authors", ())):
                yield place, self._named.identify(Mention("organization", dict(author), item, ""))[0]

    def _marks(self, item: Document) -> Iterator[tuple[int, str, Any]]:
        """Yield what is said of single authorships: their position, the term of the context, and the value."""
        for place, author in enumerate(item.get("authors", ())):
            if author.get("corresponding"):
                yield place, "corresponding", True
            for role in author.get("roles", ()):
                yield place, "roles", f"kg:{role}"
            for each in affiliations(author):
                for where in self._named.organizations.named_in(each):
                    yield place, "affiliations", where

    def _details(self, item: Document) -> Iterator[tuple[str, Any]]:
        """Yield the fields of which a work has one value, by term of the context; texts with their language."""
        language = item.get("language") or self._document.get("language", "en")
        for each in self._single:
            if each.key in item:
                value = item[each.key]
                yield each.term, {"@value": value, "@language": language} if each.has_language else value

    def _listed(self, item: Document, key: str) -> list[int]:
        """Return the nodes of the authors, editors or translators of a work."""
        listed = [(_FIRST[key] + place, person) for place, person in people(item.get(key, ()))]
        own = self._place_of_owner(listed)
        found: list[int] = []
        for position, person in listed:
            if position == own:
                self._note(0, self._key(self._entry, position, person["name"]), person["name"])
                found.append(0)
            else:
                found.append(self._mentioned(person, item, position, found))
        return found

    def _is_by_id(self, item: Document, key: str) -> bool:
        """Whether a list of people has the owner by an id, whatever the name."""
        own = ids_of(self._document)
        return any(each.get("id") == self._id or not ids_of(each).isdisjoint(own) for each in item.get(key, ()))

    def _place_of_owner(self, listed: Sequence[tuple[int, Document]]) -> int | None:
        """Return where the owner stands in a list of the own, if under a form that is not declared, or a mark.

        It must be the only one there that may be the owner's; one of more family names is, if no other is closer.
        """
        if not self._own or any((_key_with_suffix(person["name"]),) in self._own for _, person in listed):
            return None
        levels = {
            place: Level.PART if is_elision(person["name"]) else closest(person["name"], self.persons[0].forms)
            for place, person in listed
            if person.keys().isdisjoint(("id", *_IDS))
            and self._key(self._entry, place, person["name"]) not in self._judged
        }
        fitting = [place for place, level in levels.items() if level is not Level.NONE]
        close = [place for place in fitting if levels[place] is not Level.VARIANT] or fitting
        return close[0] if len(close) == 1 else None

    def _mentioned(self, node: Document, item: Document, position: int, taken: Collection[int] = ()) -> int:
        """Return the number of the person whom a mention in the entry at hand means within the profile."""
        name = without_title(node["name"])
        key = self._key(self._entry, position, node["name"])
        ids = tuple(node[scheme] for scheme in _IDS if scheme in node)
        plain = features = tuple(filter(None, (_key_with_suffix(name), node.get("id", ""), *ids)))
        number = self._by_name.get(plain)
        while number in taken:
            plain = (*plain, "again")
            number = self._by_name.get(plain)
        if key in self._judged or (number is None and not node.keys() & {"id", *_IDS} and is_short(read_name(name))):
            plain, number = (key,), None
        if number is None:
            number = len(self.persons)
            self._by_name[plain] = number
            self.persons.append(self._new(name, node, ids, self._anchor("/".join((self._id, *features)), key)))
        self._place(number, node, item)
        self._note(number, key, name)
        return number

    def _note(self, node: int, key: str, form: str) -> None:
        self.placed.append(Placed(node, key, self._entry.pointer, form, self._entry.first, self._entry.last))

    def _anchor(self, name: str, key: str) -> str:
        """Return the anchor of a new node: the name, unless another node of the profile has it.

        Two entries of one title, each with one name several times, even have mentions of one key.
        """
        more = (f"/{key}" if number < 2 else f"/{key}/{number}" for number in count(1))
        anchor = next(each for each in chain((name,), (name + end for end in more)) if each not in self._anchors)
        self._anchors.add(anchor)
        return anchor

    def _new(self, name: str, node: Document, ids: tuple[str, ...], anchor: str) -> PersonNode:
        bound = f"person/{node['id']}" if "id" in node else ""
        return PersonNode(0, (name,), (), ids, bound, anchor, person_iri(person_key(name)))

    def _place(self, number: int, node: Document, item: Document) -> None:
        """Note where a person is said to be: as stated, else where the owner was advised, but not where a work is."""
        if number == 0:
            return
        stated = affiliations(node)
        if not stated and _PUBLICATION.isdisjoint(item):
            stated = [item[key] for key in _PLACES if key in item][:1]
        if stated:
            person = self.persons[number]
            places = chain(
                person.organizations, *(self._named.organizations.named_in(each, with_wholes=True) for each in stated)
            )
            self.persons[number] = person._replace(organizations=tuple(dict.fromkeys(places)))

    def _entry_of(self, item: Document, pointer: str) -> _MentioningEntry:
        """Return an entry of the profile, or the profile itself, as far as its mentions need it."""
        words = next((item[key] for key in _WORDS if key in item), "")
        place = next((item[key]["name"] for key in _PLACES if key in item), "")
        text = words["name"] if isinstance(words, dict) else words
        section, _, index = pointer.partition("/")
        lines = self._spans.get((section, int(index)), self._lines) if index else self._lines
        return _MentioningEntry(pointer, section, fold(f"{text} {place}"), *lines)

    def _key(self, entry: _MentioningEntry, position: int, form: str) -> str:
        return "m-" + digest(self._id, entry.section, entry.text, str(position), form, length=10)


def _listing(item: Document, year: int, corporate: tuple[tuple[int, str], ...]) -> WorkDetails:
    """Return what an entry says of its work.

    Args:
        item: The entry.
        year: The year that it or its venue states, or 0.
        corporate: The places, from 0, and the IRIs of the organisations that are authors.
    """
    authors = item.get("authors", ())
    return WorkDetails(
        item.get("type", ""),
        item.get("date") or str(year or ""),
        item.get("status", ""),
        item["role"],
        item.get("more_authors", False),
        tuple(author["name"] for author in (*authors, *item.get("corporate_authors", ()))),
        tuple(place for place, author in enumerate(authors) if author.get("equal_contribution")),
        corporate,
    )


def _several(value: Any) -> list[str]:
    """Return the texts of a field."""
    return [] if value is None else [str(each) for each in value] if isinstance(value, list) else [str(value)]


def _key_with_suffix(name: str) -> str:
    """Return what is one person's within a profile: father and son bear one name, but not one suffix."""
    read = read_name(name)
    return f"{read.key} {read.suffix}" if read.suffix else read.key.rstrip()


def person_iri(key: str) -> str:
    """Return the IRI of a person without a profile, from the key of the name."""
    return f"person/{slug(key)}-{digest('person', key)}".replace("/-", "/")
