"""Inline SVG made of plain values, the same bytes each time."""
