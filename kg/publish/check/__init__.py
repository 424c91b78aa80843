"""Check a site of one's own before or after it is published: links, negotiation and privacy."""
