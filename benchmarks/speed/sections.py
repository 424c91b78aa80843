"""What the report says of each part, and what stands beside what was measured in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ask import BARE

from speed import asking, building, changing, exporting, peers
from speed.building import JSON, YAML
from speed.rows import Cell, Row, Rows


@dataclass(frozen=True)
class Beside:
    """A row that was measured in another part and is shown in this one too.

    Attributes:
        cell: The row.
        item: What it is called here.
        system: What does it.
    """

    cell: Cell
    item: str
    system: str


@dataclass(frozen=True)
class Section:
    """How a part is shown.

    Attributes:
        title: Its heading.
        about: What is compared, in some sentences.
        base: The system to which the others stand in relation.
        beside: Rows of other parts.
        chart: The name of its chart, if it has one.
    """

    title: str
    about: str = ""
    base: str = "kg"
    beside: tuple[Beside, ...] = ()
    chart: str = ""

    def rows(self, rows: Rows, part: str, size: int) -> Iterator[Row]:
        """Yield what is shown of a size, with the rows of other parts where this part was measured."""
        own = rows.of(part, size)
        for each in self.beside if own else ():
            if row := rows.cell(each.cell, size):
                yield replace(row, part=part, item=each.item, system=each.system)
        yield from own


SECTIONS: Mapping[str, Section] = {
    building.PART: Section(
        "Building",
        """\
The limit is pyoxigraph's bulk load of the N-Quads that kg wrote, in which nothing else happens. Reading, mapping and
loading are measured without the search index, and on the wall without deciding who is who.""",
        base=building.LIMIT,
        chart="growth",
    ),
    building.STAGES: Section(
        "Stages of a build",
        """\
Seconds of the same builds as above, and in brackets their ratio to the bulk load of the finished file. The search index
is written beside the loader: most of what it takes is in the seconds of mapping and loading.""",
        chart="stages",
    ),
    exporting.PART: Section(
        "Exporting",
        "The whole graph without evidence, beside the store's own dump as N-Triples.",
        base=exporting.DUMP,
    ),
    asking.PART: Section(
        "Asking",
        """\
Twelve of the questions in `queries/`, each about ten things; the middle of all askings in milliseconds, with solutions
read. rdflib holds the graph in memory, kg reads its store on disk.""",
        chart="queries",
    ),
    asking.RESOURCES: Section(
        "One resource", "A person with all nodes as pretty Turtle, beside a query for the same triples.", base=BARE
    ),
    peers.VALIDATION: Section(
        "Validating",
        """\
The seconds of validating alone, on the same store, of conforming data. pySHACL is spared the counting of the store for
each result, which takes it many times as long.""",
        beside=(
            Beside(Cell(building.STAGES, (building.VALIDATION,), building.stages_of(JSON)), peers.CONFORMING, "kg"),
        ),
    ),
    peers.WHOLE: Section(
        "The whole job",
        "The script builds a graph in memory, with names for identity and without evidence, and makes no store.",
    ),
    peers.MAPPING: Section(
        "Mapping",
        """\
Morph-KGC (RML) and maplib (OTTR) map the same profiles, as one JSON file, to the facts of the plain script: names are
identity, and there is no evidence. What their languages can neither count nor cut is prepared for them. kg checks what
it reads and makes over half as many quads more; that it decides who is who is left out of its seconds on the wall.""",
        base=peers.MAPPER,
        beside=(Beside(Cell(building.PART, (JSON,), building.LOADING), peers.TO_NTRIPLES, building.LOADING),),
    ),
    "start-up": Section(
        "Start-up", "The help of kg beside the import of what it needs for that.", base="python -c 'import typer'"
    ),
    changing.PART: Section(
        "Building again",
        """\
A project that was built before, where nothing changed since then, and where the job title in one profile did. Where
somebody is named who was not, or not so, everything is decided anew, since one name may change who others are.""",
        base=changing.FULL,
        beside=tuple(Beside(Cell(building.PART, (form,)), form, changing.FULL) for form in (JSON, YAML)),
    ),
}


def section_of(part: str) -> Section:
    """Return how a part is shown; one of another script has no words of its own here."""
    return SECTIONS.get(part, Section(part.capitalize()))
