"""The server: a release over HTTP, as linked data, as a SPARQL endpoint and as pages.

The main process runs one event loop and never touches the store. Worker processes do: `workers` answers
queries of anybody in a sandbox, `rendering` makes pages and documents, which `served` caches until there is
a new release. `app` is the table of contents, `running` starts it all. `reviewing` is apart: a page for one person
on this machine, which writes what is decided on it.

Nothing is imported here: what a worker imports, it starts slower by, and holds once more.
"""
