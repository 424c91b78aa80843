"""Send requests to a SPARQL server."""

import time
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from os import SEEK_END
from typing import IO, Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import (
    AbstractDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    Request,
    parse_http_list,
    parse_keqv_list,
)

from SPARQLWrapper import POST, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import QueryBadFormed, SPARQLWrapperException, Unauthorized

from kg.base.errors import IdentifierError, KgError, QueryError, StoreError, Unavailable
from kg.base.version import __version__
from kg.profile.config import Credentials
from kg.terms.identifiers import web_address

T = TypeVar("T")


@dataclass(frozen=True)
class Patience:
    """How long to wait for a server."""

    timeout: float = 600.0  # seconds for one answer
    pauses: Sequence[float] = (0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between attempts, of which there is one more

    def call(self, ask: Callable[[], T]) -> T:
        """Call until the server answers; not again after a timeout, since it may still be at work."""
        for pause in self.pauses:
            started = time.monotonic()
            try:
                return ask()
            except Unavailable:
                if time.monotonic() - started >= self.timeout:
                    raise
                time.sleep(pause)
        return ask()


# Credentials on their way to one server: a bearer token, Basic, or Digest where the server asks for that.

ANONYMOUS = Credentials()
_LONGEST_REALM = 200  # characters of what a server says
_ENVIRONMENT = "set KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN"


class Login:
    """Signs requests; a password may wait for the server's challenge, so that one that wants Digest never sees it."""

    def __init__(self, credentials: Credentials, *, waits: bool = False) -> None:
        self._credentials = credentials
        self._waits = waits
        self._challenge: dict[str, str] | None = None
        self._passwords = HTTPPasswordMgrWithDefaultRealm()
        self._digest = AbstractDigestAuthHandler(self._passwords)

    def sign(self, request: Request) -> None:
        """Add the credentials to a request; they do not follow it to where it is redirected."""
        if authorization := self._authorization(request):
            request.add_unredirected_header("Authorization", authorization)

    def takes_up(self, error: BaseException | None) -> bool:
        """Whether a refusal asks for the password in another way, which the next request will follow."""
        if not isinstance(error, HTTPError) or not self._credentials.user:
            return False
        scheme, _, parameters = (error.headers.get("WWW-Authenticate") or "").partition(" ")
        if scheme.casefold() == "digest":
            with _understanding(parameters, error):
                self._challenge = parse_keqv_list(list(filter(None, parse_http_list(parameters))))
            return True
        waited, self._waits = self._waits, False
        return waited and scheme.casefold() in ("basic", "")

    def _authorization(self, request: Request) -> str:
        if self._credentials.token:
            return f"Bearer {self._credentials.token}"
        if not self._credentials.user:
            return ""
        user, password = self._credentials.user, self._credentials.password
        if not self._challenge:
            return "" if self._waits else "Basic " + b64encode(f"{user}:{password}".encode()).decode()
        place = urlsplit(request.full_url)
        self._passwords.add_password(None, f"{place.scheme}://{place.netloc}/", user, password)
        with _understanding(f"algorithm={self._challenge.get('algorithm', 'MD5')}"):  # RFC 7616
            answer = self._digest.get_authorization(request, self._challenge)
        return f"Digest {answer}" if answer else ""


@contextmanager
def _understanding(asked: str, refusal: HTTPError | None = None) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        if refusal:
            refusal.close()
        message = f"the server asks for a password in a way that is not understood: Digest {asked[:_LONGEST_REALM]!r}"
        raise StoreError(message, hint="let it take Basic over HTTPS, Digest with MD5 or SHA, or a token") from error


def endpoint_address(text: str) -> str:
    """Return the address of an endpoint as it stands."""
    if "@" in urlsplit(text).netloc:
        raise StoreError("an address that holds a user or a password is not taken", hint=_ENVIRONMENT)
    try:
        return web_address(text)
    except IdentifierError as error:
        raise StoreError(str(error), hint="give the address of a SPARQL endpoint") from error


def refused(address: str) -> StoreError:
    """Return the error for a server that does not let one in."""
    return StoreError(f"{address} does not let you in", hint=_ENVIRONMENT)


# Send queries and updates through SPARQLWrapper, triples over plain HTTP, and read what comes back.

DEFAULT_TIMEOUT = 60.0
MAX_ANSWER = 256 << 20
_CHUNK = 1 << 16
_SHOWN = 300
_PASSING = (502, 503, 504)
_AGENT = f"kg/{__version__}"


@dataclass(frozen=True)
class ServerReply:
    """A server's response."""

    media_type: str
    body: bytes
    server: str  # its `Server` header, or empty
    address: str  # after redirections


class SparqlClient(SPARQLWrapper):  # type: ignore[misc]  # it is not typed
    """SPARQLWrapper with our login, which does not hand credentials on to where it is redirected."""

    def __init__(self, address: str, login: Login) -> None:
        super().__init__(address, agent=_AGENT)
        self._login = login
        self.setMethod(POST)
        self.setOnlyConneg(True)

    def _createRequest(self) -> Any:  # noqa: N802  (SPARQLWrapper's name)
        request = super()._createRequest()
        self._login.sign(request)
        return request

    def _query(self) -> Any:
        try:
            return super()._query()
        except Unauthorized as error:
            if not self._login.takes_up(error.__context__):
                raise
        return super()._query()


class Wire:
    """The way to one address of a server."""

    def __init__(self, address: str, login: Login | Credentials = ANONYMOUS, timeout: float = DEFAULT_TIMEOUT) -> None:
        self.address = endpoint_address(address)
        self.timeout = timeout
        self._login = login if isinstance(login, Login) else Login(login)

    def client(self) -> SparqlClient:
        """Return a client for one query or update."""
        client = SparqlClient(self.address, self._login)
        client.setTimeout(max(1, int(self.timeout)))
        return client

    def ask(self, client: SparqlClient) -> ServerReply:
        """Send what a client holds, and return the answer."""
        return self._read(lambda: client.query().response)

    def send(self, method: str, parameters: str, body: IO[bytes], media_type: str) -> ServerReply:
        """Send a file (SPARQL 1.1 Graph Store HTTP Protocol §5.3, §5.5), and return the answer."""
        joint = "&" if "?" in self.address else "?"
        headers = {"Content-Type": media_type, "Content-Length": str(body.seek(0, SEEK_END)), "User-Agent": _AGENT}

        def send() -> Any:
            body.seek(0)
            target = f"{self.address}{joint}{parameters}"
            request = urllib.request.Request(target, body, headers, method=method)  # noqa: S310  (a web address)
            self._login.sign(request)
            return urllib.request.urlopen(request, timeout=self.timeout)  # noqa: S310

        def send_and_log_in() -> Any:
            try:
                return send()
            except urllib.error.HTTPError as error:
                if error.code != 401 or not self._login.takes_up(error):
                    raise
                error.close()
            return send()

        return self._read(send_and_log_in)

    def _read(self, send: Callable[[], Any]) -> ServerReply:
        deadline = time.monotonic() + self.timeout
        with self._our_errors(), closing(send()) as response:
            body = bytearray()
            while chunk := response.read(_CHUNK):
                body += chunk
                self._check_limits(len(body), deadline)
            media_type = response.headers.get("Content-Type", "").partition(";")[0].strip()
            return ServerReply(media_type, bytes(body), response.headers.get("Server", ""), response.geturl())

    @contextmanager
    def _our_errors(self) -> Iterator[None]:
        try:
            yield
        except urllib.error.HTTPError as error:
            fault = self._fault(error)
            error.close()
            raise fault from error
        except (SPARQLWrapperException, HTTPException, OSError) as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> KgError:
        reason = getattr(error, "reason", error)
        code = getattr(error, "code", 0)
        if isinstance(error, QueryBadFormed):
            return QueryError(f"{self.address} refuses the query: {_said(error)}")
        if isinstance(error, Unauthorized) or code in (401, 403):
            return refused(self.address)
        if isinstance(error, SPARQLWrapperException):
            return StoreError(f"{self.address} cannot answer: {_said(error)}")
        if isinstance(error, urllib.error.HTTPError):
            kind = Unavailable if error.code in _PASSING else StoreError
            said = ""
            if kind is not Unavailable:
                with suppress(OSError, HTTPException):  # a server that says nothing more
                    said = " ".join(error.read(_SHOWN).decode(errors="replace").split())
            return kind(f"{self.address} answers with {error.code} {error.reason}{said and ': '}{said}")
        if isinstance(reason, TimeoutError):
            return self._too_slow()
        if isinstance(error, urllib.error.URLError):
            hint = "check the address, and whether the server runs"
            return Unavailable(f"{self.address} cannot be reached: {reason}", hint=hint)
        return Unavailable(f"{self.address} broke off the answer: {error!r}")

    def _check_limits(self, size: int, deadline: float) -> None:
        if size > MAX_ANSWER:
            message = f"the answer of {self.address} is larger than {MAX_ANSWER:,} bytes"
            raise StoreError(message, hint="ask for less, for instance with LIMIT")
        if time.monotonic() > deadline:
            raise self._too_slow()

    def _too_slow(self) -> Unavailable:
        message = f"{self.address} did not answer within {self.timeout:g} seconds"
        return Unavailable(message, hint="ask for less, or allow more time with --timeout")


def _said(error: SPARQLWrapperException) -> str:
    text: Any = error.args[0] if error.args else error
    _, _, response = str(text).partition("Response:\n")
    return " ".join((response or str(text)).removeprefix("b").strip("'\" ").split())[:_SHOWN]
