"""How long `kg --help` takes beside the import of typer alone, which it needs: a part of benchmarks/run.py."""

from scripts import KG, PYTHON
from speed.measure import Job

REPEATS = 20
JOBS = [
    Job("--help", "python -c 'import typer'", [PYTHON, "-c", "import typer"]),
    Job("--help", "kg", [KG, "--help"]),
]
