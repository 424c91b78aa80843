"""The pages that people read: HTML and SVG, made of the answers to named queries."""
