"""The dump over real HTTP."""

import gzip
from hashlib import sha256

import httpx2 as httpx

from kg.store.release import DUMP, Release


def test_the_dump_is_the_file_of_the_release(server: httpx.Client, release: Release) -> None:
    answer = server.get(f"/{DUMP}", headers={"accept-encoding": "gzip"})

    assert answer.headers["content-type"] == "application/gzip"
    assert "content-encoding" not in answer.headers
    assert answer.content == (release.path / DUMP).read_bytes()
    assert sha256(gzip.decompress(answer.content)).hexdigest() == release.manifest["dump"]["sha256"]


def test_a_broken_download_is_taken_up_again(server: httpx.Client, release: Release) -> None:
    answer = server.get(f"/{DUMP}", headers={"range": "bytes=10-19"})

    assert answer.status_code == 206
    assert answer.content == (release.path / DUMP).read_bytes()[10:20]


def test_who_has_it_need_not_fetch_it_again(server: httpx.Client) -> None:
    etag = server.head(f"/{DUMP}").headers["etag"]
    answer = server.get(f"/{DUMP}", headers={"if-none-match": f'"other", {etag}'})

    assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
