"""Check the store of a release by pySHACL alone, and write down the seconds that it took without opening anything.

python benchmarks/peers/pyshacl_alone.py STORE SHAPES TOLD.json
"""

import json
import sys
import time
from pathlib import Path

import pyoxigraph
import pyshacl
from rdflib import Graph

shapes = Graph()
for path in sorted(Path(sys.argv[2]).glob("*.ttl")):
    shapes.parse(path)
store = pyoxigraph.Store.read_only(sys.argv[1])
started = time.perf_counter()
conforms, _, text = pyshacl.validate(store, shacl_graph=shapes, inference="none", allow_warnings=True)
Path(sys.argv[3]).write_text(json.dumps({"validating": time.perf_counter() - started}))
if not conforms:
    sys.exit(f"the graph does not conform: {text}")
