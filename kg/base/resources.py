"""Find the declarations that come with kg: `ontology/`, `shapes/` and `queries/`.

A wheel carries them in `kg/_resources/`; a checkout and an editable install have them beside the
package, where they can be edited.
"""

from functools import cache
from pathlib import Path

from kg.base.errors import ConfigError

PACKAGE = Path(__file__).parent.parent
"""The directory of the package `kg`."""


@cache
def directory(name: str) -> Path:
    """Return the directory of one kind of declaration.

    Args:
        name: `ontology`, `shapes` or `queries`.

    Raises:
        ConfigError: If the installation lacks it.
    """
    for parent in (PACKAGE / "_resources", PACKAGE.parent):
        if (parent / name).is_dir():
            return parent / name
    raise ConfigError(
        f"the installation of kg lacks its {name}/ directory",
        hint="reinstall kg: pip install --force-reinstall, from where you had it",
    )
