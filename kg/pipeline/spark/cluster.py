"""Begin to work on a cluster: see that all is there that Spark needs, and say in a sentence what is not."""

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kg.base.errors import ClusterError, ConfigError, KgError
from kg.base.version import __version__
from kg.profile.config import java_home

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

JAVA = 17
"""The oldest Java on which Spark 4 runs."""

PATIENCE = "spark.kg.patience"
"""The setting that says for how many seconds a build waits for the first worker."""

_DEFAULTS = {
    "spark.app.name": "kg build",
    "spark.driver.maxResultSize": "0",  # what comes back was counted: it is not a mistake that is to be stopped
    "spark.log.level": "ERROR",
    "spark.rpc.askTimeout": "60s",
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.enabled": "false",
    PATIENCE: "120",
}
_REACH = 5.0  # seconds in which a master must accept a connection
_RAISED = re.compile(r"[\w.$]*(?:Error|Exception|Exit|Failure|Interrupt)\w*(?:$|:)")
_SPARK_ADDRESS = re.compile(r"spark://(?P<hosts>[^/]+)/?")


@contextmanager
def session(master: str, settings: Mapping[str, str]) -> Iterator["SparkSession"]:
    """Open a session on a cluster, and close it in the end.

    Args:
        master: The master's address, as Spark writes it: `spark://host:port`, `yarn`, `k8s://…`, `local[2]`.
        settings: Spark's settings by name; they go before ours.

    Raises:
        ConfigError: If PySpark or Java is missing, or Java is too old.
        ClusterError: If the master or its workers do not answer, or have another kg or none.
    """
    _check_pyspark()
    _check_java(java_home())
    _check_master(master)
    opened = _open(master, {**_DEFAULTS, "spark.ui.showConsoleProgress": _is_watched(), **settings})
    try:
        _await_workers(opened.sparkContext, master)
        _check_workers(opened.sparkContext)
        yield opened
    finally:
        opened.stop()


def reason(error: Exception) -> str:
    """Return what Spark says went wrong, in one line: what was raised last, in Java or in a worker's Python."""
    lines = [line.strip().removeprefix("Caused by: ").removeprefix(": ") for line in str(error).splitlines()]
    told = [line for line in lines if _RAISED.match(line) and "Traceback" not in line]
    return " ".join((told or lines or [type(error).__name__])[-1].split())[:500]


@contextmanager
def working(step: str) -> Iterator[None]:
    """Turn what Spark raises into an error of kg's own.

    Raises:
        ClusterError: If the work of a step failed.
    """
    try:
        yield
    except KgError:
        raise
    except Exception as error:  # Py4J raises many kinds
        hint = "nothing was published; the logs of the workers say more"
        raise ClusterError(f"{step} failed on the cluster: {reason(error)}", hint=hint) from error


def _check_pyspark() -> None:
    try:
        import pyspark  # noqa: F401
    except ModuleNotFoundError as error:
        message = "building on Spark needs a library that is not installed"
        raise ConfigError(message, hint="install it: pip install 'profile-kg[spark]'") from error


def _check_java(home: str) -> None:
    """See that there is a Java, and that it is new enough."""
    program = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    hint = f"install Java {JAVA} or newer (Debian: apt-get install openjdk-{JAVA}-jre-headless), or set JAVA_HOME"
    if not program or not Path(program).exists():
        raise ConfigError("Spark needs Java, which is missing", hint=hint)
    told = subprocess.run([program, "-version"], capture_output=True, text=True, check=False).stderr
    found = re.search(r'version "(\d+)', told)
    if found is None or int(found[1]) < JAVA:
        version = f"Java {found[1]}" if found else f"{program}, which does not run"
        raise ConfigError(f"Spark needs Java {JAVA} or newer; there is {version}", hint=hint)


def _check_master(master: str) -> None:
    """See that a standalone master accepts connections: Spark itself tries for a minute, and then ends the process."""
    address = _SPARK_ADDRESS.fullmatch(master)
    if address is None:
        return
    failures = []
    for each in address["hosts"].split(","):
        host, _, port = each.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=_REACH).close()
        except (OSError, ValueError, OverflowError) as error:
            failures.append(f"{each}: {error}")
        else:
            return
    hint = "check that it runs, and that the address is the one that its first page and its log show"
    raise ClusterError(f"no master answers at {master} ({'; '.join(failures)})", hint=hint)


def _is_watched() -> str:
    return "true" if sys.stderr.isatty() else "false"


def _open(master: str, settings: Mapping[str, str]) -> "SparkSession":
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master)
    for name, value in settings.items():
        builder = builder.config(name, value)
    try:
        opened = builder.getOrCreate()
    except Exception as error:  # Py4J raises many kinds
        hint = "check the address of the master and the settings"
        told = reason(error)
        if "stopped SparkContext" in told:  # it tried for a minute, and gave up
            raise ClusterError(f"what answers at {master} takes no work: it may be no master", hint=hint) from error
        raise ClusterError(f"Spark cannot begin on {master}: {told}", hint=hint) from error
    context = opened.sparkContext
    if context.pythonExec == "python3":  # nobody set PYSPARK_PYTHON: the nodes share this environment
        context.pythonExec = sys.executable
    return opened


def _await_workers(context: "SparkContext", master: str) -> None:
    """Wait for the first worker: without one a job would wait for ever."""
    if master.startswith("local"):
        return
    patience = float(context.getConf().get(PATIENCE) or 0)
    until = time.monotonic() + patience
    while context._jsc.sc().getExecutorMemoryStatus().size() < 2:  # the driver counts as one
        if context._jsc.sc().isStopped():
            raise ClusterError(f"{master} refuses the work", hint="look at the master's log")
        if time.monotonic() > until:
            message = f"no worker of {master} took up the work within {patience:.0f} s"
            hint = f"check that workers run and have memory and cores free; wait longer with {PATIENCE}"
            raise ClusterError(message, hint=hint)
        time.sleep(0.2)


def _check_workers(context: "SparkContext") -> None:
    """See that the workers have this kg."""
    hint = "give them this environment, see docs/scale.md"
    count = max(2, context.defaultParallelism)
    try:
        versions = set(context.parallelize(range(count), count).map(_version).collect())
    except Exception as error:
        raise ClusterError(f"the workers cannot run kg: {reason(error)}", hint=hint) from error
    if others := sorted(versions - {__version__}):
        raise ClusterError(f"the workers have kg {', '.join(others)}; here is {__version__}", hint=hint)


def _version(_: int) -> str:
    """Return the version of kg on a worker."""
    return __version__
