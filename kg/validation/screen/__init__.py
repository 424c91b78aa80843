"""Find the focus nodes that may not conform, so that pySHACL need only judge these."""
