"""Secrets by which a client shows that it may see more than everybody: a file of hashes of tokens, and a proxy's own.

A line is a name, the SHA-256 of a token and, if it ends, its last day: `library 9f86d0… 2027-03-31`. Who reads the file
cannot use it. A token is a secret of 256 bits, so that its plain hash does: no list of words leads to it.
"""

import datetime
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from kg.base.errors import ConfigError, Problem

PREFIX = "kgt_"
"""How each token begins: so that it is known as one, wherever it turns up."""

_TOKEN = re.compile(rf"{PREFIX}[\w-]+", re.ASCII)
_LINE = re.compile(r"(?P<name>\S+) +(?P<hash>[0-9a-f]{64})(?: +(?P<until>\d{4}-\d{2}-\d{2}))?")
_SECRET = re.compile(r"[!-~]{32,256}")
_HINT = "make lines with: kg token NAME --tokens FILE"


@dataclass(frozen=True)
class AccessToken:
    """A token in a file, without its secret."""

    name: str
    until: datetime.date | None  # its last day, in UTC

    @property
    def is_valid(self) -> bool:
        """Whether it has not ended."""
        return self.until is None or datetime.datetime.now(datetime.UTC).date() <= self.until


class TokenFile:
    """The tokens in a file, which is read again when it has changed: who is taken out is known no longer.

    Raises:
        ConfigError: If it cannot be read, or others may write it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._state: tuple[int, ...] = ()
        self._tokens = self._read()

    def find(self, token: str) -> AccessToken | None:
        """Return what is known of a token, unless it has ended.

        Raises:
            ConfigError: If the file has changed and cannot be read: then nobody is known.
        """
        if _state_of(self._path) != self._state:
            self._tokens = {}
            self._tokens = self._read()
        found = self._tokens.get(_hash(token))
        return found if found and found.is_valid else None

    def _read(self) -> Mapping[str, AccessToken]:
        state = _state_of(self._path)
        tokens = read(self._path)
        self._state = state
        return tokens


def read(path: Path) -> dict[str, AccessToken]:
    """Return the tokens in a file by their hashes.

    Raises:
        ConfigError: If it cannot be read, or others may write it.
    """
    tokens: dict[str, AccessToken] = {}
    for number, line in enumerate(_text_of(path, _HINT).splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            found = _LINE.fullmatch(line.strip())
            try:
                if found is None:
                    raise ValueError
                until = datetime.date.fromisoformat(found["until"]) if found["until"] else None
            except ValueError:
                raise ConfigError(Problem("this is no token", path, number, hint=_HINT)) from None
            tokens[found["hash"]] = AccessToken(found["name"], until)
    return tokens


def read_secret(path: Path) -> str:
    """Return the secret in a file, which a proxy sends with the login of each client.

    Raises:
        ConfigError: If it cannot be read, others may read or write it, or it is short or no text for a header.
    """
    hint = f"make one that only this user and the proxy read: (umask 077; openssl rand -hex 32 > {path})"
    secret = _text_of(path, hint).strip()
    if not _SECRET.fullmatch(secret):
        raise ConfigError(Problem("a secret has 32 to 256 letters, digits and signs, without blanks", path, hint=hint))
    if path.stat().st_mode & 0o007:
        raise ConfigError(Problem("others may read it", path, hint=f"take that from them: chmod o= {path}"))
    return secret


def _text_of(path: Path, hint: str) -> str:
    """Return the text of a file that only its owner may write.

    Raises:
        ConfigError: If it cannot be read, or others may write it.
    """
    try:
        if path.stat().st_mode & 0o022:
            raise ConfigError(Problem("others may write it", path, hint=f"take that from them: chmod go-w {path}"))
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise ConfigError(Problem(f"cannot be read: {reason}", path, hint=hint)) from error


def add(path: Path, name: str, days: int | None) -> str:
    """Add a token to a file, which may be new, and return its secret: it is not to be had again.

    Raises:
        ConfigError: If the file cannot be read or written, or has that name.
    """
    if path.exists() and name in {each.name for each in read(path).values()}:
        hint = "take another name, or delete its line first: who has the old token is known no longer"
        raise ConfigError(Problem(f"there is a token for '{name}'", path, hint=hint))
    secret = f"{PREFIX}{secrets.token_urlsafe(32)}"
    today = datetime.datetime.now(datetime.UTC).date()
    until = f" {today + datetime.timedelta(days)}" if days else ""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w", encoding="utf-8") as file:
            file.write(f"{name} {_hash(secret)}{until}\n")
    except OSError as error:
        raise ConfigError(Problem(f"cannot be written: {error.strerror}", path)) from error
    return secret


def is_in_address(path: str, query_string: bytes) -> bool:
    """Say whether an address has a token in it."""
    return b"access_token=" in query_string or PREFIX.encode() in query_string or bool(_TOKEN.search(path))


def hidden(path: str) -> str:
    """Return a path as it may be written down: without tokens."""
    return _TOKEN.sub(f"{PREFIX}…", path) if PREFIX in path else path


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


def _state_of(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_ctime_ns, found.st_size
