"""What stands in a batch, so that it is known again."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from kg.sources import Batch


def content_of(batch: Batch, root: Path, hashes: Mapping[str, str]) -> str:
    """Return a hash of all that is read of a batch: names, places and contents.

    Args:
        batch: The batch.
        root: The project's directory.
        hashes: The hash of each file of profiles, by its name there.
    """
    names = [path.relative_to(root).as_posix() for path in batch.paths]
    if batch.lines:
        whole = batch.sha256 if batch.start == 0 else ""  # the first batch of a file describes the file
        said = [f"{names[0]}\t{batch.line}\t{batch.lines}\t{whole}"]
    else:
        said = [f"{name}\t{hashes[name]}" for name in names]
    return sha256("\n".join(said).encode()).hexdigest()
