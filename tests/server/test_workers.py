"""Workers: whatever a job does to its process, its asker hears why, and the next job is answered."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from kg.server import running
from kg.server.served import ReleaseWatcher
from kg.server.settings import ServerSettings
from kg.server.workers.frames import PREFIX, encoded, frame, header_of
from kg.server.workers.pool import Pool, PoolClosed, QueueFull, WaitedTooLong
from kg.server.workers.process import DeadlinePassed, WorkerCommand, WorkerEnded, WorkerError, WorkerFault
from tests.support.waiting import comes

pytestmark = pytest.mark.thorough

ENTRY = "tests.support.worker_entry"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="what the kernel of Linux does")


@asynccontextmanager
async def pool(*arguments: str, size: int = 1, nice: int = 0, **settings: Any) -> AsyncIterator[Pool]:
    """Run workers that do what a job says, and leave no process behind."""
    made = Pool(WorkerCommand(ENTRY, arguments, nice), size=size, **settings)
    await made.start()
    pids = {worker.pid for worker in made.workers}
    try:
        yield made
    finally:
        pids |= {worker.pid for worker in made.workers}
        await made.close()
        assert not [pid for pid in pids if runs(pid)]


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def alone(job: Callable[[Pool], Awaitable[Any]], *arguments: str, **settings: Any) -> Any:
    """Return what comes of something that is done with a pool."""

    async def run() -> Any:
        async with pool(*arguments, **settings) as made:
            return await job(made)

    return asyncio.run(run())


async def does(made: Pool, body: bytes = b"", deadline: float = 60.0, **job: Any) -> Any:
    """Return what a worker says of the only act of a job."""
    (did,) = (await made.ask(job, body, deadline=deadline)).header.values()
    return did


def test_a_job_and_its_body_are_answered() -> None:
    async def job(made: Pool) -> None:
        reply = await made.ask({}, b"Ada", deadline=60)
        assert (reply.header, reply.body) == ({}, b"adA")

    alone(job)


@pytest.mark.parametrize("size", [0, 1, 1 << 16, 10 << 20])
def test_bodies_of_any_size_pass(size: int) -> None:
    body = os.urandom(size)

    async def job(made: Pool) -> None:
        assert (await made.ask({}, body, deadline=60)).body == body[::-1]

    alone(job)


def test_many_jobs_at_once_are_answered_each_with_its_own() -> None:
    async def job(made: Pool) -> None:
        bodies = [str(number).encode() for number in range(200)]
        replies = await asyncio.gather(*(made.ask({}, body, deadline=60) for body in bodies))
        assert [reply.body[::-1] for reply in replies] == bodies

    alone(job, size=2)


@pytest.mark.parametrize(
    ("act", "value", "error", "says"),
    [
        ("sleep", 60, DeadlinePassed, "no answer within 0.15 s"),
        ("die", signal.SIGKILL, WorkerEnded, "the worker ended by signal 9"),
        ("die", signal.SIGSEGV, WorkerEnded, "the worker ended by signal 11"),
        ("exit", 3, WorkerEnded, "the worker ended with exit code 3"),
        ("lie", "\x00\x00\x00\x02\x00\x00\x00\x00[]", WorkerEnded, "the worker's reply is malformed"),
        ("lie", "\x00\x00\x00\x02\x00\x00\x00\x00\xff{", WorkerEnded, "the worker's reply is malformed"),
        ("lie", "\xff" * 8, WorkerEnded, "the worker's reply is malformed"),
        ("fail", "wrong", WorkerFault, "SystemExit: wrong"),
        ("unknown", 0, WorkerFault, "KeyError: 'unknown'"),
    ],
)
def test_a_job_that_goes_wrong_says_why_and_the_next_is_answered_at_once(
    act: str, value: Any, error: type[WorkerError], says: str
) -> None:
    async def job(made: Pool) -> None:
        with pytest.raises(error) as raised:
            await made.ask({act: value}, deadline=0.15 if act == "sleep" else 60)
        assert str(raised.value) == says

        ready = {worker.pid for worker in made.workers}
        answered = await made.ask({"process": 0}, b"next", deadline=60)
        assert answered.body == b"txen"
        assert answered.header["process"] in ready  # nobody waits until a worker has started

    alone(job, spares=1)


def test_a_worker_that_ended_is_replaced() -> None:
    async def job(made: Pool) -> None:
        for _ in range(5):
            with pytest.raises(WorkerEnded):
                await made.ask({"die": signal.SIGKILL}, deadline=60)
        await made.ask({}, deadline=60)
        assert made.counts.ended == 5

    alone(job, size=2, spares=1)


def test_a_worker_that_is_killed_while_it_waits_is_replaced() -> None:
    async def job(made: Pool) -> None:
        os.kill(made.workers[0].pid, signal.SIGKILL)
        await comes(lambda: made.counts.started > 0)
        assert (await made.ask({}, b"on", deadline=60)).body == b"no"

    alone(job)


@pytest.mark.parametrize(
    ("act", "error"),
    [({"die": signal.SIGKILL}, WorkerEnded), ({"sleep": 60}, DeadlinePassed), ({"lie": "x" * 8}, WorkerEnded)],
)
def test_the_end_of_a_worker_costs_only_the_job_that_it_was_at(act: dict[str, Any], error: type[WorkerError]) -> None:
    async def job(made: Pool) -> None:
        lost = made.ask(act, deadline=0.2 if "sleep" in act else 60)
        others = [made.ask({}, str(number).encode(), deadline=60) for number in range(6)]
        assert made.waiting == 3  # beyond those that the worker has in hand
        with pytest.raises(error):
            await lost
        assert [(await each).body for each in others] == [b"0", b"1", b"2", b"3", b"4", b"5"]

    alone(job, depth=4, spares=1)


def test_the_clock_of_a_job_starts_when_it_is_the_first_of_its_worker() -> None:
    async def job(made: Pool) -> None:
        await asyncio.gather(*(made.ask({"sleep": 0.4}, deadline=1) for _ in range(3)))
        assert made.counts.ended == 0

    alone(job, depth=3)


def test_a_guest_gets_a_worker_of_its_own_and_is_not_overtaken() -> None:
    async def job(made: Pool) -> None:
        first = made.ask({"sleep": 0.1}, deadline=60)
        guest = made.ask({"process": 0}, deadline=60, guest=True)
        last = made.ask({"process": 0}, deadline=60)
        assert made.waiting == 2
        order: list[str] = []
        guest.add_done_callback(lambda _: order.append("guest"))
        last.add_done_callback(lambda _: order.append("last"))
        await asyncio.gather(first, guest, last)
        assert order == ["guest", "last"]

    alone(job, depth=4)


@LINUX
def test_workers_are_forks_of_one_process_which_is_started_again_if_it_ends() -> None:
    async def job() -> None:
        made = Pool(WorkerCommand(ENTRY), size=2)
        await made.start()
        parents = {_parent_of(worker.pid) for worker in made.workers}
        assert len(parents) == 1
        for pid in parents:
            os.kill(pid, signal.SIGKILL)
        await comes(lambda: made.counts.started == 2)
        assert not {_parent_of(worker.pid) for worker in made.workers} & parents
        assert (await made.ask({}, b"on", deadline=60)).body == b"no"
        await made.close()

    asyncio.run(job())


def _parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_an_asker_who_goes_away_leaves_the_worker_to_the_next() -> None:
    async def job(made: Pool) -> None:
        gone = asyncio.ensure_future(made.ask({"sleep": 0.1}, deadline=60))
        await asyncio.sleep(0.02)
        gone.cancel()
        assert (await made.ask({}, b"ab", deadline=60)).body == b"ba"
        assert made.counts.ended == 0

    alone(job)


def test_an_asker_who_goes_away_while_waiting_takes_no_turn() -> None:
    async def job(made: Pool) -> None:
        first = asyncio.ensure_future(made.ask({"sleep": 0.1}, deadline=60))
        gone = asyncio.ensure_future(made.ask({"sleep": 60}, deadline=60))
        last = asyncio.ensure_future(made.ask({}, b"ab", deadline=60))
        await asyncio.sleep(0.02)
        assert made.waiting == 2
        gone.cancel()
        assert (await last).body == b"ba"
        await first

    alone(job)


@pytest.mark.thorough
def test_the_queue_is_bounded_in_number_and_time() -> None:
    async def job(made: Pool) -> None:
        running = asyncio.ensure_future(made.ask({"sleep": 1}, deadline=60))
        await asyncio.sleep(0)
        waiting = asyncio.ensure_future(made.ask({}, deadline=60))
        await asyncio.sleep(0)
        with pytest.raises(QueueFull, match="1 jobs are waiting already"):
            await made.ask({}, deadline=60)
        with pytest.raises(WaitedTooLong, match=r"no worker was free within 0\.1 s"):
            await waiting
        await running
        assert made.counts.refused == 2

    alone(job, queue=1, wait=0.1)


def test_closing_answers_what_was_asked_and_takes_nothing_more() -> None:
    async def job(made: Pool) -> None:
        asked = [asyncio.ensure_future(made.ask({"sleep": 0.05}, b"ab", deadline=60)) for _ in range(4)]
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(made.close())
        await asyncio.sleep(0)
        with pytest.raises(PoolClosed):
            await made.ask({}, deadline=60)
        assert [reply.body for reply in await asyncio.gather(*asked)] == [b"ba"] * 4
        await closing
        assert made.workers == ()

    alone(job, size=2, spares=1)


@pytest.mark.thorough
def test_closing_waits_for_a_deadline_and_no_longer() -> None:
    async def job(made: Pool) -> None:
        stuck = asyncio.ensure_future(made.ask({"sleep": 60}, deadline=0.2))
        queued = asyncio.ensure_future(made.ask({}, b"ab", deadline=60))
        await asyncio.sleep(0)
        await made.close()
        with pytest.raises(DeadlinePassed):
            await stuck
        assert (await queued).body == b"ba"

    alone(job)


def test_an_entry_that_does_not_start_is_an_error() -> None:
    async def job() -> None:
        with pytest.raises(WorkerEnded, match="the worker ended with exit code 1"):
            await Pool(WorkerCommand("tests.nothing"), size=2).start()

    asyncio.run(job())


@LINUX
def test_a_worker_holds_nothing_open_but_its_own() -> None:
    async def job(made: Pool) -> None:
        with Path(os.devnull).open("rb"):
            # Standard input, output, errors, and the folder that is being listed.
            assert await does(made, descriptors=0) == [0, 1, 2, 3]

    alone(job)


def test_a_worker_inherits_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_TOKEN", "hidden")

    async def job(made: Pool) -> None:
        environment = await does(made, environment=0)
        assert "KG_TOKEN" not in environment
        assert environment["MALLOC_ARENA_MAX"] == "2"

    alone(job)


@LINUX
def test_a_worker_opens_no_socket_and_starts_no_program() -> None:
    async def job(made: Pool) -> None:
        assert made.workers[0].hello["sockets"] is True
        assert await does(made, connect=0) == "PermissionError"
        assert await does(made, program=0) == "PermissionError"

    alone(job)


@pytest.mark.thorough
@LINUX
def test_a_worker_gets_so_much_memory_and_no_more() -> None:
    async def job(made: Pool) -> None:
        assert made.workers[0].hello["memory"] is True
        assert await does(made, hold=50 << 20) == 50 << 20
        with pytest.raises(WorkerFault, match="MemoryError"):
            await does(made, hold=200 << 20)

    alone(job, str(100 << 20))


@pytest.mark.thorough
def test_a_worker_stands_back() -> None:
    async def job(made: Pool) -> None:
        assert await does(made, nice=0) >= 15

    alone(job, nice=15)


def test_a_header_is_a_json_object() -> None:
    assert header_of(frame(encoded({"name": "Ada é"}))[PREFIX.size :]) == {"name": "Ada é"}
    for text in (b"[]", b"{", b"\xff", b"[" * 100_000):
        with pytest.raises(ValueError, match=r".+"):
            header_of(text)


def test_a_query_worker_imports_no_server() -> None:
    program = "import sys, kg.server.workers.query; print(*sys.modules)"
    imported = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()

    assert not {"asyncio", "starlette", "uvicorn", "pydantic", "rdflib", "jinja2"} & set(imported)


def test_a_server_ends_though_something_is_never_let_go(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class HeldWatcher(ReleaseWatcher):
        async def close(self) -> None:
            await asyncio.Event().wait()

    async def job() -> None:
        settings = ServerSettings()
        server = running._Server(running.configured(nothing, settings), [HeldWatcher(Path(), settings)], lambda: None)
        server.servers = []
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        await server.shutdown()

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        """Answer nothing."""

    monkeypatch.setattr(running, "_CLOSING_SECONDS", 0.01)
    asyncio.run(job())

    assert "some workers were still at work" in caplog.text
