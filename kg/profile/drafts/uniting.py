"""Unite entries that mean the same; values on which the sources disagree are listed, never settled silently."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from urllib.parse import urlsplit

from kg.profile.drafts.entries import ProfileEntry, SourcedEntry, is_required, keys_of, ordered, refused
from kg.profile.drafts.matching import grouped, united
from kg.profile.drafts.model import PERSON
from kg.profile.provenance import Candidate, Evidence, Place, values_digest
from kg.profile.reviewed import listed
from kg.terms.identifiers import address_key
from kg.terms.kinds import Declaration
from kg.terms.statuses import OF_VERSION, is_preprint

_REQUIRED = ("name", "authors")
"""The keys without which an entry would mean something else: of several values the surest is taken."""


@dataclass(frozen=True)
class _Version:
    """A value, and the entry that has it; of several that agree, the one that says more."""

    value: Any
    entry: SourcedEntry

    @property
    def rank(self) -> int:
        return self.entry.evidence.rank


def unite(
    found: Iterable[SourcedEntry], declaration: Declaration, before: Iterable[ProfileEntry] = ()
) -> list[SourcedEntry]:
    """Return entries of which no two mean the same, in the order of the first of each.

    Facts that one entry had `before` stay one: what further sources said to join them may not be read this time.
    """
    known = {(old.section, place): at for at, old in enumerate(before) for place in fact_places(old)}
    groups: dict[int, list[SourcedEntry]] = {}
    for at, group in enumerate(grouped(found)):
        stated = ((each.section, place) for each in group for place in fact_places(each))
        groups.setdefault(next((known[place] for place in stated if place in known), -1 - at), []).extend(group)
    return [united_entry(group, declaration) if len(group) > 1 else group[0] for group in groups.values()]


def united_entry(group: Sequence[SourcedEntry], declaration: Declaration) -> SourcedEntry:
    """Return one entry for several, with the candidates for the values on which they disagree.

    The value of the highest rank is taken. Between equal ranks nothing is chosen: the key is left out, or has
    the surest value if an entry must have it.
    """
    section = group[0].section
    group = [as_published(without_incomplete(entry, group), group) for entry in group]
    first = max(group, key=lambda entry: entry.evidence.rank)
    values: dict[str, Any] = {}
    conflicts: dict[str, tuple[Candidate, ...]] = {}
    keys = keys_of(section, declaration)
    for key in keys:
        versions = _versions(key, group)
        if key == "url" and len(versions) > 1 and "links" in keys:
            versions = [versions[0]]  # the others become links
        is_clear = len(versions) == 1 or (versions and versions[0].rank > versions[1].rank)
        is_taken = is_clear or key in _REQUIRED or is_required(section, key, declaration)
        if versions and is_taken and versions[0].value is not None:
            values[key] = versions[0].value
        if len(versions) > 1:
            conflicts[key] = tuple(candidate(key, version.value, version.entry.evidence) for version in versions)
    if section != PERSON and "links" in keys:
        _add_links(group, values)
    # Two sources together may state what is impossible: an end before the start.
    for key, _ in refused(section, values, declaration) if values else ():
        if key and not is_required(section, key, declaration):
            values.pop(key, None)
    values = ordered(section, values, declaration) or {group[0].key: None}
    return SourcedEntry(section, values, _evidence(group, first, values, conflicts))


def confidence_of(evidence: Evidence, key: str) -> float:
    """Return the confidence in a value."""
    return evidence.confidence.get(key, 1.0) if isinstance(evidence.confidence, dict) else evidence.confidence


def candidate(key: str, value: Any, evidence: Evidence) -> Candidate:
    """Return the value of a key as a candidate, with its passage."""
    place = evidence.model_dump(include={"source", "page", "lines", "quote"})
    return Candidate(value=value, confidence=confidence_of(evidence, key), **place)


def with_places(evidence: Evidence, others: Iterable[Evidence]) -> Evidence:
    """Return evidence that has the places of other evidence too."""
    by_fact: dict[tuple[str, str], Place] = {}
    for place in (place for each in (evidence, *others) for place in places(each)):
        by_fact.setdefault((place.fact, place.source), place)
    return evidence.model_copy(update={"also": tuple(by_fact.values())[1:]})


def places(evidence: Evidence) -> Iterator[Place]:
    """Yield all places of evidence, each with the key of its fact."""
    yield Place(**{name: getattr(evidence, name) for name in Place.model_fields})
    yield from evidence.also


def fact_places(entry: ProfileEntry) -> list[tuple[str, str]]:
    """Return the facts that state an entry, each with its document; none of one that is written by hand."""
    return [(place.fact, place.source) for place in places(entry.evidence)] if isinstance(entry, SourcedEntry) else []


_Entry = TypeVar("_Entry", bound=ProfileEntry)


def without_incomplete(entry: _Entry, group: Iterable[ProfileEntry]) -> _Entry:
    """Return an entry without its authors if it ends them with `et al.` and another entry names more."""
    authors = listed(entry.values.get("authors"))

    def names_more(values: Mapping[str, Any]) -> bool:
        # A record may name its owner alone, so the authors must be among the others.
        others = listed(values.get("authors"))
        if len(others) < len(authors) or (values.get("more_authors") and len(others) == len(authors)):
            return False
        return all(any(united("authors", [one], [other]) is not None for other in others) for one in authors)

    if not entry.values.get("more_authors") or not any(names_more(other.values) for other in group):
        return entry
    left = {key: value for key, value in entry.values.items() if key not in ("authors", "more_authors")}
    return replace(entry, values=left)


def as_published(entry: _Entry, group: Iterable[ProfileEntry]) -> _Entry:
    """Return a preprint without what is said of that version alone, if another entry states what was published.

    Both are true: what was published leads, and the ids and addresses of the preprint stay.
    """
    values = entry.values
    published = [
        each.values for each in group if not is_preprint(each.values) and {"venue", "doi"} & each.values.keys()
    ]
    if entry.section != "publications" or not is_preprint(values) or not published:
        return entry
    gone = {key for key in OF_VERSION if key not in ("year", "date") or any("year" in other for other in published)}
    kept = {key: value for key, value in values.items() if key not in gone}
    if address := _address("doi", values.get("doi")):
        appeared = str(values.get("date") or values.get("year") or "")
        link = {"label": "preprint", "url": address, **({"date": appeared} if appeared else {})}
        kept["links"] = [*listed(values.get("links")), link]
    return replace(entry, values=kept)


def _versions(key: str, group: Sequence[SourcedEntry]) -> list[_Version]:
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
    return sorted(versions, key=lambda version: (-version.rank, -confidence_of(version.entry.evidence, key)))


def _add_links(group: Sequence[SourcedEntry], values: dict[str, Any]) -> None:
    """Keep further addresses and DOIs as links: a paper and its preprint are one work with two of each."""
    known = {address_key(link["url"]) for link in values.get("links", ())}
    known |= {address_key(_address(key, values.get(key))) for key in ("url", "doi")}
    for key in ("url", "doi"):
        for url in (_address(key, entry.values.get(key)) for entry in group):
            if url and address_key(url) not in known and (key == "doi" or "url" in values):
                known.add(address_key(url))
                label = "DOI" if key == "doi" else urlsplit(url).hostname or url
                values["links"] = [*values.get("links", ()), {"label": label, "url": url}]


def _address(key: str, value: Any) -> str:
    text = str(value or "")
    return text if key == "url" or not text or "//" in text else f"https://doi.org/{text}"


def _evidence(
    group: Sequence[SourcedEntry],
    first: SourcedEntry,
    values: dict[str, Any],
    conflicts: dict[str, tuple[Candidate, ...]],
) -> Evidence:
    everything = [entry.evidence for entry in group]
    sure = {
        key: max((confidence_of(entry.evidence, key) for entry in group if key in entry.values), default=0.0)
        for key in values
    }
    return with_places(first.evidence, everything).model_copy(
        update={
            "confidence": sure if first.section != PERSON else max(sure.values(), default=0.0),
            "proposed": values_digest(values),
            "conflicts": conflicts,
            "reason": next((each.reason for each in everything if each.reason), None),
        }
    )
