"""Patterns that a project writes, matched by an engine that never backtracks.

Python's `re` may take exponential time: `^(a+)+$` needs years for 60 letters. pydantic brings Rust's `regex` along,
whose time is bounded by the length of the pattern times that of the text. What it cannot promise that for it refuses:
look-around, back references, and patterns that grow too large.
"""

from dataclasses import dataclass
from functools import lru_cache

from pydantic_core import SchemaError, SchemaValidator, core_schema

MAX_LENGTH = 1_000
"""So many characters may a pattern have."""


@dataclass(frozen=True)
class LinearPattern:
    """A regular expression that takes time in proportion to the text.

    Args:
        pattern: The expression, in the syntax of Rust's `regex`, which is nearly that of Python.
        flags: XPath's flags: `i` ignores case, `m` lets `^` and `$` match at each line; others are ignored.

    Raises:
        ValueError: If the engine does not take it; the text says why.
    """

    pattern: str
    flags: str = ""

    def __post_init__(self) -> None:
        if len(self.pattern) > MAX_LENGTH:
            raise ValueError(f"it has {len(self.pattern):,} characters; at most {MAX_LENGTH:,} are taken")
        _validator(self.pattern, self.flags)

    def search(self, text: str) -> bool:
        """Whether the text holds a match."""
        return _validator(self.pattern, self.flags).isinstance_python(text)

    match = search  # pySHACL asks for a match at the beginning first, and then for any


_ADVICE = {
    "look-around": "say it without (?=…) and the like, or in two fields",
    "backreferences": "say it without \\1",
    "size limit": "take smaller numbers in {…}, or [a-z] in place of \\w",
    "at most": "take a shorter one",
}
"""What to do, by what the engine says."""


def advice(reason: str) -> str:
    """Return what to do about a pattern that cannot be used for a reason."""
    return next((said for part, said in _ADVICE.items() if part in reason), "correct it, or delete the line")


def unusable(pattern: str) -> str:
    r"""Return why a pattern cannot be used, or an empty text.

    >>> unusable("^(a+)+$"), unusable(r"(.)\1")
    ('', 'backreferences are not supported')
    """
    try:
        LinearPattern(pattern)
    except ValueError as error:
        return str(error)
    return ""


@lru_cache(1 << 10)
def _validator(pattern: str, flags: str) -> SchemaValidator:
    switches = "".join(flag for flag in "im" if flag in flags.lower())
    text = f"(?{switches}){pattern}" if switches else pattern
    try:
        return SchemaValidator(core_schema.str_schema(pattern=text, regex_engine="rust-regex"))
    except SchemaError as error:
        reason = str(error).rpartition("error: ")[2].rpartition("SchemaError: ")[2]
        raise ValueError(" ".join(reason.split())) from error
