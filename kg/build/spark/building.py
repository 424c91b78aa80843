"""Build on a cluster: read → resolve → map → sort → screen → manifest, each batch on whichever worker is free.

The steps are those of `kg.build.build`, and so is the result: the parts, one behind the other, are the sorted lines of
the dump that the embedded engine writes.
"""

import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from kg.base.errors import ClusterError
from kg.base.progress import SILENT, Progress
from kg.build.spark.cluster import session
from kg.build.spark.files import Files
from kg.build.spark.inputs import read_inputs
from kg.build.spark.making import Built, Making
from kg.store.release import MANIFEST


def build(
    project: str,
    out: str,
    *,
    master: str,
    settings: Mapping[str, str] = MappingProxyType({}),
    packed: bool = True,
    check: bool = True,
    keep_going: bool = False,
    progress: Progress = SILENT,
) -> Built:
    """Build the graph of a project on a cluster.

    Args:
        project: Its directory, on any file system that Hadoop knows.
        out: Where the parts and the manifest go; a former build there is replaced.
        master: The master's address, as Spark writes it.
        settings: Spark's settings by name.
        packed: Whether the parts are compressed.
        check: Whether to look for what may not conform to the shapes.
        keep_going: Whether profiles that cannot be read are left out, instead of ending the build.
        progress: What shows how far it has come.

    Raises:
        ReadError: If an input cannot be used.
        ConfigError: If there is no project, or Spark cannot run here.
        ClusterError: If the cluster does not do its work.
    """
    progress.phase("starting Spark")
    with session(master, settings) as spark, tempfile.TemporaryDirectory() as directory:
        files = Files(spark.sparkContext)
        target = files.absolute(out)
        files.restore(target)
        _check_target(files, target)
        inputs = read_inputs(files, project, Path(directory) / "project", check=check)
        with _staged(files, target) as staging:
            making = Making(spark, files, inputs, staging, Path(directory))
            progress.phase("reading")
            outlines = making.read(keep_going=keep_going)
            progress.phase("deciding who is who")
            making.decide(outlines)
            progress.phase("mapping")
            lines = making.describe(making.name())
            progress.phase("sorting and writing")
            making.write(lines, packed=packed)
            making.keep(packed=packed)
            if inputs.screen:
                progress.phase("screening")
                making.screen(inputs.screen)
            progress.phase("publishing")
            making.publish(target)
    making.built.directory = out
    return making.built


@contextmanager
def _staged(files: Files, target: str) -> Iterator[str]:
    """Choose a directory beside the target, and remove what is left of it in the end."""
    staging = f"{target}.staging-{uuid.uuid4().hex[:8]}"
    try:
        yield staging
    finally:
        files.remove(staging)


def _check_target(files: Files, target: str) -> None:
    """Refuse to replace anything but a former build."""
    if next(files.below(target), None) is not None and not files.exists(f"{target}/{MANIFEST}"):
        raise ClusterError(f"{target} holds something else than a build", hint="choose another directory with --out")
