"""The first pass: what a profile mentions, without regard to any other profile.

A pure function of the profile and the authority files, so that it can run anywhere.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from pydantic_core import to_json

from kg.identity.corpus import ListedProfile, PersonNode, Placed, WorkDetails, WorkNode
from kg.identity.drafting import ProfileNodes, Reference
from kg.identity.mentions import Document, mentions, set_names_apart, wrap
from kg.identity.named import NamedEntities
from kg.identity.organizations import found_in_ror
from kg.identity.venues import VenueMention
from kg.profile.account import LeftOut, field_paths
from kg.profile.config import Authorities
from kg.profile.provenance import Evidence
from kg.profile.records import IdentityFinding, Record, Resolved, Source
from kg.profile.reviewed import shared_orcids
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Declaration
from kg.terms.venue_names import is_placeholder


class Collected(NamedTuple):
    """What the first pass takes out of a profile.

    Attributes:
        listed: The profile and its owner.
        persons: Whom it names, the owner first.
        works: What it lists.
        listings: What it says of each of these.
        mentions: What each mention means and how it is written, in order.
        places: The mentions of persons and works, as JSON: most are only kept (`kg.identity.explaining.archive`).
        judged: Those of them that people have judged one by one, by key, with their nodes.
        venues: What each entry says of a venue that is not known by name.
        former: The IRIs that organisations had before ROR or an entry was there, with those of today.
        in_ror: What its organisations match there.
    """

    listed: ListedProfile
    persons: list[PersonNode]
    works: list[WorkNode]
    listings: list[WorkDetails]
    mentions: list[tuple[Reference, str]]
    places: str
    judged: dict[str, int]
    venues: list[VenueMention]
    former: Sequence[tuple[str, str]] = ()
    in_ror: Sequence[IdentityFinding] = ()

    @property
    def placed(self) -> list[Placed]:
        """The mentions of persons and works."""
        return [Placed(*row) for row in json.loads(self.places)]

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as plain tuples, in half the time."""
        several = ([*map(tuple, each)] for each in (self.persons, self.works, self.listings))
        return _unpacked, (tuple(self.listed), *several, *self[4:7], [*map(tuple, self.venues)], *self[8:])


def _unpacked(
    listed: Sequence[Any], persons: Iterable[Any], works: Iterable[Any], listings: Iterable[Any], *rest: Any
) -> Collected:
    mentioned, places, judged, venues, *more = rest
    several = [*map(PersonNode._make, persons)], [*map(WorkNode._make, works)], [*map(WorkDetails._make, listings)]
    named = (mentioned, places, judged, [*map(VenueMention._make, venues)], *more)
    return Collected._make((ListedProfile._make(listed), *several, *named))


class Collector:
    """Takes mentions out of profiles.

    Args:
        authorities: The organisations and venues that are known by name.
        judged: Keys of mentions that people have judged one by one: each is a node of its own.
        declaration: What the profiles may say; without it, that of kg.
    """

    def __init__(
        self,
        authorities: Authorities,
        judged: Collection[str] = frozenset(),
        declaration: Declaration | None = None,
    ) -> None:
        self._declaration = declaration or kg_declaration()
        self._named = NamedEntities(authorities, self._declaration)
        self._judged = frozenset(judged)

    def collect(self, record: Record) -> tuple[Collected, str]:
        """Return what a profile mentions, and the profile with its mentions as nodes, as a line of JSON."""
        document = record.profile.model_dump(
            mode="json", exclude_defaults=True, exclude={"id", "name"} if record.entry else None
        )
        left_out = [*record.left_out, *_set_placeholders_apart(document, record)]
        set_names_apart(document, self._declaration)
        fields = field_paths(document)
        wrap(document, self._declaration)
        if record.entry:
            _make_nobodys(document, record.organization)
        draft = ProfileNodes(document, self._named, self._judged, record, self._declaration)
        found = []
        in_ror: dict[str, IdentityFinding] = {}
        former: dict[tuple[str, str], None] = {}
        for mention in mentions(document, self._declaration):
            found.append(draft.identify(mention))
            former |= dict.fromkeys(self._named.organizations.former(mention))
            in_ror |= {each.key: each for each in found_in_ror(mention, record.source.path)}
        left_out.extend(_set_shared_ids_apart(document, record))
        listed = ListedProfile(
            owner="" if record.entry else f"person/{record.profile.id}",
            name=record.entry or str(record.profile.name),
            place=f"{record.source.path}:{record.lines[0]}",
            organizations=(record.organization,) if record.organization else tuple(draft.places()),
        )
        judged = {each.key: each.node for each in draft.placed if each.key in self._judged} if self._judged else {}
        places = to_json(draft.placed).decode()
        named = found, places, judged, draft.venues, [*former], [*in_ror.values()]
        collected = Collected(listed, draft.persons, draft.works, draft.listings, *named)
        return collected, _dump(document, record, fields, left_out)


def load(line: str | bytes) -> Resolved:
    """Return the document of a collected profile; its mentions have no IRIs yet."""
    entry = json.loads(line)
    first, last = entry["lines"]
    return Resolved(
        entry["document"],
        Source(**entry["source"]),
        (first, last),
        entry["spans"],
        entry["opens"],
        {pointer: Evidence.model_validate(each) for pointer, each in entry.get("evidence", {}).items()},
        tuple(Source(**document) for document in entry.get("documents", ())),
        entry["fields"],
        tuple(LeftOut(*each) for each in entry["left_out"]),
        entry.get("entry", ""),
    )


def _make_nobodys(document: Document, organization: str) -> None:
    """Let a work of a catalogue be nobody's own, whatever its source says, and know whose catalogue it is."""
    for item in document.get("publications", ()):
        item["role"] = "none"
        if organization:
            item["catalogued_by"] = organization


def _set_placeholders_apart(document: Document, record: Record) -> Iterator[LeftOut]:
    """Leave out venues that are none, `TBD` or a publisher; a work keeps what was written."""
    for section in ("publications", "talks"):
        for index, item in enumerate(document.get(section, ())):
            if "venue" in item and is_placeholder(item["venue"], item.get("venue_kind", "")):
                text = item.pop("venue")
                if section == "publications":
                    item["venue_as_written"] = text
                else:
                    yield LeftOut(
                        "field",
                        "talks[].venue",
                        "it names no venue",
                        record.spans.get((section, index), record.lines)[0],
                    )


def _set_shared_ids_apart(document: Document, record: Record) -> Iterator[LeftOut]:
    """Give an ORCID iD that several authors of one work have to none of them: whose it is, is a question."""
    for index, publication in enumerate(record.profile.publications):
        if shared := shared_orcids(publication.authors):
            line = record.spans.get(("publications", index), record.lines)[0]
            for author in document["publications"][index]["authors"]:
                if author.get("orcid") in shared:
                    del author["orcid"]
                    yield LeftOut(
                        "field", "publications[].authors[].orcid", "several authors of one work have it", line
                    )


def _dump(
    document: Document,
    record: Record,
    fields: Mapping[str, int],
    left_out: Sequence[LeftOut],
) -> str:
    entry: dict[str, Any] = {
        "document": document,
        "source": asdict(record.source),
        "lines": record.lines,
        "spans": {f"{section}/{index}": lines for (section, index), lines in record.spans.items()},
        "opens": record.opens_source,
        "fields": fields,
        "left_out": left_out,
    }
    if record.entry:
        entry["entry"] = record.entry
    if record.evidence:
        entry["evidence"] = {pointer: each.model_dump() for pointer, each in record.evidence.items()}
        entry["documents"] = [asdict(document) for document in record.documents]
    return to_json(entry).decode() + "\n"  # a third of the time of json.dumps
