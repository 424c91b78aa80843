"""Researchers who do not exist, with all that a CV may hold; the same seed gives the same person.

Everything is exact here: dates have months, names are full, venues have all their names. A style of
`tests/cv_styles` says less, and then the gold says less too (`tests/cv_styles/stating.py`).
"""

import random
from collections.abc import Sequence

from tests.support import cv_vocabulary as words
from tests.support.cv_person import PRESENT, Course, Duty, Paper, Person, PersonName, Prize, Stint, Tool, Venue


def invent(seed: int) -> Person:
    """Return a person of that number, always the same one."""
    rng = random.Random(f"person {seed}")  # noqa: S311  (no secret)
    name = _name(rng, native=True)
    circle = list(dict.fromkeys([name, *(_name(rng) for _ in range(rng.randint(8, 40)))]))
    topic = rng.choice(words.TOPICS)
    degrees = _degrees(rng, circle)
    jobs = _jobs(rng, circle)
    return Person(
        seed=seed,
        name=name,
        job_title=jobs[0].what if jobs else "Ph.D. Student",
        topic=topic,
        papers=_papers(rng, name, circle),
        degrees=degrees,
        jobs=jobs,
        prizes=_prizes(rng),
        courses=_courses(rng, degrees[0].organization),
        duties=_duties(rng),
        talks=_talks(rng),
        tools=_tools(rng),
        skills=tuple(rng.sample(words.SKILLS, rng.randint(4, 8))),
        interests=tuple(rng.sample(words.TOPICS, rng.randint(2, 4))),
    )


def _pool(text: str) -> list[str]:
    return text.split("|") if "|" in text else text.split()


def _name(rng: random.Random, *, native: bool = False) -> PersonName:
    """Draw given and family name of one culture, with a middle initial or a suffix where that is usual."""
    culture = rng.choices(list(words.GIVEN), weights=[30 if c == "chinese" else 6 for c in words.GIVEN])[0]
    given, family = rng.choice(_pool(words.GIVEN[culture])), rng.choice(_pool(words.FAMILY[culture]))
    middle = suffix = ""
    if culture in ("english", "indian", "african", "dutch", "korean"):
        middle = rng.choice("ABCDEFGHJKLMNPRST") if rng.random() < 0.3 else ""
    if culture == "english" and rng.random() < 0.06:
        suffix = rng.choice(("Jr.", "III"))
    if culture == "indian" and rng.random() < 0.15:
        given, middle = rng.choice("KSVR") + ".", ""
    own = words.NATIVE.get(family, "") + words.NATIVE.get(given, "")
    known = native and given in words.NATIVE and family in words.NATIVE
    return PersonName(given, family, middle, suffix, own if known else "")


def _title(rng: random.Random) -> str:
    topics, means = rng.sample(words.TOPICS, 3), rng.sample(words.MEANS, 2)
    return rng.choice(words.TITLES).format(
        system=_system(rng),
        manner=rng.choice(words.MANNERS),
        topic=topics[0],
        topic2=topics[1],
        topic3=topics[2],
        area=rng.choice(words.AREAS),
        means=means[0],
        means2=means[1],
    )


def _system(rng: random.Random) -> str:
    name = "".join(rng.sample(words.SYLLABLES, rng.randint(2, 3)))
    return name.upper() if len(name) < 6 and rng.random() < 0.3 else name.capitalize()


def _papers(rng: random.Random, owner: PersonName, circle: Sequence[PersonName]) -> tuple[Paper, ...]:
    count = rng.choice((3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25))
    made: dict[str, Paper] = {}
    while len(made) < count:
        paper = _paper(rng, owner, circle)
        made.setdefault(paper.title, paper)
    return tuple(sorted(made.values(), key=lambda paper: (-paper.year, -paper.month, paper.title)))


def _paper(rng: random.Random, owner: PersonName, circle: Sequence[PersonName]) -> Paper:
    wanted = rng.choices((1, 2, 3, 4, 5, 6, 8, 11, 18, 32), weights=(4, 14, 20, 20, 14, 10, 8, 5, 3, 2))[0]
    others = [name for name in dict.fromkeys(circle) if name != owner]
    authors = rng.sample(others, min(wanted - 1, len(others)))
    authors.insert(rng.randrange(len(authors) + 1) if rng.random() < 0.6 else 0, owner)
    year, venue = rng.randint(2012, 2026), _venue(rng)
    status, said = _status(rng, venue, year)
    first = rng.randint(1, 900)
    journal = venue.kind == "journal"
    return Paper(
        title=_title(rng),
        authors=tuple(authors),
        venue=venue,
        year=year,
        month=rng.randint(1, 12),
        status=status,
        status_words=said,
        volume=rng.randint(2, 60) if journal and status == "published" else 0,
        number=rng.randint(1, 12) if journal and status == "published" else 0,
        pages=(first, first + rng.randint(5, 24)) if status == "published" and rng.random() < 0.7 else (0, 0),
        arxiv=f"{year % 100:02}{rng.randint(1, 12):02}.{rng.randint(100, 19999):05}" if venue.kind == "arxiv" else "",
        doi=f"10.99999/{rng.randint(1000, 9999)}.{rng.randint(100000, 999999)}" if rng.random() < 0.3 else "",
        award=rng.choice(words.PAPER_PRIZES) if status == "published" and rng.random() < 0.12 else "",
        rate=rng.randint(120, 320) / 10 if venue.kind == "conference" and rng.random() < 0.1 else 0.0,
        equal=2 if len(authors) > 2 and rng.random() < 0.15 else 0,
        corresponding=(len(authors) - 1,) if len(authors) > 2 and rng.random() < 0.1 else (),
    )


def _venue(rng: random.Random) -> Venue:
    kind = rng.choices(("conference", "journal", "workshop", "arxiv"), weights=(60, 20, 8, 12))[0]
    if kind == "conference":
        acronym, name, publisher = rng.choice(words.CONFERENCES)
        return Venue(kind, name, acronym, publisher, rng.randint(3, 44))
    if kind == "journal":
        name, acronym = rng.choice(words.JOURNALS)
        return Venue(kind, name, acronym)
    if kind == "workshop":
        host = rng.choice(words.CONFERENCES)[0]
        return Venue(kind, f"{rng.choice(words.WORKSHOPS)} @ {host}")
    return Venue(kind, "arXiv preprint")


def _status(rng: random.Random, venue: Venue, year: int) -> tuple[str, str]:
    """Return a status and its words; what is on arXiv is a preprint, and what is new may be on its way."""
    if venue.kind == "arxiv":
        return "preprint", ""
    if year < 2025 or rng.random() < 0.5:
        return "published", ""
    choices = (("under-review", "under review"), ("under-review", "in submission"), ("accepted", "to appear"))
    return rng.choice((*choices, ("accepted", "accepted")))


def _degrees(rng: random.Random, circle: Sequence[PersonName]) -> tuple[Stint, ...]:
    levels = rng.choice((("doctoral", "bachelor"), ("doctoral", "master", "bachelor"), ("master", "bachelor")))
    year, made = rng.choice((2027, 2024, 2021, 2018, 2015)), []
    for level in levels:
        start = year - {"doctoral": rng.randint(4, 6), "master": 2, "bachelor": 4}[level]
        university, location = rng.choice(words.UNIVERSITIES)
        scholar = level != "bachelor"
        made.append(
            Stint(
                what=rng.choice(words.DEGREES[level]),
                field=rng.choice(words.FIELDS),
                organization=university,
                unit=rng.choice(words.DEPARTMENTS) if rng.random() < 0.5 else "",
                location=location,
                start=f"{start}-{rng.choice((8, 9, 10)):02}",
                end=f"{year}-{rng.choice((5, 6, 7)):02}",
                expected=year > 2026,
                advisors=tuple(rng.sample(circle[1:], rng.randint(1, 2))) if scholar and rng.random() < 0.8 else (),
                thesis=_title(rng) if scholar and rng.random() < 0.5 else "",
                distinction=rng.choice(("First Class Honours", "cum laude", "GPA: 3.9/4.0", "", "")),
            )
        )
        year = start
    return tuple(made)


def _jobs(rng: random.Random, circle: Sequence[PersonName]) -> tuple[Stint, ...]:
    made, end = [], PRESENT
    year = rng.randint(2019, 2025)
    for place in rng.choices(("faculty", "student", "company"), k=rng.randint(1, 5)):
        company = place == "company"
        organization, location = rng.choice(words.COMPANIES if company else words.UNIVERSITIES)
        made.append(
            Stint(
                what=rng.choice(words.ROLES[place]),
                organization=organization,
                unit=rng.choice(words.TEAMS if company else words.DEPARTMENTS) if rng.random() < 0.5 else "",
                location=location,
                start=f"{year}-{rng.randint(1, 6):02}",
                end=end,
                advisors=tuple(rng.sample(circle[1:], rng.randint(1, 2))) if rng.random() < 0.5 else (),
                highlights=_highlights(rng),
            )
        )
        end = f"{year - rng.randint(0, 1)}-{rng.randint(1, 12):02}" if rng.random() < 0.3 else f"{year}-01"
        year = int(end[:4]) - rng.randint(1, 3)
    return tuple(made)


def _highlights(rng: random.Random) -> tuple[str, ...]:
    chosen = rng.sample(words.HIGHLIGHTS, rng.randint(0, 3))
    return tuple(line.format(topic_low=rng.choice(words.TOPICS).lower()) for line in chosen)


def _prizes(rng: random.Random) -> tuple[Prize, ...]:
    made = []
    for name in rng.sample(words.PRIZES, rng.randint(1, 6)):
        year = rng.randint(2010, 2025)
        end = year + rng.randint(1, 3) if rng.random() < 0.12 else 0
        made.append(Prize(name, year, end, rng.choice(words.GIVERS) if rng.random() < 0.5 else ""))
    return tuple(sorted(made, key=lambda prize: -prize.year))


def _courses(rng: random.Random, institution: str) -> tuple[Course, ...]:
    roles = ("Teaching Assistant", "Instructor", "Head TA", "Guest Lecturer")
    return tuple(
        Course(
            name,
            rng.choice(roles),
            institution,
            rng.choice(("Spring", "Fall", "Summer")),
            rng.randint(2012, 2025),
            f"CS{rng.randint(100, 599)}" if rng.random() < 0.6 else "",
        )
        for name in rng.sample(words.COURSES, rng.randint(0, 4))
    )


def _duties(rng: random.Random) -> tuple[Duty, ...]:
    acronyms = [acronym for acronym, _, _ in words.CONFERENCES]
    return tuple(Duty(rng.choice(words.DUTIES), venue, rng.randint(2014, 2025)) for venue in rng.sample(acronyms, 4))


def _talks(rng: random.Random) -> tuple[tuple[str, str, int], ...]:
    places = [name for name, _ in (*words.UNIVERSITIES, *words.COMPANIES)]
    return tuple((_title(rng), rng.choice(places), rng.randint(2014, 2025)) for _ in range(rng.randint(0, 3)))


def _tools(rng: random.Random) -> tuple[Tool, ...]:
    names = [_system(rng) for _ in range(rng.randint(0, 3))]
    return tuple(
        Tool(name, f"A library for {rng.choice(words.TOPICS).lower()}", f"https://git.example.org/{name.lower()}")
        for name in names
    )
