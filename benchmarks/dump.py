"""Write the facts of a store by pyoxigraph alone: the limit that `kg export` is measured against.

python benchmarks/dump.py STORE OUT.nt|OUT.ttl
"""

import sys

import pyoxigraph

form = pyoxigraph.RdfFormat.from_extension(sys.argv[2].rpartition(".")[2])
store = pyoxigraph.Store.read_only(sys.argv[1])
store.dump(sys.argv[2], form, from_graph=pyoxigraph.DefaultGraph())
