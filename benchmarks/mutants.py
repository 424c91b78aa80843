"""Which faults the quick tests catch: small changes of kg, drawn by seed, each run by the tests that reach its line.

    pip install --target build/coverage coverage
    export PYTHONPATH=build/coverage
    python benchmarks/mutants.py reach build/reach
    python benchmarks/mutants.py run build/reach build/mutants.tsv --rooms server site --draw 80

`reach` runs the quick tests, and writes which runs which line. `run` draws mutants in functions of rooms and writes a
table: file, line, text before and after, and the test that caught it or nothing. Of a table that is there already only
mutants are run again that nothing caught or whose test is gone: so a cut of tests is compared with what was before it.
"""

import argparse
import ast
import csv
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
SECONDS = 3600
"""A run that takes longer does not end."""
MOST = 12
"""At most so many tests that reach a line are run: of its own room first, then those that reach the fewest lines."""
OPPOSITE: dict[type[ast.AST], str] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip


class Mutant(NamedTuple):
    """A change of one expression: its file, lines (from 1), and the text with which it is replaced."""

    path: str
    line: int
    before: str
    after: str


def changes(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield the expression of a node that can be changed, with what it becomes."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield node, f"({ast.unparse(left)} {OPPOSITE[type(op)]} {ast.unparse(right)})"
        case ast.BoolOp(op=op, values=values):
            yield node, f"({(' or ' if isinstance(op, ast.And) else ' and ').join(map(ast.unparse, values))})"
        case ast.BinOp(op=ast.Add(), left=left) | ast.UnaryOp(op=ast.Not(), operand=left):
            yield node, f"({ast.unparse(left)})"
        case ast.If(test=test) | ast.IfExp(test=test):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, "None"
        case ast.Constant(value=bool(value)):
            yield node, repr(not value)
        case ast.Constant(value=int() | str() as value) if value != "":
            yield node, repr(value + 1 if isinstance(value, int) else f"XX{value}")
        case _:
            pass


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Yield all mutants of functions of a module, in order; docstrings and f-strings stay as they are."""
    text = path.read_text(encoding="utf-8")
    lines = text.encode().splitlines(keepends=True)
    for function in ast.walk(ast.parse(text)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        body = function.body[1:] if ast.get_docstring(function) else function.body
        joined = {id(each) for node in ast.walk(function) if isinstance(node, ast.JoinedStr) for each in ast.walk(node)}
        nodes = (node for top in body for node in ast.walk(top) if id(node) not in joined)
        for old, new in (change for node in nodes for change in changes(node)):
            if old.lineno == old.end_lineno:
                line = lines[old.lineno - 1]
                after = line[: old.col_offset] + new.encode() + line[old.end_col_offset :]
                yield Mutant(str(path.relative_to(ROOT)), old.lineno, line.decode(), after.decode())


def drawn(rooms: list[str], count: int, seed: int) -> list[Mutant]:
    """Draw mutants of rooms, the same for the same code and seed."""
    paths = (path for room in rooms for path in sorted((ROOT / "kg" / room).rglob("*.py")))
    return sorted(random.Random(seed).sample(sorted({mutant for path in paths for mutant in mutants_of(path)}), count))


class Reached:
    """A plugin of pytest that writes which test runs which line; each worker writes a file of its own."""

    def __init__(self, folder: Path) -> None:
        """Start to measure."""
        import coverage

        name = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self.coverage = coverage.Coverage(data_file=str(folder / name), source=["kg"], config_file=False)
        self.coverage.start()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Let the lines that run from now on be those of a test."""
        self.coverage.switch_context(nodeid)

    def pytest_unconfigure(self) -> None:
        """Write what has been measured."""
        self.coverage.stop()
        self.coverage.save()


def pytest_configure(config: Any) -> None:
    """Measure, in each process that runs tests."""
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Reached(Path(os.environ["MUTANTS_REACH"])))


def pytest(copy: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run quick tests in a copy of the repository, with the package that lies there."""
    command = [sys.executable, "-m", "pytest", "-m", "not slow and not thorough", "-p", "no:cacheprovider", *arguments]
    paths = [str(copy), str(copy / "benchmarks"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)} | environment
    return subprocess.run(
        command, check=False, cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS
    )


def reaching(folder: Path) -> dict[tuple[str, int], set[str]]:
    """Read which tests run which line of which file."""
    import coverage

    tests: dict[tuple[str, int], set[str]] = {}
    for data in (coverage.CoverageData(str(path)) for path in folder.iterdir()):
        data.read()
        for file in data.measured_files():
            for line, contexts in data.contexts_by_lineno(file).items():
                tests.setdefault((file[file.rindex("/kg/") + 1 :], line), set()).update(filter(None, contexts))
    return tests


def catcher(mutant: Mutant, tests: list[str], copy: Path) -> str:
    """Return the first of the tests that fails with the mutant, or nothing."""
    file = copy / mutant.path
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    file.write_text("".join([*lines[: mutant.line - 1], mutant.after, *lines[mutant.line :]]), encoding="utf-8")
    try:
        done = pytest(copy, "-x", "-n", "0", "-rfE", *tests)
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.M)
        return failed[1] if failed else "" if done.returncode == 0 else f"exit {done.returncode}"
    except subprocess.TimeoutExpired:
        return "does not end"
    finally:
        file.write_text(text, encoding="utf-8")


def run(folder: Path, table: Path, mutants: list[Mutant], copy: Path) -> None:
    """Run mutants, and write each with what caught it: what the table has already and still stands is not run again."""
    known = dict[Mutant, str]()
    if table.exists():
        for path, line, before, after, by in csv.reader(table.open(), delimiter="\t"):
            known[Mutant(path, int(line), before, after)] = by
    standing = set(pytest(copy, "-n", "0", "--collect-only", "tests").stdout.splitlines())
    tests = {place: reached & standing for place, reached in reaching(folder).items()}
    lines_of = Counter(test for reached in tests.values() for test in reached)
    with table.open("w") as out:
        writer = csv.writer(out, delimiter="\t")
        for mutant in mutants:
            room, by = f"tests/{mutant.path.split('/')[1]}", known.get(mutant, "")
            if not by or (by.startswith("tests/") and by not in standing):
                reached = tests.get((mutant.path, mutant.line), ())
                nearest = sorted((not test.startswith(room), lines_of[test], test) for test in reached)
                by = catcher(mutant, [test for *_, test in nearest[:MOST]] or [room], copy)
            writer.writerow([*mutant, by])
            out.flush()
            print(mutant.path, mutant.line, by or "NOT CAUGHT", sep="\t", flush=True)


def main() -> None:
    """Do what the command line asks for, in a clone of what is committed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=["reach", "run"])
    parser.add_argument("reach", type=Path)
    parser.add_argument("table", type=Path, nargs="?")
    parser.add_argument(
        "--rooms", nargs="+", default=sorted(path.parent.name for path in ROOT.glob("kg/*/__init__.py"))
    )
    parser.add_argument("--draw", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="+", default=["tests"])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "kg"
        subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(copy)], check=True)
        if asked.act == "reach":
            asked.reach.mkdir(parents=True, exist_ok=True)
            print(
                pytest(copy, "-p", "mutants", "-n", "2", *asked.tests, MUTANTS_REACH=str(asked.reach.resolve())).stdout
            )
        else:
            run(asked.reach, asked.table, drawn(asked.rooms, asked.draw, asked.seed), copy)


if __name__ == "__main__":
    main()
