"""Record which fields of a profile a writer reads; what it never read is what its form leaves out.

A writer gets a view of the profile that looks like the profile. Reading a field of the view counts as writing it,
since writers read lazily: of `work.url or work.doi`, the second is read only if it is written. Three functions are
for the exceptions: `raw` looks at a field without writing it, `lose` says that a value was not written in full, and
`imply` that it was written with another one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, cast

from kg.terms.fields import StrictModel
from kg.terms.languages import InLanguages

N = TypeVar("N", bound=StrictModel)
T = TypeVar("T")


class _View:
    """A node whose fields are noted as they are read."""

    def __init__(self, node: StrictModel) -> None:
        self._node = node
        self._read: set[str] = set()
        self._lost: set[str] = set()
        self._children: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        model = type(self._node)
        if name not in model.model_fields:
            attribute = getattr(model, name)  # an AttributeError is the right answer to an unknown name
            return attribute.__get__(self, model)  # a property reads the view, and so notes what it reads
        if name not in self._children:
            self._children[name] = _viewed(getattr(self._node, name))
        self._read.add(name)
        return self._children[name]

    def unread(self, path: str) -> Iterator[str]:
        """Yield the path of each field or entry that has a value and was not read, once for each time."""
        for name, info in type(self._node).model_fields.items():
            value = getattr(self._node, name)
            if value in (None, ()) or value == info.default:
                continue
            here = f"{path}.{name}" if path else name
            child = self._children.get(name)
            if name in self._lost or name not in self._read:
                yield from [here] * (len(value) if isinstance(value, tuple) else 1)
            elif isinstance(value, InLanguages):
                yield from (f"{here}.{code}" for code in list(value.forms)[1:])
            elif isinstance(child, _View | _Views):
                yield from child.unread(here)

    @property
    def is_untouched(self) -> bool:
        """Whether no field was read."""
        return not self._read


class _Views(Sequence[Any]):
    """A tuple whose items are noted as they are taken; its length says nothing of them."""

    def __init__(self, items: tuple[Any, ...]) -> None:
        self._items = [_viewed(item) for item in items]
        self._taken: set[int] = set()

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, index: Any) -> Any:
        chosen = range(len(self._items))[index]
        if isinstance(chosen, range):
            return [self[each] for each in chosen]
        self._taken.add(chosen)
        return self._items[chosen]

    def unread(self, path: str) -> Iterator[str]:
        """Yield the path of each item that was not taken, and of what was not read of the others."""
        for index, item in enumerate(self._items):
            if index not in self._taken or (isinstance(item, _View) and item.is_untouched):
                yield path
            elif isinstance(item, _View):
                yield from item.unread(path)


def view_of(node: N) -> N:
    """Return a view of a node that notes what is read of it."""
    return cast(N, _View(node))


def left_out(view: StrictModel) -> list[str]:
    """Return what was not read of a node, by the keys that lead there, with how often: `publications.system (2)`."""
    if not isinstance(view, _View):
        message = "only a view knows what was read of it"
        raise TypeError(message)
    lists = {name for name, value in view._node if isinstance(value, tuple)}
    counts = Counter(view.unread(""))
    return [f"{path} ({count:,})" if path.partition(".")[0] in lists else path for path, count in counts.items()]


def raw(node: T) -> T:
    """Return a node itself, of which reading counts for nothing: for decisions, and for keys made of several fields."""
    return cast(T, node._node) if isinstance(node, _View) else node


def lose(node: StrictModel, name: str) -> None:
    """Note that a field was not written in full, though it was read."""
    if isinstance(node, _View):
        node._lost.add(name)


def imply(node: StrictModel, *names: str) -> None:
    """Note that what was written says some fields too, though they were not read."""
    if isinstance(node, _View):
        node._read.update(names)


def _viewed(value: Any) -> Any:
    if isinstance(value, StrictModel):
        return _View(value)
    return _Views(value) if isinstance(value, tuple) else value
