"""Publications in the styles of citation that style guides know."""

from tests.support.cv_person import Paper, Person
from tests.support.cv_styles import naming
from tests.support.cv_styles.naming import authors
from tests.support.cv_styles.tree import Line, Piece, bold, italic, joined, line, link, plain

_LAST = {1: "st", 2: "nd", 3: "rd"}


def apa(paper: Paper, person: Person) -> Line:
    """`Li, W., & Groß, K. (2020). Title. Venue, 12(3), 45–67.`."""
    who = authors(paper, person, naming.inverted, last=", & ", pair=", & ", lift=False)
    when = str(paper.year) if paper.year and not paper.status_words else paper.status_words or "n.d."
    if paper.year and paper.status_words:
        when = f"{paper.year}, {paper.status_words}"
    place = italic(place_of(paper)) if paper.venue.kind == "journal" else line("In ", italic(place_of(paper)))
    where = place if paper.venue.name and paper.venue.kind != "arxiv" else line(arxiv(paper))
    return line(who, f" ({when}). ", stop(paper.title), joined("", [" ", where, numbers(paper), "."]) if where else "")


def ieee(paper: Paper, person: Person) -> Line:
    """`W. Li and K. Groß, "Title," in Proc. …, 2020, pp. 1–12.`."""
    who = authors(paper, person, naming.initials)
    quoted = f"“{paper.title}{'' if paper.title[-1] in '?!' else ','}” "
    preposition = "in " if paper.venue.kind in ("conference", "workshop") else ""
    name = paper.venue.name
    if paper.venue.kind == "conference":
        name = f"Proc. {ordinal(paper.venue.edition)} {name} ({paper.venue.acronym})"
    pages = f"pp. {paper.pages[0]}–{paper.pages[1]}" if paper.pages[0] else ""
    volume = f"vol. {paper.volume}, no. {paper.number}" if paper.volume else ""
    where = line(preposition, italic(name)) if name and not paper.arxiv else line(arxiv(paper))
    tail: list[Piece] = [
        where,
        volume,
        pages,
        year(paper),
        paper.status_words,
        f"doi: {paper.doi}" if paper.doi else "",
    ]
    return line(who, ", ", quoted, joined(", ", tail), ".")


def acm(paper: Paper, person: Person) -> Line:
    """`Wei Li and Karl Groß. 2020. Title. In Proceedings of … (ICML '20). ACM, 12 pages.`."""
    head = joined(". ", [authors(paper, person), year(paper)])
    venue = paper.venue
    if venue.kind == "conference":
        short = f" ({venue.acronym}" + (f" ’{paper.year % 100:02})" if paper.year else ")")
        where = line("In ", italic(f"Proceedings of the {ordinal(venue.edition)} {venue.name}{short}"))
        where = line(where, f". {venue.publisher}", f", {paper.pages[0]}–{paper.pages[1]}" if paper.pages[0] else "")
    else:
        volume = f" {paper.volume}, {paper.number} ({paper.year})" if paper.volume else ""
        where = line(italic(place_of(paper)), volume) if not paper.arxiv else line(arxiv(paper))
    link_text = line(" ", link(f"https://doi.org/{paper.doi}", f"https://doi.org/{paper.doi}")) if paper.doi else ""
    return line(head, ". ", stop(paper.title), " ", where, "." if where else "", status(paper), link_text)


def chicago(paper: Paper, person: Person) -> Line:
    """`Li, Wei, and Karl Groß. “Title.” Venue 12, no. 3 (2020): 45–67.`."""
    who = authors(paper, person, pair=", and ", first=naming.inverted_full, lift=False)
    volume = f" {paper.volume}, no. {paper.number}" if paper.volume else ""
    pages = f": {paper.pages[0]}–{paper.pages[1]}" if paper.pages[0] else ""
    place = "" if paper.arxiv else line("In " if paper.venue.kind == "conference" else "", italic(place_of(paper)))
    when = f" ({paper.year})" if paper.year else ""
    full_stop = "" if plain(who).endswith(".") else "."
    where = joined("", [line(place or arxiv(paper)), volume, when, pages, "."]) if place or paper.arxiv else line()
    return line(who, full_stop, f" “{stop(paper.title)}” ", where, status(paper))


def lncs(paper: Paper, person: Person) -> Line:
    """`Li, W., Groß, K.: Title. In: ICML 2020, pp. 1–12 (2020)`."""
    who = authors(paper, person, naming.tight, last=", ", pair=", ", lift=False)
    pages = f", pp. {paper.pages[0]}–{paper.pages[1]}" if paper.pages[0] else ""
    venue = paper.venue
    where = "In: " + acronym_year(paper) if venue.kind in ("conference", "workshop") else place_of(paper)
    if paper.arxiv:
        where = plain(line(arxiv(paper)))
    if paper.volume:
        where += f" {paper.volume}({paper.number})"
    when = f" ({paper.year})" if paper.year else ""
    said = f" ({paper.status_words})" if paper.status_words else ""
    return line(who, ": ", stop(paper.title), " " if where else "", where, pages, when, said)


def vancouver(paper: Paper, person: Person) -> Line:
    """`Li W, Groß K. Title. Venue. 2020;12(3):45-67.`."""
    who = authors(paper, person, naming.vancouver, last=", ", pair=", ", lift=False)
    volume = f";{paper.volume}({paper.number})" if paper.volume else ""
    pages = f":{paper.pages[0]}-{paper.pages[1]}" if paper.pages[0] else ""
    when = f"{paper.year}{volume}{pages}" if paper.year else ""
    place = plain(line(arxiv(paper))) if paper.arxiv else place_of(paper)
    tail: list[Piece] = [place, when, paper.status_words.capitalize(), f"doi: {paper.doi}" if paper.doi else ""]
    full_stop = "" if paper.cut else "."
    return line(who, full_stop, " ", stop(paper.title), " ", joined(". ", tail), ".")


def plain_reference(paper: Paper, person: Person) -> Line:
    """`Wei Li, Karl Groß, and Ada Day. Title. In Venue (ICML), 2020. Best Paper.`."""
    who = authors(paper, person)
    venue = paper.venue
    preposition = "In " if venue.kind in ("conference", "workshop") else ""
    name = f"{venue.name} ({venue.acronym})" if venue.kind == "conference" else venue.name
    where = line(preposition, italic(name)) if name and not paper.arxiv else line(arxiv(paper))
    tail = line(joined(", ", [where, year(paper)]), numbers(paper))
    full_stop = "" if plain(who).endswith(".") else "."
    return line(
        who, full_stop, " ", stop(paper.title), line(" ", tail, ".") if tail else "", status(paper), honours(paper)
    )


def stop(title: str) -> str:
    """End a title with a full stop unless it ends with a mark already."""
    return title if title[-1] in "?!." else title + "."


def year(paper: Paper) -> str:
    """The year, or nothing."""
    return str(paper.year) if paper.year else ""


def ordinal(number: int) -> str:
    """`21st`, `12th`."""
    return f"{number}{'th' if 10 < number % 100 < 14 else _LAST.get(number % 10, 'th')}"


def arxiv(paper: Paper) -> Line:
    """`arXiv preprint arXiv:2006.01234`, or nothing."""
    return line("arXiv preprint arXiv:", paper.arxiv) if paper.arxiv else ()


def place_of(paper: Paper) -> str:
    """The venue with its acronym in brackets where it is a conference."""
    venue = paper.venue
    return f"Proceedings of the {venue.name} ({venue.acronym})" if venue.kind == "conference" else venue.name


def acronym_year(paper: Paper) -> str:
    """`ICML 2020`; journals and workshops have their name."""
    name = paper.venue.acronym or paper.venue.name
    return f"{name} {paper.year}" if paper.year and name else name


def numbers(paper: Paper) -> str:
    """`, 12(3), 45–67`."""
    volume = f", {paper.volume}({paper.number})" if paper.volume else ""
    return volume + (f", {paper.pages[0]}–{paper.pages[1]}" if paper.pages[0] else "")


def status(paper: Paper) -> str:
    """The status in words of the author, as a sentence."""
    return f" ({paper.status_words})" if paper.status_words else ""


def honours(paper: Paper) -> Line:
    """What the work won, and how hard it was to get in."""
    rate = f" (acceptance rate: {paper.rate}%)" if paper.rate else ""
    return line(" " if paper.award else "", bold(paper.award), "." if paper.award else "", rate)
