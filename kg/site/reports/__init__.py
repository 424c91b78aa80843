"""Documents made from a release: CVs, lists of publications, the tables that NSF asks for, annual reports."""
