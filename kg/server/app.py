"""The application: which path is answered by which module.

at the protocol:            refusals, pages that are kept, /sparql  sparql
observe ▸ shield ▸ routes:  /data, /graph/, /graph.nq.gz  graph_store      /assets/  assets
                            /health, /metrics             here             /api/     rest
                            /reconcile                    reconciliation   all else  resources
"""

import datetime
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import TextIO

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Scope

from kg.server import assets, graph_store, reconciliation, resources, rest
from kg.server.exchange import Front, Responder
from kg.server.middleware import PUBLIC, Metrics, ObserveMiddleware, ShieldMiddleware
from kg.server.problems import FaultLog, HttpProblem, not_allowed
from kg.server.requests import drain, root_of
from kg.server.responses import ASKING, READING, Header, plain_response, preflight, respond
from kg.server.served import ReleaseWatcher, ServedRelease
from kg.server.settings import ServerSettings
from kg.server.sparql import SparqlEndpoint
from kg.server.views import View
from kg.server.workers.pool import Pool
from kg.site.views import harvest
from kg.store.release import DUMP

_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
_ENDPOINT = ("/sparql", "/sparql/")

_SECURITY_HOLDS = datetime.timedelta(days=180)

Respond = Callable[[ServedRelease, Request], Awaitable[Response]]


def application(
    watcher: ReleaseWatcher,
    settings: ServerSettings,
    log: TextIO | None = None,
    headers: Sequence[Header] = PUBLIC,
    vary: str = "",
) -> View:
    """Return the server as an ASGI application, and what stands before it.

    Args:
        watcher: What is served; whoever runs the application starts and closes it.
        settings: The limits.
        log: Where a line for each request is written, or None.
        headers: Those of every response.
        vary: The headers of requests by which another application may answer in its place.
    """
    metrics, faults = _metrics(watcher), FaultLog()

    async def show_metrics(_: ServedRelease, __: Request) -> Response:
        text, media_type = metrics.text()
        return Response(text, headers={"content-type": media_type, "cache-control": "no-store"})

    def route(path: str, respond: Respond, methods: tuple[str, ...] = READING) -> Route:
        return Route(path, _endpoint(watcher, respond, methods, faults), methods=[*_METHODS])

    routes = [
        route("/data", graph_store.respond),
        route("/graph/{path:path}", graph_store.respond_direct),
        route(f"/{DUMP}", graph_store.respond_dump),
        route("/assets/{path:path}", assets.respond),
        route("/favicon.ico", _icon),
        route("/.well-known/security.txt", _security(settings.security_contact)),
        route("/health", _health),
        route("/metrics", show_metrics),
        route("/api/queries/{name}", rest.query),
        route("/api", rest.start),
        route("/api/{path:path}", rest.things),
        route(f"/{reconciliation.PATH}", reconciliation.responder(settings), ASKING),
        route(f"/{harvest.PATH}", resources.harvester(settings), ASKING),
        route("/{path:path}", resources.respond),
    ]
    shield = ShieldMiddleware(Starlette(routes=routes), settings, lambda: watcher.host, headers, vary)
    observe = ObserveMiddleware(shield, metrics, log)
    endpoint = SparqlEndpoint(watcher, settings, faults)
    return observe, Front(partial(_responder, watcher, shield, endpoint), shield.lines, observe.note)


def _responder(
    watcher: ReleaseWatcher, shield: ShieldMiddleware, endpoint: SparqlEndpoint, scope: Scope
) -> Responder | None:
    """Return what answers a request, if it is refused, for the endpoint, or for a page that is kept."""
    if (problem := shield.problem(scope)) is not None:
        return lambda exchange: exchange.send(problem.response(exchange.header(b"accept"), root_of(scope)))
    if scope["path"] in _ENDPOINT:
        return endpoint.answer
    if scope["method"] in ("GET", "HEAD") and not scope["query_string"]:
        cached = watcher.current.cache.get((scope["path"][1:],))
        if cached is not None and cached.headers:  # without, it only says that a thing is there
            return lambda exchange: exchange.send(respond(cached, scope["headers"]))
    return None


def _endpoint(
    watcher: ReleaseWatcher, respond: Respond, methods: tuple[str, ...], faults: FaultLog
) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        if request.method == "OPTIONS":
            return preflight(methods)
        try:
            if request.method not in methods:
                raise not_allowed(methods)
            with watcher.current.lease() as served:
                return await respond(served, request)
        except Exception as error:
            return await failed(request, error, faults)

    return endpoint


async def failed(request: Request, error: Exception, faults: FaultLog) -> Response:
    """Return the response to an error, when the request is read."""
    if request.method not in READING:
        await drain(request)
    return faults.response(error, request.headers.get("accept"), root_of(request.scope))


async def _icon(_: ServedRelease, __: Request) -> Response:
    return plain_response(HTTPStatus.MOVED_PERMANENTLY, {"location": "/assets/icon.svg"})


def _security(contact: str) -> Respond:
    """Return what says to whom weaknesses are reported (RFC 9116)."""

    async def respond(_: ServedRelease, __: Request) -> Response:
        if not contact:
            detail = "nobody is named to whom weaknesses are reported"
            raise HttpProblem(HTTPStatus.NOT_FOUND, detail, "the operator names somebody with --security-contact")
        until = datetime.datetime.now(datetime.UTC) + _SECURITY_HOLDS
        text = f"Contact: {contact}\nExpires: {until:%Y-%m-%dT00:00:00Z}\nPreferred-Languages: en\n"
        return plain_response(HTTPStatus.OK, {"cache-control": "max-age=86400"}, text)

    return respond


async def _health(served: ServedRelease, _: Request) -> Response:
    return plain_response(HTTPStatus.OK, {"cache-control": "no-store"}, f"ok {served.release.path.name}\n")


def _metrics(watcher: ReleaseWatcher) -> Metrics:
    def pool() -> Pool:
        return watcher.current.pool

    metrics = Metrics()
    for name, meaning, read in (
        ("release_swaps", "New releases that were taken up.", lambda: watcher.swaps),
        ("workers", "Worker processes.", lambda: len(pool().workers)),
        ("waiting", "Queries and pages that wait for a worker.", lambda: pool().waiting),
        ("asked", "Queries and pages that workers were asked for of this release.", lambda: pool().counts.asked),
        ("slow", "Queries that were not quick.", lambda: pool().counts.slow),
        ("killed", "Queries and pages that were ended at a deadline.", lambda: pool().counts.killed),
        ("crashed", "Queries and pages that ended their worker.", lambda: pool().counts.crashed),
        (
            "refused",
            "Queries and pages that were refused: too many waited.",
            lambda: pool().counts.refused,
        ),
        ("cache_bytes", "Bytes of rendered answers.", lambda: watcher.current.cache.size),
    ):
        metrics.gauge(f"kg_{name}", meaning, read)
    return metrics
