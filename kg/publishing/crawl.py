"""Find what there is to publish by following links, from the first page on."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from kg import parallel
from kg.publishing.rendering import Rendered

BATCH = 8


class Frontier:
    """The paths that are known and not rendered yet, in batches; more may come while it is read."""

    def __init__(self, paths: Iterable[str], is_page: Callable[[str], bool]) -> None:
        self._waiting: deque[str] = deque()
        self._known: set[str] = set()
        self._is_page = is_page
        self.extend(paths)

    def __iter__(self) -> Iterator[Sequence[str]]:
        return self

    def __next__(self) -> Sequence[str]:
        if not self._waiting:
            raise StopIteration
        return [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]

    def extend(self, paths: Iterable[str]) -> None:
        """Add the paths that were not known."""
        for path in paths:
            if path not in self._known and self._is_page(path):
                self._known.add(path)
                self._waiting.append(path)


def crawl(
    render: Callable[[Sequence[str]], Iterable[Rendered]],
    frontier: Frontier,
    *,
    unit: Callable[[str], str],
    workers: int,
) -> Iterator[Rendered]:
    """Yield all that can be reached, each once, with what is rendered together with it: its `unit`."""
    for batch in parallel.in_order(render, frontier, workers=workers):
        for rendered in batch:
            frontier.extend(map(unit, rendered.links))
            yield rendered
