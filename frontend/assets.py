"""Put what the pages take from npm beside them: `make assets`, and the build of a wheel.

`npm ci` installs exactly what `package-lock.json` names, without running any of its scripts; the editor and
the licences of all that is bundled in it are copied into `kg/pages/assets/vendor/`. Everything else of kg
works without: the query page then has a plain text field.
"""

import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

FRONTEND = Path(__file__).parent
VENDOR = FRONTEND.parent / "kg" / "pages" / "assets" / "vendor"
EDITOR = "@zazuko/yasqe"
STAMP = "versions.json"
LICENCES = "LICENSES.txt"

_FILES = ("yasqe.min.js", "yasqe.min.css")
_SECONDS = 180
_SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=\S+\s*\Z")
_NPM = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")


class Unavailable(Exception):
    """What is missing for the assets, as a sentence."""


def main() -> int:
    """Make the assets, and return 0; or say what is missing, and return 1."""
    try:
        made = make()
    except Unavailable as missing:
        sys.stderr.write(f"without the query editor: {missing}\n")
        return 1
    sys.stderr.write(f"the query editor is in {VENDOR}\n" if made else "the query editor is up to date\n")
    return 0


def make(vendor: Path = VENDOR) -> bool:
    """Write the assets, and say whether there was something to do.

    Raises:
        Unavailable: If there is no npm, or it cannot install.
    """
    packages = _packages()
    stamp = json.dumps({"lock": _lock_hash(), "packages": packages}, indent=1, sort_keys=True) + "\n"
    if _read(vendor / STAMP) == stamp:
        return False
    _install()
    shutil.rmtree(vendor, ignore_errors=True)
    vendor.mkdir(parents=True)
    for name in _FILES:
        source = (FRONTEND / "node_modules" / EDITOR / "build" / name).read_bytes()
        (vendor / name).write_bytes(_SOURCE_MAP.sub(b"\n", source))
    (vendor / LICENCES).write_text("\n\n".join(_licence(name) for name in packages), encoding="utf-8")
    (vendor / STAMP).write_text(stamp, encoding="utf-8")  # last: a half-written folder is made anew
    return True


def _install() -> None:
    npm = shutil.which(_NPM[0])
    if npm is None:
        raise Unavailable("npm is not installed; on Debian: apt-get install npm, then: make assets")
    try:
        done = subprocess.run(
            [npm, *_NPM[1:]], cwd=FRONTEND, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise Unavailable(f"npm did not finish in {_SECONDS} s; try again: make assets") from error
    if done.returncode:
        reason = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise Unavailable(f"npm cannot install it ({reason[0]}); try again: make assets")


def _packages() -> dict[str, str]:
    """Return names and versions of what is bundled in the editor: all that is no development dependency."""
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))
    entries: dict[str, dict[str, Any]] = lock["packages"]
    return {
        path.removeprefix("node_modules/"): entry["version"]
        for path, entry in sorted(entries.items())
        if path and not entry.get("dev") and not entry.get("optional")
    }


def _licence(name: str) -> str:
    """Return the licence text of a package; the editor's package has none inside, its repository has."""
    folder = FRONTEND / "node_modules" / name
    files = sorted(path for path in folder.iterdir() if path.name.lower().startswith("license"))
    texts = [path.read_text(encoding="utf-8").strip() for path in files]
    if not texts:
        texts = [(FRONTEND / "licenses" / "yasqe.txt").read_text(encoding="utf-8").strip()]
    return "\n\n".join((f"== {name} ==", *texts, ""))


def _lock_hash() -> str:
    return sha256((FRONTEND / "package-lock.json").read_bytes()).hexdigest()


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
