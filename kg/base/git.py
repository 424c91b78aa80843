"""Commit files of a git repository, on its present branch or beside the working tree. The home of git."""

import os
import subprocess
import tempfile
from pathlib import Path

from kg.base.errors import ConfigError, StoreError

_SECONDS = 120


class Repository:
    """The git repository in which a directory lies.

    Args:
        directory: The directory.

    Raises:
        ConfigError: If it lies in none, or git is not installed.
    """

    def __init__(self, directory: Path) -> None:
        self._root = directory
        self._root = Path(self._git("rev-parse", "--show-toplevel", no="make one with: git init").strip())

    @property
    def user(self) -> str:
        """The name of who commits; empty if git knows none."""
        return (self._asked("config", "user.name") or "").strip()

    def is_changed(self, path: Path) -> bool:
        """Whether a file has changes that are not committed."""
        return bool(self._git("status", "--porcelain", "--", self._name(path)))

    def commit(self, path: Path, message: str) -> None:
        """Commit one file on the present branch, and nothing else.

        Raises:
            StoreError: If git refuses.
        """
        name = self._name(path)
        self._git("add", "--", name)
        self._git("commit", "--quiet", "--file=-", "--only", "--", name, given=message)

    def tip(self, branch: str) -> str:
        """Return the last commit of a branch that is not merged yet, here or at `origin`; else the present commit."""
        for ref in (f"refs/heads/{branch}", f"refs/remotes/origin/{branch}"):
            found = self._asked("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
            if found and self._asked("merge-base", "--is-ancestor", ref, "HEAD") is None:
                return found.strip()
        return self._git("rev-parse", "--verify", "HEAD^{commit}", no="commit the files first").strip()

    def text_at(self, commit: str, path: Path) -> str | None:
        """Return a file as a commit has it, if it does."""
        return self._asked("cat-file", "blob", f"{commit}:{self._name(path)}")

    def commit_beside(self, branch: str, path: Path, text: str, message: str) -> None:
        """Commit a text as a file on a branch, which is made if need be; the working tree stays as it is.

        Raises:
            StoreError: If git refuses.
        """
        parent = self.tip(branch)
        blob = self._git("hash-object", "-w", "--stdin", given=text).strip()
        with tempfile.TemporaryDirectory() as directory:
            index = {"GIT_INDEX_FILE": str(Path(directory) / "index")}
            self._git("read-tree", parent, environment=index)
            self._git("update-index", "--add", "--cacheinfo", f"100644,{blob},{self._name(path)}", environment=index)
            tree = self._git("write-tree", environment=index).strip()
        commit = self._git("commit-tree", tree, "-p", parent, "-F", "-", given=message).strip()
        self._git("update-ref", f"refs/heads/{branch}", commit)

    def _name(self, path: Path) -> str:
        return Path(os.path.relpath(path.resolve(), self._root.resolve())).as_posix()

    def _asked(self, *arguments: str) -> str | None:
        """Return what git says, or None where it says no."""
        done = self._run(arguments, "", {})
        return done.stdout if done.returncode == 0 else None

    def _git(self, *arguments: str, given: str = "", environment: dict[str, str] | None = None, no: str = "") -> str:
        done = self._run(arguments, given, environment or {})
        if done.returncode == 0:
            return done.stdout
        said = " ".join((done.stderr or done.stdout).split())[:300]
        message = f"git {arguments[0]} refuses in {self._root}: {said}"
        raise ConfigError(message, hint=no) if no else StoreError(message, hint="mend it in the repository")

    def _run(
        self, arguments: tuple[str, ...], given: str, environment: dict[str, str]
    ) -> "subprocess.CompletedProcess[str]":
        command = ["git", "-c", "core.quotePath=false", *arguments]
        try:
            return subprocess.run(
                command,
                cwd=self._root,
                input=given,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                check=False,
                timeout=_SECONDS,
                env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
            )
        except FileNotFoundError as error:
            raise ConfigError("git is not installed, or the directory is not there", hint="install git") from error
        except subprocess.TimeoutExpired as error:
            raise StoreError(f"git {arguments[0]} did not end within {_SECONDS} s", hint="try it by hand") from error
