"""The page of `kg review --web`: one question at a time, answered by forms; for one person on this machine.

The address that the command prints is good for one browser, which gets a random cookie in its place: cookies of this
machine go to every port of it, and addresses stay in histories. What changes files must come from a page of its own: it
names the origin, and holds a key that no other page can read.
"""

import secrets
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from kg.base.errors import KgError
from kg.base.undo import UndoStep
from kg.profile.drafts.review_queue import ReviewQueue
from kg.server.app import failed
from kg.server.assets import asset
from kg.server.middleware import PRIVATE, ShieldMiddleware
from kg.server.problems import FaultLog, HttpProblem
from kg.server.requests import body_of
from kg.server.responses import sent
from kg.server.reviewing.views import Mistake, QuestionPage, ReviewState, SpellingView
from kg.server.settings import ServerSettings
from kg.site.templating import ASSETS, environment

_OWN = Path(__file__).parent / "assets"
_COOKIE = "kg-review"
_MAX_FIELDS = 32
_SETTINGS = ServerSettings()

SPELLINGS = "spellings"
"""The page of all names that are written in several forms, in the place of the key of a question."""

Fields = Mapping[str, str]
Respond = Callable[[Request], Awaitable[Response]]


def application(queue: ReviewQueue, token: str) -> ASGIApp:
    """Return the page as an ASGI application.

    Args:
        queue: What is to be decided.
        token: What the address must state, once.
    """
    gate, faults = _Gate(token), FaultLog()
    desk = _Desk(queue, gate.form_key)

    def route(path: str, respond: Respond, method: str = "GET") -> Route:
        return Route(path, _guarded(respond, faults), methods=[method])

    async def first(request: Request) -> Response:
        if "token" in request.query_params:
            return gate.admit(request)
        gate.check_reader(request)
        return desk.show(request.query_params.get("q", ""))

    def post(path: str, act: Callable[[Fields], Response]) -> Route:
        async def respond(request: Request) -> Response:
            return act(await gate.form(request))

        return route(path, respond, "POST")

    routes = [
        route("/", first),
        route("/assets/{path:path}", _file),
        post("/answer", desk.answer),
        post("/undo", desk.undo),
        post("/redo", desk.redo),
    ]
    return ShieldMiddleware(Starlette(routes=routes), _SETTINGS, headers=PRIVATE)


def _guarded(respond: Respond, faults: FaultLog) -> Respond:
    async def endpoint(request: Request) -> Response:
        try:
            return await respond(request)
        except Exception as error:
            return await failed(request, error, faults)

    return endpoint


async def _file(request: Request) -> Response:
    name = request.path_params["path"]
    return sent(request, asset(_OWN if (_OWN / name).is_file() else ASSETS, name))


class _Gate:
    """Lets in one browser, which knows the token, and takes forms of its own pages only."""

    def __init__(self, token: str) -> None:
        self._tokens = {token}
        self._cookie, self.form_key = secrets.token_urlsafe(24), secrets.token_urlsafe(24)

    def admit(self, request: Request) -> Response:
        """Exchange the token of an address for the cookie; the browser that has it may open the address again."""
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        if not _is(request.cookies.get(_cookie(request), ""), self._cookie):
            if not any(_is(request.query_params["token"], token) for token in self._tokens):
                raise _refused()
            self._tokens.clear()
            # Not 'strict': a browser that is led here from a file would not send it to the page behind this answer.
            response.set_cookie(_cookie(request), self._cookie, httponly=True, samesite="lax", path="/")
        return response

    def check_reader(self, request: Request) -> None:
        """Refuse who does not have the cookie."""
        if not _is(request.cookies.get(_cookie(request), ""), self._cookie):
            raise _refused()

    async def form(self, request: Request) -> Fields:
        """Return the fields of a form that a page of this server sent."""
        self.check_reader(request)
        origin = request.headers.get("origin")
        if origin is not None and origin != f"http://{request.headers['host']}":
            raise HttpProblem(HTTPStatus.FORBIDDEN, "another page sent this", "answer on the page itself")
        try:
            text = (await body_of(request, _SETTINGS)).decode()
            fields = dict(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS))
        except ValueError:
            raise HttpProblem(HTTPStatus.BAD_REQUEST, "the form cannot be read", "open the page again") from None
        if not _is(request.headers.get("x-review-key") or fields.get("form", ""), self.form_key):
            raise _refused()
        return fields


class _Desk:
    """Answers forms from one queue; requests are answered one after the other."""

    def __init__(self, queue: ReviewQueue, form_key: str) -> None:
        self._queue = queue
        self.form_key = form_key

    def show(self, key: str, mistake: Mistake | None = None) -> Response:
        """Return the page of a question, or of all names; of the first question if that is not open."""
        queue = self._queue
        queue.refresh()
        state = ReviewState.of(queue, mistake)
        status = HTTPStatus.CONFLICT if mistake else HTTPStatus.OK
        if key == SPELLINGS:
            clusters = [SpellingView(each) for each in state.spellings]
            text = self._render("spellings.html", state, clusters=clusters)
        else:
            text = self._render("question.html", state, page=QuestionPage.of(queue, key))
        return Response(text, status, {"cache-control": "no-store"}, "text/html")

    def _render(self, template: str, state: ReviewState, **values: object) -> str:
        pages = environment("kg.server.reviewing")
        return pages.get_template(template).render(values, state=state, form_key=self.form_key, spellings=SPELLINGS)

    def answer(self, fields: Fields) -> Response:
        """Write an answer down and go on to the next question."""
        key, version, answer, back = (fields.get(name, "") for name in ("q", "version", "answer", "back"))
        text = fields.get("text", "").replace("\r\n", "\n")  # as browsers send lines
        queue = self._queue
        keys = [each.key for each in queue.open()]
        at = keys.index(key) if key in keys else 0
        try:
            queue.answer(key, version, answer, text)
        except KgError as error:
            return self.show(back or key, Mistake.of(error, text))
        left = {each.key for each in queue.open()}
        following = (each for each in (*keys[at:], *keys[:at]) if each in left)
        return _to(back or next(following, ""))

    def undo(self, fields: Fields) -> Response:
        """Take the last answer back and show its question."""
        return self._step(self._queue.undo, fields.get("back", ""))

    def redo(self, fields: Fields) -> Response:
        """Give an answer again and show what is open then."""
        return self._step(self._queue.redo, fields.get("back", ""))

    def _step(self, move: Callable[[], UndoStep | None], back: str) -> Response:
        try:
            step = move()
        except KgError as error:
            return self.show(back, Mistake.of(error))
        return _to(back or (step.label if step else ""))


def _to(key: str) -> Response:
    return RedirectResponse(f"/?{urlencode({'q': key})}" if key else "/", HTTPStatus.SEE_OTHER)


def _is(stated: str, secret: str) -> bool:
    return secrets.compare_digest(stated.encode(), secret.encode())


def _refused() -> HttpProblem:
    hint = "open the whole address that kg review printed; it is good for one browser: for another, start it again"
    return HttpProblem(HTTPStatus.FORBIDDEN, "this page is for who started it", hint)


def _cookie(request: Request) -> str:
    return f"{_COOKIE}-{request.url.port or ''}"  # cookies do not tell servers of one host apart
