"""Judge a published site, offline: a directory, or what a server sends."""
