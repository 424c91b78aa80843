"""Read generated bombs with every reader, each in a process of its own, and tell what they took.

python benchmarks/bombs.py [--count 1000] [--first 0] [--seconds 5] [--megabytes 1024]

A bomb is a small file that is made to take for ever or to fill the memory (`tests/support/bombs.py`). Each is to end,
read or refused with a message, within the seconds of processor time and the memory. Those that do not are listed with
their seeds, and end the script with code 1.
"""

import argparse
import contextlib
import os
import resource
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME))

from kg.base.errors import KgError  # noqa: E402
from tests.support.bombs import bomb  # noqa: E402

PATIENCE = 8
"""So many times the seconds are waited for the end."""
OUTCOMES = {0: "read", 1: "refused"}


class Cost(NamedTuple):
    """What a bomb took."""

    reader: str
    outcome: str
    seconds: float
    megabytes: int


def tried(seed: int, most: int) -> Cost:
    """Read a bomb in a fork of this process, which has all modules already."""
    made = bomb(seed)
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE * most, PATIENCE * most + 1))
        os._exit(read(seed))
    _, status, used = os.wait4(child, 0)
    outcome = OUTCOMES.get(os.waitstatus_to_exitcode(status), f"crashed ({os.waitstatus_to_exitcode(status)})")
    return Cost(made.reader, outcome, used.ru_utime + used.ru_stime, used.ru_maxrss >> 10)


def read(seed: int) -> int:
    """Return 0 if a bomb is read, 1 if it is refused with a message, 2 for any other error."""
    with tempfile.TemporaryDirectory() as folder, Path(os.devnull).open("w") as silence:
        try:
            with contextlib.redirect_stdout(silence):
                bomb(seed).read(Path(folder))
        except KgError:
            return 1
        except BaseException as error:  # whatever it is, the table tells it
            print(f"{seed}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
            return 2
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first one")
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=1024)
    asked = parser.parse_args()
    costs = {seed: tried(seed, asked.seconds) for seed in range(asked.first, asked.first + asked.count)}
    readers = defaultdict(list)
    for each in costs.values():
        readers[each.reader].append(each)
    print("| reader | bombs | read | refused | most CPU s | most MB |\n|---|--:|--:|--:|--:|--:|")
    for reader, several in sorted(readers.items()):
        counts = " | ".join(str(sum(each.outcome == outcome for each in several)) for outcome in OUTCOMES.values())
        slowest, largest = max(each.seconds for each in several), max(each.megabytes for each in several)
        print(f"| {reader} | {len(several)} | {counts} | {slowest:.1f} | {largest} |")
    failed = {
        seed: each
        for seed, each in costs.items()
        if each.seconds > asked.seconds or each.megabytes > asked.megabytes or each.outcome not in OUTCOMES.values()
    }
    print(f"\n{len(costs):,} bombs, {len(failed)} beyond the bounds")
    for seed, each in failed.items():
        print(f"{seed} ({bomb(seed).name}): {each.outcome}, {each.seconds:.1f} s, {each.megabytes} MB")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
