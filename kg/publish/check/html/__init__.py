"""HTML read with the places of everything, and held against the standard."""
