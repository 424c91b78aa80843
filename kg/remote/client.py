"""Send queries and updates through SPARQLWrapper, triples over plain HTTP, and read what comes back.

What goes wrong below becomes an error of ours here.
"""

import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any

from SPARQLWrapper import POST, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import QueryBadFormed, SPARQLWrapperException, Unauthorized

import kg
from kg.config import Credentials
from kg.errors import KgError, QueryError, StoreError, Unavailable
from kg.remote.login import ANONYMOUS, Login, endpoint_address, refused

__all__ = ["ANONYMOUS", "DEFAULT_TIMEOUT", "MAX_ANSWER", "Client", "Reply", "Wire"]

DEFAULT_TIMEOUT = 60.0
MAX_ANSWER = 256 << 20
_CHUNK = 1 << 16
_SHOWN = 300
_PASSING = (502, 503, 504)
_AGENT = f"kg/{kg.__version__}"


@dataclass(frozen=True)
class Reply:
    """What a server answered.

    Attributes:
        media_type: What the body is, as the server says.
        body: All of it.
        server: How the server calls itself, or empty.
        address: Where it came from: not where it was asked if that redirected.
    """

    media_type: str
    body: bytes
    server: str
    address: str


class Client(SPARQLWrapper):  # type: ignore[misc]  # it is not typed
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
    """The way to one address of a server.

    Args:
        address: Where it is.
        login: How to log in there.
        timeout: Seconds for a whole answer.
        most: Bytes of an answer, or 0 for `MAX_ANSWER`.
    """

    def __init__(
        self, address: str, login: Login | Credentials = ANONYMOUS, timeout: float = DEFAULT_TIMEOUT, most: int = 0
    ) -> None:
        self.address = endpoint_address(address)
        self.timeout = timeout
        self._login = login if isinstance(login, Login) else Login(login)
        self._most = most

    def client(self) -> Client:
        """Return a client for one query or update."""
        client = Client(self.address, self._login)
        client.setTimeout(max(1, int(self.timeout)))
        return client

    def ask(self, client: Client) -> Reply:
        """Send what a client holds, and return the answer.

        Raises:
            QueryError: If the server refuses the query or update.
            Unavailable: If it cannot be reached or does not answer in time.
            StoreError: If it does not answer otherwise.
        """
        return self._read(lambda: client.query().response)

    def post(self, parameters: str, body: bytes, media_type: str) -> Reply:
        """Send some bytes (SPARQL 1.1 Graph Store HTTP Protocol §5.5), and return the answer.

        Raises:
            Unavailable: If the server cannot be reached or does not answer in time.
            StoreError: If it does not answer otherwise.
        """
        joint = "&" if "?" in self.address else "?"

        def send() -> Any:
            headers = {"Content-Type": media_type, "User-Agent": _AGENT}
            target = f"{self.address}{joint}{parameters}"
            request = urllib.request.Request(target, body, headers, method="POST")  # noqa: S310  (a web address)
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

    def _read(self, send: Callable[[], Any]) -> Reply:
        deadline = time.monotonic() + self.timeout
        with self._our_errors(), closing(send()) as response:
            body = bytearray()
            while chunk := response.read(_CHUNK):
                body += chunk
                self._check_limits(len(body), deadline)
            media_type = response.headers.get("Content-Type", "").partition(";")[0].strip()
            return Reply(media_type, bytes(body), response.headers.get("Server", ""), response.geturl())

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
        """Return our error for one of the libraries below."""
        reason = getattr(error, "reason", error)
        code = getattr(error, "code", 0)
        if isinstance(error, QueryBadFormed):
            return QueryError(f"{self.address} refuses the query: {_said(error)}")
        if isinstance(error, Unauthorized) or code in (401, 403):
            return refused(self.address)
        if isinstance(error, SPARQLWrapperException):
            return StoreError(f"{self.address} cannot answer: {_said(error)}")
        if isinstance(error, urllib.error.HTTPError):
            return self._status(error)
        if isinstance(reason, TimeoutError):
            return self._too_slow()
        if isinstance(error, urllib.error.URLError):
            hint = "check the address, and whether the server runs"
            return Unavailable(f"{self.address} cannot be reached: {reason}", hint=hint)
        return Unavailable(f"{self.address} broke off the answer: {error!r}")

    def _status(self, error: urllib.error.HTTPError) -> StoreError:
        kind = Unavailable if error.code in _PASSING else StoreError
        said = ""
        if kind is not Unavailable:
            with suppress(OSError, HTTPException):  # a server that says nothing more
                said = " ".join(error.read(_SHOWN).decode(errors="replace").split())
        return kind(f"{self.address} answers with {error.code} {error.reason}{said and ': '}{said}")

    def _check_limits(self, size: int, deadline: float) -> None:
        most = self._most or MAX_ANSWER
        if size > most:
            message = f"the answer of {self.address} is larger than {most:,} bytes"
            raise StoreError(message, hint="ask for less, for instance with LIMIT")
        if time.monotonic() > deadline:
            raise self._too_slow()

    def _too_slow(self) -> Unavailable:
        message = f"{self.address} did not answer within {self.timeout:g} seconds"
        return Unavailable(message, hint="ask for less, or allow more time with --timeout")


def _said(error: SPARQLWrapperException) -> str:
    """Return what the server said, without the wrapper's own words."""
    text: Any = error.args[0] if error.args else error
    _, _, response = str(text).partition("Response:\n")
    return " ".join((response or str(text)).removeprefix("b").strip("'\" ").split())[:_SHOWN]
