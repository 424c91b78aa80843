"""A profile as JSON Resume 1.0.0; contacts stay at home."""

import json
from typing import Any

from kg.interchange.naming import calendar, year_or_date
from kg.interchange.plain import kept
from kg.interchange.views import raw
from kg.profile.model import Award, Degree, Period, Position, Profile, Publication, Service, System
from kg.terms.identifiers import PERSONAL, SCHEMES

_SCHEMA = "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json"


def write(profile: Profile) -> str:
    """Return a profile as JSON Resume."""
    certificates = [degree for degree in profile.education if raw(degree).level == "certificate" and degree.level]
    resume = kept(
        basics=_basics(profile),
        work=[_work(position) for position in profile.positions],
        volunteer=[_volunteer(service) for service in profile.service],
        education=[_education(degree) for degree in profile.education if degree not in certificates],
        awards=[_award(award) for award in profile.awards],
        certificates=[kept(name=each.degree, date=_end(each), issuer=each.institution) for each in certificates],
        publications=[_publication(work) for work in profile.publications],
        skills=[{"name": skill} for skill in profile.skills],
        interests=[{"name": interest} for interest in profile.interests],
        projects=[_project(system) for system in profile.systems],
    )
    return json.dumps({"$schema": _SCHEMA, **resume}, ensure_ascii=False, indent=2) + "\n"


def _basics(profile: Profile) -> dict[str, Any]:
    labels = {key: SCHEMES[key].label.removesuffix(" id").removesuffix(" name") for key in PERSONAL}
    ids = [{"network": labels[key], "url": getattr(profile, key)} for key in PERSONAL if getattr(profile, key)]
    pages = [{"network": "Web", "url": url} for url in profile.same_as]
    return kept(
        name=profile.name, label=profile.job_title, url=profile.homepage, summary=profile.summary, profiles=ids + pages
    )


def _work(position: Position) -> dict[str, Any]:
    return kept(name=position.organization, position=position.role, location=position.location,
                startDate=calendar(position, "start"), endDate=_end(position), summary=position.summary,
                highlights=list(position.highlights))  # fmt: skip


def _volunteer(service: Service) -> dict[str, Any]:
    year = str(service.year) if service.year else ""
    return kept(organization=service.organization or service.venue, position=service.role, startDate=year, endDate=year,
                summary=service.summary)  # fmt: skip


def _education(degree: Degree) -> dict[str, Any]:
    return kept(institution=degree.institution, area=degree.field, studyType=degree.degree,
                startDate=calendar(degree, "start"), endDate=_end(degree), score=degree.grade)  # fmt: skip


def _award(award: Award) -> dict[str, Any]:
    date = str(award.year) if award.year else calendar(award, "start")
    return kept(title=award.name, date=date, awarder=award.giver or award.venue, summary=award.summary)


def _publication(work: Publication) -> dict[str, Any]:
    return kept(
        name=work.title, publisher=work.venue, releaseDate=year_or_date(work), url=work.url or work.doi or work.arxiv
    )


def _project(system: System) -> dict[str, Any]:
    url = system.homepage or next(iter(system.code), None)
    start = calendar(system, "start") or calendar(system, "date")
    return kept(name=system.name, description=system.summary, startDate=start,
                endDate=_end(system), url=url, roles=[system.role] if system.role else [],
                entity=next(iter(system.partners), ""))  # fmt: skip


def _end(period: Period) -> str | None:
    """Return an end; what lasts has none, says the schema."""
    return None if period.end == "present" else calendar(period, "end")
