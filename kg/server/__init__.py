"""The server: a release over HTTP, as linked data, as a SPARQL endpoint and as pages."""
