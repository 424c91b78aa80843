"""The screen never leaves out a focus node of which pySHACL reports something."""

import logging
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from kg.errors import ConfigError
from kg.formats import RdfFormat, serialize
from kg.store import LocalStore
from kg.validation.report import Report
from kg.validation.screen.screening import screened
from kg.validation.shacl import Judge
from tests.generated_shapes import PREFIXES, graphs, shapes_graphs

logging.getLogger("rdflib.term").setLevel(logging.ERROR)  # it says of each ill-formed literal that it is

# The same examples each time: what fails is due to the change at hand. To look further, let them be drawn anew.
OFTEN = settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
SLOWLY = settings(OFTEN, max_examples=2_000)

GIVEN = os.environ.get("KG_SHACL_SUITE", "")
SUITE = sorted(path for path in Path(GIVEN).rglob("*.ttl") if path.stem != "manifest") if GIVEN else []
BASE = "@base <http://suite.example.org/test> .\n"


def store_of(trig: str) -> LocalStore:
    store = LocalStore.in_memory()
    store.backend.load(trig.encode(), format=RdfFormat.TRIG)
    return store


def outcome(report: Callable[[], Report]) -> Report | str:
    """Return a report, or what is said of the shapes."""
    try:
        return report()
    except ConfigError as error:
        return str(error)


def both(trig: str, shapes: str, part_bytes: int) -> tuple[Report | str, Report | str]:
    """Return the report of pySHACL alone, and that of what the screen leaves to it."""
    store = store_of(trig)
    with TemporaryDirectory() as directory:
        file, dump = Path(directory) / "shapes.ttl", Path(directory) / "dump.nq"
        file.write_text(shapes)
        with dump.open("wb") as opened:
            serialize(store.quads(), opened, RdfFormat.N_QUADS)
        judge = Judge([file])

        def briefly() -> Report:
            screen = judge.screen()
            return Report.of(judge.judge(store, screen, screened(screen, [dump], store, part_bytes=part_bytes)))

        return outcome(lambda: Report.of(judge.judge_all(store))), outcome(briefly)


def assert_agree(trig: str, shapes: str, part_bytes: int) -> None:
    try:
        alone, briefly = both(trig, shapes, part_bytes)
    except TypeError as error:
        assume("PyNamedOrBlankNodeRef" not in str(error))  # pySHACL asks the store about a literal as a subject
        raise
    assert briefly == alone


@OFTEN
@given(graphs(), shapes_graphs(), st.sampled_from([50, 400, 1_000_000]))
@example(
    f"{PREFIXES}:g {{ :a a :C ; :p _:e }}",
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:lessThan :q ] .",
    50,
)
@example(
    f"{PREFIXES}:g {{ _:e :q :a }}",
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetSubjectsOf :q ; "
    "sh:not [ sh:path [ sh:zeroOrMorePath :p ] ; sh:lessThan :p ] .",
    50,
)
def test_a_screened_report_is_that_of_pyshacl_alone(trig: str, shapes: str, part_bytes: int) -> None:
    assert_agree(trig, shapes, part_bytes)


@pytest.mark.slow
@SLOWLY
@given(graphs(), shapes_graphs(), st.sampled_from([50, 400, 1_000_000]))
def test_thousands_of_screened_reports_are_those_of_pyshacl_alone(trig: str, shapes: str, part_bytes: int) -> None:
    assert_agree(trig, shapes, part_bytes)


@pytest.mark.skipif(
    not GIVEN, reason="KG_SHACL_SUITE names no folder; data-shapes-test-suite/tests/core of the W3C is meant"
)
@pytest.mark.parametrize("path", SUITE, ids=lambda path: f"{path.parent.name}/{path.stem}")
@pytest.mark.filterwarnings("ignore:Warning, A Recursive Shape")
def test_the_suite_of_the_w3c_gives_what_pyshacl_gives(path: Path) -> None:
    data, shapes = (path.with_name(f"{path.stem}-{part}.ttl") for part in ("data", "shapes"))
    text, of_shapes = ((each if each.exists() else path).read_text() for each in (data, shapes))

    assert_agree(BASE + text, BASE + of_shapes, 2000)
