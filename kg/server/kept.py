"""What is kept is sent at once: pages and documents that were rendered before need no route and no worker."""

from starlette.types import ASGIApp, Receive, Scope, Send

from kg.server.editions import Editions
from kg.server.sending import Sent, wanted


class Kept:
    """Answers from the cache of the current edition, and hands on what is not in it."""

    def __init__(self, app: ASGIApp, editions: Editions) -> None:
        self._app = app
        self._editions = editions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") and not scope["query_string"]:
            answer = self._editions.current.cache.get((scope["path"][1:],))
            if answer is not None and answer.headers:  # without, it only says that a thing is there
                await Sent(*wanted(answer, scope["headers"]))(scope, receive, send)
                return
        await self._app(scope, receive, send)
