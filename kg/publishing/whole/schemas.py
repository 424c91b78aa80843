"""Which tables there are, and what their columns mean."""

from collections.abc import Iterator
from dataclasses import dataclass

IRI = "iri"
"""The column that says what a row is about."""


@dataclass(frozen=True)
class Column:
    """A column.

    Attributes:
        name: What stands at its head.
        property: Whose values it holds, as a CURIE; empty for what a row belongs to.
        datatype: What it holds, by its name in XML Schema.
        is_list: Whether a cell may hold several.
        is_name: Whether it holds the names of the values, not the values.
    """

    name: str
    property: str
    datatype: str = "string"
    is_list: bool = False
    is_name: bool = False


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        name: The name of its file, without suffix.
        title: What it lists, in words.
        of: What its rows are about: things of a kind, as IRIs name it, or entries of things, by their class as a CURIE.
        columns: Its columns, but for the first, which is `IRI`.
    """

    name: str
    title: str
    of: str
    columns: tuple[Column, ...]


def _table(name: str, title: str, of: str, *parts: Iterator[Column]) -> Table:
    return Table(name, title, of, tuple(column for part in parts for column in part))


def _texts(*pairs: tuple[str, str]) -> Iterator[Column]:
    return (Column(name, key) for name, key in pairs)


def _lists(*pairs: tuple[str, str]) -> Iterator[Column]:
    return (Column(name, key, is_list=True) for name, key in pairs)


def _numbers(*pairs: tuple[str, str]) -> Iterator[Column]:
    return (Column(name, key, "integer") for name, key in pairs)


def _addresses(*pairs: tuple[str, str]) -> Iterator[Column]:
    return (Column(name, key, "anyURI", is_list=True) for name, key in pairs)


def _thing(name: str, key: str) -> Iterator[Column]:
    """Yield the column of a thing and that of its name."""
    yield Column(name, key, "anyURI")
    yield Column(f"{name}_name", key, is_name=True)


def _things(name: str, key: str) -> Iterator[Column]:
    """Yield the column of several things and that of their names, in the same order."""
    yield Column(name, key, "anyURI", is_list=True)
    yield Column(f"{name}_names", key, is_list=True, is_name=True)


def _period() -> Iterator[Column]:
    """Yield when something was: as precise as it is known, and in years."""
    yield from _texts(("start", "schema:startDate"), ("end", "schema:endDate"))
    yield from _numbers(("start_year", "kg:startYear"), ("end_year", "kg:endYear"))


_NAME, _DESCRIPTION, _ROLE = ("name", "schema:name"), ("description", "schema:description"), ("role", "schema:roleName")
_ALSO, _SAME, _URL = ("also", "schema:alternateName"), ("same_as", "schema:sameAs"), ("url", "schema:url")
_ACRONYM, _YEAR = ("acronym", "kg:acronym"), ("year", "kg:year")

TABLES = (
    _table(
        "people",
        "People",
        "person",
        _texts(_NAME, ("given_name", "schema:givenName"), ("family_name", "schema:familyName")),
        _lists(_ALSO),
        _texts(("job_title", "schema:jobTitle")),
        _things("affiliation", "schema:affiliation"),
        _things("alumni_of", "schema:alumniOf"),
        _things("advisor", "kg:advisor"),
        _things("interest", "schema:knowsAbout"),
        _lists(("skills", "schema:skills")),
        _addresses(_URL, _SAME),
        _texts(_DESCRIPTION),
    ),
    _table(
        "works",
        "Works: articles, books, reports",
        "work",
        _texts(("title", "schema:name"), ("published", "schema:datePublished")),
        _numbers(_YEAR),
        _thing("status", "schema:creativeWorkStatus"),
        _texts(("status_note", "kg:statusNote"), ("venue_as_written", "kg:venueAsWritten")),
        _thing("event", "kg:presentedAt"),
        _thing("journal", "schema:isPartOf"),
        _things("author", "schema:author"),
        _things("editor", "schema:editor"),
        _things("translator", "schema:translator"),
        _things("topic", "schema:about"),
        _things("system", "kg:describes"),
        _lists(("award", "schema:award")),
        _addresses(_URL, _SAME),
    ),
    _table(
        "authorships",
        "Who wrote which work, in which place",
        "kg:Authorship",
        _thing("work", ""),
        _numbers(("position", "schema:position")),
        _thing("author", "kg:author"),
        _texts(("name_as_written", "kg:nameAsWritten"), ("equal_contribution", "kg:equalContribution")),
    ),
    _table(
        "organisations",
        "Organisations and their parts",
        "organization",
        _texts(_NAME, _ACRONYM),
        _lists(_ALSO),
        _thing("part_of", "schema:parentOrganization"),
        _addresses(_URL, _SAME),
    ),
    _table(
        "positions",
        "Positions of people",
        "org:Membership",
        _thing("person", "org:member"),
        _thing("organisation", "org:organization"),
        _texts(("unit", "kg:unit"), _ROLE),
        _period(),
        _texts(("current", "kg:current"), ("location", "kg:location")),
        _things("advisor", "kg:advisor"),
        _texts(_DESCRIPTION),
    ),
    _table(
        "degrees",
        "Degrees of people",
        "schema:EducationalOccupationalCredential",
        _thing("person", ""),
        _texts(("degree", "schema:credentialCategory"), ("field", "schema:about")),
        _thing("level", "schema:educationalLevel"),
        _thing("organisation", "schema:recognizedBy"),
        _period(),
        _texts(("expected", "kg:expected"), ("thesis", "kg:thesisTitle"), ("distinction", "kg:distinction")),
        _things("advisor", "kg:advisor"),
    ),
    _table(
        "awards",
        "Awards that people received",
        "kg:AwardReceipt",
        _thing("person", ""),
        _texts(_NAME),
        _numbers(_YEAR),
        _thing("giver", "kg:giver"),
        _thing("event", "kg:presentedAt"),
        _thing("work", "kg:forWork"),
    ),
    _table(
        "teaching",
        "Who taught which course",
        "kg:TeachingRole",
        _thing("person", ""),
        _texts(_ROLE),
        _thing("course", "kg:course"),
        _lists(("term", "kg:term")),
        _numbers(_YEAR),
    ),
    _table(
        "service",
        "Service to conferences and journals",
        "kg:ServiceRole",
        _thing("person", ""),
        _texts(_ROLE),
        _thing("kind", "kg:serviceKind"),
        _thing("venue", "kg:serviceFor"),
        _numbers(_YEAR),
    ),
    _table(
        "talks",
        "Talks",
        "kg:Talk",
        _thing("person", ""),
        _texts(_NAME),
        _thing("event", "kg:presentedAt"),
        _numbers(_YEAR),
        _addresses(_URL),
    ),
    _table(
        "contributions",
        "Who had which part in a system",
        "kg:SystemRole",
        _thing("person", ""),
        _texts(_ROLE),
        _thing("system", "kg:ofSystem"),
    ),
    _table(
        "systems",
        "Systems",
        "system",
        _texts(_NAME),
        _lists(_ALSO),
        _texts(_DESCRIPTION),
        _things("contributor", "schema:contributor"),
        _things("partner", "kg:collaborator"),
        _addresses(("code", "schema:codeRepository"), _URL),
    ),
    _table(
        "venues", "Venues over the years", "venue", _texts(_NAME, _ACRONYM), _lists(_ALSO), _thing("kind", "kg:kind")
    ),
    _table(
        "events",
        "Events: editions of venues",
        "event",
        _texts(_NAME),
        _numbers(_YEAR),
        _thing("venue", "schema:superEvent"),
        (Column(name, key, "decimal") for name, key in (("acceptance_rate", "kg:acceptanceRate"),)),
    ),
    _table(
        "courses",
        "Courses",
        "course",
        _texts(_NAME, ("code", "schema:courseCode")),
        _thing("organisation", "schema:provider"),
    ),
    _table("topics", "Topics", "topic", _texts(_NAME)),
    _table(
        "sources",
        "Files that the graph is made from",
        "source",
        _texts(_NAME, ("media_type", "schema:encodingFormat"), ("sha256", "kg:sha256")),
        _things("about", "schema:mainEntity"),
    ),
)
"""The tables, in the order in which they are listed."""
