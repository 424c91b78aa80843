"""Commands that cannot run, for their project, their arguments or their release: a table of `test_bad_input`."""

import os
from collections.abc import Iterator
from pathlib import Path

from kg.building import build
from kg.profile.config import read_project
from tests.conftest import CONFIG
from tests.support.bad_inputs import BUILD, PROFILE, BadInput, Spoil, file, files, nothing

KG_YAML = "project/kg.yaml"
SHAPE = "project/shapes/own.ttl"
QUERY = "SELECT ?name\nWHERE {\n  ?person <https://schema.org/name ?name\n}\n"
HEADER = "#+ summary: Who\n#+ parameters:\n#+   person: {type: person, description: who, example: Ada}\n"
SHAPES = """\
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix schema: <https://schema.org/> .
@prefix x: <https://x.example/> .

x:Own a sh:NodeShape ;
    sh:targetClass schema:Person ;
    sh:property """


def bad_commands() -> Iterator[BadInput]:
    """Yield what is wrong elsewhere than in profiles."""
    yield from _configuration()
    yield from _shapes()
    yield from _sparql()
    yield from _questions()
    yield from _outputs()
    yield from _releases()


def _configuration() -> Iterator[BadInput]:
    yield BadInput("no kg.yaml", lambda root: (root / KG_YAML).unlink(), code=2)
    yield BadInput("no project", nothing, ("build", "nowhere"), code=2)
    yield BadInput("a broken kg.yaml", file(KG_YAML, CONFIG + "keywords: [a\n"), code=2)
    yield BadInput("a base that is no IRI", file(KG_YAML, CONFIG.replace("https://kg", "kg")), code=2)
    yield BadInput("a base without a slash", file(KG_YAML, CONFIG.replace("org/\n", "org/kg\n")), code=2)
    yield BadInput("an unknown setting", file(KG_YAML, CONFIG + "licence: x\n"), code=2)


def _shapes() -> Iterator[BadInput]:
    def shape(text: str) -> Spoil:
        return file(SHAPE, f"{SHAPES}{text} .\n")

    yield BadInput("a shape that is no Turtle", shape("x:name,"), code=2)
    yield BadInput("a directory in place of a shape", file(f"{SHAPE}/kept.txt", ""), code=2)
    yield BadInput("an ill-formed shape", shape("x:name .\n\nx:name sh:path 7 ; sh:minCount 1"), code=2)
    yield BadInput("a shape with a wrong number", shape("[ sh:path schema:name ; sh:minCount 'one' ]"), code=2)
    yield BadInput("a shape with a broken pattern", shape("[ sh:path schema:name ; sh:pattern '(' ]"), code=2)
    yield BadInput(
        "data that violate a shape",
        shape(
            "[ sh:path schema:jobTitle ; sh:minCount 1 ; sh:message 'a person has no hat' ; sh:description 'add it' ]"
        ),
    )


def _sparql() -> Iterator[BadInput]:
    def asked(name: str, query: str, spoil: Spoil = nothing) -> BadInput:
        return BadInput(name, spoil, ("sparql", query), 2)

    yield asked("a query that is no SPARQL", "SELECT ?name\nWHERE {\n  ?person ex:name ?name\n}\n")
    yield asked("a query that ends too soon", "SELECT * { ?s ?p")
    yield asked("a query that ends too soon, with a line end", "SELECT * {\n  ?s ?p\n")
    yield asked("a file that is no SPARQL", "who.rq", file("who.rq", QUERY))
    yield asked("an update", "DELETE WHERE { ?s ?p ?o }")
    yield asked("a query that asks the network", "SELECT * { SERVICE <https://x.example/> { ?s ?p ?o } }")
    yield asked("a query nested deeply", "SELECT * " + "{" * 1000)
    yield asked("a query that is too long", "SELECT * { }" + " " * 300_000)
    yield asked("a file of a query that is not there", "nowhere.rq")
    yield BadInput("an endpoint that is no web address", nothing, ("sparql", "ASK {}", "--endpoint", "localhost"), 2)


def _questions() -> Iterator[BadInput]:
    def asked(name: str, *arguments: str, spoil: Spoil = nothing, code: int = 2) -> BadInput:
        return BadInput(name, spoil, ("query", *arguments), code)

    own = "a query of one's own "
    yield asked(own + "that is no SPARQL", "who.rq", spoil=file("who.rq", f"#+ summary: Who\n{QUERY}"))
    yield asked(own + "without a header", "who.rq", spoil=file("who.rq", QUERY))
    yield asked(own + "with a broken header", "who.rq", spoil=file("who.rq", f"#+ summary: [Who\n{QUERY}"))
    yield asked(own + "without its parameter", "who.rq", spoil=file("who.rq", HEADER + QUERY))
    yield asked(own + "that is not there", "nowhere.rq")
    yield asked("an unknown query near a known one", "publication", code=1)
    yield asked("an unknown query near none", "xyzzy", code=1)
    yield asked("an unknown parameter", "publications", "--persona", "Ada Lovelace")
    yield asked("a parameter is missing", "publications")
    yield asked("a parameter without a value", "publications", "--person")
    yield asked("a value without a parameter", "publications", "Jiamin Li", "Shen Li")
    yield asked("a parameter that is given twice", "publications", "Jiamin Li", "--person", "Shen Li")
    yield asked("a year that is none", "people-at", "--year", "soon", "--organization", "X")
    yield asked("an ambiguous name", "publications", "--person", "Wei Chen", spoil=namesakes)
    yield asked("an unknown name near a known one", "publications", "--person", "Ada Lovelaec", code=1)
    yield asked("an unknown name near none", "publications", "--person", "Xyzzy", code=1)
    yield asked("an IRI with a space", "publications", "--person", "https://x.example/a b")


def _outputs() -> Iterator[BadInput]:
    select, construct = "SELECT * { ?s ?p ?o } LIMIT 1", "CONSTRUCT WHERE { ?s ?p ?o } LIMIT 1"
    yield BadInput("a table as a graph", nothing, ("sparql", select, "--format", "turtle"), 2)
    yield BadInput("a graph as a table", nothing, ("sparql", construct, "--format", "csv"), 2)
    yield BadInput("an unknown resource", nothing, ("export", "xyzzy"), 1)
    yield BadInput("an output below a file", nothing, ("export", "-o", f"{KG_YAML}/graph.ttl"), 2)
    yield BadInput("an output in no directory", nothing, ("export", "-o", "nowhere/graph.ttl"), 2)
    yield BadInput("releases below a file", nothing, (*BUILD, "--out", PROFILE), 2)
    yield BadInput("releases in /proc", nothing, (*BUILD, "--out", "/proc/kg"), 2, needs="/proc")


def _releases() -> Iterator[BadInput]:
    yield BadInput("no release yet", nothing, ("info", "--release", "nowhere"), 2)
    yield BadInput("a directory that is no release", nothing, ("query", "people", "--release", "project"), 2)
    yield damaged("a store whose list of files is cut", cut)
    yield damaged("a store that lacks a file", lost("store/*.sst"))
    yield damaged("a store with a file too many", file("build/current/store/000001.sst", "?"))
    yield damaged("a release without a manifest", lost("manifest.json"))
    yield damaged("a release with a broken manifest", file("build/current/manifest.json", "{"))
    yield damaged("a release without a seal", lost("store.json"))
    yield damaged("a release with a broken seal", file("build/current/store.json", "{"))
    yield damaged("a release that was moved away", lambda root: (root / "build/releases").rename(root / "away"))


def damaged(name: str, spoil: Spoil) -> BadInput:
    """Return a release that is damaged, and asked."""
    return BadInput(name, spoil, ("info",), 2, keeps_release=False)


def namesakes(root: Path) -> None:
    """Build a release in which two people have one name."""
    files(**{f"wei-chen-{number}": f"id: wei-chen-{number}\nname: Wei Chen\n" for number in (1, 2)})(root)
    build(read_project(root / "project"), root / "build")


def cut(root: Path) -> None:
    """Cut what says which files belong to the store: the engine would open it as an empty one."""
    (path,) = (root / "build/current/store").glob("MANIFEST-*")
    os.truncate(path, path.stat().st_size // 2)


def lost(pattern: str) -> Spoil:
    """Return what deletes a file of the release."""
    return lambda root: next((root / "build/current").glob(pattern)).unlink()
