"""Load a finished N-Quads file into a new store: the limit that `kg build` is measured against.

python benchmarks/bulk_load.py GRAPH.nq STORE
"""

import sys

import pyoxigraph

store = pyoxigraph.Store(sys.argv[2])
store.bulk_load(path=sys.argv[1], format=pyoxigraph.RdfFormat.N_QUADS)
store.flush()
