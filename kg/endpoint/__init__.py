"""A release that lies in a SPARQL endpoint, read as one reads a release on disk.

`address` says where an endpoint is. `store` asks it for quads, many patterns in one request (`patterns`).
`rounds` lets code that was written for a store at hand be answered by one that is far away: it is run with
what is known, what it missed is asked for all at once, and it is run again until it misses nothing. `copying`
keeps on disk what an endpoint does not answer quickly: what the release is called (`marker`), and its search
index.
"""
