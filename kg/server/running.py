"""Run the server until it is told to stop."""

import asyncio
import errno
import gc
import logging
import platform
import resource
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any, Literal, TextIO

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol

from kg.base.errors import ConfigError
from kg.base.sandbox import can_deny_sockets
from kg.server.app import application
from kg.server.audiences import Access, by_audience
from kg.server.connections import TimedProtocol
from kg.server.middleware import PRIVATE, PUBLIC, below_root
from kg.server.served import ReleaseWatcher
from kg.server.settings import ServerSettings
from kg.server.workers.errors import WorkerError
from kg.store.release import internal_of, open_release

_STOPPING_SECONDS = 10
_CLOSING_SECONDS = 6  # in which workers answer what they were asked
_LAST_SECONDS = 8  # after which the process ends, whatever hangs
_OTHER_FILES = 256  # of stores, workers and logs


def run(
    source: Path,
    host: str,
    port: int,
    settings: ServerSettings,
    log: TextIO | None = None,
    ready: Callable[[str], None] = lambda _: None,
    access: Access | None = None,
    known: ServerSettings | None = None,
) -> None:
    """Serve a release until the process is told to stop.

    Args:
        source: A release, or a directory of releases.
        host: The address to listen on.
        port: The port; 0 chooses a free one.
        settings: Limits and names.
        log: Where requests are logged, or None.
        ready: Called with the server's address when it answers.
        access: Who sees the internal view, where there is one beside the release.
        known: The limits of those.

    Raises:
        ConfigError: If it cannot listen there.
        ReleaseError: If there is no release, or it is damaged.
        WorkerError: If a worker does not come up.
    """
    listening = listening_socket(host, port)
    log_warnings()
    warn_of_missing_sandbox()
    # Spare requests the pauses of the collector, which looks at all cached objects for the few cycles there are.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    failures: list[Exception] = []

    def failed(error: Exception) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # it is said once, by the command
        failures.append(error)

    def listen() -> None:
        try:
            listening.listen()
        except OSError as error:
            raise _not_free(host, port, error) from error
        ready(address_of(listening))

    end = partial(signal.alarm, _LAST_SECONDS)  # whatever hangs
    app = serving(source, settings, log, access, known, listen, failed, closing=end)
    config = configured(app, _within_open_files(settings), lifespan="on", timeout_graceful_shutdown=_STOPPING_SECONDS)
    try:
        uvicorn.Server(config).run([listening])
    except SystemExit:
        raise failures[0] if failures else WorkerError("the server did not start") from None
    finally:
        signal.alarm(0)


def serving(
    source: Path,
    settings: ServerSettings,
    log: TextIO | None = None,
    access: Access | None = None,
    known: ServerSettings | None = None,
    ready: Callable[[], None] = lambda: None,
    failed: Callable[[Exception], None] = lambda _: None,
    closing: Callable[[], object] = lambda: None,
) -> ASGIApp:
    """Return the whole server as an ASGI application, which starts and ends its workers by its lifespan.

    Args:
        source: A release, or a directory of releases.
        settings: Limits and names.
        log: Where requests are logged, or None.
        access: Who sees the internal view, where there is one beside the release.
        known: The limits of those.
        ready: Called when the workers are ready.
        failed: Called with the error if they do not come up.
        closing: Called before they are ended.
    """
    public = ReleaseWatcher(source, settings)
    watchers = [public]
    if access is None:
        app = application(public, settings, log)
    else:
        more = known or settings
        internal = ReleaseWatcher(internal_of(source) or source, more, open_release)
        watchers.append(internal)
        app = by_audience(
            application(public, settings, log, PUBLIC, access.vary),
            application(internal, more, log, PRIVATE, access.vary),
            access,
        )
    app = below_root(app, settings.root_path)
    if settings.proxy:
        app = ProxyHeadersMiddleware(app, settings.proxy)  # type: ignore[arg-type, assignment]

    async def live(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await app(scope, receive, send)
            return
        await receive()
        try:
            await _start(watchers)
            ready()
        except Exception as error:
            failed(error)
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        closing()
        await _close(watchers)
        await send({"type": "lifespan.shutdown.complete"})

    return live


async def _start(watchers: Sequence[ReleaseWatcher]) -> None:
    for number, watcher in enumerate(watchers):
        try:
            await watcher.start()
        except Exception:
            await asyncio.gather(*(each.close() for each in watchers[:number]))
            raise


async def _close(watchers: Sequence[ReleaseWatcher]) -> None:
    try:
        async with asyncio.timeout(_CLOSING_SECONDS):
            await asyncio.gather(*(each.close() for each in watchers))
    except TimeoutError:
        logging.getLogger("kg.server").error("some workers were still at work, and end with the server")


def log_warnings() -> None:
    """Log to stderr what the operator should know; uvicorn warns of what clients send, who could fill the log so."""
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def configured(
    app: ASGIApp, settings: ServerSettings, lifespan: Literal["on", "off"] = "off", **more: Any
) -> uvicorn.Config:
    """Return how uvicorn runs an application of ours: with h11, which refuses what is not HTTP, and a clock."""

    def protocol(**given: Any) -> TimedProtocol:
        return TimedProtocol(H11Protocol(**given), settings.idle_seconds)

    return uvicorn.Config(
        app,
        http=protocol,  # type: ignore[arg-type]  # it is called as a class would be
        loop="uvloop",
        ws="none",
        lifespan=lifespan,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=settings.max_head,
        limit_concurrency=settings.max_connections,
        timeout_keep_alive=ceil(settings.idle_seconds),
        **more,
    )


def _within_open_files(settings: ServerSettings) -> ServerSettings:
    """Raise the limit of open files as far as the system lets us, and keep the connections within it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.max_connections + _OTHER_FILES
    if resource.RLIM_INFINITY not in (soft, hard) and soft < wanted:
        soft = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return replace(settings, max_connections=max(soft - _OTHER_FILES, soft // 2))
    return settings


def warn_of_missing_sandbox() -> None:
    """Warn the operator where the system does not keep query workers from the network."""
    if not can_deny_sockets():
        system = f"{platform.system()} on {platform.machine()}"
        message = f"{system} cannot deny sockets to the processes that answer queries: only their text is checked,"
        logging.getLogger("kg.server").warning("%s and what might be a call of SERVICE is refused", message)


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        ConfigError: If the address is taken, or not this machine's.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        raise _not_free(host, port, error) from error
    return listening


def _not_free(host: str, port: int, error: OSError) -> ConfigError:
    message = f"the server cannot listen on {host}, port {port}: {error.strerror}"
    is_port = error.errno in (errno.EADDRINUSE, errno.EACCES)
    hint = "choose another port, such as --port 8001" if is_port else "choose an address of this machine: --host"
    return ConfigError(message, hint=hint)


def address_of(listening: socket.socket) -> str:
    """Return the address of a server that listens at a socket."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{'localhost' if shown in ('0.0.0.0', '[::]') else shown}:{port}/"  # noqa: S104
