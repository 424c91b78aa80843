"""Measure every stage of kg beside its limits, in processes of their own; `benchmarks/run.py` writes SPEED.md of it."""
