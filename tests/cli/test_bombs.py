"""Small files that would grow to gigabytes are refused in one sentence, within bounds of memory and processor time."""

import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat

from kg.base.errors import ConfigError, ReadError
from kg.interchange import bibtex_entries
from kg.terms.formats import read_rdf, read_rdf_text
from tests.support.work import LIMIT

MEGABYTES = 600
# Not ru_maxrss of the process itself: on Linux it begins with that of who started it, here a process full of tests.
_PROBE = f"""\
import re, resource, sys
from pathlib import Path
from kg.cli import main
resource.setrlimit(resource.RLIMIT_CPU, ({LIMIT}, {LIMIT} + 1))  # ends what would go on without end
try:
    main()
except SystemExit as end:
    print(end.code, file=sys.stderr)
print("used", int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
print("used", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def run(*arguments: str | Path, cwd: Path) -> str:
    """Run kg in a process of its own; return what it says, once it has ended in bounds of memory."""
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, check=False
    )
    used = [int(line.removeprefix("used ")) for line in done.stdout.splitlines() if line.startswith("used ")]
    assert len(used) == 2, done.stderr[-500:]
    assert max(used) < MEGABYTES
    assert "Traceback" not in done.stderr
    return done.stderr


def strings(levels: int = 10, each: int = 10) -> str:
    text = ["@string{a0 = {ten letters}}"]
    text += [f"@string{{a{n} = {' # '.join([f'a{n - 1}'] * each)}}}" for n in range(1, levels + 1)]
    return "\n".join([*text, f"@article{{k, title = a{levels}, author = {{Ada Lovelace}}, year = 1843}}"])


def entities(declared: str, text: str) -> str:
    return (
        f'<?xml version="1.0"?>\n<!DOCTYPE rdf:RDF [{declared}]>\n<rdf:RDF xmlns:rdf="{RDF}" xmlns:x="http://x.org/">'
        f'<rdf:Description rdf:about="http://x.org/a"><x:b>{text}</x:b></rdf:Description></rdf:RDF>'
    )


LAUGHS = entities('<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)), "&a9;")


def stream_bomb(megabytes: int) -> bytes:
    """Return a PDF file whose page is packed twice: a few kilobytes for hundreds of megabytes."""
    once = zlib.compressobj(9)
    packed = b"".join(once.compress(b"BT ET " * 174_763) for _ in range(megabytes)) + once.flush()
    twice = zlib.compress(packed, 9)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>",
        b"<</Length %d/Filter[/FlateDecode/FlateDecode]>>stream\n%s\nendstream" % (len(twice), twice),
    ]
    return (
        b"%PDF-1.4\n"
        + b"".join(b"%d 0 obj\n%s\nendobj\n" % each for each in enumerate(objects, 1))
        + (b"trailer<</Size 5/Root 1 0 R>>\n%%EOF\n")
    )


@pytest.mark.thorough
def test_nested_strings_of_a_bibliography_are_refused_in_bounds(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_text(strings(), encoding="utf-8")

    said = run("import", "bibtex", "a.bib", cwd=tmp_path)

    assert "a.bib:6: its strings and cross-references make a value of more than 200,000 characters" in said


def test_a_long_string_used_often_is_refused() -> None:
    text = strings(4) + "".join(f"\n@misc{{k{n}, title = a4}}" for n in range(1_000))

    with pytest.raises(ReadError, match="more than 16,777,216 characters in all"):
        bibtex_entries.parse(text, Path("a.bib"))


def test_a_long_field_that_papers_inherit_is_refused() -> None:
    text = "".join(f"@inproceedings{{k{n}, crossref = {{p}}}}\n" for n in range(1_000))

    with pytest.raises(ReadError, match="more than 16,777,216 characters in all"):
        bibtex_entries.parse(f"{text}@proceedings{{p, title = {{{'a' * 150_000}}}}}", Path("a.bib"))


def test_usual_strings_are_put_in() -> None:
    found = bibtex_entries.parse(strings(2, 2), Path("a.bib"))

    assert found.entries[0].fields["title"] == "ten letters" * 4


@pytest.mark.thorough
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_growing_entities_of_rdf_xml_are_refused_in_bounds(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.rdf").write_text(LAUGHS, encoding=encoding)

    assert "a.rdf: its DOCTYPE declares entities that may grow" in run("serve", "a.rdf", "--port", "0", cwd=tmp_path)


@pytest.mark.parametrize(
    "declared", ['<!ENTITY % a "b">', f'<!ENTITY a "{"b" * 400}">', '<!ENTITY a SYSTEM "file:///etc/passwd">']
)
def test_entities_that_no_ontology_needs_are_refused(tmp_path: Path, declared: str) -> None:
    (tmp_path / "a.rdf").write_text(entities(declared, "&a;"), encoding="utf-8")

    with pytest.raises(ConfigError, match="may grow without bound"):
        list(read_rdf(tmp_path / "a.rdf"))


def test_entities_for_namespaces_are_read_as_editors_of_ontologies_write_them(tmp_path: Path) -> None:
    (tmp_path / "a.rdf").write_text(entities('<!ENTITY owl "http://www.w3.org/2002/07/owl#" >', "&owl;"), "utf-8")

    assert [quad.object.value for quad in read_rdf(tmp_path / "a.rdf")] == ["http://www.w3.org/2002/07/owl#"]  # type: ignore[union-attr]


NESTED = {
    "quoted.ttl": f"<a:s> <a:p> {'<<( <a:s> <a:p> ' * 100_000}<a:o>{' )>>' * 100_000} .",
    "quoted.trig": f"{{ <a:s> <a:p> {'<< <a:#s> <a:p> ' * 100_000}<a:o>{' >>' * 100_000} }}",
    "quoted.nt": f"<a:\\u00e9#s> <a:p> {'<<( <a:s> <a:p> ' * 100_000}<a:o>{' )>>' * 100_000} .",
    "blank.ttl": f"<a:s> <a:p> {'[ <a:p> ' * 1_000_000}",
    "lists.trig": f"<a:s> <a:p> {'( ' * 1_000_000}",
    "elements.rdf": (
        f'<r:RDF xmlns:r="{RDF}" xmlns="http://a/">'
        f"{'''<a><!-- </a> --><?x </a> ?><b c='/>'>''' * 50_000}{'</b></a>' * 50_000}</r:RDF>"
    ),
    "objects.jsonld": '{"@id": "a:]}", "a:p": ' * 100_000 + "1" + "}" * 100_000,
}
"""Such quoted triples end the process, blank nodes and lists take for ever, elements a minute, objects all memory."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", NESTED)
def test_what_is_nested_without_end_is_refused_in_bounds(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(NESTED[name], encoding="utf-8")

    assert f"{name}:1: what it says is nested more than 100 levels deep" in run("serve", name, cwd=tmp_path)
    form = RdfFormat.from_extension(name.partition(".")[2])
    assert form is not None
    with pytest.raises(SyntaxError, match="nested more than 100 levels"):
        read_rdf_text(NESTED[name].encode(), form)


@pytest.mark.parametrize(
    ("suffix", "text", "count"),
    [
        ("ttl", "<a:s> <a:p> '<<', \"\"\"<< \\\" <<\"\"\", '''<<'<<''' . # <<\n" * 200, 600),
        ("ttl", "<a:s> <a:p> [ <a:p> '[(', \"[\" ], (1) . # [(\n" * 200, 200 * 6),
        ("nt", '<a:s> <a:p> <<( <a:s> <a:p> "<<" )>> .\n' * 200, 200),
        ("rdf", f'<r:RDF xmlns:r="{RDF}" xmlns="http://a/">{"<a><!-- <a> --><b>&lt;</b><c/></a>" * 200}</r:RDF>', 600),
        ("jsonld", '[{"@id": "a:b", "a:p": ["[", "\\"["]}' + ', {"@id": "a:b", "a:p": 1}' * 200 + "]", 202),
    ],
)
def test_what_only_looks_nested_is_read(suffix: str, text: str, count: int, tmp_path: Path) -> None:
    (tmp_path / f"a.{suffix}").write_text(text, encoding="utf-8")

    assert len(list(read_rdf(tmp_path / f"a.{suffix}"))) == count


@pytest.mark.thorough
def test_a_stream_of_a_pdf_file_that_unpacks_to_gigabytes_is_refused_in_bounds(tmp_path: Path) -> None:
    bomb = stream_bomb(480)
    (tmp_path / "a.pdf").write_bytes(bomb)

    assert len(bomb) < 10_000
    assert "a.pdf: cannot be read within" in run("extract", "a.pdf", cwd=tmp_path)
