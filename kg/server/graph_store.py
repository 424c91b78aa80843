"""Whole graphs: the read part of the SPARQL 1.1 Graph Store HTTP Protocol."""
