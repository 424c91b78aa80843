"""Representations: a thing says the same in every syntax, and what the dump says of it."""

from collections.abc import Iterator

from kg.base.reporting import Finding
from kg.publish.check.rdf import SYNTAXES, Unreadable, lines
from kg.publish.check.rule import Category, Rule, Scope
from kg.publish.check.subjects import SiteSurvey, ThingPage

READABLE = Rule(
    "KG-REPR-01",
    "Every RDF document can be read in the syntax that its suffix names",
    "a program that fetched it has nothing otherwise",
    "write the document again; do not edit it by hand",
    Category.REPRESENTATIONS,
    Scope.THING,
    weight=2,
)
SAME = Rule(
    "KG-REPR-02",
    "The documents of a thing hold the same triples in every syntax",
    "what a program learns must not depend on what it asks for",
    "write all documents of a thing from the same release",
    Category.REPRESENTATIONS,
    Scope.THING,
    weight=3,
)
ALL = Rule(
    "KG-REPR-03",
    "Every thing has a document in Turtle, JSON-LD, N-Triples and RDF/XML",
    "each ecosystem reads its own",
    "publish the document beside the page of the thing",
    Category.REPRESENTATIONS,
    Scope.THING,
)
DUMP = Rule(
    "KG-REPR-04",
    "The document of a thing says what the dump says of it",
    "dump and documents are two ways to the same data",
    "write dump and documents from the same release",
    Category.REPRESENTATIONS,
    Scope.THING,
    weight=2,
)
DUMPED = Rule(
    "KG-REPR-05",
    "There is a dump, and it can be read",
    "nobody should have to fetch every page to have the data",
    "publish all data as one file, such as graph.nq.gz",
    Category.REPRESENTATIONS,
    Scope.SITE,
)


def of_thing(thing: ThingPage) -> Iterator[Finding]:
    """Judge the documents of a thing."""
    first: tuple[str, set[str]] | None = None
    for suffix, found in thing.documents.items():
        name = f"{thing.stem}.{suffix}"
        if isinstance(found, Unreadable):
            yield READABLE.broken(name, f"this is no {SYNTAXES[suffix]}: {found}")
            continue
        said = lines(found)
        if first is None:
            first = name, said
        elif first[1] != said:
            missing, more = first[1] - said, said - first[1]
            example = f"{min(missing)} is missing" if missing else f"{min(more)} is too many"
            counts = f"{len(missing):,} triples are missing and {len(more):,} too many"
            yield SAME.broken(name, f"compared with {first[0]}, {counts}; {example}")
    for suffix, title in SYNTAXES.items():
        if suffix not in thing.documents:
            yield ALL.broken(thing.page.name, f"there is no {title} at {thing.stem}.{suffix}")


def of_site(survey: SiteSurvey) -> Iterator[Finding]:
    """Judge the dump, and compare the things with it."""
    dump = survey.dump
    if dump.fault or not dump.name:
        yield DUMPED.broken(dump.name, f"the dump cannot be read: {dump.fault}" if dump.name else "there is no dump")
        return
    for thing in sorted(survey.things, key=lambda each: each.name):
        count, digest = dump.said_of(thing.iri)
        if (count, digest) != (thing.triples, thing.digest):
            had = f"{dump.name} has {count:,} triples of {thing.iri}, the documents have {thing.triples:,}"
            yield DUMP.broken(thing.name, had if count != thing.triples else f"{had}, and they differ")
