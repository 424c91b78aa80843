"""Twelve questions of queries/, and one resource: the middle time of each, on kg and on rdflib."""

import json
from collections.abc import Iterator
from pathlib import Path

from ask import PATIENCE, RESOURCE
from pyoxigraph import NamedNode
from synthetic import profiles

from kg.store.questions import find_query
from kg.terms.identifiers import slug
from speed.measure import Failed, Job, command
from speed.plan import BENCHMARKS, PYTHON, Plan
from speed.projects import Place
from speed.rows import Row

PART, RESOURCES, TURTLE = "queries", "one resource", "Turtle"
_BASE = "https://kg.example.org/"
_VALUES = 10
_STRIDE = 8

QUESTIONS = {
    "coauthors": ("person",),
    "publications": ("person",),
    "career": ("person",),
    "advisors": ("person",),
    "second-degree": ("person",),
    "coauthor-network": ("person",),
    "joint-works": ("person", "other"),
    "people-at": ("organization",),
    "authors-of-venue": ("venue",),
    "works-of-venue": ("venue",),
    "people-of-topic": ("topic",),
    "works-per-venue": (),
}
"""The questions, with their parameters."""


def rows(place: Place, plan: Plan) -> Iterator[Row]:
    """Ask the release of a place; rdflib only where it is small."""
    asked = place.directory / "queries.json"
    asked.write_text(json.dumps(texts(place.size)))
    yield from _asked(place, plan, "kg", place.release)
    if place.size <= plan.slow_up_to:
        yield from _asked(place, plan, "rdflib", place.facts)


def _asked(place: Place, plan: Plan, engine: str, graph: Path) -> Iterator[Row]:
    told = place.directory / f"{engine}.json"
    script = command(PYTHON, BENCHMARKS / "ask.py", engine, graph, place.directory / "queries.json", told)
    [(_, cost)] = plan.costs(place.size, [Job(PART, engine, [script], tells=told, repeats=1)])
    if isinstance(cost, Failed):
        yield Row(PART, "all", engine, place.size, note=str(cost))
        return
    for name, seconds in cost.told.items():
        if name in QUESTIONS:
            yield Row(PART, name, engine, place.size, seconds)
        else:
            yield Row(RESOURCES, TURTLE, name, place.size, seconds)
    for name in sorted(QUESTIONS.keys() - cost.told.keys()):
        yield Row(PART, name, engine, place.size, note=f"takes longer than {PATIENCE} s")


def texts(size: int) -> dict[str, list[str]]:
    """Return each question as SPARQL about ten entities, as far as there are so many, and the IRIs of ten people."""
    terms = _terms(size)
    bound = {
        name: [
            find_query(name).bind({parameter: terms[parameter][number] for parameter in parameters})
            for number in range(len(terms["person"]) if parameters else 1)
        ]
        for name, parameters in QUESTIONS.items()
    }
    return bound | {RESOURCE: [person.value for person in terms["person"]]}


def _terms(size: int) -> dict[str, list[NamedNode]]:
    """Return values of each parameter, taken from profiles all over the project; `other` is a co-author of `person`."""
    places = range(0, size - 1, max(_STRIDE, size // _VALUES // _STRIDE * _STRIDE))[:_VALUES]
    wanted = {number + offset for number in places for offset in (0, 1)}
    held = {number: profile for number, profile in enumerate(profiles(size)) if number in wanted}
    own = [held[number] for number in places]
    return {
        "person": [_iri("person", profile["id"]) for profile in own],
        "other": [_iri("person", held[number + 1]["id"]) for number in places],
        "organization": [_iri("organization", _place(profile["positions"][0]["organization"])) for profile in own],
        "venue": [_iri("venue", profile["publications"][0]["venue"].lower()) for profile in own],
        "topic": [_iri("topic", slug(profile["interests"][0])) for profile in own],
    }


def _place(name: str) -> str:
    return f"place-{name.rpartition(' ')[2]}"


def _iri(kind: str, local: str) -> NamedNode:
    return NamedNode(f"{_BASE}{kind}/{local}")
