"""A real Spark cluster on this machine, for tests: its processes talk over the loopback."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tests.support.waiting import SECONDS, until

_JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # they start sooner

SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.driver.extraJavaOptions": _JAVA_OPTIONS,
    "spark.executor.extraJavaOptions": _JAVA_OPTIONS,
}
"""What a small machine has for a build."""


def missing() -> str:
    """Say what is missing for a cluster, or nothing."""
    if find_spec("pyspark") is None:
        return "pyspark is not installed: pip install 'profile-kg[spark]'"
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "Java is not installed: apt-get install openjdk-17-jre-headless"
    return ""


@dataclass
class Cluster:
    """A cluster that runs.

    Attributes:
        master: Its address.
        directory: Where its processes write.
        workers: The processes of the workers.
    """

    master: str
    directory: Path
    workers: list["subprocess.Popen[bytes]"]

    def kill(self, worker: int) -> None:
        """Kill a worker and its executors, as a machine that loses its power does."""
        process = self.workers[worker]
        executors = children(process.pid)
        for pid in (process.pid, *executors):
            os.kill(pid, signal.SIGKILL)
        process.wait()

    def await_tasks(self, count: int, build: "subprocess.Popen[str]") -> None:
        """Wait until some tasks of a build have begun, as the executors' logs tell."""
        while build.poll() is None and self._tasks() < count:
            time.sleep(0.05)

    def _tasks(self) -> int:
        logs = (self.directory / "work").glob("app-*/*/stderr")
        return sum(log.read_text(errors="replace").count("Running task") for log in logs)


@contextmanager
def cluster(directory: Path, *, workers: int = 2, cores: int = 1) -> Iterator[Cluster]:
    """Run a cluster in a directory; in the end all of it is gone."""
    processes: list[subprocess.Popen[bytes]] = []
    try:
        log = directory / "master.log"
        processes.append(_start("master.Master", ["--port", "0"], log, directory))
        master = _address(log, processes[0])
        arguments = ["-c", str(cores), "-m", "1g", "-d", str(directory / "work"), master]
        logs = [directory / f"worker-{number}.log" for number in range(workers)]
        processes.extend(_start("worker.Worker", arguments, log, directory) for log in logs)
        for log, process in zip(logs, processes[1:], strict=True):
            _await(log, "Successfully registered", process)
        yield Cluster(master, directory, processes[1:])
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait(SECONDS)


def _start(name: str, arguments: Sequence[str], log: Path, directory: Path) -> "subprocess.Popen[bytes]":
    found = find_spec("pyspark")
    home = Path(found.origin or "").parent if found else Path()
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_DAEMON_JAVA_OPTS": _JAVA_OPTIONS,
        "SPARK_LOCAL_DIRS": str(directory / "local"),
        "PYSPARK_PYTHON": sys.executable,
    }
    program: list[str | Path] = [home / "bin" / "spark-class", f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1"]
    with log.open("wb") as file:
        return subprocess.Popen([*program, "--webui-port", "0", *arguments], env=environment, stdout=file, stderr=file)


def _address(log: Path, process: "subprocess.Popen[bytes]") -> str:
    words = "Starting Spark master at "
    return _await(log, words, process).partition(words)[2].split()[0]


def _await(log: Path, words: str, process: "subprocess.Popen[bytes]") -> str:
    """Wait until a log says something, and return it."""
    until(lambda: process.poll() is not None or words in log.read_text(errors="replace"))
    text = log.read_text(errors="replace")
    assert words in text, f"'{words}' is not in {log}:\n{text[-2000:]}"
    return text


def children(pid: int) -> list[int]:
    """Return the processes that a process started (Linux)."""
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []
