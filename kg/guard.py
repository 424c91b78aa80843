"""The guard before an embedded SPARQL engine: what would crash it, stall it or use the network is refused."""
