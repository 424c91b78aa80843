"""A release and all that one asks of it: graph, queries, search, export, differences, remote stores."""
