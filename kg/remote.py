"""Ask any SPARQL 1.1 endpoint, through SPARQLWrapper, as one asks the embedded store."""

import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPException
from typing import Any

from SPARQLWrapper import JSON, POST, TURTLE, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import QueryBadFormed, SPARQLWrapperException, Unauthorized

import kg
from kg.config import Credentials
from kg.errors import IdentifierError, KgError, QueryError, StoreError, Unavailable
from kg.formats import (
    Answer,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    parse_query_results,
    read_rdf_text,
)
from kg.identifiers import web_address
from kg.store import NO_PREFIXES, Dataset

ANONYMOUS = Credentials()
DEFAULT_TIMEOUT = 60.0
MAX_ANSWER = 256 << 20
_CHUNK = 1 << 16
_SHOWN = 300
_PASSING = (502, 503, 504)


class RemoteStore:
    """A SPARQL endpoint.

    Args:
        endpoint: Its address.
        credentials: How to log in; sent to this address only, also when it redirects.
        timeout: Seconds for the whole answer.
        most: Bytes of an answer, or 0 for `MAX_ANSWER`.
    """

    def __init__(
        self,
        endpoint: str,
        credentials: Credentials = ANONYMOUS,
        timeout: float = DEFAULT_TIMEOUT,
        most: int = 0,
    ) -> None:
        try:
            self._endpoint = web_address(endpoint)
        except IdentifierError as error:
            raise StoreError(str(error), hint="give the address of a SPARQL endpoint") from error
        self._credentials = credentials
        self._timeout, self._most = timeout, most

    def query(
        self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES, dataset: Dataset | None = None
    ) -> Answer:
        """Return the answer to a query; of the graphs of a dataset, if one is given."""
        client = self._client(_declaring(prefixes, sparql))
        for name, graph in _parameters(dataset or Dataset()):
            client.addParameter(name, graph)
        is_graph = client.queryType in ("CONSTRUCT", "DESCRIBE")
        client.setReturnFormat(TURTLE if is_graph else JSON)
        media_type, body = self._answer(client)
        try:
            if is_graph:
                return iter(list(read_rdf_text(body, RdfFormat.from_media_type(media_type) or RdfFormat.TURTLE)))
            return _results(body, QueryResultsFormat.from_media_type(media_type) or QueryResultsFormat.JSON)
        except (SyntaxError, ValueError) as error:
            shown = body[:_SHOWN].decode(errors="replace")
            message = f"{self._endpoint} answered with {media_type or 'no media type'} that cannot be read: {error}"
            raise StoreError(message, hint=f"is it a SPARQL endpoint? It says: {shown}") from error

    def _client(self, sparql: str) -> SPARQLWrapper:
        client = _Client(self._endpoint, agent=f"kg/{kg.__version__}")
        client.setMethod(POST)
        client.setOnlyConneg(True)
        client.setTimeout(max(1, int(self._timeout)))
        client.setQuery(sparql)
        if client.isSparqlUpdateRequest():
            raise QueryError("updates are not sent", hint="change the data and build again: kg build")
        if self._credentials.token:
            client.addCustomHttpHeader("Authorization", f"Bearer {self._credentials.token}")
        elif self._credentials.user:
            client.setCredentials(self._credentials.user, self._credentials.password)
        return client

    def _answer(self, client: SPARQLWrapper) -> tuple[str, bytes]:
        """Send the query, and return media type and body of the answer."""
        deadline = time.monotonic() + self._timeout
        try:
            with closing(client.query().response) as response:
                body = bytearray()
                while chunk := response.read(_CHUNK):
                    body += chunk
                    self._check_limits(len(body), deadline)
                return response.headers.get("Content-Type", "").partition(";")[0].strip(), bytes(body)
        except urllib.error.HTTPError as error:
            error.close()
            raise self._fault(error) from error
        except (SPARQLWrapperException, HTTPException, OSError) as error:
            raise self._fault(error) from error

    def _fault(self, error: Exception) -> KgError:
        """Return our error for one of the libraries below."""
        reason = getattr(error, "reason", error)
        code = getattr(error, "code", 0)
        if isinstance(error, QueryBadFormed):
            return QueryError(f"{self._endpoint} refuses the query: {_said(error)}")
        if isinstance(error, Unauthorized) or code in (401, 403):
            hint = "set KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN"
            return StoreError(f"{self._endpoint} does not let you in", hint=hint)
        if isinstance(error, SPARQLWrapperException):
            return StoreError(f"{self._endpoint} cannot answer: {_said(error)}")
        if code:
            kind = Unavailable if code in _PASSING else StoreError
            return kind(f"{self._endpoint} answers with {code} {reason}")
        if isinstance(reason, TimeoutError):
            return self._too_slow()
        if isinstance(error, urllib.error.URLError):
            hint = "check the address, and whether the server runs"
            return Unavailable(f"{self._endpoint} cannot be reached: {reason}", hint=hint)
        return Unavailable(f"{self._endpoint} broke off the answer: {error!r}")

    def _check_limits(self, size: int, deadline: float) -> None:
        most = self._most or MAX_ANSWER
        if size > most:
            message = f"the answer of {self._endpoint} is larger than {most:,} bytes"
            raise StoreError(message, hint="ask for less, for instance with LIMIT")
        if time.monotonic() > deadline:
            raise self._too_slow()

    def _too_slow(self) -> Unavailable:
        message = f"{self._endpoint} did not answer within {self._timeout:g} seconds"
        return Unavailable(message, hint="ask for less, or allow more time with --timeout")


def _parameters(dataset: Dataset) -> Iterator[tuple[str, str]]:
    """Yield what names the graphs that are asked (SPARQL 1.1 Protocol §2.1.4)."""
    yield from (("default-graph-uri", graph) for graph in dataset.default)
    yield from (("named-graph-uri", graph) for graph in dataset.named)


def _declaring(prefixes: Mapping[str, str], sparql: str) -> str:
    """Return a query that declares what it uses and does not declare itself; its lines keep their numbers."""
    own = {name.casefold() for name in re.findall(r"\bPREFIX\s+([\w.-]*):", sparql, re.IGNORECASE)}
    used = {name: iri for name, iri in prefixes.items() if f"{name}:" in sparql and name not in own}
    return "".join(f"PREFIX {name}: <{iri}> " for name, iri in used.items()) + sparql


class _Client(SPARQLWrapper):  # type: ignore[misc]  # it is not typed
    """SPARQLWrapper that does not hand credentials on to where it is redirected."""

    def _createRequest(self) -> Any:  # noqa: N802  (SPARQLWrapper's name)
        request = super()._createRequest()
        authorization = request.headers.pop("Authorization", None)
        if authorization:
            request.add_unredirected_header("Authorization", authorization)
        return request


def _results(body: bytes, form: QueryResultsFormat) -> QuerySolutions | QueryBoolean:
    """Return the results in a text, which is read to its end first: solutions are parsed as they are taken.

    Raises:
        SyntaxError: If the text is not valid.
    """
    trial = parse_query_results(body, form)
    if isinstance(trial, QuerySolutions):
        for _ in trial:
            pass
    return parse_query_results(body, form)


def _said(error: SPARQLWrapperException) -> str:
    """Return what the server said, without the wrapper's own words."""
    text: Any = error.args[0] if error.args else error
    _, _, response = str(text).partition("Response:\n")
    return " ".join((response or str(text)).removeprefix("b").strip("'\" ").split())[:_SHOWN]
