"""Begin to work on a cluster: see that all is there that Spark needs, and say in a sentence what is not."""

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kg.base.errors import ClusterError, ConfigError
from kg.base.version import __version__
from kg.pipeline import fingerprint
from kg.profile.config import java_home

if TYPE_CHECKING:
    from pyspark import SparkContext

_JAVA = 17  # the oldest on which Spark 4 runs
_PATIENCE = "spark.kg.patience"  # the setting that says for how many seconds a build waits for a worker
_DEFAULTS = {
    "spark.app.name": "kg build",
    "spark.driver.maxResultSize": "0",  # what comes back was counted: it is not a mistake that is to be stopped
    "spark.log.level": "ERROR",
    "spark.rpc.askTimeout": "60s",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    _PATIENCE: "120",
}
_RAISED = re.compile(r"[\w.$]*(?:Error|Exception|Exit|Failure|Interrupt)\w*(?:$|:)")


@contextmanager
def session(master: str, settings: Mapping[str, str]) -> Iterator["SparkContext"]:
    """Begin to work on a cluster, and leave it in the end.

    Args:
        master: The master's address, as Spark writes it: `spark://host:port`, `yarn`, `k8s://…`, `local[2]`.
        settings: Spark's settings by name; they go before ours.

    Raises:
        ConfigError: If PySpark or Java is missing, or Java is too old.
        ClusterError: If the master or its workers do not answer, or have another kg, Python or library.
    """
    try:
        from pyspark import SparkConf, SparkContext
    except ModuleNotFoundError as error:
        raise ConfigError("pyspark is not installed", hint="install it: pip install 'profile-kg[spark]'") from error
    _check_java(java_home())
    _check_master(master)
    with working(f"Spark cannot begin on {master}", "check the address of the master and the settings"):
        opened = SparkContext(conf=SparkConf().setMaster(master).setAll([*{**_DEFAULTS, **settings}.items()]))
    if opened.pythonExec == "python3":  # nobody set PYSPARK_PYTHON: the nodes share this environment
        opened.pythonExec = sys.executable
    try:
        await_workers(opened)
        _check_workers(opened)
        yield opened
    finally:
        opened.stop()


def reason(error: Exception) -> str:
    """Return what Spark says went wrong, in one line: what was raised last, in Java or in a worker's Python."""
    lines = [line.strip().removeprefix("Caused by: ").removeprefix(": ") for line in str(error).splitlines()]
    told = [line for line in lines if _RAISED.match(line) and "Traceback" not in line]
    return " ".join((told or lines or [type(error).__name__])[-1].split())[:500]


@contextmanager
def working(failure: str, hint: str) -> Iterator[None]:
    """Turn what Spark raises into a ClusterError, which says what failed and why."""
    try:
        yield
    except Exception as error:  # Py4J raises many kinds
        raise ClusterError(f"{failure}: {reason(error)}", hint=hint) from error


def await_workers(context: "SparkContext") -> None:
    """Wait for a worker as long as `spark.kg.patience` says, then raise ClusterError: a job would wait for ever."""
    patience = float(context.getConf().get(_PATIENCE) or 0)
    until = time.monotonic() + patience
    # The driver counts as one; on one machine it is the worker, too.
    while not context.master.startswith("local") and context._jsc.sc().getExecutorMemoryStatus().size() < 2:
        if context._jsc.sc().isStopped():
            raise ClusterError(f"{context.master} refuses the work", hint="look at the master's log")
        if time.monotonic() > until:
            message = f"no worker of {context.master} took up the work within {patience:.0f} s"
            hint = f"check that workers run and have memory and cores free; wait longer with {_PATIENCE}"
            raise ClusterError(message, hint=hint)
        time.sleep(0.2)


def _check_java(home: str) -> None:
    """See that there is a Java, and that it is new enough."""
    program = shutil.which("java", path=f"{home}/bin" if home else None)
    run = subprocess.run([program, "-version"], capture_output=True, text=True, check=False) if program else None
    found = re.search(r'version "(\d+)', run.stderr) if run else None
    if found is None or int(found[1]) < _JAVA:
        hint = f"install it (Debian: apt-get install openjdk-{_JAVA}-jre-headless), or set JAVA_HOME"
        there = f"Java {found[1]}" if found else "none that runs"
        raise ConfigError(f"Spark needs Java {_JAVA} or newer; there is {there}", hint=hint)


def _check_master(master: str) -> None:
    """See that a standalone master accepts connections: Spark itself tries for a minute, and then ends the process."""
    failures = []
    for host, port in re.findall(r"([^/,]+):(\d+)", master) if master.startswith("spark://") else ():
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
        except (OSError, OverflowError) as error:
            failures.append(f"{host}:{port}: {error}")
        else:
            return
    if failures:
        hint = "check that it runs, and that the address is the one that its first page and its log show"
        raise ClusterError(f"no master answers at {master} ({'; '.join(failures)})", hint=hint)


def _check_workers(context: "SparkContext") -> None:
    """See that the workers have this kg, on the same Python with the same libraries."""
    count, hint = max(2, context.defaultParallelism), "give them this environment, see docs/scale.md"
    with working("the workers cannot run kg", hint):
        programs = set(context.parallelize(range(count), count).map(_program).collect())
    if others := sorted(programs - {_program()}):
        there, here = (f"kg {version} on Python {python}" for version, python, _ in (others[0], _program()))
        raise ClusterError(f"the workers have {there}; here is {here}, or other libraries", hint=hint)


def _program(_: int = 0) -> tuple[str, str, str]:
    """Return the version of kg, that of Python, and a hash of all files and the versions of all libraries."""
    return __version__, sys.version.split()[0], fingerprint.code()
