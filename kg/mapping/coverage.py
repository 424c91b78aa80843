"""Which fields of a profile the mapping reads, so that a build can say what it leaves out.

Each place of a field, such as `publications[].venue`, is looked at once: a profile that has a place of which nothing is
known yet is described a second time, from a document that notes what is read.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kg.mapping.documents import ProfileDescriber
from kg.profile.account import LeftOut, ProfileAccount
from kg.profile.authorship import whose
from kg.profile.records import Resolved
from kg.terms.kinds import Declaration


class Coverage:
    """Finds the fields that the mapping does not read."""

    def __init__(self, declaration: Declaration, describer: ProfileDescriber) -> None:
        self._sections = declaration.sections
        self._describer = describer
        self._read: set[str] = set(_steering(declaration))
        self._unread: set[str] = set()

    def account(self, resolved: Resolved) -> ProfileAccount:
        """Return what becomes of a resolved profile."""
        document, line = resolved.document, resolved.lines[0]
        works = document.get("publications", ())
        unread = (
            LeftOut("field", path, "the graph has no place for it", line, count)
            for path, count in sorted(self._unread_in(resolved).items())
        )
        left_out = [*resolved.left_out, *unread]
        entries = Counter({section: len(document[section]) for section in self._sections if section in document})
        for each in left_out:
            if each.unit == "entry":
                entries[each.what.partition("[")[0]] += each.number
        return ProfileAccount(
            document.get("id", ""),
            resolved.source.path,
            line,
            dict(entries),
            sum(not item["is_new"] for item in works),
            sum(len(item.get(key, ())) for item in works for key in ("authors", "corporate_authors")),
            sum(resolved.fields.values()) + sum(each.number for each in resolved.left_out if each.unit == "field"),
            left_out,
            *_asked(resolved),
        )

    def _unread_in(self, resolved: Resolved) -> Mapping[str, int]:
        if new := resolved.fields.keys() - self._read - self._unread:
            seen: set[str] = set()
            self._describer.describe(replace(resolved, document=_Watched(resolved.document, "", seen)))
            self._read |= seen
            self._unread = (self._unread | {path for path in new if not _is_of_identity(path)}) - self._read
        return {path: count for path, count in resolved.fields.items() if path in self._unread}


def _asked(resolved: Resolved) -> tuple[Sequence[str], int]:
    # What is known of people now may name the owner where the list does not.
    document = resolved.document
    works = document.get("publications", ())
    others = {
        at: [author["name"] for author in item.get("authors", ())]
        for at, item in enumerate(works)
        if item.get("is_asked") and document["id"] not in [author["id"] for author in item.get("authors", ())]
    }
    if not others:
        return (), 1
    question = whose(document["label"], [*others.values()], len(works), document["id"].partition("/")[2])
    return question, resolved.spans.get(f"publications/{next(iter(others))}", resolved.lines)[0]


def _steering(declaration: Declaration) -> Iterator[str]:
    # Fields that only say what to do with others have no triple of their own.
    heads = {"": declaration.person, "contact.": declaration.kinds["Contact"]}
    heads |= {f"{section}[].": kind for section, kind in declaration.sections.items()}
    for head, kind in heads.items():
        yield from (f"{head}{each.key}" for each in kind.written if each.is_untold)


def _is_of_identity(path: str) -> bool:
    # Identity is decided from these, and their values are parts of IRIs.
    return path.rpartition("[].")[2] == "id" or path == "id"


class _Watched(dict[str, Any]):
    """A node of a document that notes which of its keys are read; all it names counts as described here first."""

    def __init__(self, node: Mapping[str, Any], prefix: str, seen: set[str]) -> None:
        super().__init__({key: self._wrapped(key, value, prefix, seen) for key, value in node.items()})
        if "is_new" in node:
            super().__setitem__("is_new", True)
        self._prefix, self._seen = prefix, seen

    @staticmethod
    def _wrapped(key: str, value: Any, prefix: str, seen: set[str]) -> Any:
        if isinstance(value, dict):
            return _Watched(value, f"{prefix}{key}.", seen)
        if isinstance(value, list):
            return [_Watched(each, f"{prefix}{key}[].", seen) if isinstance(each, dict) else each for each in value]
        return value

    def __getitem__(self, key: str) -> Any:
        self._seen.add(self._prefix + key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self._seen.add(self._prefix + key)
        return super().get(key, default)

    def __iter__(self) -> Iterator[str]:  # so that {**node} reads each key by __getitem__
        return super().__iter__()
