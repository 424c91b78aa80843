"""The declaration as it is read, vocabularies, identifiers, dates, formats, and the guard before SPARQL."""
