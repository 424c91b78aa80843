"""Map profiles as maplib does: frames of Polars fill OTTR templates. The facts are those of benchmarks/plain_rdflib.py.

python benchmarks/peers/map_maplib.py PROFILES.json TEMPLATES.stottr OUT.nt
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl
from maplib import Model

BASE = "https://kg.example.org/"
TEMPLATE = f"{BASE}template#"
STATUS = "https://w3id.org/profile-kg/ontology#"


def iri(kind: str, *columns: str) -> pl.Expr:
    """Return IRIs of names; RML percent-encodes them as well."""
    return pl.lit(f"{BASE}{kind}/") + pl.concat_str(columns, separator=" ").str.replace_all(" ", "%20")


def node(kind: str, column: str) -> pl.Expr:
    """Return IRIs of nodes of a person."""
    return pl.col("person") + pl.lit(f"#{kind}-") + pl.col(column).cast(pl.String)


def frames(profiles: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the name of each template with what fills it."""
    people = profiles.with_columns(person=iri("person", "name"))

    def entries(key: str) -> pl.DataFrame:
        return people.select("person", pl.col(key)).explode(key).drop_nulls(key).unnest(key)

    yield "Person", people.select(node="person", job_title="job_title", homepage="homepage", summary="summary")
    yield "Human", people.select(node="person", name="name")
    interests = people.select("person", name="interests").explode("name")
    yield "Interest", interests.select("person", "name", node=iri("topic", "name")).unique()
    yield "Skill", people.select("person", skill="skills").explode("skill")
    yield from _careers(entries("positions"), entries("ended"), entries("education"))
    yield from _works(entries("publications"))
    yield from _others(entries("systems"), entries("awards"), entries("teaching"), entries("service"))


def _careers(positions: pl.DataFrame, ended: pl.DataFrame, degrees: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    positions = positions.with_columns(node=node("position", "start"), place=iri("organization", "organization"))
    yield "Position", positions.select("person", "node", "place", "role", "start", "start_year")
    yield "Ended", ended.select("end", "end_year", node=node("position", "start"))
    degrees = degrees.with_columns(node=node("degree", "start"), place=iri("organization", "institution"))
    yield (
        "Degree",
        degrees.select("person", "node", "place", "degree", "field", "start", "start_year", "end", "end_year"),
    )
    for entries, name in ((positions, "organization"), (degrees, "institution")):
        yield "Organization", entries.select(node="place", name=name).unique()
        advisors = entries.select("person", entry="node", name="advisors").explode("name").drop_nulls()
        yield "Advisor", advisors.with_columns(node=iri("person", "name"))


def _works(works: pl.DataFrame) -> Iterator[tuple[str, pl.DataFrame]]:
    works = works.with_columns(
        node=iri("work", "title"),
        event=iri("event", "venue", "year"),
        date=pl.col("year").cast(pl.String),
    )
    yield "Work", works.select("node", "title", "year", "date", "event").unique()
    events = works.select(node="event", name=pl.concat_str("venue", "year", separator=" "), year="year", venue="venue")
    yield "Event", events.with_columns(venue=iri("venue", "venue")).unique()
    yield "Venue", works.select(node=iri("venue", "venue"), name="venue").unique()
    authors = works.select(work="node", author="authors").explode("author").unnest("author").unique()
    signed = pl.col("work") + pl.lit("#author-") + pl.col("position").cast(pl.String)
    yield "Authorship", authors.with_columns(node=signed, author=iri("person", "name"))
    yield "Human", authors.select(node=iri("person", "name"), name="name").unique()


def _others(
    systems: pl.DataFrame, awards: pl.DataFrame, teaching: pl.DataFrame, service: pl.DataFrame
) -> Iterator[tuple[str, pl.DataFrame]]:
    status = pl.lit(STATUS) + pl.col("status")
    yield "System", systems.select("person", "name", "summary", node=iri("system", "name"), status=status)
    text = pl.concat_str("name", "year", separator=", ")
    given = awards.with_columns(node=node("award", "name").str.replace_all(" ", "%20"), text=text)
    yield "Organization", given.select(node=iri("organization", "giver"), name="giver").unique()
    yield "Award", given.select("person", "node", "name", "year", "text", giver=iri("organization", "giver"))
    taught = teaching.with_columns(node=node("teaching", "code"), course=iri("course", "institution", "code"))
    name = pl.concat_str("institution", "code", separator=" ")
    yield "Teaching", taught.select("person", "node", "role", "term", "course", "code", name=name)
    yield "Venue", service.select(node=iri("venue", "venue"), name="venue").unique()
    served = service.with_columns(node=node("service", "venue"), venue=iri("venue", "venue"))
    yield "Service", served.select("person", "node", "role", "year", "venue")


def main() -> None:
    profiles, templates, out = map(Path, sys.argv[1:])
    model = Model()
    model.add_template(templates.read_text())
    for name, frame in frames(pl.read_json(profiles)):
        model.map(f"{TEMPLATE}{name}", frame)
    model.write(str(out), format="ntriples")


if __name__ == "__main__":
    main()
