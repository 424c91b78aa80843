"""The forms in which ORCID writes texts, dates, places and the entries of sections, in all versions of its API."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from kg.interchange import plain, publishing, tracking, works
from kg.interchange.drafting import Drafting
from kg.interchange.json_text import JsonText
from kg.interchange.plain import at, several, whole

SUMMARIES: Mapping[str, str] = {
    "employments": "employment-summary",
    "invited-positions": "invited-position-summary",
    "educations": "education-summary",
    "qualifications": "qualification-summary",
    "distinctions": "distinction-summary",
    "memberships": "membership-summary",
    "services": "service-summary",
    "fundings": "funding-summary",
    "research-resources": "research-resource-summary",
    "peer-reviews": "peer-review-summary",
    "works": "work-summary",
}
"""What an entry of each section of activities is called."""

NOT_PUBLIC = "not public"
"""What the account says of entries that their owner does not show."""


def text_at(node: Any, *keys: str | int) -> str:
    """Return the text at a place, which some versions of the API keep under `value` or `content`."""
    value = at(node, *keys)
    if isinstance(value, dict):
        return plain.first(value, "value", "content")
    return plain.text(value)


def _entries(activities: Any, kind: str) -> Iterator[list[Any]]:
    """Yield the activities of a section, each as what its sources say of it.

    API 2 lists affiliations and reviews one by one; API 3 has a group for each activity.
    """
    section, key = at(activities, kind), SUMMARIES[kind]
    yield from ([each] for each in several(section, key))
    for group in (*several(section, "affiliation-group"), *several(section, "group")):
        tracking.mark_read(at(group, "external-ids"))  # those of its sources once more
        if kind == "peer-reviews" and (single := several(group, key)):
            yield from ([each] for each in single)
        for inner in several(group, "peer-review-group") or [group]:
            tracking.mark_read(at(inner, "external-ids"))
            wrapped = [at(each, key) for each in several(inner, "summaries")]
            if found := wrapped or ([] if kind == "peer-reviews" and inner is group else several(inner, key)):
                yield found


def entries(drafting: Drafting, document: JsonText, activities: Any, kind: str) -> Iterator[list[Any]]:
    """Yield the public sources of each activity of a section, the preferred one first; count the others."""
    for sources in _entries(activities, kind):
        found = _latest(sources)
        for source in sources:
            if not is_public(source):
                tracking.mark_read(source)
        if found:
            yield found
        else:
            drafting.leave_out(kind, NOT_PUBLIC, "", document.lines(*sources, activities))


def ror_of(organization: Any, others: Counter[str]) -> str:
    """Return the ROR id of the organisation; count the ids of other registries."""
    named = at(organization, "disambiguated-organization")
    source = text_at(named, "disambiguation-source")
    value = text_at(named, "disambiguated-organization-identifier")
    ror = publishing.identifier("ror", value) if source.casefold() == "ror" or "ror.org/" in value else ""
    if value and not ror:
        others[source.upper() or "unknown"] += 1
    return ror


def public(node: Any, *keys: str) -> list[Any]:
    """Return the public ones of a list, in the order in which their owner shows them."""
    found = several(node, *keys)
    for each in found:
        if not is_public(each):
            tracking.mark_read(each)
    return [each for each in found if is_public(each)]


def is_public(node: Any) -> bool:
    """Say whether everybody may see a part of a record; what does not say so stands in one that everybody may see."""
    return plain.text(node, "visibility").casefold() in ("public", "")


def _latest(sources: list[Any]) -> list[Any]:
    """Return the public ones of several sources for one activity, that first which its owner prefers."""
    shown = [source for source in sources if isinstance(source, dict) and is_public(source)]
    return sorted(shown, key=lambda source: whole(source, "display-index") or 0, reverse=True)


def date_at(node: Any, key: str) -> str:
    """Return a date, as precise as it is stated."""
    date = at(node, key)
    return works.partial_date(*(text_at(date, part) or None for part in ("year", "month", "day")))


def place_of(summary: Any) -> str:
    """Return where the organisation of an entry is."""
    address = at(summary, "organization", "address")
    return ", ".join(part for key in ("city", "region", "country") if (part := text_at(address, key)))


def counted(number: int, word: str) -> str:
    """Return a number with its word in the right form."""
    plural = f"{word}es" if word.endswith("s") else f"{word}s"
    return f"{number:,} {word if number == 1 else plural}"
