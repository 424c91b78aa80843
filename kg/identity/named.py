"""Name the entities that a name alone decides: organisations, venues and their editions, systems, courses, topics.

Organisations and venues are looked up in the authority files and the built-in tables. What is not found
there is one entity for each folded name. IRIs are relative to the project's base.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from kg.identity.mentions import Document, Mention
from kg.identity.organizations import OrganizationNames, short_name, undeclared
from kg.identity.venues import VenueNames, venue_slug
from kg.profile.config import MEETINGS, Authorities
from kg.terms.dates import year_of
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import digest, fold, slug
from kg.terms.kinds import Declaration, Kind
from kg.terms.venue_names import PLACEHOLDER, VenueName, read_venue

_CACHE = 1 << 16


class NamedEntities:
    """Give mentions the IRI of what they mean and what that is called."""

    def __init__(self, authorities: Authorities, declaration: Declaration | None = None) -> None:
        self._declaration = declaration or kg_declaration()
        self.organizations = OrganizationNames(authorities)
        self._venues = VenueNames(authorities.venues.entries)
        self._named_venue = lru_cache(_CACHE)(self._find_venue)
        self._identify: Mapping[str, Callable[[Mention], tuple[str, str]]] = {
            "organization": lambda mention: self.organizations.identify(mention.node),
            "unit": self._unit,
            "venue": self._venue,
            "event": self._event,
            "course": self._course,
        }

    def identify(self, mention: Mention) -> tuple[str, str]:
        """Return the IRI and the label of a mention, and leave with its node what its description needs to know."""
        identify = self._identify.get(mention.kind)
        return identify(mention) if identify else self._thing(mention)

    def entry(self, kind: Kind, item: Document) -> tuple[str, str]:
        """Return the IRI and the name of a thing that an entry describes.

        It is made of the fields that the declaration names, where they are stated, else of the name.
        """
        name = _text(item["name"]) if "name" in item else _text(item["title"])
        if "id" in item:
            return f"{kind.path}/{item['id']}", name
        for keys in kind.iri_parts:
            if all(key in item for key in keys):
                *others, last = (self._part(kind, key, item[key]) for key in keys)
                return f"{kind.path}/{_slugged(kind.path, last, *others)}", name
        return f"{kind.path}/{slug(name) or digest(name)}", name

    def _part(self, kind: Kind, key: str, value: object) -> str:
        """Return what a field adds to the IRI of a thing: of an organisation, whatever it is called there."""
        text = _text(value)
        return self.organizations.iri(text) if kind.fields[key].range == "Organization" else text

    def venue(self, name: str, kind: str = "") -> tuple[str, str, int | None]:
        """Return the IRI of a venue, its kind if it is known by name, and the year that stands with the name.

        Args:
            name: The name as written.
            kind: What the source says of its kind, or nothing.
        """
        iri, _, facts, year = self._named_venue(name, kind)
        return iri, facts["kind"] if "known" in facts else "", year

    def _unit(self, mention: Mention) -> tuple[str, str]:
        """Identify a unit within the organisation of its entry."""
        node, item = mention.node, mention.item
        if "within" in node:
            return self.organizations.identify(node)
        whole = item["organization"] if "organization" in item else item["institution"]
        return self.organizations.unit(node, node["name"], next(self.organizations.named_in(whole)))

    def _venue(self, mention: Mention) -> tuple[str, str]:
        """Identify the series or journal, and leave with the node what its edition needs to know."""
        node, item = mention.node, mention.item
        stated = item.get("year") or (year_of(item["date"]) if "date" in item else None)
        iri, label, facts, year = self._named_venue(node["name"], item.get("venue_kind", ""), stated)
        node.update(facts)
        node["year"] = year or stated
        return iri, label

    def _find_venue(self, text: str, stated: str, of: int | None = None) -> tuple[str, str, Document, int | None]:
        name = read_venue(text, stated, of)
        if name.kind == PLACEHOLDER:  # where an entry must name one, this is all that it says
            name = VenueName("", text)
        facts: Document
        found = self._venues.find(name, text)
        if found is None:
            iri = undeclared("venue", venue_slug(name.series or text))
            facts = {"kind": name.kind, "short": name.short, "series": iri}
            if name.acronym and fold(name.acronym) != fold(name.series):
                facts["acronym"] = name.acronym
            return iri, name.series, facts | _as_written(text, name.series, name.short, name.year), name.year
        match, is_declared = found
        entry = match.entry
        iri = f"venue/{entry.id}"
        facts = {"kind": entry.kind, "short": short_name(entry), "series": iri, "known": True}
        if is_declared:
            facts["declared"] = True
        elif entry.acronym:
            facts["acronym"] = entry.acronym
        known = (*entry.names, *((entry.acronym,) if entry.acronym else ()))
        if match.former:
            facts["as_written"] = name.series
        elif fold(name.series) not in map(fold, known):
            facts |= _as_written(text, str(entry.name), short_name(entry), name.year)
        return iri, str(entry.name), facts, name.year

    def _event(self, mention: Mention) -> tuple[str, str]:
        """Identify the edition of a venue; what is no meeting, or has no year, stands for itself.

        Where neither the name nor the entry says what a venue is, other sources may: an edition of what then turns
        out to be no meeting means the venue (`kg.identity.register`).
        """
        node = mention.node
        kind = node["kind"] or mention.item.get("venue_kind", "")
        if not node["year"] or (kind and kind not in MEETINGS):
            return node["series"], node["short"]
        edition = node["series"].removeprefix("venue/")
        return f"event/{edition}-{node['year']}", f"{node['short']} {node['year']}"

    def _thing(self, mention: Mention) -> tuple[str, str]:
        if mention.item is mention.node:
            return self.entry(self._declaration.by_path[mention.kind], mention.item)
        name = mention.node["name"]
        return f"{mention.kind}/{slug(name) or digest(name)}", name

    def _course(self, mention: Mention) -> tuple[str, str]:
        item, name = mention.item, mention.node["name"]
        where = ""
        if "institution" in item:
            institution = next(self.organizations.named_in(item["institution"]))
            where = institution.removeprefix("organization/") + "-"
        codes = item.get("code")
        return f"course/{where}{slug(codes[0] if codes else name) or digest(name)}", name


def _text(value: object) -> str:
    """Return the text of a field, which may be a node by now."""
    return str(value["name"]) if isinstance(value, dict) else str(value)


def _as_written(text: str, label: str, short: str, year: int | None) -> Document:
    """Return the name as written, where what it was read as does not say the same."""
    said = {fold(each) for name in (label, short) for each in (name, f"{name} {year}")}
    return {} if fold(text) in said else {"as_written": text}


def _slugged(path: str, text: str, *others: str) -> str:
    return (
        f"{slug(text)}-{digest(path, fold(text), *others)}".removeprefix("-") if others else slug(text) or digest(text)
    )
