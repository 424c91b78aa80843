"""Files of any file system that Hadoop knows, by way of Spark's Java process: for the few small ones of a project."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kg.base.errors import ClusterError
from kg.build.spark.cluster import reason

if TYPE_CHECKING:
    from pyspark import SparkContext


class Found(NamedTuple):
    """A file below a directory.

    Attributes:
        name: Its path from there.
        size: Its bytes.
    """

    name: str
    size: int


class Files:
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

    def below(self, directory: str) -> Iterator[Found]:
        """Yield all files below a directory; none if there is no such directory."""
        if not self.exists(directory):
            return
        with _telling(directory):
            system, path = self._at(directory)
            prefix = len(path.toString().rstrip("/")) + 1
            entries = system.listFiles(path, True)
            while entries.hasNext():
                entry = entries.next()
                yield Found(entry.getPath().toString()[prefix:], int(entry.getLen()))

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
