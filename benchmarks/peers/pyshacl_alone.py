"""Check the store of a release by pySHACL alone, and write down the seconds that it took without opening anything.

python benchmarks/peers/pyshacl_alone.py STORE SHAPES TOLD.json
"""

import json
import sys
import time
from pathlib import Path

import pyoxigraph
import pyshacl
from pyshacl.graph_abstraction import OxigraphDataGraph
from rdflib import Graph


class CheckedGraph(OxigraphDataGraph):  # type: ignore[misc]  # it is not typed
    """A store that is true without being counted, which pySHACL would otherwise have done for each result."""

    def __bool__(self) -> bool:
        return True


shapes = Graph()
for path in sorted(Path(sys.argv[2]).glob("*.ttl")):
    shapes.parse(path)
store = pyoxigraph.Store.read_only(sys.argv[1])
started = time.perf_counter()
conforms, _, text = pyshacl.validate(CheckedGraph(store), shacl_graph=shapes, inference="none", allow_warnings=True)
Path(sys.argv[3]).write_text(json.dumps({"validating": time.perf_counter() - started}))
if not conforms:
    sys.exit(f"the graph does not conform: {text}")
