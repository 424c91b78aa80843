"""Where a researcher worked, studied and belongs."""

from typing import Literal

from pydantic import Field, ValidationInfo, field_validator

from kg.fields import (
    Date,
    End,
    Many,
    ManyPeople,
    Name,
    Node,
    OrganizationName,
    Ror,
    Text,
    UnitName,
    end_not_before_start,
)
from kg.profile.reference import PersonReference

DegreeLevel = Literal["secondary", "certificate", "bachelor", "master", "doctoral", "postdoctoral"]


class Period(Node):
    """Base of what lasts: a start and an end, each as precise as it is known."""

    start: Date | None = Field(None, description="When it began: 2019, 2019-05, 2019-05-17, or 2019-22 for summer 2019")
    end: End | None = Field(None, description="When it ended, or `present`")

    @field_validator("end")
    @classmethod
    def _end_after_start(cls, end: str | None, info: ValidationInfo) -> str | None:
        return end_not_before_start(end, info.data.get("start"))


class Position(Period):
    """A job, an internship, a visit: a role at an organisation for a time."""

    organization: OrganizationName = Field(description="The employer or host, by any of its names")
    ror: Ror | None = Field(None, description="ROR id of that organisation, where the source states it")
    unit: UnitName | None = Field(None, description="Department, laboratory or team inside it")
    role: Name = Field(description="What one is there: `Research Intern`")
    location: Name | None = Field(None, description="Where: `Pittsburgh, PA`, `Remote`")
    advisors: ManyPeople[PersonReference] = Field((), description="Advisors, supervisors and mentors, without titles")
    summary: Text | None = Field(None, description="What was done, in a few sentences")
    highlights: Many[Text] = Field((), description="Single results or pieces of work, one an entry")


class Degree(Period):
    """A degree or course of study, finished or under way."""

    degree: Name = Field(description="As it is called: `Ph.D.`, `B.Eng.`")
    level: DegreeLevel | None = Field(None, description="Found from `degree` where it is a usual one")
    field: Name | None = Field(None, description="Subject: `Computer Science`")
    minor: Name | None = Field(None, description="Second subject")
    institution: OrganizationName = Field(description="Who awards it, by any of its names")
    ror: Ror | None = Field(None, description="ROR id of that organisation, where the source states it")
    unit: UnitName | None = Field(None, description="Department, school or laboratory inside it")
    expected: bool = Field(False, description="Whether `end` is a plan")
    location: Name | None = Field(None, description="Where: `Pittsburgh, PA`")
    advisors: ManyPeople[PersonReference] = Field((), description="Advisors and supervisors, without titles")
    thesis: Name | None = Field(None, description="Title of the thesis")
    distinction: Name | None = Field(None, description="`First Class Honours`, `cum laude`")
    grade: Name | None = Field(None, description="As stated: `3.79/4.0 (top 5%)`")
    summary: Text | None = Field(None, description="Anything else, in a few sentences")


class Membership(Period):
    """Membership of a society or a body."""

    organization: OrganizationName = Field(description="The society, by any of its names")
    ror: Ror | None = Field(None, description="ROR id of that organisation, where the source states it")
    role: Name | None = Field(None, description="`Senior Member`, `Fellow`")
