"""What a style says of a person: the person with all that it leaves out gone, and the gold that follows from it."""

from dataclasses import replace
from typing import Any

from tests.support.cv_person import Course, Paper, Person, PersonName, Prize, Stint, Venue
from tests.support.cv_styles import times
from tests.support.cv_styles.style import Style

Gold = dict[str, Any]


def stated(person: Person, style: Style) -> Person:
    """Return the person as the style states it."""
    papers = tuple(_paper(paper, style) for paper in person.papers)
    return replace(
        person,
        name=person.name if "native" in style.says else replace(person.name, native=""),
        papers=papers,
        degrees=tuple(_stint(degree, style, starts="degree starts" in style.says) for degree in person.degrees),
        jobs=tuple(_stint(job, style) for job in person.jobs),
        prizes=tuple(prize if "givers" in style.says else replace(prize, giver="") for prize in person.prizes),
    )


def gold(person: Person, style: Style) -> Gold:
    """Return the profile that the CV of a stated person states, under the keys of a profile."""
    return {
        "name": person.name.full,
        "homepage": person.page,
        "email": f"{person.slug}@example.org",
        "github": f"https://github.com/{person.slug}",
        "job_title": person.job_title,
        "topic": person.topic,
        "publications": [_gold_paper(paper, style) for paper in person.papers],
        "education": [_gold_stint(degree, "institution", "degree") for degree in person.degrees],
        "positions": [_gold_stint(job, "organization", "role") for job in person.jobs],
        "awards": [_gold_prize(prize) for prize in person.prizes],
        "teaching": [_gold_course(course) for course in person.courses],
        "service": [{"role": duty.role, "venue": duty.venue, "year": duty.year} for duty in person.duties],
        "talks": [{"title": title, "venue": venue, "year": year} for title, venue, year in person.talks],
        "systems": [{"name": t.name, "code": t.code, "summary": t.summary} for t in person.tools],
        "skills": list(person.skills),
        "interests": list(person.interests),
    }


def _paper(paper: Paper, style: Style) -> Paper:
    """Cut the authors, and leave out what the style does not say."""
    says = style.says
    long = 0 < style.at_most < len(paper.authors)
    unsaid = paper.status == "under-review" and style.grouping != "year"
    dateless = bool(paper.arxiv) and "arxiv years" not in says and style.grouping != "year"
    return replace(
        paper,
        authors=paper.authors[: style.at_most] if long else paper.authors,
        cut=long,
        venue=Venue("none") if paper.status == "under-review" else paper.venue,
        year=0 if unsaid or dateless else paper.year,
        pages=paper.pages if "pages" in says else (0, 0),
        volume=paper.volume if "volumes" in says else 0,
        number=paper.number if "volumes" in says else 0,
        doi=paper.doi if "doi" in says else "",
        award=paper.award if "paper awards" in says else "",
        rate=paper.rate if "rates" in says else 0.0,
        equal=paper.equal if "marks" in says else 0,
        corresponding=paper.corresponding if "marks" in says else (),
    )


def _stint(stint: Stint, style: Style, *, starts: bool = True) -> Stint:
    says, precise = style.says, times.precise(style.dates)
    start, end = (when if precise or when == "present" else when[:4] for when in (stint.start, stint.end))
    return replace(
        stint,
        start=start if starts else "",
        end=end,
        unit=stint.unit if "units" in says else "",
        location=stint.location if "locations" in says else "",
        advisors=stint.advisors if "advisors" in says else (),
        thesis=stint.thesis if "theses" in says else "",
        distinction=stint.distinction if "distinctions" in says else "",
        highlights=stint.highlights if "highlights" in says else (),
    )


def written(name: PersonName, style: Style) -> str:
    """Return a name as the style's references have it, turned to the spoken order."""
    return name.initials if style.names == "initials" else name.full


def _gold_paper(paper: Paper, style: Style) -> Gold:
    venue = paper.venue
    return {
        "title": paper.title,
        "authors": [written(name, style) for name in paper.authors],
        "cut": paper.cut,
        "venue": [name for name in (venue.acronym, venue.name) if name] if venue.kind != "arxiv" else [],
        "year": paper.year or None,
        "year_derived": paper.year or (2000 + int(paper.arxiv[:2]) if paper.arxiv else None),
        "status": paper.status,
        "status_words": paper.status_words,
        "equal": [written(name, style) for name in paper.authors[: paper.equal]],
        "award": paper.award,
        "acceptance_rate": paper.rate,
        "doi": paper.doi,
        "arxiv": paper.arxiv,
    }


def _gold_stint(stint: Stint, place: str, what: str) -> Gold:
    return {
        what: stint.what,
        "field": stint.field,
        place: stint.organization,
        "unit": stint.unit,
        "location": stint.location,
        "start": stint.start or None,
        "end": stint.end or None,
        "expected": stint.expected,
        "advisors": [name.full for name in stint.advisors],
        "thesis": stint.thesis,
        "distinction": stint.distinction,
        "highlights": list(stint.highlights),
    }


def _gold_prize(prize: Prize) -> Gold:
    return {"name": prize.name, "year": prize.year, "end": prize.end or None, "giver": prize.giver}


def _gold_course(course: Course) -> Gold:
    return {
        "course": course.name,
        "code": course.code,
        "role": course.role,
        "institution": course.institution,
        "year": course.year,
        "season": course.season,
    }
