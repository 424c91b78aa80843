"""Read and map profiles to packed N-Quads, and make no store: a process of benchmarks/speed.

    python benchmarks/map_only.py PROJECT PHASES.json

The dump is written and removed. How long it was decided who is who is told apart, as other mappers do not decide that.
"""

import argparse
import json
import os
from pathlib import Path

from timed_build import Stopwatch

from kg.pipeline import Pipeline
from kg.sources.project import read_project
from kg.staging import temporary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("project", type=Path)
    parser.add_argument("phases", type=Path)
    arguments = parser.parse_args()
    watch = Stopwatch()
    with temporary(arguments.phases.parent) as staging:
        run = Pipeline(read_project(arguments.project), staging, watch)
        with run.crew(None, os.cpu_count() or 1) as crew, run.mapped(crew) as pieces:
            for _ in staging.join(pieces):
                pass
        watch.phase("over")
    arguments.phases.write_text(json.dumps(watch.seconds))


if __name__ == "__main__":
    main()
