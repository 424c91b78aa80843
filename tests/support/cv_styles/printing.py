"""Print as PDF, by the programs with which people do: a browser and pdflatex."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.support.cv_styles.latex import PACKAGES

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-pdf-header-footer")
_SECONDS = 90


def browser() -> str | None:
    """Return the browser to print with, if there is one."""
    return next((found for name in _BROWSERS if (found := shutil.which(name))), None)


def print_page(page: Path, target: Path) -> None:
    """Print a page of HTML with a browser that has never run before."""
    program = browser()
    if program is None:
        raise FileNotFoundError("no Chromium to print with")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        flags = (*_FLAGS, f"--user-data-dir={home}", f"--print-to-pdf={target}")
        subprocess.run([program, *flags, page.resolve().as_uri()], check=True, capture_output=True, timeout=_SECONDS)


def typesetter() -> str | None:
    """Return pdflatex, if it is here with all packages and fonts of the CVs."""
    finder = shutil.which("kpsewhich")
    wanted = [f"{name}.sty" for name in PACKAGES]
    if finder is None or subprocess.run([finder, *wanted], check=False, capture_output=True).returncode:
        return None
    return shutil.which("pdflatex")


def typeset(source: str, target: Path) -> None:
    """Run pdflatex on a source; what it complains of is in the error."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "cv.tex").write_text(source, encoding="utf-8")
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "cv.tex"]
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=_SECONDS)
        if done.returncode:
            said = done.stdout.decode("utf-8", "replace")
            raise RuntimeError("pdflatex: " + "\n".join(row for row in said.splitlines() if row[:1] in "!l")[:2000])
        shutil.copyfile(Path(folder) / "cv.pdf", target)
