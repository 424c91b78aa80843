"""A few profiles around two mentions, and whether a reader takes them for one: the cases of `tests/data/identity`.

Everybody beside the two is rare and stands in one profile only, so that nothing else connects the profiles.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from tests.conftest import ROOT
from tests.support.resolving import paper

DATA = ROOT / "tests" / "data" / "identity"
Author = str | dict[str, Any]
Fields = Mapping[str, Any]
Path = tuple[int | str, ...]
Scene = tuple[Sequence[Fields], Path, Path]
"""Fields of profiles, and the places of two mentions: the number of a profile, and keys in its document."""


class Case(NamedTuple):
    """A scene, what it is about, and what a careful reader says of its two mentions.

    `unsure` and `different` are apart with and without a question, whose obstacle may be named behind a colon; `apart`
    leaves open whether one is asked.
    """

    what: str
    profiles: Sequence[Fields]
    one: Path
    other: Path
    expected: str


LEEDS: dict[str, Any] = {
    "id": "ada-lovelace",
    "name": "Ada Lovelace",
    "positions": [{"organization": "University of Leeds", "role": "Lecturer"}],
}
GRAZ: dict[str, Any] = {
    "id": "luitgard-obermoser",
    "name": "Luitgard Obermoser",
    "positions": [{"organization": "Technische Universität Graz", "role": "Professor"}],
}
WEAVING: dict[str, Any] = {
    "title": "Weaving algebraic patterns with punched cards",
    "year": 1998,
    "venue": "Annals of Looms",
}
TIDES: dict[str, Any] = {
    "title": "Salt marshes and the drift of coastal sediments",
    "year": 2009,
    "venue": "Estuary Letters",
}
SHARED: dict[str, Any] = {
    "title": "Bernoulli numbers computed by a mechanical mill",
    "year": 2004,
    "venue": "Calculating Engines",
}
RARE = "Fiorenzo Zuccarelli-Thwaite"
RARE_TOO = "Kwabena Asantewaa"
RARE_THIRD = "Hallgerd Stormoen"
ORCIDS = ("0000-0002-1825-0097", "0000-0001-5109-3700")
NAMES = [
    tuple(line.split("\t"))
    for line in (DATA / "scripts.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
"""Names as they are written at home, in Latin letters, and of somebody else of the family."""


def author(profile: int, work: int = 0, place: int = 1) -> Path:
    return profile, "publications", work, "authors", place


def strangers(one: Author, other: Author) -> list[Fields]:
    """Return two profiles whose papers name one each, and which have nothing in common."""
    return colleagues(one, other)


def colleagues(one: Author, other: Author, *shared: str) -> list[Fields]:
    """Return two profiles of two fields, whose papers name one each, both together with the shared people."""
    return lists(
        paper("Ada Lovelace", one, "Tryphena Babbington", *shared, **WEAVING),
        paper("Luitgard Obermoser", other, "Anselm Quetelier", *shared, **TIDES),
    )


def one_paper(one: Author, other: Author) -> list[Fields]:
    """Return two profiles that list the same paper, with one name written in two ways."""
    both = (paper("Ada Lovelace", name, "Luitgard Obermoser", "Anselm Quetelier", **SHARED) for name in (one, other))
    return lists(*both)


def lists(one: Fields, other: Fields) -> list[Fields]:
    return [{**LEEDS, "publications": [one]}, {**GRAZ, "publications": [other]}]


def in_list(one: str, other: str) -> Fields:
    return paper("Ada Lovelace", one, other, RARE, **WEAVING)


def one_profile(one: str, other: str, *shared: str) -> Scene:
    works = [paper("Ada Lovelace", one, *shared, **WEAVING), paper("Ada Lovelace", other, *shared, **TIDES)]
    return [{**LEEDS, "publications": works}, GRAZ], author(0), author(0, 1)


def twins(name: str, _: str) -> Scene:
    works = [paper("Ada Lovelace", name, name, **each) for each in (WEAVING, TIDES)]
    return [{**LEEDS, "publications": works}, GRAZ], author(0, 1, 1), author(0, 1, 2)


def bridge(short: str, one: str, other: str) -> list[Fields]:
    """Return two colleagues of full names, and a third whose paper names somebody by a form that fits both."""
    trio = (RARE, RARE_TOO, RARE_THIRD)
    third = paper("Eleonor Västerling", short, *trio, **SHARED)
    own = {"id": "eleonor-vasterling", "name": "Eleonor Västerling", "publications": [third]}
    return [*colleagues(one, other, *trio), own]


def bridge_last(short: str, one: str, other: str) -> Scene:
    first, second, third = bridge(short, one, other)
    return [third, first, second], author(1), author(2)


def own(name: str, *authors: str, place: int = 1, **fields: Any) -> Scene:
    """Return the profile of an owner with one paper, and that of somebody else."""
    listed = {"id": "owner", "name": name, "publications": [paper(*authors, **WEAVING)], **fields}
    return [listed, GRAZ], (0,), author(0, 0, place)


def owners(name: str, *ids: str) -> list[Fields]:
    """Return two owners of one name, each with a paper, and each with an ORCID iD or without."""
    works = (paper(name, RARE, **each) for each in (WEAVING, TIDES))
    orcids: list[dict[str, str]] = [{"orcid": each} for each in ids] or [{}, {}]
    return [
        {"id": f"owner-{number}", "name": name, "publications": [each], **orcids[number]}
        for number, each in enumerate(works)
    ]


def with_one(key: str, value: str) -> Callable[[str, str], Scene]:
    return lambda *names: ([{"id": f"p{n}", "name": each, key: value} for n, each in enumerate(names)], (0,), (1,))


def elsewhere(name: str, form: str, *works: Fields) -> Scene:
    listed = {**LEEDS, "publications": [paper("Ada Lovelace", form, **WEAVING)]}
    return [listed, {"id": "owner", "name": name, **({"publications": works} if works else {})}], (1,), author(0)


def reference(written: str, meant: int) -> Scene:
    listed = {**LEEDS, "publications": [paper("Ada Lovelace", {"name": written, "id": "wei"}, **WEAVING)]}
    return [listed, {"id": "wei", "name": "Wei Zhang"}, {"id": "wei-2", "name": "Wei Zhang"}], (meant,), author(0)


def references(name: str, _: str) -> Scene:
    profiles = colleagues({"name": name, "id": "one"}, {"name": name, "id": "two"}, RARE)
    return [*profiles, {"id": "one", "name": name}, {"id": "two", "name": name}], author(0), author(1)


def advised(fields: Fields, advisor: str, place: str) -> Fields:
    return {**fields, "education": [{"degree": "Ph.D.", "institution": place, "advisors": [advisor]}]}


def advisors(one: str, other: str, place: str) -> Scene:
    at = ("education", 0, "advisors", 0)
    return [advised(LEEDS, one, "CUHK"), advised(GRAZ, other, place)], (0, *at), (1, *at)


def advisor(one: str, other: str) -> Scene:
    listed = {**advised(LEEDS, one, "CUHK"), "publications": [paper("Ada Lovelace", other, **WEAVING)]}
    return [listed, GRAZ], (0, "education", 0, "advisors", 0), author(0)


SCENES: Mapping[str, Callable[..., Scene]] = {
    "strangers": lambda one, other: (strangers(one, other), author(0), author(1)),
    "paper": lambda one, other: (one_paper(one, other), author(0), author(1)),
    "two": lambda one, other: (colleagues(one, other, RARE, RARE_TOO), author(0), author(1)),
    "three": lambda one, other: (colleagues(one, other, RARE, RARE_TOO, RARE_THIRD), author(0), author(1)),
    "company": lambda name, other: (colleagues(name, name, other), author(0), author(1)),
    "list": lambda *pair: ([{**LEEDS, "publications": [in_list(*pair)]}, GRAZ], author(0), author(0, 0, 2)),
    "twice": lambda *pair: (lists(in_list(*pair), in_list(*pair)), author(0), author(1)),
    "crosswise": lambda *pair: (lists(in_list(*pair), in_list(*pair)), author(0), author(1, 0, 2)),
    "twins": twins,
    "bridge": lambda *names: (bridge(*names), author(0), author(1)),
    "bridge-last": bridge_last,
    "rival": lambda *names: (bridge(*names), author(2), author(0)),
    "other-rival": lambda *names: (bridge(*names), author(2), author(1)),
    "own": lambda name, form: own(name, RARE, form, RARE_TOO),
    "own-two": lambda name, one, other: own(name, RARE, one, other),
    "own-second": lambda name, one, other: own(name, RARE, one, other, place=2),
    "beside": lambda name, form: own(name, name, form, RARE),
    "variant": lambda name, form: own(name, RARE, form, variants=[form]),
    "owners": lambda name, _: (owners(name), (0,), (1,)),
    "owners-lists": lambda name, _: (owners(name), author(0, 0, 0), author(1, 0, 0)),
    "two-orcids": lambda name, _: (owners(name, *ORCIDS), (0,), (1,)),
    "one-orcid": with_one("orcid", ORCIDS[0]),
    "one-homepage": with_one("homepage", "https://lab.example.org/"),
    "one-github": with_one("github", "the-lab"),
    "elsewhere": elsewhere,
    "elsewhere-busy": lambda name, form: elsewhere(name, form, paper(name, RARE, **TIDES)),
    "reference": lambda written, _: reference(written, 1),
    "reference-other": lambda written, _: reference(written, 2),
    "references": references,
    "advisors": lambda one, other: advisors(one, other, "CUHK"),
    "advisors-far": lambda one, other: advisors(one, other, "University of Oslo"),
    "advisor": advisor,
    "profile": one_profile,
    "profile-together": lambda one, other: one_profile(one, other, RARE),
}


def persons() -> Iterator[Case]:
    """Yield a case for each pair of written names, in each of its scenes."""
    for block in (DATA / "names.txt").read_text("utf-8").split("\n[")[1:]:
        uses, group, names = re.fullmatch(r"(.+)\] (\S+)\n(.+)", block, re.DOTALL).groups()  # type: ignore[union-attr]
        for scene, expected in (use.split() for use in uses.split(", ")):
            for written in re.split(r";\s", names.strip()):
                forms = written.split(" = ")
                yield Case(f"{group}, {scene}: {written}", *SCENES[scene](*(forms * 2)[: max(2, len(forms))]), expected)
    for home, latin, relative in NAMES:
        for scene, other, expected in (
            ("paper", latin, "same"), ("paper", home, "same"), ("two", latin, "same"), ("strangers", latin, "apart"),
            ("two", relative, "apart"), ("strangers", relative, "different"),
        ):  # fmt: skip
            yield Case(f"{scene}: {home} = {other}", *SCENES[scene](home, other), expected)


PEOPLE = [RARE, "Wei Zhang", RARE_TOO]
NAMED_LISTS = {"others": ["Hallgerd Stormoen", "John Smith", "Anselm Quetelier"], "fewer": PEOPLE[:2]}


def works() -> Iterator[Case]:
    """Yield a case for each pair of works."""
    for group in yaml.safe_load((DATA / "works.yaml").read_text("utf-8")):
        pairs = [[title, title] for title in group.get("titles", ())] or group["pairs"]
        for pair in pairs:
            one, other = (
                listed(group.get("both"), group.get(name), said)
                for name, said in zip(("one", "other"), pair, strict=True)
            )
            profiles, places = lists(one, other), ((0, "publications", 0), (1, "publications", 0))
            if group.get("in_one_list"):
                beside = [listed(group["beside"])] if "beside" in group else []
                profiles = [{**LEEDS, "publications": [one, other, *beside]}, GRAZ]
                places = ((0, "publications", len(beside)), (0, "publications", len(beside) + 1))
            yield Case(f"{group['what']}: {pair}", profiles, *places, group["expected"])


def listed(*said: str | Fields | None) -> Fields:
    """Return a work by what is said of it: a title or fields, the later before the earlier."""
    fields: dict[str, Any] = {"title": SHARED["title"], "authors": PEOPLE, "year": 2004}
    for each in said:
        fields |= {"title": each} if isinstance(each, str) else each or {}
    if isinstance(fields["authors"], str):
        fields["authors"] = NAMED_LISTS[fields["authors"]]
    return {key: value for key, value in fields.items() if value is not None}
