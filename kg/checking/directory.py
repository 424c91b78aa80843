"""Take a directory as a site: each file stands where a plain static host would serve it."""

import os
from pathlib import Path

from kg.checking.site import INDEX, Site
from kg.errors import ReleaseError

MAX_FILES = 2_000_000


def opened(root: Path, address: str = "") -> Site:
    """Return the site that a directory holds.

    Args:
        root: The directory; links out of it are not followed.
        address: Where it will stand, or empty.

    Raises:
        ReleaseError: If it is no directory, holds no page, or more than `MAX_FILES` files.
    """
    files: dict[str, Path] = {}
    sizes: dict[str, int] = {}
    if not root.is_dir():
        raise ReleaseError(
            f"'{root}' is not a directory", hint="name the directory of a site, or its address with https://"
        )
    for folder, _, names in os.walk(root):
        below = Path(folder).relative_to(root).as_posix()
        for name in names:
            path = Path(folder, name)
            if path.is_file() and not path.is_symlink():
                key = name if below == "." else f"{below}/{name}"
                files[key], sizes[key] = path, path.stat().st_size
        if len(files) > MAX_FILES:
            raise ReleaseError(f"{root} holds more than {MAX_FILES:,} files", hint="check parts of it")
    if not any(name.endswith((".html", ".htm")) for name in files):
        raise ReleaseError(f"{root} holds no page", hint=f"a site has at least an {INDEX}")
    order = sorted(files)
    return Site({name: files[name] for name in order}, {name: sizes[name] for name in order}, address)
