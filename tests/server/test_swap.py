"""A new release is taken up while the old one answers: nothing fails, and no answer is made of both."""

import asyncio
import re
import shutil
import threading
from collections import Counter
from functools import partial
from pathlib import Path

import httpx2 as httpx
import pytest

from kg.server.served import ReleaseWatcher
from kg.server.settings import ServerSettings
from kg.store.dataset import of_rdf
from tests.support.serving import served_with
from tests.support.waiting import SECONDS, comes, until

FACTS = 40
PATHS = ("/topic/t1.ttl", "/topic/t2/", "/topic/t3.nt")


def _release(directory: Path, mark: str) -> Path:
    """Return a release in which everything says a word."""
    lines = [f'<https://kg.example.org/topic/t{each}> <https://schema.org/name> "{mark}" .' for each in range(FACTS)]
    (directory / f"{mark}.nt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    made = of_rdf([directory / f"{mark}.nt"], directory / mark, "https://kg.example.org/").path
    return Path(shutil.move(made, directory / "releases" / mark))


class _Load:
    """Clients that ask without a pause, and what they were answered."""

    def __init__(self, address: str) -> None:
        self.answers: Counter[tuple[int, str]] = Counter()
        self._address = address
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._ask) for _ in range(3)]

    def __enter__(self) -> "_Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _ask(self) -> None:
        with httpx.Client(base_url=self._address, timeout=SECONDS) as client:
            while not self._stop.is_set():
                for path in PATHS:
                    answer = client.get(path)
                    marks = sorted(set(re.findall("black|white", answer.text)))
                    self.answers[answer.status_code, "+".join(marks)] += 1


def _point(current: Path, release: Path) -> None:
    following = current.with_name("following")
    following.symlink_to(release)
    following.rename(current)


def _serves(address: str, release: Path) -> bool:
    return httpx.get(f"{address}/health", timeout=SECONDS).text.split() == ["ok", release.name]


def _swap(tmp_path: Path, swaps: int) -> Counter[tuple[int, str]]:
    (tmp_path / "releases").mkdir()
    releases = [_release(tmp_path, mark) for mark in ("black", "white")]
    _point(tmp_path / "current", releases[0])
    with served_with(tmp_path, watch_seconds=0.05) as address, _Load(address) as load:
        for number in range(1, swaps + 1):
            _point(tmp_path / "current", releases[number % 2])
            until(partial(_serves, address, releases[number % 2]))
    return load.answers


@pytest.mark.thorough
@pytest.mark.parametrize("swaps", [1, pytest.param(50, marks=pytest.mark.exhaustive)])
def test_no_request_is_lost_when_new_releases_are_taken_up(swaps: int, tmp_path: Path) -> None:
    answers = _swap(tmp_path, swaps)

    assert set(answers) == {(200, "black"), (200, "white")}
    assert answers.total() > swaps


@pytest.mark.thorough
def test_a_release_that_is_damaged_is_told_of_once_and_the_next_is_taken_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "releases" / "damaged").mkdir(parents=True)
    releases = [_release(tmp_path, mark) for mark in ("black", "white")]
    _point(tmp_path / "current", releases[0])
    watcher = ReleaseWatcher(tmp_path, ServerSettings(watch_seconds=0.02))

    async def told_of() -> None:
        await watcher.start()
        _point(tmp_path / "current", tmp_path / "releases" / "damaged")
        await comes(lambda: "the new release is ignored" in caplog.text)
        await asyncio.sleep(0.1)  # for several looks: it is told of once
        assert watcher.current.release.path == releases[0]
        _point(tmp_path / "current", releases[1])
        await comes(lambda: watcher.swaps > 0)
        await watcher.close()

    asyncio.run(told_of())

    assert watcher.current.release.path == releases[1]
    assert caplog.text.count("the new release is ignored: there is no release") == 1
