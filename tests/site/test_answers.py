from kg.store.graph import Answers


def test_what_was_asked_lately_is_not_asked_again() -> None:
    asked: list[str] = []

    def ask(sparql: str) -> bytes:
        asked.append(sparql)
        return sparql.encode() * 10

    answers = Answers(ask, most=40)

    assert [answers("a"), answers("b"), answers("a")] == [b"a" * 10, b"b" * 10, b"a" * 10]
    assert asked == ["a", "b"]


def test_only_so_many_bytes_are_kept_those_that_were_asked_last() -> None:
    asked: list[str] = []

    def ask(sparql: str) -> bytes:
        asked.append(sparql)
        return b"x" * (100 if sparql == "large" else 10)

    answers = Answers(ask, most=25)
    for sparql in ("a", "b", "a", "c", "a", "b", "large", "large"):
        answers(sparql)

    assert asked == ["a", "b", "c", "b", "large", "large"]
