"""Run the page of `kg review --web` on this machine until somebody stops it."""

import logging
import secrets
import sys
from collections.abc import Callable

import uvicorn

from kg.profile.drafts.review_queue import ReviewQueue
from kg.server.connections import with_deadlines
from kg.server.reviewing.app import application
from kg.server.running import address_of, listening_socket
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
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    token = secrets.token_urlsafe(24)
    config = uvicorn.Config(
        application(queue, token),
        http=with_deadlines(ServerSettings()),
        loop="uvloop",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_STOPPING_SECONDS,
    )
    listening.listen()  # who opens the address at once waits for the server instead of being refused
    ready(f"{address_of(listening)}?token={token}")
    uvicorn.Server(config).run([listening])
