"""What the guard let pass by mistake would still reach nobody: queries are evaluated where sockets are denied."""

import contextlib
import platform
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kg.base.errors import QueryError
from kg.base.sandbox import can_deny_sockets, without_sockets
from kg.server.codings import PLAIN
from kg.server.middleware import AccessLog
from kg.server.running import warn_of_missing_sandbox
from kg.server.settings import ServerSettings
from kg.server.workers.queries import QueryHandler
from kg.store.release import Release
from kg.store.sparql.guard import LIMITS, check
from kg.store.store import LocalStore
from tests.conftest import Command
from tests.support.trap import Trap

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what the kernel of Linux does")
CALL = "SELECT * { SERVICE <%s> { ?s ?p ?o } }"


@pytest.fixture
def trap() -> Iterator[Trap]:
    trap = Trap()
    yield trap
    trap.close()


@pytest.fixture
def without_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.store.store.check", lambda sparql, _: sparql)


@LINUX
def test_who_has_no_sockets_opens_none_and_starts_nothing_and_others_do() -> None:
    with pytest.raises(PermissionError):
        without_sockets(socket.socket)
    with pytest.raises(PermissionError):
        without_sockets(lambda: subprocess.run([sys.executable, "--version"], check=False))

    socket.socket().close()
    assert without_sockets(lambda: "done") == "done"


@LINUX
@pytest.mark.usefixtures("without_guard")
def test_kg_sparql_reaches_nobody_even_past_the_guard(kg: Command, release: Release, trap: Trap) -> None:
    asked = kg("sparql", CALL % trap.address, "--release", release.path)

    assert asked.code == 2
    assert "Traceback" not in asked.err
    assert trap.asked == 0
    assert trap.catches(CALL % trap.address)


HARMLESS_BY_READING = (
    "SELECT * { ?s ?p 'SERVICE <http://x/> {' }",
    "SELECT * { ?s ?p ?o } # SERVICE <http://x/> {",
    "PREFIX service: <http://x/> SELECT * { GRAPH service:g { ?s ?p ?o } }",
)


@pytest.mark.parametrize("sparql", HARMLESS_BY_READING)
def test_without_walls_the_guard_is_stricter(sparql: str) -> None:
    check(sparql, LIMITS)
    with pytest.raises(QueryError, match="SERVICE would use the network"):
        check(sparql, replace(LIMITS, walled=False))


def test_a_system_without_walls_is_told_of_and_has_the_stricter_guard(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kg: Command, release: Release
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "pdp11")
    warn_of_missing_sandbox()
    asked = kg("sparql", HARMLESS_BY_READING[0], "--release", release.path)
    job = {"solutions": "json", "graph": "turtle", "base": None, "coding": PLAIN}
    of_worker, _ = QueryHandler(LocalStore.in_memory(), ServerSettings()).answer(job, HARMLESS_BY_READING[0].encode())

    assert not can_deny_sockets()
    assert len(caplog.messages) == 1
    assert "pdp11 cannot deny sockets to the processes that answer queries" in caplog.text
    assert (asked.code, of_worker["error"]) == (2, "query")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_an_access_log_that_is_full_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    with contextlib.suppress(OSError), Path("/dev/full").open("w", buffering=1) as full:
        log = AccessLog(full)
        for _ in range(3):
            log.note({"method": "GET", "path": "/"}, 200, 0, 0.0)

    assert caplog.messages == ["the access log cannot be written, lines are lost: No space left on device"]
