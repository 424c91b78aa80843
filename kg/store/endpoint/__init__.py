"""A release that is read from a SPARQL endpoint."""
