"""Get answers of web services: politely, within limits, and from a cache where they are fresh. The home of httpx2.

Models are asked by `chat`, with what is shared here.

The cache is ours, since hishel follows RFC 9111: registries forbid caching or say nothing, while a user who imports
forty records twice a day should ask each once, and then by its ETag. Each answer is a file that one can read.
"""

import contextlib
import json
import logging
import os
import re
import ssl
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote, urljoin, urlsplit

import httpx2

from kg.base.errors import NotFound, Problem, ReadError, StoreError, Unavailable
from kg.base.version import __version__
from kg.profile.config import Services
from kg.terms.identifiers import is_own_machine

FRESH = 24 * 60 * 60
"""Seconds in a day, for which an answer is taken from the cache without asking."""

MAX_BYTES = 64 << 20
"""The largest answer that is taken."""

TRIES = 4
AGAIN = frozenset((429, 500, 502, 503, 504))
_MOVED = frozenset((301, 302, 303, 307, 308))
_LONGEST_WAIT = 30.0
_TIMEOUT = 30.0
_DEADLINE = 180.0
_HOPS = 6
_FOR_KEY = frozenset((401, 403, 429))
_Read = TypeVar("_Read")


@dataclass(frozen=True)
class Kept:
    """An answer in the cache.

    Attributes:
        body: The file with its text.
        etag: What the service calls this version of it.
        at: When it was fetched or found unchanged, in seconds since 1970.
        is_found: Whether the service knew the address at all.
    """

    body: Path
    etag: str
    at: float
    is_found: bool = True


class Client:
    """Asks web services.

    Args:
        services: Where services are, as whom they are asked, and where answers are kept.
        say: Takes a line that tells what is going on.
        fresh: For how many seconds an answer is taken from the cache without asking.
        wait: Is called before each question, to wait until the service wants it.
        in_bulk: Whether it is one of many questions: only waiting is told, and what nobody knows is kept as an answer.
    """

    def __init__(
        self,
        services: Services,
        say: Callable[[str], None],
        *,
        fresh: float = FRESH,
        wait: Callable[[], None] = lambda: None,
        in_bulk: bool = False,
    ) -> None:
        self.cache, self._say = services.cache, say
        self._keyed, self._key = services.bases["openalex"], services.openalex_key
        self._fresh = fresh
        self._wait = wait
        self._in_bulk = in_bulk
        self._used: list[Path] = []
        contact = f"; mailto:{services.mailto}" if services.mailto else ""
        self._agent = f"profile-kg/{__version__} (https://w3id.org/profile-kg{contact})"

    def get(self, url: str, media_type: str) -> str:
        """Return the text at an address, of the cache or of the service.

        Args:
            url: The address.
            media_type: What to ask for; an answer of another family is refused.

        Raises:
            NotFound: If the service does not know it, or did not when it was asked last.
            Unavailable: If the service cannot be reached, or asks to be left alone.
            StoreError: If the service does not answer as it should.
        """
        self._used += self._paths(url, media_type)
        kept = self._kept(url, media_type)
        hour = time.strftime("%H:%M", time.localtime(kept.at)) if kept else ""
        if kept and 0 <= time.time() - kept.at < self._fresh and (kept.is_found or self._in_bulk):
            if not kept.is_found:
                hint = f"check the id; the service was asked at {hour}, and --refresh asks again"
                raise NotFound(f"nothing is found at {url}", hint=hint)
            self._tell(f"kept since {hour}: {url}")
            return kept.body.read_text("utf-8")
        self._tell(f"fetching {url}")
        try:
            text, etag = self._asked(url, media_type, kept)
        except NotFound:
            if self._in_bulk:
                self._keep(url, media_type, "", "", is_found=False)
            raise
        self._keep(url, media_type, text, etag)
        return text

    def _tell(self, line: str) -> None:
        if not self._in_bulk:
            self._say(line)

    def forget(self) -> None:
        """Remove the answers that were taken from the cache: what they say cannot be right."""
        for path in self._used:
            with contextlib.suppress(OSError):
                path.unlink()

    def _asked(self, url: str, media_type: str, kept: Kept | None) -> tuple[str, str]:
        """Return what the service answers and its version, with some patience."""
        headers = {"User-Agent": self._agent, "Accept": media_type}
        if kept and kept.etag:
            headers["If-None-Match"] = kept.etag
        about_key = self._about_key(url)
        with opened(url, _TIMEOUT) as client:

            def ask() -> tuple[httpx2.Response, str]:
                self._wait()
                return self._one(client, url, headers)

            answer, text = patiently(ask, url, self._say, about_key or "try again then")
        if answer.status_code == 304 and kept:
            return kept.body.read_text("utf-8"), kept.etag
        _check(answer, url, media_type, about_key)
        return text, answer.headers.get("etag", "")

    def _one(self, client: httpx2.Client, url: str, headers: dict[str, str]) -> tuple[httpx2.Response, str]:
        """Ask once, following redirects to safe places."""
        here = url
        for _ in range(_HOPS):
            with client.stream("GET", self._with_key(here), headers=headers) as answer:
                if answer.status_code in _MOVED and "location" in answer.headers:
                    without_key = re.sub(r"(?<=[?&])api_key=[^&#]*&?", "", answer.headers["location"])
                    here = _next_hop(here, without_key)
                    continue
                return answer, _body(answer, url)
        raise StoreError(f"{url} leads from one address to the next without an end", hint="try again later")

    def _is_keyed(self, url: str) -> bool:
        return url.startswith(f"{self._keyed}/")

    def _with_key(self, url: str) -> str:
        """Return an address as it is asked; the key stands in no other, so that none is told or kept with it."""
        if not self._key or not self._is_keyed(url):
            return url
        return f"{url}{'&' if '?' in url else '?'}api_key={quote(self._key, safe='')}"

    def _about_key(self, url: str) -> str:
        """What to do if a service that asks for a key refuses an answer."""
        if not self._is_keyed(url):
            return ""
        key = "is right" if self._key else "is set: OpenAlex gives keys at https://openalex.org/settings/api"
        return f"check that KG_OPENALEX_KEY {key}"

    def _paths(self, url: str, media_type: str) -> tuple[Path, Path]:
        name = sha256(f"{media_type} {url}".encode()).hexdigest()[:32]
        return self.cache / f"{name}.body", self.cache / f"{name}.json"

    def _kept(self, url: str, media_type: str) -> Kept | None:
        """Return what the cache has of an address; what is damaged there counts as nothing."""
        body, about = self._paths(url, media_type)
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            said = json.loads(about.read_text("utf-8"))
            if said["url"] == url and body.is_file():
                return Kept(body, str(said["etag"]), float(said["at"]), bool(said.get("found", True)))
        return None

    def _keep(self, url: str, media_type: str, text: str, etag: str, *, is_found: bool = True) -> None:
        body, about = self._paths(url, media_type)
        store(self.cache, body.name, text)
        store(self.cache, about.name, json.dumps({"url": url, "etag": etag, "at": time.time(), "found": is_found}))


def store(cache: Path, name: str, text: str) -> Path:
    """Keep a text in a cache, for its owner alone, and return the file.

    Raises:
        ReadError: If the cache cannot be written.
    """
    path = cache / name
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        Path(temporary).replace(path)
    except OSError as error:
        message = f"the cache cannot be written: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="set XDG_CACHE_HOME to a directory of yours")) from error
    return path


def opened(url: str, timeout: float | httpx2.Timeout) -> httpx2.Client:
    """Return what asks an address; a key among what is asked is in no log."""
    for library in ("httpx2", "httpcore2"):
        logging.getLogger(library).setLevel(logging.WARNING)
    is_own = is_own_machine(url)  # no proxy of the environment gets to see what stays on the machine
    return httpx2.Client(timeout=timeout, follow_redirects=False, verify=_trusted(), trust_env=not is_own)


def patiently(
    ask: Callable[[], tuple[httpx2.Response, _Read]], url: str, say: Callable[[str], None], hint: str
) -> tuple[httpx2.Response, _Read]:
    """Return the answer of a service that is asked again while it does not answer or is busy.

    Raises:
        Unavailable: If it cannot be reached, or asks to wait for long; `hint` says what to do then.
    """
    for attempt in range(1, TRIES + 1):
        wait, is_last = 2.0 ** (attempt - 1), attempt == TRIES
        try:
            answer, text = ask()
        except httpx2.TransportError as error:
            if is_last:
                message = f"{url} cannot be reached: {error or type(error).__name__}"
                raise Unavailable(message, hint="check the network and the address, and try again later") from error
            reason = "no answer"
        else:
            if answer.status_code not in AGAIN or is_last:
                break
            wait, reason = _wait_of(answer, url, wait, hint), f"answer {answer.status_code}"
        say(f"{reason}; asking again in {wait:g} s")
        time.sleep(wait)
    return answer, text


class Endless(Exception):
    """An answer goes beyond a limit."""


def pieces(answer: httpx2.Response, most: int, seconds: float) -> Iterator[bytes]:
    """Yield an answer piece by piece; raises Endless where it is larger, or takes longer."""
    deadline, received = time.monotonic() + seconds, 0
    for piece in answer.iter_bytes(1 << 16):
        received += len(piece)
        if received > most:
            raise Endless(f"is larger than {most:,} bytes")
        if time.monotonic() > deadline:
            raise Endless(f"takes longer than {seconds:g} seconds")
        yield piece


@cache
def _trusted() -> ssl.SSLContext:
    """Return the certificates that are trusted; to read them takes longer than many an answer."""
    return httpx2.create_ssl_context()


def _next_hop(here: str, location: str) -> str:
    """Return where a redirect leads, which must be no less safe than where it comes from."""
    target = urljoin(here, location)
    old, new = urlsplit(here), urlsplit(target)
    if new.scheme == "https" or (new.scheme == old.scheme == "http" and new.netloc == old.netloc):
        return target
    raise StoreError(f"{here} leads to {target[:200]}, which is not safe to follow", hint="only https is followed")


def _body(answer: httpx2.Response, url: str) -> str:
    """Return the text of an answer, as long as it stays within size and time."""
    try:
        return b"".join(pieces(answer, MAX_BYTES, _DEADLINE)).decode("utf-8-sig")
    except Endless as error:
        raise StoreError(f"the answer of {url} {error}", hint="save it to a file in parts") from error
    except UnicodeDecodeError as error:
        raise StoreError(f"the answer of {url} is not UTF-8", hint="try again later") from error


def _wait_of(answer: httpx2.Response, url: str, otherwise: float, hint: str) -> float:
    """Return how many seconds a service asks to wait, which may be too long."""
    stated = answer.headers.get("retry-after", "").strip()
    seconds = otherwise
    if stated.isascii() and stated.isdigit():
        seconds = float(stated[:9])
    elif stated:
        with contextlib.suppress(ValueError, TypeError):
            seconds = parsedate_to_datetime(stated).timestamp() - time.time()
    if seconds > _LONGEST_WAIT:
        raise Unavailable(f"{url} asks to wait {seconds:,.0f} seconds", hint=hint)
    return max(0.0, seconds)


def form_of(answer: httpx2.Response) -> str:
    """Return the media type of an answer."""
    return answer.headers.get("content-type", "").partition(";")[0].strip().casefold()


def _check(answer: httpx2.Response, url: str, media_type: str, about_key: str) -> None:
    """Refuse an answer that is not what was asked for; one may be refused for the lack of a key."""
    code = answer.status_code
    if code in (404, 410):
        raise NotFound(f"nothing is found at {url}", hint="check the id")
    if code != 200:
        hint = "try again later" if code in AGAIN else "check the id, and whether the service is open to you"
        hint = about_key if about_key and code in _FOR_KEY else hint
        kind = Unavailable if code == 429 else StoreError
        raise kind(f"{url} answers with {code} {answer.reason_phrase}", hint=hint)
    given = form_of(answer)
    family = "json" if "json" in media_type else "xml"
    if family not in given:
        message = f"{url} answers with {given or 'no media type'}, not with {media_type}"
        raise StoreError(message, hint="check the id, and whether the service is open to you")
