"""The Model Context Protocol over HTTP, for assistants that run elsewhere: each request stands for itself."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from kg.server.audiences import Access, choosing
from kg.server.mcp.serving import Context, server_of
from kg.server.mcp.tools import opened
from kg.server.middleware import PRIVATE, PUBLIC, ShieldMiddleware
from kg.server.requests import client_of
from kg.server.running import address_of, configured, listening_socket, log_warnings
from kg.server.served import ReleaseWatcher
from kg.server.settings import ServerSettings
from kg.store.release import open_release, public_release

_PATH = "mcp"
_STOPPING_SECONDS = 10


def serve(
    path: Path,
    host: str,
    port: int,
    settings: ServerSettings,
    ready: Callable[[str], None],
    access: Access | None = None,
) -> None:
    """Answer calls about a release, or the current one of a directory of releases, until the process is stopped.

    Args:
        path: The release, or the directory.
        host: The address to listen on.
        port: The port; 0 chooses a free one.
        settings: Limits and names.
        ready: Called with the address for assistants when it answers.
        access: Who is answered, and may see an internal view; without it, everybody is.

    Raises:
        ConfigError: If it cannot listen there.
        ReleaseError: If there is no release, or one that not everybody may see.
    """
    log_warnings()
    opener = open_release if access else public_release
    watcher = ReleaseWatcher(path, replace(settings, watch_seconds=0), opener, opened)

    async def run(listening: socket.socket) -> None:
        await watcher.start()
        try:
            manager = StreamableHTTPSessionManager(
                server_of(watcher, _client), json_response=True, stateless=True, max_request_body_size=settings.max_body
            )
            routes = Starlette(routes=[Route(f"/{_PATH}", StreamableHTTPASGIApp(manager))])

            def chosen(scope: Scope) -> ASGIApp:
                if access:
                    access.require(scope)
                return routes

            headers = PRIVATE if access else PUBLIC
            shield = ShieldMiddleware(choosing(chosen), settings, lambda: watcher.host, headers)
            listening.listen()
            ready(f"{address_of(listening)}{_PATH}")
            async with manager.run():
                with suppress(KeyboardInterrupt):  # which uvicorn raises again, and the manager takes for a fault
                    await uvicorn.Server(
                        configured(shield, settings, timeout_graceful_shutdown=_STOPPING_SECONDS)
                    ).serve([listening])
        finally:
            await watcher.close()

    with listening_socket(host, port) as listening:
        asyncio.run(run(listening))


def _client(context: Context) -> str:
    return client_of(context.request.scope) if context.request is not None else ""
