"""Positions and degrees in the layouts of CVs: flush dates, bullets, tables, bold blocks, headings, prose."""

from collections.abc import Sequence

from tests.support.cv_person import PersonName, Stint
from tests.support.cv_styles import times
from tests.support.cv_styles.style import Style
from tests.support.cv_styles.tree import (
    Dated,
    Heading,
    Line,
    Listing,
    Node,
    Paragraph,
    Piece,
    Table,
    bold,
    italic,
    joined,
    line,
    listing,
    paragraph,
)


def flush(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """Organisation and date on a line, the role below, as in LaTeX with `hfill`."""
    made: list[Node] = []
    for stint in stints:
        made.append(Dated(joined(", ", [bold(stint.organization), stint.location]), line(when(stint, style))))
        made += paragraph(joined(", ", [italic(subject(stint)), stint.unit]), *_below(stint))
        made += listing([line(text, ".") for text in stint.highlights])
    return tuple(made)


def flush_role(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """Role and date on a line, organisation and place on the next."""
    made: list[Node] = []
    for stint in stints:
        made.append(Dated(bold(subject(stint)), line(when(stint, style))))
        where = joined(", ", [stint.unit, stint.organization])
        made.append(Dated(italic(where), line(stint.location)) if stint.location else Paragraph(italic(where)))
        made += listing([*_notes(stint), *(line(text) for text in stint.highlights)])
    return tuple(made)


def items(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """One list item each: role, unit, organisation, place, dates."""
    made = []
    for stint in stints:
        said: list[Piece] = [subject(stint), stint.unit, bold(stint.organization), stint.location, when(stint, style)]
        extra = [*_notes(stint), *(line(text) for text in stint.highlights)]
        made.append((Paragraph(joined(", ", said)), *listing(extra)))
    return (Listing(tuple(made)),)


def date_items(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """`2019.09 - Present: Role, Unit, Organisation, Place.`."""
    lines = []
    for stint in stints:
        said = joined(", ", [subject(stint), stint.unit, stint.organization, stint.location])
        lines.append(line(bold(when(stint, style)), ": ", said, ".", _with(stint)))
    return listing(lines)


def left_dates(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """A table with the dates on the left, as moderncv sets it."""
    rows = []
    for stint in stints:
        said = joined(", ", [bold(subject(stint)), italic(stint.organization), stint.unit, stint.location])
        below = [line("\n", text) for text in (*_notes(stint), *(line("• ", text) for text in stint.highlights))]
        rows.append((line(when(stint, style)), line(said, ".", *below)))
    return (Table(tuple(rows), share=22),)


def labelled(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """A table of labels and values each, as Europass sets it."""
    made: list[Node] = []
    for stint in stints:
        degree = bool(stint.field)
        rows = [
            ("Dates", line(when(stint, style))),
            ("Title of qualification awarded" if degree else "Occupation or position held", line(subject(stint))),
            (
                "Name of organisation providing education" if degree else "Name and address of employer",
                joined(", ", [stint.organization, stint.location]),
            ),
            ("Department", line(stint.unit)),
            ("Supervisor", _people(stint.advisors, "")),
            ("Thesis", line(stint.thesis)),
            ("Main activities", joined("; ", stint.highlights)),
        ]
        made.append(Table(tuple((line(label), value) for label, value in rows if value), share=34))
    return tuple(made)


def headed(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """A heading each, dates and place below, then a list."""
    made: list[Node] = []
    for stint in stints:
        made.append(Heading(3, line(subject(stint), ", ", stint.organization)))
        made += paragraph(italic(joined(" | ", [when(stint, style), stint.unit, stint.location])))
        made += listing([*_notes(stint), *(line(text) for text in stint.highlights)])
    return tuple(made)


def bold_blocks(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """A paragraph each: bold organisation, role in italics, dates, advisors on lines of their own."""
    made: list[Node] = []
    for stint in stints:
        head = joined(", ", [bold(stint.organization), stint.location])
        role = joined(", ", [italic(subject(stint)), stint.unit])
        made += paragraph(joined("\n", [head, role, when(stint, style), *_notes(stint)]))
        made += listing([line(text, ".") for text in stint.highlights])
    return tuple(made)


def dash_items(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """`Role — Organisation, Place. Dates` in a paragraph, with a list below."""
    made: list[Node] = []
    for stint in stints:
        where = joined(", ", [stint.organization, stint.unit, stint.location])
        made += paragraph(bold(subject(stint)), " — ", where, ". ", italic(when(stint, style)))
        made += listing([*_notes(stint), *(line(text, ".") for text in stint.highlights)])
    return tuple(made)


def two_lines(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """A list item of two lines: organisation and dates, then the role and with whom."""
    rows = []
    for stint in stints:
        head = line(bold(joined(", ", [stint.organization, stint.location])), " (", when(stint, style), ")")
        rows.append(line(head, "\n", joined(", ", [subject(stint), stint.unit]), _with(stint)))
    return listing(rows)


def grid(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """A ruled table with a header: where, what, when, subject."""
    degree = any(stint.field for stint in stints)
    header = (
        ("Institution and Location", "Degree", "Years", "Field of Study") if degree else ("Years", "Role", "Employer")
    )
    rows = []
    for stint in stints:
        where = joined(", ", [stint.organization, stint.unit, stint.location])
        dates = line(when(stint, style))
        rows.append((where, line(stint.what), dates, line(stint.field)) if degree else (dates, line(stint.what), where))
    return (Table(tuple(rows), tuple(line(text) for text in header), share=36 if degree else 20, ruled=True),)


def prose(stints: Sequence[Stint], style: Style) -> tuple[Node, ...]:
    """Sentences of a biography."""
    made: Line = ()
    for stint in stints:
        made = line(made, " " if made else "", _sentence(stint, style))
    return paragraph(made)


def when(stint: Stint, style: Style) -> str:
    """The dates in the form of the style."""
    return times.period(stint.start, stint.end, style.dates, expected=stint.expected)


def subject(stint: Stint) -> str:
    """The role, or the degree with its subject."""
    return f"{stint.what} in {stint.field}" if stint.field else stint.what


def _sentence(stint: Stint, style: Style) -> Line:
    start, end = (times.date(edtf, style.dates) if edtf[:1].isdigit() else "" for edtf in (stint.start, stint.end))
    where = joined(", ", [bold(stint.organization), stint.unit])
    people = _people(stint.advisors, "")
    if stint.field:
        verb = "expect to receive" if stint.expected else "received"
        advised = line(", advised by ", people) if people else ""
        return line(f"I {verb} my {subject(stint)} from ", where, f" in {end}", advised, ".")
    role, worked = f"{'an' if stint.what[0] in 'AEIOU' else 'a'} {stint.what}", line(", working with ", people)
    if not end:
        return line(f"Since {start}, I have been {role} at ", where, worked if people else "", ".")
    return line(f"From {start} to {end}, I was {role} at ", where, worked if people else "", ".")


def _below(stint: Stint) -> Line:
    """Notes on lines of their own below another line."""
    return line(*(line("\n", note) for note in _notes(stint)))


def _notes(stint: Stint) -> list[Line]:
    """Advisors, thesis and distinction, each a line."""
    made = [_people(stint.advisors, "Advisor: ", "Advisors: ") if stint.advisors else ()]
    made.append(line("Thesis: ", italic(stint.thesis)) if stint.thesis else ())
    made.append(line(stint.distinction))
    return [note for note in made if note]


def _with(stint: Stint) -> Line:
    """Advisors and thesis as sentences behind the entry."""
    advised = line(" Advised by ", _people(stint.advisors, ""), ".") if stint.advisors else ()
    return line(advised, f" Thesis: “{stint.thesis}”." if stint.thesis else "")


def _people(names: Sequence[PersonName], one: str, several: str = "") -> Line:
    titled = [f"Prof. {name.full}" for name in names]
    return line(several if len(names) > 1 else one, " and ".join(titled)) if titled else ()
