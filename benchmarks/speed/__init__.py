"""Measure every stage of kg beside its peers, and write benchmarks/SPEED.md.

What is measured are processes (`measure`); what was found are rows (`rows`). A part of the course — building, asking,
exporting and so on — is a function `rows(work, sizes)` that yields rows as they come; `course` runs the parts and
keeps the rows, `report` makes the page of them. A script beside this package that has such a function joins by its name
in `course.SCRIPTS`.
"""
