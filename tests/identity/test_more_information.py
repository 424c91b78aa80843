"""More true information never joins less: a spelling, an ORCID iD or an organisation that a profile states as well."""

from random import Random
from typing import Any

import pytest

from kg.profile.records import Record
from tests.support.resolving import author_iris, paper, record, resolve

GIVEN = (("Wilhelmina", "Minny"), ("Robert", "Bob"), ("Elizabeth", "Liz"), ("Margaret", "Peggy"), ("Wei", "Wei"))
FAMILY = ("Vane", "Quist", "Brandtmoor", "Li", "Stormoen")
FRIENDS = ("Balthasar Trothaberg", "Ina Rookwood", "Cy Lundgren", "Dee Fernhill", "Max Okoye")
WORDS = ("mosses", "bridges", "enzymes", "harbours", "looms", "glaciers", "vowels", "tides")
PLACES = ("Leeds", "Graz", "Lund")
ORCID = "0000-0002-1825-0097"


class World:
    """A small invented corpus about one person, who has a profile, and namesakes of the family."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)  # noqa: S311  (no secret)
        self.given, self.nick = random.choice(GIVEN)
        self.family = random.choice(FAMILY)
        self.name = self.written(0)
        self.others = [self._list(n) for n in range(random.randint(2, 7))]
        self.own = [self._paper(self.name)]

    def written(self, form: int) -> str:
        """Return one of the spellings under which the person is known."""
        forms = (self.given, f"{self.given} M.", self.nick, f"{self.given[0]}.", f"{self.given} Maria")
        return f"{forms[form]} {self.family}"

    def joined(self, **stated: Any) -> int:
        """Return how many mentions are joined with the person, if the profile states this."""
        (own, *others), _ = resolve(record(id="own", name=self.name, publications=self.own, **stated), *self.others)
        return sum(own.document["id"] == author_iris(each)[0] for each in others)

    def _list(self, number: int) -> Record:
        author: dict[str, Any] = {"name": self.written(self.random.randrange(5))}
        if self.random.random() < 0.2:
            author["orcid"] = ORCID
        if self.random.random() < 0.4:
            author["organization"] = self.random.choice(PLACES)
        return record(id=f"o{number}", name=f"Owner {number}", publications=[self._paper(author)])

    def _paper(self, author: str | dict[str, Any]) -> dict[str, Any]:
        friends, words = self.random.sample(FRIENDS, self.random.randint(0, 2)), self.random.sample(WORDS, 2)
        return paper(author, *friends, title=" and ".join(words), year=self.random.randint(2000, 2020))


def _check(seed: int) -> None:
    world = World(seed)
    variants = [world.written(form) for form in world.random.sample(range(1, 5), 2)]
    positions = [{"organization": place, "role": "Fellow"} for place in world.random.sample(PLACES, 2)]
    facts: dict[str, Any] = {"variants": variants, "orcid": ORCID, "positions": positions}
    keys = world.random.sample(list(facts), 3)

    counts = [world.joined(**{key: facts[key] for key in keys[:size]}) for size in range(4)]

    assert counts == sorted(counts), (seed, keys, counts)


@pytest.mark.parametrize("seeds", [20, pytest.param(500, marks=pytest.mark.exhaustive)])
def test_more_true_information_never_joins_less(seeds: int) -> None:
    for seed in range(seeds):
        _check(seed)
