"""Put what the pages take from npm beside them: `make assets`, and the build of a wheel.

`npm ci` installs exactly what `package-lock.json` names, without running any of its scripts. Copied into
`kg/site/assets/vendor/` are the query editor, the engines of published sites (Oxigraph for SPARQL, SQLite for search),
the typefaces, and the licences of all that is in them. Everything else of kg works without: the query page of a server
then has a plain text field, and the query and search pages of a published site say what they lack.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

FRONTEND = Path(__file__).parent
VENDOR = FRONTEND.parent / "kg" / "site" / "assets" / "vendor"
EDITOR = "@zazuko/yasqe"
ENGINE = "oxigraph"
SEARCH = "@sqlite.org/sqlite-wasm"
FONTS = {"Literata": "@fontsource-variable/literata", "Source Sans 3": "@fontsource-variable/source-sans-3"}
"""The typefaces of the pages, for what is read and for what is looked up, and the packages that hold them."""
STAMP = "versions.json"
LICENCES = "LICENSES.txt"

_FILES = ("yasqe.min.js", "yasqe.min.css")
_SECONDS = 180
_SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=\S+\s*\Z")
_NPM = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
_LATIN = "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212"
_UNPACKAGED = {
    EDITOR: FRONTEND / "licenses" / "yasqe.txt",
    "@zazuko/yasgui-utils": FRONTEND / "licenses" / "yasqe.txt",
    ENGINE: FRONTEND.parent / "LICENSE",  # offered under MIT or Apache 2.0; taken under the latter, as kg itself
    SEARCH: FRONTEND.parent / "LICENSE",  # Apache 2.0
}
"""Packages that do not hold the text of their licence, and where it is."""

_DECLARED = re.compile(r"^export (?=(?:class|function) (\w+))", re.MULTILINE)
_EXPORTED = re.compile(r"^export \{ initSync, __wbg_init as default \};$", re.MULTILINE)
_OWN_ADDRESS = "new URL('web_bg.wasm', import.meta.url)"
_MODULE = re.compile(r"^\s*(?:export|import)\b|\bimport\s*[.(]", re.MULTILINE)


class Unavailable(Exception):
    """What is missing for the assets, as a sentence."""


def main() -> int:
    """Make the assets, and return 0; or say what is missing, and return 1."""
    try:
        made = make()
    except Unavailable as missing:
        sys.stderr.write(f"without the query editor, the engines of published sites and the typefaces: {missing}\n")
        return 1
    sys.stderr.write(
        f"the query editor, the engines and the typefaces are in {VENDOR}\n" if made else "the assets are up to date\n"
    )
    return 0


def make(vendor: Path = VENDOR) -> bool:
    """Write the assets, and say whether there was something to do.

    Raises:
        Unavailable: If there is no npm, it cannot install, or a package is not of the form that is known.
    """
    packages = _packages()
    stamp = json.dumps({"made": _made_from(), "packages": packages}, indent=1, sort_keys=True) + "\n"
    if _read(vendor / STAMP) == stamp:
        return False
    _install()
    shutil.rmtree(vendor, ignore_errors=True)
    vendor.mkdir(parents=True)
    for name in _FILES:
        source = (_package(EDITOR) / "build" / name).read_bytes()
        (vendor / name).write_bytes(_SOURCE_MAP.sub(b"\n", source))
    _write_engines(vendor)
    _write_fonts(vendor)
    (vendor / LICENCES).write_text("\n\n".join(_licence(name) for name in packages), encoding="utf-8")
    (vendor / STAMP).write_text(stamp, encoding="utf-8")  # last: a half-written folder is made anew
    return True


def _write_engines(vendor: Path) -> None:
    """Write the engines: scripts as workers import them, code packed, since few hosts compress WebAssembly."""
    (vendor / "oxigraph.js").write_text(classic((_package(ENGINE) / "web.js").read_text("utf-8")), "utf-8")
    shutil.copyfile(_package(SEARCH) / "dist" / "index.mjs", vendor / "sqlite3.js")
    code = {"oxigraph": _package(ENGINE) / "web_bg.wasm", "sqlite3": _package(SEARCH) / "dist" / "sqlite3.wasm"}
    for name, path in code.items():
        (vendor / f"{name}.wasm.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def _write_fonts(vendor: Path) -> None:
    """Write the two typefaces, Latin letters in all weights, and the rules by which pages find them."""
    rules = []
    for family, package in FONTS.items():
        name = package.rpartition("/")[2]
        shutil.copyfile(_package(package) / "files" / f"{name}-latin-wght-normal.woff2", vendor / f"{name}.woff2")
        rules.append(
            f'@font-face {{ font-family: "{family}"; src: url("{name}.woff2") format("woff2"); '
            f"font-weight: 200 900; font-display: swap; unicode-range: {_LATIN}; }}\n"
        )
    (vendor / "fonts.css").write_text("".join(rules), encoding="utf-8")


def classic(module: str) -> str:
    """Return the engine's module as a classic script that defines `oxigraph()`, which gives an engine of its own.

    Workers can import classic scripts everywhere, modules not. After an overflow of its stack an engine is of
    no use any more: hence not one, but a way to make one.

    Raises:
        Unavailable: If the module is not of the form that is known.
    """
    names = _DECLARED.findall(module)
    body, ends = _EXPORTED.subn("", _DECLARED.sub("", module))
    body = body.replace(_OWN_ADDRESS, "undefined")  # who initializes it says where its code is
    if ends != 1 or "Store" not in names or _MODULE.search(body):
        raise Unavailable(f"the module of {ENGINE} is of another form than frontend/assets.py knows")
    return f"function oxigraph() {{\n{body}\nreturn {{ initialize: __wbg_init, {', '.join(names)} }};\n}}\n"


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
    """Return names and versions of what is in the assets: all that is no development dependency."""
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))
    entries: dict[str, dict[str, Any]] = lock["packages"]
    return {
        path.removeprefix("node_modules/"): entry["version"]
        for path, entry in sorted(entries.items())
        if path and not entry.get("dev") and not entry.get("optional")
    }


def _package(name: str) -> Path:
    return FRONTEND / "node_modules" / name


def _licence(name: str) -> str:
    """Return the licence text of a package: from inside it, else as `_UNPACKAGED` says."""
    files = sorted(path for path in _package(name).iterdir() if path.name.lower().startswith("license"))
    texts = [path.read_text(encoding="utf-8").strip() for path in files]
    if not texts:
        texts = [_UNPACKAGED[name].read_text(encoding="utf-8").strip()]
    return "\n\n".join((f"== {name} ==", *texts, ""))


def _made_from() -> str:
    """Return the hash of what the assets are made from: the versions of the packages, and this script."""
    return sha256((FRONTEND / "package-lock.json").read_bytes() + Path(__file__).read_bytes()).hexdigest()


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
