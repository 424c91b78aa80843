"""The application: which path is answered by which module; it knows no server, and runs under any that speaks ASGI.

/sparql         sparql           /graph/, /data, /graph.nq.gz  graph_store     /api/     rest
/reconcile      reconciliation   /health, /metrics             here            /assets/  assets
all else        resources
"""

import datetime
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import NamedTuple, TextIO

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kg.server import assets, graph_store, reconciliation, resources, rest, sparql
from kg.server.middleware import PUBLIC, AccessLog, Metrics, ShieldMiddleware
from kg.server.problems import FaultLog, HttpProblem
from kg.server.requests import drain, root_of
from kg.server.responses import ASKING, READING, Header, plain_response, preflight, sent
from kg.server.served import ReleaseWatcher, ServedRelease
from kg.server.settings import ServerSettings
from kg.site.views import harvest
from kg.store.release import DUMP

_SECURITY_HOLDS = datetime.timedelta(days=180)

Respond = Callable[[ServedRelease, Request], Awaitable[Response]]


class _Route(NamedTuple):
    """What answers, and to which methods."""

    respond: Respond
    methods: Sequence[str] = READING


def application(
    watcher: ReleaseWatcher,
    settings: ServerSettings,
    log: TextIO | None = None,
    headers: Sequence[Header] = PUBLIC,
    vary: str = "",
) -> ASGIApp:
    """Return the server as an ASGI application.

    Args:
        watcher: What is served; whoever runs the application starts and closes it.
        settings: The limits.
        log: Where a line for each request is written, or None.
        headers: Those of every response.
        vary: The headers of requests by which another application may answer in its place.
    """
    metrics, faults = _metrics(watcher), FaultLog()
    routes = _routes(metrics)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        request, served = Request(scope, receive), watcher.current
        cached = served.cache.get((scope["path"][1:],))
        if cached is not None and cached.headers and request.method in ("GET", "HEAD") and not scope["query_string"]:
            await sent(request, cached)(scope, receive, send)
            return
        route = routes.get(scope["path"]) or _below(scope["path"])
        try:
            if request.method == "OPTIONS":
                response = preflight(route.methods)
            elif request.method not in route.methods:
                hint, allowed = "change the files of the project and build again: kg build", ", ".join(route.methods)
                detail = "this graph changes by a build, not over HTTP"
                raise HttpProblem(HTTPStatus.METHOD_NOT_ALLOWED, detail, hint, {"allow": allowed})
            else:
                with served.lease():
                    response = await route.respond(served, request)
        except Exception as error:
            response = await failed(request, error, faults)
        await response(scope, receive, send)

    access_log = AccessLog(log) if log else None
    return ShieldMiddleware(answer, settings, lambda: watcher.host, headers, vary, metrics, access_log)


def _routes(metrics: Metrics) -> Mapping[str, _Route]:
    """Return what answers at one path each."""

    async def show_metrics(_: ServedRelease, __: Request) -> Response:
        text, media_type = metrics.text()
        return Response(text, headers={"content-type": media_type, "cache-control": "no-store"})

    endpoint = _Route(sparql.respond, ASKING)
    return {
        "/sparql": endpoint,
        "/sparql/": endpoint,
        "/data": _Route(graph_store.respond),
        f"/{DUMP}": _Route(graph_store.respond_dump),
        "/favicon.ico": _Route(_icon),
        "/.well-known/security.txt": _Route(_security),
        "/health": _Route(_health),
        "/metrics": _Route(show_metrics),
        "/api": _Route(rest.start),
        f"/{reconciliation.PATH}": _Route(reconciliation.respond, ASKING),
        f"/{harvest.PATH}": _Route(resources.respond_harvester, ASKING),
    }


def _below(path: str) -> _Route:
    """Return what answers at all paths of a kind."""
    if path.startswith("/graph/"):
        return _Route(graph_store.respond_direct)
    if path.startswith("/assets/"):
        return _Route(assets.respond)
    if path.startswith(rest.QUERIES) and "/" not in path[len(rest.QUERIES) :] and path != rest.QUERIES:
        return _Route(rest.query)
    if path.startswith("/api/"):
        return _Route(rest.things)
    return _Route(resources.respond)


async def failed(request: Request, error: Exception, faults: FaultLog) -> Response:
    """Return the response to an error, when the request is read."""
    if request.method not in READING:
        await drain(request)
    return faults.response(error, request.headers.get("accept"), root_of(request.scope))


async def _icon(_: ServedRelease, __: Request) -> Response:
    return plain_response(HTTPStatus.MOVED_PERMANENTLY, {"location": "/assets/icon.svg"})


async def _security(served: ServedRelease, _: Request) -> Response:
    """To whom weaknesses are reported (RFC 9116)."""
    contact = served.settings.security_contact
    if not contact:
        detail = "nobody is named to whom weaknesses are reported"
        raise HttpProblem(HTTPStatus.NOT_FOUND, detail, "the operator names somebody with --security-contact")
    until = datetime.datetime.now(datetime.UTC) + _SECURITY_HOLDS
    text = f"Contact: {contact}\nExpires: {until:%Y-%m-%dT00:00:00Z}\nPreferred-Languages: en\n"
    return plain_response(HTTPStatus.OK, {"cache-control": "max-age=86400"}, text)


async def _health(served: ServedRelease, _: Request) -> Response:
    return plain_response(HTTPStatus.OK, {"cache-control": "no-store"}, f"ok {served.release.path.name}\n")


def _metrics(watcher: ReleaseWatcher) -> Metrics:
    metrics = Metrics()
    metrics.gauge("kg_release_swaps", "New releases that were taken up.", lambda: watcher.swaps)
    metrics.gauge("kg_workers", "Worker processes.", lambda: len(watcher.current.pool.workers))
    metrics.gauge("kg_waiting", "Queries and pages that wait for a worker.", lambda: watcher.current.pool.waiting)
    metrics.gauge("kg_cache_bytes", "Bytes of rendered answers.", lambda: watcher.current.cache.size)
    for name, meaning in (
        ("asked", "that workers were asked for of this release"),
        ("slow", "that were not quick"),
        ("killed", "that were ended at a deadline"),
        ("crashed", "that ended their worker"),
        ("refused", "that were refused: too many waited"),
    ):
        read = partial(lambda name: float(getattr(watcher.current.pool.counts, name)), name)
        metrics.gauge(f"kg_{name}", f"Queries and pages {meaning}.", read)
    return metrics
