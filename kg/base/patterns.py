"""Regular expressions that are compiled when they are first used: most commands use few of them."""

import re
from typing import Any, cast


class _LazyPattern:
    """Stands for a compiled pattern, whose attributes it takes over with the first that is asked for."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._source = pattern, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(*self._source)
        self.__dict__.update((each, getattr(compiled, each)) for each in dir(compiled) if not each.startswith("_"))
        return getattr(compiled, name)


def lazy(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern as `re.compile` returns it, which is not compiled, and not checked, before it is used.

    >>> lazy("a+").findall("aa b a")
    ['aa', 'a']
    """
    return cast(re.Pattern[str], _LazyPattern(pattern, flags))
