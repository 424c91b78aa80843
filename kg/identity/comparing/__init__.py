"""Compare: names of persons, titles of works, and what agreement on them is worth."""
