"""Whose a listed work is: of whom its list names, and of the owner of the list only where nobody is named.

A list that introduces the others with 'with' names its owner: readers of documents put the owner among the authors. A
list that is cut short ('et al.') states whom it names, and no more: that its owner is among the others is a question.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from kg.profile.model import Profile, Publication
from kg.profile.names import may_be_one, read_name
from kg.profile.reviewed import listed
from kg.terms.identifiers import iri_of
from kg.terms.languages import forms_of

ROLES: Mapping[str, str] = {"author": "authors", "editor": "editors", "translator": "translators"}
"""What somebody may be in a work, with the key under which a profile names those who are."""
_WHOLE = frozenset(("book", "proceedings"))
"""Types of works of which an editor is who made them; elsewhere the editor is that of the book around the work."""
_ELISION = re.compile(r"[\s\W_]*[_–—―-][\s\W_]*|(?:me|myself|I|ich|moi|yo)", re.IGNORECASE)


def is_elision(name: str) -> bool:
    """Whether the owner of a list stands for himself in it, without a name.

    >>> [is_elision(name) for name in ("———", "_____", "me", "Bo Quist")]
    [True, True, True, False]
    """
    return _ELISION.fullmatch(name) is not None


def name_of(person: Any) -> str:
    """The name of an author, who may be a name with a star or a table; empty for an organisation."""
    if isinstance(person, Mapping):
        return "" if person.get("corporate") else str(person["name"])
    return str(person).rstrip("* ")


def ids_of(person: Any) -> set[str]:
    """The addresses of the ids by which authors are known."""
    if not isinstance(person, Mapping):
        return set()
    return {iri_of(scheme, str(person[scheme])) for scheme in ("orcid", "dblp") if person.get(scheme)}


def is_named(people: Iterable[Any], names: Collection[str], ids: Collection[str] = ()) -> bool:
    """Whether somebody with some names, or with an id, is among people.

    >>> is_named(["Bo Quist", "A. Vane*"], ["Ada Vane"]), is_named(["Bo Quist"], ["Ada Vane"])
    (True, False)
    """
    return any(
        is_elision(name) or any(may_be_one(name, own) for own in names) or not ids_of(person).isdisjoint(ids)
        for person in people
        if (name := name_of(person))
    )


def naming(work: Mapping[str, Any], names: Collection[str], ids: Collection[str] = ()) -> list[str]:
    """The keys of a work under which somebody with some names, or ids, stands."""
    return [key for key in ROLES.values() if is_named(listed(work.get(key)), names, ids)]


def role_in(work: Mapping[str, Any], naming: Collection[str]) -> str:
    """What the owner of a list is in a work on it that does not say so: `author`, `editor`, `translator` or `none`.

    Args:
        work: The work, under the keys of a profile.
        naming: The keys under which it names the owner.
    """
    if role := next((role for role, key in ROLES.items() if key in naming), ""):
        return role
    is_edited = work.get("editors") and (work.get("type") in _WHOLE or not work.get("venue"))
    return "none" if work.get("authors") or work.get("corporate_authors") or is_edited else "author"


def is_theirs(profile: Profile, work: Publication) -> bool:
    """Whether a work on a profile is one of its person, not of others."""
    said = work.model_dump(mode="json", exclude_defaults=True)
    names = (*forms_of(profile.name), *profile.variants)
    return (said.get("role") or role_in(said, naming(said, names, ids_of(vars(profile))))) != "none"


def is_implied(role: str, owner: str, authors: Collection[str]) -> bool:
    """Whether the owner of a list is an author of a work although its list of authors has another, or none."""
    return role == "author" and owner not in authors


def is_listed(role: str, owner: str, authors: Collection[str]) -> bool:
    """Whether a list names a work as one of its owner's."""
    return role != "none" or owner in authors


def whose(owner: str, works: Sequence[Sequence[str]], total: int, id_: str) -> tuple[str, str]:
    """The question whose list it is, and what decides it.

    Args:
        owner: The name of its owner.
        works: The people of each work that does not name the owner.
        total: How many works it has.
        id_: The id of the owner's profile.
    """
    message = f"whose list is this? {len(works):,} of {total:,} works name others and not {owner}: works of others"
    counts = Counter(name for people in works for name in dict.fromkeys(people) if _may_be_former(name, owner))
    name, count = counts.most_common(1)[0] if counts else ("NAME", 0)
    name = f"'{name}'" if count > 1 and 2 * count > len(works) else "NAME"
    same = f"if {name} is {owner}, add it to 'variants', or: kg same {id_} {name} --because REASON"
    return message, f"{same}; works that name co-authors only take 'role: author'"


def _may_be_former(name: str, owner: str) -> bool:
    """Whether names share their first letter, as before and after a marriage, or are in different scripts."""
    one, other = read_name(name), read_name(owner)
    return one.key.isascii() is not other.key.isascii() or one.key[:1] == other.key[:1]
