"""Write the facts of a store as N-Triples by pyoxigraph alone: the limit that `kg export` is measured against.

python benchmarks/dump.py STORE OUT.nt
"""

import sys

import pyoxigraph

store = pyoxigraph.Store.read_only(sys.argv[1])
store.dump(sys.argv[2], pyoxigraph.RdfFormat.N_TRIPLES, from_graph=pyoxigraph.DefaultGraph())
