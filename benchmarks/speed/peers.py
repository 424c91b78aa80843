"""What others do: the plain script with rdflib and pySHACL, the mappers Morph-KGC and maplib, pySHACL alone."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from speed.environments import python_of
from speed.measure import Cost, Failed, Job, command, remove
from speed.plan import BENCHMARKS, KG, PEERS, PYTHON, Plan, row
from speed.projects import Place
from speed.rows import Row

WHOLE, MAPPING, VALIDATION = "whole job", "mapping", "validation"
PLAIN, MORPH, MAPLIB, PYSHACL = "rdflib + pySHACL script", "Morph-KGC", "maplib", "pySHACL alone"
MAPPER = "kg: reading and mapping"
IDENTITY = ("after reading", "resolving")
"""The phases in which kg decides who is who; other mappers do not."""

TO_TURTLE, TO_NTRIPLES, CONFORMING = "build, validate, write Turtle", "JSON to N-Triples", "conforming data"


def rows(place: Place, plan: Plan) -> Iterator[Row]:
    """Let the peers do their parts, on sizes that they manage."""
    if place.size <= plan.slow_up_to:
        yield from _pyshacl(place, plan)
        yield from plan.rows(WHOLE, place.size, [_whole(place), _plain(place)])
    if place.size <= plan.mappers_up_to:
        yield from _mapped(place, plan)


def _whole(place: Place) -> Job:
    out, turtle = place.directory / "whole", place.directory / "whole.ttl"
    commands = [
        command(KG, "build", place.project(), "--out", out),
        command(KG, "export", "--release", out, "-o", turtle),
    ]

    def before() -> None:
        place.forget_register()
        remove(out, turtle)

    return Job(TO_TURTLE, "kg", commands, before, leaves=out)


def _plain(place: Place) -> Job:
    turtle = place.directory / "plain.ttl"
    script = command(PYTHON, BENCHMARKS / "plain_rdflib.py", place.project(), turtle, "--validate")
    return Job(TO_TURTLE, PLAIN, [script], leaves=turtle, repeats=1)


def _pyshacl(place: Place, plan: Plan) -> Iterator[Row]:
    """Yield what pySHACL alone takes for a release; without opening it, as kg's own stage."""
    told = place.directory / "validating.json"
    shapes = BENCHMARKS.parent / "shapes"
    script = command(PYTHON, PEERS / "pyshacl_alone.py", place.release / "store", shapes, told)
    job = Job(CONFORMING, PYSHACL, [script], tells=told, repeats=1)
    for _, cost in plan.costs(place.size, [job]):
        if isinstance(cost, Failed):
            yield Row(VALIDATION, CONFORMING, PYSHACL, place.size, note=str(cost))
        else:
            seconds = cost.told["validating"]
            yield Row(VALIDATION, CONFORMING, PYSHACL, place.size, seconds, cost.cpu, cost.memory)


def _mapped(place: Place, plan: Plan) -> Iterator[Row]:
    """Yield what the mappers take that can be installed, in turn, and why the others cannot."""
    jobs = [_mapping(place)]
    for name, mapper in MAPPERS.items():
        try:
            jobs.append(mapper(place))
        except Failed as error:
            yield Row(MAPPING, TO_NTRIPLES, name, place.size, note=str(error))
    for job, cost in plan.costs(place.size, jobs):
        yield row(MAPPING, place.size, job, _without_identity(cost))


def _without_identity(cost: Cost | Failed) -> Cost | Failed:
    if isinstance(cost, Failed) or not cost.told:
        return cost
    return replace(cost, wall=cost.wall - sum(cost.told[phase] for phase in IDENTITY))


def _mapping(place: Place) -> Job:
    told = place.directory / "mapping.json"
    script = command(PYTHON, BENCHMARKS / "stages.py", place.project(), told)
    return Job(TO_NTRIPLES, MAPPER, [script], tells=told)


def _morph_kgc(place: Place) -> Job:
    triples, mapping = place.directory / "morph.nt", place.directory / "profiles.yarrrml.yml"
    mapping.write_text((PEERS / mapping.name).read_text().replace("PROFILES~", f"{place.json}~"))
    config = place.directory / "morph.ini"
    config.write_text(
        f"[CONFIGURATION]\noutput_file: {triples}\noutput_format: N-TRIPLES\n[PROFILES]\nmappings: {mapping}\n"
    )
    script = command(python_of("morph-kgc"), "-m", "morph_kgc", config)
    return Job(TO_NTRIPLES, MORPH, [script], partial(remove, triples), leaves=triples)


def _maplib(place: Place) -> Job:
    triples = place.directory / "maplib.nt"
    script = command(python_of("maplib"), PEERS / "map_maplib.py", place.json, PEERS / "profiles.stottr", triples)
    return Job(TO_NTRIPLES, MAPLIB, [script], partial(remove, triples), leaves=triples)


MAPPERS: Mapping[str, Callable[[Place], Job]] = {MORPH: _morph_kgc, MAPLIB: _maplib}
"""What maps one size by another mapper; raises `Failed` where it cannot be installed."""
