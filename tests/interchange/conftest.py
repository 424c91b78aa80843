"""What tests of formats share: how a text is read, and what a draft says."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.interchange.formats import read
from tests.support.drafts import Read


@pytest.fixture
def drafted(tmp_path: Path) -> Read:
    """What is read of a text in a format; of data, as JSON on lines of its own."""

    def drafted(form: str, content: Any) -> Any:
        path = tmp_path / "input"
        text = content if isinstance(content, str | bytes) else json.dumps(content, indent=1)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read(form, path)

    return drafted
