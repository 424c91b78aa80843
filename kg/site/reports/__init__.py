"""Documents made from a release: CVs and lists of publications."""
