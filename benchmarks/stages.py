"""Read, resolve and map profiles, and nothing else: a process of benchmarks/speed.

    python benchmarks/stages.py PROJECT PHASES.json [--load]

The dump is written, with `--load` a store too, and both are removed. There is no search index and no validation; how
long it was decided who is who is told apart.
"""

import argparse
import json
import os
from pathlib import Path

from timed_build import Stopwatch

from kg.build.build import Pipeline
from kg.profile.config import read_project
from kg.store.staging import temporary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("project", type=Path)
    parser.add_argument("phases", type=Path)
    parser.add_argument("--load", action="store_true", help="fill a store, too")
    arguments = parser.parse_args()
    watch = Stopwatch()
    with temporary(arguments.phases.parent) as staging:
        run = Pipeline(read_project(arguments.project), staging, watch)
        with run.crew(None, os.cpu_count() or 1) as crew:
            if arguments.load:
                run.stage(crew, keep_going=False)
            else:
                with run.mapped(crew) as pieces:
                    for _ in staging.join(pieces):
                        pass
        watch.phase("over")
    arguments.phases.write_text(json.dumps(watch.seconds))


if __name__ == "__main__":
    main()
