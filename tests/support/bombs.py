"""Small files that are made to take for ever or to fill the memory, for every reader of what others write.

They are the same each time: a seed makes one bomb. Most repeat and nest what the syntax allows, the others expand.
"""

import json
import random
import re
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

from kg.building import validate
from kg.extract.extraction import extract
from kg.identity.registry import read_registry
from kg.interchange import formats
from kg.pipeline.statements import read_statements
from kg.profile import judgements, reading
from kg.profile.config import read_authorities, read_project
from kg.store.questions import added_in
from kg.store.store import LocalStore
from kg.terms.declaration import additions_in, kg_declaration
from kg.terms.formats import read_rdf
from kg.terms.patterns import LinearPattern
from kg.validation.shacl import check_paths
from tests.conftest import CONFIG, ROOT
from tests.interchange.test_interchange import SAMPLES
from tests.support.validated import validate_store

Reader = Callable[[Path], object]
"""Reads a file that lies in a folder of its own."""


@dataclass(frozen=True)
class Bomb:
    """A file, and who reads it."""

    reader: str
    name: str
    content: bytes

    def read(self, folder: Path) -> object:
        """Write the file into an empty folder, and read it; raises what the reader raises."""
        path = folder / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        (folder / "kg.yaml").write_text(CONFIG)
        path.write_bytes(self.content)
        return READERS[self.reader](path)


def _of_statements(path: Path) -> object:
    return deque(read_statements(read_project(path.parent.parent)), maxlen=0)


def _of_shapes(path: Path) -> object:
    check_paths([path], kg_declaration())
    return validate_store(LocalStore.in_memory(), [path])


def _of_profile(path: Path) -> object:
    batches = reading.batches([path])
    return [sum(1 for _ in reading.read(batch, path.parent)) for batch in batches]


def _of_pattern(path: Path) -> object:
    pattern, _, text = path.read_text().partition("\n")
    try:
        return LinearPattern(pattern).search(text)
    except ValueError:
        return None


READERS: Mapping[str, Reader] = {
    "document": lambda path: extract([path]),
    "homepage": lambda path: extract([path.parent]),
    **{form: partial(formats.read, form) for form in formats.FORMATS},
    "profile": _of_profile,
    "project": lambda path: validate(read_project(path.parent.parent)),
    "config": lambda path: read_project(path.parent),
    "authorities": lambda path: read_authorities(read_project(path.parent)),
    "judgements": judgements.read,
    "registry": read_registry,
    "ontology": lambda path: additions_in(path.parent),
    "questions": lambda path: added_in(path.parent, kg_declaration()),
    "statements": _of_statements,
    "shapes": _of_shapes,
    "rdf": lambda path: deque(read_rdf(path), maxlen=0),
    "pattern": _of_pattern,
}


@dataclass(frozen=True)
class Syntax:
    """What a kind of bomb is made of.

    Attributes:
        reader: Who reads it.
        name: The name of the file.
        pieces: What is repeated.
        pairs: What is nested: what opens, and what closes.
        head: What stands before, so that the reader gets to what matters.
        most: So many bytes at most.
    """

    reader: str
    name: str
    pieces: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    head: str = ""
    most: int = 100_000


_MARKDOWN = (
    "> ", "[", "![", "[a](", "*a ", "**a_", "`a", "<a ", "- a\n  - b\n", "|a|b|\n", "a\n", "a\n\n", "# a\n", "<div>",
    "$a ",
    "{{", "<!--", "a@b.", "2019 ", "Ada Lovelace, ", "A. Day and ", "https://a.b/", "+49 30 ", "\\", "1. a\n", "\t",
    "&#x",
    "Ph.D., ", "(2019–", "“a”. ", "Proc. ", "\u0301", "\u202e", "University of ", " at ", "Jan 2019 - ", "... ",
)  # fmt: skip
_HTML = (
    "<div>", "<div>a", "<b>a", "<li>a", "<dl><dd>a", "<table><tr><td>a", "<table><b>a", "<a b='", "<", "&",
    "&nbsp;a", "<!--",
    "<script>", "<h1>a", "<br>", "<a href=x>", "<sup>a", "<pre>", "<svg>", "<select><option>a", "<nobr>a", "2019 ",
    "a@b.c ",
    "<script type=application/ld+json>", "Ada Lovelace, ", "<ul><b><table><i><tr><p>a</b>",
)  # fmt: skip
_TEX = (
    "{", "\\a{", "\\textbf{", "\\item ", "$", "\\(", "\\begin{itemize}", "\\newcommand{\\a}[1]{#1#1}",
    "\\def\\a{\\a\\a}",
    "%\n", "&", "\\cventry{a}{b}", "\\begin{comment}", "\\section{", "~", "\\'", "\\href{", "[", "\\begin{tabular}{ll}",
    "\\\\", "\\hfill ", "\\foo", "\\par ", "Ada, ", "\\name{a}{b}", "\\end{itemize}", "\\cventry", "\\item[",
)  # fmt: skip
_BIBTEX = (
    "@article{k,", "@article{k, title={", "@string{a={b}}\n", "#", "{", "}", '"', ",", "title = {a},\n", " and ",
    "\\'e",
    "author = {A and B},", "@comment{", "crossref={k},", "$", "@book{k, crossref={k}}\n", "a = b # ", "%", "\\",
    "@article{k, author={A and B}, title={T}, year=2019}\n",
)  # fmt: skip
_JSON = ("[", "{", '"a":', "1,", '"a",', "\\u0000", '"', "1e9", '{"a":[', "0", "true,", " ", "\n", '{"a":1},')
_JSON_PAIRS = (("[", "]"), ('{"a":', "}"), ('[{"a":[', "]}]"))
_YAML = (
    "[", "{", "- ", "a: ", "- a\n", "a:\n", "? ", "&a ", "*a ", "!!str ", "|\n", "'", '"', "a: b\n", "  ", "---\n",
    "#", ">",
    "- - ", "a: &a [*a, *a]\n", "{a: ", "\t", "%YAML 1.1\n",
)  # fmt: skip
_YAML_PAIRS = (("[", "]"), ("{a: ", "}"), ("[{a: [", "]}]"))
_TURTLE = (
    "[", "(", "[ <a:p> ", "<a:s> <a:p> ( ", "<< ", "<a:s> <a:p> <a:o> .\n", "@prefix a: <a:b> .\n", '"', "'''", "#",
    "<", "_:a ",
    "[] <a:p> [] .\n", "1 ", "a:b ", "; ", ", ", ". ", '"a"@en ', "\\", "<a:s> <a:p> 'a', 'b' .\n", "{",
)  # fmt: skip
_TURTLE_PAIRS = (("[ <a:p> ", "]"), ("( ", ")"), ("<< <a:s> <a:p> ", "<a:o> >>"), ("<a:s> <a:p> [ <a:p> (", ") ] ."))
_XML = ("<a>", "<a b='", "&amp;", "&a;", "<!--", "<![CDATA[", "<?a ", "</a>", "<a/>", "a", "<!ENTITY a 'b'>", "\n", "<")
_XML_PAIRS = (("<a>", "</a>"), ("<record>", "</record>"), ("<author>", "</author>"))
_RIS = (
    "TY  - JOUR\n",
    "AU  - A, B\n",
    "ER  - \n",
    "TI  - a\n",
    "N2  - ",
    " ",
    "\n",
    "KW  - a; b\n",
    "PY  - 2019///\n",
    "a\n",
)
_SPARQL = (
    "{",
    "(",
    "?a ",
    "VALUES ?a { UNDEF }\n",
    "#+ a: b\n",
    "SELECT * ",
    "FILTER(",
    "UNION {",
    "#",
    "\n",
    "<a:b>/",
)

_PUBLICATION = "id: ada\nname: Ada\npublications:\n"
_ONTOLOGY = "id: https://example.org/own\nname: own\n"

SYNTAXES = (
    Syntax("document", "cv.md", _MARKDOWN, (("[", "]"), ("> ", ""), ("*a ", "*"), ("(", ")")), "# Ada\n\n", 20_000),
    Syntax("document", "pubs.md", _MARKDOWN, (("[", "]"), ("(", ")")), "# Ada\n\n## Publications\n\n- ", 20_000),
    Syntax("document", "cv.html", _HTML, (("<div>", "</div>"), ("<ul><li>", "</li></ul>")), "<h1>Ada</h1>", 20_000),
    Syntax("document", "cv.tex", _TEX, (("{", "}"), ("\\a{", "}"), ("\\item[", "]")),
           "\\documentclass{a}\\begin{document}", 20_000),
    Syntax("document", "macros.tex", _TEX, (("\\a{", "}"), ("\\b{\\a{", "}}")),
           "\\newcommand{\\a}[1]{#1#1#1#1}\\newcommand{\\b}[2]{\\a{#1}\\a{#2}#1}\\begin{document}", 20_000),
    Syntax("homepage", "_config.yml", _YAML, _YAML_PAIRS, "title: Ada\n", 20_000),
    Syntax("homepage", "_publications/a.md", _MARKDOWN, (("[", "]"),), "---\ntitle: A\n---\n", 20_000),
    Syntax("homepage", "resume.json", _JSON, _JSON_PAIRS, '{"basics": {"name": "Ada"}, "work": [', 20_000),
    Syntax("bibtex", "a.bib", _BIBTEX, (("{", "}"), ("@article{k, title={", "}}")), "@article{k, title={"),
    Syntax("ris", "a.ris", _RIS, (), "TY  - JOUR\n"),
    Syntax("endnote", "a.xml", _XML, _XML_PAIRS, "<xml><records><record>"),
    Syntax("dblp", "a.xml", _XML, _XML_PAIRS, "<dblpperson name='Ada'>"),
    Syntax("csl-json", "a.json", _JSON, _JSON_PAIRS, '[{"type": "book", "title": '),
    Syntax("crossref", "a.json", _JSON, _JSON_PAIRS, '{"message-type": "work", "message": {"title": '),
    Syntax("openalex", "a.json", _JSON, _JSON_PAIRS, '{"id": "https://openalex.org/W1", "title": '),
    Syntax("orcid", "a.json", _JSON, _JSON_PAIRS, '{"orcid-identifier": {"path": '),
    Syntax("orcid", "a.xml", _XML, _XML_PAIRS, '<record:record xmlns:record="http://www.orcid.org/ns/record">'),
    Syntax("json-resume", "a.json", _JSON, _JSON_PAIRS, '{"basics": {"name": '),
    Syntax("cff", "CITATION.cff", _YAML, _YAML_PAIRS, "cff-version: 1.2.0\ntitle: a\nauthors:\n"),
    Syntax("rendercv", "cv.yaml", _YAML, _YAML_PAIRS, "cv:\n  name: Ada\n  sections:\n"),
    Syntax("profile", "a.yaml", _YAML, _YAML_PAIRS, _PUBLICATION),
    Syntax("profile", "a.json", _JSON, _JSON_PAIRS, '{"id": "ada", "name": "Ada", "publications": ['),
    Syntax("profile", "a.jsonl", _JSON, _JSON_PAIRS, '{"id": "ada", "name": "Ada", "publications": ['),
    Syntax("config", "kg.yaml", _YAML, _YAML_PAIRS, CONFIG),
    Syntax("authorities", "organizations.yaml", _YAML, _YAML_PAIRS, "organizations:\n"),
    Syntax("authorities", "venues.yaml", _YAML, _YAML_PAIRS, "venues:\n"),
    Syntax("judgements", "judgements.yaml", _YAML, _YAML_PAIRS, "judgements:\n"),
    Syntax("registry", "registry.tsv", ("a\tb\n", "\t", "a", "\n", "person/a\tm-1234567890\tperson/b\n")),
    Syntax("ontology", "own.yaml", _YAML, _YAML_PAIRS, f"{_ONTOLOGY}classes:\n"),
    Syntax("questions", "q.rq", _SPARQL, (("{", "}"), ("(", ")")), "#+ summary: a\nSELECT * {"),
    Syntax("statements", "graph/own.ttl", _TURTLE, _TURTLE_PAIRS, "", 1_000_000),
    Syntax("statements", "graph/own.nt", _TURTLE, _TURTLE_PAIRS, "", 1_000_000),
    Syntax("shapes", "own.ttl", _TURTLE, _TURTLE_PAIRS, "<a:shape> a <http://www.w3.org/ns/shacl#NodeShape> . "),
    *(Syntax("rdf", f"a.{suffix}", _TURTLE, _TURTLE_PAIRS, "", 1_000_000) for suffix in ("ttl", "trig", "nq")),
    Syntax("rdf", "a.jsonld", _JSON, _JSON_PAIRS, '{"@id": "a:b", "a:c": '),
    Syntax("rdf", "a.rdf", _XML, _XML_PAIRS,
           '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://a/">'),
)  # fmt: skip

_PATTERN_PARTS = (
    "a",
    "(a+)",
    "(a*)*",
    "(a|a)",
    "(a|aa)+",
    ".*",
    "(.*)*",
    "(?:a?)",
    "[a-z]+",
    "(a{1,50}){1,50}",
    r"(\w+\s?)*",
    "^",
    "$",
)


def bomb(seed: int) -> Bomb:
    """Return the bomb of a seed; of ten in a row one expands, and four are records full of odd values."""
    chosen = random.Random(seed)  # noqa: S311  the same each time
    tens, digit = divmod(seed, 10)
    if digit == 9:
        return _EXPANDING[tens % len(_EXPANDING)](chosen)
    if digit > 4:
        return _filled([*_SAMPLES][(4 * tens + digit) % len(_SAMPLES)], chosen)
    syntax = SYNTAXES[(5 * tens + digit) % len(SYNTAXES)]
    size = chosen.choice((600, 6_000, syntax.most))
    return Bomb(syntax.reader, syntax.name, (syntax.head + _repeated(syntax, size, chosen)).encode())


def bombs(count: int) -> Iterator[Bomb]:
    """Yield the first so many bombs."""
    return map(bomb, range(count))


def _repeated(syntax: Syntax, size: int, chosen: random.Random) -> str:
    one, other = chosen.choice(syntax.pieces), chosen.choice(syntax.pieces)
    form = chosen.randrange(5 if syntax.pairs else 3)
    if form > 2:
        opened, closed = chosen.choice(syntax.pairs)
        times = size // len(opened + closed)
        return opened * times + one + closed * (times if form == 3 else 0)
    if form == 0:
        return one * (size // len(one))
    if form == 1:
        return (one + other) * (size // len(one + other))
    return one * (size // 2 // len(one)) + other * (size // 2 // len(other))


# Records of their usual form, some of whose values are odd pieces again and again.

_VALUES = (
    "A ", "A. Day, ", "Day, A. and ", "(2019) ", "2019–", "a@b.", "a (at) b (dot) ", "+49 30 ", "https://a.b/",
    "10.1000/", "{", "[",
    "(", "\\'e", "$a^", "Proc. of the 3rd ", "Univ. of ", "Ph.D. ", "a;", "a, ", "a's ", "“", "\u0301", "\u202e",
    "ﬁ", "İ", "中",
    "0000-0001-", "978-", "1-", "<b>", "&amp;", "--", "…", " ", "\u00a0", "de la ", "van ", "Jr. ", "et al. ",
    "http://", "www.a.",
    "12 Main Street, ", "D-10115 Berlin ", "IV", "ISSN 1234-", "January ", "Best Paper Award at ", "in press ",
    "@", ":", "#",
)  # fmt: skip
_INTERCHANGE = ROOT / "tests" / "data" / "interchange"
_SAMPLES: Mapping[Path, str] = {
    **{_INTERCHANGE / name: form for name, form in SAMPLES.items()},
    **dict.fromkeys(sorted((ROOT / "docs" / "examples").glob("*.md")), "document"),
    **dict.fromkeys(sorted((ROOT / "data" / "profiles").glob("*.yaml"))[:3], "project"),
}
"""Files of their usual form, with their readers."""
_PLACES = {
    ".bib": r"(?<==)\s*[{\"]([^{}\"\n]+)[}\"]", ".ris": r"(?m)^[A-Z][A-Z0-9]  - (.+)$", ".xml": r">([^<>\n]+)<",
    ".ttl": r'"([^"\n]+)"', ".json": r'": ?"([^"\n]+)"', ".yaml": r"(?m)^[ \t-]*\w+: ([^\[{|>\n'\"]+)$",
    ".cff": r"(?m)^[ \t-]*[\w-]+: ([^\[{|>\n'\"]+)$",
    ".md": r"(?m)^[^#\n]{3}([^\n]+)$",
}  # fmt: skip
"""Where values stand, by the end of a file's name."""


def _filled(sample: Path, chosen: random.Random) -> Bomb:
    one, other, size = chosen.choice(_VALUES), chosen.choice(_VALUES), chosen.choice((60, 600, 9_000))
    value = (one + other) * (size // len(one + other))
    quoted = json.dumps(value, ensure_ascii=False)
    if sample.suffix in (".json", ".ttl"):
        quoted = quoted[1:-1]
    elif sample.suffix in (".xml", ".ris", ".bib", ".md"):
        quoted = (
            value.replace("&", "&amp;").replace("<", "&lt;") if sample.suffix == ".xml" else value.replace("\n", " ")
        )
    share = chosen.choice((0.02, 0.2))
    text: list[str] = []
    at = 0
    whole = sample.read_text(encoding="utf-8")
    for found in re.finditer(_PLACES[sample.suffix], whole):
        if chosen.random() < share:
            text += (whole[at : found.start(1)], quoted)
            at = found.end(1)
    name = f"profiles/{sample.name}" if _SAMPLES[sample] == "project" else sample.name
    return Bomb(_SAMPLES[sample], name, "".join((*text, whole[at:])).encode("utf-8", "replace"))


# What expands.


def _macros(chosen: random.Random) -> Bomb:
    names = "abcdefghijklmnop"[: chosen.randrange(3, 16)]
    each = chosen.choice((2, 10, 1_000))
    text = "".join(
        rf"\newcommand{{\{name}}}[1]{{{(chr(92) + last + '{#1}' if last else '#1') * each}}}"
        for last, name in zip(("", *names), names, strict=False)
    )
    called = rf"\{names[-1]}{{" * chosen.choice((1, 40)) + "x" * chosen.choice((1, 5_000))
    return Bomb("document", "cv.tex", f"\\documentclass{{a}}\n{text}\n\\begin{{document}}\n{called}{'}' * 40}".encode())


def _strings(chosen: random.Random) -> Bomb:
    each = chosen.choice((2, 10, 50))
    text = "@string{a0 = {ten letters}}\n"
    text += "".join(f"@string{{a{n} = {' # '.join([f'a{n - 1}'] * each)}}}\n" for n in range(1, 12))
    return Bomb("bibtex", "a.bib", f"{text}@article{{k, title = a11, author = {{Ada Lovelace}}}}".encode())


def _entities(chosen: random.Random) -> Bomb:
    each = chosen.choice((2, 10, 100))
    declared = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * each}">' for n in range(1, 10))
    reader, name, inner = chosen.choice(
        (("rdf", "a.rdf", "<a>&a9;</a>"), ("endnote", "a.xml", "&a9;"), ("dblp", "a.xml", "&a9;"))
    )
    return Bomb(reader, name, f"<?xml version='1.0'?><!DOCTYPE x [{declared}]><x>{inner}</x>".encode())


def _aliases(chosen: random.Random) -> Bomb:
    reader, name = chosen.choice(
        (
            ("profile", "a.yaml"),
            ("ontology", "own.yaml"),
            ("cff", "CITATION.cff"),
            ("config", "kg.yaml"),
            ("homepage", "_config.yml"),
        )
    )
    text = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))
    return Bomb(reader, name, text.encode())


def _packed(chosen: random.Random) -> Bomb:
    piece = chosen.choice(("<w:p/>", "<w:p><w:r><w:t>a</w:t></w:r></w:p>", "<w:tbl>", "<w:p><w:r>"))
    document = (
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
        + piece * chosen.choice((10_000, 200_000))
    )
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml", '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
        )
        archive.writestr("word/document.xml", document + chosen.choice(("", "</w:body></w:document>")))
    return Bomb("document", "cv.docx", made.getvalue())


def _streams(chosen: random.Random) -> Bomb:
    page = chosen.choice((b"BT ET ", b"BT (a) Tj ET ", b"q ", b"0 0 m 1 1 l S ")) * chosen.choice((10_000, 5_000_000))
    stream = zlib.compress(zlib.compress(page, 9), 9)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d/Filter[/FlateDecode/FlateDecode]>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    content = b"%PDF-1.4\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % each for each in enumerate(objects, 1))
    return Bomb("document", "cv.pdf", content + b"trailer<</Size 6/Root 1 0 R>>\n%%EOF\n")


def _prefixes(chosen: random.Random) -> Bomb:
    long = "a" * chosen.choice((250, 100_000))
    head = chosen.choice((f"@prefix a: <https://example.org/{long}> .\n", f"PREFIX a: <https://example.org/{long}>\n"))
    reader, name = chosen.choice((("statements", "graph/own.ttl"), ("rdf", "a.ttl"), ("rdf", "a.trig")))
    return Bomb(reader, name, (head + "a:b a:c a:d .\n" * chosen.choice((100, 30_000))).encode())


def _patterns(chosen: random.Random) -> Bomb:
    pattern = "".join(chosen.choice(_PATTERN_PARTS) for _ in range(chosen.randrange(1, 9)))
    nested = "(" * (depth := chosen.choice((0, 3, 60))) + pattern + ")*" * depth
    return Bomb("pattern", "pattern.txt", f"^{nested}$\n{'a' * chosen.choice((40, 9_000))}!".encode())


def _declared_patterns(chosen: random.Random) -> Bomb:
    pattern = "".join(chosen.choice(_PATTERN_PARTS) for _ in range(chosen.randrange(1, 9))).replace("\\", "\\\\")
    text = f'{_ONTOLOGY}classes:\n  Award:\n    attributes:\n      shelf_mark: {{range: Name, pattern: "{pattern}"}}\n'
    return Bomb("ontology", "own.yaml", text.encode())


def _keys(chosen: random.Random) -> Bomb:
    reader, name = chosen.choice(
        (("profile", "a.json"), ("csl-json", "a.json"), ("rdf", "a.jsonld"), ("openalex", "a.json"))
    )
    keys = ", ".join(f'"k{number}": 1' for number in range(20_000))
    return Bomb(reader, name, f'{{{keys}, "k19999": 2, "id": "ada", "name": "Ada"}}'.encode())


def _numbers(chosen: random.Random) -> Bomb:
    number = chosen.choice(("9" * 100_000, "1e" + "9" * 9, "0." + "1" * 100_000, "-" * 50_000))
    reader, name, text = chosen.choice((
        ("profile", "a.yaml", f"{_PUBLICATION}- {{title: A, year: {number}}}\n"),
        ("profile", "a.json", f'{{"id": "ada", "name": "Ada", "publications": [{{"title": "A", "year": {number}}}]}}'),
        ("csl-json", "a.json", f'[{{"title": "A", "issued": {{"date-parts": [[{number}]]}}}}]'),
        ("bibtex", "a.bib", f"@article{{k, title={{A}}, year={{{number}}}}}"),
        ("document", "cv.md", f"# Ada\n\n## Education\n\nPhD, {number[:20_000]}, University\n"),
    ))  # fmt: skip
    return Bomb(reader, name, text.encode())


_EXPANDING: tuple[Callable[[random.Random], Bomb], ...] = (
    _macros, _strings, _entities, _aliases, _packed, _streams, _prefixes, _patterns, _declared_patterns, _keys,
    _numbers,
)  # fmt: skip
