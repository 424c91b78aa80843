"""Measure `kg publish`: files a second, bytes, memory, how the cost grows, and what a second run costs.

    python benchmarks/publish.py [--sizes 0 200 1000] [--whole]

Size 0 is the sample; other sizes are synthetic profiles. A site is published with one process and with one a core,
into an empty directory, then again without a change, then with one file gone. `--whole` gives every thing files of its
own, also in large graphs.
"""

import gzip
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from scripts import CORES, KG, arguments, built, machine, table, title
from speed.measure import Cost, measure, megabytes

from kg.publish.publishing import MOST_THINGS


def publish(release: Path, root: Path, workers: int, most: int) -> Cost:
    return measure([KG, "publish", root, "--release", release, "--workers", str(workers), "--most", str(most)])


def measured(size: int, most: int) -> Iterator[str]:
    """Yield the rows of one size."""
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        work = Path(name)
        release, root = built(size, work), work / "site"
        runs = {"one process": publish(release, root, 1, most)}
        shutil.rmtree(root)
        runs["one a core"] = publish(release, root, CORES, most)
        files = [path for path in root.rglob("*") if path.is_file()]
        pages = [len(gzip.compress(path.read_bytes(), 6)) for path in files if path.suffix == ".html"]
        yield title(size)
        yield f"{len(files):,} files, {megabytes(root):,.0f} MB, the largest page {max(pages):,} bytes packed\n"
        runs["again, nothing changed"] = publish(release, root, CORES, most)
        (root / "index.html").unlink()
        runs["again, one file gone"] = publish(release, root, CORES, most)
        rows = (
            (run, f"{cost.wall:.1f}", f"{cost.cpu:.1f}", f"{cost.memory:,.0f}", f"{len(files) / cost.wall:,.0f}")
            for run, cost in runs.items()
        )
        yield from table(("run", "wall s", "cpu s", "peak MB", "files a second"), rows)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[0, 200, 1000])
    parser.add_argument("--whole", action="store_true", help="give every thing files of its own")
    asked = parser.parse_args()
    print(f"{machine()}\n")
    for size in asked.sizes:
        for line in measured(size, 10**9 if asked.whole else MOST_THINGS):
            print(line, flush=True)


if __name__ == "__main__":
    main()
