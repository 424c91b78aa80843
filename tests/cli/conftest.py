"""What the tests of commands share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import api_server
from tests.support.api_server import Api


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Api]:
    """Run all services that are asked by name on this machine, with an empty cache."""
    with api_server.running() as server:
        for name, value in server.environment(tmp_path / "cache").items():
            monkeypatch.setenv(name, value)
        yield server
