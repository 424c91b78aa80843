"""The page on which people decide what is open: the same questions and answers as in the terminal."""
