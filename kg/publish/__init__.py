"""A release as files for any web space, and the judge of published sites."""
