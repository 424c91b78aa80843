"""Files of any Hadoop file system, and N-Quads written to them by all workers."""

import gzip
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kg.base.errors import ClusterError
from kg.pipeline.spark.cluster import reason

# Files of any file system that Hadoop knows, by way of Spark's Java process: for the few small ones of a project.

if TYPE_CHECKING:
    from pyspark import SparkContext


class FileStatus(NamedTuple):
    """A file below a directory.

    Attributes:
        name: Its path from there.
        size: Its bytes.
    """

    name: str
    size: int


class ClusterFiles:
    """The files of the cluster.

    Every method raises ClusterError if the file system refuses.

    Args:
        context: A Spark context.
    """

    def __init__(self, context: "SparkContext") -> None:
        self._java: Any = context._jvm.org.apache.hadoop.fs
        self._configuration = context._jsc.hadoopConfiguration()

    def absolute(self, path: str) -> str:
        """Return the whole address of a path, such as `hdfs://host/kg` or `file:/kg`, without a slash behind it."""
        with _telling(path):
            known = self._java.Path(path)
            return str(known.getFileSystem(self._configuration).makeQualified(known).toString()).rstrip("/")

    def below(self, directory: str) -> Iterator[FileStatus]:
        """Yield all files below a directory; none if there is no such directory."""
        if not self.exists(directory):
            return
        with _telling(directory):
            system, path = self._at(directory)
            prefix = len(path.toString().rstrip("/")) + 1
            entries = system.listFiles(path, True)
            while entries.hasNext():
                entry = entries.next()
                yield FileStatus(entry.getPath().toString()[prefix:], int(entry.getLen()))

    def exists(self, path: str) -> bool:
        """Say whether there is a file or directory."""
        with _telling(path):
            system, known = self._at(path)
            return bool(system.exists(known))

    def fetch(self, path: str, target: Path) -> None:
        """Copy a file to this machine."""
        target.parent.mkdir(parents=True, exist_ok=True)
        with _telling(path):
            system, known = self._at(path)
            system.copyToLocalFile(False, known, self._java.Path(f"file:{target.absolute()}"), True)

    def put(self, source: Path, path: str) -> None:
        """Copy a file of this machine to a path, in place of what was there."""
        with _telling(path):
            system, known = self._at(path)
            system.copyFromLocalFile(False, True, self._java.Path(f"file:{source.absolute()}"), known)

    def rename(self, source: str, target: str) -> None:
        """Give a file or directory a name that nothing has."""
        with _telling(source):
            system, known = self._at(source)
            _done(system.rename(known, self._java.Path(target)), target)

    def replace(self, source: str, target: str) -> None:
        """Give a file or directory another name, in place of what bore that.

        No file system of Hadoop can do so at once: who is cut off half way leaves a file that `restore` finds.
        """
        former = _former(target)
        if self.exists(target):
            self.remove(former)
            self.rename(target, former)
        try:
            self.rename(source, target)
        except ClusterError:
            self.restore(target)
            raise
        self.remove(former)

    def restore(self, path: str) -> None:
        """Give a file or directory its name back that `replace` has taken from it, but has given to no other."""
        former = _former(path)
        if self.exists(former) and not self.exists(path):
            self.rename(former, path)

    def remove(self, path: str) -> None:
        """Delete a file or directory, if there is one."""
        with _telling(path):
            system, known = self._at(path)
            system.delete(known, True)

    def _at(self, path: str) -> tuple[Any, Any]:
        known = self._java.Path(path)
        return known.getFileSystem(self._configuration), known


def _former(path: str) -> str:
    return f"{path}.former"


class _telling:  # noqa: N801  (read as a word: with _telling(path))
    """Turn what Java says into an error of kg's own."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, ClusterError):
            hint = "check the address and your permissions there"
            raise ClusterError(f"{self._path} cannot be used: {reason(error)}", hint=hint) from error


def _done(was_done: bool, path: str) -> None:
    """Raise an error if a file system says no without a reason."""
    if not was_done:
        raise ClusterError(f"{path} cannot be renamed", hint="check your permissions there")


# Write N-Quads from all workers: sorted, each line once, in parts that follow each other.

if TYPE_CHECKING:
    from pyspark import RDD
    from pyspark.sql import SparkSession


GRAPH = "graph"
SHAPES = "shapes"  # the project's own, within what a build makes
"""The directory of the parts, within what a build makes."""


class WrittenPart(NamedTuple):
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


def tidy(files: "ClusterFiles", directory: str, suffix: str = "nq") -> list[str]:
    """Give the files that Spark wrote short names, in their order, and return these; what else it wrote goes."""
    names: list[str] = []
    for name in sorted(file.name for file in files.below(directory)):
        if not name.startswith("part-"):
            files.remove(f"{directory}/{name}")
            continue
        names.append(f"part-{len(names):05}.{suffix}" + (".gz" if name.endswith(".gz") else ""))
        files.rename(f"{directory}/{name}", f"{directory}/{names[-1]}")
    return names


def measured(session: "SparkSession", directory: str, names: Sequence[str]) -> list[WrittenPart]:
    """Return what lies there: each part is read again, whole."""
    addresses = ",".join(f"{directory}/{name}" for name in names)
    return sorted(session.sparkContext.binaryFiles(addresses, len(names)).map(_measure).collect())


def _measure(file: tuple[str, Any]) -> WrittenPart:
    """Return what can be said of a part, given its address and its bytes."""
    address, content = file[0], bytes(file[1])
    text = unpacked(address, content)
    return WrittenPart(address.rpartition("/")[2], sha256(content).hexdigest(), len(content), text.count(b"\n"))


def unpacked(address: str, content: bytes | bytearray) -> bytes:
    """Return the text of a part, given its address and its bytes."""
    return gzip.decompress(bytes(content)) if address.endswith(".gz") else bytes(content)


def _row(text: str) -> tuple[str]:
    return (text,)
