"""The cases of `test_cases` about persons: names of many cultures in scenes of which a reader is sure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from tests.support.identity_scenes import (
    GRAZ,
    LEEDS,
    RARE,
    RARE_THIRD,
    RARE_TOO,
    SHARED,
    TIDES,
    WEAVING,
    Case,
    Expected,
    Fields,
    author,
    colleagues,
    named,
    numbered,
    one_paper,
    own,
    owner,
    strangers,
)
from tests.support.resolving import paper

PAIRS = Path(__file__).parents[1] / "data" / "identity" / "names.txt"
SCENES: Mapping[str, Callable[[str, str], Sequence[Fields]]] = {
    "strangers": strangers,
    "paper": one_paper,
    "two": lambda one, other: colleagues(one, other, RARE, RARE_TOO),
    "three": lambda one, other: colleagues(one, other, RARE, RARE_TOO, RARE_THIRD),
}


def pairs() -> Iterator[Case]:
    """Yield a case for each pair of written names, in each of its scenes."""
    for block in PAIRS.read_text(encoding="utf-8").split("\n[")[1:]:
        uses, group, names = re.fullmatch(r"(.+)\] (\S+)\n(.+)", block, re.DOTALL).groups()  # type: ignore[union-attr]
        for use in uses.split(", "):
            scene, expected = use.split()
            for pair in re.split(r";\s", names.strip()):
                one, _, other = pair.partition(" = ")
                case = named(group, scene, one, other or one)
                profiles = SCENES[scene](one, other or one)
                yield Case(case, profiles, author(0), author(1), cast(Expected, expected))


PERSONS: list[Case] = list(pairs())

for name, company in (
    ("Wei Zhang", "Yang Liu"),
    ("Ji-Hoon Kim", "Minsu Lee"),
    ("Wei Chen", "J. Wang"),
    ("Amit Kumar", "S. Singh"),
    ("José García", "M. Rodríguez"),
    ("John Smith", "D. Jones"),
):
    profiles = colleagues(name, name, company)
    PERSONS.append(Case(named("common-co-author", name), profiles, author(0), author(1), "unsure"))

# One list of authors.
for one, other in (
    ("Wei Zhang", "Wei Zhang"),
    ("Amit Kumar", "Kumar Amit"),
    ("José García", "Jose Garcia"),
    ("John Smith", "John Smith"),
    ("John Smith Sr.", "John Smith Jr."),
    ("Bob Miller", "Robert Miller"),
):
    both = paper("Ada Lovelace", one, other, RARE, **WEAVING)
    PERSONS.append(
        Case(
            named("one-list", one, other),
            [{**LEEDS, "publications": [both]}, GRAZ],
            author(0),
            author(0, 0, 2),
            "apart",
        )
    )
    again = [{**LEEDS, "publications": [both]}, {**GRAZ, "publications": [both]}]
    PERSONS.append(Case(named("one-list-twice", one, other), again, author(0), author(1), "same"))
    PERSONS.append(Case(named("one-list-crosswise", one, other), again, author(0), author(1, 0, 2), "apart"))
for name in ("Wei Zhang", "Ji-Hoon Kim"):
    works = [paper("Ada Lovelace", name, name, **WEAVING), paper("Ada Lovelace", name, name, **TIDES)]
    for number in (0, 1):
        case = named("two-in-each-of-two-works", name, str(number))
        one_profile: list[Fields] = [{**LEEDS, "publications": works}, GRAZ]
        PERSONS.append(Case(case, one_profile, author(0, number, 1), author(0, number, 2), "apart"))


# An initial form that fits two people.
BRIDGES = (
    ("J. Li", "Jiamin Li", "Jing Li"),
    ("W. Zhang", "Wei Zhang", "Wen Zhang"),
    ("M. Kim", "Min-Jun Kim", "Mi-Young Kim"),
    ("A. Brzęczyszczykiewicz", "Anna Brzęczyszczykiewicz", "Adam Brzęczyszczykiewicz"),
    ("John Smith", "John A. Smith", "John B. Smith"),
    ("Chris Brown", "Christopher Brown", "Christine Brown"),
)
for short, one, other in BRIDGES:
    trio = (RARE, RARE_TOO, RARE_THIRD)
    bridge = [
        *colleagues(one, other, *trio),
        {
            "id": "eleonor-vasterling",
            "name": "Eleonor Västerling",
            "publications": [paper("Eleonor Västerling", short, *trio, **SHARED)],
        },
    ]
    PERSONS.append(Case(named("bridge", short, one, other), bridge, author(0), author(1), "different"))
    for number, full in enumerate((one, other)):
        case = named("rival", short, full, other if full == one else one)
        PERSONS.append(Case(case, bridge, author(2), author(number), "unsure", "rival"))
    PERSONS.append(
        Case(
            named("bridge-last", short, one, other), [*bridge[2:], *bridge[:2]], author(1), author(2), "different"
        )
    )  # fmt: skip


# Owners.
for name, written in (
    ("Wei Zhang", "W. Zhang"),
    ("Wei Zhang", "WEI ZHANG"),
    ("Wei Zhang", "Zhang, W."),
    ("Wei Zhang", "ZHANG Wei"),
    ("Wei Zhang", "Zhang W"),
    ("Ji-Hoon Kim", "Kim Jihoon"),
    ("Nguyễn Văn Minh", "Van Minh Nguyen"),
    ("Nagy István", "István Nagy"),
    ("Thomas Müller", "T. Mueller"),
    ("Işıl Yıldız", "ISIL YILDIZ"),
    ("Robert Miller", "Bob Miller"),
    ("Prof. Dr. Karl Weiß", "K. Weiss"),
    ("Gabriel García Márquez", "G. García-Márquez"),
    ("Gabriel García Márquez", "Gabriel García"),
    ("Jan van der Berg", "J. v. d. Berg"),
    ("Suharto", "SUHARTO"),
    ("John Smith Jr.", "J. Smith"),
    ("Tie-Yan Liu", "T.Y. Liu"),
    ("Wei Zhang", "Wei Zhang*"),
    ("张伟", "张伟"),
):
    profiles = own(name, RARE, written, RARE_TOO)
    PERSONS.append(Case(named("owner-in-own-list", name, written), profiles, owner(0), author(0), "same"))
for name, one, other in (
    ("Jiamin Li", "J. Li", "J. M. Li"),
    ("Wei Zhang", "W. Zhang", "W. Zhang"),
    ("John Smith", "J. Smith", "John A. Smith"),
    ("Robert Miller", "Bob Miller", "R. Miller"),
):
    for place in (1, 2):
        profiles = own(name, RARE, one, other)
        case = named("two-may-be-the-owner", name, one, other, str(place))
        PERSONS.append(Case(case, profiles, owner(0), author(0, 0, place), "apart"))
for name, form in (
    ("Wei Zhang", "W. Zhang"),
    ("Jiamin Li", "Li, J."),
    ("John Smith", "J. Smith"),
    ("Robert Miller", "Bob Miller"),
):
    profiles = own(name, name, form, RARE)
    PERSONS.append(Case(named("owner-stands-beside", name, form), profiles, owner(0), author(0), "apart"))
for name, form in (
    ("Wei Zhang", "Wen Zhang"),
    ("Jiamin Li", "Jing Li"),
    ("John A. Smith", "John B. Smith"),
    ("Min-Jun Kim", "M.-H. Kim"),
    ("John Smith Sr.", "John Smith Jr."),
):
    profiles = own(name, RARE, form, RARE_TOO)
    PERSONS.append(Case(named("not-the-owner", name, form), profiles, owner(0), author(0), "apart"))
for name in ("Wei Zhang", "José García", "Leena Vasanthakumari"):
    together = paper(name, RARE, **WEAVING), paper(name, RARE, **TIDES)
    owners: list[Fields] = [
        {"id": f"owner-{number}", "name": name, "publications": [each]} for number, each in enumerate(together)
    ]
    PERSONS.append(Case(named("two-owners", name), owners, owner(0), owner(1), "unsure", "owner"))
    PERSONS.append(
        Case(named("two-owners-own-lists", name), owners, author(0, 0, 0), author(1, 0, 0), "apart")
    )  # fmt: skip
for name, form in (
    ("Leena Vasanthakumari", "Leena Vasanthakumari"),
    ("Hatsune Kuroyanagi", "KUROYANAGI Hatsune"),
    ("Iñigo Goikoetxea", "Inigo Goikoetxea"),
    ("Vsevolod Preobrazhenskov", "Preobrazhenskov, Vsevolod"),
):
    profiles = [{**LEEDS, "publications": [paper("Ada Lovelace", form, **WEAVING)]}, {"id": "owner", "name": name}]
    PERSONS.append(Case(named("owner-elsewhere", name, form), profiles, owner(1), author(0), "same"))
for name in ("Wei Zhang", "Amit Kumar"):
    alone: list[Fields] = [
        {**LEEDS, "publications": [paper("Ada Lovelace", name, **WEAVING)]},
        {"id": "owner", "name": name, "publications": [paper(name, RARE, **TIDES)]},
    ]
    PERSONS.append(Case(named("owner-of-a-common-name-elsewhere", name), alone, owner(1), author(0), "apart"))
for name, variant in (("Ada Byron", "Ada King"), ("Wei Zhang", "Will Zhang"), ("Jing Li", "Jing Thompson")):
    profiles = own(name, RARE, variant, variants=[variant])
    PERSONS.append(Case(named("variant-of-the-owner", name, variant), profiles, owner(0), author(0), "same"))


# Identifiers.
ORCIDS = ("0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X")
for one, other in (
    ("Wei Zhang", "John Smith"),
    ("Ji-Hoon Kim", "Min-Jun Kim"),
    ("A. B. Smith", "A. C. Smith"),
    ("José García", "Josefa García"),
):
    for key, value in (("orcid", ORCIDS[0]), ("homepage", "https://lab.example.org/"), ("github", "the-lab")):
        pair: list[Fields] = [{"id": f"owner-{n}", "name": name, key: value} for n, name in enumerate((one, other))]
        PERSONS.append(Case(named(f"two-owners-with-one-{key}", one, other), pair, owner(0), owner(1), "apart"))
for name in ("Wei Zhang", "Leena Vasanthakumari"):
    pair = [
        {"id": f"owner-{n}", "name": name, "orcid": ORCIDS[n], "publications": [paper(name, RARE, **each)]}
        for n, each in enumerate((WEAVING, TIDES))
    ]
    PERSONS.append(Case(named("two-owners-with-two-orcids", name), pair, owner(0), owner(1), "apart"))
for written in ("Wei Zhang", "W. Zhang", "Zhang", "Will Z.", "张伟", "Jing Thompson"):
    meant = [
        {**LEEDS, "publications": [paper("Ada Lovelace", {"name": written, "id": "wei"}, **WEAVING)]},
        {"id": "wei", "name": "Wei Zhang"},
        {"id": "wei-2", "name": "Wei Zhang"},
    ]
    PERSONS.append(Case(named("reference-by-id", written), meant, owner(1), author(0), "same"))
    PERSONS.append(Case(named("reference-by-id-to-another", written), meant, owner(2), author(0), "apart"))
for name in ("Wei Zhang", "John Smith"):
    meant = [
        {**LEEDS, "publications": [paper("Ada Lovelace", {"name": name, "id": "one"}, RARE, **WEAVING)]},
        {**GRAZ, "publications": [paper("Luitgard Obermoser", {"name": name, "id": "two"}, RARE, **TIDES)]},
        {"id": "one", "name": name},
        {"id": "two", "name": name},
    ]
    PERSONS.append(Case(named("references-to-two-ids", name), meant, author(0), author(1), "apart"))


# Advisors: said to be somewhere.
def advised(advisor: str, place: str, **fields: Any) -> dict[str, Any]:
    return {**fields, "education": [{"degree": "Ph.D.", "institution": place, "advisors": [advisor]}]}


ADVISOR = ("education", 0, "advisors", 0)
for name in ("Leena Vasanthakumari", "Hatsune Kuroyanagi", "Vsevolod Preobrazhenskov"):
    near: list[Fields] = [advised(name, "CUHK", **LEEDS), advised(name, "CUHK", **GRAZ)]
    PERSONS.append(Case(named("advisor-at-one-place", name), near, (0, *ADVISOR), (1, *ADVISOR), "same"))
for name in ("Wei Zhang", "John Smith"):
    far: list[Fields] = [advised(name, "CUHK", **LEEDS), advised(name, "University of Oslo", **GRAZ)]
    PERSONS.append(Case(named("advisors-at-two-places", name), far, (0, *ADVISOR), (1, *ADVISOR), "apart"))
for name in ("Wei Zhang", "Leena Vasanthakumari", "John Smith"):
    within: list[Fields] = [
        {**advised(name, "CUHK", **LEEDS), "publications": [paper("Ada Lovelace", name, **WEAVING)]},
        GRAZ,
    ]
    PERSONS.append(Case(named("advisor-and-co-author", name), within, (0, *ADVISOR), author(0), "same"))
for one, other in (
    ("Prof. John Smith", "John Smith"),
    ("Dr. Jing Li", "JING LI"),
    ("Prof. Dr. Karl Weiß", "Karl Weiss"),
):
    within = [{**advised(one, "CUHK", **LEEDS), "publications": [paper("Ada Lovelace", other, **WEAVING)]}, GRAZ]
    PERSONS.append(Case(named("advisor-with-a-title", one, other), within, (0, *ADVISOR), author(0), "same"))

# One profile: initials are no full name.
for one, other in (("J. Li", "J Li"), ("H. Kim", "Kim, H."), ("H. S. Park", "HS Park"), ("B. Brzęczyk", "B. Brzęczyk")):
    works = [paper("Ada Lovelace", one, **WEAVING), paper("Ada Lovelace", other, **TIDES)]
    PERSONS.append(
        Case(
            named("one-profile-in-initials", one, other),
            [{**LEEDS, "publications": works}, GRAZ],
            author(0),
            author(0, 1),
            "unsure",
        )
    )
    works = [paper("Ada Lovelace", one, RARE, **WEAVING), paper("Ada Lovelace", other, RARE, **TIDES)]
    PERSONS.append(
        Case(
            named("one-profile-in-initials-with-company", one, other),
            [{**LEEDS, "publications": works}, GRAZ],
            author(0),
            author(0, 1),
            "same",
        )
    )

# One profile: full names.
for one, other in (
    ("John Smith Jr.", "John Smith Sr."),
    ("Wei Zhang", "Wen Zhang"),
    ("A. B. Smith", "A. C. Smith"),
    ("Robert Adams II", "Robert Adams III"),
):
    works = [paper("Ada Lovelace", one, RARE, **WEAVING), paper("Ada Lovelace", other, RARE, **TIDES)]
    PERSONS.append(
        Case(
            named("one-profile", one, other), [{**LEEDS, "publications": works}, GRAZ], author(0), author(0, 1), "apart"
        )
    )
for one, other in (
    ("John Smith", "JOHN SMITH"),
    ("Wei Zhang", "Wei Zhang"),
    ("Müller, Thomas", "Thomas Müller"),
    ("Tie-Yan Liu", "Tie Yan Liu"),
    ("The ATLAS Collaboration", "The ATLAS collaboration"),
):
    works = [paper("Ada Lovelace", one, **WEAVING), paper("Ada Lovelace", other, **TIDES)]
    PERSONS.append(
        Case(
            named("one-profile", one, other), [{**LEEDS, "publications": works}, GRAZ], author(0), author(0, 1), "same"
        )
    )

PERSONS[:] = numbered(PERSONS)
