"""Write N-Quads from all workers: sorted, each line once, in parts that follow each other."""

import gzip
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pyspark import RDD
    from pyspark.sql import SparkSession

    from kg.build.spark.files import Files

GRAPH = "graph"
"""The directory of the parts, within what a build makes."""


class Written(NamedTuple):
    """A part of the graph, as it lies there.

    Attributes:
        name: The file, such as `part-00000.nq.gz`.
        sha256: The hash of its bytes.
        bytes: How many these are.
        quads: How many lines it holds.
    """

    name: str
    sha256: str
    bytes: int
    quads: int


def write_sorted(session: "SparkSession", texts: "RDD[str]", directory: str, *, parts: int, packed: bool) -> None:
    """Write the lines of some texts, sorted by their bytes, each once.

    Spark's Java process sorts: it is some ten times faster at that than Python.

    Args:
        session: A Spark session.
        texts: The lines, many in each text; they are gone through twice, so they should be kept.
        directory: Where the parts go; there is nothing yet.
        parts: How many files there are to be, about.
        packed: Whether to compress them by gzip.
    """
    from pyspark.sql import functions

    rows = session.createDataFrame(texts.map(_row), "text string")
    lines = rows.select(functions.explode(functions.split("text", "\n")).alias("value"))
    # Equal lines meet in one range, so that each range can do away with its doubles by itself.
    ranged = lines.repartitionByRange(parts, "value").dropDuplicates(["value"]).sortWithinPartitions("value")
    ranged.write.text(directory, compression="gzip" if packed else "none")


def write_ordered(session: "SparkSession", rows: "RDD[tuple[Any, str]]", directory: str, *, packed: bool) -> None:
    """Write texts in the order of their keys.

    Args:
        session: A Spark session.
        rows: Keys that differ, each with lines whose last has no line break.
        directory: Where the parts go; there is nothing yet.
        packed: Whether to compress them by gzip.
    """
    texts = session.createDataFrame(rows.sortByKey().values().map(_row), "text string")
    texts.write.text(directory, compression="gzip" if packed else "none")


def tidy(files: "Files", directory: str, suffix: str = "nq") -> list[str]:
    """Give the files that Spark wrote short names, in their order, and return these; what else it wrote goes."""
    names: list[str] = []
    for name in sorted(file.name for file in files.below(directory)):
        if not name.startswith("part-"):
            files.remove(f"{directory}/{name}")
            continue
        names.append(f"part-{len(names):05}.{suffix}" + (".gz" if name.endswith(".gz") else ""))
        files.rename(f"{directory}/{name}", f"{directory}/{names[-1]}")
    return names


def measured(session: "SparkSession", directory: str, names: Sequence[str]) -> list[Written]:
    """Return what lies there: each part is read again, whole."""
    addresses = ",".join(f"{directory}/{name}" for name in names)
    return sorted(session.sparkContext.binaryFiles(addresses, len(names)).map(_measure).collect())


def _measure(file: tuple[str, Any]) -> Written:
    """Return what can be said of a part, given its address and its bytes."""
    address, content = file[0], bytes(file[1])
    text = unpacked(address, content)
    return Written(address.rpartition("/")[2], sha256(content).hexdigest(), len(content), text.count(b"\n"))


def unpacked(address: str, content: bytes | bytearray) -> bytes:
    """Return the text of a part, given its address and its bytes."""
    return gzip.decompress(bytes(content)) if address.endswith(".gz") else bytes(content)


def _row(text: str) -> tuple[str]:
    return (text,)
