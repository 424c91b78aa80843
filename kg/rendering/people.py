"""Names of people as forms and styles of citation want them."""

from kg.interchange.writers.naming import taken_apart
from kg.pages.graph import Graph
from kg.profile import Profile

_NOBODY = Profile.model_construct(id="nobody", name="", given_name=None, family_name=None)


def parts(graph: Graph, name: str, iri: str = "") -> tuple[str, str]:
    """Return the given name and the family name of a person, with its particle: `Ludwig`, `van Beethoven`.

    The graph tells them apart for some people; else, as BibTeX has it, the last word is the family name.

    Args:
        graph: Where the person is.
        name: The name as written.
        iri: The person, or empty.
    """
    if iri:
        given, family = graph.text(iri, "schema:givenName"), graph.text(iri, "schema:familyName")
        if given and family and name == graph.label(iri):
            return given, family
    given, family, particle = taken_apart(name, _NOBODY)
    return given, f"{particle} {family}".strip()


def last_first(given: str, family: str) -> str:
    """Return a name as NSF wants it: last name, first name, middle initial.

    >>> last_first("Ada King", "Lovelace"), last_first("", "Aristotle")
    ('Lovelace, Ada K.', 'Aristotle')
    """
    first, *middle = given.split() or [""]
    return ", ".join(filter(None, (family, " ".join((first, *(_initial(word) for word in middle)))))).strip()


def initials(given: str) -> str:
    """Return a given name by its first letters; of scripts that have no capitals, the whole.

    >>> initials("Jean-Luc Marie"), initials("A. K."), initials("晶")
    ('J.-L. M.', 'A. K.', '晶')
    """
    return " ".join("-".join(_initial(part) for part in word.split("-")) for word in given.split())


def _initial(word: str) -> str:
    first = word[:1]
    return f"{first.upper()}." if first.lower() != first.upper() else word
