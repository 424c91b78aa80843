"""Find the facts of a profile in documents as people write them: CVs, homepages, lists of publications."""
