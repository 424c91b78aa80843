"""The types of works, as the declaration lists them: their classes, and how lists and citations name them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Word
from kg.terms.vocabulary import KG, PREFIXES


@dataclass(frozen=True)
class WorkType:
    """A type of work, as the key `type` of a publication names it."""

    class_: str  # Its class, a term of the context
    name: str  # What a page calls one work of it
    # The heading under which lists of publications by type put it; empty for articles, which are parted by where they
    # appeared
    group: str = ""
    counted: str = ""  # One work of the group, within a sentence
    cited: str = ""  # What a citation says of it, where the style of citation alone does not show it
    # Whether things that are no works have the class too: the graph itself is a schema:Dataset, and a system whose
    # code is public is schema:SoftwareSourceCode
    is_shared: bool = False
    is_alone: bool = False  # Whether a work of it is never a version of one of another group
    within: str = ""  # The class of schema.org within which an own class is, if the graph says so too
    prefix: str = "schema"  # The prefix of the class

    @property
    def curie(self) -> str:
        """The class with its prefix."""
        return f"{self.prefix}:{self.class_}"

    @property
    def classes(self) -> list[str]:
        """All classes of a work of this type, with their prefixes."""
        return [*([f"schema:{self.within}"] if self.within else []), self.curie]


def _work_type(word: Word) -> WorkType:
    prefix, _, class_ = word.meaning.partition(":")
    notes = word.annotations
    within = notes.within.partition(":")[2]
    said = (notes.group, notes.counted, notes.cited, notes.shared, notes.alone)
    return WorkType(class_, word.title, *said, within, prefix)


WORK_TYPES: Mapping[str, WorkType] = {
    name: _work_type(word) for name, word in kg_declaration().words["WorkType"].items()
}
"""What a work may be, as the declaration says. Of the types that share a class, the first stands for it."""

CALLED: Mapping[str, str] = kg_declaration().called("WorkType")
"""The types of works by what formats, registries and people call them, folded."""

WORKS: Mapping[str, str] = {WORK_TYPES[key].class_: key for key in reversed(list(WORK_TYPES))}
"""The type that stands for each class of works."""

NO_WORKS = "kg:System", "void:Dataset"
"""The classes by which things differ from works that share a class with them."""


def work_type(classes: Iterable[str]) -> str:
    """Return the type of a work by its classes, given as IRIs; of what is none of them, `article`.

    >>> work_type(["https://schema.org/Book"]), work_type(["https://schema.org/CreativeWork"])
    ('book', 'article')
    """
    local = [each.removeprefix(PREFIXES["schema"]).removeprefix(KG) for each in classes]
    known = [WORKS[each] for each in local if each in WORKS]
    return max(known, key=lambda name: bool(WORK_TYPES[name].within), default="article")
