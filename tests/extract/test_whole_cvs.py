"""What CVs of invented people say comes back whole: in several languages and formats."""

import pytest

from tests.conftest import ROOT
from training.comparing import CHECKS, WHOLE
from training.documents import StoredDocuments
from training.extraction import judged_documents
from training.tables import counted
from training.truth import KnownDocument, known_documents

CVS = ROOT / "tests" / "data" / "cvs"


@pytest.mark.parametrize("known", list(known_documents([CVS], StoredDocuments([CVS]))), ids=lambda known: known.name)
def test_what_a_cv_says_comes_back_and_nothing_else(known: KnownDocument) -> None:
    found = list(judged_documents([known], None))

    for section in CHECKS:
        whole = counted(found, section, *WHOLE[section])
        assert whole.right == whole.proposed == whole.wanted, section
