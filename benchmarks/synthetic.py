"""Make projects of invented researchers, of any size: the same ones each time.

    python benchmarks/synthetic.py 10000 /tmp/project            one JSON Lines file
    python benchmarks/synthetic.py 10000 /tmp/project --yaml     one YAML file a profile

A profile gives about 220 facts. Family names follow a Zipf law, so that some are very common; groups of
eight researchers write together, and a fifth of their works stand in two profiles.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

GROUP = 8
_SYLLABLES = (
    *("an", "bei", "chen", "da", "el", "fa", "gu", "han", "in", "ja", "ko", "li", "mei", "no"),
    *("or", "pa", "qi", "ran", "su", "ta", "un", "vi", "wen", "xu", "ya", "zo"),
)
_MANNERS = ("Parallel", "Robust", "Efficient", "Private", "Adaptive", "Sparse")
_FIELDS = ("training", "inference", "storage", "networks", "databases", "compilers", "search")
_TOPICS = [f"{manner} {field}" for manner in _MANNERS for field in _FIELDS]
_ROLES = ("Research Intern", "Research Assistant", "Postdoctoral Researcher", "Assistant Professor")
_VENUES = [f"V{number}" for number in range(60)]
_UNIVERSITIES = [f"University of Place {number}" for number in range(300)]

Profile = dict[str, Any]


def profiles(count: int) -> Iterator[Profile]:
    """Yield `count` invented profiles."""
    for group in range(0, count, GROUP):
        members = range(group, min(group + GROUP, count))
        names = {number: _name(number) for number in members}
        for number in members:
            yield _profile(number, names)


def write_project(count: int, directory: Path, *, as_yaml: bool) -> None:
    """Write a project with `count` profiles."""
    folder = directory / "profiles"
    folder.mkdir(parents=True)
    (directory / "kg.yaml").write_text(
        "base: https://kg.example.org/\ntitle: Synthetic\ndescription: Invented researchers.\n"
        "license: https://creativecommons.org/publicdomain/zero/1.0/\npublisher: {name: Nobody}\n"
    )
    _write_authorities(directory)
    if as_yaml:
        for profile in profiles(count):
            text = yaml.dump(profile, sort_keys=False, Dumper=yaml.CSafeDumper, allow_unicode=True)
            (folder / f"{profile['id']}.yaml").write_text(text)
        return
    with (folder / "all.jsonl").open("w") as lines:
        lines.writelines(json.dumps(profile) + "\n" for profile in profiles(count))


def _write_authorities(directory: Path) -> None:
    organizations = [
        {"id": f"place-{number}", "name": name, "kind": "university"} for number, name in enumerate(_UNIVERSITIES)
    ]
    venues = [
        {"id": f"v{number}", "name": f"Conference on Things {number}", "acronym": acronym}
        for number, acronym in enumerate(_VENUES)
    ]
    (directory / "organizations.yaml").write_text(yaml.safe_dump({"organizations": organizations}))
    (directory / "venues.yaml").write_text(yaml.safe_dump({"venues": venues}))


def _name(number: int) -> str:
    """Return a name: the family name is common for small ranks, the given names tell people apart."""
    chance = random.Random(number)
    rank = int(chance.paretovariate(0.7)) % 5_000
    family = _word(random.Random(rank)).capitalize()
    return f"{_word(chance).capitalize()} {_word(chance).capitalize()} {family}"


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(_SYLLABLES, k=chance.choice((2, 2, 3))))


def _profile(number: int, names: dict[int, str]) -> Profile:
    chance = random.Random(f"profile {number}")
    name = names[number]
    others = [other for other in names if other != number]
    return {
        "id": f"{name.lower().replace(' ', '-')}-{number}",
        "name": name,
        "job_title": "Researcher",
        "homepage": f"https://people.example.org/{number}",
        "summary": f"Works on {chance.choice(_TOPICS).lower()} and {chance.choice(_TOPICS).lower()}.",
        "interests": chance.sample(_TOPICS, 3),
        "skills": ["Python", "C++"],
        "positions": [_position(chance, name, place) for place in range(2)],
        "education": [_degree(chance, name, degree) for degree in ("Ph.D.", "B.S.")],
        "publications": [*_own_works(number, name, chance, names), *_shared_works(number, names)],
        "systems": [{"name": f"System {number}", "summary": "A system.", "status": "ongoing"}] if others else [],
        "awards": [{"name": f"Prize {chance.randrange(50)}", "giver": chance.choice(_UNIVERSITIES), "year": 2020}],
        "teaching": [_teaching(chance)],
        "service": [{"role": "Program Committee", "venue": chance.choice(_VENUES), "year": 2023}],
    }


def _advisor(chance: random.Random, owner: str) -> str:
    """Return the name of somebody else: nobody is their own advisor."""
    name = _name(chance.randrange(10**6))
    return name if name != owner else _advisor(chance, owner)


def _position(chance: random.Random, owner: str, place: int) -> Profile:
    start = 2012 + 4 * place
    return {
        "organization": chance.choice(_UNIVERSITIES),
        "role": chance.choice(_ROLES),
        "start": f"{start}-09",
        "end": "present" if place else f"{start + 4}-08",
        "advisors": [_advisor(chance, owner)],
    }


def _degree(chance: random.Random, owner: str, degree: str) -> Profile:
    start = 2008 if degree == "Ph.D." else 2004
    return {
        "degree": degree,
        "field": "Computer Science",
        "institution": chance.choice(_UNIVERSITIES),
        "start": str(start),
        "end": str(start + 4),
        "advisors": [_advisor(chance, owner)],
    }


def _own_works(number: int, name: str, chance: random.Random, names: dict[int, str]) -> list[Profile]:
    works = []
    for work in range(3):
        authors = [name, *(_name(chance.randrange(10**6)) for _ in range(2))]
        authors += [names[other] for other in chance.sample(sorted(names), min(1, len(names))) if other != number]
        chance.shuffle(authors)
        works.append(_work(f"{number} {work}", authors, chance))
    return works


def _shared_works(number: int, names: dict[int, str]) -> list[Profile]:
    """Return the work that neighbours wrote together, the same in both profiles."""
    partner = number ^ 1
    if partner not in names:
        return []
    low, high = sorted((number, partner))
    return [_work(f"{low} and {high}", [names[low], names[high]], random.Random(f"pair {low}"))]


def _work(key: str, authors: list[str], chance: random.Random) -> Profile:
    return {
        "title": f"On {chance.choice(_TOPICS).lower()} with {_word(chance)} and {_word(chance)}: case {key}",
        "authors": list(dict.fromkeys(authors)),
        "venue": chance.choice(_VENUES),
        "year": chance.randrange(2010, 2025),
    }


def _teaching(chance: random.Random) -> Profile:
    code = chance.randrange(100, 400)
    return {
        "course": f"Course {code}",
        "code": f"CS{code}",
        "institution": chance.choice(_UNIVERSITIES),
        "role": "Instructor",
        "term": f"Spring {chance.randrange(2015, 2025)}",
    }


if __name__ == "__main__":
    count, directory, *form = sys.argv[1:]
    write_project(int(count), Path(directory), as_yaml=form == ["--yaml"])
