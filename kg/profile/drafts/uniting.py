"""Make one entry of several that mean the same; what the sources disagree on is listed, never settled silently."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from kg.profile.drafts.entries import Entry, is_required, keys_of, ordered, refused
from kg.profile.drafts.matching import grouped, united
from kg.profile.drafts.model import PERSON
from kg.profile.provenance import Candidate, Evidence, Place, values_digest
from kg.profile.reviewed import listed

_ALWAYS = ("name", "authors")
"""The keys without which an entry would say something else: of several values the surest stands."""

_DOIS = "https://doi.org/"


@dataclass(frozen=True)
class _Version:
    """A value, and the entry that has it; of several that agree, the one that says more."""

    value: Any
    entry: Entry

    @property
    def rank(self) -> int:
        return self.entry.evidence.rank

    def confidence(self, key: str) -> float:
        return confidence_of(self.entry.evidence, key)


def unite(found: Iterable[Entry]) -> list[Entry]:
    """Return entries of which no two mean the same, in the order of the first of each."""
    return [united_entry(group) if len(group) > 1 else group[0] for group in grouped(found)]


def united_entry(group: Sequence[Entry]) -> Entry:
    """Return the one entry that several say, with the candidates for what they disagree on.

    The value of the highest rank stands. Between equal ranks nothing is chosen: the key is left out, or has
    the surest value if an entry cannot be without it.
    """
    section = group[0].section
    group = [_of_publication(_without_incomplete(entry, group), group) for entry in group]
    first = max(group, key=lambda entry: entry.evidence.rank)
    values: dict[str, Any] = {}
    conflicts: dict[str, tuple[Candidate, ...]] = {}
    for key in keys_of(section):
        versions = _versions(key, group)
        if key == "url" and len(versions) > 1 and "links" in keys_of(section):
            versions = [versions[0]]
        if versions and (value := _standing(section, key, versions)) is not None:
            values[key] = value
        if len(versions) > 1:
            conflicts[key] = tuple(_candidate(key, version) for version in versions)
    _keep_addresses(group, values)
    values = _without_contradictions(section, values) or {group[0].key: None}
    return Entry(section, values, _evidence(group, first, values, conflicts))


def confidence_of(evidence: Evidence, key: str) -> float:
    """Return how sure a value is."""
    return evidence.confidence.get(key, 1.0) if isinstance(evidence.confidence, dict) else evidence.confidence


def with_places(evidence: Evidence, others: Iterable[Evidence]) -> Evidence:
    """Return evidence with the places of other evidence as further ones."""
    known = {(place.fact, place.source) for place in places(evidence)}
    also = list(evidence.also)
    for place in (place for other in others for place in places(other)):
        if (place.fact, place.source) not in known:
            known.add((place.fact, place.source))
            also.append(place)
    return evidence.model_copy(update={"also": tuple(also)})


def places(evidence: Evidence) -> Iterator[Place]:
    """Yield all places that say something, each with the key of its fact."""
    yield Place(**{name: getattr(evidence, name) for name in Place.model_fields})
    yield from evidence.also


def _without_incomplete(entry: Entry, group: Sequence[Entry]) -> Entry:
    """Return an entry without its authors, if it breaks off with `et al.` where another goes on."""
    authors = listed(entry.values.get("authors"))
    if not entry.values.get("more_authors") or not any(_goes_on(authors, other.values) for other in group):
        return entry
    left = {key: value for key, value in entry.values.items() if key not in ("authors", "more_authors")}
    return replace(entry, values=left)


def _of_publication(entry: Entry, group: Sequence[Entry]) -> Entry:
    """Return a preprint without its repository and when it was there, if another entry says where it was published.

    Both are true: the publication has the venue, and the ids and addresses of the preprint stay.
    """
    values = entry.values
    published = [other.values for other in group if other.values.get("venue") and not _is_preprint(other.values)]
    if entry.section != "publications" or not _is_preprint(values) or not published:
        return entry
    gone = {"venue", "venue_kind", "status"} | ({"type"} if values.get("type") == "preprint" else set())
    if any("year" in other for other in published):
        gone |= {"year", "date"}
    return replace(entry, values={key: value for key, value in values.items() if key not in gone})


def _is_preprint(values: Mapping[str, Any]) -> bool:
    """Say whether an entry is of an article in a repository, such as arXiv."""
    return values.get("venue_kind") == "repository" and values.get("type", "article") in ("article", "preprint")


def _goes_on(authors: Sequence[Any], values: Mapping[str, Any]) -> bool:
    """Say whether an entry names more authors, these among them: a record may name its owner alone."""
    others = listed(values.get("authors"))
    if len(others) < len(authors) or (values.get("more_authors") and len(others) == len(authors)):
        return False
    return all(any(united("authors", [one], [other]) is not None for other in others) for one in authors)


def _versions(key: str, group: Sequence[Entry]) -> list[_Version]:
    """Return the values of a key that disagree, the best first."""
    versions: list[_Version] = []
    for entry in group:
        if key not in entry.values:
            continue
        new = _Version(entry.values[key], entry)
        for index, version in enumerate(versions):
            value = united(key, version.value, new.value)
            if value is not None:
                better = max(version, new, key=lambda each: (each.rank, each.value == value))
                versions[index] = _Version(value, better.entry)
                break
        else:
            versions.append(new)
    return sorted(versions, key=lambda version: (-version.rank, -version.confidence(key)))


def _standing(section: str, key: str, versions: Sequence[_Version]) -> Any:
    """Return the value that stands, or None where that is for people to decide."""
    is_clear = len(versions) == 1 or versions[0].rank > versions[1].rank
    return versions[0].value if is_clear or is_required(section, key) or key in _ALWAYS else None


def _candidate(key: str, version: _Version) -> Candidate:
    evidence = version.entry.evidence
    return Candidate(
        value=version.value,
        confidence=confidence_of(evidence, key),
        **evidence.model_dump(include={"source", "page", "lines", "quote"}),
    )


def _keep_addresses(group: Sequence[Entry], values: dict[str, Any]) -> None:
    """Keep further addresses and DOIs as links: a paper and its preprint are one work with two of each."""
    if group[0].section == PERSON or "links" not in keys_of(group[0].section):
        return
    stated = {url for key in ("url", "doi") if (url := _address(key, values.get(key)))}
    known = {*stated, *(link["url"] for link in values.get("links", ()))}
    for key in ("url", "doi"):
        for url in (_address(key, entry.values.get(key)) for entry in group):
            if url and url.casefold() not in {each.casefold() for each in known} and (key == "doi" or "url" in values):
                known.add(url)
                label = "DOI" if key == "doi" else urlsplit(url).hostname or url
                values["links"] = [*values.get("links", ()), {"label": label, "url": url}]


def _address(key: str, value: Any) -> str:
    """Return the address of a page, also of the one of a DOI."""
    text = str(value or "")
    return text if key == "url" or not text or "//" in text else _DOIS + text


def _without_contradictions(section: str, values: dict[str, Any]) -> dict[str, Any]:
    """Leave out what two sources together would make impossible: an end of one before the start of the other."""
    for key, _ in refused(section, values) if values else ():
        if key and not is_required(section, key):
            values.pop(key, None)
    return ordered(section, values)


def _evidence(
    group: Sequence[Entry], first: Entry, values: dict[str, Any], conflicts: dict[str, tuple[Candidate, ...]]
) -> Evidence:
    everything = [entry.evidence for entry in group]
    evidence = with_places(first.evidence, everything)
    sure = {
        key: max((confidence_of(entry.evidence, key) for entry in group if key in entry.values), default=0.0)
        for key in values
    }
    confidence: Any = sure if first.section != PERSON else max(sure.values(), default=0.0)
    return evidence.model_copy(
        update={
            "confidence": confidence,
            "proposed": values_digest(values),
            "conflicts": conflicts,
            "reason": next((each.reason for each in everything if each.reason), None),
        }
    )
