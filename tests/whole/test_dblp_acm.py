"""The benchmark of two catalogues, on two catalogues of a few lines."""

from pathlib import Path

from dblp_acm import matches, true_pairs, write_project

from kg.building import build
from kg.identity.explaining.archive import open_archive
from kg.profile.config import read_project
from kg.store.release import ARCHIVE

_HEAD = "id,title,authors,venue,year\n"
_ACM = """\
1,Notes on the Analytical Engine of Turin,Ada Lovelace,SIGMOD Record,1999
2,On the Economy of Machinery and Manufactures,"Charles Babbage, Ada Lovelace",SIGMOD Record,1998
"""
_DBLP = """\
a,Notes on the Analytical Engine of Turin.,Ada K. Lovelace,SIGMOD Record,1999
b,Query Optimization by Predicate Move-Around,Jeffrey Ullman,VLDB,1994
"""


def test_entries_that_are_one_work_match(tmp_path: Path) -> None:
    (tmp_path / "ACM.csv").write_text(_HEAD + _ACM, encoding="latin-1")
    (tmp_path / "DBLP2.csv").write_text(_HEAD + _DBLP, encoding="latin-1")
    (tmp_path / "DBLP-ACM_perfectMapping.csv").write_text("idDBLP,idACM\na,1\n")

    ids = write_project(tmp_path, tmp_path / "project")
    release = build(read_project(tmp_path / "project"), tmp_path / "build", check=False).release
    assert release is not None
    found, nodes = matches(open_archive(release.path / ARCHIVE), ids)

    assert found == true_pairs(tmp_path) == {("1", "a")}
    assert nodes == {"1": 0, "2": 1, "a": 2, "b": 3}
