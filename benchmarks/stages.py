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

from kg.pipeline.context import BuildContext
from kg.pipeline.full import FullBuild
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
        context = BuildContext(read_project(arguments.project), staging, watch)
        with FullBuild(context, os.cpu_count() or 1) as steps:
            steps.read()
            steps.resolve()
            if arguments.load:
                steps.map_and_load()
            else:
                for _ in staging.join(steps.chunks()):
                    pass
        watch.phase("over")
    arguments.phases.write_text(json.dumps(watch.seconds))


if __name__ == "__main__":
    main()
