"""Name the entities that a name alone decides: organisations, venues and their editions, systems, courses, topics.

Organisations and venues are looked up in the authority files and the built-in tables. What is not found
there is one entity for each folded name. IRIs are relative to the project's base.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from kg.identity.authority import OrganizationNames, lists_subjects, organization_names, parts_of, short_name, unit_key
from kg.identity.mentions import Document, Mention
from kg.identity.venues import VenueNames, venue_slug
from kg.profile.config import MEETINGS, Authorities
from kg.profile.model import Organization
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
        self._organizations = OrganizationNames(authorities.organizations.entries)
        self._by_id = {entry.id: entry for entry in authorities.organizations.entries}
        self._by_ror = {entry.ror: entry for entry in authorities.organizations.entries if entry.ror}
        self._venues = VenueNames(authorities.venues.entries)
        self._named_organization = lru_cache(_CACHE)(self._find_organization)
        self._named_venue = lru_cache(_CACHE)(self._find_venue)
        self._identify: Mapping[str, Callable[[Mention], tuple[str, str]]] = {
            "organization": self._organization,
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
        return self.organization(text) if kind.fields[key].range == "Organization" else text

    def organization(self, name: str) -> str:
        """Return the IRI of an organisation."""
        return self._named_organization(name)[0]

    def venue(self, name: str, kind: str = "") -> tuple[str, str, int | None]:
        """Return the IRI of a venue, its kind if it is known by name, and the year that stands with the name.

        Args:
            name: The name as written.
            kind: What the source says of its kind, or nothing.
        """
        iri, _, facts, year = self._named_venue(name, kind)
        return iri, facts["kind"] if "known" in facts else "", year

    def _organization(self, mention: Mention) -> tuple[str, str]:
        node = mention.node
        if "within" in node:
            return self._unit_within(node, node["within"])
        iri, label, facts = self._named_organization(node["name"])
        if "declared" not in facts and (entry := self._by_ror.get(node.get("ror", ""))):
            iri, label = f"organization/{entry.id}", str(entry.name)
            facts = {"declared": True, "as_written": node["name"]}
        node.update(facts)
        parts = None if "declared" in facts else self._parts(node["name"])
        if parts is None:
            return iri, label
        unit, whole = parts
        node["parent"] = {"name": whole}
        return self._unit_within(node, self.organization(whole), unit)

    def _find_organization(self, name: str) -> tuple[str, str, Document]:
        match = self._organizations.find(organization_names(name))
        if match is None:
            return _undeclared("organization", name), name, {}
        written = {"as_written": name} if match.former else {}
        return f"organization/{match.entry.id}", str(match.entry.name), {"declared": True, **written}

    def _parts(self, name: str) -> tuple[str, str] | None:
        """Return unit and organisation of a name that says both; what a project declares may also stand first."""
        parts = parts_of(name)
        if parts is not None:
            return parts
        words = name.split()
        for size in range(len(words) - 1, 0, -1):
            whole, unit = " ".join(words[:size]), " ".join(words[size:])
            if self._organizations.find(organization_names(whole.rstrip(","))) is not None:
                return (unit, whole.rstrip(",")) if parts_of(f"{unit}, {whole}") else None
        return None

    def _unit(self, mention: Mention) -> tuple[str, str]:
        """Identify a unit within the organisation of its entry: `MMLab, Department of Information Engineering`."""
        node, item = mention.node, mention.item
        whole = item["organization"] if "organization" in item else item["institution"]
        within = self.organization(whole["name"])
        unit, comma, outer = node["name"].partition(", ")
        if not comma or lists_subjects(node["name"]) or self._declared_unit(node["name"], within):
            return self._unit_within(node, within)
        if self._declared_unit(unit, within):
            return self._unit_within(node, within, unit)
        node["parent"] = {"name": outer, "within": within}
        return self._unit_within(node, self._unit_iri(outer, within), unit)

    def _unit_within(self, node: Document, within: str, unit: str = "") -> tuple[str, str]:
        unit = unit or node["name"]
        entry = self._declared_unit(unit, within)
        if entry is not None:
            node["declared"] = True
            node.pop("parent", None)
            return f"organization/{entry.id}", str(entry.name)
        node["within"], node["called"] = within, unit
        return self._unit_iri(unit, within), unit

    def _unit_iri(self, unit: str, within: str) -> str:
        entry = self._declared_unit(unit, within)
        if entry is not None:
            return f"organization/{entry.id}"
        key, whole = unit_key(unit), within.removeprefix("organization/")
        stem = f"{whole}-{slug(key).removeprefix(f'{whole}-')}".rstrip("-")
        return f"organization/{stem}-{digest('unit', within, key)}"

    def _declared_unit(self, unit: str, within: str) -> Organization | None:
        """Return the declared unit of a name that belongs to an organisation, directly or through others."""
        whole = self._by_id.get(within.removeprefix("organization/"))
        names = [unit, *(f"{unit}, {name}" for name in (whole.names if whole else ()))]
        match = self._organizations.find(form for name in names for form in organization_names(name))
        if match is None:
            return None
        above = match.entry
        while above.parent and above.parent in self._by_id:
            above = self._by_id[above.parent]
            if whole is not None and above.id == whole.id:
                return match.entry
        return None

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
            iri = _undeclared("venue", venue_slug(name.series or text))
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
            institution = self.organization(item["institution"]["name"])
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


def formerly(authorities: Authorities) -> Iterator[tuple[str, str]]:
    """Yield the IRIs that the names of declared organisations had before they were declared, with those of today."""
    for entry in authorities.organizations.entries:
        for form in dict.fromkeys(form for name in entry.names for form in organization_names(name)):
            yield _undeclared("organization", form), f"organization/{entry.id}"


@lru_cache(_CACHE)
def _undeclared(kind: str, name: str) -> str:
    key = fold(name)
    return f"{kind}/{slug(key)}-{digest(kind, key)}".replace("/-", "/")
