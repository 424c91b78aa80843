"""The first pass: what a profile mentions, without regard to any other profile.

A pure function of the profile and the authority files, so that it can run anywhere.
"""

import json
from dataclasses import asdict
from typing import NamedTuple

from pydantic_core import to_json

from kg.authorities import Authorities
from kg.identity.keys import Keys
from kg.identity.mentions import Document, mentions, wrap
from kg.profile import Record, Resolved, Source


class Collected(NamedTuple):
    """What the first pass takes out of a profile.

    Attributes:
        owner: IRI of its owner.
        name: Name of its owner.
        place: File and line, to be shown.
        names: IRIs that the owner's names would have elsewhere.
        mentions: IRI and written form of each mention, in order.
        bound: IRIs of other owners that it names by id.
        document: The profile with its mentions as nodes, as a line of JSON.
    """

    owner: str
    name: str
    place: str
    names: list[str]
    mentions: list[tuple[str, str]]
    bound: list[str]
    document: str


class Collector:
    """Takes mentions out of profiles."""

    def __init__(self, authorities: Authorities) -> None:
        self._keys = Keys(authorities)

    def collect(self, record: Record) -> Collected:
        """Return what a profile mentions."""
        document = wrap(record.profile.model_dump(mode="json", exclude_defaults=True))
        names = self._keys.begin(document)
        found = list(mentions(document))
        identified = [self._keys.identify(mention) for mention in found]
        return Collected(
            owner=f"person/{record.profile.id}",
            name=record.profile.name,
            place=f"{record.source.path}:{record.lines[0]}",
            names=names,
            mentions=identified,
            bound=[f"person/{m.node['id']}" for m in found if m.kind == "person" and "id" in m.node],
            document=_dump(document, record),
        )


def load(line: str) -> Resolved:
    """Return the document of a collected profile; its mentions have no IRIs yet."""
    entry = json.loads(line)
    first, last = entry["lines"]
    return Resolved(entry["document"], Source(**entry["source"]), (first, last), entry["spans"], entry["opens"])


def _dump(document: Document, record: Record) -> str:
    entry = {
        "document": document,
        "source": asdict(record.source),
        "lines": record.lines,
        "spans": {f"{section}/{index}": lines for (section, index), lines in record.spans.items()},
        "opens": record.opens_source,
    }
    return to_json(entry).decode() + "\n"  # a third of the time of json.dumps
