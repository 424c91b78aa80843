"""Environments of peers that cannot live beside kg: they pin old versions, or bring many packages."""

import subprocess
import sys
from pathlib import Path

from speed.measure import Failed
from speed.plan import PEERS

HOME = PEERS.parent.parent / "build" / "peers"


def python_of(peer: str) -> Path:
    """Return the Python of a peer's environment, which is made the first time from `peers/PEER.txt`.

    Raises:
        Failed: If the peer cannot be installed.
    """
    wanted = PEERS / f"{peer}.txt"
    environment = HOME / peer
    made = environment / wanted.name
    if not made.exists() or made.read_text() != wanted.read_text():
        _run([sys.executable, "-m", "venv", "--clear", environment])
        _run([environment / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted])
        made.write_text(wanted.read_text())
    return environment / "bin" / "python"


def version_of(peer: str) -> str:
    """Return what is installed for a peer, as its requirements say: `morph-kgc==2.10.0`."""
    return (PEERS / f"{peer}.txt").read_text().strip()


def _run(command: list[str | Path]) -> None:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["without a word"]
        raise Failed(f"could not be installed: {lines[-1]}")
