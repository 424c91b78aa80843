"""What the tests of commands share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import api_server
from tests.support.api_server import Api
from tests.support.registries import Registries


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Api]:
    """Run all services that are asked by name on this machine, with an empty cache."""
    with api_server.running() as server:
        for name, value in server.environment(tmp_path / "cache").items():
            monkeypatch.setenv(name, value)
        yield server


@pytest.fixture
def registries(api: Api) -> Registries:
    """Return what ORCID and OpenAlex know of invented people, who are to be filled in."""
    return Registries(api)
