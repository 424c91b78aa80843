"""Say in words what a node without a name is, for those who see only its label."""

from collections.abc import Sequence

from kg.declaration import Kind
from kg.mapping.references import Node


def label(kind: Kind, item: Node) -> Node:
    """Return the label of an entry, made of the fields that its kind declares; a name is its own label."""
    if kind.title is not None and kind.title.key in item:
        return {}
    told = dict.fromkeys(words(item, alternatives) for alternatives in kind.label_parts)
    return {"rdfs_label": ", ".join(filter(None, told)) or kind.label}


def words(item: Node, alternatives: Sequence[str]) -> str:
    """Return the first of some fields that is stated, in words; what it names by its short name, if it has one."""
    for key in alternatives:
        value = item.get(key)
        if value:
            several = value if isinstance(value, list) else [value]
            return " ".join(
                str(each.get("short") or each["label"]) if isinstance(each, dict) else str(each) for each in several
            )
    return ""
