"""What a researcher received and gave back: awards, teaching, service."""

from pydantic import Field

from kg.fields import (
    CourseName,
    Many,
    ManyPeople,
    Name,
    Node,
    OrganizationName,
    Ror,
    Term,
    Text,
    VenueName,
    WorkTitle,
    Year,
)
from kg.profile.career import Period
from kg.profile.reference import PersonReference


class Award(Period):
    """A prize, scholarship, grant or honour."""

    name: Name = Field(description="What it is called")
    year: Year | None = Field(None, description="When it was given; `start` and `end` if it lasted")
    giver: OrganizationName | None = Field(None, description="The organisation that gave it")
    ror: Ror | None = Field(None, description="ROR id of that organisation, where the source states it")
    venue: VenueName | None = Field(None, description="The conference at which it was given")
    for_work: WorkTitle | None = Field(None, description="Title of the publication, or name of the system, that won it")
    summary: Text | None = Field(None, description="Anything else: `top 5%`")


class Teaching(Node):
    """A course taught or assisted in."""

    course: CourseName = Field(description="Its name")
    code: Many[Name] = Field((), description="Its code, or codes if it is cross-listed")
    institution: OrganizationName | None = Field(None, description="Where, by any of its names")
    term: Many[Term] = Field((), description="When: `Spring 2023`, or a list of terms")
    role: Name = Field(description="`Instructor`, `Teaching Assistant`")
    instructors: ManyPeople[PersonReference] = Field((), description="Who held it, if not you, without titles")
    summary: Text | None = Field(None, description="What was done")


class Service(Node):
    """Service to the community: committees, reviewing, organisation."""

    role: Name = Field(description="`Artifact Evaluation Committee`, `Reviewer`")
    venue: VenueName | None = Field(None, description="For which conference or journal, without the year")
    organization: OrganizationName | None = Field(None, description="Or for which organisation")
    ror: Ror | None = Field(None, description="ROR id of that organisation, where the source states it")
    year: Year | None = Field(None, description="For which year")
    summary: Text | None = Field(None, description="Anything else")
