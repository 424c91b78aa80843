"""Decide who is who: from mentions to nodes, from nodes to clusters, from clusters to IRIs (`resolution`)."""
