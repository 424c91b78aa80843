"""The cases of `test_identity_cases` about works: one title of two works, two titles of one."""

from typing import Any

from tests.support.identity_scenes import RARE, RARE_TOO, Case, Expected, Fields, lists, named, numbered, work
from tests.support.resolving import paper

Facts = tuple[str, dict[str, Any], dict[str, Any]]

WORKS: list[Case] = []

PEOPLE = (RARE, "Wei Zhang", RARE_TOO)
OTHERS = ("Hallgerd Stormoen", "John Smith", "Anselm Quetelier")
TITLE = "Bernoulli numbers computed by a mechanical mill"


def add(group: str, name: str, one: Fields, other: Fields, expected: Expected) -> None:
    """Add a case of two works in two lists."""
    WORKS.append(Case(named(group, name), lists(one, other), work(0), work(1), expected))


def by(*authors: str, title: str = TITLE, year: int | None = 2004, **fields: Any) -> dict[str, Any]:
    return paper(*authors, title=title, **({"year": year} if year else {}), **fields)


# One title, written in two ways.
for one, other in (
    (TITLE, TITLE),
    (TITLE, TITLE.upper()),
    (TITLE, f"{TITLE}."),
    (TITLE, f"“{TITLE}”"),
    (TITLE, TITLE.replace(" ", "  ")),
    (TITLE, "Bernoulli Numbers, Computed By a Mechanical Mill"),
    (TITLE, "Bernoulli numbers computed by the mechanical mill"),
    (TITLE, "Bernoulli numbers computed with a mechanical mill"),
    (TITLE, "Bernoulli numbers computed by mechanical mills"),
    (TITLE, "Bernouilli numbers computed by a mechanical mill"),
    (TITLE, "Bernoulli numbers computd by a mechanical mill"),
    (TITLE, "Bernoulli numbers computed by a mecahnical mill"),
    (TITLE, "{B}ernoulli numbers computed by a mechanical mill"),
    (TITLE, f"{TITLE}: A first account"),
    (TITLE, f"{TITLE} (extended abstract)"),
    (TITLE, f"On {TITLE}"),
    ("Schrödinger operators on punched cards", 'Schr{\\"o}dinger operators on punched cards'),
    ("Schrödinger operators on punched cards", "Schrodinger operators on punched cards"),
    ("Schrödinger operators on punched cards", "Schroedinger operators on punched cards"),
    ("Poincaré maps of looms and their attractors", "Poincar\\'e maps of looms and their attractors"),
    ("Poincaré maps of looms and their attractors", "Poincare´ maps of looms and their attractors"),
    ("Łukasiewicz logic for weavers and millers", "{\\L}ukasiewicz logic for weavers and millers"),
    ("Scheduling {GPU} clusters with punched cards", "Scheduling GPU clusters with punched cards"),
    ("Multi-agent looms: planning without masters", "Multiagent looms: planning without masters"),
    ("Multi-agent looms: planning without masters", "Multi agent looms – planning without masters"),
    ("Optimisation of colour in woven fabrics", "Optimization of color in woven fabrics"),
    ("Mills & looms: a comparison of their gears", "Mills and looms: a comparison of their gears"),
    ("An O(n²) bound on the weaving of patterns", "An O(n^2) bound on the weaving of patterns"),
    ("Efficient ﬁlters for the dyeing of yarn", "Efficient filters for the dyeing of yarn"),
    ("Tides, Currents and Sediments of the Coast", "Tides currents, and sediments of the coast"),
    ("Is the mill a mind? Reflections on engines", "Is the Mill a Mind?: Reflections on Engines"),
    ("Jacquard: A Loom for Matrices", "JACQUARD - A loom for matrices"),
    ("机械计算机上的伯努利数", "机械计算机上的伯努利数"),
    ("О числах Бернулли и их вычислении", "О числах Бернулли и их вычислении."),
    ("Über die Zahlen von Bernoulli", "Uber die Zahlen von Bernoulli"),
    ("3D printing of cams for mechanical mills", "3-D printing of cams for mechanical mills"),
    ("β-decay of woven yarn in strong light", "Beta-decay of woven yarn in strong light"),
    ("Loom 2.0: weaving with many shuttles", "Loom 2.0 – Weaving with Many Shuttles"),
):
    add("title", f"{one}--{other}", by(*PEOPLE, title=one), by(*PEOPLE, title=other), "same")

# Lists of authors of one paper.
FULL = ("Fiorenzo Zuccarelli", "Wei Zhang", "Kwabena Asantewaa", "María José García", "Hallgerd Stormoen")
for name, authors in (
    ("the same", FULL),
    ("another order", FULL[::-1]),
    ("another first author", (FULL[1], FULL[0], *FULL[2:])),
    ("initials", ("F. Zuccarelli", "W. Zhang", "K. Asantewaa", "M. J. García", "H. Stormoen")),
    ("glued initials", ("F Zuccarelli", "W Zhang", "K Asantewaa", "MJ García", "H Stormoen")),
    ("family name first", ("Zuccarelli, F.", "Zhang, W.", "Asantewaa, K.", "García, M. J.", "Stormoen, H.")),
    ("upper case", tuple(map(str.upper, FULL))),
    ("no diacritics", (*FULL[:3], "Maria Jose Garcia", FULL[4])),
    ("cut after three", FULL[:3]),
    ("cut after the first", (FULL[0], "et al.")),
    ("cut after two", (*FULL[:2], "others")),
    ("the last missing", FULL[:-1]),
    ("the first missing", FULL[1:]),
    ("one in the middle missing", (*FULL[:2], *FULL[3:])),
    ("one more", (*FULL, "Anselm Quetelier")),
    ("one misspelt", ("Fiorenzo Zucarelli", *FULL[1:])),
    ("family names only", ("Zuccarelli", "Zhang", "Asantewaa", "García", "Stormoen")),
    ("one swapped", (FULL[0], "Zhang Wei", *FULL[2:])),
):
    add("authors", name, by(*FULL), by(*authors), "same")
    if name != "the same":
        add("authors-and-subtitle", name, by(*FULL), by(*authors, title=f"{TITLE}: A first account"), "same")

# Years, venues and identifiers of one paper.
FACTS: tuple[Facts, ...] = (
    ("no year in one", {"year": 2004}, {"year": None}),
    ("no year in either", {"year": None}, {"year": None}),
    ("one year apart", {"year": 2004}, {"year": 2005}),
    ("venue in one only", {"venue": "ATC"}, {}),
    ("one venue in two forms", {"venue": "USENIX ATC 2004"}, {"venue": "USENIX Annual Technical Conference"}),
    ("preprint and conference", {"year": 2003, "arxiv": "2302.11665"}, {"venue": "MLSys"}),
    ("preprint and journal", {"year": 2003, "arxiv": "2302.11665"}, {"venue": "TON", "doi": "10.1145/1.2"}),
    ("preprint on arXiv as a venue", {"year": 2003, "venue": "arXiv preprint"}, {"venue": "ATC"}),
    ("arXiv DOI and published DOI", {"year": 2003, "doi": "10.48550/arXiv.2302.11665"}, {"doi": "10.1145/1.2"}),
    ("one arXiv id in two versions", {"arxiv": "2302.11665v1"}, {"arxiv": "2302.11665v3"}),
    ("one DOI", {"doi": "10.1145/1.2"}, {"doi": "https://doi.org/10.1145/1.2"}),
    ("one DOI and unlike years", {"doi": "10.1145/1.2", "year": 2001}, {"doi": "10.1145/1.2", "year": 2004}),
    ("a date and a year", {"date": "2004-05-17", "year": None}, {"year": 2004}),
)
for name, one_fields, other_fields in FACTS:
    add(
        "facts",
        name,
        by(*PEOPLE, **{"year": 2004, **one_fields}),
        by(*PEOPLE, **{"year": 2004, **other_fields}),
        "same",
    )
for one, other in (
    ("Weaving algebra", TITLE),
    ("Draft: engines", "Notes on the engine of Mr Babbage"),
    ("Salt marshes", "Sediments of the coast"),
):
    doi: dict[str, Any] = {"doi": "10.1145/1.2"}
    add(
        "one-doi-changed-title",
        f"{one}--{other}",
        by(*PEOPLE, title=one, **doi),
        by(*PEOPLE, title=other, **doi),
        "unsure",
    )
    arxiv: dict[str, Any] = {"arxiv": "2302.11665"}
    add(
        "one-arxiv-id-changed-title",
        f"{one}--{other}",
        by(*PEOPLE, title=one, year=2003, **arxiv),
        by(*PEOPLE, title=other, **arxiv),
        "unsure",
    )
for one, other in (("Weaving algebra", TITLE), ("Salt marshes", "Gears"), (TITLE, "The drift of coastal sediments")):
    doi = {"doi": "10.1145/1.2"}
    for case, mistyped in ((f"{one}--{other}", doi), (f"{one}--{other}, in one journal", {**doi, "venue": "TON"})):
        wrong = by(*PEOPLE, title=one, **mistyped), by(*OTHERS, title=other, **mistyped)
        add("one-doi-by-mistake", case, *wrong, "unsure")
WHOLE: dict[str, Any] = {"doi": "10.1145/1.2", "venue": "Surveys of Looms"}
PARTS: tuple[tuple[str, dict[str, Any], dict[str, Any], Expected], ...] = (
    ("one paper in two languages, on the same pages", {"pages": "12–34"}, {"pages": "12--34"}, "same"),
    ("one paper in two languages", {}, {}, "unsure"),
    ("one paper in two languages, with pages in one list", {"pages": "12–34"}, {}, "unsure"),
    ("other pages", {"pages": "1–11"}, {"pages": "12–34"}, "different"),
    ("other chapters", {"chapter": "1"}, {"chapter": "2"}, "different"),
    ("two chapters", {"type": "chapter"}, {"type": "chapter"}, "different"),
    ("other years on the same pages", {"pages": "1–11"}, {"pages": "1–11", "year": 2011}, "different"),
    ("fewer authors on the same pages", {"pages": "1–11"}, {"pages": "1–11", "authors": list(PEOPLE[:2])}, "different"),
)
for name, one_fields, other_fields, expected in PARTS:
    several = [
        by(*PEOPLE, title=title, **WHOLE) for title in ("Eine Geschichte der Walkmühlen", "A history of fulling")
    ]
    add("one-doi-of-the-whole", name, several[0] | one_fields, several[1] | other_fields, expected)

# One title, two works.
for title in (
    "Introduction",
    "Editorial",
    "Guest Editorial",
    "Preface",
    "Foreword",
    "Deep Learning",
    "Discussion",
    "Book Review",
    "Message from the Chairs",
    "Panel",
    "Machine Learning",
    "Reply to Comments",
    "Optimization",
    "Blockchain",
    "Attention",
    "Artificial Intelligence",
    "Conclusion",
    "Conclusions",
    "Obituary",
    "In Memoriam",
    "Errata",
    "Correction",
    "Author Index",
    "Computer Networks",
    "Table of Contents",
    "The Future of Computing",
    "Big Data",
    "前言",
    "Vorwort",
    "Introducción",
):
    add("other-authors", title, by(*PEOPLE, title=title), by(*OTHERS, title=title), "apart")
    add("other-authors-other-year", title, by(*PEOPLE, title=title), by(*OTHERS, title=title, year=2011), "apart")
for title in ("Introduction", "Editorial", "Preface", "Message from the Chairs", "Obituary", "Vorwort", "Conclusion"):
    add("again-years-later", title, by(RARE, title=title, year=2004), by(RARE, title=title, year=2011), "apart")
for title in ("Annual report of the loom society of Leeds", "Jahresbericht der Gesellschaft für Walkmühlen in Halle"):
    several = [by(*PEOPLE, "Anselm Quetelier", title=title, year=year, venue="Loom Society") for year in (2004, 2005)]
    add("again-each-year", title, several[0], several[1], "apart")
for one, other in (
    ("The gears of the mill, Part 1", "The gears of the mill, Part 2"),
    ("The gears of the mill, Part I", "The gears of the mill, Part II"),
    ("The gears of the mill. Part III", "The gears of the mill. Part IV"),
    ("The gears of the mill, Part V", "The gears of the mill, Part VI"),
    ("The gears of the mill, Part IX", "The gears of the mill, Part X"),
    ("The gears of the mill, Part One", "The gears of the mill, Part Two"),
    ("The gears of the mill, Part A", "The gears of the mill, Part B"),
    ("The gears of the mill (1/2)", "The gears of the mill (2/2)"),
    ("The gears of the mill", "The gears of the mill, Part 2"),
    ("The gears of the mill", "The gears of the mill II"),
    ("Annual report of the loom society 2003", "Annual report of the loom society 2004"),
    ("Annual report of the loom society, 12th year", "Annual report of the loom society, 13th year"),
    ("First report of the loom society of Leeds", "Second report of the loom society of Leeds"),
    ("Proceedings of the third workshop on looms", "Proceedings of the fourth workshop on looms"),
    ("The Loom 1 manual for master weavers", "The Loom 2 manual for master weavers"),
    ("Loom v1: a system for weaving patterns", "Loom v2: a system for weaving patterns"),
    ("Deep looms with 16-bit cards", "Deep looms with 32-bit cards"),
    ("Weaving in two dimensions on a loom", "Weaving in three dimensions on a loom"),
    ("A lower bound for weaving with cards", "An upper bound for weaving with cards"),
    ("Synchronous weaving with many shuttles", "Asynchronous weaving with many shuttles"),
    ("Supervised learning of woven patterns", "Unsupervised learning of woven patterns"),
    ("Linear models of the tide in estuaries", "Nonlinear models of the tide in estuaries"),
    ("On the tides of the North Sea", "On the tides of the South Sea"),
    ("Correction to: The gears of the mill", "The gears of the mill"),
    (f"Correction to: {TITLE}", TITLE),
    (f"Erratum: {TITLE}", TITLE),
    (f"Retraction: {TITLE}", TITLE),
    (f"Comments on “{TITLE}”", TITLE),
    (f"Reply to “{TITLE}”", f"Comments on “{TITLE}”"),
    ("Comment on 'The gears of the mill at Leeds'", "Reply to the comment on 'The gears of the mill at Leeds'"),
    ("机械计算机上的伯努利数（上）", "机械计算机上的伯努利数（下）"),
):
    add("two-titles", f"{one}--{other}", by(*PEOPLE, title=one), by(*PEOPLE, title=other), "apart")
VERSIONS: tuple[Facts, ...] = (
    ("conference and journal", {"venue": "ATC", "year": 2003}, {"venue": "TON"}),
    ("conference and journal in one year", {"venue": "MLSys"}, {"venue": "TON"}),
    ("conference and journal with DOIs", {"venue": "ATC", "doi": "10.1145/1"}, {"venue": "TON", "doi": "10.1145/2"}),
    ("conference and journal years later", {"venue": "ATC", "year": 2001}, {"venue": "TON"}),
    ("thesis and article", {"type": "thesis"}, {"venue": "TON"}),
    ("data set and article", {"type": "dataset", "doi": "10.5281/zenodo.1"}, {"venue": "TON", "doi": "10.1145/2"}),
    (
        "editorials",
        {"title": "Editorial", "venue": "TON", "issue": "1"},
        {"title": "Editorial", "venue": "TON", "issue": "2"},
    ),
    (
        "prefaces",
        {"title": "Vorwort", "venue": "Handbook of Looms"},
        {"title": "Vorwort", "venue": "Handbook of Mills"},
    ),
)
for name, one_fields, other_fields in VERSIONS:
    add(
        "versions",
        name,
        by(*PEOPLE, **{"year": 2004, **one_fields}),
        by(*PEOPLE, **{"year": 2004, **other_fields}),
        "apart",
    )
IN_ONE_LIST: tuple[Facts, ...] = (
    ("other years", {}, {"year": 2011}),
    ("other venues", {"venue": "ATC"}, {"venue": "MLSys"}),
    ("conference and journal", {"venue": "ATC"}, {"venue": "TON"}),
    ("preprint in other words", {"arxiv": "2302.11665", "title": f"{TITLE}, revisited"}, {"venue": "ATC"}),
    ("preprint and conference four years later", {"arxiv": "2302.11665", "year": 2000}, {"venue": "ATC"}),
    ("other authors", {}, {"authors": list(OTHERS)}),
    ("one DOI twice", {"doi": "10.1145/1.2"}, {"doi": "10.1145/1.2", "title": "The gears of the mill at Leeds"}),
)
for name, one_fields, other_fields in IN_ONE_LIST:
    two = [{**by(*PEOPLE), **one_fields}, {**by(*PEOPLE), **other_fields}]
    WORKS.append(Case(named("one-list", name), lists(two, ()), work(0, 0), work(0, 1), "apart"))
EARLY_AND_LATE: tuple[Facts, ...] = (
    ("arXiv and conference", {"arxiv": "2302.11665", "year": 2001}, {"venue": "ATC"}),
    ("DOI of a server and journal", {"doi": "10.31234/osf.io/ab1", "year": 2005}, {"venue": "TON", "doi": "10.1145/1"}),
    ("server as venue", {"venue": "Cold Spring Harbor Laboratory", "doi": "10.1101/2003.1.1"}, {"venue": "TON"}),
    ("an author who came", {"venue": "arXiv", "year": 2003, "authors": [*PEOPLE[:2]]}, {"venue": "ATC"}),
    ("an author who went", {"venue": "arXiv", "year": 2003, "authors": [*PEOPLE, *OTHERS[:1]]}, {"venue": "ATC"}),
)
for name, one_fields, other_fields in EARLY_AND_LATE:
    two = [{**by(*PEOPLE, year=2004), **one_fields}, {**by(*PEOPLE, year=2004), **other_fields}]
    WORKS.append(Case(named("early-and-late-in-one-list", name), lists(two, ()), work(0, 0), work(0, 1), "same"))
    add("early-and-late", name, two[0], two[1], "same")
    three = [*two, {**by(*PEOPLE), "year": 2005, "venue": "Journal of Looms"}]
    WORKS.append(Case(named("early-and-two-late", name), lists(three, ()), work(0, 1), work(0, 2), "apart"))
SHORT: tuple[Facts, ...] = (
    ("nobody in common", {}, {}),
    ("nobody in common and one venue", {"venue": "ATC"}, {"venue": "ATC"}),
    ("nobody in common and two DOIs", {"doi": "10.1145/1"}, {"doi": "10.1145/2"}),
    ("nobody in common and two journals", {"venue": "TON"}, {"venue": "Journal of Looms"}),
)
for name, one_fields, other_fields in SHORT:
    one_work, other_work = by(*PEOPLE, title="Gears"), by(*OTHERS, title="Gears")
    add("short-title", name, {**one_work, **one_fields}, {**other_work, **other_fields}, "apart")
for title in ("Weaving with cards", "The future of the loom", "Engines and minds"):
    for one_author, other_author in (("Wei Zhang", "Jing Li"), (RARE, RARE_TOO), ("J. Smith", "M. Brown")):
        case = f"{title} {one_author}--{other_author}"
        add("single-authors", case, by(one_author, title=title), by(other_author, title=title, year=2007), "apart")

WORKS[:] = numbered(WORKS)
