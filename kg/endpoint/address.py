"""Where an endpoint is and how it is asked: with patience that has an end, and not while it is away."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener, install_opener

from kg.config import Credentials, credentials
from kg.errors import Unavailable
from kg.formats import Answer
from kg.remote import ANONYMOUS, RemoteStore
from kg.store import NO_PREFIXES, Dataset

TIMEOUT = 15.0
"""Seconds for an answer."""
PAUSE = 2.0
"""Seconds for which an endpoint that did not answer is not asked again."""
AWAY = "the endpoint that holds the graph does not answer at present"
"""What is said to the public; where the endpoint should be concerns nobody but who runs the server."""
SECRETS = ("KG_ENDPOINT_USER", "KG_ENDPOINT_PASSWORD", "KG_ENDPOINT_TOKEN")
"""The variables of the environment that hold what `kg.config.credentials` reads."""


class Asker:
    """Asks an endpoint; while it is away, questions fail at once, so that they do not queue behind each other.

    Args:
        remote: The endpoint.

    Attributes:
        asked: How many questions were sent.
    """

    def __init__(self, remote: RemoteStore) -> None:
        self.asked = 0
        self._remote = remote
        self._away: Unavailable | None = None
        self._until = 0.0

    def query(
        self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES, dataset: Dataset | None = None
    ) -> Answer:
        """Return the answer to a query.

        Raises:
            QueryError: If it is refused.
            Unavailable: If the endpoint does not answer now, or did not a moment ago.
            StoreError: If it does not answer otherwise.
        """
        if self._away is not None and time.monotonic() < self._until:
            raise Unavailable(self._away.problems)
        self.asked += 1
        try:
            return self._remote.query(sparql, prefixes=prefixes, dataset=dataset)
        except Unavailable as error:
            self._away, self._until = error, time.monotonic() + PAUSE
            raise


class _Straight(HTTPRedirectHandler):
    """Goes nowhere else."""

    def redirect_request(self, *_: object) -> None:
        """Follow no redirection, which then counts as an error."""


def ask_nobody_else() -> None:
    """Let requests of this process go nowhere but where they are sent: through no proxy, and behind no redirection."""
    install_opener(build_opener(ProxyHandler({}), _Straight))


@dataclass(frozen=True)
class Endpoint:
    """An endpoint that holds a release.

    Attributes:
        address: Where it answers queries.
        base: The base of the release that is meant, or None if there is only one.
        timeout: Seconds for an answer.
        credentials: How to log in.
    """

    address: str
    base: str | None = None
    timeout: float = TIMEOUT
    credentials: Credentials = ANONYMOUS

    def asker(self, most: int = 0, timeout: float = 0.0) -> Asker:
        """Return what asks it.

        Args:
            most: Bytes of an answer that are taken, or 0 for what is usual.
            timeout: Seconds for an answer, or 0 for those of the endpoint.
        """
        return Asker(RemoteStore(self.address, self.credentials, timeout or self.timeout, most))

    def directory(self, parent: Path) -> Path:
        """Return where under a directory the releases of this endpoint are kept."""
        return parent / sha256(f"{self.address}\n{self.base or ''}".encode()).hexdigest()[:16]

    def written(self) -> str:
        """Return it as the argument of a process, without what is secret."""
        return json.dumps({"address": self.address, "base": self.base, "timeout": self.timeout})

    @classmethod
    def read(cls, text: str) -> "Endpoint":
        """Return the endpoint that was written, with the credentials of the environment."""
        return replace(cls(**json.loads(text)), credentials=credentials())
