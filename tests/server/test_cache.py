"""The cache of rendered answers."""

from kg.server.responses import Cache, CachedResponse


def test_the_least_used_goes_first() -> None:
    cache = Cache(14_000)
    for name in "abc":
        cache.put((name,), CachedResponse(200, (), b"x" * 500))
    cache.get(("a",))
    cache.put(("d",), CachedResponse(200, (), b"x" * 500))

    assert [name for name in "abcd" if cache.get((name,))] == ["a", "c", "d"]
    assert cache.size <= 14_000


def test_long_keys_fill_it_too() -> None:
    cache = Cache(1 << 20)
    for number in range(100):
        cache.put(("sparql", f"ASK {{}} # {number:0100000}"), CachedResponse(200, (), b"true"))

    assert sum(cache.get(("sparql", f"ASK {{}} # {number:0100000}")) is not None for number in range(100)) == 10
