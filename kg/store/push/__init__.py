"""Put a release into a SPARQL server."""
