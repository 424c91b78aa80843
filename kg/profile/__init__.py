"""The typed, closed, frozen profile of a researcher: what a file in `data/profiles/` may say.

Keys are those that a researcher would guess; each is also a term of `ontology/context.jsonld`, which
says what it means.
"""

from kg.profile.career import Degree, Membership, Position
from kg.profile.finding import Finding
from kg.profile.output import Author, Link, Publication, System, Talk
from kg.profile.person import Contact, Profile
from kg.profile.recognition import Award, Service, Teaching
from kg.profile.record import Record, Resolved, Source
from kg.profile.reference import PersonReference

__all__ = [
    "Author",
    "Award",
    "Contact",
    "Degree",
    "Finding",
    "Link",
    "Membership",
    "PersonReference",
    "Position",
    "Profile",
    "Publication",
    "Record",
    "Resolved",
    "Service",
    "Source",
    "System",
    "Talk",
    "Teaching",
]
