"""The real Apache on loopback ports, with directories as it serves them: Debian's package `apache2`."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

PROGRAM = Path("/usr/sbin/apache2")
_MODULES = Path("/usr/lib/apache2/modules")
_LOADED = ("mpm_event", "authz_core", "mime", "negotiation", "dir", "autoindex", "alias", "headers", "rewrite")
_SECONDS = 30
_MAIN = """\
ServerRoot "{root}"
ServerName localhost
PidFile "{root}/pid"
ErrorLog "{root}/errors"
User www-data
Group www-data
Mutex pthread
TypesConfig /etc/mime.types
AddType application/x-gzip .gz
AddEncoding x-gzip .gz
DirectoryIndex index.html
StartServers 1
<FilesMatch "^[.]ht">
    Require all denied
</FilesMatch>
<Directory />
    Require all denied
</Directory>
"""
_HOST = """\
Listen 127.0.0.1:{port}
<VirtualHost 127.0.0.1:{port}>
    DocumentRoot "{root}"
    Alias "{path}" "{directory}/"
    <Directory "{directory}">
        AllowOverride {override}
        Options {options}
        Require all granted
    </Directory>
</VirtualHost>
"""
USERDIR = ("FileInfo AuthConfig Limit Indexes", "MultiViews Indexes SymLinksIfOwnerMatch IncludesNoExec")
"""What Debian's userdir.conf allows home directories: `AllowOverride` and `Options`."""

needed = pytest.mark.skipif(not PROGRAM.exists(), reason="Apache is not installed: apt-get install apache2")


@dataclass(frozen=True)
class Host:
    """What is served under a port: a directory below a path, with what its `.htaccess` may do."""

    port: int
    directory: Path
    path: str = "/"
    override: str = "All"
    options: str = "FollowSymLinks MultiViews"


def free_ports(number: int) -> list[int]:
    """Return ports of this machine that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


@contextmanager
def running(root: Path, *hosts: Host) -> Iterator[None]:
    """Serve directories below `root`, which others than its owner can read, until the block ends."""
    loaded = "".join(f"LoadModule {name}_module {_MODULES}/mod_{name}.so\n" for name in _LOADED)
    served = "".join(_HOST.format(root=root, **vars(host)) for host in hosts)
    (root / "apache.conf").write_text(loaded + _MAIN.format(root=root) + served, encoding="utf-8")
    with subprocess.Popen([PROGRAM, "-f", root / "apache.conf", "-DFOREGROUND"]) as server:
        try:
            for host in hosts:
                _wait(server, host.port, root)
            yield
        finally:
            server.terminate()
            server.wait(_SECONDS)


def copied(source: Path, target: Path) -> Path:
    """Copy a directory so that others can read it."""
    shutil.copytree(source, target)
    for path in (target, *target.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return target


def _wait(server: "subprocess.Popen[bytes]", port: int, root: Path) -> None:
    end = time.monotonic() + _SECONDS
    while server.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    errors = root / "errors"
    raise AssertionError(f"Apache did not come up: {errors.read_text() if errors.exists() else ''}")
