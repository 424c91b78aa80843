"""What an operator lets a query of anybody take."""

import httpx2 as httpx
import pytest

from kg.server.workers.limits import limited
from kg.store.release import Release
from tests.support.serving import served

ROWS = "SELECT * {{ ?s ?p ?o }} LIMIT {}"


def test_the_limits_are_said_in_a_sentence() -> None:
    assert str(limited(0.1, 64, 10, 1, 1)) == (
        "A query may take 0.1 s and 64 MiB, and its answer have 10 rows and 1 MiB; 1 are answered at once."
    )


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
