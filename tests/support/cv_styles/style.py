"""A style: how one kind of CV says each thing, and what it leaves out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tests.support.cv_person import Paper, Person, Stint
from tests.support.cv_styles.tree import Line, Marks, Node

Citing: TypeAlias = Callable[[Paper, Person], Line]
Stints: TypeAlias = Callable[[Sequence[Stint], "Style"], tuple[Node, ...]]
Part: TypeAlias = Callable[[Person, "Style"], tuple[Node, ...]]


@dataclass(frozen=True)
class Style:
    """The choices of which a style is made.

    Attributes:
        name: Short name.
        dates: A form of `times.FORMS`.
        head: How the CV begins.
        cite: How a publication is set.
        names: How authors are named in publications.
        stints: How positions are set.
        degrees: How degrees are set.
        prizes: How awards are set.
        titles: Headings of the sections that do not have the usual name.
        order: The sections, in order; what stands behind `|` goes into the second column.
        grouping: By what publications are put together.
        marks: How publications are listed; `table` is a table, `none` paragraphs.
        down: Whether numbers of publications count downwards.
        at_most: How many authors are named before `et al.`; 0 for all.
        says: What optional facts it says.
        look: Which look the writers of HTML, LaTeX and DOCX give it.
    """

    name: str
    dates: str
    head: Part
    cite: Citing
    stints: Stints
    degrees: Stints
    prizes: Part
    order: str = "interests education positions publications awards teaching service talks systems skills"
    names: Literal["full", "initials"] = "full"
    titles: tuple[tuple[str, str], ...] = ()
    grouping: Literal["", "year", "kind"] = ""
    marks: Marks | Literal["table"] = "bullet"
    down: bool = False
    at_most: int = 0
    says: frozenset[str] = frozenset()
    look: str = "plain"
