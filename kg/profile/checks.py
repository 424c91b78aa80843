"""What must agree between the sections of one profile."""

from collections.abc import Iterator

from kg.errors import Problem
from kg.identifiers import fold
from kg.languages import forms_of
from kg.profile.model import Profile
from kg.strict_yaml import Loc


def contradictions(profile: Profile) -> Iterator[tuple[Loc, Problem]]:
    """Yield what cannot be: titles that name no publication, two years of one work."""
    titles = {fold(title) for publication in profile.publications for title in forms_of(publication.title)}
    systems = {fold(name) for system in profile.systems for name in forms_of(system.name)}
    for index, publication in enumerate(profile.publications):
        if len(publication.years) > 1:
            message = f"'date' says {publication.years[0]} and 'year' {publication.years[1]}"
            yield ("publications", index, "date"), Problem(message, hint="correct one of the two")
    for index, system in enumerate(profile.systems):
        for title in system.papers:
            if fold(title) not in titles:
                yield ("systems", index, "papers"), _unknown_title(title)
    for index, award in enumerate(profile.awards):
        if award.for_work and fold(award.for_work) not in titles | systems:
            yield ("awards", index, "for_work"), _unknown_title(award.for_work)


def oddities(profile: Profile) -> Iterator[tuple[Loc, Problem]]:
    """Yield what is probably a mistake: a publication with an author twice, or with the kind of a venue it lacks."""
    for index, publication in enumerate(profile.publications):
        names = {fold(author.name) for author in publication.authors}
        if len({frozenset(name.split()) for name in names}) < len(publication.authors):
            message = f"one name stands twice among the authors of '{publication.title}'"
            hint = "delete one, if it is one person; two authors of a work are taken for two people"
            yield ("publications", index, "authors"), Problem(message, hint=hint)
        if publication.venue_kind and not publication.venue:
            message = f"a kind of venue is given for '{publication.title}', but no venue"
            hint = "say where it appeared under 'venue', or delete 'venue_kind'"
            yield ("publications", index, "venue_kind"), Problem(message, hint=hint)


def _unknown_title(title: str) -> Problem:
    message = f"no publication of this profile has the title '{title}'"
    return Problem(message, hint="copy the title from the publication")
