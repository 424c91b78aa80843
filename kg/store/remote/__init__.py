"""SPARQL 1.1 servers, queried and written like the embedded store."""
