"""kg turns researchers' profiles into a knowledge graph.

>>> from pathlib import Path
>>> import kg
>>> project = kg.read_project(Path("data"))                              # doctest: +SKIP
>>> release = kg.build_release(project, Path("build")).release           # doctest: +SKIP
>>> kg.query(release, "publications", person="jinliang-wei")             # doctest: +SKIP
>>> kg.export(release, Path("graph.ttl"))                                # doctest: +SKIP

- `read_project` opens a `Project`: a directory with a `kg.yaml` and `Profile`s below it.
- `build_release` and `validate` check it; `build_release` writes a `Release`, which `open_release` opens later.
- `query` asks a release a named question, `Release.store().query(…)` any SPARQL, `export` writes RDF.
- `Graph` reads labels, kinds and search of a release, as pages do.
- `KgError` is the base of all errors: what is wrong, in which file and line, and what to do.

`build_release` is not called `build`, since that is the name of a package inside `kg`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from kg.base.version import __version__

if TYPE_CHECKING:
    from kg.base.errors import KgError
    from kg.building import build as build_release
    from kg.building import validate
    from kg.profile.config import Project, read_project
    from kg.profile.model import Profile
    from kg.store.api import export, query
    from kg.store.graph import Graph
    from kg.store.release import Release, open_release

__all__ = [
    "Graph",
    "KgError",
    "Profile",
    "Project",
    "Release",
    "__version__",
    "build_release",
    "export",
    "open_release",
    "query",
    "read_project",
    "validate",
]

# Imported when first used (PEP 562): the engine and the model take ten times as long as `kg --help`.
_HOMES = {
    "Graph": "kg.store.graph",
    "KgError": "kg.base.errors",
    "Profile": "kg.profile.model",
    "Project": "kg.profile.config",
    "Release": "kg.store.release",
    "build_release": "kg.building",
    "export": "kg.store.api",
    "open_release": "kg.store.release",
    "query": "kg.store.api",
    "read_project": "kg.profile.config",
    "validate": "kg.building",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'kg' has no attribute '{name}'")
    attribute = "build" if name == "build_release" else name
    found: object = getattr(import_module(_HOMES[name]), attribute)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
