"""Publications as people set them on their own pages and in modern CVs."""

from tests.support.cv_person import Paper, Person
from tests.support.cv_styles import naming
from tests.support.cv_styles.citing import acronym_year, arxiv, honours, stop, year
from tests.support.cv_styles.naming import authors
from tests.support.cv_styles.tree import Line, Piece, bold, italic, joined, line, link, plain


def title_first(paper: Paper, person: Person) -> Line:
    """Title in bold, authors, venue in italics, each on its line."""
    who = authors(paper, person, last=" and ")
    return joined("\n", [bold(paper.title), who, italic(_venue_line(paper))])


def title_comma(paper: Paper, person: Person) -> Line:
    """Linked title, authors and venue on the same line, then labelled links."""
    who = authors(paper, person, last=", ", pair=", ")
    parts = [link(f"{person.page}papers/{key_of(paper.title)}.pdf", paper.title), who, italic(_venue_line(paper))]
    return line(joined("\n", parts), line("\n", *_buttons(paper, person)))


def tag_first(paper: Paper, person: Person) -> Line:
    """`[OSDI'24] Title.` and the authors behind or below."""
    tag = _tag(paper)
    tail = line(". ", bold(paper.award)) if paper.award else ""
    return line(
        bold(f"[{tag}] ") if tag else "", bold(stop(paper.title)), "\n", authors(paper, person, last=", "), tail
    )


def tag_inline(paper: Paper, person: Person) -> Line:
    """`[ICML 2020] Authors, “Title”`, on one line."""
    tag = f"{_tag(paper)}"
    return line(f"[{tag}] " if tag else "", authors(paper, person), f", “{paper.title}”", honours(paper))


def quoted_first(paper: Paper, person: Person) -> Line:
    """`“Title”, Authors, Venue Year [pdf] [code]`."""
    pieces: list[Piece] = [line(f"“{paper.title}”"), authors(paper, person, strong=False), bold(_venue_line(paper))]
    return line(joined(", ", pieces), " ", *_buttons(paper, person))


def card(paper: Paper, person: Person) -> Line:
    """A badge, the title, the authors, the venue, buttons: each on its line, as al-folio sets them."""
    badge = f"{paper.venue.acronym}\n" if paper.venue.acronym else ""
    place = line("arXiv preprint arXiv:", paper.arxiv) if paper.arxiv else line(italic(paper.venue.name))
    when = joined(", ", [place, f"{year(paper)}"])
    said = line(f" ({paper.status_words})") if paper.status_words else ""
    rows: list[Piece] = [bold(paper.title), authors(paper, person), line(when, said), paper.award]
    return line(bold(badge), joined("\n", rows), "\n", *_buttons(paper, person))


def recommended(paper: Paper, person: Person) -> Line:
    """The venue in words, then a recommended citation that says it all again, as academicpages does."""
    who = authors(paper, person, naming.initials, last=", and ", strong=False, lift=False)
    place = plain(arxiv(paper)) if paper.arxiv else paper.venue.name
    published = line("Published in ", italic(place), f", {paper.year}\n") if paper.status == "published" else ""
    when = f" ({paper.year})." if paper.year else "."
    tail = joined(". ", [italic(place), paper.status_words.capitalize()])
    citation = line("Recommended citation: ", who, when, f" “{stop(paper.title)}” ", tail, "." if tail else "")
    return line(bold(link(f"{person.page}publication/{key_of(paper.title)}", paper.title)), "\n", published, citation)


def dashes(paper: Paper, person: Person) -> Line:
    """`Title – Authors – Venue Year`."""
    return joined(" – ", [italic(paper.title), authors(paper, person, last=" and "), _venue_line(paper)])


def _venue_line(paper: Paper) -> Line:
    """`International Conference … (ICML), 2020`, with the status behind."""
    venue = paper.venue
    name = f"{venue.name} ({venue.acronym})" if venue.kind == "conference" else venue.name
    if paper.arxiv:
        name = f"arXiv:{paper.arxiv}"
    volume = f"Vol. {paper.volume}" if paper.volume else ""
    parts: list[Piece] = [name, volume, year(paper), paper.status_words if name else paper.status_words.capitalize()]
    return line(joined(", ", parts), f" ({paper.award})" if paper.award else "")


def _tag(paper: Paper) -> str:
    """`ICML'20`, `TPDS'20`, `arXiv'20`, or the status of what has no venue yet."""
    if paper.arxiv:
        return f"arXiv {paper.year}" if paper.year else "arXiv"
    name = acronym_year(paper) or paper.status_words.capitalize()
    return f"{name}, {paper.status_words}" if paper.status_words and acronym_year(paper) else name


def key_of(title: str) -> str:
    """A short name of the paper for addresses."""
    words = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in title.lower()).split()
    return "-".join(words[:3])


def _buttons(paper: Paper, person: Person) -> Line:
    """`[PDF] [Code]`, as far as there are any."""
    made = line("[", link(f"{person.page}papers/{key_of(paper.title)}.pdf", "PDF"), "]")
    if paper.doi:
        made = line(made, " [", link(f"https://doi.org/{paper.doi}", "DOI"), "]")
    if paper.arxiv:
        made = line(made, " [", link(f"https://arxiv.org/abs/{paper.arxiv}", "arXiv"), "]")
    return made
