"""The types of what people write. Made from ontology/kg.yaml by `make schemas`; do not edit."""

from collections.abc import Mapping
from typing import Literal

from kg.profile.forms import AuthorForm, AuthorityForm, PeriodForm, PersonForm, PublicationForm, ReferenceForm
from kg.terms.fields import StrictModel
from kg.terms.kinds import Declaration

CLASSES: Mapping[str, str]

def models(declaration: Declaration) -> Mapping[str, type[StrictModel]]: ...
def profile_model(declaration: Declaration) -> type[Profile]: ...

DegreeLevel = Literal["secondary", "certificate", "bachelor", "master", "doctoral", "postdoctoral"]

WorkStatus = Literal["retracted", "published", "in-press", "accepted", "under-review", "preprint", "draft"]

PositionRole = Literal["principal investigator", "co-principal investigator", "professor", "lecturer", "postdoctoral researcher", "postdoctoral fellow", "PhD student", "PhD candidate", "doctoral student", "graduate student", "master's student", "bachelor's student", "undergraduate student", "research scientist", "staff scientist", "research assistant", "research associate", "research engineer", "software engineer", "researcher", "technician", "lab manager", "intern", "visiting researcher", "visiting student"]

RoleGroup = Literal["Alumni", "Faculty", "Postdocs", "Doctoral researchers", "Students", "Staff"]

WorkType = Literal["article", "preprint", "review", "poster", "book", "chapter", "encyclopedia-entry", "bachelors-thesis", "masters-thesis", "patent", "proceedings", "standard", "thesis", "report", "book-review", "talk", "webpage", "dataset", "software"]

WorkRole = Literal["author", "editor", "translator", "none"]

VenueKind = Literal["journal", "conference", "workshop", "industry-event", "magazine", "newspaper", "book", "book-series", "report-series", "repository"]

OrganizationKind = Literal["university", "company", "government", "nonprofit", "institute", "laboratory", "department", "group"]

SystemStatus = Literal["planned", "ongoing", "completed", "deployed", "retired"]

ContactField = Literal["email", "phone", "address"]

ContributorRole = Literal["conceptualization", "data-curation", "formal-analysis", "funding-acquisition", "investigation", "methodology", "project-administration", "resources", "software", "supervision", "validation", "visualization", "writing-original-draft", "writing-review-editing"]

class Period(PeriodForm):
    start: str | None = None
    end: str | None = None

class PersonReference(ReferenceForm):
    name: str
    id: str | None = None
    organization: str | None = None
    orcid: str | None = None
    dblp: str | None = None
    homepage: str | None = None

class OrganizationReference(ReferenceForm):
    name: str
    ror: str | None = None

class Author(AuthorForm, PersonReference):
    corporate: bool = False
    equal_contribution: bool = False
    corresponding: bool = False
    affiliations: tuple[OrganizationReference, ...] = ()
    roles: tuple[ContributorRole, ...] = ()

class Photo(StrictModel):
    url: str | None = None
    file: str | None = None
    license: str | None = None
    alt: str | None = None

class Contact(StrictModel):
    email: str | None = None
    phone: str | None = None
    address: str | None = None
    public: tuple[ContactField, ...] = ()

class Profile(PersonForm):
    id: str
    name: str
    given_name: str | None = None
    family_name: str | None = None
    variants: tuple[str, ...] = ()
    pronouns: str | None = None
    job_title: str | None = None
    photo: Photo | None = None
    homepage: str | None = None
    orcid: str | None = None
    github: str | None = None
    dblp: str | None = None
    scholar: str | None = None
    semantic_scholar: str | None = None
    openalex: str | None = None
    wikidata: str | None = None
    linkedin: str | None = None
    same_as: tuple[str, ...] = ()
    contact: Contact | None = None
    room: str | None = None
    office_hours: str | None = None
    language: str = "en"
    summary: str | None = None
    interests: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    positions: tuple[Position, ...] = ()
    education: tuple[Degree, ...] = ()
    publications: tuple[Publication, ...] = ()
    systems: tuple[System, ...] = ()
    projects: tuple[Project, ...] = ()
    grants: tuple[Grant, ...] = ()
    awards: tuple[Award, ...] = ()
    teaching: tuple[Teaching, ...] = ()
    supervision: tuple[Supervision, ...] = ()
    service: tuple[Service, ...] = ()
    editorships: tuple[Editorship, ...] = ()
    talks: tuple[Talk, ...] = ()
    outreach: tuple[Outreach, ...] = ()
    memberships: tuple[Membership, ...] = ()

class Position(Period):
    organization: str
    ror: str | None = None
    unit: str | None = None
    role: str
    location: str | None = None
    advisors: tuple[PersonReference, ...] = ()
    summary: str | None = None
    highlights: tuple[str, ...] = ()

class Degree(Period):
    degree: str
    level: DegreeLevel | None = None
    field: str | None = None
    minor: str | None = None
    institution: str
    ror: str | None = None
    unit: str | None = None
    expected: bool = False
    location: str | None = None
    advisors: tuple[PersonReference, ...] = ()
    thesis: str | None = None
    distinction: str | None = None
    grade: str | None = None
    summary: str | None = None

class Membership(Period):
    organization: str
    ror: str | None = None
    role: str | None = None

class Publication(PublicationForm):
    title: str
    authors: tuple[Author, ...] = ()
    more_authors: bool = False
    corporate_authors: tuple[str, ...] = ()
    editors: tuple[PersonReference, ...] = ()
    translators: tuple[PersonReference, ...] = ()
    venue: str | None = None
    venue_kind: VenueKind | None = None
    year: int | None = None
    date: str | None = None
    type: WorkType = "article"
    status: WorkStatus | None = None
    status_note: str | None = None
    role: WorkRole | None = None
    selected: bool = False
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    article_number: str | None = None
    number: str | None = None
    office: str | None = None
    chapter: str | None = None
    page_count: int | None = None
    edition: str | None = None
    version: str | None = None
    series: str | None = None
    publisher: str | None = None
    place: str | None = None
    institution: str | None = None
    isbn: tuple[str, ...] = ()
    issn: tuple[str, ...] = ()
    abstract: str | None = None
    keywords: tuple[str, ...] = ()
    language: str | None = None
    license: str | None = None
    url: str | None = None
    open_access: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    bibcode: str | None = None
    links: tuple[Link, ...] = ()
    award: tuple[str, ...] = ()
    acceptance_rate: str | None = None
    system: tuple[str, ...] = ()
    funding: tuple[str, ...] = ()
    funders: tuple[OrganizationReference, ...] = ()
    topics: tuple[str, ...] = ()
    note: str | None = None

class Link(StrictModel):
    label: str
    url: str
    date: str | None = None

class System(Period):
    name: str
    variants: tuple[str, ...] = ()
    summary: str | None = None
    role: str | None = None
    status: SystemStatus | None = None
    date: str | None = None
    version: str | None = None
    license: str | None = None
    partners: tuple[str, ...] = ()
    people: tuple[PersonReference, ...] = ()
    homepage: str | None = None
    code: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    funding: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()

class Talk(StrictModel):
    title: str | None = None
    venue: str | None = None
    year: int | None = None
    date: str | None = None
    location: str | None = None
    system: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()
    url: str | None = None
    links: tuple[Link, ...] = ()

class Outreach(StrictModel):
    title: str
    form: str | None = None
    outlet: str | None = None
    date: str | None = None
    year: int | None = None
    url: str | None = None
    summary: str | None = None

class Grant(Period):
    name: str
    funder: str | None = None
    ror: str | None = None
    number: str | None = None
    program: str | None = None
    amount: str | None = None
    currency: str | None = None
    role: str | None = None
    investigators: tuple[PersonReference, ...] = ()
    url: str | None = None
    summary: str | None = None

class Project(Period):
    name: str
    variants: tuple[str, ...] = ()
    summary: str | None = None
    status: SystemStatus | None = None
    people: tuple[PersonReference, ...] = ()
    partners: tuple[str, ...] = ()
    funding: tuple[str, ...] = ()
    homepage: str | None = None

class Award(Period):
    name: str
    year: int | None = None
    giver: str | None = None
    ror: str | None = None
    venue: str | None = None
    for_work: str | None = None
    summary: str | None = None

class Teaching(StrictModel):
    course: str
    code: tuple[str, ...] = ()
    institution: str | None = None
    term: tuple[str, ...] = ()
    role: str
    instructors: tuple[PersonReference, ...] = ()
    summary: str | None = None

class Supervision(Period):
    person: PersonReference
    degree: str | None = None
    level: DegreeLevel | None = None
    role: str | None = None
    thesis: str | None = None
    institution: str | None = None
    year: int | None = None
    co_supervisors: tuple[PersonReference, ...] = ()
    now: str | None = None
    summary: str | None = None

class Service(StrictModel):
    role: str
    venue: str | None = None
    organization: str | None = None
    ror: str | None = None
    year: int | None = None
    summary: str | None = None

class Editorship(Period):
    role: str
    venue: str
    title: str | None = None
    summary: str | None = None

class Authority(AuthorityForm):
    id: str
    name: str
    acronym: str | None = None
    aliases: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    homepage: str | None = None
    wikidata: str | None = None
    same_as: tuple[str, ...] = ()

class Organization(Authority):
    kind: OrganizationKind | None = None
    parent: str | None = None
    ror: str | None = None

class Venue(Authority):
    kind: VenueKind = "conference"
    held_with: str | None = None
