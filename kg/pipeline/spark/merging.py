"""Make a release of what was built on a cluster: the parts one behind the other, in a store, with a search index.

The graph is validated here. The shapes of the project came with the parts.
"""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeGuard

from kg.base.errors import Problem, ReadError
from kg.base.progress import SILENT, Progress
from kg.identity.explaining.archive import storing
from kg.pipeline.result import check_account, keep_report, verdict
from kg.pipeline.spark.files import GRAPH, SHAPES
from kg.pipeline.spark.keeping import ACCOUNTS, PROFILES, REPLACED, write_archive
from kg.profile.account import ACCOUNT, Account, Authorships, ProfileAccount
from kg.store.release import ARCHIVE, DUMP, INPUTS, MANIFEST, REGISTRY, SEARCH, Release, declaration_in, writing
from kg.store.search.writing import write
from kg.store.staging import Staging, staged
from kg.validation import validating
from kg.validation.report import Report

if TYPE_CHECKING:
    from hashlib import _Hash

COPY_AGAIN = "copy the directory again, whole, from where it was built"
"""What to do where a part is not as it was written."""

_OF_PARTS = ("parts", "identity_parts", "authorships", "warnings", "registry_added")
_PIECE = 1 << 20


@dataclass(frozen=True)
class MergedRelease:
    """What came of a merge.

    Attributes:
        release: The release, or None where the graph does not conform.
        report: The validation report, or None where validation was skipped.
    """

    release: Release | None
    report: Report | None


def merged(
    directory: Path,
    out: Path,
    *,
    check: bool = True,
    strict: bool = False,
    project: Path = Path(),
    progress: Progress = SILENT,
) -> MergedRelease:
    """Make a release that holds a graph that was built on a cluster, unless the graph does not conform.

    Its dump is what the embedded engine makes of the same project, but sorted and without double lines.

    Args:
        directory: The parts and their manifest, on this machine.
        out: Where the release goes, as with a build.
        check: Whether to validate.
        strict: Whether warnings keep the release back too.
        project: The project, if it is on this machine: in YAML, results name the column as well.
        progress: What shows how far it has come.

    Raises:
        ReadError: If the directory is not one that a build made, or a part is not as it was written.
        AccountError: If the graph lacks something that was read.
        ConfigError: If a shape is broken.
        ReleaseError: If OUT cannot be written.
    """
    manifest = _read_manifest(directory)
    parts = [directory / GRAPH / part["name"] for part in manifest["parts"]]
    with staged(out) as staging:
        progress.phase("loading")
        staging.load_texts(_lines(parts, [part["sha256"] for part in manifest["parts"]]))
        account = _account(staging, directory, manifest)
        report = None
        if check:
            progress.phase("validating")
            shapes = validating.read_shapes(validating.shape_files(directory / SHAPES))
            found, _ = validating.validate_dump(staging.path / DUMP, shapes, strict=strict)
            report = keep_report(found, staging, project, declaration_in(manifest))
            if not report.conforms:
                return MergedRelease(None, report)
        progress.phase("indexing")
        inputs = directory / INPUTS
        staging.write(INPUTS, inputs.read_text(encoding="utf-8") if inputs.exists() else "")
        if (registry := directory / REGISTRY).exists():
            staging.add(REGISTRY, registry.read_bytes())
        _keep(staging, directory, manifest.get("identity_parts", {}))
        write(staging.path / DUMP, manifest["base"], staging.path / SEARCH, declaration_in(manifest))
        return MergedRelease(staging.publish(_manifest(manifest, staging, report, account), out), report)


def _account(staging: Staging, directory: Path, manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Write what became of each profile, and see that nothing is missing; return the account for the manifest.

    Raises:
        AccountError: If something is missing, or nobody said it.
    """
    parts = manifest.get("identity_parts", {}).get(ACCOUNTS)
    if parts is None:
        return {}
    paths, hashes = [directory / ACCOUNTS / part["name"] for part in parts], [part["sha256"] for part in parts]
    try:
        account = Account(Authorships(**manifest["authorships"]))
        with writing(staging.path / ACCOUNT), (staging.path / ACCOUNT).open("w", encoding="utf-8") as file:
            for text in _lines(paths, hashes):
                lines = [line for line in text.split("\n") if line]
                account.add(map(ProfileAccount.of_json, lines))
                file.writelines(f"{line}\n" for line in lines)
    except (ValueError, TypeError, KeyError, AttributeError) as error:  # what a build does not write
        message = f"the account is not as it was written: {error}"
        raise ReadError(Problem(message, directory / ACCOUNTS, hint=COPY_AGAIN)) from error
    check_account(account, staging.store())
    return {"account": account.as_json()}


def _keep(staging: Staging, directory: Path, told: Mapping[str, Any]) -> None:
    """Write from what it was decided who is who."""
    several = {name: [directory / name / part["name"] for part in parts] for name, parts in told.items()}
    hashes = {name: [part["sha256"] for part in parts] for name, parts in told.items()}

    def lines(name: str) -> Iterator[str]:
        for text in _lines(several.get(name, ()), hashes.get(name, ())):
            yield from filter(None, text.split("\n"))

    path = directory / REPLACED
    merged = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    archive = staging.path / ARCHIVE
    try:
        with storing(archive):
            write_archive(archive, lines, merged)
    except (ValueError, TypeError, IndexError) as error:  # a line that a build does not write
        place = (directory / PROFILES).parent
        raise ReadError(Problem(f"a part is not as it was written: {error}", place, hint=COPY_AGAIN)) from error


def _manifest(
    built: Mapping[str, Any], staging: Staging, report: Report | None, account: Mapping[str, Any]
) -> dict[str, Any]:
    """Say what the release holds: what the build said, and what was found out here."""
    told = {key: value for key, value in built.items() if key not in _OF_PARTS}
    found = {
        **staging.databases(),
        **account,
        **verdict(report),
        "dump": staging.dump,
    }
    return {**told, **found}


def _read_manifest(directory: Path) -> Mapping[str, Any]:
    path = directory / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if not _is_manifest(manifest):
            raise ReadError(
                Problem("this is not the manifest of a graph that was built on Spark", path, hint=COPY_AGAIN)
            )
    except FileNotFoundError as error:
        hint = "give the directory that 'kg build --engine spark' printed"
        raise ReadError(Problem("there is no manifest here", directory, hint=hint)) from error
    except (OSError, ValueError) as error:
        raise ReadError(Problem(f"cannot be read: {error}", path, hint=COPY_AGAIN)) from error
    return manifest


def _is_manifest(said: object) -> TypeGuard[Mapping[str, Any]]:
    """Say whether a manifest names the base and the parts."""
    if not isinstance(said, dict) or not isinstance(said.get("base"), str):
        return False
    identity = said.get("identity_parts", {})
    return isinstance(identity, dict) and all(map(_are_parts, (said.get("parts"), *identity.values())))


def _are_parts(said: object) -> bool:
    return isinstance(said, list) and all(
        isinstance(part, dict)
        and isinstance(part.get("sha256"), str)
        and Path(str(part.get("name"))).name == part.get("name")
        for part in said
    )


def _lines(paths: Sequence[Path], hashes: Sequence[str]) -> Iterator[str]:
    """Yield the lines of all parts, many at a time, and check each part once it was read."""
    for path, expected in zip(paths, hashes, strict=True):
        try:
            with path.open("rb") as file:
                digest = sha256()
                yield from _texts(file, path.suffix == ".gz", digest)
        except (OSError, zlib.error, EOFError, UnicodeDecodeError) as error:
            raise ReadError(Problem(f"cannot be read: {error}", path, hint=COPY_AGAIN)) from error
        if digest.hexdigest() != expected:
            raise ReadError(Problem("the part is not as it was written", path, hint=COPY_AGAIN))


def _texts(file: IO[bytes], packed: bool, digest: "_Hash") -> Iterator[str]:
    """Yield the text of a part in pieces of whole lines, and put its bytes into a hash on the way."""
    unpack = zlib.decompressobj(wbits=31).decompress if packed else bytes
    held = b""
    while piece := file.read(_PIECE):
        digest.update(piece)
        lines, newline, held = (held + unpack(piece)).rpartition(b"\n")
        yield (lines + newline).decode()
    if held:
        raise EOFError("it ends within a line")
