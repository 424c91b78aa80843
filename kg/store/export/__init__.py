"""Write a graph, or one resource of it, in any RDF syntax: the same bytes each time."""
