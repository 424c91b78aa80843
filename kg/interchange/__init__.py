"""ORCID, OpenAlex, BibTeX and other formats, in both directions, one module a format."""
