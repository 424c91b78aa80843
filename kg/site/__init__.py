"""The pages and documents of a release, by path: HTML, SVG, RDF, CVs, reports. Nothing here knows of HTTP."""
