"""The typed, closed, frozen profile of a researcher: what a file in `data/profiles/` may say.

Keys are those that a researcher would guess; `ontology/kg.yaml` declares them and says what they mean.
"""

from kg.profile.finding import Finding
from kg.profile.model import (
    Author,
    Award,
    Contact,
    Degree,
    Editorship,
    Grant,
    Link,
    Membership,
    Outreach,
    Period,
    PersonReference,
    Photo,
    Position,
    Profile,
    Project,
    Publication,
    Service,
    Supervision,
    System,
    Talk,
    Teaching,
)
from kg.profile.record import Record, Resolved, Source

__all__ = [
    "Author",
    "Award",
    "Contact",
    "Degree",
    "Editorship",
    "Finding",
    "Grant",
    "Link",
    "Membership",
    "Outreach",
    "Period",
    "PersonReference",
    "Photo",
    "Position",
    "Profile",
    "Project",
    "Publication",
    "Record",
    "Resolved",
    "Service",
    "Source",
    "Supervision",
    "System",
    "Talk",
    "Teaching",
]
