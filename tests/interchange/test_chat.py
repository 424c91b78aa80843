"""Asking a model, of a server on this machine that answers well and badly."""

import json
import logging
from pathlib import Path

import pytest

from kg.base.errors import ConfigError, KgError, StoreError
from kg.interchange.chat import Answer, Chat, ChatLimits
from kg.profile.config import ModelReader, ModelServer, model_server
from tests.support.api_server import Reply
from tests.support.chat_server import running, sent, stream

SSE = "text/event-stream"
WHOLE = '{"s": "awards", "l": [1, 1], "name": "Loom Prize"}'
QUICK = ChatLimits(idle=0.3, seconds=0.5, received=20_000, characters=5_000)


def asking(address: str, cache: Path, **options: object) -> Chat:
    return Chat(ModelServer(address, "loom-7b", "secret-key"), cache, lambda _: None, limits=QUICK, **options)  # type: ignore[arg-type]


def test_a_whole_answer_is_kept_and_not_asked_for_again(tmp_path: Path) -> None:
    with running(stream(WHOLE), stream("other")) as server:
        answers = [asking(server.base, tmp_path).ask("Read.", "1: Loom Prize") for _ in range(2)]

        assert answers == [Answer(WHOLE)] * 2
        assert [each["model"] for each in sent(server)] == ["loom-7b"]
        assert sent(server)[0]["messages"][0] == {"role": "system", "content": "Read."}
        assert server.asked[0][1]["authorization"] == "Bearer secret-key"
        assert asking(server.base, tmp_path).ask("Read.", "2: another line") == Answer("other")


def test_a_server_that_does_not_stream_answers_at_once(tmp_path: Path) -> None:
    body = json.dumps({"choices": [{"message": {"content": WHOLE}, "finish_reason": "stop"}]}).encode()
    with running(Reply(body, media_type="application/json")) as server:
        assert asking(server.base, tmp_path).ask("", "") == Answer(WHOLE)


def test_a_server_that_refuses_options_is_asked_without_them_from_then_on(tmp_path: Path) -> None:
    with running(Reply(status=400), stream(WHOLE)) as server:
        client = asking(server.base, tmp_path, schema={"type": "object"})

        assert [client.ask("", each).text for each in "ab"] == [WHOLE] * 2
        assert ["response_format" in each for each in sent(server)] == [True, False, False]


@pytest.mark.parametrize(
    ("reply", "broken"),
    [
        (stream(WHOLE, ending=None), "it stopped half way"),
        (stream(WHOLE, ending="length"), "it is longer than the model may write"),
        (stream(""), "it is empty"),
        (stream("x" * 6_000), "it has more than 5,000 characters"),
        (Reply(b": wait\n\n", repeat=10_000, media_type=SSE), "it is larger than 20,000 bytes"),
        (Reply(b"data: " + b"[" * 15_000 + b"\n\n", media_type=SSE), "it is empty"),
        (Reply(b'data: {"choices": 7}\n\ndata: [DONE]\n\n', media_type=SSE), "it is empty"),
        (Reply(b'data: {"choices": [{"delta": {"content": {"a": 1}}}]}\n\n', media_type=SSE), "it is empty"),
    ],
)
def test_an_answer_that_is_not_whole_says_so_and_is_not_kept(reply: Reply, broken: str, tmp_path: Path) -> None:
    with running(reply) as server:
        answer = asking(server.base, tmp_path).ask("", "")

    assert broken in answer.broken
    assert not [*tmp_path.rglob("*.txt")]


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (Reply(b"<html>Hello</html>", media_type="text/html"), "answers with 200, text/html"),
        (Reply(status=302, headers={"Location": "http://example.org/"}), "answers with 302"),
        (Reply(status=401), "answers with 401"),
        (Reply(delay=1.0), "does not answer in time"),
        (Reply(status=422), "answers with 422"),
        (Reply(status=503, headers={"Retry-After": "9999"}), "asks to wait 9,999 seconds"),
    ],
)
def test_a_server_that_does_not_answer_as_a_model_is_refused(reply: Reply, message: str, tmp_path: Path) -> None:
    with running(reply) as server, pytest.raises(StoreError, match=message):
        asking(server.base, tmp_path).ask("", "")


def test_a_key_is_in_no_log_and_no_message(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), running(Reply(status=403)) as server, pytest.raises(KgError) as raised:
        asking(server.base, tmp_path).ask("", "")

    assert "secret-key" not in caplog.text + str(raised.value) + repr(ModelServer("", "", "secret-key"))


HERE = "http://127.0.0.1:8080/v1"


@pytest.mark.parametrize(
    ("asked", "environment", "expected"),
    [
        (f"{HERE}#org/loom:7b", {}, (HERE, "org/loom:7b", "")),
        (f"{HERE}/#loom", {"KG_MODEL_KEY": "k"}, (HERE, "loom", "k")),
        ("", {"KG_MODEL_URL": f"{HERE}#loom", "KG_MODEL_KEY": "k"}, (HERE, "loom", "k")),
        ("wool", {"KG_MODEL_URL": f"{HERE}#loom"}, (HERE, "wool", "")),
        (f"{HERE}#loom", {"KG_MODEL_URL": "https://a.example/v1", "KG_MODEL_KEY": "k"}, (HERE, "loom", "")),
        ("", {"KG_MODEL_KEY": "k"}, ("https://project.example/v1", "felt", "")),  # anybody may have written kg.yaml
    ],
)
def test_what_is_asked_for_leaves_the_rest_to_the_environment(
    asked: str, environment: dict[str, str], expected: tuple[str, str, str]
) -> None:
    found = model_server(asked, ModelReader(address="https://project.example/v1", name="felt"), environment)

    assert (found.address, found.name, found.key) == expected


@pytest.mark.parametrize(
    "asked",
    [
        "", "loom", HERE, "http://models.example/v1#a", "http://10.0.0.1/v1#a", "ftp://127.0.0.1/#a", "http://[::1#a",
        "https://ada:pw@models.example/v1#a", "http://127.0.0.1@models.example/#a", "http://127.0.0.1.example/#a",
        "https://models.example/v1?key=pw#a", "https:///v1#a",
    ],
)  # fmt: skip
def test_documents_are_sent_to_no_address_that_is_open_or_not_safe(asked: str) -> None:
    with pytest.raises(ConfigError) as raised:
        model_server(asked, ModelReader(), {})

    assert "pw" not in str(raised.value)
