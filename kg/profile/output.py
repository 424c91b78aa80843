"""What a researcher made: publications, systems and projects, talks."""

from typing import Any, Literal

from pydantic import Field, model_validator

from kg.fields import (
    Arxiv,
    Date,
    Doi,
    Many,
    ManyPeople,
    ManyWords,
    Name,
    Node,
    OrganizationName,
    Share,
    SystemName,
    Text,
    TopicName,
    Url,
    VenueName,
    WorkTitle,
    Year,
)
from kg.profile.career import Period
from kg.profile.reference import PersonReference

WorkStatus = Literal["published", "accepted", "in-press", "under-review", "preprint", "draft", "retracted"]
WorkType = Literal[
    "article",
    "book",
    "chapter",
    "dataset",
    "masters-thesis",
    "patent",
    "poster",
    "proceedings",
    "report",
    "software",
    "standard",
    "thesis",
]
WorkRole = Literal["author", "editor", "translator", "none"]
VenueKind = Literal[
    "journal",
    "conference",
    "workshop",
    "industry-event",
    "magazine",
    "newspaper",
    "book",
    "book-series",
    "report-series",
    "repository",
]
"""What sort of venue it is: the words of the scheme `kg:venue-kinds`."""
SystemStatus = Literal["planned", "ongoing", "completed", "deployed", "retired"]


class Link(Node):
    """A web page with the label under which it is offered."""

    label: Name = Field(description="`Slides`, `Video`, `Tutorial`")
    url: Url = Field(description="Its address")


class Author(PersonReference):
    """An author, as written; a plain text is a name, and a star behind it marks equal contribution."""

    equal_contribution: bool = Field(False, description="Marked as an equal contributor")

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        name = value.rstrip("* ")
        return {"name": name, "equal_contribution": True} if name != value.rstrip() else {"name": name}


class Publication(Node):
    """A paper, book, thesis or other work, published or on its way."""

    title: WorkTitle = Field(description="As printed, without a final full stop")
    authors: ManyPeople[Author] = Field((), description="In order, as printed")
    more_authors: bool = Field(False, description="Whether the source names only some: `et al.`")
    corporate_authors: Many[OrganizationName] = Field(
        (), description="Organisations as authors: `World Health Organization`"
    )
    editors: ManyPeople[PersonReference] = Field((), description="In order, as printed")
    translators: ManyPeople[PersonReference] = Field((), description="In order, as printed")
    venue: VenueName | None = Field(
        None, description="Conference, workshop or journal, by any of its names, without the year"
    )
    venue_kind: VenueKind | None = Field(None, description="What sort of venue it is, where the source says so")
    year: Year | None = Field(None, description="Year of publication")
    date: Date | None = Field(None, description="A more precise date than `year`")
    type: WorkType = Field("article", description="What kind of work it is")
    status: WorkStatus | None = Field(None, description="Where a venue is named, `published` if not said")
    status_note: Name | None = Field(None, description="The status in the author's words: `under revision`")
    role: WorkRole = Field("author", description="What the owner of the profile is in it; `none` for a work of others")
    url: Url | None = Field(None, description="Where it can be read")
    doi: Doi | None = Field(None, description="DOI, or its address")
    arxiv: Arxiv | None = Field(None, description="arXiv id, or its address")
    links: Many[Link] = Field((), description="Slides, videos and other pages")
    award: Many[Name] = Field((), description="Awards that the work itself won")
    acceptance_rate: Share | None = Field(None, description="Of the venue in that year: `18.4%`")
    system: Many[SystemName] = Field((), description="The system that the work describes")
    topics: ManyWords[TopicName] = Field((), description="What it is about")

    @property
    def years(self) -> tuple[int, ...]:
        """The years that the record states, that of `date` first, of which there must be at most one."""
        stated = (int(self.date[:4]) if self.date else None, self.year)
        return tuple(dict.fromkeys(year for year in stated if year))


class System(Period):
    """A system or project: named software, or a line of work with partners and results."""

    name: SystemName = Field(description="What it is called")
    variants: Many[Name] = Field((), description="Other names, such as the heading of the project")
    summary: Text | None = Field(None, description="What it is and does")
    role: Name | None = Field(None, description="What you are in it: `Lead developer`")
    status: SystemStatus | None = Field(None, description="How it stands")
    date: Date | None = Field(None, description="The one date given with it, where start and end are not told apart")
    partners: Many[OrganizationName] = Field((), description="Organisations that work on it too")
    people: ManyPeople[PersonReference] = Field(
        (), description="Others who work on it; authors of its papers need not be repeated"
    )
    homepage: Url | None = Field(None, description="Its web page")
    code: Many[Url] = Field((), description="Where its source code is")
    papers: Many[WorkTitle] = Field((), description="Titles of publications that belong to the project")
    links: Many[Link] = Field((), description="Posts, documentation, talks and other pages")


class Talk(Node):
    """A talk, a tutorial, an invited lecture."""

    title: Name | None = Field(None, description="Its title")
    venue: VenueName | None = Field(None, description="Where it was given, by any of its names, without the year")
    year: Year | None = Field(None, description="Year in which it was given")
    date: Date | None = Field(None, description="The day, where known")
    location: Name | None = Field(None, description="Place")
    system: Many[SystemName] = Field((), description="The system that it presents")
    partners: Many[OrganizationName] = Field((), description="Organisations it was given together with")
    url: Url | None = Field(None, description="Recording, slides or announcement")
    links: Many[Link] = Field((), description="Further pages")
