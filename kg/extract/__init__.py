"""Read free-form text: CVs, homepages and lists of publications, as proposals for a profile."""
