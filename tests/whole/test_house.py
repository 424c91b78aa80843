"""The house: one class name means one thing, and what a module needs stands at its head."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from kg.cli import app
from tests.conftest import ROOT

MODULES = sorted((ROOT / "kg").rglob("*.py"))
LAZY = {
    "pyspark": "an extra that most installations lack",
    "typst": "an extra that most installations lack",
    "phonenumbers": "slow to import, and needed only where a text may hold a number",
}


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in MODULES:
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


@cache
def classes() -> dict[str, list[str]]:
    """Return the modules of each class, by its name."""
    places = defaultdict(list)
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    return places


@pytest.mark.thorough
def test_no_class_name_stands_for_two_things() -> None:
    assert {name: found for name, found in classes().items() if len(found) > 1} == {}


@pytest.mark.thorough
def test_no_help_names_a_class_of_the_code() -> None:
    joined = {name for name in classes() if sum(map(str.isupper, name)) > 1}  # 'Release' is a word, too
    command = get_command(app)
    assert isinstance(command, TyperGroup)
    helps = {name: each.help or "" for name, each in command.commands.items()}

    assert {name for name, text in helps.items() if joined & set(re.findall(r"\w+", text))} == set()


@pytest.mark.thorough
def test_imports_stand_inside_functions_only_in_the_command_line_and_where_a_library_is_heavy() -> None:
    found = {
        (path, imported)
        for path, tree in trees()
        if not path.startswith("kg/cli/")
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        for imported in imported_by(node)
        if imported not in LAZY
    }

    assert found == set()


def imported_by(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


WAITING = {
    "tests/support/apache.py": "waits for a server to come up",
    "tests/support/serving.py": "waits for a server to come up",
    "tests/support/servers.py": "waits for a server to come up",
    "tests/support/waiting.py": "waits for what comes about by itself",
    "tests/server/test_connections.py": "goes on sending until the server lets it go",
}
"""Modules that look at a clock to end a loop that waits, after a minute or more."""
CLOCKS = {
    "process_time", "process_time_ns", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "thread_time",
    "thread_time_ns", "timeit", "default_timer",
}  # fmt: skip
MEASURING = CLOCKS - {"monotonic"}


def test_no_test_measures_time() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    found = {
        (path.relative_to(ROOT).as_posix(), clock)
        for path, text in texts.items()
        if any(clock in text for clock in CLOCKS)
        for node in ast.walk(ast.parse(text))
        for clock in clocks_of(node)
    }

    assert {(path, clock) for path, clock in found if clock in MEASURING or path not in WAITING} == set()
    assert {path for path, _ in found} == set(WAITING)


def clocks_of(node: ast.AST) -> list[str]:
    """Return the clocks that a node names, and texts of programs that tests start are looked into."""
    if isinstance(node, ast.Attribute):
        return [node.attr] if node.attr in CLOCKS else []
    if isinstance(node, ast.ImportFrom) and node.module == "time":
        return [alias.name for alias in node.names if alias.name in CLOCKS]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [clock for clock in sorted(CLOCKS) if f"time.{clock}()" in node.value]
    return []
