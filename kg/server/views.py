"""Two views under one address: what everybody may see, and what those may see who are known.

Each view is an application of its own, with its release, its cache and its workers, so that neither can answer from
what the other one has kept. Caches on the way are told by `Vary`, and that the answers to the known are private.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from kg.base.errors import ConfigError
from kg.server.exchange import Front, Responder
from kg.server.problems import FaultLog, HttpProblem
from kg.server.requests import root_of
from kg.server.responses import KNOWN, PERSON
from kg.server.tokens import TokenFile


@dataclass(frozen=True)
class Access:
    """Who is known: whoever sends one of these tokens, and whom a proxy names that is believed.

    Attributes:
        tokens: The tokens, if there are any.
        user_header: The header in which the proxy names who has logged in, or empty.
        faults: Where is logged that the tokens cannot be read.
    """

    tokens: TokenFile | None = None
    user_header: str = ""
    faults: FaultLog = field(default_factory=FaultLog)

    @property
    def vary(self) -> str:
        """The headers by which the answer to a request may differ."""
        return ", ".join(filter(None, ("Authorization" if self.tokens else "", self.user_header)))

    def knows(self, scope: Scope) -> bool:
        """Say whether a request is that of one who is known.

        Raises:
            HttpProblem: If it has a token that is none of these.
        """
        if scope.get(PERSON):
            return True
        if self.tokens is None:
            return False
        stated = [value for name, value in scope["headers"] if name == b"authorization"]
        scheme, _, token = (stated[0] if stated else b"").decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":  # of others, a proxy before the server made use
            return False
        try:
            if len(stated) == 1 and self.tokens.find(token.strip()):
                return True
        except ConfigError as error:
            self.faults.note(error)
        hint = "ask who runs this server for a new one, or ask without it for what everybody may see"
        raise _unauthorized("this token is not known, or has ended", hint, ', error="invalid_token"')

    def require(self, scope: Scope) -> None:
        """Raise HttpProblem unless a request is that of one who is known."""
        if not self.knows(scope):
            hint = "send 'Authorization: Bearer TOKEN', with one that who runs this server has made: kg token NAME"
            raise _unauthorized("only who is known is answered here", hint)


def _unauthorized(detail: str, hint: str, more: str = "") -> HttpProblem:
    return HttpProblem(HTTPStatus.UNAUTHORIZED, detail, hint, {"www-authenticate": f'Bearer realm="kg"{more}'})


def choosing(chosen: Callable[[Scope], ASGIApp]) -> ASGIApp:
    """Return an application that answers by the one that is chosen for a request, or by the problem that it raises."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp
        try:
            answer = chosen(scope)
        except HttpProblem as problem:
            answer = problem.response(Request(scope).headers.get("accept"), root_of(scope))
        await answer(scope, receive, send)

    return app


View = tuple[ASGIApp, Front]
"""An application, and what stands before it."""


def of_each(public: View, known: View, access: Access) -> View:
    """Return what shows each client the view that it may see."""
    views = (public, known)

    def front_of(scope: Scope) -> Front:
        return views[bool(scope.get(KNOWN))][1]

    def responder(scope: Scope) -> Responder | None:
        try:
            scope[KNOWN] = access.knows(scope)
        except HttpProblem as problem:
            refused = problem
            return lambda exchange: exchange.send(refused.response(exchange.header(b"accept"), root_of(scope)))
        return front_of(scope).responder(scope)

    def chosen(scope: Scope) -> ASGIApp:
        scope[KNOWN] = access.knows(scope)
        return views[scope[KNOWN]][0]

    return choosing(chosen), Front(
        responder,
        lambda scope: front_of(scope).added(scope),
        lambda scope, status, size, seconds: front_of(scope).note(scope, status, size, seconds),
    )
