"""Waiting for what comes about by itself, however busy the machine is."""

import asyncio
import time
from collections.abc import Callable

SECONDS = 600
"""Longer than anything takes that comes at all."""


def until(done: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + SECONDS
    while not done():
        assert time.monotonic() < end, "what is waited for does not come"
        time.sleep(0.01)


async def comes(done: Callable[[], bool]) -> None:
    """Wait until something is so, while others go on."""
    async with asyncio.timeout(SECONDS):
        while not done():
            await asyncio.sleep(0.01)
