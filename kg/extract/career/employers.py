"""The organisation of an entry, its unit and its place, which it may share with the entry above."""

from collections.abc import Sequence

from kg.extract.career import choosing
from kg.extract.career.choosing import Values
from kg.extract.career.entries import Entry
from kg.extract.career.segment import Segment
from kg.extract.career.vocabulary import INSTITUTE


def add_organization(found: Values, entry: Entry, key: str) -> None:
    """Add the organisation of an entry and its unit; it may be that of the entry above."""
    own, shared = entry.segments, entry.parent.segments if entry.parent else []
    chosen, pattern = choosing.organization(own)
    segments: Sequence[Segment] = own
    if shared and (chosen is None or chosen.level < INSTITUTE):
        above, _ = choosing.organization(shared)
        if above or not chosen:
            chosen, pattern, segments = above, "shared", [*shared, *(one for one in own if one.kind == "organization")]
    if chosen is None or (chosen.level < INSTITUTE and not chosen.is_labelled):
        known, how = choosing.by_elimination(segments)
        if known and _stands_apart(known, chosen):
            chosen, pattern = known, how
        elif known and chosen and (_leads(known, chosen, segments) or _has_line(known, chosen, segments)):
            chosen, pattern = known, f"{how}, with unit"
    if chosen is None:
        return
    found.put(key, choosing.whole_name(segments, chosen), pattern)
    name, how = choosing.unit(segments, chosen, list(found.values.values()))
    if name and name not in found.values[key]:
        found.put("unit", name, how)


def location(entry: Entry) -> str:
    """Return the place of an entry, or of the entry whose organisation it shares."""
    own = choosing.location(entry.segments)
    return own or (choosing.location(entry.parent.segments) if entry.parent else "")


def _leads(known: Segment, unit: Segment, segments: Sequence[Segment]) -> bool:
    """Say whether an unknown piece stands before its unit, and no other piece but a role: `Lyra, Weaving Group`."""
    line = [one for one in segments if one.line == known.line and one.kind not in ("place", "role", "degree")]
    return line == [known, unit]


def _has_line(known: Segment, unit: Segment, segments: Sequence[Segment]) -> bool:
    """Say whether an unknown piece is alone with a role or a place in its line, and the unit stands in another."""
    line = [one for one in segments if one.line == known.line and one.kind not in ("place", "role")]
    return line == [known] and unit.line != known.line and any(one.kind == "role" for one in segments)


def _stands_apart(known: Segment, unit: Segment | None) -> bool:
    """Say whether an unknown piece may be the organisation of a unit: it stands behind it, or there is no unit."""
    return unit is None or (known.line == unit.line and known.before == ",") or known.before == "at"
