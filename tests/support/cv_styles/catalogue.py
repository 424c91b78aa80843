"""The styles, each like CVs and homepages that people really have."""

from tests.support.cv_styles import citing, citing_web, parts, stints
from tests.support.cv_styles.style import Style

_CAREER = {"degree starts", "advisors", "units", "locations"}
_FULL = frozenset({*_CAREER, "theses", "distinctions", "highlights", "givers", "native"})
_PAPERS = frozenset({"pages", "volumes", "arxiv years"})

_TIMELINE = Style(  # a table with dates on the left, as moderncv
    name="timeline",
    dates="09/2019",
    head=parts.stacked,
    cite=citing.plain_reference,
    stints=stints.left_dates,
    degrees=stints.left_dates,
    prizes=parts.prize_table,
    marks="1.",
    says=_FULL | _PAPERS | {"paper awards", "rates"},
    look="modern",
)
_BANNER = Style(  # role and date, then organisation and place, as awesome-cv
    name="banner",
    dates="Sep 2019",
    head=parts.centred,
    cite=citing_web.title_first,
    stints=stints.flush_role,
    degrees=stints.flush_role,
    prizes=parts.prize_flush,
    order="positions education publications awards skills teaching service",
    titles=(("positions", "Experience"), ("publications", "Selected Publications"), ("awards", "Honors & Awards")),
    says=_FULL | {"arxiv years", "paper awards", "marks"},
    look="modern",
)
_HFILL = Style(  # an academic CV in plain LaTeX
    name="hfill",
    dates="Sept. 2019",
    head=parts.centred,
    cite=citing.plain_reference,
    stints=stints.flush,
    degrees=stints.flush,
    prizes=parts.prize_items,
    titles=(("positions", "Professional Experience"), ("publications", "Refereed Publications")),
    marks="1.",
    down=True,
    says=_FULL | _PAPERS | {"paper awards", "rates", "marks"},
    look="classic",
)
_EUROPASS = Style(
    name="europass",
    dates="09/2019",
    head=parts.tabulated,
    cite=citing.chicago,
    stints=stints.labelled,
    degrees=stints.labelled,
    prizes=parts.prize_table,
    order="positions education skills publications awards teaching service talks",
    titles=(("education", "Education and Training"), ("awards", "Awards"), ("skills", "Personal Skills")),
    says=frozenset({*_CAREER, "theses", "highlights", "givers"}) | _PAPERS,
    look="plain",
)
_ACADEMICPAGES = Style(
    name="academicpages",
    dates="2019",
    head=parts.greeting,
    cite=citing_web.recommended,
    names="initials",
    stints=stints.two_lines,
    degrees=stints.items,
    prizes=parts.prize_items,
    order="education positions skills publications talks teaching service awards",
    marks="none",
    says=frozenset({"degree starts", "advisors", "units", "arxiv years"}),
    look="web",
)
_DOTTED = Style(  # `2019.09 - Present: role`, tags before publications: pages made with Hugo
    name="dotted",
    dates="2019.09",
    head=parts.greeting,
    cite=citing_web.tag_first,
    stints=stints.date_items,
    degrees=stints.date_items,
    prizes=parts.prize_years_first,
    order="news interests education positions publications awards service systems",
    titles=(("education", "Education History"), ("awards", "Honors"), ("positions", "Professional Experience")),
    says=frozenset({*_CAREER, "givers", "native", "paper awards", "marks", "arxiv years"}),
    look="web",
)
_CARDS = Style(  # bibliography of an al-folio page
    name="cards",
    dates="2019",
    head=parts.greeting,
    cite=citing_web.card,
    stints=stints.headed,
    degrees=stints.headed,
    prizes=parts.prize_brackets,
    order="publications positions education awards teaching service",
    titles=(("positions", "Experience"), ("awards", "Awards")),
    grouping="year",
    marks="none",
    says=_FULL | {"doi", "paper awards", "marks"},
    look="web",
)
_HOMEPAGE = Style(  # a few lines of HTML by hand
    name="homepage",
    dates="Sep 2019 months",
    head=parts.greeting,
    cite=citing_web.title_comma,
    stints=stints.items,
    degrees=stints.two_lines,
    prizes=parts.prize_brackets,
    order="news publications positions education awards service",
    titles=(("positions", "Employment"), ("awards", "Awards and Honours")),
    says=frozenset({"degree starts", "advisors", "units", "givers", "native", "arxiv years", "marks"}),
    look="bare",
)
_TABLES = Style(
    name="tables",
    dates="2019",
    head=parts.stacked,
    cite=citing_web.quoted_first,
    stints=stints.grid,
    degrees=stints.grid,
    prizes=parts.prize_table,
    titles=(("positions", "Appointments"), ("awards", "Awards")),
    marks="table",
    says=frozenset({"degree starts", "locations", "givers", "doi", "arxiv years"}),
    look="bare",
)
_WORD = Style(  # tabs and tables, as written in a word processor
    name="word",
    dates="September 2019",
    head=parts.titled,
    cite=citing.apa,
    names="initials",
    stints=stints.flush,
    degrees=stints.flush_role,
    prizes=parts.prize_flush,
    titles=(("positions", "Employment History"), ("publications", "Peer-Reviewed Publications")),
    marks="1.",
    says=_FULL | _PAPERS,
    look="plain",
)
_BIOSKETCH = Style(  # as funders in medicine want it
    name="biosketch",
    dates="2019 open",
    head=parts.stacked,
    cite=citing.vancouver,
    names="initials",
    stints=stints.grid,
    degrees=stints.grid,
    prizes=parts.prize_years_first,
    order="education positions awards publications service",
    titles=(
        ("education", "Education/Training"),
        ("positions", "Positions and Scientific Appointments"),
        ("publications", "Contributions to Science"),
    ),
    marks="1.",
    at_most=6,
    says=frozenset({"degree starts", "locations", "givers", "doi"}) | _PAPERS,
    look="plain",
)
_SIDEBAR = Style(  # a narrow column for the small things, as AltaCV
    name="sidebar",
    dates="Sep 2019",
    head=parts.stacked,
    cite=citing_web.title_first,
    stints=stints.bold_blocks,
    degrees=stints.bold_blocks,
    prizes=parts.prize_items,
    order="skills interests awards education | positions publications service",
    titles=(("positions", "Experience"), ("awards", "Achievements"), ("skills", "Strengths")),
    marks="none",
    says=frozenset({*_CAREER, "theses", "highlights", "arxiv years"}),
    look="modern",
)
_GUIDED = Style(  # references by the guide of psychologists, careers in prose
    name="guided",
    dates="September 2019",
    head=parts.stacked,
    cite=citing.apa,
    names="initials",
    stints=stints.prose,
    degrees=stints.prose,
    prizes=parts.prize_items,
    order="positions education publications awards teaching service",
    titles=(("positions", "Biography"), ("education", "Academic Background")),
    grouping="kind",
    marks="none",
    at_most=8,
    says=frozenset({"advisors", "units"}) | _PAPERS,
    look="plain",
)
_ENGINEER = Style(  # numbered references as engineers have them
    name="engineer",
    dates="2019/09",
    head=parts.centred,
    cite=citing.ieee,
    names="initials",
    stints=stints.dash_items,
    degrees=stints.dash_items,
    prizes=parts.prize_items,
    titles=(("positions", "Research Experience"), ("awards", "Scholarships and Awards")),
    grouping="kind",
    marks="[1]",
    says=_FULL | _PAPERS | {"doi"},
    look="classic",
)
_COMPUTING = Style(
    name="computing",
    dates="2019--",
    head=parts.centred,
    cite=citing.acm,
    stints=stints.items,
    degrees=stints.items,
    prizes=parts.prize_years_first,
    titles=(("positions", "Academic Positions"), ("awards", "Distinctions")),
    marks="[1]",
    down=True,
    says=frozenset({*_CAREER, "theses", "highlights", "givers", "doi"}) | _PAPERS,
    look="plain",
)
_LECTURE = Style(  # as German informatics writes references
    name="lecture",
    dates="09/2019",
    head=parts.tabulated,
    cite=citing.lncs,
    names="initials",
    stints=stints.left_dates,
    degrees=stints.left_dates,
    prizes=parts.prize_years_first,
    grouping="year",
    says=frozenset({*_CAREER, "theses", "distinctions", "givers"}) | _PAPERS,
    look="classic",
)
_DASHES = Style(
    name="dashes",
    dates="2019-09",
    head=parts.stacked,
    cite=citing_web.dashes,
    stints=stints.bold_blocks,
    degrees=stints.items,
    prizes=parts.prize_brackets,
    titles=(("publications", "Research Papers"), ("awards", "Prizes")),
    says=frozenset({"degree starts", "advisors", "units", "givers", "arxiv years", "paper awards"}),
    look="plain",
)
_TAGS = Style(
    name="tags",
    dates="Sep 2019",
    head=parts.centred,
    cite=citing_web.tag_inline,
    stints=stints.flush_role,
    degrees=stints.flush,
    prizes=parts.prize_flush,
    titles=(("positions", "Industry and Research Experience"), ("publications", "Conference and Journal Publications")),
    says=_FULL | {"arxiv years", "paper awards", "rates", "marks"},
    look="classic",
)

STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        *(_TIMELINE, _BANNER, _HFILL, _EUROPASS, _ACADEMICPAGES, _DOTTED, _CARDS, _HOMEPAGE, _TABLES),
        *(_WORD, _BIOSKETCH, _SIDEBAR, _GUIDED, _ENGINEER, _COMPUTING, _LECTURE, _DASHES, _TAGS),
    )
}
"""Styles by name."""
