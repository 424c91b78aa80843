"""Authors of a publication in the manners of citation styles."""

from collections.abc import Callable

from tests.support.cv_person import Paper, Person, PersonName
from tests.support.cv_styles.tree import Line, bold, line, raised

Written = Callable[[PersonName], str]


def full(name: PersonName) -> str:
    """`Ada King Lovelace`."""
    return name.full


def initials(name: PersonName) -> str:
    """`A. K. Lovelace`."""
    return name.initials


def inverted(name: PersonName) -> str:
    """`Lovelace, A. K.`."""
    letters = name.initials.removesuffix(name.suffix).strip().removesuffix(name.family).strip()
    return f"{name.family}, {letters}" + (f", {name.suffix}" if name.suffix else "")


def tight(name: PersonName) -> str:
    """`Lovelace, A.K.`, as in the proceedings of computer science."""
    family, _, letters = inverted(name).partition(", ")
    return f"{family}, {letters.replace('. ', '.')}"


def vancouver(name: PersonName) -> str:
    """`Lovelace AK`, as in medicine."""
    return f"{name.family} {''.join(name.letters).replace('-', '')}" + (f" {name.suffix}" if name.suffix else "")


def inverted_full(name: PersonName) -> str:
    """`Lovelace, Ada K.`, as the first author of a bibliography."""
    given = name.full.removesuffix(name.suffix).strip().removesuffix(name.family).strip()
    return f"{name.family}, {given}" + (f", {name.suffix}" if name.suffix else "")


def authors(
    paper: Paper,
    person: Person,
    written: Written = full,
    *,
    last: str = ", and ",
    pair: str = " and ",
    first: Written | None = None,
    mark: str = "*",
    lift: bool = True,
    strong: bool = True,
) -> Line:
    """Return the authors in order, the person in bold, with marks of equal and corresponding authors.

    Args:
        paper: The publication.
        person: Whose CV it is.
        written: How a name is written.
        last: What stands before the last of three or more.
        pair: What stands between two.
        first: How the first name is written, where it differs.
        mark: Of equal contribution.
        lift: Whether marks are superscripts.
        strong: Whether the person's name is set in bold.
    """
    made: Line = ()
    total = len(paper.authors)
    for index, name in enumerate(paper.authors):
        if index:
            final = index == total - 1 and not paper.cut
            made = line(made, (pair if total == 2 else last) if final else ", ")
        text = (first or written)(name) if index == 0 else written(name)
        own = strong and name.full == person.name.full
        signs = (mark if index < paper.equal else "") + ("†" if index in paper.corresponding else "")
        made = line(made, bold(text) if own else text, raised(signs) if lift and signs else signs)
    return line(made, ", et al.") if paper.cut else made
