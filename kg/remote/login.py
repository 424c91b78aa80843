"""Credentials on their way to one server: a bearer token, Basic, or Digest where the server asks for that."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import (
    AbstractDigestAuthHandler,
    HTTPPasswordMgrWithDefaultRealm,
    Request,
    parse_http_list,
    parse_keqv_list,
)

from kg.config import Credentials
from kg.errors import IdentifierError, StoreError
from kg.identifiers import web_address

ANONYMOUS = Credentials()
_SHOWN = 200  # characters of what a server says
_ENVIRONMENT = "set KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN"


class Login:
    """Signs requests.

    Args:
        credentials: What lets one in.
        waits: Whether a password waits until the server asks for it, so that it is not sent to one that wants Digest.
    """

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
        """Say whether a refusal asks for the password in another way, which the next request will follow.

        Raises:
            StoreError: If that way is not understood.
        """
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
        if self._challenge:
            return self._answered(request, self._challenge)
        return "" if self._waits else _basic(self._credentials)

    def _answered(self, request: Request, challenge: dict[str, str]) -> str:
        """Return the answer to a challenge (RFC 7616), which the standard library computes."""
        place = urlsplit(request.full_url)
        server = f"{place.scheme}://{place.netloc}/"
        self._passwords.add_password(None, server, self._credentials.user, self._credentials.password)
        with _understanding(f"algorithm={challenge.get('algorithm', 'MD5')}"):
            answer = self._digest.get_authorization(request, challenge)
        return f"Digest {answer}" if answer else ""


@contextmanager
def _understanding(asked: str, refusal: HTTPError | None = None) -> Iterator[None]:
    """Say how a server asks for a password if the standard library cannot answer that."""
    try:
        yield
    except ValueError as error:
        if refusal:
            refusal.close()
        message = f"the server asks for a password in a way that is not understood: Digest {asked[:_SHOWN]!r}"
        raise StoreError(message, hint="let it take Basic over HTTPS, Digest with MD5 or SHA, or a token") from error


def _basic(credentials: Credentials) -> str:
    return "Basic " + b64encode(f"{credentials.user}:{credentials.password}".encode()).decode()


def endpoint_address(text: str) -> str:
    """Return the address of an endpoint as it stands.

    Raises:
        StoreError: If it is no web address, or holds a password.
    """
    if "@" in urlsplit(text).netloc:
        raise StoreError("an address that holds a user or a password is not taken", hint=_ENVIRONMENT)
    try:
        return web_address(text)
    except IdentifierError as error:
        raise StoreError(str(error), hint="give the address of a SPARQL endpoint") from error


def refused(address: str) -> StoreError:
    """Return the error for a server that does not let one in."""
    return StoreError(f"{address} does not let you in", hint=_ENVIRONMENT)
