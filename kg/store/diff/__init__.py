"""What changed between two graphs, found in bounded memory and told in words."""
