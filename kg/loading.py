"""Make the store of a release: from N-Quads, while these are still being written, or from the store of another one."""

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterable
from pathlib import Path

from kg.errors import StoreError
from kg.formats import Quad, RdfFormat
from kg.store import LocalStore

_PIPE_BYTES = 1 << 20


def bulk_load(path: Path, chunks: Iterable[bytes]) -> None:
    """Make a store in a new directory from N-Quads, while these are still being written.

    The loader runs beside the caller and reads from a pipe, so that what makes the quads and what loads
    them take turns on two cores, and no more than a pipe's fill is held.

    Args:
        path: A directory that does not exist yet.
        chunks: N-Quads, cut anywhere.

    Raises:
        StoreError: If the target cannot be written or the quads are not valid.
    """
    reading, writing = _wide_pipe()
    loader = _Loader(path, reading)
    loader.start()
    try:
        with os.fdopen(writing, "wb") as pipe:
            for chunk in chunks:
                pipe.write(chunk)
    except BrokenPipeError:
        pass  # the loader has failed, and says why below
    finally:
        loader.join()
    if loader.error is not None:
        raise _unwritten(path, loader.error) from loader.error


def amend(path: Path, former: LocalStore, removed: Iterable[Quad], added: Iterable[Quad]) -> None:
    """Make a store in a new directory from another one, and change some quads in it.

    The two share the files that stay as they are, by hard links where they are on one file system.

    Args:
        path: A directory that does not exist yet.
        former: The other one, in a directory.
        removed: What is not to be there any more.
        added: What is to be there too.

    Raises:
        StoreError: If the target cannot be written.
    """
    try:
        former.backend.backup(str(path))
        store = LocalStore.make(path).backend
        for quad in removed:
            store.remove(quad)
        store.extend(added)
        store.flush()
    except (OSError, ValueError, RuntimeError) as error:
        raise _unwritten(path, error) from error


def _unwritten(path: Path, error: Exception) -> StoreError:
    message = f"the store in {path} cannot be written: {error}"
    return StoreError(message, hint="check the free space and the permissions of the target")


def _wide_pipe() -> tuple[int, int]:
    """Return the ends of a pipe that holds much, where the system allows it: fewer switches between threads."""
    reading, writing = os.pipe()
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return reading, writing


class _Loader(threading.Thread):
    """Loads what comes out of a pipe, and closes the pipe when it ends, well or badly."""

    def __init__(self, path: Path, pipe: int) -> None:
        super().__init__(name="loader", daemon=True)
        self.error: Exception | None = None
        self._path = path
        self._pipe = pipe

    def run(self) -> None:
        try:
            store = LocalStore.make(self._path).backend
            # A path, not a file object: pyoxigraph reads it without holding the interpreter's lock.
            # Lenient: our writer only makes valid IRIs (a property test holds it to that).
            store.bulk_load(path=f"/dev/fd/{self._pipe}", format=RdfFormat.N_QUADS, lenient=True)
            store.flush()
        except Exception as error:  # handed to the caller, whatever it is
            self.error = error
        finally:
            os.close(self._pipe)
