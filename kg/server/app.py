"""The application: which path is answered by what.

Observed ▸ Shield ▸ Kept ▸ routes: /sparql  protocol    /data, /graph/  graph_store    /api/queries/  rest
                                   /assets/ assets      /health, /metrics              /graph.nq.gz   dump
                                   all else  resources
"""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TextIO

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from kg.server import assets, dump, graph_store, protocol, resources, rest
from kg.server.bodies import drain
from kg.server.editions import Edition, Editions
from kg.server.kept import Kept
from kg.server.observing import Faults, Metrics, Observed
from kg.server.problems import Problem, problem_of
from kg.server.sending import plain_response
from kg.server.settings import Settings
from kg.server.shield import Shield
from kg.store.release import DUMP

_READ = ("GET", "HEAD", "OPTIONS")
_ASK = (*_READ, "POST")

Respond = Callable[[Edition, Request], Awaitable[Response]]


def application(editions: Editions, settings: Settings, log: TextIO | None = None) -> ASGIApp:
    """Return the server as an ASGI application.

    Args:
        editions: What is served; it is started and closed by who runs the application.
        settings: The limits.
        log: Where a line for each request is written, or None.
    """
    metrics, faults = _metrics_of(editions), Faults()

    def route(path: str, respond: Respond, methods: tuple[str, ...] = _READ) -> Route:
        return Route(path, _endpoint(editions, respond, methods, faults), methods=[*_METHODS])

    routes = [
        route("/sparql", protocol.responder(settings), _ASK),
        route("/sparql/", protocol.responder(settings), _ASK),
        route("/data", graph_store.respond),
        route("/graph/{path:path}", graph_store.respond_direct),
        route(f"/{DUMP}", dump.respond),
        route("/assets/{path:path}", assets.respond),
        route("/health", _health),
        route("/metrics", _metrics(metrics)),
        route("/api/openapi.json", rest.description),
        route("/api/queries/{name}", rest.query),
        route("/{path:path}", resources.respond),
    ]
    kept = Kept(Starlette(routes=routes), editions)
    return Observed(Shield(kept, settings, lambda: editions.host), metrics, log)


_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


def _endpoint(
    editions: Editions, respond: Respond, methods: tuple[str, ...], faults: Faults
) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        if request.method == "OPTIONS":
            return _options(methods)
        try:
            if request.method not in methods:
                raise _not_allowed(methods)
            with editions.current.used() as edition:
                return await respond(edition, request)
        except Exception as error:
            return await _failed(request, error, faults)

    return endpoint


async def _failed(request: Request, error: Exception, faults: Faults) -> Response:
    """Return the answer to an error; one that is ours is written down for the operator."""
    if request.method not in _READ:
        await drain(request)
    problem = problem_of(error)
    if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
        faults.note(error)
    return problem.response(request)


def _not_allowed(methods: tuple[str, ...]) -> Problem:
    detail = "this graph changes by a build, not over HTTP"
    hint = "change the files of the project and build again: kg build"
    return Problem(HTTPStatus.METHOD_NOT_ALLOWED, detail, hint, {"allow": ", ".join(methods)})


def _options(methods: tuple[str, ...]) -> Response:
    """Answer what may be asked for, also to a browser that asks before it sends (CORS)."""
    allowed = ", ".join(methods)
    headers = {
        "allow": allowed,
        "access-control-allow-methods": allowed,
        "access-control-allow-headers": (
            "Accept, Accept-Language, Authorization, Cache-Control, Content-Type, If-Modified-Since, If-None-Match, "
            "Range, X-Requested-With"
        ),
        "access-control-max-age": "86400",
    }
    return plain_response(HTTPStatus.NO_CONTENT, headers)


async def _health(edition: Edition, request: Request) -> Response:  # noqa: ARG001
    return plain_response(HTTPStatus.OK, {"cache-control": "no-store"}, f"ok {edition.release.path.name}\n")


def _metrics(metrics: Metrics) -> Respond:
    async def respond(edition: Edition, request: Request) -> Response:  # noqa: ARG001
        text, media_type = metrics.text()
        return Response(text, headers={"content-type": media_type, "cache-control": "no-store"})

    return respond


def _metrics_of(editions: Editions) -> Metrics:
    """Return metrics with the figures of editions, caches and workers."""
    metrics = Metrics()
    metrics.gauge("kg_release_swaps", "New releases that were taken up.", lambda: editions.swaps)
    metrics.gauge("kg_workers", "Query workers.", lambda: editions.current.lanes.gauges().workers)
    metrics.gauge("kg_fast_waiting", "Queries that wait.", lambda: editions.current.lanes.gauges().fast_waiting)
    metrics.gauge("kg_slow_waiting", "Slow queries that wait.", lambda: editions.current.lanes.gauges().slow_waiting)
    for name, meaning in _COUNTS.items():
        metrics.gauge(f"kg_queries_{name}", meaning, _count_of(editions, name))
    metrics.gauge("kg_cache_bytes", "Bytes of rendered answers.", lambda: editions.current.cache.held)
    return metrics


_COUNTS = {
    "asked": "Queries that were asked of this release.",
    "slow": "Queries that went to the slow lane.",
    "killed": "Queries that were ended at a deadline.",
    "crashed": "Queries that ended their worker.",
    "refused": "Queries that were not taken, since others were before them.",
}


def _count_of(editions: Editions, name: str) -> Callable[[], float]:
    return lambda: float(getattr(editions.current.lanes.counts, name))
