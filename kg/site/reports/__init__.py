"""Documents made from a release: CVs, lists of publications, annual reports."""
