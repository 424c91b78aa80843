"""Run the page of `kg review --web` on this machine until somebody stops it."""

import secrets
from collections.abc import Callable

import uvicorn

from kg.profile.drafts.review_queue import ReviewQueue
from kg.server.reviewing.app import application
from kg.server.running import address_of, configured, listening_socket, log_warnings
from kg.server.settings import ServerSettings

_HOST = "127.0.0.1"  # nobody else's decisions: other machines do not reach it
_STOPPING_SECONDS = 2


def run(queue: ReviewQueue, port: int, ready: Callable[[str], None]) -> None:
    """Serve the questions of a queue until the process is told to stop.

    Args:
        queue: What is to be decided.
        port: The port; 0 chooses a free one.
        ready: Called with the address that a browser is to open.

    Raises:
        ConfigError: If it cannot listen there.
    """
    listening = listening_socket(_HOST, port)
    log_warnings()
    token = secrets.token_urlsafe(24)
    config = configured(application(queue, token), ServerSettings(), timeout_graceful_shutdown=_STOPPING_SECONDS)
    listening.listen()  # who opens the address at once waits for the server instead of being refused
    ready(f"{address_of(listening)}?token={token}")
    uvicorn.Server(config).run([listening])
