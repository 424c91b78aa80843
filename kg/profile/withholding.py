"""Leave out the fields that the declaration calls private: no step after this one ever sees their values.

The fields of `contact` of a person are not looked at here: a profile may make them public (`kg.profile.privacy`).
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from kg.terms.fields import StrictModel
from kg.terms.kinds import Declaration, Field, Kind

N = TypeVar("N", bound=StrictModel)


class Withheld(NamedTuple):
    """A value that is left out."""

    place: str  # Where it stood in the profile, such as `awards[0].bank_account`
    field: Field
    value: Any

    @property
    def top(self) -> str:
        """The entry or field of the person within which it stood, as evidence names it: `awards/0`, `home_town`."""
        section, _, rest = self.place.partition("[")
        number = rest.partition("]")[0]
        return f"{section}/{number}" if number.isdigit() else section.partition(".")[0]

    @property
    def plain(self) -> Any:
        """The value as plain data."""
        return _plain(self.value)

    @property
    def texts(self) -> list[str]:
        """What is said in it."""
        return list(_texts(self.plain))


def is_private(field: Field, kind: Kind, published: Sequence[str]) -> bool:
    """Whether a field is private and not among the published ones, such as `Person.home_town`."""
    return field.is_private and f"{kind.name}.{field.key}" not in published


def without_private(
    node: N, kind: str, declaration: Declaration, published: Sequence[str] = ()
) -> tuple[N, list[Withheld]]:
    """Return a profile or another thing without its private fields, and the values of these."""
    withheld: list[Withheld] = []
    concerned = _private_kinds(declaration)

    def without(node: N, kind: Kind, place: str) -> N:
        changed: dict[str, Any] = {}
        for each in kind.written:
            value = getattr(node, each.key, None)
            if value is None or value in ("", ()) or (kind.name == "Person" and each.key == "contact"):
                continue
            where = f"{place}{each.key}"
            if is_private(each, kind, published):
                withheld.append(Withheld(where, each, value))
                changed[each.key] = type(node).model_fields[each.key].get_default(call_default_factory=True)
            elif each.sort == "kind" and each.is_inlined and each.range in concerned:
                inner = declaration.kinds[each.range]
                if isinstance(value, tuple):
                    changed[each.key] = tuple(without(one, inner, f"{where}[{at}].") for at, one in enumerate(value))
                else:
                    changed[each.key] = without(value, inner, f"{where}.")
        return node.model_copy(update=changed) if changed else node

    return (without(node, declaration.kinds[kind], "") if kind in concerned else node), withheld


@cache
def _private_kinds(declaration: Declaration) -> frozenset[str]:
    """Return the kinds within whose things something may be private, apart from the contact of a person."""
    found = {kind.name for kind in declaration.kinds.values() if any(each.is_private for each in kind.written)}
    while True:
        more = {
            kind.name
            for kind in declaration.kinds.values()
            for each in kind.written
            if each.is_inlined and each.range in found and (kind.name, each.key) != ("Person", "contact")
        }
        if more <= found:
            return frozenset(found)
        found |= more


def _plain(value: Any) -> Any:
    if isinstance(value, StrictModel):
        return value.model_dump(mode="json", exclude_defaults=True)
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)
    elif not isinstance(value, bool):
        yield str(value)


def without_words(quote: str, withheld: Sequence[Withheld], declaration: Declaration, removed: str) -> str | None:
    """Return a quote without what private fields say; nothing, if it may say that in other words.

    Dates, amounts and other values whose form is checked are seldom written in a document as they are here.
    """
    for each in withheld:
        for text in each.texts:
            words = r"\s+".join(map(re.escape, text.split()))
            quote, number = re.subn(rf"(?<!\w){words}(?!\w)", removed, quote, flags=re.IGNORECASE)
            if not number and declaration.forms.get(each.field.range) == "checked":
                return None
    return quote
