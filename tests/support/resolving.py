"""Profiles as tests write them, and what resolution makes of them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kg.identity.collecting import Collector, load
from kg.identity.registry import Registry
from kg.identity.resolution import Resolution, attach
from kg.profile.config import Authorities, AuthorityFile
from kg.profile.judgements import Judgements
from kg.profile.model import Organization, Profile, Venue
from kg.profile.records import Record, Resolved, Source

NAMED = Authorities(
    AuthorityFile(
        (
            Organization(id="cuhk", name="The Chinese University of Hong Kong", acronym="CUHK"),
            Organization(id="meta", name="Meta", former=("Facebook",)),
        )
    ),
    AuthorityFile(
        (
            Venue(id="usenix-atc", name="USENIX Annual Technical Conference", acronym="ATC", aliases=("USENIX ATC",)),
            Venue(id="mlsys", name="Conference on Machine Learning and Systems", acronym="MLSys", former=("SysML",)),
            Venue(id="ton", name="IEEE/ACM Transactions on Networking", acronym="TON", kind="journal"),
        )
    ),
)


def record(**fields: Any) -> Record:
    profile = Profile.model_validate(fields)
    return Record(profile, Source(f"profiles/{profile.id}.yaml", "application/yaml", "yaml", "0" * 64), (1, 1))


def resolve(
    *records: Record,
    authorities: Authorities = NAMED,
    registry: Registry | None = None,
    judgements: Judgements | None = None,
) -> tuple[list[Resolved], Resolution]:
    judgements = judgements or Judgements(Path("identity/judgements.yaml"))
    resolution = Resolution(authorities, judgements, registry or Registry())
    return resolved_by(resolution, records), resolution


def resolved_by(resolution: Resolution, records: Iterable[Record]) -> list[Resolved]:
    """Return profiles with the entities of their mentions."""
    collector = Collector(resolution.authorities, resolution.judgements.mentions)
    collected = [collector.collect(each) for each in records]
    with resolution:
        resolution.take(mentioned for mentioned, _ in collected)
        resolution.decide()
        entities = resolution.entities()
        return [attach(load(document), entities) for _, document in collected]


def paper(*authors: str | dict[str, Any], title: str = "Notes", **fields: Any) -> dict[str, Any]:
    return {"title": title, "authors": list(authors), **fields}


def author_iris(resolved: Resolved, work: int = 0) -> list[str]:
    return [author["id"] for author in resolved.document["publications"][work]["authors"]]
