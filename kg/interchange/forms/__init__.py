"""The formats of other tools, a module each, named as `kg import` has them; what begins with `_` is part of one.

They are listed by their files, since to import them all takes longer than the help may.
"""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files

_URL = re.compile(r" \(https?:[^()]*\)")
_WRITES = re.compile(r"^    write=", re.MULTILINE)


def _texts() -> Iterator[tuple[str, str]]:
    for each in sorted(files(__name__).iterdir(), key=lambda path: path.name):
        if each.name.endswith(".py") and not each.name.startswith("_"):
            yield each.name.removesuffix(".py").replace("_", "-"), each.read_text("utf-8")


_TEXTS: Mapping[str, str] = dict(_texts())
FORMS: Mapping[str, str] = {name: _URL.sub("", text.partition("\n")[0]).strip('".') for name, text in _TEXTS.items()}
"""What each format is, in the first line of its module, by its name."""
WRITTEN = tuple(name for name, text in _TEXTS.items() if _WRITES.search(text))
"""The formats in which profiles are written."""
