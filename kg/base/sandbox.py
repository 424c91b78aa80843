"""The sandbox of a worker: no network, bounded memory, an end with its parent.

Linux has all of it; elsewhere what is missing is left out, and `Walls` says what is in force. `without_sockets` does
as much for one function in a process that goes on to use the network.
"""

import ctypes
import platform
import resource
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from kg.base import limits

T = TypeVar("T")

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38
_SECCOMP_SET_MODE_FILTER, _SECCOMP_FILTER_FLAG_TSYNC = 1, 1
_STACK = 16 << 20  # of a thread; the limits of the guard were measured with half of it
_LOAD_WORD, _EQUALS, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06  # instructions of classic BPF
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1  # SECCOMP_RET_ERRNO with EPERM
_NUMBER, _ARCHITECTURE = 0, 4  # offsets in struct seccomp_data
_X32 = 0x40000000  # from here on: the x32 ABI, which kernels of x86_64 may also take


class _Calls(NamedTuple):
    """System calls by their numbers on one architecture."""

    architecture: int
    seccomp: int
    denied: tuple[int, ...]


# Denied is what reaches others or starts a program:
# socket, connect, socketpair, execve, execveat, io_uring_setup, ptrace.
_CALLS = {
    "x86_64": _Calls(0xC000003E, 317, (41, 42, 53, 59, 322, 425, 101)),
    "aarch64": _Calls(0xC00000B7, 277, (198, 203, 199, 221, 281, 425, 117)),
}


@dataclass(frozen=True)
class Sandbox:
    """What a worker may do.

    Attributes:
        memory: Bytes of address space beyond what it holds when it is ready, or None for no cap.
        resident: Bytes of resident memory beyond that after which a new process replaces it, or None.
    """

    memory: int | None = None
    resident: int | None = None


CLOSED = Sandbox()


@dataclass(frozen=True)
class Walls:
    """Which parts of a sandbox are in force on this platform."""

    memory: bool
    sockets: bool


def end_with_parent() -> None:
    """Have the system end this process when its parent ends, where it can."""
    if sys.platform == "linux":
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def enter(sandbox: Sandbox) -> Walls:
    """Give up for good what a sandbox does not allow; to be called when all is open."""
    return Walls(memory=sandbox.memory is not None and _cap_memory(sandbox.memory), sockets=_deny_sockets())


def without_sockets(work: Callable[[], T], meanwhile: Callable[[], object] = lambda: None, after: float = 1.0) -> T:
    """Do something in a thread that cannot open a socket or start a program, nor can what it starts.

    Args:
        work: What is done.
        meanwhile: Called here once if that takes long; what it raises is raised at once, and the thread left alone.
        after: Seconds after which it takes long.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def walled() -> None:
        _deny_sockets(all_threads=False)
        try:
            results.append(work())
        except BaseException as error:  # raised where the thread is waited for
            _forget_frames(error)
            errors.append(error)

    size = threading.stack_size(_STACK)
    try:
        thread = threading.Thread(target=walled, daemon=True)
        thread.start()
    finally:
        threading.stack_size(size)
    thread.join(after)
    if thread.is_alive():
        meanwhile()
        thread.join()
    for error in errors:
        raise error
    return results[0]


def can_deny_sockets() -> bool:
    """Whether this system denies sockets to those who give them up."""
    denied: list[bool] = []
    thread = threading.Thread(target=lambda: denied.append(_deny_sockets(all_threads=False)))
    thread.start()
    thread.join()
    return denied == [True]


def _forget_frames(error: BaseException | None) -> None:
    """Let go of what an error holds, here and now: answers of the engine must end in the thread that asked."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__


def _cap_memory(more: int) -> bool:
    if not (held := limits.held()):
        return False
    resource.setrlimit(resource.RLIMIT_AS, (held + more, held + more))
    return True


def _deny_sockets(*, all_threads: bool = True) -> bool:
    """Have the kernel refuse the denied calls to this thread, or to all of this process, with EPERM."""
    if sys.platform != "linux" or platform.machine() not in _CALLS:
        return False
    calls = _CALLS[platform.machine()]
    # The filter: refuse other architectures' calls and those that are denied, allow the rest.
    refused = len(calls.denied) + 1  # how far it is from the first comparison of a number to the refusal
    lines = [
        (_LOAD_WORD, 0, 0, _ARCHITECTURE),
        (_EQUALS, 0, refused + 2, calls.architecture),
        (_LOAD_WORD, 0, 0, _NUMBER),
        (_AT_LEAST, refused, 0, _X32),
        *((_EQUALS, refused - place, 0, number) for place, number in enumerate(calls.denied, start=1)),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    program = b"".join(struct.pack("HBBI", *line) for line in lines)
    code = ctypes.create_string_buffer(program, len(program))
    pointer = struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(code))  # struct sock_fprog
    flags = _SECCOMP_FILTER_FLAG_TSYNC if all_threads else 0
    arguments = (calls.seccomp, _SECCOMP_SET_MODE_FILTER, flags, pointer)
    return _prctl(_PR_SET_NO_NEW_PRIVS, 1) and ctypes.CDLL(None).syscall(*arguments) == 0


def _prctl(option: int, value: int) -> bool:
    return ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0  # type: ignore[no-any-return]
