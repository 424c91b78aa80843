"""The profile itself: who the researcher is, and all sections."""

from typing import Any

from pydantic import Field, model_validator

from kg.fields import (
    ContactField,
    Dblp,
    GitHub,
    LinkedIn,
    Many,
    ManyWords,
    Name,
    Node,
    OpenAlex,
    Orcid,
    PersonName,
    Scholar,
    SemanticScholar,
    Slug,
    Text,
    TopicName,
    Url,
    Wikidata,
)
from kg.profile.career import Degree, Membership, Position
from kg.profile.output import Publication, System, Talk
from kg.profile.recognition import Award, Service, Teaching
from kg.profile.written_names import with_main_name


class Contact(Node):
    """How to reach the researcher. Private unless `public` lists the field and kg.yaml allows it."""

    email: Name | None = Field(None, description="E-mail address")
    phone: Name | None = Field(None, description="Telephone number")
    address: Text | None = Field(None, description="Postal address")
    public: Many[ContactField] = Field((), description="The fields that may be published")


class Profile(Node):
    """A researcher's profile."""

    id: Slug = Field(description="Short name for ever: part of the IRI. Lower-case letters, digits, hyphens")
    name: PersonName = Field(description="Full name, in the order in which it is spoken")
    given_name: Name | None = Field(None, description="Given name")
    family_name: Name | None = Field(None, description="Family name")
    variants: Many[Name] = Field((), description="Other written forms of the name")
    pronouns: Name | None = Field(None, description="`she/her`")
    job_title: Name | None = Field(None, description="What one is now: `Ph.D. candidate`")
    homepage: Url | None = Field(None, description="Personal web page")
    orcid: Orcid | None = Field(None, description="ORCID iD, or its address")
    github: GitHub | None = Field(None, description="GitHub user name, or its address")
    dblp: Dblp | None = Field(None, description="dblp person key, or its address")
    scholar: Scholar | None = Field(None, description="Google Scholar user id, or its address")
    semantic_scholar: SemanticScholar | None = Field(None, description="Semantic Scholar author id")
    openalex: OpenAlex | None = Field(None, description="OpenAlex author id")
    wikidata: Wikidata | None = Field(None, description="Wikidata item")
    linkedin: LinkedIn | None = Field(None, description="LinkedIn name, or its address")
    same_as: Many[Url] = Field((), description="Other pages that stand for this person")
    contact: Contact | None = Field(None, description="Private unless marked public")
    language: str = Field("en", description="Language of the texts", pattern=r"^[a-z]{2,3}$")
    summary: Text | None = Field(None, description="Biography in a few sentences")
    interests: ManyWords[TopicName] = Field((), description="Research interests, one topic an entry")
    skills: ManyWords[Name] = Field((), description="Languages, tools, methods")
    positions: Many[Position] = Field((), description="Jobs, internships, visits")
    education: Many[Degree] = Field((), description="Degrees and courses of study")
    publications: Many[Publication] = Field((), description="Works, in any order")
    systems: Many[System] = Field((), description="Systems and projects")
    awards: Many[Award] = Field((), description="Prizes, scholarships, honours")
    teaching: Many[Teaching] = Field((), description="Courses taught or assisted in")
    service: Many[Service] = Field((), description="Committees, reviewing, organisation")
    talks: Many[Talk] = Field((), description="Talks and tutorials")
    memberships: Many[Membership] = Field((), description="Societies")

    @model_validator(mode="before")
    @classmethod
    def _name_apart(cls, data: Any) -> Any:
        """Read `name: Rui Pan 潘瑞` as a name and a variant; the file stays as it is."""
        return with_main_name(data) if isinstance(data, dict) else data
