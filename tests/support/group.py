"""A group of invented people whose documents have the faults of real ones, read by `kg extract` and not reviewed.

`tests/data/group` holds their documents, what some of them wrote by hand, and what the group says of its own site: two
languages, roles, a colour.
"""

import re
import shutil
from pathlib import Path

from kg.building import build
from kg.extract.extraction import extract
from kg.profile.config import read_project
from kg.profile.drafts import writing
from kg.store.release import Release

GROUP = Path(__file__).parents[1] / "data" / "group"
NAMES = {
    "wilhelmina-abernathy.md": "Wilhelmina Abernathy-O'Fallon",
    "salma-alhasani.tex": "Salma Al-Hasani",
    "xiaoming-wang.html": "Xiaoming Wang",
}


def group_release(root: Path) -> Release:
    """Return a release of the group, made in a directory that is not there yet."""
    shutil.copytree(GROUP, root)
    for file, name in NAMES.items():
        document = root / "documents" / file
        text = writing.text(extract([document], name=name), id=document.stem)
        named = re.sub(r"^name:.*$", f"name: {name}", text, count=1, flags=re.MULTILINE)  # as `kg extract --name` does
        (root / "profiles" / f"{document.stem}.yaml").write_text(named, encoding="utf-8")
    release = build(read_project(root), root / "out").release
    assert release
    return release
