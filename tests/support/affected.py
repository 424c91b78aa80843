"""Which tests a change touches: `python -m tests.support.affected [BASE]` prints their files and folders.

A change touches the modules in it and those that import one of them. Their rooms' tests are run, and the test files
that import such a module. What is no Python belongs to the rooms that read it.
"""

import ast
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"

READERS = {
    "ontology": ("terms", "profile", "mapping", "whole"),
    "shapes": ("validation",),
    "queries": ("store", "site"),
    "data": ("build", "whole"),
    "docs": ("whole",),
    "frontend": ("frontend", "browser"),
    "requirements": ("whole",),
    "pyproject.toml": ("whole",),
    "training": ("training",),
}
"""Tests of what is no Python, by its first folder."""
LOOKED_AT = {"site", "server", "publish"}
"""The rooms at whose pages the tests of tests/browser look."""


def git(*arguments: str) -> list[str]:
    """Return what git prints, split at its zero bytes."""
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")


def changed(base: str) -> list[str]:
    """Return the paths that differ from where the branch left `base`, and those not yet under version control."""
    start = git("merge-base", base, "HEAD")[0].strip()
    found = git("diff", "--name-only", "-z", start) + git("ls-files", "--others", "--exclude-standard", "-z")
    return sorted({path for path in found if path})


def affected(paths: Iterable[str]) -> list[str]:
    """Return the test files and folders, below the root, that changed `paths` touch; the whole where they share one."""
    modules, rooms, files = set(), set[str](), set[str]()
    for path in paths:
        head, _, rest = path.partition("/")
        if head == "kg":
            rooms.add(rest.partition("/")[0])
            modules.add(module_of(path))
        elif head == "tests" and path.endswith(".py") and not rest.startswith(("support/", "conftest")):
            files.add(path)
        elif head == "tests":
            modules.add(module_of(path))
            rooms |= {rest.partition("/")[0]} if not path.endswith(".py") else set()
        rooms.update(READERS.get(head, ()))
    modules |= importers(modules)
    rooms |= {module.split(".")[1] for module in modules if module.startswith("kg.")}
    rooms |= {"browser"} if rooms & LOOKED_AT else set()
    folders = {f"tests/{room}" for room in rooms if (TESTS / room / "__init__.py").is_file()}
    files |= {path for path, imported in imports_of_tests() if imported & modules}
    return sorted(
        folders | {path for path in files if str(Path(path).parent) not in folders and (ROOT / path).is_file()}
    )


def module_of(path: str) -> str:
    """Return the name of a module by its path; of a file that is none, its package's."""
    inside = Path(path).with_suffix("") if path.endswith(".py") else Path(path).parent
    return ".".join(inside.parts).removesuffix(".__init__")


@cache
def imports() -> grimp.ImportGraph:
    """Return what each module of kg imports."""
    return grimp.build_graph("kg", cache_dir=None)


def importers(modules: Iterable[str]) -> set[str]:
    """Return the modules of kg that import one of `modules`."""
    graph = imports()
    known = graph.modules
    return {each for module in modules if module in known for each in graph.find_modules_that_directly_import(module)}


@cache
def imports_of_tests() -> Sequence[tuple[str, set[str]]]:
    """Return each test file with the modules, and names from modules, that it imports."""
    all_found = []
    for path in TESTS.rglob("test_*.py"):
        found: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        all_found.append((path.relative_to(ROOT).as_posix(), found))
    return all_found


def main(base: str = "origin/main") -> None:
    """Print what has changed since `base` touches; without a remote, since the local main."""
    has_base = subprocess.run(["git", "rev-parse", "-q", "--verify", base], cwd=ROOT, capture_output=True, check=False)
    print("\n".join(affected(changed(base if has_base.returncode == 0 else "main"))))  # noqa: T201 - make check reads it


if __name__ == "__main__":
    main(*sys.argv[1:2])
