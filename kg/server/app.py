"""The application: which path is answered by which module.

observe ▸ shield ▸ cache ▸ routes: /sparql  sparql      /data, /graph/, /graph.nq.gz  graph_store
                                   /assets/ assets      /health, /metrics             here
                                   /api/    rest        /reconcile                    reconciliation
                                                        all else                      resources
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TextIO

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from kg.server import assets, graph_store, reconciliation, resources, rest, sparql
from kg.server.middleware import CacheMiddleware, FaultLog, Metrics, ObserveMiddleware, ShieldMiddleware
from kg.server.problems import HttpProblem, problem_of
from kg.server.requests import drain
from kg.server.responses import plain_response
from kg.server.served import ReleaseWatcher, ServedRelease
from kg.server.settings import ServerSettings
from kg.server.workers.lanes import Lanes
from kg.store.release import DUMP

_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
_READ = ("GET", "HEAD", "OPTIONS")
_ASK = (*_READ, "POST")
_HEADERS = (
    "Accept, Accept-Language, Authorization, Cache-Control, Content-Type, If-Modified-Since, If-None-Match, "
    "Range, X-Requested-With"
)

Respond = Callable[[ServedRelease, Request], Awaitable[Response]]


def application(watcher: ReleaseWatcher, settings: ServerSettings, log: TextIO | None = None) -> ASGIApp:
    """Return the server as an ASGI application.

    Args:
        watcher: What is served; whoever runs the application starts and closes it.
        settings: The limits.
        log: Where a line for each request is written, or None.
    """
    metrics, faults = _metrics(watcher), FaultLog()

    async def show_metrics(_: ServedRelease, __: Request) -> Response:
        text, media_type = metrics.text()
        return Response(text, headers={"content-type": media_type, "cache-control": "no-store"})

    def route(path: str, respond: Respond, methods: tuple[str, ...] = _READ) -> Route:
        return Route(path, _endpoint(watcher, respond, methods, faults), methods=[*_METHODS])

    routes = [
        route("/sparql", sparql.responder(settings), _ASK),
        route("/sparql/", sparql.responder(settings), _ASK),
        route("/data", graph_store.respond),
        route("/graph/{path:path}", graph_store.respond_direct),
        route(f"/{DUMP}", graph_store.respond_dump),
        route("/assets/{path:path}", assets.respond),
        route("/health", _health),
        route("/metrics", show_metrics),
        route("/api/openapi.json", rest.description),
        route("/api/queries/{name}", rest.query),
        route(f"/{reconciliation.PATH}", reconciliation.responder(settings), _ASK),
        route("/{path:path}", resources.respond),
    ]
    cached = CacheMiddleware(Starlette(routes=routes), watcher)
    return ObserveMiddleware(ShieldMiddleware(cached, settings, lambda: watcher.host), metrics, log)


def _endpoint(
    watcher: ReleaseWatcher, respond: Respond, methods: tuple[str, ...], faults: FaultLog
) -> Callable[[Request], Awaitable[Response]]:
    allowed = ", ".join(methods)

    async def endpoint(request: Request) -> Response:
        if request.method == "OPTIONS":  # also of a browser that asks before it sends (CORS)
            headers = {
                "allow": allowed,
                "access-control-allow-methods": allowed,
                "access-control-allow-headers": _HEADERS,
                "access-control-max-age": "86400",
            }
            return plain_response(HTTPStatus.NO_CONTENT, headers)
        try:
            if request.method not in methods:
                detail = "this graph changes by a build, not over HTTP"
                hint = "change the files of the project and build again: kg build"
                raise HttpProblem(HTTPStatus.METHOD_NOT_ALLOWED, detail, hint, {"allow": allowed})
            with watcher.current.lease() as served:
                return await respond(served, request)
        except Exception as error:
            return await failed(request, error, faults)

    return endpoint


async def failed(request: Request, error: Exception, faults: FaultLog) -> Response:
    """Return the response to an error; a fault of ours is logged for the operator."""
    if request.method not in _READ:
        await drain(request)
    problem = problem_of(error)
    if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        faults.note(error)
    return problem.response(request)


async def _health(served: ServedRelease, _: Request) -> Response:
    return plain_response(HTTPStatus.OK, {"cache-control": "no-store"}, f"ok {served.release.path.name}\n")


def _metrics(watcher: ReleaseWatcher) -> Metrics:
    def lanes() -> Lanes:
        return watcher.current.lanes

    metrics = Metrics()
    for name, meaning, read in (
        ("release_swaps", "New releases that were taken up.", lambda: watcher.swaps),
        ("workers", "Query workers.", lambda: lanes().gauges().workers),
        ("fast_waiting", "Queries that wait.", lambda: lanes().gauges().fast_waiting),
        ("slow_waiting", "Slow queries that wait.", lambda: lanes().gauges().slow_waiting),
        ("queries_asked", "Queries that were asked of this release.", lambda: lanes().counts.asked),
        ("queries_slow", "Queries that went to the slow lane.", lambda: lanes().counts.slow),
        ("queries_killed", "Queries that were ended at a deadline.", lambda: lanes().counts.killed),
        ("queries_crashed", "Queries that ended their worker.", lambda: lanes().counts.crashed),
        ("queries_refused", "Queries that were refused because too many were waiting.", lambda: lanes().counts.refused),
        ("cache_bytes", "Bytes of rendered answers.", lambda: watcher.current.cache.size),
    ):
        metrics.gauge(f"kg_{name}", meaning, read)
    return metrics
