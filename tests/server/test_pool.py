"""The pool: whatever a job does to its worker, its client hears why; the others get their share meanwhile."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from kg.server.settings import ServerSettings
from kg.server.workers.errors import Busy, TooMuch, WorkerError
from kg.server.workers.pool import Pool
from kg.store.release import Release
from tests.support import worker_entry
from tests.support.serving import served
from tests.support.waiting import SECONDS, comes, until

pytestmark = pytest.mark.thorough

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what the kernel of Linux does")
LIMITS = ServerSettings(
    quick_seconds=0.3, query_seconds=SECONDS, wait_seconds=SECONDS, query_memory=1 << 10, worker_growth=1 << 10
)


def alone(job: Callable[[Pool], Awaitable[Any]], opened: Callable[[], Any] = worker_entry.opened, **limits: Any) -> Any:
    """Return what comes of something that is done with a pool, which leaves no process behind."""

    async def run() -> Any:
        pool = Pool(opened, replace(LIMITS, **limits))
        await pool.start()
        pids = {worker.pid for worker in pool.workers}
        try:
            return await job(pool)
        finally:
            pids |= {worker.pid for worker in pool.workers}
            await pool.close()
            assert not [pid for pid in pids if pid and runs(pid)]

    return asyncio.run(run())


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def ask(pool: Pool, body: bytes = b"", client: str = "a", *, is_page: bool = False, **job: Any) -> Any:
    return pool.ask(job, body, client=client, is_page=is_page)


async def does(pool: Pool, **job: Any) -> Any:
    """Return what a worker says of the only act of a job."""
    (did,) = (await ask(pool, **job)).header.values()
    return did


@pytest.mark.parametrize(
    ("act", "value", "error", "says"),
    [
        ("die", signal.SIGKILL, WorkerError, "the worker ended by signal 9"),
        ("die", signal.SIGSEGV, TooMuch, "the question brings the engine down"),
        ("die", signal.SIGABRT, TooMuch, "the question takes more than 1024 MiB of memory"),
        ("exit", 3, WorkerError, "the worker ended with exit code 3"),
        ("lie", "\x00\x00\x00\x02\x00\x00\x00\x00[]", WorkerError, "the worker's reply is malformed"),
        ("fail", "wrong", WorkerError, "SystemExit: wrong"),
    ],
)
def test_a_job_that_goes_wrong_says_why_and_the_next_is_answered(
    act: str, value: Any, error: type[Exception], says: str
) -> None:
    async def job(pool: Pool) -> None:
        with pytest.raises(error) as raised:
            await ask(pool, **{act: value})
        assert str(raised.value) == says
        assert (await ask(pool, b"next")).body == b"txen"

    alone(job, query_workers=1)


def test_what_takes_too_long_is_ended_and_the_clock_of_a_job_starts_when_it_is_the_first_of_its_worker() -> None:
    async def job(pool: Pool) -> None:
        await does(pool, process=0)  # known from here on: a worker takes several
        others = [ask(pool, sleep=0.4) for _ in range(3)]
        late = ask(pool, client="b", sleep=60)
        await asyncio.gather(*others)
        with pytest.raises(TooMuch, match=r"no answer within 1 s") as raised:
            await late
        assert (raised.value.limit, raised.value.value, raised.value.unit) == ("time", 1, "s")
        assert pool.counts.killed == 1

    alone(job, query_workers=2, query_seconds=1)


@pytest.mark.parametrize("times", [5, pytest.param(50, marks=pytest.mark.exhaustive)])
def test_kills_of_workers_under_load_lose_at_most_what_each_was_at(times: int) -> None:
    async def job(pool: Pool) -> None:
        results: list[Any] = []

        async def load() -> None:
            while pool.counts.respawned < times:
                results.extend(await asyncio.gather(*(ask(pool, b"ab") for _ in range(10)), return_exceptions=True))

        loading = asyncio.create_task(load())
        for number in range(times):
            await comes(lambda: any(worker.state == "ready" for worker in pool.workers))
            os.kill(next(worker.pid for worker in pool.workers if worker.state == "ready"), signal.SIGKILL)
            await comes(partial(lambda number: pool.counts.respawned > number, number))
        await loading
        lost = [each for each in results if isinstance(each, BaseException)]
        assert len(lost) <= times
        assert {each.body for each in results if each not in lost} == {b"ba"}

    alone(job)


def test_who_has_spent_less_goes_first() -> None:
    order: list[str] = []

    async def job(pool: Pool) -> None:
        await asyncio.gather(*(ask(pool, client="a", is_page=True, compute=0.2) for _ in range(2)))
        await ask(pool, client="b", is_page=True, compute=0.01)
        running = ask(pool, client="c", is_page=True, sleep=0.2)
        for client in "ab":
            ask(pool, client=client, is_page=True, process=0).add_done_callback(
                lambda _, client=client: order.append(client)
            )
        await running
        await comes(lambda: len(order) == 2)

    alone(job)
    assert order == ["b", "a"]


def test_guests_and_pages_leave_a_worker_to_the_known() -> None:
    async def job(pool: Pool) -> None:
        await ask(pool, client="known", process=0)
        taken = [ask(pool, client=f"guest {n}", sleep=0.5) for n in range(5)]
        taken += [ask(pool, client="other", is_page=True, sleep=0.5) for n in range(5)]
        await asyncio.wait_for(ask(pool, client="known", process=0), SECONDS)
        assert not any(each.done() for each in taken)
        for each in taken:
            each.cancel()

    alone(job, quick_seconds=SECONDS)


def test_what_is_not_quick_goes_on_beside_the_workers_and_costs_its_client_no_quick_answer() -> None:
    async def job(pool: Pool) -> None:
        slow = ask(pool, client="a", compute=1.5)
        await comes(lambda: pool.counts.slow == 1)
        for client in "aab":
            await ask(pool, client=client, process=0)
        assert not slow.done()
        assert (await slow).header == {"compute": 1.5}
        await comes(lambda: sum(worker.state == "ready" for worker in pool.workers) == 4)

    alone(job)


def test_of_slow_queries_one_runs_a_few_wait_and_the_rest_are_refused() -> None:
    async def job(pool: Pool) -> None:
        asked = [ask(pool, client=str(number), compute=0.4) for number in range(5)]
        ended = await asyncio.gather(*asked, return_exceptions=True)
        refused = [each for each in ended if isinstance(each, Busy)]
        assert {(each.limit, each.retry_after) for each in refused} == {("slow queries", 60)}
        assert len(refused) == pool.counts.refused == 2

    alone(job, quick_seconds=0.05, slow_queue=2, query_seconds=60)


def test_the_queue_is_bounded_and_who_has_most_in_it_gives_way() -> None:
    async def job(pool: Pool) -> None:
        many = [ask(pool, client="a", is_page=True, sleep=0.3) for _ in range(5)]
        other = ask(pool, b"ab", client="b", is_page=True)
        with pytest.raises(Busy, match="4 are waiting already"):
            await many[-1]
        assert (await other).body == b"ba"
        assert pool.counts.refused == 1

    alone(job, queue=4, quick_page_seconds=SECONDS)


def test_a_client_who_goes_away_takes_no_turn_and_leaves_the_worker_to_the_next() -> None:
    async def job(pool: Pool) -> None:
        begun, waits = ask(pool, is_page=True, sleep=0.2), ask(pool, is_page=True, sleep=60)
        await asyncio.sleep(0.02)
        assert pool.waiting == 1
        begun.cancel()
        waits.cancel()
        assert (await ask(pool, b"ab", is_page=True)).body == b"ba"
        assert pool.counts.respawned == 0

    alone(job)


def test_closing_answers_what_was_asked_and_takes_nothing_more() -> None:
    async def job(pool: Pool) -> None:
        asked = [ask(pool, b"ab", sleep=0.05) for _ in range(4)]
        closing = asyncio.ensure_future(pool.close())
        await asyncio.sleep(0)
        with pytest.raises(WorkerError, match="the server is being closed"):
            await ask(pool)
        assert [reply.body for reply in await asyncio.gather(*asked)] == [b"ba"] * 4
        await closing
        assert pool.workers == []

    alone(job)


def test_a_worker_that_does_not_start_is_an_error() -> None:
    with pytest.raises(WorkerError, match="the worker ended with exit code 3"):
        alone(lambda pool: does(pool, process=0), worker_entry.not_opened)


@LINUX
def test_a_worker_holds_nothing_open_but_its_own_and_inherits_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_TOKEN", "hidden")

    async def job(pool: Pool) -> None:
        with Path(os.devnull).open("rb"):
            assert len(await does(pool, descriptors=0)) == 4  # three that lead nowhere, and the channel
        assert "KG_TOKEN" not in Path(f"/proc/{pool.workers[0].pid}/environ").read_text()

    alone(job)


@LINUX
def test_a_worker_opens_no_socket_starts_no_program_and_gets_so_much_memory() -> None:
    async def job(pool: Pool) -> None:
        assert all(worker.walls == {"memory": True, "sockets": True} for worker in pool.workers)
        assert await does(pool, connect=0) == "PermissionError"
        assert await does(pool, program=0) == "PermissionError"
        assert await does(pool, hold=50 << 20) == 50 << 20
        with pytest.raises(WorkerError, match="MemoryError"):
            await does(pool, hold=200 << 20)

    alone(job, query_memory=100)


@LINUX
def test_a_worker_that_has_grown_makes_room_for_a_fresh_one() -> None:
    async def job(pool: Pool) -> None:
        assert (await ask(pool, hold=50 << 20)).header["hold"] == 50 << 20
        await comes(lambda: pool.counts.respawned == 1)
        assert pool.counts.crashed == 0

    alone(job, worker_growth=10)


@LINUX
@pytest.mark.slow
def test_a_server_that_is_killed_leaves_no_process_behind(release: Release) -> None:
    others = set(_children(os.getpid()))
    with served(release.path) as address:
        endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
        with pytest.raises(httpx.TimeoutException):
            httpx.get(f"{address}/sparql", params={"query": endless}, timeout=0.5)
        (server,) = [pid for pid in {*_children(os.getpid())} - others if str(release.path).encode() in _command(pid)]
        left = [*_children(server), *(each for child in _children(server) for each in _children(child))]
        assert len(left) >= 6  # the forkserver, its tracker and the workers
        os.kill(server, signal.SIGKILL)
        until(lambda: not any(map(_computes, left)))


def _computes(pid: int) -> bool:
    """Say whether a process is there, and not only a number that nobody has asked for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _children(pid: int) -> list[int]:
    told = (path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    return [int(child) for children in told for child in children.split()]


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def test_a_job_waits_so_long_and_no_longer() -> None:
    async def job(pool: Pool) -> None:
        first = ask(pool, is_page=True, sleep=0.5)
        with pytest.raises(Busy, match=r"no worker was free within 0\.1 s"):
            await ask(pool, is_page=True)
        await first

    alone(job, wait_seconds=0.1, quick_page_seconds=SECONDS)
