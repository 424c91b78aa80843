"""The annual report of a group: what it published, who came, what was won, made, told, taught and done."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby

from kg.pages.charts.columns import columns
from kg.pages.graph import Graph
from kg.rendering import activities, career, heads, publications
from kg.rendering.citing import Wording
from kg.rendering.group import Group, Held, Year
from kg.rendering.lines import joined, kept, plain, strong
from kg.rendering.model import Document, Entries, Entry, Figure, Line, Paragraph, Section, Table, section, sections
from kg.rendering.nodes import Node

_SHOWN = 10
_MOST_NAMES = 60
_FIRST = ("awards", "grants", "projects")


def report(graph: Graph, organization: str = "", *, year: int | None = None, style: Wording = "plain") -> Document:
    """Return the report of a year.

    Args:
        graph: The release.
        organization: The IRI of the organisation whose people it is about, or empty for all people with profiles.
        year: The year, or None for the last one in which something was published.
        style: How works are cited, a key of `kg.rendering.citing.STYLES`.
    """
    group = Group(graph, organization)
    now = group.in_year(year or latest(group))
    made = sections(
        section("The year in numbers", _summary(now), _chart(group, now.year)),
        publications.listed("Publications", now.works, style),
        section("Venues", _venues(now)),
        _people(now),
        *(_activities(now, name) for name in _FIRST if name in now.activities),
        section("Systems and software", Entries(activities.systems(now.systems))),
        *(_activities(now, name) for name in now.activities if name not in _FIRST),
        section("Collaborations", _partners(now)),
    )
    cut = [cited.work.title for cited in now.works if cited.work.has_more]
    warnings = publications.incomplete(cut, len(now.works))
    lines = (*map(strong, warnings), *kept(_names(now)))
    return Document(f"Annual report {now.year}", group.name, lines, made, heads.note(graph), warnings)


def _names(now: Year) -> Line:
    """Return who belongs to the group, or how many if these are too many to be read."""
    if len(now.people) > _MOST_NAMES:
        return plain(f"{len(now.people):,} people")
    return joined((plain(person.name) for person in now.people), " · ")


def latest(group: Group) -> int:
    """Return the last year in which something was published, up to that of the release."""
    today = int(group.graph.date[:4])
    return max((year for year, works in group.works.items() if works and year <= today), default=today)


def _summary(now: Year) -> Table:
    """Return how much there was of everything, beside the year before."""
    past = now.group.in_year(now.year - 1)
    before, after = dict(_numbers(past)), dict(_numbers(now))
    names = [name for name in {**after, **before} if before.get(name) or after.get(name)]
    rows = tuple((name, str(before.get(name, 0)), str(after.get(name, 0))) for name in names)
    return Table(("", str(past.year), str(now.year)), rows, frozenset((1, 2)))


def _numbers(now: Year) -> list[tuple[str, int]]:
    types = Counter(map(publications.type_of, now.works))
    declared = activities.sections(now.group.graph.declaration)
    return [
        ("People", len(now.people)),
        ("New people", len(now.newcomers)),
        ("Publications", len(now.works)),
        *((title, types[title]) for title in publications.TYPES),
        ("Co-authors from outside", len(now.coauthors)),
        ("New positions", len(now.positions)),
        ("Degrees completed", len(now.degrees)),
        *((declared[name].title, len(held)) for name, held in now.activities.items()),
        ("Systems and software", len(now.systems)),
        ("Partner organisations", len(now.partners)),
    ]


def _chart(group: Group, year: int) -> Figure | None:
    shown = [(each, len(works)) for each, works in sorted(group.works.items()) if year - _SHOWN < each <= year]
    drawing = columns(shown, name="Publications by year", unit="publications", width=640, height=160)
    return Figure(drawing) if len(shown) > 1 else None


def _venues(now: Year) -> Table:
    """Return where works appeared, with the acceptance rates that are known."""
    found = sorted((each for each in now.works if each.venue and not each.is_open), key=lambda each: each.venue)
    rows = []
    for venue, several in groupby(found, key=lambda each: each.venue):
        works = list(several)
        rates = {each.acceptance for each in works if each.acceptance}
        rows.append((venue, str(len(works)), ", ".join(sorted(rates))))
    rows.sort(key=lambda row: (-int(row[1]), row[0].casefold()))
    return Table(("Venue", "Works", "Acceptance rate"), tuple(rows), frozenset((1, 2)))


def _people(now: Year) -> Section | None:
    return section(
        "People",
        parts=(
            section("New people", Paragraph(joined(map(plain, now.newcomers)))),
            section("New positions", Entries(_told(now.positions, _each(career.position)))),
            section("Degrees completed", Entries(_told(now.degrees, _each(career.degree)))),
        ),
    )


def _activities(now: Year, name: str) -> Section | None:
    activity = activities.sections(now.group.graph.declaration)[name]
    return section(activity.title, Entries(_told(now.activities[name], activity.read)))


def _each(read: Callable[[Node], Entry]) -> activities.Read:
    return lambda nodes: tuple(map(read, nodes))


def _told(held: Iterable[Held], read: activities.Read) -> tuple[Entry, ...]:
    """Return entries, each with the person before it."""
    return tuple(
        Entry(joined((plain(name), entry.head), ": "), entry.when, entry.details, entry.points)
        for name, several in groupby(held, key=lambda each: each.person.name)
        for entry in read([each.node for each in several])
    )


def _partners(now: Year) -> Table:
    rows = tuple((name, "; ".join(things)) for name, things in now.partners.items())
    return Table(("Organisation", "Joint work"), rows)
