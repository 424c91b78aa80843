"""The profiles of a directory, and whose they are: what is read of a person joins the profile that this person has."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count
from pathlib import Path, PurePosixPath
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.profile.drafts.model import PERSON, SURE, Draft
from kg.profile.drafts.writing import names_in
from kg.profile.names import unordered_key
from kg.profile.reviewed import listed
from kg.terms.identifiers import PERSONAL, fold, iri_of
from kg.terms.languages import forms_of

SUFFIXES = (".yaml", ".yml")
_KEY = re.compile(r"^(?=[A-Za-z_])", re.MULTILINE)
_LETTERS = 2  # of words that many names share
_ABOUT = ("id", "name", "variants", "sources", *PERSONAL)


@dataclass
class ProfileFile:
    """A profile of a directory, and whose it is."""

    path: Path
    id: str = ""
    names: frozenset[str] = frozenset()  # Folded, in any order of their words
    iris: Mapping[str, str] = field(default_factory=dict)  # Ids of the person, by their keys
    sources: Mapping[str, str] = field(default_factory=dict)  # The hashes of the documents that were read, by path


class ProfileDirectory:
    """The profiles of a directory, which is made if it is not there.

    Args:
        path: The directory.

    Raises:
        ReadError: If a profile in it cannot be read: its person would get a second one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self._files: dict[Path, ProfileFile] = {}
        problems: list[Problem] = []
        for each in sorted(path.iterdir()):
            if each.suffix.lower() in SUFFIXES and each.is_file() and not each.name.startswith("."):
                try:
                    self.put(each, strict_yaml.read_text(each))
                except ReadError as error:
                    problems.extend(error.problems)
        if problems:
            raise ReadError(problems)

    def put(self, path: Path, text: str) -> None:
        """Take note of what a profile says now."""
        said = _about(text, path)
        iris = {key: iri for key in PERSONAL if (iri := iri_of(key, str(said.get(key) or "")))}
        names = frozenset(map(unordered_key, names_in(said)))
        stated = [each for each in listed(said.get("sources")) if isinstance(each, Mapping)]
        sources = {str(each.get("path")): str(each.get("sha256")) for each in stated}
        self._files[path] = ProfileFile(path, str(said.get("id", "")), names, iris, sources)

    def __iter__(self) -> Iterator[ProfileFile]:
        return iter(self._files.values())

    def of(self, draft: Draft, *, id: str = "", name: str = "") -> Path | None:  # noqa: A002
        """Return the profile of the person of a draft: by its id, an id of the person, else the whole name.

        Args:
            draft: What was read.
            id: The id of the profile, if it is known.
            name: The name of the person, if somebody states it.

        Raises:
            ReadError: If several may be meant.
        """
        if id:
            return next((each.path for each in self if each.id == id), None)
        iris, names = _whose(draft)
        names = {unordered_key(name)} if name else names
        known = [each for each in self if any(each.iris.get(key) == iri for key, iri in iris.items())]
        known = known or [each for each in self if names & each.names and not _differ(each.iris, iris)]
        if len(known) > 1:
            files = " and ".join(each.path.name for each in known)
            message = f"this may be the person of {files}"
            hint = "write it to one of them with -o FILE, or join the two"
            raise ReadError(Problem(message, Path(draft.sources[0].path) if draft.sources else None, hint=hint))
        return known[0].path if known else None

    def called(self, stem: str, draft: Draft) -> Path | None:
        """Return the profile in a file of a name, where it or a draft leaves open whose it is."""
        file = self._files.get(self.path / f"{stem}.yaml")
        is_open = file is not None and not (file.names and _whose(draft)[1])
        return file.path if file and is_open else None

    def free(self, *stems: str) -> Path:
        """Return a file that is not there yet, called by one of some stems, else by the last with a number."""
        paths = (self.path / f"{form}.yaml" for form in _forms(*stems))
        return next(path for path in paths if path not in self._files and not path.exists())

    def free_id(self, id: str) -> str:  # noqa: A002  (it is called so)
        """Return an id, or the same with a number, that no profile has: namesakes are two."""
        taken = {each.id for each in self}
        return next(form for form in _forms(id) if form not in taken)


def _forms(*stems: str) -> Iterator[str]:
    return chain(filter(None, stems), (f"{stems[-1]}-{number}" for number in count(2)))


def _about(text: str, path: Path) -> Mapping[str, Any]:
    """Return what a profile says of whose it is; entries, which are most of it, are not parsed where they are apart."""
    head = "".join(each for each in _KEY.split(text) if each.partition(":")[0] in _ABOUT)
    for part in (head, text):
        data = strict_yaml.parse(part, path).data if part.strip() else None
        if isinstance(data, Mapping) and data.get("id"):
            return data
    return {}


def _whose(draft: Draft) -> tuple[dict[str, str], set[str]]:
    """Return ids and names of the person whom sources state; a guess counts if the file is called like the name."""
    iris: dict[str, str] = {}
    names: set[str] = set()
    for fact in (fact for fact in draft.facts if fact.section == PERSON):
        iris |= {key: iri for key in PERSONAL if (iri := iri_of(key, str(fact.values.get(key) or "")))}
        forms = forms_of(fact.values.get("name", ""))
        if fact.confidence.get("name", 1.0) >= SURE or any(map(partial(_is_called, fact.quote.source), forms)):
            names |= set(map(unordered_key, filter(None, forms)))
    return iris, names


def _is_called(source: str, name: str) -> bool:
    """Say whether a file is called like a person: `lovelace.bib`."""
    words = {word for word in fold(name).split() if len(word) > _LETTERS}
    return not words.isdisjoint(fold(PurePosixPath(source).stem.replace("_", " ")).split())


def _differ(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Say whether ids tell two people apart; of other schemes people have several."""
    return "orcid" in one and "orcid" in other and one["orcid"] != other["orcid"]
