"""Files that hold the whole graph, beside the pages: dumps, tables, and hashes by which they are checked.

files       writes all of them into the site, and says what there is
tables      the graph as tables, one for each kind of thing and of entry
schemas     which tables there are, and what their columns mean
csvw        the same as metadata for programs (CSV on the Web)

They are written before the pages, which say how large they are.
"""
