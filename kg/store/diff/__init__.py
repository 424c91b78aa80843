"""What changed between two graphs, found in bounded memory and described."""
