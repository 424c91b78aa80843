"""Say which entity a mention means, from what stands around it: the first form of identity.

An entity's IRI is made from the features that decide it, so that equal features give equal IRIs
without a table, and adding a profile moves no other IRI:

- the owner of a profile by the declared id, also in the profile's own author lists;
- organisations and venues by the authority files, else by their folded name;
- works by folded title, year and authors;
- other persons by their folded full name.

IRIs are relative to the project's base.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from kg.authorities import Authorities
from kg.dates import year_of
from kg.identifiers import digest, fold, slug
from kg.identity.authority import (
    Names,
    organization_names,
    short_name,
    venue_names,
    venue_year,
)
from kg.identity.mentions import Document, Mention

_TITLES = re.compile(r"^(?:(?:prof(?:essor)?|dr|mr|mrs|ms|sir|dame)\b\.?\s+)+", re.IGNORECASE)
_JOURNAL = re.compile(r"\b(?:annals|journal|letters|magazine|quarterly|transactions)\b", re.IGNORECASE)
_CACHE = 1 << 16


class Keys:
    """Give each mention the IRI of what it means and the form in which it is written."""

    def __init__(self, authorities: Authorities) -> None:
        self._organizations = Names(authorities.organizations.entries)
        self._venues = Names(authorities.venues.entries)
        self._named_organization = lru_cache(_CACHE)(self._find_organization)
        self._named_venue = lru_cache(_CACHE)(self._find_venue)
        self._identify: Mapping[str, Callable[[Mention], tuple[str, str]]] = {
            "person": self._person,
            "work": self._work,
            "organization": self._organization,
            "venue": self._venue,
            "event": self._event,
            "system": self._system,
            "course": self._course,
            "topic": self._topic,
        }
        self._own: dict[str, str] = {}
        self._titles: dict[str, tuple[str, str]] = {}

    def begin(self, owner: Document) -> list[str]:
        """Start on a profile; return the IRIs that the names of its owner would have elsewhere."""
        iri = f"person/{owner['id']}"
        keys = [person_key(name) for name in (owner["name"], *owner.get("variants", ()))]
        self._own = dict.fromkeys(keys, iri)
        self._titles = {}
        return [person_iri(key) for key in keys]

    def identify(self, mention: Mention) -> tuple[str, str]:
        """Return the IRI and the written form of a mention of the profile that was begun."""
        return self._identify[mention.kind](mention)

    def _person(self, mention: Mention) -> tuple[str, str]:
        node = mention.node
        name = _TITLES.sub("", node["name"]) or node["name"]
        if name != node["name"]:
            node["called"] = name
        if "id" in node:
            return f"person/{node['id']}", name
        key = person_key(name)
        return self._own.get(key) or person_iri(key), name

    def _work(self, mention: Mention) -> tuple[str, str]:
        item = mention.item
        if item is not mention.node:  # a title that names a publication or system of the same profile
            return self._titles[fold(mention.node["name"])]
        year = item.get("year") or (year_of(item["date"]) if "date" in item else "")
        if not year and "venue" in item:
            year = venue_year(item["venue"]["name"])[1] or ""
        authors = [person_key(author["name"]) for author in item["authors"]]
        title = fold(item["title"])
        iri = f"work/{slug(item['title'], length=60)}-{digest(title, str(year), *authors)}"
        self._titles[title] = iri, item["title"]
        return iri, item["title"]

    def _organization(self, mention: Mention) -> tuple[str, str]:
        iri, label, facts = self._named_organization(mention.node["name"])
        mention.node.update(facts)
        return iri, label

    def _find_organization(self, name: str) -> tuple[str, str, Document]:
        match = self._organizations.find(organization_names(name))
        if match is None:
            return _undeclared("organization", name), name, {}
        written = {"as_written": name} if match.former else {}
        return f"organization/{match.entry.id}", match.entry.name, {"declared": True, **written}

    def _venue(self, mention: Mention) -> tuple[str, str]:
        """Identify the series or journal, and leave with the node what its edition needs to know."""
        node, item = mention.node, mention.item
        iri, label, facts, year = self._named_venue(node["name"])
        node.update(facts)
        node["year"] = item.get("year") or (year_of(item["date"]) if "date" in item else year)
        return iri, label

    def _find_venue(self, text: str) -> tuple[str, str, Document, int | None]:
        name, year = venue_year(text)
        match = self._venues.find(venue_names(name))
        if match is None:
            iri = _undeclared("venue", name)
            return iri, name, {"kind": _likely_kind(name), "short": name, "series": iri}, year
        iri = f"venue/{match.entry.id}"
        facts = {"kind": match.entry.kind, "short": short_name(match.entry), "series": iri, "declared": True}
        if match.former:
            facts["as_written"] = name
        return iri, match.entry.name, facts, year

    def _event(self, mention: Mention) -> tuple[str, str]:
        """Identify the edition of a venue; a journal, or a venue without a year, stands for itself."""
        node = mention.node
        if node["kind"] == "journal" or not node["year"]:
            return node["series"], node["short"]
        edition = node["series"].removeprefix("venue/")
        return f"event/{edition}-{node['year']}", f"{node['short']} {node['year']}"

    def _system(self, mention: Mention) -> tuple[str, str]:
        name = mention.node["name"]
        iri = f"system/{slug(name) or digest(name)}"
        if mention.item is mention.node:
            self._titles.setdefault(fold(name), (iri, name))
        return iri, name

    def _course(self, mention: Mention) -> tuple[str, str]:
        item, name = mention.item, mention.node["name"]
        where = ""
        if "institution" in item:
            institution = self._named_organization(item["institution"]["name"])[0]
            where = institution.removeprefix("organization/") + "-"
        codes = item.get("code")
        return f"course/{where}{slug(codes[0] if codes else name) or digest(name)}", name

    def _topic(self, mention: Mention) -> tuple[str, str]:
        name = mention.node["name"]
        return f"topic/{slug(name) or digest(name)}", name


@lru_cache(_CACHE)
def person_key(name: str) -> str:
    """Return a name for comparison: folded, in spoken order, without titles.

    >>> person_key("Prof. Dahua Lin"), person_key("Lovelace, Ada")
    ('dahua lin', 'ada lovelace')
    """
    if name.count(",") == 1:
        family, given = name.split(",")
        name = f"{given} {family}"
    return fold(_TITLES.sub("", name)) or fold(name)


@lru_cache(_CACHE)
def person_iri(key: str) -> str:
    """Return the IRI of a person without a profile, from the key of the name."""
    return f"person/{slug(key)}-{digest('person', key)}".replace("/-", "/")


@lru_cache(_CACHE)
def _undeclared(kind: str, name: str) -> str:
    key = fold(name)
    return f"{kind}/{slug(key)}-{digest(kind, key)}".replace("/-", "/")


def _likely_kind(name: str) -> str:
    return "journal" if _JOURNAL.search(name) else "conference"
