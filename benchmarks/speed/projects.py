"""The inputs of one size, each written when it is first needed, and where the results go."""

import gzip
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph
from synthetic import Profile, profiles, write_project

from speed.measure import remove


@dataclass(frozen=True)
class Place:
    """A directory in which one size is measured.

    Attributes:
        directory: The directory.
        size: How many profiles its inputs hold.
    """

    directory: Path
    size: int

    def project(self, *, as_yaml: bool = False) -> Path:
        """Return the project with one file of JSON Lines, or with a YAML file a profile."""
        project = self.directory / ("yaml" if as_yaml else "jsonl")
        if not project.exists():
            write_project(self.size, project, as_yaml=as_yaml)
        return project

    def out(self, *, as_yaml: bool = False) -> Path:
        """Return where the releases of a project go."""
        return self.directory / f"{self.project(as_yaml=as_yaml).name}-build"

    @property
    def release(self) -> Path:
        """The current release of the project with JSON Lines."""
        return self.out() / "current"

    @property
    def dump(self) -> Path:
        """Where `unpack` puts the N-Quads of that release."""
        return self.directory / "graph.nq"

    def unpack(self) -> None:
        """Unpack the N-Quads of the release, unless that was done."""
        if not self.dump.exists():
            with gzip.open(self.release / "graph.nq.gz") as packed, self.dump.open("wb") as file:
                shutil.copyfileobj(packed, file, 1 << 20)

    @property
    def facts(self) -> Path:
        """The facts of that release as N-Triples."""
        path = self.directory / "facts.nt"
        if not path.exists():
            with path.open("wb") as file:
                pyoxigraph.Store.read_only(str(self.release / "store")).dump(
                    file, pyoxigraph.RdfFormat.N_TRIPLES, from_graph=pyoxigraph.DefaultGraph()
                )
        return path

    @property
    def json(self) -> Path:
        """One JSON file of all profiles, with what RML needs to say the same of them."""
        path = self.directory / "profiles.json"
        if not path.exists():
            path.write_text(json.dumps([prepared(profile) for profile in profiles(self.size)]))
        return path

    def forget_build(self, *, as_yaml: bool = False) -> None:
        """Remove the releases of a project, as if it had never been built."""
        remove(self.out(as_yaml=as_yaml))
        self.forget_register(as_yaml=as_yaml)

    def forget_register(self, *, as_yaml: bool = False) -> None:
        """Remove the IRIs that a project remembers; the next build finds the same."""
        remove(self.project(as_yaml=as_yaml) / "identity")

    def change_one(self, *, as_yaml: bool = False) -> None:
        """Change the job title of one profile in the middle of a project; everybody is named as before."""
        self._replace_one("Researcher", "Researcher, still", as_yaml=as_yaml)

    def name_another(self) -> None:
        """Give the first work of one profile in the middle of the JSON Lines another author, whom nobody knew."""
        authors = '"authors": ["'
        name = "Nova Nov" + "a" * (self._middle().read_text().count("Nova Nova") + 1)
        self._replace_one(authors, f'{authors}{name}", "')

    def _replace_one(self, old: str, new: str, *, as_yaml: bool = False) -> None:
        path = self._middle(as_yaml=as_yaml)
        lines = path.read_text().splitlines(keepends=True)
        start = 0 if as_yaml else len(lines) // 2
        number = next(number for number in range(start, len(lines)) if old in lines[number])
        lines[number] = lines[number].replace(old, new, 1)
        path.write_text("".join(lines))

    def _middle(self, *, as_yaml: bool = False) -> Path:
        files = sorted((self.project(as_yaml=as_yaml) / "profiles").iterdir())
        return files[len(files) // 2]


def prepared(profile: Profile) -> Profile:
    """Return a profile for benchmarks/peers/profiles.yarrrml.yml: with what RML can neither count nor cut."""
    authors = [
        {**work, "authors": [{"name": name, "position": place} for place, name in enumerate(work["authors"], 1)]}
        for work in profile["publications"]
    ]
    positions = [_with_years(position) for position in profile["positions"]]
    ends = [(position["start"], position.pop("end"), position.pop("end_year", None)) for position in positions]
    ended = [{"start": start, "end": end, "end_year": year} for start, end, year in ends if year is not None]
    degrees = [_with_years(degree) for degree in profile["education"]]
    return {**profile, "publications": authors, "positions": positions, "ended": ended, "education": degrees}


def _with_years(entry: Profile) -> Profile:
    years = {f"{key}_year": int(entry[key][:4]) for key in ("start", "end") if entry[key] != "present"}
    return {**entry, **years}
