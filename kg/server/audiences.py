"""Two audiences under one address: the public, and the internal one, which shows by a token or a login who it is.

Each audience has an application of its own, with its release, its cache and its workers, so that neither is answered
from what the other one has asked. Caches on the way are told by `Vary`, and answers to the internal one are private.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from hmac import compare_digest
from http import HTTPStatus

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from kg.base.errors import ConfigError
from kg.server.problems import FaultLog, HttpProblem
from kg.server.requests import root_of
from kg.server.responses import IS_INTERNAL
from kg.server.tokens import TokenFile

_PROOF = "x-proxy-secret"
_NOBODY = re.compile(
    r"(?:(?:anon(?:ymous)?|false|guest|na|nil|no|nobody|none|null|public|unauthenticated|undefined|unknown|unset)(?:user)?)?"
)


@dataclass(frozen=True)
class Access:
    """Who is of the internal audience: whoever sends one of these tokens, and whom a proxy names that is believed.

    Attributes:
        tokens: The tokens, if there are any.
        user_header: The header in which a proxy names who has logged in, or empty.
        proxy_secret: What it sends as `X-Proxy-Secret` with that; without it nobody has logged in.
        faults: Where is logged that the tokens cannot be read.
    """

    tokens: TokenFile | None = None
    user_header: str = ""
    proxy_secret: str = field(default="", repr=False)
    faults: FaultLog = field(default_factory=FaultLog)

    @property
    def vary(self) -> str:
        """The headers by which the answer to a request may differ."""
        return ", ".join(filter(None, ("Authorization" if self.tokens else "", self.user_header)))

    def is_internal(self, scope: Scope) -> bool:
        """Whether a request is one of the internal audience.

        Raises:
            HttpProblem: If it has a token that is none of these.
        """
        if self._has_logged_in(scope):
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

    def _has_logged_in(self, scope: Scope) -> bool:
        """Whether a proxy that has the secret names somebody, and not what stands for nobody."""
        if not self.proxy_secret:
            return False
        secret, name = (_header(scope, each) for each in (_PROOF, self.user_header.lower()))
        if not compare_digest(secret.encode(), self.proxy_secret.encode()):
            return False
        letters = re.sub(r"[\W_]", "", name).casefold()
        return not (_NOBODY.fullmatch(letters) or re.search(r"[${}%]", name))

    def require(self, scope: Scope) -> None:
        """Raise HttpProblem unless a request is one of the internal audience."""
        if not self.is_internal(scope):
            hint = "send 'Authorization: Bearer TOKEN', with one that who runs this server has made: kg token NAME"
            raise _unauthorized("only who is known is answered here", hint)


def _header(scope: Scope, name: str) -> str:
    """Return the value of a header that is sent once, or nothing."""
    values = [value for each, value in scope["headers"] if each == name.encode()]
    return values[0].decode("latin-1").strip() if len(values) == 1 else ""


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


def by_audience(public: ASGIApp, internal: ASGIApp, access: Access) -> ASGIApp:
    """Return what answers each request by the application of its audience."""

    def chosen(scope: Scope) -> ASGIApp:
        scope[IS_INTERNAL] = access.is_internal(scope)
        return internal if scope[IS_INTERNAL] else public

    return choosing(chosen)
