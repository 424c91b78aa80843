"""Charts: inline SVG made of plain values, the same bytes each time.

Each module draws one kind of chart (`columns`, `bars`, `timeline`, `network`). A chart has an accessible
name and a sentence that says what it shows; text is escaped, nothing is styled in place, and colours come
from `assets/charts.css` alone. `standalone` turns a chart into a file of its own.
"""
