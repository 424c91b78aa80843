"""Put a CV together: the sections of a style in its order, publications grouped and listed as it wants."""

from collections.abc import Callable, Sequence
from itertools import groupby

from tests.support.cv_person import Paper, Person
from tests.support.cv_styles import parts
from tests.support.cv_styles.style import Part, Style
from tests.support.cv_styles.tree import Columns, Heading, Line, Listing, Marks, Node, Paragraph, Table, line

_KINDS = {
    "conference": "Conference Papers",
    "journal": "Journal Articles",
    "workshop": "Workshop Papers",
    "arxiv": "Preprints",
    "none": "Under Review",
}
_PARTS: dict[str, Part] = {
    "interests": parts.interests,
    "teaching": parts.teaching,
    "service": parts.service,
    "talks": parts.talks,
    "systems": parts.systems,
    "skills": parts.skills,
    "news": parts.news,
}


def compose(person: Person, style: Style) -> tuple[Node, ...]:
    """Return the CV of a person who is stated as the style does."""
    first, _, second = style.order.partition("|")
    made = [
        tuple(node for name in names.split() for node in _section(name, person, style)) for names in (first, second)
    ]
    head = style.head(person, style)
    return (*head, Columns(made[0], made[1])) if second else (*head, *made[0])


def _section(name: str, person: Person, style: Style) -> tuple[Node, ...]:
    """A heading and what stands below it; nothing if there is nothing."""
    makers: dict[str, Callable[[], tuple[Node, ...]]] = {
        "education": lambda: style.degrees(person.degrees, style),
        "positions": lambda: style.stints(person.jobs, style),
        "awards": lambda: style.prizes(person, style),
        "publications": lambda: publications(person, style),
    }
    body = makers[name]() if name in makers else _PARTS[name](person, style)
    title = dict(style.titles).get(name, parts.HEADINGS[name])
    return (Heading(2, line(title)), *body) if body else ()


def publications(person: Person, style: Style) -> tuple[Node, ...]:
    """The publications under sub-headings, if any, numbered through if numbered."""
    if not style.grouping:
        return _list(person.papers, person, style, 1)
    made: list[Node] = []
    done, total = 0, len(person.papers)
    for title, papers in _groups(person.papers, style):
        first = total - done - len(papers) + 1 if style.down else done + 1
        made += [Heading(3, line(title)), *_list(papers, person, style, first)]
        done += len(papers)
    return tuple(made)


def _groups(papers: Sequence[Paper], style: Style) -> list[tuple[str, list[Paper]]]:
    if style.grouping == "year":
        return [(str(year), list(group)) for year, group in groupby(papers, key=lambda paper: paper.year)]
    groups = [(title, [paper for paper in papers if paper.venue.kind == kind]) for kind, title in _KINDS.items()]
    return [(title, group) for title, group in groups if group]


def _list(papers: Sequence[Paper], person: Person, style: Style, first: int) -> tuple[Node, ...]:
    lines: list[Line] = [style.cite(paper, person) for paper in papers]
    if style.marks == "table":
        years = [line(str(paper.year) if paper.year else "–") for paper in papers]
        return (Table(tuple(zip(years, lines, strict=True)), (line("Year"), line("Publication")), 12, ruled=True),)
    if style.marks == "none":
        return tuple(Paragraph(text) for text in lines)
    marks: Marks = style.marks
    return (Listing(tuple((Paragraph(text),) for text in lines), marks, first, style.down),)
