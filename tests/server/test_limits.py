"""The limits of the server: one table, from which the operator's options and the guide are made."""

import re
from pathlib import Path

import httpx2 as httpx
import pytest

from kg.server.settings import ServerSettings, limits_table
from kg.store.release import Release
from tests.support.serving import served

ROWS = "SELECT * {{ ?s ?p ?o }} LIMIT {}"
GUIDE = Path(__file__).parents[2] / "docs" / "serving.md"


def test_the_limits_are_said_in_a_sentence() -> None:
    settings = ServerSettings(query_seconds=0.1, query_memory=64, query_rows=10, query_size=1, query_workers=1)

    assert str(settings) == (
        "A query may take 0.1 s and 64 MiB, and its answer have 10 rows and 1 MiB; 1 are answered at once."
    )


def test_the_table_of_the_guide_is_that_of_the_settings(request: pytest.FixtureRequest) -> None:
    text, table = GUIDE.read_text(), "\n".join(limits_table())
    expected = re.sub(r"\| limit \| value .*?(?=\n\n)", lambda _: table, text, flags=re.DOTALL)
    if request.config.getoption("--update-golden"):
        GUIDE.write_text(expected)

    assert table in GUIDE.read_text()


@pytest.mark.slow
def test_options_and_the_environment_set_limits_that_the_service_describes(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KG_QUERY_SECONDS", "7")
    with served(release.path, "--query-rows", "3") as address, httpx.Client(base_url=address) as client:
        whole = client.get("/sparql", params={"query": ROWS.format(3)})
        cut = client.get("/sparql", params={"query": ROWS.format(4)})
        described = client.get("/sparql", headers={"accept": "text/turtle"})

    assert len(whole.json()["results"]["bindings"]) == 3
    assert cut.status_code == 422
    assert (cut.json()["limit"], cut.json()["value"]) == ("rows", 3)
    assert "A query may take 7 s and 512 MiB, and its answer have 3 rows and 16 MiB" in described.text
