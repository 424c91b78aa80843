"""What a CV may hold, as plain records; of people who do not exist (`tests/support/cv_people.py`)."""

import unicodedata
from dataclasses import dataclass

PRESENT = "present"


@dataclass(frozen=True)
class PersonName:
    """A name in its parts.

    Attributes:
        given: The given name or names.
        family: The family name with its particles.
        middle: A middle initial without its full stop.
        suffix: `Jr.`, `III`.
        native: The name in its own script.
    """

    given: str
    family: str
    middle: str = ""
    suffix: str = ""
    native: str = ""

    @property
    def full(self) -> str:
        """As it is spoken."""
        middle = f"{self.middle}." if self.middle else ""
        return " ".join(part for part in (self.given, middle, self.family, self.suffix) if part)

    @property
    def letters(self) -> tuple[str, ...]:
        """The initials; the parts of a hyphenated name are one."""
        given = tuple("-".join(piece[0].upper() for piece in part.split("-")) for part in self.given.split())
        return (*given, self.middle) if self.middle else given

    @property
    def initials(self) -> str:
        """`J.-P. M. van der Berg`."""
        letters = [letter.replace("-", ".-") + "." for letter in self.letters]
        return " ".join([*letters, self.family, *([self.suffix] if self.suffix else [])])


@dataclass(frozen=True)
class Venue:
    """Where a work appeared: `kind` is conference, journal, workshop, arxiv, or none."""

    kind: str
    name: str = ""
    acronym: str = ""
    publisher: str = ""
    edition: int = 0


@dataclass(frozen=True)
class Paper:
    """A publication.

    Attributes:
        title: As printed, without a final full stop.
        authors: In order.
        venue: Where it appeared or shall appear.
        year: Of publication; 0 where a style does not say it.
        month: Of publication.
        status: As a profile has it.
        status_words: As the author puts it.
        volume: Of a journal.
        number: Of the volume.
        pages: First and last page.
        arxiv: arXiv identifier.
        doi: DOI; its prefix belongs to nobody.
        award: What it won.
        rate: Acceptance rate of the venue, in percent.
        equal: How many of the first authors contributed equally.
        corresponding: Positions of the corresponding authors.
        cut: Whether `et al.` stands for further authors.
    """

    title: str
    authors: tuple[PersonName, ...]
    venue: Venue
    year: int
    month: int
    status: str = "published"
    status_words: str = ""
    volume: int = 0
    number: int = 0
    pages: tuple[int, int] = (0, 0)
    arxiv: str = ""
    doi: str = ""
    award: str = ""
    rate: float = 0.0
    equal: int = 0
    corresponding: tuple[int, ...] = ()
    cut: bool = False


@dataclass(frozen=True)
class Stint:
    """A position or a degree: both have a place, a time and people.

    Attributes:
        what: The role or the degree.
        field: The subject of a degree.
        organization: The employer or the university.
        unit: The department or the team.
        location: The place.
        start: EDTF, or empty.
        end: EDTF, `present`, or empty.
        expected: Whether the end is a plan.
        advisors: Advisors and supervisors.
        thesis: Title of the thesis.
        distinction: `cum laude`, a grade.
        highlights: Sentences about the work.
    """

    what: str
    organization: str
    start: str
    end: str
    field: str = ""
    unit: str = ""
    location: str = ""
    expected: bool = False
    advisors: tuple[PersonName, ...] = ()
    thesis: str = ""
    distinction: str = ""
    highlights: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prize:
    """An award; `end` makes it a range of years."""

    name: str
    year: int
    end: int = 0
    giver: str = ""


@dataclass(frozen=True)
class Course:
    """A course assisted in or held."""

    name: str
    role: str
    institution: str
    season: str
    year: int
    code: str = ""


@dataclass(frozen=True)
class Duty:
    """Service to a venue in a year."""

    role: str
    venue: str
    year: int


@dataclass(frozen=True)
class Tool:
    """A system with its code."""

    name: str
    summary: str
    code: str


@dataclass(frozen=True)
class Person:
    """Everything a CV may say of a researcher; `topic` is what the work is about."""

    seed: int
    name: PersonName
    job_title: str
    topic: str
    papers: tuple[Paper, ...]
    degrees: tuple[Stint, ...]
    jobs: tuple[Stint, ...]
    prizes: tuple[Prize, ...]
    courses: tuple[Course, ...]
    duties: tuple[Duty, ...]
    talks: tuple[tuple[str, str, int], ...]
    tools: tuple[Tool, ...]
    skills: tuple[str, ...]
    interests: tuple[str, ...]

    @property
    def slug(self) -> str:
        """The name in letters of an address."""
        plain = unicodedata.normalize("NFKD", self.name.full).encode("ascii", "ignore").decode()
        return "-".join(plain.lower().replace(".", "").replace("'", "").split())

    @property
    def page(self) -> str:
        """Address of the homepage."""
        return f"https://{self.slug}.example.org/"
