"""SPARQL 1.1 servers elsewhere: asked like the embedded store (`store`), and written to (`writing`).

`addresses` says where a server takes what, `client` sends it with credentials and turns what comes back into our
errors, `marker` says which release lies there.
"""

from kg.remote.client import ANONYMOUS, DEFAULT_TIMEOUT
from kg.remote.store import RemoteStore

__all__ = ["ANONYMOUS", "DEFAULT_TIMEOUT", "RemoteStore"]
