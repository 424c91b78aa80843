"""The formats of other tools, a module each, named as `kg import` has them; what begins with `_` is part of one.

They are listed by their files, since to import them all takes longer than the help may.
"""

import re
from collections.abc import Mapping
from pathlib import Path

_URL = re.compile(r" \(https?:[^()]*\)")
_WRITES = re.compile(r"^    write=", re.MULTILINE)

_FILES = sorted(Path(__file__).parent.glob("[a-z]*.py"))
_TEXTS: Mapping[str, str] = {each.stem.replace("_", "-"): each.read_text("utf-8") for each in _FILES}
FORMS: Mapping[str, str] = {name: _URL.sub("", text.partition("\n")[0]).strip('".') for name, text in _TEXTS.items()}
"""What each format is, in the first line of its module, by its name."""
WRITTEN = tuple(name for name, text in _TEXTS.items() if _WRITES.search(text))
"""The formats in which profiles are written."""
