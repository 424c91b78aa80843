"""The pages as people use them, in a real browser."""
