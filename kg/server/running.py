"""Run the server until it is told to stop."""

import asyncio
import errno
import gc
import logging
import platform
import resource
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

import uvicorn
from starlette.types import ASGIApp

from kg.base.errors import ConfigError
from kg.base.sandbox import can_deny_sockets
from kg.server.app import application
from kg.server.connections import with_deadlines
from kg.server.exchange import Front
from kg.server.middleware import PRIVATE, PUBLIC
from kg.server.served import ReleaseWatcher
from kg.server.settings import ServerSettings
from kg.server.views import Access, of_each
from kg.server.workers.limits import Rules
from kg.store.release import internal_of, open_release

_STOPPING_SECONDS = 10
_CLOSING_SECONDS = 6  # in which workers answer what they were asked
_IDLE_SECONDS = 30  # of a connection between requests; a shorter time cuts busy clients off
_OTHER_FILES = 256  # of stores, workers and logs


def run(
    source: Path,
    host: str,
    port: int,
    settings: ServerSettings,
    log: TextIO | None = None,
    ready: Callable[[str], None] = lambda _: None,
    access: Access | None = None,
    known: Rules | None = None,
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
        known: How the queries of those are answered.

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
    public = ReleaseWatcher(source, settings)
    watchers = [public]
    if access is None:
        app, front = application(public, settings, log)
    else:
        more = replace(settings, rules=known or settings.rules)
        internal = ReleaseWatcher(internal_of(source) or source, more, open_release)
        watchers.append(internal)
        app, front = of_each(
            application(public, settings, log, PUBLIC, access.vary),
            application(internal, more, log, PRIVATE, access.vary),
            access,
        )
    settings = _within_open_files(settings)
    config = configured(
        app,
        settings,
        front,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy,
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=_STOPPING_SECONDS,
    )
    _Server(config, watchers, lambda: ready(address_of(listening))).run([listening])


def log_warnings() -> None:
    """Log to stderr what the operator should know; uvicorn warns of what clients send, who could fill the log so."""
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def configured(app: ASGIApp, settings: ServerSettings, front: Front | None = None, **more: Any) -> uvicorn.Config:
    """Return how uvicorn runs an application of ours and what stands before it, with what it has more."""
    return uvicorn.Config(
        app,
        http=with_deadlines(settings, front),
        loop="uvloop",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
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


class _Server(uvicorn.Server):
    """Starts the workers before it listens, and ends them after the last response."""

    def __init__(self, config: uvicorn.Config, watchers: Sequence[ReleaseWatcher], ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._watchers = watchers
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        for number, watcher in enumerate(self._watchers):
            try:
                await watcher.start()
            except Exception:
                await asyncio.gather(*(each.close() for each in self._watchers[:number]))
                raise
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        try:
            async with asyncio.timeout(_CLOSING_SECONDS):
                await asyncio.gather(*(each.close() for each in self._watchers))
        except TimeoutError:
            logging.getLogger("kg.server").error("some workers were still at work, and end with the server")


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
        message = f"the server cannot listen on {host}, port {port}: {error.strerror}"
        is_port = error.errno in (errno.EADDRINUSE, errno.EACCES)
        hint = "choose another port, such as --port 8001" if is_port else "choose an address of this machine: --host"
        raise ConfigError(message, hint=hint) from error
    return listening


def address_of(listening: socket.socket) -> str:
    """Return the address of a server that listens at a socket."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{'localhost' if shown in ('0.0.0.0', '[::]') else shown}:{port}/"  # noqa: S104
