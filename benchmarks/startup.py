"""How long commands on the sample take, most of it to start: a part of benchmarks/run.py."""

import subprocess
from pathlib import Path

from scripts import KG, PYTHON, SAMPLE
from speed.measure import Job

REPEATS = 20


def jobs(out: Path) -> list[Job]:
    """Build the sample into a directory, and return commands on it; beside the help is the import that it needs."""
    subprocess.run([KG, "build", SAMPLE, "--out", out], check=True, capture_output=True)
    asked = ["query people", "search parallel", "why jiamin-li"]
    return [
        Job("--help", "python -c 'import typer'", [PYTHON, "-c", "import typer"]),
        Job("--help", "kg", [KG, "--help"]),
        *(Job(each, "kg", [KG, *each.split(), "--release", out]) for each in asked),
    ]
