"""What surrounds publications and positions: the head, awards, teaching, service, talks, systems, lists of words."""

from collections.abc import Sequence

from tests.support.cv_person import Person, Prize
from tests.support.cv_styles.style import Style
from tests.support.cv_styles.tree import (
    Dated,
    Heading,
    Line,
    Node,
    Paragraph,
    Rule,
    Table,
    bold,
    italic,
    joined,
    line,
    link,
    listing,
    paragraph,
)

HEADINGS = {
    "interests": "Research Interests",
    "education": "Education",
    "positions": "Work Experience",
    "publications": "Publications",
    "awards": "Honors and Awards",
    "teaching": "Teaching",
    "service": "Service",
    "talks": "Invited Talks",
    "systems": "Software",
    "skills": "Skills",
    "news": "News",
}


def centred(person: Person, style: Style) -> tuple[Node, ...]:
    """The name in the middle, the contacts below."""
    return Heading(1, _name(person)), Paragraph(joined(" | ", _contacts(person)), centred=True), Rule()


def stacked(person: Person, style: Style) -> tuple[Node, ...]:
    """The name, what one is, and each contact on its line."""
    return Heading(1, _name(person)), Paragraph(joined("\n", [italic(person.job_title), *_contacts(person)]))


def titled(person: Person, style: Style) -> tuple[Node, ...]:
    """`Curriculum Vitae` and the name, as many write it in Word."""
    return Heading(1, line("Curriculum Vitae – ", _name(person))), *paragraph(joined("\t", _contacts(person)))


def tabulated(person: Person, style: Style) -> tuple[Node, ...]:
    """Personal information in a table, as Europass has it."""
    rows = [("Name", bold(_name(person))), ("E-mail", line(f"{person.slug}@example.org"))]
    rows.append(("Website", link(person.page, person.page)))
    table = Table(tuple((line(label), value) for label, value in rows), share=34)
    return Heading(1, line("Curriculum Vitae")), Heading(2, line("Personal Information")), table


def greeting(person: Person, style: Style) -> tuple[Node, ...]:
    """The name, then a sentence about oneself, as homepages begin."""
    job = person.jobs[0] if person.jobs else None
    who = f"Hi! I work on {person.topic.lower()} and enjoy teaching it."
    if job:
        who = f"I am interested in {person.topic.lower()}. Feel free to write to me."
    return Heading(1, _name(person)), *paragraph(who), *paragraph(joined(" / ", _contacts(person)[1:]))


def prize_items(person: Person, style: Style) -> tuple[Node, ...]:
    """`Name, Giver, 2019`."""
    return listing([joined(", ", [prize.name, prize.giver, _years(prize)]) for prize in person.prizes])


def prize_years_first(person: Person, style: Style) -> tuple[Node, ...]:
    """`2019: Name (Giver)`."""
    return listing([line(bold(f"{_years(prize)}: "), _given(prize)) for prize in person.prizes])


def prize_flush(person: Person, style: Style) -> tuple[Node, ...]:
    """The name, the years flush right."""
    return tuple(Dated(joined(", ", [bold(prize.name), prize.giver]), line(_years(prize))) for prize in person.prizes)


def prize_table(person: Person, style: Style) -> tuple[Node, ...]:
    """Years on the left, names on the right."""
    rows = tuple((line(_years(prize)), joined(", ", [prize.name, prize.giver])) for prize in person.prizes)
    return (Table(rows, share=22),)


def prize_brackets(person: Person, style: Style) -> tuple[Node, ...]:
    """`Name (Giver), [2019]`."""
    return listing([line(bold(_given(prize)), f" [{_years(prize)}]") for prize in person.prizes])


def interests(person: Person, style: Style) -> tuple[Node, ...]:
    """A line of topics."""
    return paragraph(", ".join(person.interests))


def skills(person: Person, style: Style) -> tuple[Node, ...]:
    """A labelled line of skills."""
    return paragraph(bold("Programming and tools: "), ", ".join(person.skills))


def teaching(person: Person, style: Style) -> tuple[Node, ...]:
    """`Teaching Assistant, CS101 Compilers, University, Fall 2019`."""
    lines = []
    for course in person.courses:
        name = f"{course.code} {course.name}" if course.code else course.name
        lines.append(joined(", ", [course.role, italic(name), course.institution, f"{course.season} {course.year}"]))
    return listing(lines)


def service(person: Person, style: Style) -> tuple[Node, ...]:
    """`Reviewer, ICML 2020`."""
    return listing([line(f"{duty.role}, {duty.venue} {duty.year}") for duty in person.duties])


def talks(person: Person, style: Style) -> tuple[Node, ...]:
    """`“Title”, Place, 2020`."""
    return listing([line(f"“{title}”, {place}, {year}") for title, place, year in person.talks])


def systems(person: Person, style: Style) -> tuple[Node, ...]:
    """The name, what it is, and where its code is."""
    return listing(
        [line(bold(tool.name), f": {tool.summary}. ", link(tool.code, tool.code)) for tool in person.tools],
    )


def news(person: Person, style: Style) -> tuple[Node, ...]:
    """What is new: sentences that look a little like publications and are none."""
    lines = []
    for paper in person.papers[:4]:
        where = paper.venue.acronym or "a journal"
        lines.append(line(bold(f"[{paper.month:02}/{paper.year or 2026}] "), f"One paper is accepted at {where}!"))
    return listing(lines)


def _name(person: Person) -> Line:
    return line(person.name.full, f" ({person.name.native})" if person.name.native else "")


def _contacts(person: Person) -> Sequence[Line]:
    code, scholar = f"https://github.com/{person.slug}", f"https://dblp.example.org/{person.slug}"
    mail = f"{person.slug}@example.org"
    return link(f"mailto:{mail}", mail), link(person.page, person.page), link(code, "GitHub"), link(scholar, "dblp")


def _years(prize: Prize) -> str:
    return f"{prize.year} – {prize.end}" if prize.end else str(prize.year)


def _given(prize: Prize) -> str:
    return f"{prize.name} ({prize.giver})" if prize.giver else prize.name
